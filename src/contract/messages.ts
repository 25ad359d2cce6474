/**
 * Every message of the service that a client may be shown, and its Polish text. `{name}` stands for a value, the same
 * in both. An `AppError` takes no other message, so the compiler finds one without a Polish text.
 */
export const POLISH_MESSAGES = {
  // Identifiers
  'This is not a Place ID. A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive. The form 0x..:0x.. is accepted too.':
    'To nie jest Place ID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); wielkość liter ma znaczenie. Można też podać identyfikator w postaci 0x…:0x….',
  'This is not a valid Place ID. A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive.':
    'To nie jest poprawny Place ID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); wielkość liter ma znaczenie.',
  'Upper and lower case were changed in this Place ID, so it names no place. Copy it again: it starts with "ChIJ".':
    'W tym Place ID zmieniono wielkość liter, więc nie wskazuje on żadnego miejsca. Skopiuj go jeszcze raz: zaczyna się od „ChIJ”.',
  'This is not a feature id; one looks like 0x<1-16 hex digits>:0x<1-16 hex digits>.':
    'To nie jest poprawny identyfikator w postaci 0x…:0x…; po każdym „0x” stoi od 1 do 16 cyfr szesnastkowych.',
  'This identifier holds neither a place nor a CID.':
    'Ten identyfikator nie zawiera ani miejsca, ani numeru CID.',
  'This Place ID carries no CID: only the form that starts with ChIJ does. Look the place up with /all instead.':
    'Ten Place ID nie zawiera numeru CID; zawierają go tylko identyfikatory zaczynające się od „ChIJ”. CID jest w danych miejsca: zobacz je w konsoli albo zapytaj o nie przez /all.',
  'A CID is a number of 14 to 20 decimal digits, such as {example}.':
    'CID to liczba, która ma od 14 do 20 cyfr, na przykład {example}.',
  'A CID has no minus sign. Send it as an unsigned number: {cid}.':
    'CID nie ma znaku minus. Podaj ten sam numer jako liczbę dodatnią (unsigned): {cid}.',
  'A CID has 14 to 20 decimal digits; this number has {digits}.':
    'CID ma od 14 do 20 cyfr. Liczba cyfr w podanym numerze: {digits}.',
  'A CID lies between 1 and {most}; this number is outside that range.':
    'CID to liczba od 1 do {most}. Podany numer jest spoza tego zakresu.',
  'The map provider answers this CID with another place, so it has no Place ID.':
    'Dostawca map zwraca dla tego CID inne miejsce, więc nie ma on Place ID.',
  'Use a Place ID, a feature id, a CID or a link.':
    'Podaj Place ID, CID, link albo identyfikator w postaci 0x…:0x….',
  // Queries
  'The query is empty; send a place name, a map link, a Place ID or a CID.':
    'Zapytanie jest puste. Podaj nazwę miejsca, link do mapy, Place ID albo CID.',
  'The query is longer than {most} characters; send a shorter one.':
    'Zapytanie ma ponad {most} znaków. Podaj krótsze.',
  'The query holds no visible character; send the name of a place.':
    'Zapytanie nie ma żadnego widocznego znaku. Podaj nazwę miejsca.',
  // Links
  'The link does not lead to Google Maps; send a Google Maps link or the name of the place.':
    'Link nie prowadzi do Map Google. Podaj link z Map Google albo nazwę miejsca.',
  'The link does not lead to Google Maps. Open the review, choose "Share" and send that link.':
    'Link nie prowadzi do Map Google. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  'The link does not lead to Google Maps.': 'Link nie prowadzi do Map Google.',
  'The link leads to {host}, which is not a host of the map provider.':
    'Link prowadzi do {host}, a to nie jest serwer dostawcy map.',
  'The link leads to an address without a host.': 'Link nie prowadzi do żadnego serwera.',
  'The link is not a valid URL.': 'Link nie jest poprawnym adresem.',
  'The link is longer than {most} characters.': 'Link ma ponad {most} znaków.',
  'A link is too long.': 'Jeden z linków jest za długi.',
  'The link cannot be read; copy it whole, starting with https://.':
    'Linku nie da się odczytać. Skopiuj go w całości, od https://.',
  'The link holds a backslash; links are written with forward slashes.':
    'W linku jest ukośnik wsteczny („\\”) zamiast zwykłego („/”).',
  'The link holds a user name before the host; remove it.':
    'W linku przed nazwą serwera jest nazwa użytkownika. Usuń ją.',
  'The link holds control or invisible characters; paste it again as one line.':
    'W linku są znaki niewidoczne. Wklej go jeszcze raz w jednym wierszu.',
  'The link names a port; links to Google Maps have none.':
    'W linku jest numer portu, a linki do Map Google go nie mają.',
  'The host of the link is spelled in an unusual way; copy the link from Google Maps again.':
    'Nazwa serwera w linku jest zapisana nietypowo. Skopiuj link z Map Google jeszcze raz.',
  'Links of the kind "{scheme}:" are not accepted; send an https link to Google Maps.':
    'Linki rodzaju „{scheme}:” nie są przyjmowane. Podaj link https do Map Google.',
  'This is not a link; send an https link to Google Maps.':
    'To nie jest link. Podaj link https do Map Google.',
  'This is not a link. Open the review, choose "Share" and send that link.':
    'To nie jest link. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  'The link does not name a place; open the place in Google Maps and copy its link.':
    'Link nie wskazuje miejsca. Otwórz miejsce w Mapach Google i skopiuj jego link.',
  'The link shows only the map, not a place; open the place and copy its link.':
    'Link pokazuje samą mapę, bez miejsca. Otwórz miejsce i skopiuj jego link.',
  'The link holds only coordinates, not a place; send the link of the place itself.':
    'W linku są tylko współrzędne, bez miejsca. Podaj link samego miejsca.',
  'The link is a search without any words; add a name to it or send the name itself.':
    'Link jest wyszukiwaniem bez żadnego słowa. Podaj nazwę miejsca.',
  'The Place ID in the link is not valid; copy the link again.':
    'Place ID w linku jest niepoprawny. Skopiuj link jeszcze raz.',
  'The CID in the link is not a number from 1 to 2^64-1.':
    'CID w linku nie jest liczbą z zakresu od 1 do 2^64-1.',
  'This is a link to directions, not to a place; open the place and copy its link.':
    'To link do trasy, a nie do miejsca. Otwórz miejsce i skopiuj jego link.',
  'This is a link to a list or a personal map, not to a place; open the place and copy its link.':
    'To link do listy albo własnej mapy, a nie do miejsca. Otwórz miejsce i skopiuj jego link.',
  "This is a link to a contributor's profile, not to a place.":
    'To link do profilu autora opinii, a nie do miejsca.',
  'This is a link to a review, not to a place; use /review-details or /review-visibility for it.':
    'To link do opinii, a nie do miejsca. Do linków do opinii służą /review-details i /review-visibility.',
  'This is a link to a consent page without a place behind it; copy the link of the place.':
    'To link do strony ze zgodą na pliki cookie, bez miejsca. Skopiuj link miejsca.',
  'This consent page leads nowhere. Open the review, choose "Share" and send that link.':
    'To link do strony ze zgodą na pliki cookie, bez opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  'This is a place, not a review. Open the review, choose "Share" and send that link.':
    'To link do miejsca, a nie do opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  'This link does not name a review. Open the review, choose "Share" and send that link.':
    'Ten link nie wskazuje opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  'The link is cut off: the part that names the review is missing. Open the review, choose "Share" and send that link.':
    'Link jest ucięty: brakuje części, która wskazuje opinię. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  'The link is cut off: the part that names the place is missing. Open the review, choose "Share" and send that link.':
    'Link jest ucięty: brakuje części, która wskazuje miejsce. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  'The link is cut off: its end is missing. Open the review, choose "Share" and send that link.':
    'Link jest ucięty: brakuje jego końca. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  // Share links
  'This short link is not a share link of a place; copy it again from the map.':
    'Ten krótki link nie prowadzi do miejsca. Skopiuj go jeszcze raz z mapy.',
  'This share link does not lead to a place.': 'Ten skrócony link nie prowadzi do miejsca.',
  'This share link does not lead to a review.': 'Ten skrócony link nie prowadzi do opinii.',
  'This share link leads nowhere: it may have been mistyped or withdrawn.':
    'Ten skrócony link donikąd nie prowadzi: może zawierać literówkę albo został wycofany.',
  'The share link leads to {host}, which is not a host of the map provider.':
    'Skrócony link prowadzi do {host}, a to nie jest serwer dostawcy map.',
  'The share link leads to an address without a host.': 'Skrócony link nie prowadzi do żadnego serwera.',
  'The share link leads to something that is not a URL.': 'Skrócony link nie prowadzi do żadnego adresu.',
  'The share link redirects in a circle.': 'Skrócony link prowadzi w kółko.',
  'The share link redirects more than {most} times.':
    'Skrócony link prowadzi przez zbyt wiele adresów (ponad {most}).',
  'The share link was not answered.': 'Na skrócony link nie ma odpowiedzi.',
  'The host of this share link does not answer properly. Try again shortly.':
    'Serwer tego skróconego linku nie odpowiada poprawnie. Spróbuj ponownie za chwilę.',
  'The map provider refuses to open this share link.':
    'Dostawca map nie pozwala otworzyć tego skróconego linku.',
  'The map provider answered the share link with status {status}. Try again later.':
    'Dostawca map odpowiedział na skrócony link statusem {status}. Spróbuj ponownie później.',
  // The map provider
  'The map provider could not be reached. Try again shortly.':
    'Nie można połączyć się z dostawcą map. Spróbuj ponownie za chwilę.',
  'The map provider could not be reached. Try again later.':
    'Nie można połączyć się z dostawcą map. Spróbuj ponownie później.',
  'The map provider did not answer properly. Try again shortly.':
    'Dostawca map nie odpowiedział poprawnie. Spróbuj ponownie za chwilę.',
  'The map provider limits automatic visits from this address at the moment. Wait before asking again.':
    'Dostawca map blokuje teraz automatyczne wejścia z tego adresu. Odczekaj przed kolejną próbą.',
  'The map provider shows no such place.': 'Dostawca map nie pokazuje takiego miejsca.',
  'The map provider shows no place for this query.':
    'Dostawca map nie pokazuje żadnego miejsca dla tego zapytania.',
  'The map provider shows no list of reviews of this place at the moment. Try again later.':
    'Dostawca map nie pokazuje teraz listy opinii o tym miejscu. Spróbuj ponownie później.',
  'The map provider refuses to list reviews at the moment. Wait before asking again.':
    'Dostawca map blokuje teraz listę opinii. Odczekaj przed kolejną próbą.',
  'The map provider did not list the reviews. Try again shortly.':
    'Dostawca map nie pokazał listy opinii. Spróbuj ponownie za chwilę.',
  'The map provider does not show what is known to be visible at the moment, so nothing can be said about what it does not show. Try again later.':
    'Dostawca map nie pokazuje teraz nawet tego, co na pewno jest widoczne, więc o niepokazanym nie da się nic powiedzieć. Spróbuj ponownie później.',
  'The map provider did not show what is known to be visible a short while ago. Negative answers are given again after three good controls. Try again later.':
    'Dostawca map przed chwilą nie pokazał nawet tego, co na pewno jest widoczne. Odpowiedzi przeczące wrócą po trzech udanych próbach kontrolnych. Spróbuj ponownie później.',
  'Nothing that is known to be visible could be read to prove that the map provider answers normally, so nothing can be said about what it does not show. Name reviews in CONTROL_REVIEWS, or places in CONTROL_PLACES.':
    'Nie udało się wczytać niczego, co na pewno jest widoczne, więc o niepokazanym nie da się nic powiedzieć. Administrator może podać opinie w CONTROL_REVIEWS albo miejsca w CONTROL_PLACES.',
  // Access
  'This service needs an API key. Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".':
    'Ta usługa wymaga klucza API.',
  'This API key is not valid. Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".':
    'Ten klucz API jest nieważny.',
  'The request has two different API keys. Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".':
    'W zapytaniu są dwa różne klucze API.',
  'This API key has expired. Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".':
    'Ten klucz API wygasł.',
  'This API key is not valid for this part of the service. Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".':
    'Ten klucz API nie obejmuje tej części usługi.',
  'This part of the service needs the key of an operator. Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".':
    'Ta część usługi wymaga klucza administratora.',
  'The request comes from another web site, which is not allowed to use this service. The operator can allow it in CORS_ORIGINS.':
    'Zapytanie pochodzi z innej strony internetowej, która nie może korzystać z tej usługi. Administrator może na to pozwolić w CORS_ORIGINS.',
  'This service does not answer to the host "{host}". The operator can allow it in ALLOWED_HOSTS.':
    'Ta usługa nie odpowiada pod nazwą „{host}”. Administrator może na to pozwolić w ALLOWED_HOSTS.',
  'This request costs {cost} of the {most} points you have in a minute, and {left} are left. Try again in {seconds} s.':
    'To zapytanie kosztuje {cost} z {most} punktów na minutę, a zostało {left}. Spróbuj ponownie za {seconds} s.',
  'At most {most} lists of reviews of one client may run at once ({setting}). Try again when one has ended.':
    'Jeden klient może wczytywać naraz najwyżej tyle list opinii: {most} ({setting}). Spróbuj ponownie, gdy jedna z nich się skończy.',
  'At most {most} bulk checks of one client may run at once ({setting}). Try again when one has ended.':
    'Jeden klient może sprawdzać naraz najwyżej tyle list linków: {most} ({setting}). Spróbuj ponownie, gdy jedno ze sprawdzeń się skończy.',
  'At most {most} uploads of jobs of one client may run at once ({setting}). Try again when one has ended.':
    'Jeden klient może przesyłać naraz najwyżej tyle list zleceń: {most} ({setting}). Spróbuj ponownie, gdy jedna z nich zostanie przesłana.',
  'At most {most} readers of results of one client may run at once ({setting}). Try again when one has ended.':
    'Jeden klient może pobierać wyniki zleceń naraz najwyżej tyle razy: {most} ({setting}). Spróbuj ponownie, gdy jedno z pobrań się skończy.',
  'At most {most} {kind} of all clients together may run at once ({setting}). Try again shortly.':
    'Wyczerpano wspólny limit zapytań tego rodzaju, które mogą trwać naraz: {most} ({setting}). Spróbuj ponownie za chwilę.',
  // The service
  'There is no endpoint {method} {path}.': 'Usługa nie ma takiego adresu: {method} {path}.',
  'The API is switched off at the moment.': 'Usługa jest teraz wyłączona.',
  'The service is shutting down. Try again shortly.':
    'Usługa właśnie się wyłącza. Spróbuj ponownie za chwilę.',
  'The service failed in an unexpected way. The request id helps to find why.':
    'W usłudze wystąpił nieoczekiwany błąd. Przyczynę pomoże znaleźć numer zapytania.',
  'The service failed in an unexpected way.': 'W usłudze wystąpił nieoczekiwany błąd.',
  'The answer was not ready in time. Try again later.':
    'Odpowiedź nie była gotowa na czas. Spróbuj ponownie później.',
  'Too many requests are waiting already. Try again shortly.':
    'Zbyt wiele zapytań już czeka. Spróbuj ponownie za chwilę.',
  'The browser behind this service is not available. Try again shortly.':
    'Przeglądarka, z której korzysta usługa, nie działa. Spróbuj ponownie za chwilę.',
  'The browser behind this service is starting and not ready yet. Try again shortly.':
    'Przeglądarka, z której korzysta usługa, dopiero się uruchamia. Spróbuj ponownie za chwilę.',
  // Requests that do not have the expected form
  'This is not a valid HTTP request, its URL or headers are too long, or it was sent too slowly.':
    'To nie jest poprawne zapytanie HTTP, jego adres lub nagłówki są za długie albo wysłano je zbyt wolno.',
  'Send a JSON object with the header Content-Type: application/json.':
    'Wyślij obiekt JSON z nagłówkiem Content-Type: application/json.',
  'Send the body uncompressed, without a Content-Encoding header.':
    'Wyślij treść bez kompresji i bez nagłówka Content-Encoding.',
  'The body is larger than {most}.': 'Treść zapytania jest większa niż {most}.',
  'The body is not a valid JSON object.': 'Treść zapytania nie jest poprawnym obiektem JSON.',
  'The body has more than {most} JSON values. Send the list in parts, or upload it line by line.':
    'Treść zapytania ma ponad {most} wartości JSON. Podziel listę na części albo prześlij ją wiersz po wierszu.',
  'Give the parameter "{name}" only once.': 'Podaj parametr „{name}” tylko raz.',
  'The parameter "{name}" is required: {meaning}.': 'Brakuje parametru „{name}”.',
  'The parameter "{name}" is empty: give {meaning}.': 'Parametr „{name}” jest pusty.',
  'The parameter "{name}" must be a whole number from {least} to {most}.':
    'Parametr „{name}” musi być liczbą całkowitą od {least} do {most}.',
  '"{name}" must be a whole number from {least} to {most}.':
    'Pole „{name}” musi być liczbą całkowitą od {least} do {most}.',
  '"{name}" must be true or false.': 'Parametr „{name}” może mieć wartość true albo false.',
  '"{name}" must be a JSON string: a number would lose digits.':
    'Pole „{name}” musi być tekstem JSON: w liczbie zginęłyby cyfry.',
  '"{name}" is empty.': 'Pole „{name}” jest puste.',
  '"min_stars" is above "max_stars": no review could pass.':
    'Najmniejsza liczba gwiazdek („min_stars”) jest większa od największej („max_stars”).',
  'Send exactly one of "cid" and "place_id".': 'Podaj dokładnie jedno z pól „cid” i „place_id”.',
  'Unknown field: {names}. Send exactly one of "cid" and "place_id".':
    'Nieznane pole: {names}. Podaj dokładnie jedno z pól „cid” i „place_id”.',
  'Send {"urls": [...]} with 1 to {most} review links.':
    'Wyślij {"urls": [...]}, w tym od 1 do {most} linków do opinii.',
  '"ignore" must be "provider".': 'Parametr „ignore” może mieć tylko wartość „provider”.',
  // Jobs
  'This service has no jobs: they need Redis, and REDIS_URL is not set.':
    'Ta usługa nie ma zleceń: wymagają one Redisa, a nie ustawiono REDIS_URL.',
  'Without API keys, this service has jobs only for clients on its own machine. The operator can configure keys (API_KEYS), or allow jobs for everybody (JOBS_WITHOUT_KEYS).':
    'Bez kluczy API ta usługa udostępnia zlecenia tylko na komputerze, na którym działa. Administrator może ustawić klucze (API_KEYS) albo udostępnić zlecenia wszystkim (JOBS_WITHOUT_KEYS).',
  'Redis cannot be reached at the moment. Try again shortly.':
    'Nie można teraz połączyć się z Redisem. Spróbuj ponownie za chwilę.',
  'There is no such job of yours, or its results have expired.':
    'Nie ma takiego zlecenia albo jego wyniki już wygasły.',
  'This Idempotency-Key was used before for another request.':
    'Tego klucza powtórzenia (Idempotency-Key) użyto już do innego zapytania.',
  'Idempotency-Key must have 1 to 255 visible ASCII characters.':
    'Klucz powtórzenia (Idempotency-Key) musi mieć od 1 do 255 widocznych znaków ASCII.',
  'The list is empty: send at least one link.': 'Lista jest pusta. Podaj co najmniej jeden link.',
  'A job of the type {type} has at most {most} links. Send the list in parts.':
    'Zlecenie tego rodzaju ({type}) może mieć najwyżej {most} linków. Podziel listę na części.',
  'You may have at most {most} open jobs (JOBS_PER_KEY). Try again when one has ended, or cancel one.':
    'Liczba zleceń, które mogą być naraz otwarte: {most} (JOBS_PER_KEY). Poczekaj, aż jedno z nich się skończy, albo jedno anuluj.',
  'Your jobs may hold at most {most} links together, with those that have ended (JOB_LINKS_PER_KEY); without this list they hold {kept}. Wait until results expire, or delete jobs that have ended: DELETE /api/jobs/{id}?delete_ended=true.':
    'Zlecenia, także zakończone, mogą mieć razem najwyżej {most} linków (JOB_LINKS_PER_KEY); bez tej listy mają {kept}. Poczekaj, aż wyniki wygasną, albo usuń zakończone zlecenia.',
  'Your jobs may take at most {most} bytes together, with those that have ended (JOB_BYTES_PER_KEY); without this list they take {kept}. Wait until results expire, or delete jobs that have ended: DELETE /api/jobs/{id}?delete_ended=true.':
    'Zlecenia, także zakończone, mogą zajmować razem najwyżej {most} bajtów (JOB_BYTES_PER_KEY); bez tej listy zajmują {kept}. Poczekaj, aż wyniki wygasną, albo usuń zakończone zlecenia.',
  'The jobs of all clients may take at most {most} bytes together (JOB_BYTES). Try again when results have expired.':
    'Zlecenia wszystkich klientów mogą zajmować razem najwyżej {most} bajtów (JOB_BYTES). Spróbuj ponownie, gdy część wyników wygaśnie.',
  'Redis is full at the moment. Delete jobs that have ended, or try again later.':
    'W Redisie nie ma teraz wolnego miejsca. Usuń zakończone zlecenia albo spróbuj ponownie później.',
  'The job has not ended: a table ({format}) needs all results.':
    'Zlecenie jeszcze trwa, a tabela ({format}) wymaga wszystkich wyników.',
  'The table has {rows} rows, and XLSX at most {most}. Use format=csv.':
    'Tabela ma {rows} wierszy, a XLSX może mieć najwyżej {most}. Pobierz ją jako CSV.',
  'Send the list with one of these as Content-Type: {types}.':
    'Wyślij listę z jednym z tych nagłówków Content-Type: {types}.',
  'The body is larger than {most}. Send the list in parts.':
    'Lista jest większa niż {most}. Podziel ją na części.',
  'The upload stopped before its end. Send it again.':
    'Przesyłanie listy ustało przed jej końcem. Prześlij ją jeszcze raz.',
  'Give "type" in the query. "type" must be one of {types}.':
    'W adresie brakuje parametru „type”. Możliwe wartości: {types}.',
  '"type" must be one of {types}.': 'Możliwe wartości „type”: {types}.',
  'Send {"type": "…", "urls": [...]} with at least one link.':
    'Wyślij {"type": "…", "urls": [...]} z co najmniej jednym linkiem.',
  '"max_pages", "min_stars" and "max_stars" are only for the type place-reviews.':
    '„max_pages”, „min_stars” i „max_stars” można podać tylko dla opinii o miejscach (place-reviews).',
  '"quick" chooses a new run, "last" asks for none: send one of them.':
    'Parametr „quick” zleca nowe sprawdzenie, a „last” pokazuje ostatnie. Podaj tylko jeden z nich.',
  '"after" must be the "position" of a result, or 0.':
    'Parametr „after” musi być wartością „position” jednego z wyników albo zerem.',
  '"format" must be ndjson, csv or xlsx.': 'Parametr „format” może mieć wartość ndjson, csv albo xlsx.',
  '"lang" must be pl or en.': 'Parametr „lang” może mieć wartość pl albo en.',
  // Lines of a job's list
  'The line is empty.': 'Wiersz jest pusty.',
  'The line is longer than {most} characters.': 'Wiersz ma ponad {most} znaków.',
  'The line holds control characters.': 'W wierszu są znaki sterujące.',
  'The line is not valid JSON.': 'Wiersz nie jest poprawnym JSON-em.',
  'The line must be a JSON string, or an object with a text in one of: {names}.':
    'Wiersz musi być tekstem JSON albo obiektem z tekstem w jednym z pól: {names}.',
  'The cell of the link is empty.': 'Komórka na link jest pusta.',
  'No cell of the record is a link.': 'W wierszu nie ma linku.',
  'The line has no link.': 'W wierszu nie ma linku.',
  'The line has a cell of more than {most} characters.':
    'W wierszu jest komórka, która ma ponad {most} znaków.',
  'Line {line} has {count} characters besides its link, and may have {most}. Leave columns out, or send the links alone as text/plain.':
    'Znaki w wierszu {line} poza linkiem: {count}, a może ich być najwyżej {most}. Usuń z listy część kolumn albo zleć same linki.',
  'The list has {count} columns, and may have {most}. Leave columns out, or send the links alone as text/plain.':
    'Kolumny listy: {count}, a może ich być najwyżej {most}. Usuń z listy część kolumn albo zleć same linki.',
  'The headings have more than {most} characters. Leave columns out, or send the links alone as text/plain.':
    'Nagłówki kolumn mają razem ponad {most} znaków. Usuń z listy część kolumn albo zleć same linki.',
  'This list is too long for a job. Ask for fewer pages (max_pages).':
    'Ta lista jest za długa dla zlecenia. Zmniejsz liczbę stron (max_pages).',
  'Redis has damaged this result. Send its link again in another job.':
    'Wynik w Redisie jest uszkodzony. Wyślij ten link w kolejnym zleceniu.',
  'Redis has lost this link. Send it again in another job.':
    'Redis utracił ten link. Wyślij go w kolejnym zleceniu.',
  // Reasons for which work is ended. Nobody waits for its answer by then, except in a log.
  'The answer is complete: no client waits for more of it.':
    'Odpowiedź jest kompletna i nikt na nic więcej nie czeka.',
  'The client closed the connection before the answer was ready.':
    'Klient zamknął połączenie, zanim odpowiedź była gotowa.',
  'The client closed the connection during its upload.': 'Klient zamknął połączenie w trakcie przesyłania.',
  'Nobody waits for this answer any more.': 'Nikt już nie czeka na tę odpowiedź.',
  'The time of the run is over.': 'Skończył się czas sprawdzenia.',
  'The command was ended.': 'Polecenie zostało przerwane.',
  'The recording was ended.': 'Nagrywanie zostało przerwane.',
} as const satisfies Readonly<Record<string, string>>;

/** A message with `{name}` where values stand. */
export type MessageTemplate = keyof typeof POLISH_MESSAGES;

/** A message as it is sent. */
export type ServiceMessage = Filled<MessageTemplate>;

type Filled<Template extends string> = Template extends `${infer Start}{${string}}${infer Rest}`
  ? `${Start}${string}${Filled<Rest>}`
  : Template;
