import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  watchOptions:
    'Obserwacja ma pola subject, interval_hours, label, note, client i evidence; w zapytaniu jest nieznane pole albo niepoprawna wartość.',
  watchChangeEmpty:
    'Wyślij co najmniej jedno z pól: label, note, client, interval_hours, evidence, paused, i żadnego innego.',
  watchListNeeded: 'Wyślij {"watches": [...]} z listą od 1 do {{most}} pozycji.',
  watchFieldTooLong: 'Pole „{{name}}” jest za długie. Dozwolona liczba znaków: {{most}}.',
  intervalInvalid:
    'Odstęp między sprawdzeniami („interval_hours”) to liczba godzin od {{least}} do {{most}}.',
  severalPlaces:
    'Ta nazwa pasuje do kilku miejsc (znaleziono: {{count}}). Podaj link albo Place ID jednego z nich.',
  placeByName:
    'Wyszukiwanie nazwy z linku znalazło „{{place}}”, a to może być inny oddział: link nie ma identyfikatora miejsca. Jeśli to właściwe miejsce, podaj jego Place ID, {{id}}; w przeciwnym razie podaj Place ID właściwego.',
  tooManyWatches: 'Osiągnięto limit obserwacji: {{most}} (WATCH_LIMIT). Najpierw usuń jedną z nich.',
  authorInvalid:
    'Pole „author” musi być ID autora (cyfry) albo linkiem do jego profilu (…/maps/contrib/<ID>).',
  valueRefused:
    'W zapytaniu jest tekst lub liczba, których nie można zapisać, na przykład tekst ze znakiem U+0000.',
  authorForgotten:
    'Link prowadzi do opinii autora, którego dane usunięto na Twoje polecenie (POST /api/forget-author). Tej opinii nie można obserwować.',
  watchPaused: 'Obserwacja jest wstrzymana, więc sprawdzenia się nie odbywają. Najpierw ją wznów.',
  cursorInvalid: 'Parametr „after” musi być wartością „next” z wcześniejszej odpowiedzi.',
  notOneOf: 'Parametr „{{name}}” musi mieć jedną z wartości: {{values}}.',
  watchJustChecked:
    'Od ostatniego sprawdzenia nie minęło jeszcze {{minutes}} min. Nagłówek Retry-After podaje, kiedy można je powtórzyć.',
  watchWithoutDatabase:
    'Ta instalacja nie przechowuje danych, dlatego nie obserwuje miejsc ani opinii. Administrator może to włączyć ustawieniem DATA_DIR albo DATABASE_URL.',
  watchOnlyOnThisMachine:
    'Bez kluczy API ta usługa obserwuje miejsca i opinie tylko dla komputera, na którym działa. Administrator może ustawić klucze (API_KEYS).',
  watchDatabaseFails: 'Baza danych obserwacji jest chwilowo niedostępna. Spróbuj ponownie za chwilę.',
  watchDiskFull:
    'Dysk usługi jest prawie pełny, dlatego nie dodaje ona teraz obserwacji i niczego nie sprawdza. Usuń obserwacje lub listy albo spróbuj ponownie później.',
  evidenceFolderFails: 'Folder pakietów dowodowych jest chwilowo niedostępny. Spróbuj ponownie za chwilę.',
  watchNotFound: 'Nie masz takiej obserwacji, zdarzenia ani kanału.',
  ownerNotFound: 'Nie ma właściciela o tym identyfikatorze.',
  watchExists: 'To miejsce albo ta opinia jest już obserwowane: obserwacja {{id}}.',
  eventMarks: 'Wyślij {"ids": [...]} z 1 do {{most}} id zdarzeń; "done": false cofa oznaczenie.',
  clientUnknown: 'Żadna z obserwacji nie ma klienta „{{client}}”.',
  periodReversed: 'Dzień w parametrze „from” nie może być późniejszy niż w „to”.',
} satisfies Polish<typeof en>;
