import type { Language } from '../../core/published/language.js';

type Pair = readonly [pl: string, en: string];

function inLanguage(language: Language, [pl, en]: Pair): string {
  return language === 'pl' ? pl : en;
}

/** A sentence, and the advice for the operator; without advice there is nothing to do. */
type FindingText = readonly [...sentence: Pair, advice?: Pair];

/** The title of every check, in the order of the report. */
export const CHECK_TITLES = {
  node: ['Node.js', 'Node.js'],
  chromium: ['Chromium', 'Chromium'],
  sandbox: ['Piaskownica Chromium', 'Chromium sandbox'],
  rules: ['Reguły', 'Rules'],
  egress: ['Połączenie z dostawcą map', 'Connection to the map provider'],
  dns: ['DNS', 'DNS'],
  tls: ['TLS', 'TLS'],
  consent: ['Strona ze zgodą na pliki cookie', 'Consent page'],
  block_page: ['Strona z blokadą', 'Block page'],
  place_fields: ['Miejsce: pola', 'Place: fields'],
  place_view: ['Miejsce: widok', 'Place: view'],
  fast_path: ['Odczyt bez przeglądarki', 'HTTP fast path'],
  search: ['Wyszukiwanie po nazwie', 'Search by name'],
  cid: ['Wyszukiwanie po CID', 'Lookup by CID'],
  short_links: ['Linki skrócone', 'Share links'],
  reviews_batches: ['Opinie: pierwsze porcje', 'Reviews: first batches'],
  reviews_order: ['Opinie: kolejność', 'Reviews: order'],
  reviews_count: ['Opinie: liczba', 'Reviews: count'],
  review_visible: ['Opinia widoczna', 'Visible review'],
  review_made_up: ['Opinia zmyślona', 'Made-up review'],
} as const satisfies Readonly<Record<string, Pair>>;

export type CheckId = keyof typeof CHECK_TITLES;

const RECORD: Pair = [
  'Zapisz stronę poleceniem „place-lookup record” i zgłoś problem, dołączając plik z opcji --bundle.',
  'Record the page with "place-lookup record" and report the problem with the file that --bundle writes.',
];
const LATER: Pair = [
  'Spróbuj później. Jeśli to się powtarza, zobacz rozdział „When the provider changes” w docs/operation.md.',
  'Try again later. If the problem remains, see "When the provider changes" in docs/operation.md.',
];

const NETWORK: Pair = [
  'Sprawdź DNS, zegar, zaporę i serwer proxy tego komputera. Serwer proxy nie może rozszyfrowywać połączeń TLS.',
  'Check DNS, clock, firewall and proxy of this machine. The proxy must not intercept TLS.',
];
const OTHER_PLACE: Pair = [
  'Miejsca może już nie być albo ma nowy Place ID. Podaj inne miejsce w opcji --place albo w DOCTOR_PLACES.',
  'The place may no longer exist, or may have a new Place ID. Name another place with --place or in DOCTOR_PLACES.',
];

/** The texts of every finding. `{name}` stands for a value of the finding. Findings never quote the provider. */
const FINDINGS = {
  skipped_quick: ['Nie wchodzi w skład szybkiego sprawdzenia.', 'Not part of the quick check.'],
  skipped_setting: ['Nie ma zastosowania przy tych ustawieniach.', 'Does not apply with these settings.'],
  skipped_no_loads_left: [
    'Nie sprawdzono: wykorzystano limit wczytanych stron.',
    'Not checked: this run has used all its page loads.',
  ],
  skipped_no_time_left: [
    'Nie sprawdzono: upłynął czas przeznaczony na sprawdzenie.',
    'Not checked: this run reached its time limit.',
    [
      'Zwiększ PROVIDER_LOADS_PER_MINUTE, jeśli ta wartość jest mała, albo sprawdź, gdy usługa jest mniej obciążona.',
      'Raise PROVIDER_LOADS_PER_MINUTE if it is low, or run the check when the service is less busy.',
    ],
  ],
  skipped_blocked: [
    'Nie sprawdzono: dostawca map pokazuje stronę z blokadą.',
    'Not checked: the map provider shows a block page.',
  ],
  skipped_needs_other: [
    'Nie sprawdzono: nie powiodło się inne sprawdzenie, od którego to zależy.',
    'Not checked: a check that this one depends on did not succeed.',
  ],
  failed: [
    'Nie udało się: {error} (nieznany układ danych lub strony: {drift}).',
    'Failed: {error} (unknown shape of data or page: {drift}).',
    LATER,
  ],
  node_version: ['Wersja {version}.', 'Version {version}.'],
  node_too_old: [
    'Wersja {version}; potrzebna jest co najmniej {needed}.',
    'Version {version}; at least {needed} is needed.',
    ['Zainstaluj nowszą wersję Node.js.', 'Install a newer Node.js.'],
  ],
  chromium_version: ['Wersja {version}, wiek w dniach: {days}.', 'Version {version}, {days} days old.'],
  chromium_old: [
    'Wersja {version}, wiek w dniach: {days}. Brakuje w niej poprawek bezpieczeństwa.',
    'Version {version}, {days} days old: it lacks security fixes.',
    ['Zbuduj obraz na nowo albo zaktualizuj Chromium.', 'Rebuild the image, or update Chromium.'],
  ],
  chromium_unavailable: [
    'Chromium się nie uruchamia albo nie odpowiada.',
    'Chromium does not start or does not answer.',
    [
      'Uruchom „npm run setup” albo ustaw CHROMIUM_PATH. Przyczynę podaje dziennik usługi.',
      'Run "npm run setup", or set CHROMIUM_PATH. The log names the reason.',
    ],
  ],
  sandbox_on: ['Włączona.', 'On.'],
  sandbox_off_by_setting: [
    'Wyłączona ustawieniem CHROMIUM_SANDBOX=off.',
    'Switched off by CHROMIUM_SANDBOX=off.',
  ],
  sandbox_off: [
    'Chromium działa bez piaskownicy.',
    'Chromium runs without its sandbox.',
    [
      'Nie uruchamiaj usługi jako root. W kontenerze użyj pliku deploy/seccomp.json (docs/deployment.md).',
      'Do not run the service as root. In a container use deploy/seccomp.json (docs/deployment.md).',
    ],
  ],
  sandbox_unknown: ['Nie wiadomo: Chromium nie zostało uruchomione.', 'Unknown: Chromium was not started.'],
  rules_built_in: ['Reguły wbudowane, odcisk {fingerprint}.', 'Built-in rules, fingerprint {fingerprint}.'],
  rules_operator: [
    'Najpierw reguły z PROVIDER_RULES, potem wbudowane; łączny odcisk {fingerprint}.',
    'Rules of PROVIDER_RULES first, then the built-in rules; common fingerprint {fingerprint}.',
  ],
  egress_direct: ['Bezpośrednie.', 'Direct.'],
  egress_upstream: ['Przez UPSTREAM_PROXY.', 'Through UPSTREAM_PROXY.'],
  egress_override: [
    'EGRESS_OVERRIDE: to nie jest prawdziwy dostawca map.',
    'EGRESS_OVERRIDE: this is not the real map provider.',
  ],
  dns_resolved: ['Nazwa rozpoznana, znalezione numery IP: {addresses}.', 'Resolved, addresses: {addresses}.'],
  dns_private: [
    'Nazwa dostawcy map prowadzi do sieci, która nie jest publiczna.',
    'The host of the map provider resolves to an address that is not public.',
    NETWORK,
  ],
  dns_failed: [
    'Serwer DNS nie podaje adresu dostawcy map.',
    'The host of the map provider cannot be resolved.',
    NETWORK,
  ],
  tls_valid: [
    '{protocol}; liczba dni do wygaśnięcia certyfikatu: {days}.',
    '{protocol}, the certificate is valid for {days} more days.',
  ],
  tls_expires_soon: [
    '{protocol}; certyfikat wkrótce wygaśnie, liczba pozostałych dni: {days}.',
    '{protocol}, the certificate is valid for only {days} more days.',
    NETWORK,
  ],
  tls_unchecked: [
    'Połączono. Przy EGRESS_OVERRIDE certyfikaty nie są sprawdzane.',
    'Connected. Certificates are not checked with EGRESS_OVERRIDE.',
  ],
  tls_failed: [
    'Nie można nawiązać zaufanego połączenia TLS z dostawcą map.',
    'No trusted TLS connection to the map provider can be made.',
    NETWORK,
  ],
  consent_not_met: ['Nie pojawiła się.', 'Not shown.'],
  consent_declined: [
    'Pojawiła się, a usługa odmówiła zgody. Liczba odmów: {times}.',
    'Shown and declined. Times declined: {times}.',
  ],
  consent_stuck: [
    'Pojawiła się, ale nie udało się odmówić zgody. Liczba nieudanych prób: {times}. Formularz na stronie mógł się zmienić.',
    'Shown, but not declined. Failed attempts: {times}. The HTML form of the page may have changed.',
    RECORD,
  ],
  block_page_none: ['Nie pojawiła się.', 'Not shown.'],
  block_page_met: [
    'Dostawca map blokuje automatyczne wejścia z tego adresu. Czas oczekiwania: {seconds} s.',
    'The map provider limits automatic visits from this address. Waiting time: {seconds} s.',
    [
      'Poczekaj. Jeśli to się powtarza, zmniejsz PROVIDER_LOADS_PER_MINUTE (docs/operation.md).',
      'Wait. If the block returns, lower PROVIDER_LOADS_PER_MINUTE (docs/operation.md).',
    ],
  ],
  fields_all: ['Znaleziono wszystkie pola ({found} z {all}).', 'All fields found ({found} of {all}).'],
  fields_missing: ['Znalezione pola: {found} z {all}.', 'Fields found: {found} of {all}.', RECORD],
  fields_none: [
    'Miejsce się otworzyło, ale nie udało się odczytać żadnego pola.',
    'The place opened, but no field could be read.',
    RECORD,
  ],
  place_not_shown: [
    'Dostawca map nie pokazuje tego miejsca.',
    'The map provider does not show this place.',
    OTHER_PLACE,
  ],
  places_none: ['Nie udało się odczytać żadnego miejsca.', 'None of the places could be read.', LATER],
  place_other: ['Dostawca map pokazał inne miejsce.', 'The map provider showed another place.', OTHER_PLACE],
  view_full: ['Pełny widok.', 'Full view.'],
  view_limited: [
    'Widok ograniczony: bez liczby opinii, rozkładu ocen i listy opinii.',
    'Limited view: without review count, star counts and list of reviews.',
    [
      'Dostawca map pokazuje czasem ten widok niezalogowanym. Spróbuj później albo z innego adresu.',
      'The map provider sometimes shows this view to signed-out visitors. Try again later, or from another address.',
    ],
  ],
  fast_path_equal: ['Ta sama odpowiedź co z przeglądarki.', 'Same answer as the rendered page.'],
  fast_path_differs: [
    'Inne wartości niż w przeglądarce: {differing}.',
    'Differs from the rendered page in: {differing}.',
    [
      'Liczby mogą się zmienić między dwoma wczytaniami. Jeśli to się powtarza, ustaw LIGHT_LANE=off i zgłoś problem.',
      'Counts may change between two loads. If the difference remains, set LIGHT_LANE=off and report the problem.',
    ],
  ],
  fast_path_undecided: [
    'Odczyt bez przeglądarki nie daje odpowiedzi ({outcome}). Usługa otwiera strony w przeglądarce.',
    'The HTTP fast path gives no answer ({outcome}). The service renders pages instead.',
    [
      'Jedyny skutek: na odpowiedzi czeka się dłużej. Jeśli to się powtarza, zgłoś problem, dołączając plik z opcji --bundle.',
      'The only effect is that answers take longer. If the problem remains, report it with the file that --bundle writes.',
    ],
  ],
  search_found: ['Znajduje to miejsce.', 'Finds the place.'],
  search_other: ['Znajduje najpierw inne miejsce.', 'Finds another place first.', RECORD],
  search_nothing: ['Niczego nie znajduje.', 'Finds nothing.', RECORD],
  cid_found: ['Znajduje to miejsce.', 'Finds the place.'],
  cid_other: ['Znajduje inne miejsce.', 'Finds another place.', RECORD],
  cid_nothing: ['Niczego nie znajduje.', 'Finds nothing.', RECORD],
  link_followed: ['Link prowadzi do miejsca.', 'The link leads to a place.'],
  host_reachable: [
    'Serwer odpowiada. Nie podano linku do wypróbowania; można go podać w opcji --place.',
    'The server answers. No share link was given for this check; name one with --place.',
  ],
  host_unreachable: ['Serwer nie odpowiada.', 'The server does not answer.', NETWORK],
  batches_read: [
    'Porcje: {batches}, opinie: {reviews}, ramki: {frames}.',
    'Batches: {batches}, reviews: {reviews}, frames: {frames}.',
  ],
  batches_unread: [
    'Porcje: {batches}, opinie: {reviews}, nieodczytane: {unread}, ramki: {frames}, koniec: {end}.',
    'Batches: {batches}, reviews: {reviews}, not readable: {unread}, frames: {frames}, end: {end}.',
    RECORD,
  ],
  batches_none: [
    'Nie odczytano żadnej opinii; ramki: {frames}, koniec: {end}.',
    'No review could be read; frames: {frames}, end: {end}.',
    RECORD,
  ],
  order_newest: ['Od najnowszych (opinie: {reviews}).', 'Newest first ({reviews} reviews).'],
  order_mixed: [
    'Nie od najnowszych: nie na swoim miejscu {misplaced} z {reviews} opinii.',
    'Not newest first: {misplaced} of {reviews} reviews are out of order.',
    RECORD,
  ],
  order_unknown: [
    'Nie udało się odczytać dat opinii.',
    'The dates of the reviews could not be read.',
    RECORD,
  ],
  count_plausible: [
    'Liczba opinii na stronie miejsca: {total}, odczytano: {read}.',
    'Review count on the page of the place: {total}; reviews read: {read}.',
  ],
  count_short: [
    'Liczba opinii na stronie miejsca: {total}, a na liście tylko: {read}.',
    'Review count on the page of the place: {total}; reviews in the list: only {read}.',
    [
      'Lista może być ucięta. Usługa nie oznacza wtedy listy jako pełnej.',
      'The list may be cut off. The service then does not report the list as complete.',
    ],
  ],
  count_unknown: [
    'Na stronie miejsca nie ma liczby opinii.',
    'The page of the place shows no review count.',
    LATER,
  ],
  review_in_full: [
    'Widoczna w całości: wizytówka, ocena i dane opinii.',
    'Visible in full: place card, rating and data of the review.',
  ],
  review_in_part: [
    'Widoczna, ale nie w całości: nie może służyć jako opinia kontrolna.',
    'Visible, but not in full: it cannot be used as a control.',
    [
      `Bez opinii kontrolnej usługa nie podaje wyniku „niewidoczna”. ${RECORD[0]}`,
      `Without a control, the service never answers "not visible". ${RECORD[1]}`,
    ],
  ],
  review_not_shown: [
    'Opinia z listy nie jest widoczna na własnej stronie.',
    'A review from the list is not shown on its own page.',
    LATER,
  ],
  review_none: [
    'Żadna opinia na liście nie ma linku do własnej strony.',
    'No review in the list has a link to its own page.',
    RECORD,
  ],
  made_up_absent: [
    'Niewidoczna ({reason}), co potwierdza opinia kontrolna.',
    'Not visible ({reason}), proven by a control.',
  ],
  made_up_visible: [
    'Opinia, która nie istnieje, została uznana za widoczną.',
    'A review that does not exist is reported as visible.',
    [
      'Nie korzystaj ze sprawdzania widoczności i zgłoś problem, dołączając plik z opcji --bundle.',
      'Do not use visibility checks, and report the problem with the file that --bundle writes.',
    ],
  ],
  made_up_unproven: [
    'Uznana za niewidoczną bez opinii kontrolnej, tylko na podstawie słów na stronie.',
    'Reported as not visible without a control: only the words on the page say so.',
    [
      'Podaj w CONTROL_REVIEWS opinie, o których wiadomo, że są widoczne.',
      'Name reviews that are known to be visible in CONTROL_REVIEWS.',
    ],
  ],
  made_up_undecided: [
    'Usługa nie podała wyniku, więc nie podała też błędnego.',
    'The service gave no verdict, so it gave no wrong verdict.',
  ],
} as const satisfies Readonly<Record<string, FindingText>>;

export type FindingCode = keyof typeof FINDINGS;
/** A value of a finding. */
export type FindingValue = string | number | boolean | null | string[];

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type FindingOf<C extends FindingCode> = { readonly code: C } & Readonly<
  Record<NamesIn<(typeof FINDINGS)[C][1]>, FindingValue>
>;
/** The finding of a check: a code, and at least the values that its sentence names. */
export type Finding = { [C in FindingCode]: FindingOf<C> }[FindingCode] &
  Readonly<Record<string, FindingValue>>;

/** Writes findings as sentences. A missing value becomes a dash; an unknown code is shown as it is. */
export function describeIn(language: Language) {
  const texts: Readonly<Record<string, FindingText>> = FINDINGS;
  return (found: {
    readonly code: string;
    readonly values: Readonly<Record<string, FindingValue>>;
  }): { readonly seen: string; readonly advice: string | null } => {
    const text = Object.hasOwn(texts, found.code) ? texts[found.code] : undefined;
    if (text === undefined) return { seen: found.code, advice: null };
    const [pl, en, advice = null] = text;
    const seen = inLanguage(language, [pl, en]).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = found.values[name] ?? [];
      return (Array.isArray(value) ? value.join(', ') : String(value)) || '–';
    });
    return { seen, advice: advice && inLanguage(language, advice) };
  };
}

interface FoundField {
  readonly found: boolean;
  readonly source: string | null;
  readonly set: string | null;
  readonly list: string | null;
  readonly entry: string | null;
}

const STATES = {
  ok: ['Wszystko działa.', 'All is well.'],
  degraded: [
    'Usługa działa, ale nie wszystko jest w porządku.',
    'The service works, but not everything is as it should be.',
  ],
  failing: ['Usługa nie może działać poprawnie.', 'The service cannot work properly.'],
  unknown: ['Nie wykonano jeszcze żadnego sprawdzenia.', 'No check has been made yet.'],
} as const;

const STATUSES = {
  ok: ['w porządku', 'OK'],
  warn: ['uwaga', 'attention'],
  fail: ['błąd', 'fault'],
  skipped: ['pominięto', 'skipped'],
} as const;

/** The texts that command line and console write around the checks. */
export function doctorTexts(language: Language) {
  const say = (...pair: Pair) => inLanguage(language, pair);
  const each = <K extends string>(pairs: Readonly<Record<K, Pair>>) =>
    Object.fromEntries(
      Object.entries<Pair>(pairs).map(([name, pair]) => [name, inLanguage(language, pair)]),
    ) as Record<K, string>;
  return {
    states: each(STATES),
    statuses: each(STATUSES),
    checks: each(CHECK_TITLES),
    /** A line about the run: its kind, time and loads. */
    run: (quick: boolean, seconds: string, loads: number) => {
      const kind = quick ? say('Szybkie sprawdzenie', 'Quick check') : say('Pełne sprawdzenie', 'Full check');
      return `${kind}: ${seconds} s, ${say('wczytane strony', 'page loads')}: ${loads}.`;
    },
    /** Whether a field was found, and the entry of the rules that found it. */
    field: ({ found, source, set, list, entry }: FoundField) => {
      const state = found ? say('znaleziono', 'found') : say('brak', 'missing');
      return [state, source, set, list, entry].filter((part) => part !== null).join(' · ');
    },
    advice: say('Co zrobić', 'What to do'),
  };
}
