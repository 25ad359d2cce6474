import { createFormats } from '../../contract/texts/formats.js';
import { pl as outcomes } from '../../contract/texts/pl.js';

const formats = createFormats('pl');
const { count, number, decimal } = formats;
const reviewsOf = (value: number) => count(value, { one: 'opinia', few: 'opinie', many: 'opinii' });
const stars = (value: number) => count(value, { one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek' });
const NOTHING_READ = 'Nie wczytano żadnej opinii. Nie wiadomo, czy i ile opinii ma to miejsce.';
const isNothing = (read: number, total: number | null) => read === 0 && total === null;
const readOf = (read: number, total: number | null) =>
  total === null ? reviewsOf(read) : `${number(read)} z ${number(total)}`;

/** The view "Reviews of a place". */
export const reviews = {
  intro:
    'Wklej nazwę miejsca, link z mapy, Place ID albo CID. Wczytane opinie można przejrzeć, posortować i pobrać.',
  label: 'Nazwa, link, Place ID lub CID',
  finding: 'Wyszukiwanie miejsca…',
  pages: 'Maksymalnie',
  pagesOf: (pages: number) => `${number(pages * 200)} opinii`,
  read: 'Wczytaj opinie',
  cancel: 'Zatrzymaj',
  invalid: 'Ten tekst nie wskazuje miejsca. Wklej całą nazwę, link z mapy, Place ID albo CID.',
  reading: (read: number, total: number | null) =>
    isNothing(read, total) ? 'Wczytywanie…' : `Wczytywanie… ${readOf(read, total)}`,
  progress: 'Postęp wczytywania opinii',
  complete: (read: number) => `Komplet: ${reviewsOf(read)}.`,
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
    value === all ? reviewsOf(all) : `Pasuje ${number(value)} z ${number(all)}`,
  nothing: 'Żadna opinia nie pasuje do filtrów.',
  fitting: 'pasujące do filtrów',
  list: 'Lista opinii',
  stars: (value: number) => `${number(value)} na 5 gwiazdek`,
  starsShort: (value: number) => stars(value),
  noText: 'Bez treści.',
  unknownText: 'Treść: brak danych.',
  anonymous: 'Autor: brak danych',
  open: 'Zobacz opinię',
  report: 'Zgłoś opinię',
  about: (name: string) => `autor: ${name}`,
  reply: 'Odpowiedź właściciela',
  signals: 'Cechy opinii',
  newAccount: (written: number) => `Możliwe nowe konto (opinie autora: ${number(written)})`,
  guide: (level: number | null) =>
    level === null ? 'Lokalny przewodnik' : `Lokalny przewodnik, poziom ${number(level)}`,
  photos: (value: number) => count(value, { one: 'zdjęcie', few: 'zdjęcia', many: 'zdjęć' }),
  likes: (value: number) => count(value, { one: 'polubienie', few: 'polubienia', many: 'polubień' }),
  replied: 'Właściciel odpowiedział',
  edited: 'edytowano',
  marksLegend: 'Tylko opinie',
  marks: {
    unanswered: 'bez odpowiedzi właściciela',
    text: 'z treścią',
    photos: 'ze zdjęciami',
    edited: 'edytowane',
    'new-account': 'możliwe nowe konto',
  },
  from: 'Od dnia',
  to: 'Do dnia',
  clear: 'Wyczyść filtry',
  share: 'Kopiuj link do widoku',
  shareName: 'link do widoku',
  byLastChange: 'Opinie edytowane liczą się z datą ostatniej zmiany.',
  sheet: 'Opinie',
  fileName: 'opinie',
};

/** The chart of months. */
export const months = {
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
    `${first} – ${last} (${count(months, { one: 'miesiąc', few: 'miesiące', many: 'miesięcy' })}): ${reviewsOf(all)}.`,
  point: (month: string, value: number | null, average: number | null) =>
    `${month}: ${value === null ? 'brak danych' : reviewsOf(value)}${average === null ? '' : `, średnia ${decimal(average)}`}`,
  closed: `${outcomes.notices.permanently_closed}. Dlatego nowych opinii może być mało albo wcale.`,
  hint: 'Strzałki w lewo i w prawo wybierają miesiąc.',
  scroll: 'Wykres ocen w czasie, przewijany w poziomie',
};

/** The figures of the last days. */
export const periods = {
  title: 'Ostatnie 30 i 90 dni',
  period: 'Okres',
  last: (days: number) => `Ostatnie ${number(days)} dni`,
  before: (days: number) => `Poprzednie ${number(days)} dni`,
  count: 'Opinie',
  average: 'Średnia',
  unknown: 'Brak danych o okresach, których lista nie obejmuje w całości.',
};
