import { createFormats } from '../../contract/texts/formats.js';

const { number } = createFormats('pl');

/** The counts of a saved list. */
export interface ListCounts {
  readonly visible: number;
  readonly hidden: number;
  readonly failed: number;
  readonly waiting: number;
}

/** The texts about what the browser keeps. */
export const library = {
  lists: (value: number) => `Zapisane listy (${number(value)})`,
  about: (most: number) =>
    `Listy, ich wyniki i ostatnie miejsca są zapisane tylko w tej przeglądarce. Usługa ich nie przechowuje. Zapisanych list może być ${number(most)}: każda następna zastępuje najdawniej sprawdzoną.`,
  unusedFor: (days: number | null) =>
    days === null
      ? 'Nieużywane listy i miejsca nie są usuwane.'
      : `Listy i miejsca nieużywane przez ${days} dni są usuwane, gdy konsola jest otwarta.`,
  deleteUnused: 'Usuwaj nieużywane listy i miejsca:',
  afterDays: (days: number) => (days === 365 ? 'po roku' : `po ${days} dniach`),
  neverDeleted: 'nigdy',
  keep: 'Zapisuj listy, wyniki i miejsca w tej przeglądarce',
  isOn: 'Zapisywanie jest włączone.',
  isOff: 'Zapisywanie jest wyłączone. Wszystko, co było zapisane, zostało usunięte.',
  offTitle: 'Wyłączyć zapisywanie?',
  offWhat: 'Wszystkie zapisane listy, wyniki i miejsca zostaną usunięte z tej przeglądarki.',
  turnOff: 'Wyłącz i usuń',
  keepOn: 'Nie wyłączaj',
  failed: 'Przeglądarka nie pozwoliła zapisać albo odczytać danych. Wyniki pobierz do pliku.',
  unnamed: (at: string) => `Lista z ${at}`,
  came: ({ visible, hidden, failed, waiting }: ListCounts) =>
    [
      `widoczne: ${number(visible)}`,
      `niewidoczne: ${number(hidden)}`,
      failed > 0 && `bez wyniku: ${number(failed)}`,
      waiting > 0 && `niesprawdzone: ${number(waiting)}`,
    ]
      .filter(Boolean)
      .join(', '),
  open: 'Otwórz',
  openNamed: (name: string) => `Otwórz: ${name}`,
  opened: (name: string) => `Otwarto: ${name}`,
  rename: 'Zmień nazwę',
  renameNamed: (name: string) => `Zmień nazwę: ${name}`,
  renamed: (name: string) => `Nowa nazwa: ${name}`,
  title: 'Nazwa listy',
  saveTitle: 'Zapisz nazwę',
  keepTitle: 'Anuluj',
  remove: 'Usuń',
  removeNamed: (name: string) => `Usuń: ${name}`,
  removed: (name: string) => `Usunięto: ${name}`,
  missing: 'Tej listy już nie ma.',
  places: (value: number) => `Ostatnie miejsca (${number(value)})`,
  onlyHere: 'Zapisane tylko w tej przeglądarce. Zapisywanie można wyłączyć w widoku „Linki do opinii”.',
  removePlaces: 'Usuń ostatnie miejsca',
  placesRemoved: 'Ostatnie miejsca zostały usunięte.',
};
