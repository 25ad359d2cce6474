import { createFormats } from '../../contract/texts/formats.js';
import { pl as outcomes } from '../../contract/texts/pl.js';
import { doctor } from './pl-doctor.js';
import { help } from './pl-help.js';
import { jobs } from './pl-jobs.js';
import { library } from './pl-library.js';
import { links } from './pl-links.js';
import { places } from './pl-places.js';
import { months, periods, reviews } from './pl-reviews.js';

const formats = createFormats('pl');
const { count, number, percent } = formats;
const reviewsOf = (value: number) => count(value, { one: 'opinia', few: 'opinie', many: 'opinii' });
const stars = (value: number) => count(value, { one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek' });
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });

/** The texts of the console in Polish. Texts in other languages have the same keys. */
export const pl = {
  formats,
  appName: 'place-lookup',
  tagline: 'Miejsca i opinie na mapie',
  skip: 'Przejdź do treści',
  views: 'Widoki',
  language: 'Język',
  unknown: 'brak danych',
  titles: {
    place: 'Miejsce',
    places: 'Wiele miejsc',
    links: 'Linki do opinii',
    reviews: 'Opinie o miejscu',
    jobs: 'Zlecenia',
    doctor: 'Stan',
  },
  /** In the navigation of a phone. */
  shortTitles: {
    place: 'Miejsce',
    places: 'Miejsca',
    links: 'Linki',
    reviews: 'Opinie',
    jobs: 'Zlecenia',
    doctor: 'Stan',
  },
  failures: outcomes.failures,
  retryAfter: (seconds: number) => `Spróbuj ponownie za ${inSeconds(seconds)}.`,
  retryNow: 'Można spróbować ponownie.',
  requestId: 'Numer zapytania',
  details: 'Szczegóły',
  serviceSays: 'Szczegóły od usługi (po angielsku)',
  again: 'Spróbuj ponownie',
  newTab: '(otwiera się w nowej karcie)',
  key: {
    title: 'Klucz API',
    needed: 'Ta usługa wymaga klucza API.',
    refused: 'Usługa nie przyjęła tego klucza. Wpisz inny.',
    unsendable:
      'Ten klucz zawiera znak niedozwolony w kluczu API, na przykład „ł”, „…” albo niewidoczny odstęp. Skopiuj klucz jeszcze raz.',
    label: 'Klucz',
    keep: 'Zapamiętaj klucz na tym komputerze',
    keepWhat:
      'Bez tego klucz znika po zamknięciu karty. Nie zapamiętuj go na komputerze, z którego korzystają inni.',
    save: 'Użyj klucza',
    cancel: 'Anuluj',
    forget: 'Usuń klucz',
    forgotten: 'Klucz został usunięty.',
  },
  copy: {
    action: 'Kopiuj',
    labelled: (what: string) => `Kopiuj ${what}`,
    done: 'Skopiowano',
    said: (what: string) => `Skopiowano: ${what}`,
    failed: 'Nie udało się skopiować. Zaznacz tekst i skopiuj go ręcznie.',
  },
  pages: {
    label: 'Strony listy',
    previous: 'Poprzednia',
    next: 'Następna',
    position: (first: number, last: number, all: number) =>
      `${number(first)}–${number(last)} z ${number(all)}`,
  },
  download: {
    csv: 'Pobierz CSV',
    xlsx: 'Pobierz XLSX',
    /** What a table leaves out, shown on its button and in its file name. */
    only: (count: string, all: string, which: string) => `tylko ${count} z ${all}: ${which}`,
    partial: (read: string, total: string | null) =>
      total === null ? `niepełna lista: ${read}` : `niepełna lista: ${read} z ${total}`,
    preparing: 'Przygotowywanie pliku…',
    done: (name: string) => `Plik ${name} jest gotowy.`,
    failed: 'Nie udało się przygotować pliku.',
  },
  table: 'Pokaż jako tabelę',
  place: {
    intro:
      'Sprawdź średnią ocen, liczbę opinii i identyfikatory miejsca. Wklej jego nazwę, link z mapy (także skrócony), Place ID albo CID.',
    label: 'Nazwa, link, Place ID lub CID',
    example: 'np. pierogarnia kraków',
    search: 'Znajdź miejsce',
    searching: 'Wyszukiwanie miejsca…',
    invalid: 'Ten tekst nie wskazuje miejsca. Wklej całą nazwę, link z mapy, Place ID albo CID.',
    found: (name: string) => `Znaleziono: ${name}`,
    nameless: 'Miejsce bez nazwy',
    rating: 'Średnia ocen',
    reviewCount: 'Liczba opinii',
    identifiers: 'Identyfikatory',
    links: 'Linki',
    byPlaceId: 'Otwórz mapę (Place ID)',
    byCid: 'Otwórz mapę (CID)',
    modes: 'Jedno miejsce albo wiele',
    one: 'Jedno miejsce',
    many: 'Wiele miejsc',
    firstOf: (all: number) => `Pierwszy z ${number(all)} wyników wyszukiwania. Pozostałe:`,
    toLinks: 'Sprawdź jako link do opinii',
    isReview: 'To link do opinii. Otwarto widok „Linki do opinii”.',
    readReviews: 'Wczytaj opinie o tym miejscu',
    reviews: reviewsOf,
  },
  histogram: {
    title: 'Rozkład ocen',
    stars: 'Gwiazdki',
    count: 'Opinie',
    share: 'Udział',
    unknown: 'Rozkład ocen: brak danych. Dostawca map go nie pokazał.',
    row: (value: number, reviewCount: number, share: number) =>
      `${stars(value)}: ${number(reviewCount)} (${percent(share)})`,
  },
  links,
  library,
  places,
  jobs,
  doctor,
  help,
  reviews,
  months,
  periods,
};

export type Texts = typeof pl;
