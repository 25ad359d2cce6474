import { createFormats } from '../../contract/texts/formats.js';

const { number } = createFormats('pl');

/** The texts of the view "doctor". */
export const doctor = {
  intro:
    'Sprawdzenie pokazuje, czy usługa nadal poprawnie odczytuje dane od dostawcy map. Wynik nie zawiera treści opinii ani nazwisk.',
  check: 'Sprawdź teraz',
  checkQuickly: 'Sprawdź szybko',
  costs: 'Sprawdzenie kosztuje 15 punktów, szybkie 4.',
  running: 'Sprawdzanie… Może potrwać do 2 minut.',
  runningQuick: 'Szybkie sprawdzanie…',
  loading: 'Wczytywanie…',
  done: 'Sprawdzenie zakończone.',
  invalid: 'Usługa nie przyjęła tego zapytania.',
  lastRun: 'Ostatnie sprawdzenie',
  at: (moment: string) => `Rozpoczęte ${moment}`,
  fieldsRead: 'Odczytane pola',
  history: 'Pola od uruchomienia usługi',
  scroll: 'Tabela pól, przewijana w poziomie',
  noHistory: 'Nie ma jeszcze danych o polach.',
  field: 'Pole',
  source: 'Źródło',
  allSources: 'wszystkie',
  present: 'Obecne',
  presentOf: (present: number, total: number) => `${number(present)} z ${number(total)}`,
  usual: 'Zwykle',
  state: 'Stan',
  drifting: 'rzadziej niż zwykle',
  steady: 'bez zmian',
};
