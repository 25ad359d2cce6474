import { createFormats } from './formats.js';

const { count, number } = createFormats('pl');
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });

/** What is said about a list of review links. */
export const links = {
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
  resume: (left: number) => `Sprawdź pozostałe (${number(left)})`,
  counted: (value: number, repeated: number, skipped: number, batches: number) =>
    [
      count(value, { one: 'link', few: 'linki', many: 'linków' }),
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
  stopped: (done: number, all: number) =>
    `Zatrzymano. Sprawdzono ${number(done)} z ${number(all)}, zostało: ${number(all - done)}.`,
  broken: (done: number, all: number) =>
    `Przerwano. Sprawdzono ${number(done)} z ${number(all)}, zostało: ${number(all - done)}.`,
  paused: (seconds: number, attempt: number, attempts: number) =>
    `Reszta linków zostanie sprawdzona sama za ${inSeconds(seconds)} (próba ${attempt} z ${attempts}).`,
  results: 'Wyniki',
  filter: 'Pokaż',
  filters: {
    all: 'Wszystkie',
    visible: 'Widoczne',
    hidden: 'Niewidoczne',
    failed: 'Nieudane',
    waiting: 'Niesprawdzone',
  },
  filtered: (name: string, value: number) => `${name} (${number(value)})`,
  columns: { number: 'Lp.', link: 'Link', verdict: 'Wynik', reason: 'Powód', checked: 'Sprawdzono' },
  visible: 'Widoczna',
  hidden: 'Niewidoczna',
  failed: 'Brak wyniku',
  waiting: 'Czeka',
  unchecked: 'Nie sprawdzono',
  notAReview: 'To nie jest link do opinii.',
  leadsNowhere: 'Ten link nie prowadzi do żadnej opinii: wygasł albo jest źle przepisany.',
  invalid: 'Usługa nie przyjęła tej listy. Zobacz, czy linki są całe i czy nie są za długie.',
  repeated: (position: number) => `powtórzony, jak ${number(position)}`,
  empty: 'Żaden wiersz nie pasuje do filtra.',
  partial: (done: string, all: string) => `niepełna: sprawdzono ${done} z ${all}`,
  sheet: 'Widoczność opinii',
  fileName: 'widocznosc-opinii',
};
