import type { StopReason } from '../reviews/ending.js';
import { createFormats } from './formats.js';
import { endings, failures } from './pl-outcomes.js';

const formats = createFormats('pl');
const { count, number, decimal, percent } = formats;
const reviews = (value: number) => count(value, { one: 'opinia', few: 'opinie', many: 'opinii' });
const links = (value: number) => count(value, { one: 'link', few: 'linki', many: 'linków' });
const stars = (value: number) => count(value, { one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek' });
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });
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
  serviceSays: 'Usługa podaje',
  again: 'Spróbuj ponownie',
  newTab: '(otwiera się w nowej karcie)',
  key: {
    title: 'Klucz API',
    needed: 'Ta usługa wymaga klucza API. Klucz zostaje tylko w tej karcie przeglądarki.',
    refused: 'Usługa nie przyjęła tego klucza. Wpisz inny.',
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
  links: {
    intro: 'Sprawdź, które opinie są widoczne dla każdego. Wystarczy jeden link albo cała lista.',
    label: 'Linki do opinii, każdy w nowym wierszu',
    file: 'Wczytaj plik tekstowy',
    drop: 'Możesz też upuścić plik na pole.',
    fileFailed: 'Tego pliku nie udało się odczytać jako tekstu.',
    clear: 'Wyczyść',
    check: 'Sprawdź',
    checking: 'Sprawdzam…',
    cancel: 'Zatrzymaj',
    retry: (failed: number) => `Ponów nieudane (${number(failed)})`,
    counted: (value: number, repeated: number, skipped: number, batches: number) =>
      [
        links(value),
        repeated > 0 && `powtórzone: ${number(repeated)} (każdy sprawdzimy raz)`,
        skipped > 0 && `pominięte wiersze bez linku: ${number(skipped)}`,
        batches > 1 && `wyślemy w ${number(batches)} partiach`,
      ]
        .filter(Boolean)
        .join(' · '),
    none: 'Nie ma tu jeszcze żadnego linku.',
    progress: (done: number, all: number) => `Sprawdzono ${number(done)} z ${number(all)}`,
    finished: (visible: number, hidden: number, failed: number) =>
      `Gotowe. Widoczne: ${number(visible)}, niewidoczne: ${number(hidden)}, bez wyniku: ${number(failed)}.`,
    stopped: 'Zatrzymano. Reszta linków nie ma wyniku.',
    paused: (seconds: number, attempt: number, attempts: number) =>
      `Reszta linków zostanie sprawdzona sama za ${inSeconds(seconds)} (próba ${attempt} z ${attempts}).`,
    results: 'Wyniki',
    filter: 'Pokaż',
    filters: { all: 'Wszystkie', visible: 'Widoczne', hidden: 'Niewidoczne', failed: 'Nieudane' },
    filtered: (name: string, value: number) => `${name} (${number(value)})`,
    columns: { number: 'Lp.', link: 'Link', verdict: 'Wynik', reason: 'Powód', checked: 'Sprawdzono' },
    visible: 'Widoczna',
    hidden: 'Niewidoczna',
    failed: 'Brak wyniku',
    waiting: 'Czeka',
    notAReview: 'To nie jest link do opinii.',
    repeated: (position: number) => `powtórzony, jak ${number(position)}`,
    empty: 'Żaden wiersz nie pasuje do filtra.',
    sheet: 'Widoczność opinii',
    fileName: 'widocznosc-opinii',
  },
  reviews: {
    intro: 'Wczytaj opinie miejsca, przejrzyj je, posortuj i pobierz.',
    label: 'Place ID',
    pages: 'Ile najwyżej',
    pagesOf: (pages: number) => `${number(pages * 200)} opinii`,
    read: 'Czytaj opinie',
    cancel: 'Zatrzymaj',
    reading: (read: number, total: number | null) => `Czytam… ${readOf(read, total)}`,
    progress: 'Postęp czytania opinii',
    complete: (read: number) => `Komplet: ${reviews(read)}.`,
    none: 'Miejsce nie ma opinii.',
    incomplete: (read: number, total: number | null, reason: StopReason) =>
      `${readOf(read, total)} – ${endings[reason]}.${total === null ? ' Miejsce nie podaje, ile ma opinii.' : ''}`,
    stopped: (read: number, total: number | null) => `${readOf(read, total)} – zatrzymano na życzenie.`,
    broken: (read: number, total: number | null) => `${readOf(read, total)} – czytanie nie dobiegło końca.`,
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
    summary: (months: number, first: string, last: string, all: number) =>
      `${first} – ${last} (${count(months, { one: 'miesiąc', few: 'miesiące', many: 'miesięcy' })}): ${reviews(all)}.`,
    point: (month: string, value: number, average: number | null) =>
      `${month}: ${reviews(value)}${average === null ? '' : `, średnia ${decimal(average)}`}`,
    scroll: 'Wykres ocen w czasie, można przewijać w bok',
  },
};

export type Texts = typeof pl;
