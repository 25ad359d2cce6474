import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  invalid: 'Usługa nie przyjęła tego zapytania.',
  version: 'Wersja {{version}}.',
  free: 'Mapy Google nie blokują usługi.',
  blocked: 'Mapy Google blokują teraz ten adres. Usługa czeka.',
  browser: 'Chromium działa albo uruchomi się, gdy będzie potrzebne.',
  browserAway: 'Chromium nie odpowiada. Przyczynę podaje dziennik usługi.',
  disk: 'Wolne miejsce na dysku z danymi: {{gigabytes}} GB.',
  backup: 'Ostatnia kopia zapasowa: {{moment}}.',
  ok: 'w porządku',
  warn: 'uwaga',
  title: 'Stan usługi',
  proven: 'Ostatnie sprawdzenie z wynikiem: {{moment}}.',
  notProven: 'Żadne sprawdzenie nie dało jeszcze wyniku.',
  overdue: 'Spóźnione sprawdzenia: {{count}}.',
  failing: 'Niedostarczone powiadomienia, ponawiane: {{count}}.',
  noBackup: 'Nie wykonano jeszcze kopii zapasowej. Tworzy ją polecenie: place-lookup backup.',
  operatorOnly: 'Stan usługi widać po wpisaniu klucza administratora.',
} satisfies Polish<typeof en>;
