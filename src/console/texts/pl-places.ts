import { createFormats } from '../../contract/texts/formats.js';

const { count, number } = createFormats('pl');
const placesOf = (value: number) => count(value, { one: 'miejsce', few: 'miejsca', many: 'miejsc' });
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });

/** The view "Many places". */
export const places = {
  intro:
    'Wklej nazwy, linki, Place ID albo CID – każde miejsce w osobnym wierszu. Wynik to jedna tabela do pobrania.',
  label: 'Miejsca, po jednym w wierszu',
  example: 'np. pierogarnia kraków',
  counted: (found: number, repeated: number) =>
    `${placesOf(found)}${repeated === 0 ? '' : `, w tym powtórzone: ${number(repeated)}`}.`,
  none: 'Nie ma jeszcze żadnego miejsca.',
  tooMany: (most: number) => `Naraz można wczytać najwyżej ${number(most)} miejsc.`,
  read: 'Wczytaj miejsca',
  reading: 'Wczytywanie…',
  stop: 'Zatrzymaj',
  resume: (open: number) => `Wczytaj pozostałe (${number(open)})`,
  progress: (done: number, all: number) => `${number(done)} z ${number(all)}`,
  finished: (found: number, failed: number) =>
    `Gotowe. Znalezione: ${number(found)}, bez wyniku: ${number(failed)}.`,
  paused: (seconds: number) => `Wczytywanie ruszy automatycznie za ${inSeconds(seconds)}.`,
  table: 'Miejsca',
  number: 'Lp.',
  query: 'Zapytanie',
  place: 'Miejsce',
  rating: 'Średnia',
  reviews: 'Opinie',
  waiting: 'Oczekuje',
  noAddress: 'brak danych o adresie',
  several: (all: number) => `pierwsze z ${number(all)} wyników`,
  error: 'Błąd',
  errorCode: 'Kod błędu',
  sheet: 'Miejsca',
  fileName: 'miejsca',
};
