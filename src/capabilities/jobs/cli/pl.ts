import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  'commands.check': 'sprawdź widoczność opinii z listy linków; - oznacza standardowe wejście',
  'commands.places':
    'pokaż dane wielu miejsc z listy nazw, linków, CID i Place ID; - oznacza standardowe wejście',
  'options.column':
    'kolumna z linkami: nagłówek, numer od 1 albo * (wszystkie); domyślnie polecenie samo ją znajduje',
  'options.headings':
    'wiersz z nagłówkami, liczony od 1; 0: lista nie ma nagłówków; domyślnie polecenie samo go znajduje',
  'options.job': 'zamiast nowej listy: pokaż listę o tym identyfikatorze od pierwszego wyniku',
  help: '\nLista to skoroszyt XLSX, CSV albo tekst. Polecenie samo znajduje kolumnę z linkami, a w tekście linki w każdym wierszu.\nWłasne kolumny listy zostają w CSV i XLSX po lewej stronie wyników, w kolejności listy. Wiersze zaczynające się od #\nsą pomijane, wiersze bez linku też, ale polecenie podaje ich numery.\nListę sprawdza usługa: Ctrl-C ani zerwane połączenie tego nie przerywa. Polecenie wypisuje wtedy, jak zobaczyć wyniki.',
  'examples.places': 'miejsca',
  left: 'pozostało {{entries}}, ok. {{time}}',
  isTheList: '{{file}} jest listą do sprawdzenia. Podaj inny plik na wyniki.',
  jobOrList:
    'Opcja --job pokazuje listę, którą usługa już ma. Nie podawaj z nią listy, --column ani --headings.',
  sent: 'Lista {{id}} (pozycji: {{count}}). Ctrl-C jej nie przerywa.',
  goOn: 'Lista pozostaje w usłudze. Klucz API, jeśli go używasz, podaj znowu (PLACE_LOOKUP_API_KEY albo --key). Wyniki pokaże: {{command}}',
  waits:
    'Na razie bez wyniku z przyczyn przejściowych: {{count}}. Usługa ponawia próby do 24 godzin. Aby zakończyć próby: {{command}}',
  cancelled: 'Listę anulowano. Pozycje bez wyniku: {{missing}}.',
} satisfies Polish<typeof en>;
