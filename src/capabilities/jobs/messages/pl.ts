import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  someLinkTooLong: 'Jeden z linków ma ponad {{most}} znaków. Skopiuj go jeszcze raz, bez innego tekstu.',
  parameterBesideBody:
    'Parametr „{{name}}” w adresie dotyczy tylko przesyłanych plików. Podaj go jako pole treści JSON.',
  fieldOutOfRange: 'Pole „{{name}}” musi być liczbą całkowitą od {{least}} do {{most}}.',
  afterInvalid: 'Parametr „after” musi być wartością „position” jednego z wyników albo zerem.',
  formatInvalid: 'Parametr „format” może mieć wartość ndjson, csv albo xlsx.',
  listNameInvalid: 'Pole „name” musi być tekstem o długości od 1 do {{most}} znaków.',
  idempotencyKeyReused: 'Tego klucza powtórzenia (Idempotency-Key) użyto już do innego zapytania.',
  idempotencyKeyInvalid: 'Klucz powtórzenia (Idempotency-Key) musi mieć od 1 do 255 widocznych znaków ASCII.',
  listEmpty: 'Lista jest pusta. Podaj co najmniej jeden link.',
  jobTooManyLinks: 'Lista tego rodzaju ({{type}}) może mieć najwyżej {{most}} linków. Podziel ją na części.',
  jobNotEnded: 'Lista jest jeszcze sprawdzana, a tabela ({{format}}) wymaga wszystkich wyników.',
  tooManyRowsForXlsx: 'Tabela ma {{rows}} wierszy, a XLSX może mieć najwyżej {{most}}. Pobierz ją jako CSV.',
  uploadTypeUnknown: 'Wyślij listę z jednym z tych nagłówków Content-Type: {{types}}.',
  uploadTooLarge: 'Lista jest większa niż {{most}}. Podziel ją na części.',
  uploadStopped: 'Przesyłanie listy zostało przerwane. Prześlij ją jeszcze raz.',
  jobTypeMissing: 'W adresie brakuje parametru „type”. Możliwe wartości: {{types}}.',
  jobTypeUnknown: 'Możliwe wartości „type”: {{types}}.',
  jobTypeAndUrlsNeeded: 'Wyślij {"type": "…", "urls": [...]} z co najmniej jednym linkiem.',
  parametersOnlyForLists:
    '„max_pages”, „min_stars”, „max_stars” i „since” można podać tylko dla opinii o miejscach (place-reviews).',
  uploadEncodingUnknown: 'Nieznane kodowanie listy. Zapisz listę jako „CSV UTF-8” i wyślij ją ponownie.',
  lineEmpty: 'Wiersz jest pusty.',
  lineTooLong: 'Wiersz ma ponad {{most}} znaków.',
  lineWithControlCharacters: 'W wierszu są znaki sterujące.',
  lineNotJson: 'Wiersz nie jest poprawnym JSON-em.',
  lineWithoutText: 'Wiersz musi być tekstem JSON albo obiektem z tekstem w jednym z pól: {{names}}.',
  lineWithoutLink: 'W wierszu nie ma linku.',
  rowTooLong:
    'Liczba znaków w wierszu {{line}} poza linkiem: {{count}}. Dozwolona liczba: {{most}}. Usuń z listy część kolumn albo wyślij same linki.',
  tooManyColumns:
    'Liczba kolumn na liście: {{count}}. Dozwolona liczba: {{most}}. Usuń z listy część kolumn albo wyślij same linki.',
  headingsTooLong:
    'Nagłówki kolumn mają razem ponad {{most}} znaków. Usuń z listy część kolumn albo wyślij same linki.',
  listTooLongForJob: 'Ta lista opinii jest za długa, żeby ją zachować. Zmniejsz liczbę stron (max_pages).',
  uploadsAtOnce:
    'Osiągnięto limit list, które jeden klient może przesyłać jednocześnie: {{most}}. Spróbuj ponownie, gdy zakończy się przesyłanie jednej z nich.',
  resultReadersAtOnce:
    'Osiągnięto limit pobrań wyników list, które u jednego klienta mogą trwać jednocześnie: {{most}}. Spróbuj ponownie, gdy jedno z pobrań się zakończy.',
  jobsWithoutDatabase:
    'Ta instalacja nie przechowuje danych, dlatego nie sprawdza list. Administrator może to włączyć ustawieniem DATA_DIR albo DATABASE_URL.',
  jobsOnlyOnThisMachine:
    'Bez kluczy API ta usługa udostępnia listy tylko na komputerze, na którym działa. Administrator może ustawić klucze (API_KEYS).',
  jobsDatabaseFails: 'Listy są teraz niedostępne. Spróbuj ponownie za chwilę.',
  jobNotFound: 'Nie ma takiej listy albo jej wyniki już wygasły.',
  tooManyOpenLinks:
    'Na Twoich listach może być najwyżej {{most}} linków bez wyniku; bez tej listy jest ich {{open}}. Poczekaj na wyniki albo anuluj jedną z list.',
  jobsDiskFull:
    'Dysk usługi jest prawie pełny, dlatego nie przyjmuje ona teraz list. Usuń zakończone listy albo spróbuj ponownie później.',
  resultDamaged: 'Zapisany wynik jest uszkodzony. Wyślij ten link na kolejnej liście.',
  clientGoneInUpload: 'Klient zamknął połączenie w trakcie przesyłania.',
} satisfies Polish<typeof en>;
