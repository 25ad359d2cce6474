import { createFormats } from '../../core/formats.js';

const { count, number } = createFormats('pl');
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });

/** The texts of the view "review links". */
export const links = {
  intro: 'Sprawdź, które opinie są widoczne dla wszystkich. Możesz podać jeden link albo całą listę.',
  label: 'Linki do opinii, każdy w nowym wierszu',
  file: 'Wczytaj plik tekstowy',
  drop: 'Plik można też przeciągnąć na pole.',
  fileFailed: 'Nie udało się odczytać tego pliku jako tekstu.',
  clear: 'Wyczyść',
  check: 'Sprawdź',
  checking: 'Sprawdzanie…',
  cancel: 'Zatrzymaj',
  retry: (failed: number) => `Ponów linki bez wyniku (${number(failed)})`,
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
  none: 'Nie podano jeszcze żadnego linku.',
  progress: (done: number, all: number) => `Sprawdzono ${number(done)} z ${number(all)}`,
  finished: (visible: number, hidden: number, failed: number) =>
    `Gotowe. Widoczne: ${number(visible)}, niewidoczne: ${number(hidden)}, bez wyniku: ${number(failed)}.`,
  stopped: (done: number, all: number) =>
    `Zatrzymano. Sprawdzono ${number(done)} z ${number(all)}, pozostało: ${number(all - done)}.`,
  broken: (done: number, all: number) =>
    `Przerwano. Sprawdzono ${number(done)} z ${number(all)}, pozostało: ${number(all - done)}.`,
  paused: (seconds: number, attempt: number, attempts: number) =>
    `Pozostałe linki zostaną sprawdzone automatycznie za ${inSeconds(seconds)} (próba ${attempt} z ${attempts}).`,
  results: 'Wyniki',
  filter: 'Pokaż',
  filters: {
    all: 'Wszystkie',
    visible: 'Widoczne',
    hidden: 'Niewidoczne',
    failed: 'Bez wyniku',
    waiting: 'Niesprawdzone',
  },
  filtered: (name: string, value: number) => `${name} (${number(value)})`,
  columns: { number: 'Lp.', link: 'Link', verdict: 'Wynik', reason: 'Powód', checked: 'Sprawdzono' },
  visible: 'Widoczna',
  hidden: 'Niewidoczna',
  failed: 'Bez wyniku',
  waiting: 'Oczekuje',
  unchecked: 'Niesprawdzona',
  notAReview: 'To nie jest link do opinii.',
  leadsNowhere: 'Ten link nie prowadzi do żadnej opinii. Wygasł albo zawiera błąd.',
  invalid: 'Usługa nie przyjęła tej listy. Sprawdź, czy linki są kompletne i nie za długie.',
  repeated: (position: number) => `powtórzony, zob. nr ${number(position)}`,
  empty: 'Żaden wiersz nie pasuje do filtra.',
  partial: (done: string, all: string) => `niepełna lista: sprawdzono ${done} z ${all}`,
  sheet: 'Widoczność opinii',
  fileName: 'widocznosc-opinii',
};
