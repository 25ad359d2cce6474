import type { MessageId } from './messages.js';

/** The Polish texts of the messages of the service, which its clients show. A text may leave a value out. */
export const POLISH: Readonly<Record<MessageId, string>> = {
  // Identifiers
  notAPlaceId:
    'To nie jest Place ID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); wielkość liter ma znaczenie. Można też podać identyfikator w postaci 0x…:0x….',
  placeIdInvalid:
    'To nie jest poprawny Place ID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); wielkość liter ma znaczenie.',
  placeIdCaseChanged:
    'W tym Place ID zmieniono wielkość liter, więc nie wskazuje on żadnego miejsca. Skopiuj go jeszcze raz: zaczyna się od „ChIJ”.',
  notAFeatureId:
    'To nie jest poprawny identyfikator w postaci 0x…:0x…; po każdym „0x” stoi od 1 do 16 cyfr szesnastkowych.',
  neitherPlaceNorCid: 'Ten identyfikator nie wskazuje żadnego miejsca i nie zawiera numeru CID.',
  placeIdWithoutCid:
    'Ten Place ID nie zawiera numeru CID; zawierają go tylko identyfikatory zaczynające się od „ChIJ”. CID jest w danych miejsca: zobacz je w konsoli albo zapytaj o nie przez /all.',
  notACid: 'CID to liczba, która ma od 14 do 20 cyfr, na przykład {{example}}.',
  cidNegative: 'CID nie ma znaku minus. Podaj ten sam numer jako liczbę dodatnią (unsigned): {{cid}}.',
  cidDigits: 'CID ma od 14 do 20 cyfr. Liczba cyfr w podanym numerze: {{digits}}.',
  cidOutOfRange: 'CID to liczba od 1 do {{most}}. Podany numer jest spoza tego zakresu.',
  nameNotAccepted:
    'Tutaj nie można podać nazwy. Podaj Place ID, CID, link albo identyfikator w postaci 0x…:0x….',
  // Queries
  queryEmpty: 'Zapytanie jest puste. Podaj nazwę miejsca, link do mapy, Place ID albo CID.',
  queryTooLong: 'Zapytanie ma ponad {{most}} znaków. Podaj sam link, identyfikator albo nazwę.',
  queryInvisible: 'Zapytanie nie ma żadnego widocznego znaku. Podaj nazwę miejsca.',
  // Links
  placeLinkNotToMaps: 'Link nie prowadzi do Map Google. Podaj link z Map Google albo nazwę miejsca.',
  reviewLinkNotToMaps:
    'Link nie prowadzi do Map Google. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkNotToMaps: 'Link nie prowadzi do Map Google.',
  linkToForeignHost: 'Link prowadzi do {{host}}, a to nie jest serwer dostawcy map.',
  linkToNoHost: 'Link nie prowadzi do żadnego serwera.',
  linkNotAUrl: 'Link nie jest poprawnym adresem.',
  linkTooLong: 'Link ma ponad {{most}} znaków.',
  someLinkTooLong: 'Jeden z linków ma ponad {{most}} znaków.',
  linkUnreadable: 'Linku nie da się odczytać. Skopiuj go w całości, od https://.',
  linkWithBackslash: 'W linku jest ukośnik wsteczny („\\”) zamiast zwykłego („/”).',
  linkWithUserName: 'W linku przed nazwą serwera jest nazwa użytkownika. Usuń ją.',
  linkWithInvisibleCharacters: 'W linku są znaki niewidoczne. Wklej go jeszcze raz w jednym wierszu.',
  linkWithPort: 'W linku jest numer portu, a linki do Map Google go nie mają.',
  linkHostMisspelled: 'Nazwa serwera w linku jest zapisana nietypowo. Skopiuj link z Map Google jeszcze raz.',
  linkSchemeRefused:
    'Linki zaczynające się od „{{scheme}}:” nie są przyjmowane. Podaj link https do Map Google.',
  placeLinkNotALink: 'To nie jest link. Podaj link https do Map Google.',
  reviewLinkNotALink: 'To nie jest link. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkWithoutPlace: 'Link nie wskazuje miejsca. Otwórz miejsce w Mapach Google i skopiuj jego link.',
  linkToBareMap: 'Link pokazuje samą mapę, bez miejsca. Otwórz miejsce i skopiuj jego link.',
  linkToCoordinates: 'W linku są tylko współrzędne, bez miejsca. Podaj link samego miejsca.',
  linkToEmptySearch: 'Link jest wyszukiwaniem bez żadnego słowa. Podaj nazwę miejsca.',
  placeIdOfLinkInvalid: 'Place ID w linku jest niepoprawny. Skopiuj link jeszcze raz.',
  cidOfLinkInvalid: 'CID w linku nie jest liczbą z zakresu od 1 do 2^64-1.',
  linkToDirections:
    'To link do trasy, która nie prowadzi do jednego miejsca. Otwórz miejsce i skopiuj jego link.',
  linkForwards:
    'Link prowadzi do {{host}}, a ten adres tylko przekierowuje na inną stronę. Otwórz go i skopiuj link tej strony z Map Google.',
  severalSubjects:
    'W tekście są dwa różne linki lub identyfikatory: {{one}} i {{other}}. Podaj jeden z nich.',
  linkToList: 'To link do listy albo własnej mapy, a nie do miejsca. Otwórz miejsce i skopiuj jego link.',
  linkToProfile: 'To link do profilu autora opinii, a nie do miejsca.',
  linkToReview:
    'To link do opinii, a nie do miejsca. Do linków do opinii służą /review-details i /review-visibility.',
  consentWithoutPlace: 'To link do strony ze zgodą na pliki cookie, bez miejsca. Skopiuj link miejsca.',
  consentWithoutReview:
    'To link do strony ze zgodą na pliki cookie, bez opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkToPlace: 'To link do miejsca, a nie do opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkWithoutReview: 'Ten link nie wskazuje opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkCutAtReview:
    'Link jest ucięty: brakuje części, która wskazuje opinię. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkCutAtPlace:
    'Link jest ucięty: brakuje części, która wskazuje miejsce. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkCutAtEnd: 'Link jest ucięty: brakuje jego końca. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  // Share links
  notAShareLink: 'Ten skrócony link nie jest linkiem do miejsca. Skopiuj go jeszcze raz z mapy.',
  shareLinkWithoutPlace: 'Ten skrócony link nie prowadzi do miejsca.',
  shareLinkWithoutReview: 'Ten skrócony link nie prowadzi do opinii.',
  shareLinkToForeignHost: 'Skrócony link prowadzi do {{host}}, a to nie jest serwer dostawcy map.',
  shareLinkToNoHost: 'Skrócony link nie prowadzi do żadnego serwera.',
  shareLinkToNoUrl: 'Skrócony link nie prowadzi do poprawnego adresu.',
  // Access
  foreignOrigin:
    'Zapytanie pochodzi z innej strony internetowej, która nie może korzystać z tej usługi. Administrator może na to pozwolić ustawieniem CORS_ORIGINS.',
  foreignHost:
    'Ta usługa nie odpowiada pod nazwą „{{host}}”. Administrator może na to pozwolić ustawieniem ALLOWED_HOSTS.',
  // Requests that do not have the expected form
  notHttp:
    'To nie jest poprawne zapytanie HTTP, jego adres lub nagłówki są za długie albo wysłano je zbyt wolno.',
  jsonNeeded: 'Wyślij obiekt JSON z nagłówkiem Content-Type: application/json.',
  jsonRpcNeeded:
    'Wyślij jeden komunikat JSON-RPC 2.0 jako obiekt JSON; lista komunikatów nie jest przyjmowana.',
  bodyCompressed: 'Wyślij treść bez kompresji i bez nagłówka Content-Encoding.',
  bodyTooLarge: 'Treść zapytania jest większa niż {{most}}.',
  bodyNotJson: 'Treść zapytania nie jest poprawnym obiektem JSON.',
  bodyTooManyValues:
    'Treść zapytania ma ponad {{most}} wartości JSON. Podziel listę na części albo prześlij ją wiersz po wierszu.',
  unknownParameter:
    'To zapytanie nie ma parametru „{{name}}”. Najbardziej podobny parametr to „{{nearest}}”; wszystkie parametry: {{all}}.',
  noParameters: 'To zapytanie nie ma parametrów w adresie. Usuń parametr „{{name}}”.',
  keyInQuery:
    'Parametr „{{name}}” nie jest przyjmowany: usługa nigdy nie czyta klucza z adresu, bo adresy trafiają do dzienników. Wyślij klucz w nagłówku „X-API-Key” i zastąp go nowym.',
  parameterBesideBody:
    'Parametr „{{name}}” w adresie dotyczy tylko przesyłanych plików. Podaj go jako pole treści JSON.',
  parameterRepeated: 'Podaj parametr „{{name}}” tylko raz.',
  parameterMissing: 'Brakuje parametru „{{name}}”.',
  parameterEmpty: 'Parametr „{{name}}” jest pusty.',
  parameterOutOfRange: 'Parametr „{{name}}” musi być liczbą całkowitą od {{least}} do {{most}}.',
  fieldOutOfRange: 'Pole „{{name}}” musi być liczbą całkowitą od {{least}} do {{most}}.',
  notTrueOrFalse: 'Parametr „{{name}}” może mieć wartość true albo false.',
  fieldNotAString: 'Pole „{{name}}” musi być tekstem JSON, bo liczba straciłaby część cyfr.',
  fieldEmpty: 'Pole „{{name}}” jest puste.',
  fieldTooLong: 'Pole „{{name}}” ma ponad {{most}} znaków.',
  starsReversed: 'Najmniejsza liczba gwiazdek („min_stars”) jest większa od największej („max_stars”).',
  cidOrPlaceId: 'Podaj dokładnie jedno z pól „cid” i „place_id”.',
  unknownField: 'Nieznane pole: {{names}}. Podaj dokładnie jedno z pól „cid” i „place_id”.',
  reviewLinksNeeded: 'Wyślij {"urls": [...]} z listą od 1 do {{most}} linków do opinii.',
  ignoreInvalid: 'Parametr „ignore” może mieć tylko wartość „provider”.',
  quickOrLast:
    'Parametr „quick” zleca nowe sprawdzenie, a „last” pokazuje ostatnie. Podaj tylko jeden z nich.',
  afterInvalid: 'Parametr „after” musi być wartością „position” jednego z wyników albo zerem.',
  formatInvalid: 'Parametr „format” może mieć wartość ndjson, csv albo xlsx.',
  langInvalid: 'Parametr „lang” może mieć wartość pl albo en.',
  // Jobs
  idempotencyKeyReused: 'Tego klucza powtórzenia (Idempotency-Key) użyto już do innego zapytania.',
  idempotencyKeyInvalid: 'Klucz powtórzenia (Idempotency-Key) musi mieć od 1 do 255 widocznych znaków ASCII.',
  listEmpty: 'Lista jest pusta. Podaj co najmniej jeden link.',
  jobTooManyLinks:
    'Zlecenie tego rodzaju ({{type}}) może mieć najwyżej {{most}} linków. Podziel listę na części.',
  jobNotEnded: 'Zlecenie jeszcze trwa, a tabela ({{format}}) wymaga wszystkich wyników.',
  tooManyRowsForXlsx: 'Tabela ma {{rows}} wierszy, a XLSX może mieć najwyżej {{most}}. Pobierz ją jako CSV.',
  uploadTypeUnknown: 'Wyślij listę z jednym z tych nagłówków Content-Type: {{types}}.',
  uploadTooLarge: 'Lista jest większa niż {{most}}. Podziel ją na części.',
  uploadStopped: 'Przesyłanie listy zostało przerwane. Prześlij ją jeszcze raz.',
  jobTypeMissing: 'W adresie brakuje parametru „type”. Możliwe wartości: {{types}}.',
  jobTypeUnknown: 'Możliwe wartości „type”: {{types}}.',
  jobTypeAndUrlsNeeded: 'Wyślij {"type": "…", "urls": [...]} z co najmniej jednym linkiem.',
  parametersOnlyForLists:
    '„max_pages”, „min_stars” i „max_stars” można podać tylko dla opinii o miejscach (place-reviews).',
  uploadEncodingUnknown: 'Nieznane kodowanie listy. Zapisz listę jako „CSV UTF-8” i wyślij ją ponownie.',
  columnUnknown: 'Lista nie ma kolumny „{{column}}”. Podaj jej nagłówek albo numer, liczony od 1.',
  // Lines of a job's list
  lineEmpty: 'Wiersz jest pusty.',
  lineTooLong: 'Wiersz ma ponad {{most}} znaków.',
  lineWithControlCharacters: 'W wierszu są znaki sterujące.',
  lineNotJson: 'Wiersz nie jest poprawnym JSON-em.',
  lineWithoutText: 'Wiersz musi być tekstem JSON albo obiektem z tekstem w jednym z pól: {{names}}.',
  linkCellEmpty: 'Komórka na link jest pusta.',
  recordWithoutLink: 'W wierszu nie ma linku.',
  lineWithoutLink: 'W wierszu nie ma linku.',
  cellTooLong: 'W wierszu jest komórka, która ma ponad {{most}} znaków.',
  rowTooLong:
    'Liczba znaków w wierszu {{line}} poza linkiem: {{count}}. Dozwolona liczba: {{most}}. Usuń z listy część kolumn albo zleć same linki.',
  tooManyColumns:
    'Liczba kolumn na liście: {{count}}. Dozwolona liczba: {{most}}. Usuń z listy część kolumn albo zleć same linki.',
  headingsTooLong:
    'Nagłówki kolumn mają razem ponad {{most}} znaków. Usuń z listy część kolumn albo zleć same linki.',
  listTooLongForJob: 'Ta lista opinii jest za długa dla zlecenia. Zmniejsz liczbę stron (max_pages).',
  // Evidence packs
  evidenceLinksNeeded:
    'Wyślij {"links": [...]} z listą od 1 do {{most}} linków do opinii (każdy jako tekst albo {"url": ..., "seen": ...}). Można też podać „lang” i „blur”.',
  seenFields: 'Pole „seen” to obiekt, w którym mogą być author, rating, text i on.',
  seenOnInvalid:
    'W polu „{{name}}” podaj dzień, np. 2026-10-05, albo czas ze strefą, np. 2026-10-05T08:05:00Z.',
  lengthOutOfRange: 'W polu „{{name}}” podaj jeden tekst o długości od {{least}} do {{most}} znaków.',
  // Channels of the watch
  webhooksOff:
    'Ta usługa nie wysyła webhooków: administrator nie ustawił WEBHOOK_HOSTS, czyli listy dozwolonych serwerów.',
  webhookInvalid:
    'Adres webhooka musi zaczynać się od https:// i nie może zawierać nazwy użytkownika ani hasła.',
  webhookHostNotAllowed:
    'Ta usługa nie może wysyłać webhooków do {{host}}. Administrator może dopisać ten serwer do WEBHOOK_HOSTS.',
  webhookPrivate:
    'Webhook prowadzi do adresu, który nie jest publiczny. Administrator może dopisać jego serwer do WEBHOOK_HOSTS, razem z portem, jeśli jest to port inny niż 443.',
  webhookPortNotAllowed:
    'Ta usługa nie może wysyłać webhooków do {{host}} na port {{port}}. Administrator może dopisać ten serwer z tym portem do WEBHOOK_HOSTS.',
  webhookToService: 'Webhook prowadzi do portu samej tej usługi.',
  mailOff: 'Ta usługa nie wysyła e-maili: administrator nie ustawił SMTP_URL i MAIL_FROM.',
  mailboxInvalid: 'To nie jest poprawny adres e-mail. Poprawny adres wygląda tak: nazwa@example.com.',
  mailDomainNotAllowed:
    'Ta usługa nie może wysyłać e-maili do {{domain}}. Administrator może dopisać tę domenę do MAIL_DOMAINS.',
  mailLimit:
    'Dzienny limit e-maili jest wyczerpany (MAILS_PER_OWNER, MAILS_PER_DAY). Następne zostaną wysłane jutro.',
  tooManyCodes:
    'Dziś nie można wysłać kodu na tę skrzynkę: dostaje ona najwyżej 3 takie e-maile dziennie albo dzienny limit e-maili jest wyczerpany (MAILS_PER_OWNER, MAILS_PER_DAY).',
  tooManyTests: 'Kanał można wypróbować najwyżej 5 razy dziennie.',
  codeNotSent: 'Nie udało się wysłać e-maila z kodem, więc kanał nie został dodany: {{error}}.',
  codeWrong: 'Na tę skrzynkę wysłano e-mail z kodem. Podaj ten kod w polu code.',
  tooManyChannels: 'Osiągnięto limit kanałów: {{most}}. Najpierw usuń jeden z nich.',
  channelExists: 'Masz już kanał z tym adresem: {{id}}.',
  channelOptions:
    'Kanał ma pola kind (webhook lub email), target, pace (at_once, a dla e-maila także daily), lang (pl lub en) i types (lista rodzajów zdarzeń); w zapytaniu jest nieznane pole albo niepoprawna wartość.',
  channelWaits: 'Ten kanał czeka (pole held), więc usługa niczego teraz do niego nie wysyła.',
  onlyWebhooksHaveSecrets: 'Sekret ma tylko webhook, a ten kanał to adres e-mail.',
  // The watch
  watchOptions:
    'Obserwacja ma pola subject, interval_hours, label, note, evidence i legal_hold; w zapytaniu jest nieznane pole albo niepoprawna wartość.',
  watchChangeEmpty:
    'Wyślij co najmniej jedno z pól: label, note, interval_hours, evidence, legal_hold, paused, i żadnego innego.',
  watchListNeeded: 'Wyślij {"watches": [...]} z listą od 1 do {{most}} pozycji.',
  watchFieldTooLong: 'Pole „{{name}}” jest za długie. Dozwolona liczba znaków: {{most}}.',
  intervalInvalid:
    'Odstęp między sprawdzeniami („interval_hours”) to liczba godzin od {{least}} do {{most}}.',
  severalPlaces:
    'Ta nazwa pasuje do kilku miejsc (znaleziono: {{count}}). Podaj link albo Place ID jednego z nich.',
  tooManyWatches: 'Osiągnięto limit obserwacji: {{most}} (WATCH_LIMIT). Najpierw usuń jedną z nich.',
  watchShareExceeded:
    'Sprawdzenia wszystkich obserwacji potrzebowałyby {{needed}} z {{available}} odczytów na dobę, a administrator przeznaczył na nie {{percent}}% (WATCH_SHARE_PERCENT). Wybierz dłuższy odstęp albo wstrzymaj lub usuń część obserwacji.',
  dayInvalid: 'Parametr „{{name}}” musi być datą w postaci RRRR-MM-DD.',
  periodReversed: 'Dzień w parametrze „from” nie może być późniejszy niż w „to”.',
  authorInvalid:
    'Pole „author” musi być ID autora (cyfry) albo linkiem do jego profilu (…/maps/contrib/<ID>).',
  valueRefused:
    'W zapytaniu jest tekst lub liczba, których nie można zapisać, na przykład tekst ze znakiem U+0000.',
  authorForgotten:
    'Link prowadzi do opinii autora, którego dane usunięto na Twoje polecenie (POST /api/forget-author). Tej opinii nie można obserwować.',
  watchPaused: 'Obserwacja jest wstrzymana, więc sprawdzenia się nie odbywają. Najpierw ją wznów.',
  watchOnHold:
    'Obserwacja jest zabezpieczona jako dowód (legal hold), więc nie można jej usunąć. Najpierw zdejmij zabezpieczenie.',
  cursorInvalid: 'Parametr „after” musi być wartością „next” z wcześniejszej odpowiedzi.',
  notOneOf: 'Parametr „{{name}}” musi mieć jedną z wartości: {{values}}.',
  blurInvalid: 'Parametr „blur” może mieć wartość others albo none.',
  // Identifiers
  cidOfAnotherPlace: 'Dostawca map pokazuje dla tego CID miejsce o innym CID, więc nie można podać Place ID.',
  // Share links
  shareLinkDead: 'Ten skrócony link donikąd nie prowadzi: może zawierać literówkę albo być już nieważny.',
  shareLinkInCircle: 'Skrócony link prowadzi w kółko.',
  shareLinkTooManyHops: 'Skrócony link prowadzi przez zbyt wiele adresów (ponad {{most}}).',
  shareLinkUnanswered: 'Serwer skróconego linku nie odpowiedział.',
  shareLinkHostFails: 'Serwer tego skróconego linku nie odpowiada poprawnie. Spróbuj ponownie za chwilę.',
  shareLinkRefused: 'Dostawca map nie pozwala otworzyć tego skróconego linku.',
  shareLinkStatus:
    'Dostawca map odpowiedział na skrócony link statusem {{status}}. Spróbuj ponownie później.',
  // The map provider
  providerUnreachable: 'Nie można połączyć się z dostawcą map. Spróbuj ponownie za chwilę.',
  providerUnreachableForLonger: 'Nie można połączyć się z dostawcą map. Spróbuj ponownie później.',
  providerFails: 'Dostawca map nie odpowiedział poprawnie. Spróbuj ponownie za chwilę.',
  providerBlocks:
    'Dostawca map blokuje teraz automatyczne wejścia z tego adresu. Odczekaj przed kolejną próbą.',
  noSuchPlace: 'Dostawca map nie pokazuje takiego miejsca.',
  noPlaceForQuery: 'Dostawca map nie pokazuje żadnego miejsca dla tego zapytania.',
  noListOfReviews: 'Dostawca map nie pokazuje teraz listy opinii o tym miejscu. Spróbuj ponownie później.',
  listRefused: 'Dostawca map blokuje teraz listę opinii. Odczekaj przed kolejną próbą.',
  listFailed: 'Dostawca map nie pokazał listy opinii. Spróbuj ponownie za chwilę.',
  controlNotShown:
    'Dostawca map nie pokazuje teraz nawet opinii lub miejsca, które na pewno są widoczne. Usługa nie może więc stwierdzić, że czegoś nie widać. Spróbuj ponownie później.',
  controlRecovering:
    'Dostawca map przed chwilą nie pokazał nawet opinii lub miejsca, które na pewno są widoczne. Usługa zacznie znów podawać, że czegoś nie widać, po trzech udanych próbach kontrolnych. Spróbuj ponownie później.',
  placeDisturbed:
    'Dostawca map nie pokazuje teraz tego miejsca i jego opinii tak jak zwykle. Usługa nie może więc stwierdzić, że czegoś tu nie widać. Spróbuj ponownie później.',
  noControl:
    'Usługa nie znalazła żadnej opinii ani miejsca, które na pewno są widoczne. Nie może więc stwierdzić, że czegoś nie widać. Administrator może podać opinie w CONTROL_REVIEWS albo miejsca w CONTROL_PLACES.',
  // Access
  keyMissing: 'Ta usługa wymaga klucza API.',
  keyInvalid: 'Ten klucz API jest nieważny.',
  twoKeys: 'W zapytaniu są dwa różne klucze API.',
  keyExpired: 'Ten klucz API wygasł.',
  keyOutOfScope: 'Ten klucz API nie obejmuje tej części usługi.',
  keyNotOfOperator: 'Ta część usługi wymaga klucza administratora.',
  pointsUsedUp: 'Za dużo zapytań w ciągu minuty. Spróbuj ponownie za {{seconds}} s.',
  listsAtOnce:
    'Osiągnięto limit list opinii, które jeden klient może wczytywać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy zakończy się wczytywanie jednej z nich.',
  bulkChecksAtOnce:
    'Osiągnięto limit list linków, które jeden klient może sprawdzać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy zakończy się sprawdzanie jednej z nich.',
  uploadsAtOnce:
    'Osiągnięto limit list zleceń, które jeden klient może przesyłać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy zakończy się przesyłanie jednej z nich.',
  resultReadersAtOnce:
    'Osiągnięto limit pobrań wyników zleceń, które u jednego klienta mogą trwać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy jedno z pobrań się zakończy.',
  allClientsAtOnce:
    'Osiągnięto wspólny limit zapytań tego rodzaju, które mogą trwać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie za chwilę.',
  // The service
  noSuchEndpoint: 'Usługa nie ma takiego adresu: {{method}} {{path}}.',
  apiSwitchedOff: 'Usługa jest teraz wyłączona.',
  shuttingDown: 'Usługa właśnie się wyłącza. Spróbuj ponownie za chwilę.',
  unexpectedFailureWithId: 'W usłudze wystąpił nieoczekiwany błąd. Przyczynę pomoże znaleźć numer zapytania.',
  unexpectedFailure: 'W usłudze wystąpił nieoczekiwany błąd.',
  notReadyInTime: 'Odpowiedź nie była gotowa na czas. Spróbuj ponownie później.',
  tooManyWaiting: 'Zbyt wiele zapytań już czeka. Spróbuj ponownie za chwilę.',
  browserUnavailable: 'Przeglądarka, z której korzysta usługa, nie działa. Spróbuj ponownie za chwilę.',
  browserStarting:
    'Przeglądarka, z której korzysta usługa, dopiero się uruchamia. Spróbuj ponownie za chwilę.',
  // Jobs
  dataFolderFails:
    'Usługa nie może zapisywać w swoim folderze danych (DATA_DIR), dlatego zlecenia, obserwacje i pakiety dowodowe są niedostępne. Komunikat systemu: {{reason}}.',
  watchPartExceeded:
    'Sprawdzenia Twoich obserwacji potrzebowałyby {{needed}} odczytów na dobę, a przypada Ci {{most}}: administrator przeznaczył na obserwacje {{percent}}% z {{available}} odczytów (WATCH_SHARE_PERCENT), do podziału na {{owners}} właścicieli. Wybierz dłuższy odstęp albo wstrzymaj lub usuń część obserwacji.',
  watchJustChecked:
    'Od ostatniego sprawdzenia nie minęło jeszcze {{minutes}} min. Nagłówek Retry-After podaje, kiedy można je powtórzyć.',
  jobsWithoutDatabase:
    'Ta instalacja nie przechowuje danych, dlatego nie obsługuje zleceń. Administrator może je włączyć ustawieniem DATA_DIR albo DATABASE_URL.',
  jobsOnlyOnThisMachine:
    'Bez kluczy API ta usługa udostępnia zlecenia tylko na komputerze, na którym działa. Administrator może ustawić klucze (API_KEYS) albo udostępnić zlecenia wszystkim (JOBS_WITHOUT_KEYS).',
  jobsDatabaseFails: 'Zlecenia są teraz niedostępne. Spróbuj ponownie za chwilę.',
  watchWithoutDatabase:
    'Ta instalacja nie przechowuje danych, dlatego nie obserwuje miejsc ani opinii. Administrator może to włączyć ustawieniem DATA_DIR albo DATABASE_URL.',
  watchOnlyOnThisMachine:
    'Bez kluczy API ta usługa obserwuje miejsca i opinie tylko dla komputera, na którym działa. Administrator może ustawić klucze (API_KEYS) albo udostępnić obserwowanie wszystkim (JOBS_WITHOUT_KEYS).',
  watchDatabaseFails: 'Baza danych obserwacji jest chwilowo niedostępna. Spróbuj ponownie za chwilę.',
  evidenceFolderFails: 'Folder pakietów dowodowych jest chwilowo niedostępny. Spróbuj ponownie za chwilę.',
  watchNotFound: 'Nie masz takiej obserwacji, zdarzenia ani kanału.',
  ownerNotFound: 'Nie ma właściciela o tym identyfikatorze.',
  ownerWithoutKey:
    'Wszystko można przekazać tylko innemu właścicielowi, który ma ważny klucz: key <nazwa> albo team <zespół>, a bez kluczy: everybody.',
  watchExists: 'To miejsce albo ta opinia jest już obserwowane: obserwacja {{id}}.',
  jobNotFound: 'Nie ma takiego zlecenia albo jego wyniki już wygasły.',
  tooManyOpenJobs:
    'Osiągnięto limit otwartych zleceń: {{most}} (JOBS_PER_KEY). Poczekaj, aż jedno z nich się zakończy, albo anuluj jedno z nich.',
  tooManyLinksKept:
    'Zlecenia, także zakończone, mogą mieć razem najwyżej {{most}} linków (JOB_LINKS_PER_KEY); bez tej listy mają {{kept}}. Poczekaj, aż wyniki wygasną, albo usuń zakończone zlecenia.',
  tooManyBytesKept:
    'Zlecenia, także zakończone, mogą zajmować razem najwyżej {{most}} bajtów (JOB_BYTES_PER_KEY); bez tej listy zajmują {{kept}}. Poczekaj, aż wyniki wygasną, albo usuń zakończone zlecenia.',
  tooManyBytesOfAllClients:
    'Zlecenia wszystkich klientów mogą zajmować razem najwyżej {{most}} bajtów (JOB_BYTES). Spróbuj ponownie, gdy część wyników wygaśnie.',
  jobsDiskFull:
    'Na zlecenia nie ma teraz wolnego miejsca. Usuń zakończone zlecenia albo spróbuj ponownie później.',
  // Evidence packs
  evidenceWithoutKey:
    'Ta usługa nie sporządza pakietów dowodowych: administrator nie ustawił EVIDENCE_KEY_FILE, czyli pliku z kluczem do podpisywania.',
  evidenceKeyUnusable:
    'Pakietów dowodowych nie da się podpisać: nie można użyć pliku z kluczem do podpisywania. Powód jest w dzienniku usługi.',
  evidenceLoadsUsedUp:
    'Nie udało się potwierdzić wyniku w granicach limitu odczytów stron ({{most}}), więc pakiet dowodowy nie powstał. Spróbuj ponownie później.',
  packsAtOnce:
    'Osiągnięto limit pakietów dowodowych lub ich list, które jeden klient może zamawiać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy jeden z nich będzie gotowy.',
  // Lines of a job's list
  resultDamaged: 'Zapisany wynik jest uszkodzony. Wyślij ten link w kolejnym zleceniu.',
  // Reasons why the service stops its work. By then no client waits for an answer: only the log has these messages.
  answerComplete: 'Odpowiedź jest kompletna i nikt na nic więcej nie czeka.',
  clientGone: 'Klient zamknął połączenie, zanim odpowiedź była gotowa.',
  clientGoneInUpload: 'Klient zamknął połączenie w trakcie przesyłania.',
  nobodyWaits: 'Nikt już nie czeka na tę odpowiedź.',
  notAsked: 'Sprawdzanie skończyło się przed tą pozycją.',
  runOver: 'Upłynął czas przeznaczony na sprawdzenie.',
  commandEnded: 'Polecenie zostało przerwane.',
};
