interface Texts {
  /** The text that the service sends. `{{name}}` stands for a value. */
  readonly en: string;
  /** The translation that console and command line show. It may leave a value out. */
  readonly pl: string;
}

/** The messages that an `invalid_request` may have. The id in snake_case is the published `reason`. */
export const REFUSALS = {
  // Identifiers
  notAPlaceId: {
    en: 'This is not a Place ID. A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive. The form 0x..:0x.. is accepted too.',
    pl: 'To nie jest Place ID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); wielkość liter ma znaczenie. Można też podać identyfikator w postaci 0x…:0x….',
  },
  placeIdInvalid: {
    en: 'This is not a valid Place ID. A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive.',
    pl: 'To nie jest poprawny Place ID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); wielkość liter ma znaczenie.',
  },
  placeIdCaseChanged: {
    en: 'Upper and lower case were changed in this Place ID, so it names no place. Copy it again: it starts with "ChIJ".',
    pl: 'W tym Place ID zmieniono wielkość liter, więc nie wskazuje on żadnego miejsca. Skopiuj go jeszcze raz: zaczyna się od „ChIJ”.',
  },
  notAFeatureId: {
    en: 'This is not a valid feature id. A feature id looks like 0x<1-16 hex digits>:0x<1-16 hex digits>.',
    pl: 'To nie jest poprawny identyfikator w postaci 0x…:0x…; po każdym „0x” stoi od 1 do 16 cyfr szesnastkowych.',
  },
  neitherPlaceNorCid: {
    en: 'This identifier names no place and contains no CID.',
    pl: 'Ten identyfikator nie wskazuje żadnego miejsca i nie zawiera numeru CID.',
  },
  placeIdWithoutCid: {
    en: 'This Place ID contains no CID: only Place IDs that start with "ChIJ" contain a CID. Look the place up with /all instead.',
    pl: 'Ten Place ID nie zawiera numeru CID; zawierają go tylko identyfikatory zaczynające się od „ChIJ”. CID jest w danych miejsca: zobacz je w konsoli albo zapytaj o nie przez /all.',
  },
  notACid: {
    en: 'A CID is a number of 14 to 20 decimal digits, such as {{example}}.',
    pl: 'CID to liczba, która ma od 14 do 20 cyfr, na przykład {{example}}.',
  },
  cidNegative: {
    en: 'A CID has no minus sign. Send it as an unsigned number: {{cid}}.',
    pl: 'CID nie ma znaku minus. Podaj ten sam numer jako liczbę dodatnią (unsigned): {{cid}}.',
  },
  cidDigits: {
    en: 'A CID has 14 to 20 decimal digits; this number has {{digits}}.',
    pl: 'CID ma od 14 do 20 cyfr. Liczba cyfr w podanym numerze: {{digits}}.',
  },
  cidOutOfRange: {
    en: 'A CID lies between 1 and {{most}}; this number is outside that range.',
    pl: 'CID to liczba od 1 do {{most}}. Podany numer jest spoza tego zakresu.',
  },
  nameNotAccepted: {
    en: 'A name is not accepted here. Use a Place ID, a feature id, a CID or a link.',
    pl: 'Tutaj nie można podać nazwy. Podaj Place ID, CID, link albo identyfikator w postaci 0x…:0x….',
  },
  // Queries
  queryEmpty: {
    en: 'The query is empty; send a place name, a map link, a Place ID or a CID.',
    pl: 'Zapytanie jest puste. Podaj nazwę miejsca, link do mapy, Place ID albo CID.',
  },
  queryTooLong: {
    en: 'The query is longer than {{most}} characters; send only the link, the identifier or the name.',
    pl: 'Zapytanie ma ponad {{most}} znaków. Podaj sam link, identyfikator albo nazwę.',
  },
  queryInvisible: {
    en: 'The query holds no visible character; send the name of a place.',
    pl: 'Zapytanie nie ma żadnego widocznego znaku. Podaj nazwę miejsca.',
  },
  // Links
  placeLinkNotToMaps: {
    en: 'The link does not lead to Google Maps; send a Google Maps link or the name of the place.',
    pl: 'Link nie prowadzi do Map Google. Podaj link z Map Google albo nazwę miejsca.',
  },
  reviewLinkNotToMaps: {
    en: 'The link does not lead to Google Maps. Open the review, choose "Share" and send that link.',
    pl: 'Link nie prowadzi do Map Google. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  },
  linkNotToMaps: { en: 'The link does not lead to Google Maps.', pl: 'Link nie prowadzi do Map Google.' },
  linkToForeignHost: {
    en: 'The link leads to {{host}}, which is not a host of the map provider.',
    pl: 'Link prowadzi do {{host}}, a to nie jest serwer dostawcy map.',
  },
  linkToNoHost: {
    en: 'The link leads to an address without a host.',
    pl: 'Link nie prowadzi do żadnego serwera.',
  },
  linkNotAUrl: { en: 'The link is not a valid URL.', pl: 'Link nie jest poprawnym adresem.' },
  linkTooLong: { en: 'The link is longer than {{most}} characters.', pl: 'Link ma ponad {{most}} znaków.' },
  someLinkTooLong: {
    en: 'A link is longer than {{most}} characters.',
    pl: 'Jeden z linków ma ponad {{most}} znaków.',
  },
  linkUnreadable: {
    en: 'The link cannot be read; copy it whole, starting with https://.',
    pl: 'Linku nie da się odczytać. Skopiuj go w całości, od https://.',
  },
  linkWithBackslash: {
    en: 'The link holds a backslash; links are written with forward slashes.',
    pl: 'W linku jest ukośnik wsteczny („\\”) zamiast zwykłego („/”).',
  },
  linkWithUserName: {
    en: 'The link holds a user name before the host; remove it.',
    pl: 'W linku przed nazwą serwera jest nazwa użytkownika. Usuń ją.',
  },
  linkWithInvisibleCharacters: {
    en: 'The link holds control or invisible characters; paste it again as one line.',
    pl: 'W linku są znaki niewidoczne. Wklej go jeszcze raz w jednym wierszu.',
  },
  linkWithPort: {
    en: 'The link contains a port number; links to Google Maps have no port number.',
    pl: 'W linku jest numer portu, a linki do Map Google go nie mają.',
  },
  linkHostMisspelled: {
    en: 'The host of the link is spelled in an unusual way; copy the link from Google Maps again.',
    pl: 'Nazwa serwera w linku jest zapisana nietypowo. Skopiuj link z Map Google jeszcze raz.',
  },
  linkSchemeRefused: {
    en: 'Links that start with "{{scheme}}:" are not accepted; send an https link to Google Maps.',
    pl: 'Linki zaczynające się od „{{scheme}}:” nie są przyjmowane. Podaj link https do Map Google.',
  },
  placeLinkNotALink: {
    en: 'This is not a link; send an https link to Google Maps.',
    pl: 'To nie jest link. Podaj link https do Map Google.',
  },
  reviewLinkNotALink: {
    en: 'This is not a link. Open the review, choose "Share" and send that link.',
    pl: 'To nie jest link. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  },
  linkWithoutPlace: {
    en: 'The link does not name a place; open the place in Google Maps and copy its link.',
    pl: 'Link nie wskazuje miejsca. Otwórz miejsce w Mapach Google i skopiuj jego link.',
  },
  linkToBareMap: {
    en: 'The link shows only the map, not a place; open the place and copy its link.',
    pl: 'Link pokazuje samą mapę, bez miejsca. Otwórz miejsce i skopiuj jego link.',
  },
  linkToCoordinates: {
    en: 'The link holds only coordinates, not a place; send the link of the place itself.',
    pl: 'W linku są tylko współrzędne, bez miejsca. Podaj link samego miejsca.',
  },
  linkToEmptySearch: {
    en: 'The link is a search without any words; add a name to it or send the name itself.',
    pl: 'Link jest wyszukiwaniem bez żadnego słowa. Podaj nazwę miejsca.',
  },
  placeIdOfLinkInvalid: {
    en: 'The Place ID in the link is not valid; copy the link again.',
    pl: 'Place ID w linku jest niepoprawny. Skopiuj link jeszcze raz.',
  },
  cidOfLinkInvalid: {
    en: 'The CID in the link is not a number from 1 to 2^64-1.',
    pl: 'CID w linku nie jest liczbą z zakresu od 1 do 2^64-1.',
  },
  linkToDirections: {
    en: 'This is a link to directions that do not lead to exactly one place; open the place and copy its link.',
    pl: 'To link do trasy, która nie prowadzi do jednego miejsca. Otwórz miejsce i skopiuj jego link.',
  },
  linkForwards: {
    en: 'The link leads to {{host}}, which only forwards to another page. Open it and copy the link of the page in Google Maps.',
    pl: 'Link prowadzi do {{host}}, a ten adres tylko przekierowuje na inną stronę. Otwórz go i skopiuj link tej strony z Map Google.',
  },
  severalSubjects: {
    en: 'The text names two different links or identifiers, {{one}} and {{other}}; send one of them.',
    pl: 'W tekście są dwa różne linki lub identyfikatory: {{one}} i {{other}}. Podaj jeden z nich.',
  },
  linkToList: {
    en: 'This is a link to a list or a personal map, not to a place; open the place and copy its link.',
    pl: 'To link do listy albo własnej mapy, a nie do miejsca. Otwórz miejsce i skopiuj jego link.',
  },
  linkToProfile: {
    en: "This is a link to a contributor's profile, not to a place.",
    pl: 'To link do profilu autora opinii, a nie do miejsca.',
  },
  linkToReview: {
    en: 'This is a link to a review, not to a place; use /review-details or /review-visibility for it.',
    pl: 'To link do opinii, a nie do miejsca. Do linków do opinii służą /review-details i /review-visibility.',
  },
  consentWithoutPlace: {
    en: 'This is a link to a consent page that does not lead to a place; copy the link of the place.',
    pl: 'To link do strony ze zgodą na pliki cookie, bez miejsca. Skopiuj link miejsca.',
  },
  consentWithoutReview: {
    en: 'This is a link to a consent page that does not lead to a review. Open the review, choose "Share" and send that link.',
    pl: 'To link do strony ze zgodą na pliki cookie, bez opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  },
  linkToPlace: {
    en: 'This is a link to a place, not to a review. Open the review, choose "Share" and send that link.',
    pl: 'To link do miejsca, a nie do opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  },
  linkWithoutReview: {
    en: 'This link does not name a review. Open the review, choose "Share" and send that link.',
    pl: 'Ten link nie wskazuje opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  },
  linkCutAtReview: {
    en: 'The link is cut off: the part that names the review is missing. Open the review, choose "Share" and send that link.',
    pl: 'Link jest ucięty: brakuje części, która wskazuje opinię. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  },
  linkCutAtPlace: {
    en: 'The link is cut off: the part that names the place is missing. Open the review, choose "Share" and send that link.',
    pl: 'Link jest ucięty: brakuje części, która wskazuje miejsce. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  },
  linkCutAtEnd: {
    en: 'The link is cut off: its end is missing. Open the review, choose "Share" and send that link.',
    pl: 'Link jest ucięty: brakuje jego końca. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  },
  // Share links
  notAShareLink: {
    en: 'This short link is not a share link of a place; copy it again from the map.',
    pl: 'Ten skrócony link nie jest linkiem do miejsca. Skopiuj go jeszcze raz z mapy.',
  },
  shareLinkWithoutPlace: {
    en: 'This share link does not lead to a place.',
    pl: 'Ten skrócony link nie prowadzi do miejsca.',
  },
  shareLinkWithoutReview: {
    en: 'This share link does not lead to a review.',
    pl: 'Ten skrócony link nie prowadzi do opinii.',
  },
  shareLinkToForeignHost: {
    en: 'The share link leads to {{host}}, which is not a host of the map provider.',
    pl: 'Skrócony link prowadzi do {{host}}, a to nie jest serwer dostawcy map.',
  },
  shareLinkToNoHost: {
    en: 'The share link leads to an address without a host.',
    pl: 'Skrócony link nie prowadzi do żadnego serwera.',
  },
  shareLinkToNoUrl: {
    en: 'The share link leads to something that is not a URL.',
    pl: 'Skrócony link nie prowadzi do poprawnego adresu.',
  },
  // Access
  foreignOrigin: {
    en: 'The request comes from another web site, which is not allowed to use this service. The operator can allow it in CORS_ORIGINS.',
    pl: 'Zapytanie pochodzi z innej strony internetowej, która nie może korzystać z tej usługi. Administrator może na to pozwolić ustawieniem CORS_ORIGINS.',
  },
  foreignHost: {
    en: 'This service does not answer to the host "{{host}}". The operator can allow it in ALLOWED_HOSTS.',
    pl: 'Ta usługa nie odpowiada pod nazwą „{{host}}”. Administrator może na to pozwolić ustawieniem ALLOWED_HOSTS.',
  },
  // Requests that do not have the expected form
  notHttp: {
    en: 'This is not a valid HTTP request, its URL or headers are too long, or it was sent too slowly.',
    pl: 'To nie jest poprawne zapytanie HTTP, jego adres lub nagłówki są za długie albo wysłano je zbyt wolno.',
  },
  jsonNeeded: {
    en: 'Send a JSON object with the header Content-Type: application/json.',
    pl: 'Wyślij obiekt JSON z nagłówkiem Content-Type: application/json.',
  },
  jsonRpcNeeded: {
    en: 'Send one JSON-RPC 2.0 message as a JSON object; a list of messages is not accepted.',
    pl: 'Wyślij jeden komunikat JSON-RPC 2.0 jako obiekt JSON; lista komunikatów nie jest przyjmowana.',
  },
  bodyCompressed: {
    en: 'Send the body uncompressed, without a Content-Encoding header.',
    pl: 'Wyślij treść bez kompresji i bez nagłówka Content-Encoding.',
  },
  bodyTooLarge: { en: 'The body is larger than {{most}}.', pl: 'Treść zapytania jest większa niż {{most}}.' },
  bodyNotJson: {
    en: 'The body is not a valid JSON object.',
    pl: 'Treść zapytania nie jest poprawnym obiektem JSON.',
  },
  bodyTooManyValues: {
    en: 'The body has more than {{most}} JSON values. Send the list in parts, or upload it line by line.',
    pl: 'Treść zapytania ma ponad {{most}} wartości JSON. Podziel listę na części albo prześlij ją wiersz po wierszu.',
  },
  unknownParameter: {
    en: 'This endpoint has no parameter "{{name}}". The most similar parameter is "{{nearest}}"; all parameters: {{all}}.',
    pl: 'To zapytanie nie ma parametru „{{name}}”. Najbardziej podobny parametr to „{{nearest}}”; wszystkie parametry: {{all}}.',
  },
  noParameters: {
    en: 'This endpoint has no query parameters: leave out "{{name}}".',
    pl: 'To zapytanie nie ma parametrów w adresie. Usuń parametr „{{name}}”.',
  },
  keyInQuery: {
    en: 'The parameter "{{name}}" is refused: the service never reads a key from the URL, because logs keep URLs. Send the key as the header "X-API-Key" and replace it by a new one.',
    pl: 'Parametr „{{name}}” nie jest przyjmowany: usługa nigdy nie czyta klucza z adresu, bo adresy trafiają do dzienników. Wyślij klucz w nagłówku „X-API-Key” i zastąp go nowym.',
  },
  parameterBesideBody: {
    en: 'The parameter "{{name}}" in the query belongs to uploads. Send it as a field of the JSON body.',
    pl: 'Parametr „{{name}}” w adresie dotyczy tylko przesyłanych plików. Podaj go jako pole treści JSON.',
  },
  parameterRepeated: {
    en: 'Give the parameter "{{name}}" only once.',
    pl: 'Podaj parametr „{{name}}” tylko raz.',
  },
  parameterMissing: {
    en: 'The parameter "{{name}}" is required: {{meaning}}.',
    pl: 'Brakuje parametru „{{name}}”.',
  },
  parameterEmpty: {
    en: 'The parameter "{{name}}" is empty: give {{meaning}}.',
    pl: 'Parametr „{{name}}” jest pusty.',
  },
  parameterOutOfRange: {
    en: 'The parameter "{{name}}" must be a whole number from {{least}} to {{most}}.',
    pl: 'Parametr „{{name}}” musi być liczbą całkowitą od {{least}} do {{most}}.',
  },
  fieldOutOfRange: {
    en: '"{{name}}" must be a whole number from {{least}} to {{most}}.',
    pl: 'Pole „{{name}}” musi być liczbą całkowitą od {{least}} do {{most}}.',
  },
  notTrueOrFalse: {
    en: '"{{name}}" must be true or false.',
    pl: 'Parametr „{{name}}” może mieć wartość true albo false.',
  },
  fieldNotAString: {
    en: '"{{name}}" must be a JSON string: a number would lose digits.',
    pl: 'Pole „{{name}}” musi być tekstem JSON, bo liczba straciłaby część cyfr.',
  },
  fieldEmpty: { en: '"{{name}}" is empty.', pl: 'Pole „{{name}}” jest puste.' },
  fieldTooLong: {
    en: '"{{name}}" is longer than {{most}} characters.',
    pl: 'Pole „{{name}}” ma ponad {{most}} znaków.',
  },
  starsReversed: {
    en: '"min_stars" must not be greater than "max_stars".',
    pl: 'Najmniejsza liczba gwiazdek („min_stars”) jest większa od największej („max_stars”).',
  },
  cidOrPlaceId: {
    en: 'Send exactly one of "cid" and "place_id".',
    pl: 'Podaj dokładnie jedno z pól „cid” i „place_id”.',
  },
  unknownField: {
    en: 'Unknown field: {{names}}. Send exactly one of "cid" and "place_id".',
    pl: 'Nieznane pole: {{names}}. Podaj dokładnie jedno z pól „cid” i „place_id”.',
  },
  reviewLinksNeeded: {
    en: 'Send {"urls": [...]} with 1 to {{most}} review links.',
    pl: 'Wyślij {"urls": [...]} z listą od 1 do {{most}} linków do opinii.',
  },
  ignoreInvalid: {
    en: '"ignore" must be "provider".',
    pl: 'Parametr „ignore” może mieć tylko wartość „provider”.',
  },
  quickOrLast: {
    en: '"quick" starts a new run, "last" returns the last run: send only one of them.',
    pl: 'Parametr „quick” zleca nowe sprawdzenie, a „last” pokazuje ostatnie. Podaj tylko jeden z nich.',
  },
  afterInvalid: {
    en: '"after" must be the "position" of a result, or 0.',
    pl: 'Parametr „after” musi być wartością „position” jednego z wyników albo zerem.',
  },
  formatInvalid: {
    en: '"format" must be ndjson, csv or xlsx.',
    pl: 'Parametr „format” może mieć wartość ndjson, csv albo xlsx.',
  },
  langInvalid: { en: '"lang" must be pl or en.', pl: 'Parametr „lang” może mieć wartość pl albo en.' },
  // Jobs
  idempotencyKeyReused: {
    en: 'This Idempotency-Key was used before for another request.',
    pl: 'Tego klucza powtórzenia (Idempotency-Key) użyto już do innego zapytania.',
  },
  idempotencyKeyInvalid: {
    en: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
    pl: 'Klucz powtórzenia (Idempotency-Key) musi mieć od 1 do 255 widocznych znaków ASCII.',
  },
  listEmpty: {
    en: 'The list is empty: send at least one link.',
    pl: 'Lista jest pusta. Podaj co najmniej jeden link.',
  },
  jobTooManyLinks: {
    en: 'A job of the type {{type}} has at most {{most}} links. Send the list in parts.',
    pl: 'Zlecenie tego rodzaju ({{type}}) może mieć najwyżej {{most}} linków. Podziel listę na części.',
  },
  jobNotEnded: {
    en: 'The job has not ended: a table ({{format}}) needs all results.',
    pl: 'Zlecenie jeszcze trwa, a tabela ({{format}}) wymaga wszystkich wyników.',
  },
  tooManyRowsForXlsx: {
    en: 'The table has {{rows}} rows, but XLSX allows at most {{most}}. Use format=csv.',
    pl: 'Tabela ma {{rows}} wierszy, a XLSX może mieć najwyżej {{most}}. Pobierz ją jako CSV.',
  },
  uploadTypeUnknown: {
    en: 'Send the list with one of these as Content-Type: {{types}}.',
    pl: 'Wyślij listę z jednym z tych nagłówków Content-Type: {{types}}.',
  },
  uploadTooLarge: {
    en: 'The body is larger than {{most}}. Send the list in parts.',
    pl: 'Lista jest większa niż {{most}}. Podziel ją na części.',
  },
  uploadStopped: {
    en: 'The upload stopped before the end of the list. Send it again.',
    pl: 'Przesyłanie listy zostało przerwane. Prześlij ją jeszcze raz.',
  },
  jobTypeMissing: {
    en: 'Give "type" in the query. "type" must be one of {{types}}.',
    pl: 'W adresie brakuje parametru „type”. Możliwe wartości: {{types}}.',
  },
  jobTypeUnknown: { en: '"type" must be one of {{types}}.', pl: 'Możliwe wartości „type”: {{types}}.' },
  jobTypeAndUrlsNeeded: {
    en: 'Send {"type": "…", "urls": [...]} with at least one link.',
    pl: 'Wyślij {"type": "…", "urls": [...]} z co najmniej jednym linkiem.',
  },
  parametersOnlyForLists: {
    en: '"max_pages", "min_stars" and "max_stars" are only for the type place-reviews.',
    pl: '„max_pages”, „min_stars” i „max_stars” można podać tylko dla opinii o miejscach (place-reviews).',
  },
  uploadEncodingUnknown: {
    en: 'The encoding of the list is unknown. Save the list as "CSV UTF-8" and send it again.',
    pl: 'Nieznane kodowanie listy. Zapisz listę jako „CSV UTF-8” i wyślij ją ponownie.',
  },
  columnUnknown: {
    en: 'The list has no column "{{column}}". Give its heading or its number, counted from 1.',
    pl: 'Lista nie ma kolumny „{{column}}”. Podaj jej nagłówek albo numer, liczony od 1.',
  },
  // Lines of a job's list
  lineEmpty: { en: 'The line is empty.', pl: 'Wiersz jest pusty.' },
  lineTooLong: { en: 'The line is longer than {{most}} characters.', pl: 'Wiersz ma ponad {{most}} znaków.' },
  lineWithControlCharacters: {
    en: 'The line holds control characters.',
    pl: 'W wierszu są znaki sterujące.',
  },
  lineNotJson: { en: 'The line is not valid JSON.', pl: 'Wiersz nie jest poprawnym JSON-em.' },
  lineWithoutText: {
    en: 'The line must be a JSON string, or an object with a text in one of: {{names}}.',
    pl: 'Wiersz musi być tekstem JSON albo obiektem z tekstem w jednym z pól: {{names}}.',
  },
  linkCellEmpty: { en: 'The cell for the link is empty.', pl: 'Komórka na link jest pusta.' },
  recordWithoutLink: { en: 'No cell of the record is a link.', pl: 'W wierszu nie ma linku.' },
  lineWithoutLink: { en: 'The line has no link.', pl: 'W wierszu nie ma linku.' },
  cellTooLong: {
    en: 'The line has a cell of more than {{most}} characters.',
    pl: 'W wierszu jest komórka, która ma ponad {{most}} znaków.',
  },
  rowTooLong: {
    en: 'Line {{line}} has {{count}} characters besides its link, but at most {{most}} are allowed. Leave columns out, or send the links alone as text/plain.',
    pl: 'Liczba znaków w wierszu {{line}} poza linkiem: {{count}}. Dozwolona liczba: {{most}}. Usuń z listy część kolumn albo zleć same linki.',
  },
  tooManyColumns: {
    en: 'The list has {{count}} columns, but at most {{most}} are allowed. Leave columns out, or send the links alone as text/plain.',
    pl: 'Liczba kolumn na liście: {{count}}. Dozwolona liczba: {{most}}. Usuń z listy część kolumn albo zleć same linki.',
  },
  headingsTooLong: {
    en: 'The headings have more than {{most}} characters. Leave columns out, or send the links alone as text/plain.',
    pl: 'Nagłówki kolumn mają razem ponad {{most}} znaków. Usuń z listy część kolumn albo zleć same linki.',
  },
  listTooLongForJob: {
    en: 'This list of reviews is too long for a job. Ask for fewer pages (max_pages).',
    pl: 'Ta lista opinii jest za długa dla zlecenia. Zmniejsz liczbę stron (max_pages).',
  },
  // Evidence packs
  evidenceLinksNeeded: {
    en: 'Send {"links": [...]} with 1 to {{most}} review links, each a text or {"url": ..., "seen": ...}, and optionally "lang" and "blur".',
    pl: 'Wyślij {"links": [...]} z listą od 1 do {{most}} linków do opinii (każdy jako tekst albo {"url": ..., "seen": ...}). Można też podać „lang” i „blur”.',
  },
  seenFields: {
    en: '"seen" is an object with any of author, rating, text and on.',
    pl: 'Pole „seen” to obiekt, w którym mogą być author, rating, text i on.',
  },
  seenOnInvalid: {
    en: '"{{name}}" must be a day such as 2026-10-05, or a time with its zone such as 2026-10-05T08:05:00Z.',
    pl: 'W polu „{{name}}” podaj dzień, np. 2026-10-05, albo czas ze strefą, np. 2026-10-05T08:05:00Z.',
  },
  lengthOutOfRange: {
    en: '"{{name}}" must be one text of {{least}} to {{most}} characters.',
    pl: 'W polu „{{name}}” podaj jeden tekst o długości od {{least}} do {{most}} znaków.',
  },
  // Channels of the watch
  webhooksOff: {
    en: 'This service sends no webhooks: its operator has not set WEBHOOK_HOSTS, the list of allowed hosts.',
    pl: 'Ta usługa nie wysyła webhooków: administrator nie ustawił WEBHOOK_HOSTS, czyli listy dozwolonych serwerów.',
  },
  webhookInvalid: {
    en: 'The address of a webhook must start with https:// and must not contain a user name or password.',
    pl: 'Adres webhooka musi zaczynać się od https:// i nie może zawierać nazwy użytkownika ani hasła.',
  },
  webhookHostNotAllowed: {
    en: 'Webhooks to {{host}} are not allowed here. The operator can add the host to WEBHOOK_HOSTS.',
    pl: 'Ta usługa nie może wysyłać webhooków do {{host}}. Administrator może dopisać ten serwer do WEBHOOK_HOSTS.',
  },
  webhookPrivate: {
    en: 'The webhook leads to an address that is not public. The operator can add its host to WEBHOOK_HOSTS, with the port unless the port is 443.',
    pl: 'Webhook prowadzi do adresu, który nie jest publiczny. Administrator może dopisać jego serwer do WEBHOOK_HOSTS, razem z portem, jeśli jest to port inny niż 443.',
  },
  webhookPortNotAllowed: {
    en: 'Webhooks to port {{port}} of {{host}} are not allowed here. The operator can add this host with this port to WEBHOOK_HOSTS.',
    pl: 'Ta usługa nie może wysyłać webhooków do {{host}} na port {{port}}. Administrator może dopisać ten serwer z tym portem do WEBHOOK_HOSTS.',
  },
  webhookToService: {
    en: 'The webhook leads to the port of this service itself.',
    pl: 'Webhook prowadzi do portu samej tej usługi.',
  },
  mailOff: {
    en: 'This service sends no e-mails: its operator has not set SMTP_URL and MAIL_FROM.',
    pl: 'Ta usługa nie wysyła e-maili: administrator nie ustawił SMTP_URL i MAIL_FROM.',
  },
  mailboxInvalid: {
    en: 'This is not a valid e-mail address. A valid address looks like name@example.com.',
    pl: 'To nie jest poprawny adres e-mail. Poprawny adres wygląda tak: nazwa@example.com.',
  },
  mailDomainNotAllowed: {
    en: 'E-mails to {{domain}} are not allowed here. The operator can add this domain to MAIL_DOMAINS.',
    pl: 'Ta usługa nie może wysyłać e-maili do {{domain}}. Administrator może dopisać tę domenę do MAIL_DOMAINS.',
  },
  mailLimit: {
    en: 'All e-mails of this day are sent (MAILS_PER_OWNER, MAILS_PER_DAY). More are sent tomorrow.',
    pl: 'Dzienny limit e-maili jest wyczerpany (MAILS_PER_OWNER, MAILS_PER_DAY). Następne zostaną wysłane jutro.',
  },
  tooManyCodes: {
    en: 'No e-mail with a code can be sent to this mailbox today: a mailbox gets at most 3 in a day, or the e-mails of the day are used up (MAILS_PER_OWNER, MAILS_PER_DAY).',
    pl: 'Dziś nie można wysłać kodu na tę skrzynkę: dostaje ona najwyżej 3 takie e-maile dziennie albo dzienny limit e-maili jest wyczerpany (MAILS_PER_OWNER, MAILS_PER_DAY).',
  },
  tooManyTests: {
    en: 'A channel is tested at most 5 times in a day.',
    pl: 'Kanał można wypróbować najwyżej 5 razy dziennie.',
  },
  codeNotSent: {
    en: 'The e-mail with the code could not be sent, so the channel was not added: {{error}}.',
    pl: 'Nie udało się wysłać e-maila z kodem, więc kanał nie został dodany: {{error}}.',
  },
  codeWrong: {
    en: 'This mailbox was sent an e-mail with a code. Send this code as code.',
    pl: 'Na tę skrzynkę wysłano e-mail z kodem. Podaj ten kod w polu code.',
  },
  tooManyChannels: {
    en: 'You may have at most {{most}} channels. Remove a channel first.',
    pl: 'Osiągnięto limit kanałów: {{most}}. Najpierw usuń jeden z nich.',
  },
  channelExists: {
    en: 'You have a channel to this target already: {{id}}.',
    pl: 'Masz już kanał z tym adresem: {{id}}.',
  },
  channelOptions: {
    en: 'A channel has the fields kind (webhook or email), target, pace (at_once, or daily for e-mail), lang (pl or en) and types (a list of event types); the request has an unknown field or an invalid value.',
    pl: 'Kanał ma pola kind (webhook lub email), target, pace (at_once, a dla e-maila także daily), lang (pl lub en) i types (lista rodzajów zdarzeń); w zapytaniu jest nieznane pole albo niepoprawna wartość.',
  },
  channelWaits: {
    en: 'This channel waits (field held), so nothing is sent to it now.',
    pl: 'Ten kanał czeka (pole held), więc usługa niczego teraz do niego nie wysyła.',
  },
  onlyWebhooksHaveSecrets: {
    en: 'Only a webhook has a secret; this channel is an e-mail address.',
    pl: 'Sekret ma tylko webhook, a ten kanał to adres e-mail.',
  },
  // The watch
  watchOptions: {
    en: 'A watch has the fields subject, interval_hours, label, note, evidence and legal_hold; the request has an unknown field or an invalid value.',
    pl: 'Obserwacja ma pola subject, interval_hours, label, note, evidence i legal_hold; w zapytaniu jest nieznane pole albo niepoprawna wartość.',
  },
  watchChangeEmpty: {
    en: 'Send at least one of label, note, interval_hours, evidence, legal_hold and paused, and no other field.',
    pl: 'Wyślij co najmniej jedno z pól: label, note, interval_hours, evidence, legal_hold, paused, i żadnego innego.',
  },
  watchListNeeded: {
    en: 'Send {"watches": [...]} with 1 to {{most}} subjects.',
    pl: 'Wyślij {"watches": [...]} z listą od 1 do {{most}} pozycji.',
  },
  watchFieldTooLong: {
    en: 'The field "{{name}}" has at most {{most}} characters.',
    pl: 'Pole „{{name}}” jest za długie. Dozwolona liczba znaków: {{most}}.',
  },
  intervalInvalid: {
    en: '"interval_hours" must be a number from {{least}} to {{most}}.',
    pl: 'Odstęp między sprawdzeniami („interval_hours”) to liczba godzin od {{least}} do {{most}}.',
  },
  severalPlaces: {
    en: 'The name fits several places ({{count}} were found). Send the link or the Place ID of one of them.',
    pl: 'Ta nazwa pasuje do kilku miejsc (znaleziono: {{count}}). Podaj link albo Place ID jednego z nich.',
  },
  tooManyWatches: {
    en: 'You may have at most {{most}} watches (WATCH_LIMIT). Remove a watch first.',
    pl: 'Osiągnięto limit obserwacji: {{most}} (WATCH_LIMIT). Najpierw usuń jedną z nich.',
  },
  watchShareExceeded: {
    en: 'The checks of all watches would need {{needed}} of the {{available}} loads a day, and the operator allows {{percent}} % (WATCH_SHARE_PERCENT). Choose a longer interval, or pause or remove watches.',
    pl: 'Sprawdzenia wszystkich obserwacji potrzebowałyby {{needed}} z {{available}} odczytów na dobę, a administrator przeznaczył na nie {{percent}}% (WATCH_SHARE_PERCENT). Wybierz dłuższy odstęp albo wstrzymaj lub usuń część obserwacji.',
  },
  watchPartExceeded: {
    en: 'The checks of your watches would need {{needed}} loads a day, and your part is {{most}}: the operator allows {{percent}} % of {{available}} loads for watches (WATCH_SHARE_PERCENT), and {{owners}} owners share them. Choose a longer interval, or pause or remove watches.',
    pl: 'Sprawdzenia Twoich obserwacji potrzebowałyby {{needed}} odczytów na dobę, a przypada Ci {{most}}: administrator przeznaczył na obserwacje {{percent}}% z {{available}} odczytów (WATCH_SHARE_PERCENT), do podziału na {{owners}} właścicieli. Wybierz dłuższy odstęp albo wstrzymaj lub usuń część obserwacji.',
  },
  watchJustChecked: {
    en: 'The subject was checked less than {{minutes}} minutes ago. Retry-After says when it can be checked again.',
    pl: 'Od ostatniego sprawdzenia nie minęło jeszcze {{minutes}} min. Nagłówek Retry-After podaje, kiedy można je powtórzyć.',
  },
  dayInvalid: {
    en: 'The parameter "{{name}}" must be a day, YYYY-MM-DD.',
    pl: 'Parametr „{{name}}” musi być datą w postaci RRRR-MM-DD.',
  },
  periodReversed: {
    en: 'The day in "from" must not come after the day in "to".',
    pl: 'Dzień w parametrze „from” nie może być późniejszy niż w „to”.',
  },
  authorInvalid: {
    en: 'The field "author" must be the id of an author (digits), or a link to the author\'s profile (…/maps/contrib/<id>).',
    pl: 'Pole „author” musi być ID autora (cyfry) albo linkiem do jego profilu (…/maps/contrib/<ID>).',
  },
  valueRefused: {
    en: 'The request has a text or a number that cannot be stored, such as a text with the character U+0000.',
    pl: 'W zapytaniu jest tekst lub liczba, których nie można zapisać, na przykład tekst ze znakiem U+0000.',
  },
  authorForgotten: {
    en: 'The link leads to a review by an author whose data you had deleted (POST /api/forget-author). The review cannot be watched.',
    pl: 'Link prowadzi do opinii autora, którego dane usunięto na Twoje polecenie (POST /api/forget-author). Tej opinii nie można obserwować.',
  },
  watchPaused: {
    en: 'The watch is paused, so its subject is not checked. Resume the watch first.',
    pl: 'Obserwacja jest wstrzymana, więc sprawdzenia się nie odbywają. Najpierw ją wznów.',
  },
  watchOnHold: {
    en: 'The watch is on legal hold, so it cannot be removed. End the legal hold first.',
    pl: 'Obserwacja jest zabezpieczona jako dowód (legal hold), więc nie można jej usunąć. Najpierw zdejmij zabezpieczenie.',
  },
  cursorInvalid: {
    en: 'The parameter "after" must be the value of "next" from an earlier answer.',
    pl: 'Parametr „after” musi być wartością „next” z wcześniejszej odpowiedzi.',
  },
  notOneOf: {
    en: 'The parameter "{{name}}" must be one of: {{values}}.',
    pl: 'Parametr „{{name}}” musi mieć jedną z wartości: {{values}}.',
  },
  blurInvalid: {
    en: '"blur" must be others or none.',
    pl: 'Parametr „blur” może mieć wartość others albo none.',
  },
} as const satisfies Readonly<Record<string, Texts>>;

/** The messages of all other errors. */
const OTHERS = {
  // Identifiers
  cidOfAnotherPlace: {
    en: 'For this CID, the map provider shows a place with another CID, so no Place ID can be given.',
    pl: 'Dostawca map pokazuje dla tego CID miejsce o innym CID, więc nie można podać Place ID.',
  },
  // Share links
  shareLinkDead: {
    en: 'This share link leads nowhere: it may be mistyped or no longer valid.',
    pl: 'Ten skrócony link donikąd nie prowadzi: może zawierać literówkę albo być już nieważny.',
  },
  shareLinkInCircle: { en: 'The share link redirects in a circle.', pl: 'Skrócony link prowadzi w kółko.' },
  shareLinkTooManyHops: {
    en: 'The share link redirects more than {{most}} times.',
    pl: 'Skrócony link prowadzi przez zbyt wiele adresów (ponad {{most}}).',
  },
  shareLinkUnanswered: {
    en: 'The host of the share link did not answer.',
    pl: 'Serwer skróconego linku nie odpowiedział.',
  },
  shareLinkHostFails: {
    en: 'The host of this share link does not answer properly. Try again shortly.',
    pl: 'Serwer tego skróconego linku nie odpowiada poprawnie. Spróbuj ponownie za chwilę.',
  },
  shareLinkRefused: {
    en: 'The map provider refuses to open this share link.',
    pl: 'Dostawca map nie pozwala otworzyć tego skróconego linku.',
  },
  shareLinkStatus: {
    en: 'The map provider answered the share link with status {{status}}. Try again later.',
    pl: 'Dostawca map odpowiedział na skrócony link statusem {{status}}. Spróbuj ponownie później.',
  },
  // The map provider
  providerUnreachable: {
    en: 'The map provider could not be reached. Try again shortly.',
    pl: 'Nie można połączyć się z dostawcą map. Spróbuj ponownie za chwilę.',
  },
  providerUnreachableForLonger: {
    en: 'The map provider could not be reached. Try again later.',
    pl: 'Nie można połączyć się z dostawcą map. Spróbuj ponownie później.',
  },
  providerFails: {
    en: 'The map provider did not answer properly. Try again shortly.',
    pl: 'Dostawca map nie odpowiedział poprawnie. Spróbuj ponownie za chwilę.',
  },
  providerBlocks: {
    en: 'The map provider limits automatic visits from this address at the moment. Wait before asking again.',
    pl: 'Dostawca map blokuje teraz automatyczne wejścia z tego adresu. Odczekaj przed kolejną próbą.',
  },
  noSuchPlace: {
    en: 'The map provider shows no such place.',
    pl: 'Dostawca map nie pokazuje takiego miejsca.',
  },
  noPlaceForQuery: {
    en: 'The map provider shows no place for this query.',
    pl: 'Dostawca map nie pokazuje żadnego miejsca dla tego zapytania.',
  },
  noListOfReviews: {
    en: 'The map provider shows no list of reviews of this place at the moment. Try again later.',
    pl: 'Dostawca map nie pokazuje teraz listy opinii o tym miejscu. Spróbuj ponownie później.',
  },
  listRefused: {
    en: 'The map provider refuses to list reviews at the moment. Wait before asking again.',
    pl: 'Dostawca map blokuje teraz listę opinii. Odczekaj przed kolejną próbą.',
  },
  listFailed: {
    en: 'The map provider did not list the reviews. Try again shortly.',
    pl: 'Dostawca map nie pokazał listy opinii. Spróbuj ponownie za chwilę.',
  },
  controlNotShown: {
    en: 'At the moment, the map provider does not even show a review or place that is known to be visible. The service therefore gives no negative answer. Try again later.',
    pl: 'Dostawca map nie pokazuje teraz nawet opinii lub miejsca, które na pewno są widoczne. Usługa nie może więc stwierdzić, że czegoś nie widać. Spróbuj ponownie później.',
  },
  controlRecovering: {
    en: 'A short while ago, the map provider did not show a review or place that is known to be visible. The service gives negative answers again after three good controls. Try again later.',
    pl: 'Dostawca map przed chwilą nie pokazał nawet opinii lub miejsca, które na pewno są widoczne. Usługa zacznie znów podawać, że czegoś nie widać, po trzech udanych próbach kontrolnych. Spróbuj ponownie później.',
  },
  placeDisturbed: {
    en: 'At the moment, the map provider does not show this place and its reviews as usual. The service therefore gives no negative answer about this place. Try again later.',
    pl: 'Dostawca map nie pokazuje teraz tego miejsca i jego opinii tak jak zwykle. Usługa nie może więc stwierdzić, że czegoś tu nie widać. Spróbuj ponownie później.',
  },
  noControl: {
    en: 'The service found no review or place that is known to be visible. Without such a control, it gives no negative answer. Name reviews in CONTROL_REVIEWS, or places in CONTROL_PLACES.',
    pl: 'Usługa nie znalazła żadnej opinii ani miejsca, które na pewno są widoczne. Nie może więc stwierdzić, że czegoś nie widać. Administrator może podać opinie w CONTROL_REVIEWS albo miejsca w CONTROL_PLACES.',
  },
  // Access
  keyMissing: {
    en: 'This service needs an API key. Send the key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
    pl: 'Ta usługa wymaga klucza API.',
  },
  keyInvalid: {
    en: 'This API key is not valid. Send a valid key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
    pl: 'Ten klucz API jest nieważny.',
  },
  twoKeys: {
    en: 'The request has two different API keys. Send only one key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
    pl: 'W zapytaniu są dwa różne klucze API.',
  },
  keyExpired: {
    en: 'This API key has expired. Send a valid key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
    pl: 'Ten klucz API wygasł.',
  },
  keyOutOfScope: {
    en: 'This API key is not valid for this part of the service. Send a valid key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
    pl: 'Ten klucz API nie obejmuje tej części usługi.',
  },
  keyNotOfOperator: {
    en: 'This part of the service needs the key of an operator. Send the key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
    pl: 'Ta część usługi wymaga klucza administratora.',
  },
  pointsUsedUp: {
    en: 'This request costs {{cost}} of your {{most}} points for a minute, but only {{left}} points are left. Try again in {{seconds}} s.',
    pl: 'Za dużo zapytań w ciągu minuty. Spróbuj ponownie za {{seconds}} s.',
  },
  listsAtOnce: {
    en: 'One client may read at most {{most}} lists of reviews at once ({{setting}}). Try again when a list has ended.',
    pl: 'Osiągnięto limit list opinii, które jeden klient może wczytywać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy zakończy się wczytywanie jednej z nich.',
  },
  bulkChecksAtOnce: {
    en: 'One client may run at most {{most}} bulk checks at once ({{setting}}). Try again when a bulk check has ended.',
    pl: 'Osiągnięto limit list linków, które jeden klient może sprawdzać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy zakończy się sprawdzanie jednej z nich.',
  },
  uploadsAtOnce: {
    en: 'One client may send at most {{most}} uploads of jobs at once ({{setting}}). Try again when an upload has ended.',
    pl: 'Osiągnięto limit list zleceń, które jeden klient może przesyłać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy zakończy się przesyłanie jednej z nich.',
  },
  resultReadersAtOnce: {
    en: 'One client may read the results of jobs in at most {{most}} requests at once ({{setting}}). Try again when one of these requests has ended.',
    pl: 'Osiągnięto limit pobrań wyników zleceń, które u jednego klienta mogą trwać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy jedno z pobrań się zakończy.',
  },
  allClientsAtOnce: {
    en: 'At most {{most}} {{kind}} of all clients together may run at once ({{setting}}). Try again shortly.',
    pl: 'Osiągnięto wspólny limit zapytań tego rodzaju, które mogą trwać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie za chwilę.',
  },
  // The service
  noSuchEndpoint: {
    en: 'There is no endpoint {{method}} {{path}}.',
    pl: 'Usługa nie ma takiego adresu: {{method}} {{path}}.',
  },
  apiSwitchedOff: { en: 'The API is switched off at the moment.', pl: 'Usługa jest teraz wyłączona.' },
  shuttingDown: {
    en: 'The service is shutting down. Try again shortly.',
    pl: 'Usługa właśnie się wyłącza. Spróbuj ponownie za chwilę.',
  },
  unexpectedFailureWithId: {
    en: 'The service failed in an unexpected way. The request id helps to find the cause.',
    pl: 'W usłudze wystąpił nieoczekiwany błąd. Przyczynę pomoże znaleźć numer zapytania.',
  },
  unexpectedFailure: {
    en: 'The service failed in an unexpected way.',
    pl: 'W usłudze wystąpił nieoczekiwany błąd.',
  },
  notReadyInTime: {
    en: 'The answer was not ready in time. Try again later.',
    pl: 'Odpowiedź nie była gotowa na czas. Spróbuj ponownie później.',
  },
  tooManyWaiting: {
    en: 'Too many requests are waiting already. Try again shortly.',
    pl: 'Zbyt wiele zapytań już czeka. Spróbuj ponownie za chwilę.',
  },
  browserUnavailable: {
    en: 'The browser behind this service is not available. Try again shortly.',
    pl: 'Przeglądarka, z której korzysta usługa, nie działa. Spróbuj ponownie za chwilę.',
  },
  browserStarting: {
    en: 'The browser behind this service is starting and not ready yet. Try again shortly.',
    pl: 'Przeglądarka, z której korzysta usługa, dopiero się uruchamia. Spróbuj ponownie za chwilę.',
  },
  dataFolderFails: {
    en: 'The service cannot write to its data folder (DATA_DIR), so it has no jobs, watches and evidence packs. The system reports {{reason}}.',
    pl: 'Usługa nie może zapisywać w swoim folderze danych (DATA_DIR), dlatego zlecenia, obserwacje i pakiety dowodowe są niedostępne. Komunikat systemu: {{reason}}.',
  },
  // Jobs
  jobsWithoutDatabase: {
    en: 'This installation keeps no data, so it does not support jobs. The operator can enable them with a folder (DATA_DIR) or PostgreSQL (DATABASE_URL).',
    pl: 'Ta instalacja nie przechowuje danych, dlatego nie obsługuje zleceń. Administrator może je włączyć ustawieniem DATA_DIR albo DATABASE_URL.',
  },
  jobsOnlyOnThisMachine: {
    en: 'Without API keys, this service has jobs only for clients on its own machine. The operator can configure keys (API_KEYS), or allow jobs for everybody (JOBS_WITHOUT_KEYS).',
    pl: 'Bez kluczy API ta usługa udostępnia zlecenia tylko na komputerze, na którym działa. Administrator może ustawić klucze (API_KEYS) albo udostępnić zlecenia wszystkim (JOBS_WITHOUT_KEYS).',
  },
  jobsDatabaseFails: {
    en: 'The database of jobs cannot be used at the moment. Try again shortly.',
    pl: 'Zlecenia są teraz niedostępne. Spróbuj ponownie za chwilę.',
  },
  watchWithoutDatabase: {
    en: 'This installation keeps no data, so it does not watch subjects. The operator can enable watches with a folder (DATA_DIR) or PostgreSQL (DATABASE_URL).',
    pl: 'Ta instalacja nie przechowuje danych, dlatego nie obserwuje miejsc ani opinii. Administrator może to włączyć ustawieniem DATA_DIR albo DATABASE_URL.',
  },
  watchOnlyOnThisMachine: {
    en: 'Without API keys, this service watches subjects only for clients on its own machine. The operator can configure keys (API_KEYS), or allow watches for everybody (JOBS_WITHOUT_KEYS).',
    pl: 'Bez kluczy API ta usługa obserwuje miejsca i opinie tylko dla komputera, na którym działa. Administrator może ustawić klucze (API_KEYS) albo udostępnić obserwowanie wszystkim (JOBS_WITHOUT_KEYS).',
  },
  watchDatabaseFails: {
    en: 'The database of the watch cannot be used at the moment. Try again shortly.',
    pl: 'Baza danych obserwacji jest chwilowo niedostępna. Spróbuj ponownie za chwilę.',
  },
  evidenceFolderFails: {
    en: 'The folder of evidence packs cannot be used at the moment. Try again shortly.',
    pl: 'Folder pakietów dowodowych jest chwilowo niedostępny. Spróbuj ponownie za chwilę.',
  },
  watchNotFound: {
    en: 'You have no watch, event or channel with this id.',
    pl: 'Nie masz takiej obserwacji, zdarzenia ani kanału.',
  },
  ownerNotFound: {
    en: 'There is no owner with this id.',
    pl: 'Nie ma właściciela o tym identyfikatorze.',
  },
  ownerWithoutKey: {
    en: 'Everything can be handed over only to another owner that has a usable key: key <name> or team <team>, or everybody where no keys are configured.',
    pl: 'Wszystko można przekazać tylko innemu właścicielowi, który ma ważny klucz: key <nazwa> albo team <zespół>, a bez kluczy: everybody.',
  },
  watchExists: {
    en: 'You watch this subject already: watch {{id}}.',
    pl: 'To miejsce albo ta opinia jest już obserwowane: obserwacja {{id}}.',
  },
  jobNotFound: {
    en: 'You have no job with this id, or its results have expired.',
    pl: 'Nie ma takiego zlecenia albo jego wyniki już wygasły.',
  },
  tooManyOpenJobs: {
    en: 'You may have at most {{most}} open jobs (JOBS_PER_KEY). Try again when a job has ended, or cancel a job.',
    pl: 'Osiągnięto limit otwartych zleceń: {{most}} (JOBS_PER_KEY). Poczekaj, aż jedno z nich się zakończy, albo anuluj jedno z nich.',
  },
  tooManyLinksKept: {
    en: 'All your jobs, including ended jobs, may hold at most {{most}} links together (JOB_LINKS_PER_KEY); without this list they hold {{kept}}. Wait until results expire, or delete jobs that have ended: DELETE /api/jobs/{id}?delete_ended=true.',
    pl: 'Zlecenia, także zakończone, mogą mieć razem najwyżej {{most}} linków (JOB_LINKS_PER_KEY); bez tej listy mają {{kept}}. Poczekaj, aż wyniki wygasną, albo usuń zakończone zlecenia.',
  },
  tooManyBytesKept: {
    en: 'All your jobs, including ended jobs, may take at most {{most}} bytes together (JOB_BYTES_PER_KEY); without this list they take {{kept}}. Wait until results expire, or delete jobs that have ended: DELETE /api/jobs/{id}?delete_ended=true.',
    pl: 'Zlecenia, także zakończone, mogą zajmować razem najwyżej {{most}} bajtów (JOB_BYTES_PER_KEY); bez tej listy zajmują {{kept}}. Poczekaj, aż wyniki wygasną, albo usuń zakończone zlecenia.',
  },
  tooManyBytesOfAllClients: {
    en: 'The jobs of all clients may take at most {{most}} bytes together (JOB_BYTES). Try again when results have expired.',
    pl: 'Zlecenia wszystkich klientów mogą zajmować razem najwyżej {{most}} bajtów (JOB_BYTES). Spróbuj ponownie, gdy część wyników wygaśnie.',
  },
  jobsDiskFull: {
    en: 'There is no room for jobs at the moment. Delete jobs that have ended, or try again later.',
    pl: 'Na zlecenia nie ma teraz wolnego miejsca. Usuń zakończone zlecenia albo spróbuj ponownie później.',
  },
  // Evidence packs
  evidenceWithoutKey: {
    en: 'This service makes no evidence packs: its operator has not set EVIDENCE_KEY_FILE, the file with the signing key.',
    pl: 'Ta usługa nie sporządza pakietów dowodowych: administrator nie ustawił EVIDENCE_KEY_FILE, czyli pliku z kluczem do podpisywania.',
  },
  evidenceKeyUnusable: {
    en: 'Evidence packs cannot be signed: the file of the signing key cannot be used. The log of the service says why.',
    pl: 'Pakietów dowodowych nie da się podpisać: nie można użyć pliku z kluczem do podpisywania. Powód jest w dzienniku usługi.',
  },
  evidenceLoadsUsedUp: {
    en: 'The verdict was not proven within {{most}} page loads, so there is no evidence pack. Try again later.',
    pl: 'Nie udało się potwierdzić wyniku w granicach limitu odczytów stron ({{most}}), więc pakiet dowodowy nie powstał. Spróbuj ponownie później.',
  },
  packsAtOnce: {
    en: 'One client may ask for at most {{most}} evidence packs or lists of packs at once ({{setting}}). Try again when one of these requests has ended.',
    pl: 'Osiągnięto limit pakietów dowodowych lub ich list, które jeden klient może zamawiać jednocześnie: {{most}} ({{setting}}). Spróbuj ponownie, gdy jeden z nich będzie gotowy.',
  },
  resultDamaged: {
    en: 'The stored result is damaged. Send its link again in another job.',
    pl: 'Zapisany wynik jest uszkodzony. Wyślij ten link w kolejnym zleceniu.',
  },
  // Reasons why the service stops its work. By then no client waits for an answer: only the log has these messages.
  answerComplete: {
    en: 'The answer is complete: no client waits for more of it.',
    pl: 'Odpowiedź jest kompletna i nikt na nic więcej nie czeka.',
  },
  clientGone: {
    en: 'The client closed the connection before the answer was ready.',
    pl: 'Klient zamknął połączenie, zanim odpowiedź była gotowa.',
  },
  clientGoneInUpload: {
    en: 'The client closed the connection during its upload.',
    pl: 'Klient zamknął połączenie w trakcie przesyłania.',
  },
  nobodyWaits: { en: 'Nobody waits for this answer any more.', pl: 'Nikt już nie czeka na tę odpowiedź.' },
  notAsked: {
    en: 'The run ended before this entry was asked.',
    pl: 'Sprawdzanie skończyło się przed tą pozycją.',
  },
  runOver: { en: 'The run reached its time limit.', pl: 'Upłynął czas przeznaczony na sprawdzenie.' },
  commandEnded: { en: 'The command was ended.', pl: 'Polecenie zostało przerwane.' },
} as const satisfies Readonly<Record<string, Texts>>;

/** Every message of the service that a client may be shown. */
export const MESSAGES = { ...REFUSALS, ...OTHERS };

type MessageId = keyof typeof MESSAGES;

declare const isMessage: unique symbol;

/** An English message as it is sent. Only `message` returns this type, so every message has a Polish text. */
export type ServiceMessage = string & { readonly [isMessage]: true };

type Value = string | number | bigint;

/** The names of the values in a text. */
type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type ValuesOf<Id extends MessageId> = Readonly<Record<NamesIn<(typeof MESSAGES)[Id]['en']>, Value>>;

export const PLACEHOLDER = /\{\{([a-z]+)\}\}/g;

/** The English text of a message, with exactly the values that it names. */
export function message<Id extends MessageId>(
  id: Id,
  ...values: keyof ValuesOf<Id> extends never ? [] : [ValuesOf<Id>]
): ServiceMessage;
export function message(id: MessageId, values: Readonly<Record<string, Value>> = {}): string {
  return MESSAGES[id].en.replace(PLACEHOLDER, (_, name: string) => String(values[name]));
}
