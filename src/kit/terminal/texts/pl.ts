import { roughTime } from '../../../core/texts/formats.js';

/** The texts of the command line in Polish. Texts in other languages have the same ids. */
export const pl = {
  interrupted: 'Przerwano.',
  retry: (seconds: number, attempt: number, attempts: number) =>
    `Kolejna próba za ${seconds} s (${attempt} z ${attempts}).`,
  commands: {
    completion:
      'wypisz skrypt, dzięki któremu powłoka (bash, zsh, fish) uzupełnia polecenia i opcje po naciśnięciu Tab',
    program:
      'Klient usługi place-lookup: identyfikatory i dane miejsc na mapie, opinie o nich i widoczność opinii.',
    search: 'znajdź Place ID na podstawie nazwy, linku, Place ID lub CID',
    details: 'pokaż dane miejsca',
    all: 'znajdź miejsce i pokaż jego dane',
    convert: 'zamień Place ID na CID (bez usługi) albo CID na Place ID',
    reviews: 'wczytaj opinie o miejscu: Place ID, link, CID lub nazwa',
    review: 'pokaż dane jednej opinii',
    check: 'sprawdź widoczność opinii z listy linków; - oznacza standardowe wejście',
    places: 'pokaż dane wielu miejsc z listy nazw, linków, CID i Place ID; - oznacza standardowe wejście',
    api: 'wywołaj dowolny endpoint usługi i wypisz jego odpowiedź tak, jak ją wysyła usługa; pomoc poleceń jest po angielsku',
    mcp: 'udostępnij narzędzia modelom językowym (Model Context Protocol) przez standardowe wejście i wyjście',
    evidence:
      'zapisz pakiet dowodowy (ZIP) dla każdej opinii: z linków albo z listy jak w check; istniejące pakiety nie są sporządzane ponownie',
    doctor: 'sprawdź z tego komputera, czy usługa nadal odczytuje dane od dostawcy map',
    jobs: 'zlecenia: długie listy, które usługa sprawdza bez otwartego połączenia',
    jobsSubmit: 'zleć listę (jak w check; - oznacza standardowe wejście) i wypisz id zlecenia',
    jobsStatus: 'pokaż stan zlecenia',
    jobsList: 'pokaż własne zlecenia',
    jobsResults:
      'pokaż dotychczasowe wyniki zlecenia, od najwcześniejszego; CSV i XLSX po zakończeniu zlecenia, w kolejności listy',
    jobsFinish:
      'zakończ oczekiwanie: linki, które czekają na ponowienie, dostają jako wynik swój ostatni błąd',
    jobsCancel: 'anuluj zlecenie; dotychczasowe wyniki zostają',
    jobsDelete: 'usuń zakończone zlecenie razem z wynikami',
    watch: 'obserwuj miejsca i opinie i pokazuj zmiany w tym, co dostawca map o nich pokazuje',
    watchAdd: 'obserwuj miejsce (link, Place ID, CID lub nazwa) albo opinię (link) i wypisz id obserwacji',
    watchList: 'pokaż własne obserwacje, najpierw te, które wymagają uwagi',
    watchImport: 'obserwuj miejsca lub opinie z listy (jak w check; - oznacza standardowe wejście)',
    watchLog: 'pokaż zdarzenia jednej obserwacji albo wszystkich, od najwcześniejszego',
    watchExport: 'zapisz raport o obserwacji dla klienta (PDF, XLSX lub JSON)',
    record: 'nagraj stronę dostawcy map na tym komputerze, bez danych osób; do zgłoszenia błędu i testów',
    rules: 'reguły: gdzie na stronach dostawcy są szukane wartości',
    rulesPrint: 'wypisz reguły: najpierw z podanego pliku lub z PROVIDER_RULES, potem wbudowane',
    rulesCheck:
      'sprawdź plik reguł: kod 0, gdy jest poprawny, a w przeciwnym razie 2 i wiersze „PLIK:WIERSZ: błąd”',
    explain:
      'wyjaśnij, która reguła odczytuje każde pole nagrania i gdzie w nagraniu jest brakująca wartość; bez sieci',
    backup:
      'skopiuj dane usługi na tym komputerze (DATA_DIR) do nowego folderu, także gdy usługa działa, i sprawdź kopię',
    restore: 'odtwórz kopię w pustym folderze danych (DATA_DIR) usługi, która nie działa',
    verifyEvidence:
      'sprawdź pakiet dowodowy albo każdy pakiet z pliku ZIP, bez sieci: kod 0, gdy jest nienaruszony, podpisany kluczem z --public-key, a werdykt wynika z wczytań; 4, gdy brakuje tylko klucza; w przeciwnym razie 1 i wiersz o każdym błędzie',
  },
  options: {
    column:
      'kolumna z linkami: nagłówek, numer od 1 albo * (wszystkie); domyślnie polecenie samo ją znajduje',
    headings:
      'wiersz z nagłówkami, liczony od 1; 0: lista nie ma nagłówków; domyślnie polecenie samo go znajduje',
    help: 'pokaż pomoc',
    version: 'pokaż wersję',
    api: 'URL usługi (zmienna PLACE_LOOKUP_API)',
    key: 'klucz API; bezpieczniej w zmiennej PLACE_LOOKUP_API_KEY, bo opcje widać na liście procesów',
    language: 'język',
    retries:
      'ile razy z rzędu ponowić zapytanie, którego usługa chwilowo nie przyjęła albo którego połączenie zostało przerwane; przerwy wydłużają się od 5 s do 5 min, a każdy nowy wynik zaczyna liczenie od nowa; 0: bez ponowień',
    json: 'wypisz JSON',
    ndjson: 'wypisz JSON, po jednym obiekcie w wierszu',
    csv: 'wypisz CSV dla polskiego Excela',
    xlsx: 'zapisz skoroszyt Excela; w katalogu dostanie nazwę z datą',
    out: 'dopisuj wyniki na bieżąco do pliku NDJSON',
    maxPages: 'największa liczba stron po 200 opinii, 1–50 (domyślnie: 10)',
    minStars: 'najmniejsza liczba gwiazdek, 1–5',
    maxStars: 'największa liczba gwiazdek, 1–5',
    report:
      'zapisz też raport XLSX do przekazania klientowi lub prawnikowi: bez kodów, z całą treścią opinii i opisem sprawdzenia; w katalogu dostanie nazwę z datą',
    resumeCheck: 'dokończ: sprawdź tylko linki bez wyniku w pliku --out',
    batch: 'liczba linków w jednym zapytaniu',
    resumePlaces: 'dokończ: wyszukaj tylko miejsca bez wyniku w pliku --out',
    quick: 'jedno miejsce, bez listy opinii',
    place: 'Place ID, CID lub link miejsca do odczytania; można podać kilka razy',
    bundle: 'zapisz w pliku ZIP dane do zgłoszenia błędu; polecenie najpierw je pokaże',
    yes: 'zapisz plik z opcji --bundle bez pytania',
    jobType: 'co zrobić z listą',
    jobMaxPages: 'place-reviews: największa liczba stron po 200 opinii',
    jobMinStars: 'place-reviews: najmniejsza liczba gwiazdek',
    jobMaxStars: 'place-reviews: największa liczba gwiazdek',
    idempotencyKey: 'klucz powtórzenia: ta sama lista z tym samym kluczem nie tworzy drugiego zlecenia',
    follow: 'czekaj na wyniki do końca zlecenia',
    partial: 'CSV i XLSX także przed końcem zlecenia, z kolumną „Czeka” dla linków bez wyniku',
    jobOut: 'dopisuj wyniki do pliku NDJSON, a przerwany plik dokończ',
    body: 'cała treść zapytania jako JSON; inne opcje zastępują jej pola',
    watchInterval: 'godziny między sprawdzeniami (domyślnie: miejsca 24, opinie 6)',
    watchLabel: 'własna nazwa',
    watchNote: 'własna notatka',
    watchEvidence:
      'kiedy powstaje pakiet dowodowy: on_loss (gdy opinii już nie widać), always (także gdy się pojawi), never',
    watchState: 'tylko obserwacje w tym stanie',
    watchFind: 'tylko obserwacje z tym tekstem w nazwie, notatce lub miejscu',
    watchKind: 'co jest na liście: place (miejsca) albo review (opinie)',
    watchLabels: 'nagłówek kolumny z własnymi nazwami',
    watchFollow: 'czekaj na kolejne zdarzenia (Ctrl-C kończy)',
    watchSince: 'tylko zdarzenia po tym numerze',
    watchLast: 'tylko najnowsze zdarzenia, największa liczba (1–1000)',
    watchTypes: 'tylko te rodzaje zdarzeń, po przecinku, np. review.not_visible,review.appeared',
    exportFormat: 'rodzaj pliku: pdf, xlsx albo json',
    exportAll: 'raporty o wszystkich obserwacjach',
    exportFrom: 'pierwszy dzień okresu, RRRR-MM-DD (domyślnie: dzień dodania obserwacji)',
    exportTo: 'ostatni dzień okresu, RRRR-MM-DD (domyślnie: dzisiaj)',
    exportAuthors: 'autorzy: pseudonyms („Autor 1”) albo names (nazwy i linki)',
    exportOut: 'plik jednego raportu albo katalog na raporty (domyślnie: bieżący katalog)',
    recordOut: 'katalog, w którym powstanie nagranie',
    recordName: 'nazwa nagrania',
    recordReviews: 'nagraj też listę opinii miejsca',
    recordBatches: 'liczba porcji po 10 opinii, 1–50',
    anonymous: 'zastąp także dane miejsca',
    want: 'wartość widoczna na stronie; można podać kilka razy',
    evidenceOut: 'katalog na pakiety dowodowe',
    blur: 'others: na obrazach zakryj opinie innych osób; none: niczego nie zakrywaj',
    publicKey: 'klucz publiczny usługi (PEM), którym pakiet musi być podpisany',
    ca: 'zaufane certyfikaty urzędu znacznika czasu (PEM); domyślnie certyfikaty Node.js',
  },
  help: {
    words: {
      '[options]': '[opcje]',
      '[command]': '[polecenie]',
      'Usage:': 'Użycie:',
      'Arguments:': 'Argumenty:',
      'Options:': 'Opcje:',
      'Global Options:': 'Opcje wspólne:',
      'Commands:': 'Polecenia:',
    } as Readonly<Record<string, string>>,
    oneOf: 'jedno z',
    default: 'domyślnie',
    exitCodes: `Kody wyjścia:
  0    polecenie wykonane
  1    niepowodzenie: brak połączenia z usługą, odmowa, przerwana odpowiedź albo nieudany zapis pliku
  2    błędne użycie: opcja, plik albo zapytanie, którego usługa nie przyjmuje; record: blokada dostawcy map
  3    nie znaleziono miejsca albo zlecenia
  4    wynik jest niepełny: część linków jest bez wyniku (check; ponów z --resume) albo lista opinii jest niepełna
       (reviews; powód podaje stop_reason; lista zakończona na podanym --max-pages daje 0), albo zlecenie jeszcze trwa,
       jest anulowane lub ma linki bez wyniku (jobs results), albo pakiet jest nienaruszony, ale nie podano
       --public-key (verify-evidence)
  130  przerwane przez Ctrl-C (143: przez SIGTERM)
  141  program czytający wyjście zakończył się wcześniej (| head)`,
    lists:
      '\nLista to skoroszyt XLSX, CSV albo tekst. Polecenie samo znajduje kolumnę z linkami, a w tekście linki w każdym wierszu.\nWłasne kolumny listy zostają w CSV i XLSX po lewej stronie wyników, w kolejności listy. Wiersze zaczynające się od #\nsą pomijane, wiersze bez linku też, ale polecenie podaje ich numery.',
    doctor:
      '\nDziała we własnym procesie z ustawieniami usługi (zmienne środowiskowe); nie korzysta z działającej usługi.\nKody wyjścia: 0 wszystko działa, 1 coś wymaga uwagi, 2 usługa nie może działać poprawnie.',
    examples: 'Przykłady:',
  },
  examples: {
    links: 'linki',
    results: 'wyniki',
    report: 'raport',
    reviews: 'opinie',
    places: 'miejsca',
    evidence: 'dowod',
    name: '"Pierogarnia, Kraków"',
  },
  misuse: {
    address: (api: string) => `Opcja --api: „${api}” nie jest adresem takim jak http://127.0.0.1:3000.`,
    key: 'Klucz API zawiera niedozwolone znaki.',
    textOrJson: (command: string) => `Polecenie ${command} wypisuje tylko tekst albo JSON (--json).`,
    value: (flags: string, value: string, allowed: string) =>
      `Błąd: opcja „${flags}”: niepoprawna wartość „${value}”. Dozwolone: ${allowed}.`,
    suggestion: (names: string) => `(Czy chodziło o: ${names}?)`,
    error: 'Błąd',
    unknownCommand: (name: string) => `nie ma polecenia „${name}”.`,
    unknownOption: (flag: string) => `nie ma opcji „${flag}”.`,
    missingArgument: (name: string) => `brakuje argumentu „${name}”.`,
    excessArguments: (name: string, expected: number, given: number) =>
      `za dużo argumentów polecenia „${name}”: dozwolone ${expected}, podane ${given}.`,
    missingValue: (flags: string) => `opcja „${flags}” wymaga wartości.`,
    conflict: (first: string, second: string) => `opcji „${first}” nie można łączyć z „${second}”.`,
  },
  failures: {
    system: {
      /** What the operating system calls its failures. English is the language of the messages themselves. */
      codes: {
        EACCES: 'brak uprawnień',
        EPERM: 'brak uprawnień',
        ENOENT: 'nie ma takiego pliku ani katalogu',
        EISDIR: 'to jest katalog',
        ENOTDIR: 'część ścieżki nie jest katalogiem',
        EEXIST: 'plik już istnieje',
        ENOSPC: 'brak miejsca na dysku',
        EDQUOT: 'przekroczony limit miejsca na dysku',
        EROFS: 'system plików tylko do odczytu',
        EMFILE: 'za dużo otwartych plików',
        ENAMETOOLONG: 'za długa nazwa pliku',
        EBUSY: 'plik jest zajęty',
        ETXTBSY: 'plik jest zajęty',
        ELOOP: 'dowiązania prowadzą w kółko',
        EIO: 'błąd odczytu lub zapisu',
        EPIPE: 'odbiorca zamknął połączenie',
        ECONNREFUSED: 'połączenie odrzucone',
        ECONNRESET: 'połączenie zerwane',
        ENOTFOUND: 'nie znaleziono takiego hosta',
        EAI_AGAIN: 'serwer nazw nie odpowiada',
        ETIMEDOUT: 'przekroczono czas oczekiwania',
        EHOSTUNREACH: 'host jest nieosiągalny',
        ENETUNREACH: 'sieć jest nieosiągalna',
      } as Readonly<Record<string, string>>,
      /** What the HTTP client calls its own failures. */
      phrases: [
        [/^other side closed$/, 'druga strona zamknęła połączenie'],
        [/^no data for (\d+) s$/, 'brak danych przez $1 s'],
        [/^bad port$/, 'niedozwolony numer portu'],
        [/^terminated$/, 'połączenie przerwane'],
        [/^unexpected redirect$/, 'nieoczekiwane przekierowanie'],
        [/^Unexpected (?:end of JSON input|token).*$/, 'niepoprawny JSON'],
        [/^.*\bcertificate\b.*$/is, 'certyfikat jest nieważny albo niezaufany'],
        [/^.*(?:SSL routines|TLS).*$/is, 'nie udało się nawiązać połączenia szyfrowanego (https)'],
        [/^.*(?:Parse Error|Expected HTTP\/).*$/is, 'to nie jest odpowiedź HTTP'],
        [/^.*\btimeout\b.*$/is, 'przekroczono czas oczekiwania'],
        [/^HTTP \d{3}$/, '$&'],
      ] as readonly (readonly [english: RegExp, translated: string])[],
      unknown: (message: string) => `przyczyna po angielsku: ${message}`,
    },
    cutByService: 'Usługa przerwała odpowiedź.',
    details: 'Szczegóły',
    code: 'Kod',
    /** Beside a failure, by its code, or by what a refused link leads to. */
    hints: {
      review: 'Opinię pokaże polecenie review, a widoczność wielu opinii sprawdzi polecenie check.',
      place: 'Miejsce pokaże polecenie all.',
      unauthorized: 'Klucz podaje się w zmiennej PLACE_LOOKUP_API_KEY albo w opcji --key.',
      offline: (base: string) =>
        `Sprawdź, czy usługa działa pod adresem ${base}. Inny URL można podać w opcji --api albo w zmiennej PLACE_LOOKUP_API.`,
      unexpected: (base: string) => `Sprawdź, czy pod adresem ${base} działa place-lookup w zgodnej wersji.`,
      jobs_unavailable: 'Krótszą listę linków do opinii sprawdzi bez zlecenia polecenie check.',
    },
    /** `_message`: the message of the service, which is in English. */
    settings: (settings: readonly string[], _message: string) =>
      [
        `Tych ustawień nie można użyć: ${settings.join(', ')}.`,
        'Dozwolone wartości opisuje docs/configuration.md.',
        settings.includes('CHROMIUM_PATH') && 'Chromium instaluje polecenie „npm run setup”.',
        settings.includes('PROVIDER_RULES') &&
          'Błędy w pliku reguł wskaże polecenie „place-lookup rules check”.',
      ]
        .filter(Boolean)
        .join(' '),
  },
  files: {
    otherLine: (path: string, line: number, command: string) =>
      `${path}: wiersz ${line} nie jest wynikiem polecenia ${command}. Podaj inny plik.`,
    failed: (path: string, reason: string) => `Plik wyników ${path}: ${reason}`,
    outputFailed: 'Nie można zapisać wyjścia',
    cannotWrite: (file: string, reason: string) => `Nie można zapisać ${file}: ${reason}`,
    written: (file: string, rows: number | null) =>
      `Zapisano ${file}${rows === null ? '' : ` (wierszy: ${rows})`}.`,
  },
  queries: {
    wrongCid: (_reason: string) => 'CID ma od 14 do 20 cyfr i jest liczbą od 1 do 18446744073709551615.',
    wrongId: (_reason: string) =>
      'To nie jest Place ID ani CID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); ' +
      'wielkość liter ma znaczenie. CID ma od 14 do 20 cyfr. Można też podać identyfikator w postaci 0x…:0x….',
    notPlaceId: (text: string, command: string) =>
      `Polecenie details przyjmuje Place ID, a „${text}” nie jest Place ID. Nazwę, link lub CID przyjmuje: ${command}`,
    noCid: 'Ten Place ID nie zawiera numeru CID.',
    isReview: (command: string) => `To link do opinii, a nie do miejsca. Opinię pokaże: ${command}`,
    isName: (command: string) =>
      `Polecenie review przyjmuje link do opinii, a w podanym tekście nie ma linku. Miejsce o tej nazwie pokaże: ${command}`,
    isPlace: (command: string) => `To miejsce, a nie opinia. Miejsce pokaże: ${command}`,
  },
  list: {
    left: (entries: number, seconds: number) => `pozostało ${entries}, ok. ${roughTime('pl', seconds)}`,
    columnRead: (columns: string) => `Odczytana ${columns}. Inną kolumnę wybierzesz opcją --column.`,
    passedOver: (columns: string) =>
      `Linki w innych kolumnach nie są odczytywane: ${columns}. Kolumnę z linkami wybierzesz opcją --column.`,
    headings: (line: number, names: string) =>
      `Nagłówki są w wierszu ${line}: ${names}. Wiersze nad nimi to tytuł. Inny wiersz wybierzesz opcją --headings.`,
    noHeadings: (line: number, file: string) =>
      `W ${file} nie ma tabeli z nagłówkami w wierszu ${line}. Podaj numer wiersza, liczony od 1, albo 0, jeśli lista nie ma nagłówków.`,
    noColumn: (column: string, file: string) =>
      `W ${file} nie ma kolumny "${column}" z linkami. Podaj jej nagłówek albo numer, liczony od 1.`,
    unreadable: (file: string, reason: string) => `Nie można odczytać pliku ${file}: ${reason}`,
    notText: (file: string) =>
      `${file} nie jest skoroszytem .xlsx ani plikiem tekstowym o znanym kodowaniu. Zapisz listę jako XLSX, „CSV UTF-8” albo tekst.`,
    noLinks: (file: string) => `Nie ma żadnego linku w: ${file}.`,
    noPlaces: (file: string) => `Nie ma żadnego miejsca w: ${file}.`,
    noIds: (file: string) => `Nie ma żadnego Place ID w: ${file}.`,
    skippedLinks: (count: number, numbers: string) =>
      `Pominięte wiersze bez linku: ${count} (nr ${numbers}).`,
    skippedPlaces: (count: number, numbers: string) =>
      `Pominięte wiersze bez miejsca: ${count} (nr ${numbers}).`,
    notWorkbook: (file: string) =>
      `${file} nie jest skoroszytem Excela (.xlsx), który da się odczytać. Zapisz listę jako XLSX, CSV albo tekst.`,
    tooLarge: (file: string) => `Skoroszyt ${file} jest za duży. Zapisz arkusz z linkami jako CSV.`,
    resumeNeedsOut: 'Opcja --resume wymaga opcji --out.',
    resume: (out: string) =>
      `Wyniki są zapisane w ${out}. Aby dokończyć, powtórz polecenie z opcją --resume.`,
    sameFile: (file: string) => `Dwie opcje wskazują ten sam plik: ${file}.`,
    isTheList: (file: string) => `${file} jest listą do sprawdzenia. Podaj inny plik na wyniki.`,
    holdsResults: (out: string) =>
      `${out} zawiera już wyniki. Dodaj opcję --resume, aby dopisać brakujące wyniki, albo podaj inny plik.`,
    undated: (count: number) => `bez daty: ${count}`,
    earlier: (count: number, days: string) =>
      ` W tym wyniki starsze niż to uruchomienie: ${count} (${days}).`,
  },
  labels: {
    type: 'Rodzaj',
    state: 'Stan',
    links: 'Linki',
    done: 'Gotowe',
    visible: 'Widoczne',
    notVisible: 'Niewidoczne',
    noResult: 'Bez wyniku',
    created: 'Utworzono',
    ended: 'Zakończono',
    estimatedEnd: 'Szacowany koniec',
    linksPerMinute: 'Linki na minutę',
    retrying: 'Ponowienia',
    nextAttempt: 'Następna próba',
    keptUntil: 'Wyniki dostępne do',
    progress: 'Postęp',
    failures: 'Przyczyny',
    place: 'Wizytówka',
    query: 'Zapytanie',
    kind: 'Rodzaj',
    direction: 'Kierunek',
    review: 'Opinia',
    reviewLink: 'Link do opinii',
    isVisible: 'Widoczna',
    reason: 'Powód',
    reasonCode: 'Kod powodu',
    author: 'Autor',
    stars: 'Gwiazdki',
    date: 'Data',
    reviewText: 'Treść opinii',
    placeName: 'Miejsce',
    authorReviews: 'Opinie autora',
    guideLevel: 'Poziom przewodnika',
    checkedAt: 'Sprawdzono',
    notices: 'Komunikaty o miejscu',
    candidates: 'Liczba kandydatów',
    error: 'Błąd',
    errorCode: 'Kod błędu',
  },
  check: {
    summary: (tally: {
      total: number;
      visible: number;
      not_visible: number;
      failed: number;
      missing: number;
    }) => {
      const { total, visible, not_visible: notVisible, failed, missing } = tally;
      const left = missing === 0 ? '' : `, niesprawdzone: ${missing}`;
      return `Linki: ${total}. Widoczne: ${visible}, niewidoczne: ${notVisible}, bez wyniku: ${failed}${left}.`;
    },
    progress: 'Sprawdzanie',
    pause: (missing: number, seconds: number, attempt: number, attempts: number) =>
      `Bez wyniku: ${missing}. Kolejna próba za ${seconds} s (${attempt} z ${attempts}).`,
    title: 'Widoczność opinii',
    visible: '✓ widoczna   ',
    notVisible: '✗ niewidoczna',
    edited: 'edytowana',
    author: 'autor',
    fromLink: 'Z linku',
    nothingToReport: (file: string) => `Raport ${file} nie powstał, bo żaden link nie ma wyniku.`,
  },
  evidence: {
    title: 'Pakiety dowodowe',
    progress: 'Pakiety',
    link: 'Link',
    state: 'Stan',
    file: 'Plik',
    states: { made: 'zapisany  ', exists: 'już jest  ', failed: 'brak      ' },
    summary: (tally: { total: number; made: number; exists: number; failed: number; missing: number }) => {
      const { total, made, exists, failed, missing } = tally;
      const left = missing === 0 ? '' : `, nierozpoczęte: ${missing}`;
      return `Linki: ${total}. Pakiety zapisane: ${made}, już istniejące: ${exists}, niesporządzone: ${failed}${left}.`;
    },
  },
  places: {
    summary: (tally: { total: number; found: number; failed: number; missing: number }) => {
      const { total, found, failed, missing } = tally;
      const left = missing === 0 ? '' : `, niesprawdzone: ${missing}`;
      return `Miejsca: ${total}. Znalezione: ${found}, bez wyniku: ${failed}${left}.`;
    },
    progress: 'Wyszukiwanie',
    title: 'Miejsca',
    dateUnknown: 'data nieznana',
    firstOf: (candidates: number) => ` (pierwsze z ${candidates})`,
  },
  reviews: {
    complete: 'komplet',
    title: 'Opinie',
    progress: 'Wczytywanie opinii',
    incomplete: 'Lista jest niepełna.',
    of: (read: string, total: string) => `${read} z ${total}`,
    more: ' (więcej: --max-pages)',
    filtered: (shown: string) => `Po filtrze: ${shown}.`,
    read: 'Wczytane opinie',
    checkedAt: (time: string) => `Sprawdzono: ${time}.`,
    authorReviews: (count: number) => `opinii autora: ${count}`,
    guide: 'lokalny przewodnik',
    photos: 'zdjęć',
    likes: 'polubień',
    ownerReplied: 'jest odpowiedź właściciela',
  },
  jobs: {
    counts: (
      done: string,
      total: string,
      failed: string,
      verdicts: { visible: string; notVisible: string } | null,
    ) => {
      const visible =
        verdicts === null ? '' : ` Widoczne: ${verdicts.visible}, niewidoczne: ${verdicts.notVisible}.`;
      return `Gotowe: ${done} z ${total}.${visible} Bez wyniku: ${failed}.`;
    },
    accepted: (total: number, id: string) =>
      `Zlecenie przyjęte, liczba linków: ${total}. Wyniki: place-lookup jobs results ${id} --follow`,
    maybeMade: (key: string) =>
      `Nie wiadomo, czy zlecenie powstało. Powtórz polecenie z opcją --idempotency-key ${key}, aby nie powstało drugie zlecenie.`,
    emptyRowsKept: (rows: number) => `Wiersze bez linku: ${rows}. Zostaną w wynikach na swoich miejscach.`,
    wrongKey: 'Opcja --idempotency-key: dozwolone jest od 1 do 255 widocznych znaków ASCII.',
    parametersOfReviews: 'Opcje --max-pages, --min-stars i --max-stars wymagają --type place-reviews.',
    cancelFirst: (id: string) => `Zlecenie ${id} jeszcze trwa. Najpierw je anuluj: jobs cancel ${id}.`,
    count: (jobs: number) => `Zlecenia: ${jobs}.`,
    notEnded: (counts: string) =>
      `Zlecenie jeszcze trwa. ${counts} CSV i XLSX powstają po jego zakończeniu: dodaj --follow, --partial (plik z dotychczasowymi wynikami) albo wybierz --ndjson.`,
    fetchOthers: (out: string) =>
      `Wyniki są zapisane w ${out}. Aby pobrać pozostałe wyniki, powtórz polecenie.`,
    results: 'Wyniki',
    notResults: (path: string) => `${path} nie zawiera wyników zlecenia. Podaj inny plik.`,
    otherJob: (out: string) => `${out} zawiera wyniki innego zlecenia. Podaj inny plik.`,
    job: 'Zlecenie',
    title: 'Zlecenia',
    reviews: 'opinie',
  },
  watch: {
    title: 'Obserwowane',
    added: (id: string) => `Obserwowanie rozpoczęte. Zdarzenia: place-lookup watch log ${id} --follow`,
    count: (total: number) => `Obserwacje: ${total}.`,
    counts: (visible: number | null, notVisible: number | null) =>
      `Widoczne: ${visible ?? '–'}, niewidoczne: ${notVisible ?? '–'}.`,
    exportWhich: 'Podaj id obserwacji albo opcję --all.',
    exporting: 'Raporty',
    states: {
      new: 'nowa',
      watching: 'obserwowana',
      visible: 'widoczna',
      not_visible: 'niewidoczna',
      never_visible: 'niewidoczna od początku',
      trouble: 'sprawdzanie się nie udaje',
      paused: 'wstrzymana',
    },
    labels: {
      label: 'Nazwa własna',
      note: 'Notatka',
      subject: 'Place ID lub link',
      interval: 'Godziny między sprawdzeniami',
      rating: 'Średnia',
      count: 'Liczba opinii',
      unconfirmed: 'Do potwierdzenia',
      notSeenLately: 'Ostatnio niesprawdzone',
      coverage: 'Opinie na liście',
      nextCheck: 'Następne sprawdzenie',
      lastEvent: 'Ostatnie zdarzenie',
      trouble: 'Powód nieudanych sprawdzeń',
      twin: 'Duplikat obserwacji',
      added: 'Dodane',
      existing: 'Już obserwowane',
      refused: 'Nieprzyjęte',
      number: 'Nr',
      event: 'Zdarzenie',
      events: 'Zdarzenia',
      watch: 'Obserwacja',
    },
  },
  doctor: {
    bundleContent: (file: string) => `Zawartość pliku ${file}:`,
    needsYes: (file: string) => `Nie zapisano ${file}: bez terminala potrzebna jest opcja --yes.`,
    question: (file: string, answers: string) => `Zapisać to w pliku ${file}? [${answers}] `,
    notWritten: (file: string) => `Nie zapisano ${file}.`,
    quick: 'Szybkie sprawdzenie: do 4 wczytań stron…',
    full: 'Sprawdzenie: do 2 minut i 15 wczytań stron…',
  },
  record: {
    steps: {
      resolving: 'Sprawdzanie linku…',
      opening: 'Otwieranie strony…',
      listing: 'Wczytywanie listy opinii…',
    },
    consent:
      'Nagrano stronę zgody na pliki cookie: nie udało się na niej odmówić zgody, więc dalsze strony są niedostępne.',
    written: (answers: number) =>
      `Zapisano nagranie, liczba odpowiedzi: ${answers}. Dane osób zastąpiono wymyślonymi. Przejrzyj pliki, zanim je komuś przekażesz.`,
    blocked: (seen: string) =>
      `Dostawca map blokuje teraz automatyczne wejścia z tego adresu. Niczego nie zapisano.${seen} Odczekaj i spróbuj ponownie.`,
    unwritable: (folder: string, reason: string) => `Nie można zapisać nagrania w ${folder}: ${reason}`,
    noPage: 'Dostawca map nie pokazuje takiej strony.',
    failed: (reason: string) => `Nie udało się nagrać strony. ${reason}`,
    seen: (seen: string) => ` Szczegóły techniczne (po angielsku): ${seen}.`,
  },
};

export type CliTexts = typeof pl;
