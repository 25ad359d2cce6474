import type { StopReason } from '../reviews/ending.js';
import { createFormats } from './formats.js';
import { links } from './pl-links.js';
import { endings, failures } from './pl-outcomes.js';

const formats = createFormats('pl');
const { count, number, decimal, percent } = formats;
const reviews = (value: number) => count(value, { one: 'opinia', few: 'opinie', many: 'opinii' });
const stars = (value: number) => count(value, { one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek' });
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });
const NOTHING_READ = 'Nic nie wczytano: nie wiadomo, czy i ile opinii ma to miejsce.';
const isNothing = (read: number, total: number | null) => read === 0 && total === null;
const endingOf = (reason: StopReason) => endings[reason] ?? `nieznany powód: ${reason}`;
const readOf = (read: number, total: number | null) =>
  total === null ? reviews(read) : `${number(read)} z ${number(total)}`;

/** Everything the console says in Polish; the shape of it is what every other language must say too. */
export const pl = {
  formats,
  appName: 'place-lookup',
  tagline: 'Miejsca i opinie na mapie',
  skip: 'Przejdź do treści',
  views: 'Widoki',
  language: 'Język',
  unknown: 'nieznane',
  titles: { place: 'Miejsce', links: 'Linki do opinii', reviews: 'Opinie miejsca' },
  failures,
  retryAfter: (seconds: number) => `Spróbuj ponownie za ${inSeconds(seconds)}.`,
  requestId: 'Numer zapytania',
  serviceSays: 'Szczegóły od usługi, po angielsku',
  again: 'Spróbuj ponownie',
  newTab: '(otwiera się w nowej karcie)',
  key: {
    title: 'Klucz API',
    needed: 'Ta usługa wymaga klucza API. Klucz zostaje tylko w tej karcie przeglądarki.',
    refused: 'Usługa nie przyjęła tego klucza. Wpisz inny.',
    unsendable:
      'W tym kluczu jest znak, którego klucz API nie może mieć, na przykład „ł”, „…” albo niewidoczny odstęp. Skopiuj klucz jeszcze raz.',
    label: 'Klucz',
    save: 'Użyj klucza',
    cancel: 'Anuluj',
    forget: 'Zapomnij klucz',
    forgotten: 'Klucz został zapomniany.',
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
    /** What a table leaves out; on its button, and in the name of its file. */
    only: (count: string, all: string, which: string) => `tylko ${count} z ${all}: ${which}`,
    partial: (read: string, total: string | null) =>
      total === null ? `niepełna: ${read}` : `niepełna: ${read} z ${total}`,
    preparing: 'Przygotowuję plik…',
    done: (name: string) => `Plik ${name} jest gotowy.`,
    failed: 'Nie udało się przygotować pliku.',
  },
  table: 'Pokaż jako tabelę',
  place: {
    intro: 'Wklej cokolwiek, co wskazuje miejsce: nazwę, link z mapy, skrócony link, Place ID albo CID.',
    label: 'Nazwa, link, Place ID lub CID',
    example: 'np. pierogarnia kraków',
    search: 'Znajdź miejsce',
    searching: 'Szukam miejsca…',
    invalid: 'Z tego tekstu nie da się odczytać miejsca. Wklej całą nazwę, link z mapy, Place ID albo CID.',
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
    readReviews: 'Czytaj opinie tego miejsca',
    reviews,
  },
  histogram: {
    title: 'Rozkład ocen',
    stars: 'Gwiazdki',
    count: 'Opinie',
    share: 'Udział',
    unknown: 'Rozkład ocen jest nieznany: dostawca go nie pokazał.',
    row: (value: number, reviewCount: number, share: number) =>
      `${stars(value)}: ${number(reviewCount)} (${percent(share)})`,
  },
  links,
  reviews: {
    intro: 'Wczytaj opinie miejsca, przejrzyj je, posortuj i pobierz.',
    label: 'Place ID',
    pages: 'Ile najwyżej',
    pagesOf: (pages: number) => `${number(pages * 200)} opinii`,
    read: 'Czytaj opinie',
    cancel: 'Zatrzymaj',
    invalid:
      'Z tego tekstu nie da się odczytać Place ID. Skopiuj go w całości, na przykład z widoku „Miejsce”.',
    reading: (read: number, total: number | null) =>
      isNothing(read, total) ? 'Czytam…' : `Czytam… ${readOf(read, total)}`,
    progress: 'Postęp czytania opinii',
    complete: (read: number) => `Komplet: ${reviews(read)}.`,
    beside: (count: number) =>
      ` Do tego opinie spoza tej liczby, na przykład od partnerów: ${number(count)}.`,
    none: 'Miejsce nie ma opinii.',
    incomplete: (read: number, total: number | null, reason: StopReason) =>
      isNothing(read, total)
        ? `${NOTHING_READ} Powód: ${endingOf(reason)}.`
        : `${readOf(read, total)} – ${endingOf(reason)}.${total === null ? ' Miejsce nie podaje, ile ma opinii.' : ''}`,
    stopped: (read: number, total: number | null) =>
      isNothing(read, total)
        ? `Zatrzymano na życzenie. ${NOTHING_READ}`
        : `${readOf(read, total)} – zatrzymano na życzenie.`,
    broken: (read: number, total: number | null) =>
      isNothing(read, total) ? NOTHING_READ : `${readOf(read, total)} – czytanie nie dobiegło końca.`,
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
    signals: 'Sygnały',
    newAccount: (written: number) =>
      `Może nowe konto: ${count(written, { one: 'opinia autora', few: 'opinie autora', many: 'opinii autora' })}`,
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
        ? `Wykres obejmuje tylko wczytane opinie (${number(read)}), lista nie jest pełna.`
        : `Wykres obejmuje tylko ${number(read)} z ${number(total)} opinii.`,
    unknown:
      'Miesiące starsze od najstarszej wczytanej opinii oraz te bez wczytanej opinii (na wykresie szare) są nieznane.',
    summary: (months: number, first: string, last: string, all: number) =>
      `${first} – ${last} (${count(months, { one: 'miesiąc', few: 'miesiące', many: 'miesięcy' })}): ${reviews(all)}.`,
    point: (month: string, value: number | null, average: number | null) =>
      `${month}: ${value === null ? 'nieznane' : reviews(value)}${average === null ? '' : `, średnia ${decimal(average)}`}`,
    scroll: 'Wykres ocen w czasie, można przewijać w bok',
  },
};

export type Texts = typeof pl;
