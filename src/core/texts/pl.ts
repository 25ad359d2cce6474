import type { Polish } from './catalogue.js';
import type { en } from './en.js';

export const pl = {
  notAPlaceId:
    'To nie jest Place ID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); wielkość liter ma znaczenie. Można też podać identyfikator w postaci 0x…:0x….',
  placeIdInvalid:
    'To nie jest poprawny Place ID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); wielkość liter ma znaczenie. Skopiuj go jeszcze raz.',
  placeIdCaseChanged:
    'W tym Place ID zmieniono wielkość liter albo podobne litery, więc nie wskazuje on żadnego miejsca. Skopiuj go jeszcze raz: zaczyna się od „ChIJ”.',
  notAFeatureId:
    'To nie jest poprawny identyfikator w postaci 0x…:0x…; po każdym „0x” stoi od 1 do 16 cyfr szesnastkowych. Skopiuj go jeszcze raz.',
  neitherPlaceNorCid:
    'Ten identyfikator nie wskazuje żadnego miejsca i nie zawiera numeru CID. Skopiuj go jeszcze raz albo podaj link do miejsca.',
  placeIdWithoutCid:
    'Ten Place ID nie zawiera numeru CID; zawierają go tylko identyfikatory zaczynające się od „ChIJ”. CID jest w danych miejsca: zobacz je w konsoli albo zapytaj o nie przez /all.',
  notACid:
    'CID to liczba, która ma od 14 do 20 cyfr, na przykład {{example}}. Skopiuj numer jeszcze raz albo podaj link do miejsca.',
  cidRounded:
    'Arkusz zaokrąglił ten numer CID: jego ostatnie cyfry przepadły. Skopiuj go jeszcze raz do komórki sformatowanej jako tekst albo podaj link do miejsca.',
  cidNegative: 'CID nie ma znaku minus. Podaj ten sam numer jako liczbę dodatnią (unsigned): {{cid}}.',
  cidDigits:
    'CID ma od 14 do 20 cyfr. Liczba cyfr w podanym numerze: {{digits}}. Skopiuj numer jeszcze raz albo podaj link do miejsca.',
  cidOutOfRange:
    'CID to liczba od 1 do {{most}}. Podany numer jest spoza tego zakresu. Skopiuj go jeszcze raz albo podaj link do miejsca.',
  foreignNumber:
    'Numer w „{{found}}” to nie numer miejsca w Mapach Google, lecz czegoś innego, na przykład opinii, profilu firmy, konta albo zamówienia. Podaj link do miejsca, jego Place ID (zaczyna się od „ChIJ”) albo CID.',
  nameNotAccepted:
    'Tutaj nie można podać nazwy. Podaj Place ID, CID, link albo identyfikator w postaci 0x…:0x….',
  queryEmpty: 'Zapytanie jest puste. Podaj nazwę miejsca, link do mapy, Place ID albo CID.',
  queryTooLong: 'Zapytanie ma ponad {{most}} znaków. Podaj sam link, identyfikator albo nazwę.',
  queryInvisible: 'Zapytanie nie ma żadnego widocznego znaku. Podaj nazwę miejsca.',
  placeLinkNotToMaps: 'Link nie prowadzi do Map Google. Podaj link z Map Google albo nazwę miejsca.',
  reviewLinkNotToMaps:
    'Link nie prowadzi do Map Google. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkNotToMaps: 'Link nie prowadzi do Map Google. Skopiuj link w Mapach Google.',
  linkToForeignHost: 'Link prowadzi do {{host}}, a to nie jest serwer Map Google. Podaj link z Map Google.',
  linkToNoHost: 'Link nie prowadzi do żadnego serwera. Skopiuj go jeszcze raz w całości, od https://.',
  linkNotAUrl: 'Link nie jest poprawnym adresem. Skopiuj go jeszcze raz w całości, od https://.',
  linkTooLong: 'Link ma ponad {{most}} znaków. Skopiuj go jeszcze raz, bez innego tekstu.',
  linkUnreadable: 'Linku nie da się odczytać. Skopiuj go w całości, od https://.',
  linkWithBackslash:
    'W linku jest ukośnik wsteczny („\\”) zamiast zwykłego („/”). Zamień go albo skopiuj link jeszcze raz.',
  linkWithUserName: 'W linku przed nazwą serwera jest nazwa użytkownika. Usuń ją.',
  linkWithInvisibleCharacters: 'W linku są znaki niewidoczne. Wklej go jeszcze raz w jednym wierszu.',
  linkWithPort:
    'W linku jest numer portu, a linki do Map Google go nie mają. Skopiuj link z Map Google jeszcze raz.',
  linkHostMisspelled: 'Nazwa serwera w linku jest zapisana nietypowo. Skopiuj link z Map Google jeszcze raz.',
  linkSchemeRefused:
    'Linki zaczynające się od „{{scheme}}:” nie są przyjmowane. Podaj link https do Map Google.',
  placeLinkNotALink: 'To nie jest link. Podaj link https do Map Google.',
  reviewLinkNotALink: 'To nie jest link. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  linkWithoutPlace: 'Link nie wskazuje miejsca. Otwórz miejsce w Mapach Google i skopiuj jego link.',
  linkToBareMap: 'Link pokazuje samą mapę, bez miejsca. Otwórz miejsce i skopiuj jego link.',
  linkToCoordinates: 'To same współrzędne, bez miejsca. Podaj link albo nazwę miejsca.',
  linkToEmptySearch: 'Link jest wyszukiwaniem bez żadnego słowa. Podaj nazwę miejsca.',
  placeIdOfLinkInvalid: 'Place ID w linku jest niepoprawny. Skopiuj link jeszcze raz.',
  cidOfLinkInvalid: 'CID w linku jest niepoprawny. Skopiuj link jeszcze raz.',
  linkToDirections:
    'To link do trasy, która nie prowadzi do jednego miejsca. Otwórz miejsce i skopiuj jego link.',
  linkForwards:
    'Link prowadzi do {{host}}, a ten adres tylko przekierowuje na inną stronę. Otwórz go i skopiuj link tej strony z Map Google.',
  severalSubjects:
    'W tekście są dwa różne linki lub identyfikatory: {{one}} i {{other}}. Podaj jeden z nich.',
  linkMayBeCut:
    'Link kończy się cyframi, a „{{number}}” za nim to albo jego koniec, albo osobna liczba. Podaj sam link, w całości.',
  linkToList: 'To link do listy albo własnej mapy, a nie do miejsca. Otwórz miejsce i skopiuj jego link.',
  linkToOwnerPage:
    'To strona, którą widzi tylko właściciel profilu firmy. Otwórz miejsce albo opinię w Mapach Google, wybierz „Udostępnij” i podaj ten link.',
  linkToReport:
    'To link do zgłoszenia opinii, a nie do samej opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link; w odpowiedziach tej usługi to review_url.',
  linkWordsUnreadable:
    'Liter nazwy w tym linku nie da się odczytać. Skopiuj link z Map Google jeszcze raz albo podaj samą nazwę.',
  linkToProfile:
    'To link do profilu autora opinii, a nie do miejsca. Otwórz miejsce w Mapach Google i skopiuj jego link.',
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
  notAShareLink: 'Ten skrócony link nie jest linkiem do miejsca. Skopiuj go jeszcze raz z mapy.',
  shareLinkWithoutPlace:
    'Ten skrócony link nie prowadzi do miejsca. Otwórz miejsce w Mapach Google, wybierz „Udostępnij” i podaj ten link.',
  shareLinkWithoutReview:
    'Ten skrócony link nie prowadzi do opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  shareLinkToForeignHost:
    'Skrócony link prowadzi do {{host}}, a to nie jest serwer Map Google. Podaj link z Map Google.',
  shareLinkToNoHost: 'Skrócony link nie prowadzi do żadnego serwera. Skopiuj go jeszcze raz.',
  shareLinkToNoUrl: 'Skrócony link nie prowadzi do poprawnego adresu. Skopiuj go jeszcze raz.',
  foreignOrigin:
    'Zapytanie pochodzi z innej strony internetowej, która nie może korzystać z tej usługi. Administrator może na to pozwolić ustawieniem CORS_ORIGINS.',
  foreignHost:
    'Ta usługa nie odpowiada pod nazwą „{{host}}”. Administrator może na to pozwolić ustawieniem ALLOWED_HOSTS.',
  notHttp:
    'To nie jest poprawne zapytanie HTTP, jego adres lub nagłówki są za długie albo wysłano je zbyt wolno.',
  jsonNeeded: 'Wyślij obiekt JSON z nagłówkiem Content-Type: application/json.',
  bodyCompressed: 'Wyślij treść bez kompresji i bez nagłówka Content-Encoding.',
  bodyTooLarge: 'Treść zapytania jest większa niż {{most}}.',
  bodyNotJson: 'Treść zapytania nie jest poprawnym obiektem JSON.',
  bodyTooManyValues:
    'Treść zapytania ma ponad {{most}} wartości JSON. Podziel listę na części albo prześlij ją wiersz po wierszu.',
  unknownParameter: 'To zapytanie nie ma parametru „{{name}}”. Jego parametry: {{all}}.',
  noParameters: 'To zapytanie nie ma parametrów w adresie. Usuń parametr „{{name}}”.',
  keyInQuery:
    'Parametr „{{name}}” nie jest przyjmowany: usługa nigdy nie czyta klucza z adresu, bo adresy trafiają do dzienników. Wyślij klucz w nagłówku „X-API-Key” i zastąp go nowym.',
  parameterRepeated: 'Podaj parametr „{{name}}” tylko raz.',
  parameterMissing: 'Brakuje parametru „{{name}}”.',
  parameterEmpty: 'Parametr „{{name}}” jest pusty.',
  parameterOutOfRange: 'Parametr „{{name}}” musi być liczbą całkowitą od {{least}} do {{most}}.',
  notTrueOrFalse: 'Parametr „{{name}}” może mieć wartość true albo false.',
  fieldNotAString: 'Pole „{{name}}” musi być tekstem JSON, bo liczba straciłaby część cyfr.',
  fieldEmpty: 'Pole „{{name}}” jest puste.',
  fieldTooLong: 'Pole „{{name}}” ma ponad {{most}} znaków.',
  dayInvalid: 'Parametr „{{name}}” musi być datą w postaci RRRR-MM-DD.',
  starsReversed: 'Najmniejsza liczba gwiazdek („min_stars”) jest większa od największej („max_stars”).',
  cidOrPlaceId: 'Podaj dokładnie jedno z pól „cid” i „place_id”.',
  unknownField: 'Nieznane pole: {{names}}. Podaj dokładnie jedno z pól „cid” i „place_id”.',
  ignoreInvalid: 'Parametr „ignore” może mieć tylko wartość „provider”.',
  langInvalid: 'Parametr „lang” może mieć wartość pl albo en.',
  cidOfAnotherPlace: 'Mapy Google pokazują dla tego CID miejsce o innym CID, więc nie można podać Place ID.',
  shareLinkDead: 'Ten skrócony link donikąd nie prowadzi: może zawierać literówkę albo być już nieważny.',
  shareLinkInCircle: 'Skrócony link prowadzi w kółko.',
  shareLinkTooManyHops: 'Skrócony link prowadzi przez zbyt wiele adresów (ponad {{most}}).',
  shareLinkUnanswered: 'Serwer skróconego linku nie odpowiedział.',
  shareLinkHostFails: 'Serwer tego skróconego linku nie odpowiada poprawnie. Spróbuj ponownie za chwilę.',
  shareLinkRefused: 'Mapy Google nie pozwalają otworzyć tego skróconego linku.',
  shareLinkStatus:
    'Mapy Google odpowiedziały na skrócony link statusem {{status}}. Spróbuj ponownie później.',
  providerUnreachable: 'Nie można połączyć się z Mapami Google. Spróbuj ponownie za chwilę.',
  providerUnreachableForLonger: 'Nie można połączyć się z Mapami Google. Spróbuj ponownie później.',
  providerFails: 'Mapy Google nie odpowiedziały poprawnie. Spróbuj ponownie za chwilę.',
  providerBlocks:
    'Mapy Google blokują teraz automatyczne wejścia z tego adresu. Odczekaj przed kolejną próbą.',
  noSuchPlace: 'Mapy Google nie pokazują takiego miejsca.',
  noPlaceForQuery: 'Mapy Google nie pokazują żadnego miejsca dla tego zapytania.',
  noListOfReviews: 'Mapy Google nie pokazują teraz listy opinii o tym miejscu. Spróbuj ponownie później.',
  listRefused: 'Mapy Google blokują teraz listę opinii. Odczekaj przed kolejną próbą.',
  listFailed: 'Mapy Google nie pokazały listy opinii. Spróbuj ponownie za chwilę.',
  controlNotShown:
    'Mapy Google nie pokazują teraz nawet opinii lub miejsca, które na pewno są widoczne. Usługa nie może więc stwierdzić, że czegoś nie widać. Spróbuj ponownie później.',
  controlRecovering:
    'Mapy Google przed chwilą nie pokazały nawet opinii lub miejsca, które na pewno są widoczne. Usługa zacznie znów podawać, że czegoś nie widać, po trzech udanych próbach kontrolnych. Spróbuj ponownie później.',
  placeDisturbed:
    'Mapy Google nie pokazują teraz tego miejsca i jego opinii tak jak zwykle. Usługa nie może więc stwierdzić, że czegoś tu nie widać. Spróbuj ponownie później.',
  seenLately:
    'Usługa widziała tę opinię mniej niż godzinę temu, a lista opinii tego miejsca nie rozstrzyga, czy nadal ją widać. Przez godzinę od ostatniego razu, kiedy usługa ją widziała, nie odpowiada, że opinii nie widać.',
  noControl:
    'Usługa nie znalazła żadnej opinii ani miejsca, które na pewno są widoczne. Nie może więc stwierdzić, że czegoś nie widać. Administrator może podać opinie w CONTROL_REVIEWS albo miejsca w CONTROL_PLACES.',
  keyMissing: 'Ta usługa wymaga klucza API.',
  keyInvalid: 'Ten klucz API jest nieważny.',
  twoKeys: 'W zapytaniu są dwa różne klucze API.',
  keyExpired: 'Ten klucz API wygasł.',
  keyOutOfScope: 'Ten klucz API nie obejmuje tej części usługi.',
  keyNotOfOperator: 'Ta część usługi wymaga klucza administratora.',
  pointsUsedUp: 'Za dużo zapytań w ciągu minuty. Spróbuj ponownie za {{seconds}} s.',
  listsAtOnce:
    'Osiągnięto limit list opinii, które jeden klient może wczytywać jednocześnie: {{most}}. Spróbuj ponownie, gdy zakończy się wczytywanie jednej z nich.',
  allListsAtOnce:
    'Osiągnięto wspólny limit list opinii, które mogą być wczytywane jednocześnie: {{most}}. Spróbuj ponownie za chwilę.',
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
  answerComplete: 'Odpowiedź jest kompletna i nikt na nic więcej nie czeka.',
  clientGone: 'Klient zamknął połączenie, zanim odpowiedź była gotowa.',
  nobodyWaits: 'Nikt już nie czeka na tę odpowiedź.',
  commandEnded: 'Polecenie zostało przerwane.',
  userUnknown:
    'Serwer pośredniczący zalogował użytkownika, dla którego usługa nie ma klucza API. Administrator może dodać wpis z nazwą tego użytkownika.',
} satisfies Polish<typeof en>;
