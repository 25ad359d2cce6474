import { createFormats } from '../../contract/texts/formats.js';
import { pl as outcomes } from '../../contract/texts/pl.js';

const { count, number } = createFormats('pl');

/** The texts of the view "jobs". */
export const jobs = {
  intro:
    'Zlecenie to lista, którą usługa sprawdza w tle. Możesz zamknąć tę stronę i wrócić po wyniki później.',
  add: 'Nowe zlecenie',
  type: 'Co sprawdzić',
  types: {
    'review-visibility': 'Widoczność opinii',
    'place-details': 'Dane miejsc',
    'place-reviews': 'Opinie o miejscach',
  },
  labels: {
    'review-visibility': 'Linki do opinii, każdy w nowym wierszu',
    'place-details': 'Linki, nazwy miejsc lub Place ID, każde w nowym wierszu',
    'place-reviews': 'Place ID, każdy w nowym wierszu',
  },
  fileFailed:
    'Nie udało się odczytać tego pliku. Zapisz listę jako XLSX (najwyżej 30 MB), CSV albo tekst (najwyżej 64 MB).',
  maxPages: 'Maksymalnie z jednego miejsca',
  none: 'Lista jest jeszcze pusta.',
  counted: (value: number, repeated: number, skipped: number, columns: number) =>
    [
      count(value, { one: 'pozycja', few: 'pozycje', many: 'pozycji' }),
      repeated > 0 && `powtórzone: ${number(repeated)}`,
      skipped > 0 &&
        (columns > 0
          ? `wiersze bez pozycji, które zostaną w wynikach: ${number(skipped)}`
          : `pominięte wiersze: ${number(skipped)}`),
      columns > 1 && count(columns, { one: 'kolumna', few: 'kolumny', many: 'kolumn' }),
    ]
      .filter(Boolean)
      .join(' · '),
  submit: 'Zleć',
  sending: 'Wysyłanie…',
  submitted: 'Zlecenie zostało przyjęte.',
  invalid: 'Usługa nie przyjęła tego zlecenia.',
  tooMany:
    'Liczba zleceń w toku i łączna liczba linków we wszystkich zleceniach są ograniczone. Poczekaj, aż któreś zlecenie się zakończy, anuluj je albo usuń zakończone.',
  list: 'Twoje zlecenia',
  empty: 'Nie masz jeszcze żadnych zleceń.',
  loading: 'Wczytywanie…',
  states: outcomes.jobStates,
  created: (at: string) => `Utworzono ${at}`,
  ended: (at: string) => `Zakończono ${at}`,
  cancelledAt: (at: string) => `Anulowano ${at}`,
  expires: (at: string) => `Wyniki dostępne do ${at}`,
  estimate: (at: string) => `Szacowany koniec: ${at}`,
  rate: (perMinute: string) => `${perMinute} na minutę`,
  progress: (done: number, all: number) => `Gotowe: ${number(done)} z ${number(all)}`,
  visible: (value: number) => `Widoczne: ${number(value)}`,
  hidden: (value: number) => `Niewidoczne: ${number(value)}`,
  failed: (value: number) => `Bez wyniku: ${number(value)}`,
  open: 'Otwórz',
  back: 'Wszystkie zlecenia',
  named: (type: string, at: string) => `${type}, ${at}`,
  cancel: 'Anuluj zlecenie',
  cancelQuestion: 'Anulować to zlecenie?',
  cancelWhat: (left: number) =>
    `Pozostałe pozycje (${number(left)}) nie zostaną sprawdzone, a zlecenia nie będzie można wznowić. Dotychczasowe wyniki pozostaną dostępne.`,
  keep: 'Nie anuluj',
  cancelled: 'Zlecenie zostało anulowane.',
  remove: 'Usuń zlecenie',
  removeQuestion: 'Usunąć to zlecenie?',
  removeWhat: 'Zlecenie zostanie usunięte razem z wynikami. Nie będzie można ich odzyskać.',
  keepResults: 'Nie usuwaj',
  removed: 'Zlecenie zostało usunięte.',
  results: 'Wyniki',
  order: 'Wyniki są w kolejności, w jakiej się pojawiały. Pliki CSV i XLSX zachowują kolejność listy.',
  noResults: 'Nie ma jeszcze wyników.',
  filesLater: 'Pliki z wynikami będzie można pobrać po zakończeniu zlecenia.',
  ndjson: 'Pobierz NDJSON',
  tooLong: 'Tego pliku nie można przygotować. Plik XLSX mieści najwyżej 100 000 wierszy – pobierz CSV.',
  columns: { number: 'Lp.', query: 'Zapytanie', outcome: 'Wynik', details: 'Szczegóły' },
  found: 'Znaleziono',
  read: 'Wczytano',
  notAPlace: 'Ten tekst nie wskazuje miejsca.',
  notAPlaceId: 'To nie jest Place ID.',
};
