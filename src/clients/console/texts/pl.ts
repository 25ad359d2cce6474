import { createFormats } from '../../core/formats.js';
import { pl as outcomes } from '../../core/texts/pl.js';
import { doctor } from './pl-doctor.js';
import { jobs } from './pl-jobs.js';
import { library } from './pl-library.js';
import { links } from './pl-links.js';

const formats = createFormats('pl');
const { count, number, decimal, percent } = formats;
const reviews = (value: number) => count(value, { one: 'opinia', few: 'opinie', many: 'opinii' });
const stars = (value: number) => count(value, { one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek' });
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });
const NOTHING_READ = 'Nie wczytano żadnej opinii. Nie wiadomo, czy i ile opinii ma to miejsce.';
const isNothing = (read: number, total: number | null) => read === 0 && total === null;
const readOf = (read: number, total: number | null) =>
  total === null ? reviews(read) : `${number(read)} z ${number(total)}`;

/** The texts of the console in Polish. Texts in other languages have the same keys. */
export const pl = {
  formats,
  appName: 'place-lookup',
  tagline: 'Miejsca i opinie na mapie',
  skip: 'Przejdź do treści',
  views: 'Widoki',
  language: 'Język',
  unknown: 'nieznane',
  titles: {
    place: 'Miejsce',
    links: 'Linki do opinii',
    reviews: 'Opinie o miejscu',
    jobs: 'Zlecenia',
    doctor: 'Stan',
  },
  failures: outcomes.failures,
  retryAfter: (seconds: number) => `Spróbuj ponownie za ${inSeconds(seconds)}.`,
  requestId: 'Numer zapytania',
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
    intro: 'Wklej nazwę miejsca, link z mapy, skrócony link, Place ID albo CID.',
    label: 'Nazwa, link, Place ID lub CID',
    example: 'np. pierogarnia kraków',
    search: 'Znajdź miejsce',
    searching: 'Wyszukiwanie miejsca…',
    invalid: 'Ten tekst nie wskazuje miejsca. Wklej całą nazwę, link z mapy, Place ID albo CID.',
    found: (name: string) => `Znaleziono: ${name}`,
    nameless: 'Miejsce bez nazwy',
    address: 'Adres',
    category: 'Kategoria',
    rating: 'Średnia ocen',
    reviewCount: 'Liczba opinii',
    identifiers: 'Identyfikatory',
    links: 'Linki',
    byPlaceId: 'Mapa według Place ID',
    byCid: 'Mapa według CID',
    readReviews: 'Wczytaj opinie o tym miejscu',
    reviews,
  },
  histogram: {
    title: 'Rozkład ocen',
    stars: 'Gwiazdki',
    count: 'Opinie',
    share: 'Udział',
    unknown: 'Rozkład ocen jest nieznany, bo dostawca map go nie pokazał.',
    row: (value: number, reviewCount: number, share: number) =>
      `${stars(value)}: ${number(reviewCount)} (${percent(share)})`,
  },
  links,
  library,
  jobs,
  doctor,
  reviews: {
    intro: 'Wczytaj opinie o miejscu, przejrzyj je, posortuj i pobierz.',
    label: 'Place ID',
    pages: 'Najwięcej',
    pagesOf: (pages: number) => `${number(pages * 200)} opinii`,
    read: 'Wczytaj opinie',
    cancel: 'Zatrzymaj',
    invalid: 'To nie jest Place ID. Skopiuj go w całości, na przykład z widoku „Miejsce”.',
    reading: (read: number, total: number | null) =>
      isNothing(read, total) ? 'Wczytywanie…' : `Wczytywanie… ${readOf(read, total)}`,
    progress: 'Postęp wczytywania opinii',
    complete: (read: number) => `Komplet: ${reviews(read)}.`,
    none: 'To miejsce nie ma opinii.',
    incomplete: (read: number, total: number | null, ending: string) =>
      isNothing(read, total)
        ? `${NOTHING_READ} Powód: ${ending}.`
        : `${readOf(read, total)} – ${ending}.${total === null ? ` ${outcomes.uncounted}` : ''}`,
    stopped: (read: number, total: number | null) =>
      isNothing(read, total)
        ? `Zatrzymano. ${NOTHING_READ}`
        : `${readOf(read, total)} – wczytywanie zatrzymano.`,
    broken: (read: number, total: number | null) =>
      isNothing(read, total) ? NOTHING_READ : `${readOf(read, total)} – wczytywanie zostało przerwane.`,
    starFilter: 'Gwiazdki',
    noStars: 'bez gwiazdek',
    sort: 'Kolejność',
    sorts: {
      newest: 'Najnowsze',
      oldest: 'Najstarsze',
      lowest: 'Najniższe oceny',
      highest: 'Najwyższe oceny',
      likes: 'Najwięcej polubień',
    },
    search: 'Szukaj w treści, odpowiedzi i nazwie autora',
    shown: (value: number, all: number) =>
      value === all ? reviews(all) : `Pasuje ${number(value)} z ${number(all)}`,
    nothing: 'Żadna opinia nie pasuje do filtrów.',
    fitting: 'pasujące do filtrów',
    list: 'Lista opinii',
    stars: (value: number) => `${number(value)} na 5 gwiazdek`,
    starsShort: (value: number) => stars(value),
    noText: 'Bez treści.',
    unknownText: 'Treść nieznana.',
    anonymous: 'Autor nieznany',
    open: 'Zobacz opinię',
    report: 'Zgłoś opinię',
    about: (name: string) => `autor: ${name}`,
    reply: 'Odpowiedź właściciela',
    signals: 'Cechy opinii',
    newAccount: (written: number) =>
      `Możliwe nowe konto: ${count(written, { one: 'opinia autora', few: 'opinie autora', many: 'opinii autora' })}`,
    guide: (level: number | null) =>
      level === null ? 'Lokalny przewodnik' : `Lokalny przewodnik, poziom ${number(level)}`,
    photos: (value: number) => count(value, { one: 'zdjęcie', few: 'zdjęcia', many: 'zdjęć' }),
    likes: (value: number) => count(value, { one: 'polubienie', few: 'polubienia', many: 'polubień' }),
    replied: 'Właściciel odpowiedział',
    sheet: 'Opinie',
    fileName: 'opinie',
  },
  months: {
    title: 'Oceny w czasie',
    counts: 'Liczba opinii w miesiącu',
    averages: 'Średnia ocen w miesiącu',
    month: 'Miesiąc',
    count: 'Opinie',
    average: 'Średnia',
    countRead: 'Wczytane opinie',
    older: 'starsze',
    covers: (read: number, total: number | null) =>
      total === null
        ? `Wykres obejmuje tylko wczytane opinie (${number(read)}). Lista jest niepełna.`
        : `Wykres obejmuje tylko ${number(read)} z ${number(total)} opinii.`,
    unknown:
      'Nie ma danych o miesiącach starszych od najstarszej wczytanej opinii ani o miesiącach bez wczytanych opinii (na wykresie szare).',
    summary: (months: number, first: string, last: string, all: number) =>
      `${first} – ${last} (${count(months, { one: 'miesiąc', few: 'miesiące', many: 'miesięcy' })}): ${reviews(all)}.`,
    point: (month: string, value: number | null, average: number | null) =>
      `${month}: ${value === null ? 'nieznane' : reviews(value)}${average === null ? '' : `, średnia ${decimal(average)}`}`,
    scroll: 'Wykres ocen w czasie, przewijany w poziomie',
  },
};

export type Texts = typeof pl;
