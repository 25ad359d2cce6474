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
    'Nie ma teraz żadnego dowodu. Usługa sporządza go, jeśli obserwacja go wymaga. Dowód dla pojedynczej opinii zrobisz w wynikach listy.',
  'packs.emptyCut':
    'Wśród {{value}} najnowszych zniknięć nie ma dowodu. Dowody starszych są przy swoich klientach.',
  'packs.cut': 'Pokazano dowody z {{value}} najnowszych zniknięć. Starsze są przy swoich klientach.',
  'author.title': 'Zapomnij autora',
  'author.about':
    'Ta strona pokazuje, co Twoje obserwacje przechowują o autorze opinii, na przykład gdy ta osoba o to prosi. Potem możesz te dane usunąć. Jeśli macie inne klucze lub zespoły, zrób to samo z każdym z nich.',
  'author.field': 'Link do profilu albo numer autora',
  'author.show': 'Pokaż, co jest zapisane',
  'author.invalid': 'To nie jest link do profilu (…/maps/contrib/…) ani numer autora.',
  'author.nothing': 'Twoje obserwacje nie przechowują niczego o tym autorze.',
  'author.stored':
    'Zapisano: opinie {{reviews}}, zmiany {{events}}, dowody {{packs}}, obserwacje pojedynczych opinii {{watches}}.',
  'author.forgottenAt':
    'Zapomniano {{at}}. Twoje obserwacje nie zapisują od tej chwili niczego o tym autorze.',
  'author.unnamed': 'miejsce bez nazwy',
  'author.watched': 'obserwacja pojedynczej opinii',
  'author.seen': 'widziana od {{from}} do {{to}}',
  'author.file': 'Pobierz (JSON)',
  'author.fileName': 'dane-autora',
  'author.forget.title': 'Zapomnieć autora {{who}}?',
  'author.forget.what':
    'Usunięte zostaną opinie autora z ich zmianami i dowodami oraz obserwacje jego pojedynczych opinii. Późniejsze sprawdzenia nie zapiszą o nim niczego. Tego nie można cofnąć. Nie obejmuje to: list (znikają po 72 godzinach), pobranych plików, wysłanych wiadomości, kopii zapasowych, dowodów innych opinii, na których stronach widać autora, opinii bez identyfikatora autora, tekstów innych osób, w których pada jego nazwisko, i opinii, które administrator wpisał do CONTROL_REVIEWS.',
  'author.forget.keep': 'Nie zapominaj',
  'author.forget.go': 'Zapomnij',
  'author.done':
    'Usunięto dane autora {{who}}: opinie {{reviews}}, zmiany {{events}}, dowody {{packs}}, obserwacje {{watches}}.',
} satisfies Polish<typeof en>;
