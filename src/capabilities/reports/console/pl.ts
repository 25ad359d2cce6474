import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  'packs.title': 'Twoje dowody',
  'packs.client': 'Klient',
  'packs.place': 'Miejsce',
  'packs.author': 'Autor opinii',
  'packs.stars': 'Gwiazdki',
  'packs.at': 'Wykryto',
  'packs.file': 'Plik',
  'packs.check': 'Sprawdź',
  'packs.get': 'Pobierz',
  'packs.search': 'Znajdź klienta, miejsce lub autora',
  'packs.all': 'Pokaż wszystkie ({{value}})',
  'packs.none': 'Żaden dowód nie pasuje.',
  'packs.empty':
    'Usługa nie przechowuje jeszcze żadnego dowodu. Sporządza go, gdy obserwowana opinia przestanie być widoczna. Dowód dla pojedynczej opinii zrobisz w wynikach listy.',
  'packs.cut': 'Pokazano dowody z {{value}} najnowszych zniknięć. Starsze są przy swoich klientach.',
  'author.title': 'Zapomnij autora',
  'author.about':
    'Na wniosek osoby: pokazuje, co Twoje obserwacje przechowują o autorze opinii, i to usuwa. Jeśli macie inne klucze lub zespoły, zrób to samo z każdym z nich.',
  'author.field': 'Link do profilu albo numer autora',
  'author.show': 'Pokaż, co jest zapisane',
  'author.invalid': 'To nie jest link do profilu (…/maps/contrib/…) ani numer autora.',
  'author.nothing': 'Twoje obserwacje nie przechowują niczego o tym autorze.',
  'author.stored': 'Zapisano: opinie {{reviews}}, zmiany {{events}}, dowody {{packs}}.',
  'author.forgottenAt': 'Zapomniano {{at}}: od tej chwili usługa nie zapisuje niczego o tym autorze.',
  'author.unnamed': 'miejsce bez nazwy',
  'author.seen': 'widziana od {{from}} do {{to}}',
  'author.file': 'Pobierz (JSON)',
  'author.fileName': 'dane-autora',
  'author.forget.title': 'Zapomnieć tego autora?',
  'author.forget.what':
    'Usunięte zostaną opinie autora z ich zmianami i dowodami oraz obserwacje jego pojedynczych opinii. Późniejsze sprawdzenia nie zapiszą o nim niczego. Tego nie można cofnąć. Nie obejmuje to list (znikają po 72 godzinach), pobranych plików, wysłanych wiadomości i kopii zapasowych.',
  'author.forget.keep': 'Nie zapominaj',
  'author.forget.go': 'Zapomnij',
  'author.done': 'Usunięto: opinie {{reviews}}, zmiany {{events}}, dowody {{packs}}, obserwacje {{watches}}.',
} satisfies Polish<typeof en>;
