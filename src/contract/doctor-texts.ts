import type { Language } from './language.js';

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
  sandbox: ['Piaskownica Chromium', 'Sandbox of Chromium'],
  rules: ['Reguły', 'Rules'],
  egress: ['Połączenie z dostawcą map', 'Way to the map provider'],
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
  'Record the page with "place-lookup record" and report it, with the file of --bundle.',
];
const LATER: Pair = [
  'Spróbuj później. Jeśli to się powtarza, zobacz rozdział „When the provider changes” w docs/operation.md.',
  'Try again later. If it stays so, see "When the provider changes" in docs/operation.md.',
];

const NETWORK: Pair = [
  'Sprawdź DNS, zegar, zaporę i serwer proxy tego komputera. Nie można używać proxy, które otwiera TLS.',
  'Check DNS, clock, firewall and proxy of this machine. A proxy that opens TLS cannot be used.',
];
const OTHER_PLACE: Pair = [
  'Miejsce mogło zostać usunięte albo ma nowy Place ID. Podaj inne w opcji --place albo w DOCTOR_PLACES.',
  'It may be gone or have a new Place ID. Name another place with --place or in DOCTOR_PLACES.',
];

/** The texts of every finding. `{name}` stands for a value of the finding. Findings never quote the provider. */
const FINDINGS = {
  skipped_quick: ['Nie wchodzi w skład szybkiego sprawdzenia.', 'Not part of the quick check.'],
  skipped_setting: ['Nie dotyczy tych ustawień.', 'Does not apply with these settings.'],
  skipped_no_loads_left: [
    'Nie sprawdzono: wykorzystano wszystkie wczytania stron.',
    'Not checked: the page loads of this run were used up.',
  ],
  skipped_no_time_left: [
    'Nie sprawdzono: skończył się czas.',
    'Not checked: the time of this run was over.',
    [
      'Zwiększ PROVIDER_LOADS_PER_MINUTE, jeśli ta wartość jest mała, albo sprawdź, gdy usługa jest mniej obciążona.',
      'Raise PROVIDER_LOADS_PER_MINUTE if it is low, or check when the service has less to do.',
    ],
  ],
  skipped_blocked: [
    'Nie sprawdzono: dostawca map pokazuje stronę z blokadą.',
    'Not checked: the map provider shows a block page.',
  ],
  skipped_needs_other: [
    'Nie sprawdzono: nie powiodło się inne potrzebne sprawdzenie.',
    'Not checked: another check that it needs did not succeed.',
  ],
  failed: [
    'Nie udało się: {error} (nieznana postać: {drift}).',
    'Failed: {error} (unknown form: {drift}).',
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
  sandbox_on: ['Działa.', 'In use.'],
  sandbox_off_by_setting: ['Wyłączona ustawieniem CHROMIUM_SANDBOX=off.', 'Off, by CHROMIUM_SANDBOX=off.'],
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
    'Reguły z PROVIDER_RULES przed wbudowanymi, odcisk {fingerprint}.',
    'Rules of PROVIDER_RULES before the built-in ones, fingerprint {fingerprint}.',
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
    '{protocol}, certyfikat ważny jeszcze przez dni: {days}.',
    '{protocol}, the certificate is valid for {days} more days.',
  ],
  tls_expires_soon: [
    '{protocol}, certyfikat wkrótce wygaśnie, pozostało dni: {days}.',
    '{protocol}, the certificate is valid for only {days} more days.',
    NETWORK,
  ],
  tls_unchecked: [
    'Połączono. Przy EGRESS_OVERRIDE certyfikaty nie są sprawdzane.',
    'Connected. Certificates are not checked with EGRESS_OVERRIDE.',
  ],
  tls_failed: [
    'Nie ma zaufanego połączenia z dostawcą map.',
    'No trusted connection to the map provider.',
    NETWORK,
  ],
  consent_not_met: ['Nie pojawiła się.', 'Not shown.'],
  consent_declined: [
    'Pojawiła się i zgody odmówiono, liczba razy: {times}.',
    'Shown and declined, times: {times}.',
  ],
  consent_stuck: [
    'Pojawiła się i nie udało się odmówić zgody, liczba razy: {times}. Formularz mógł się zmienić.',
    'Shown and not declined, times: {times}. Its form may have changed.',
    RECORD,
  ],
  block_page_none: ['Nie pojawiła się.', 'Not shown.'],
  block_page_met: [
    'Dostawca map blokuje automatyczne wejścia z tego adresu. Czas oczekiwania: {seconds} s.',
    'The map provider limits visits from this address. Wait: {seconds} s.',
    [
      'Poczekaj. Jeśli to się powtarza, zmniejsz PROVIDER_LOADS_PER_MINUTE (docs/operation.md).',
      'Wait. If it stays so, lower PROVIDER_LOADS_PER_MINUTE (docs/operation.md).',
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
    'Limited view: no count, star counts or reviews.',
    [
      'Dostawca map pokazuje go czasem niezalogowanym. Spróbuj później albo z innego adresu.',
      'The map provider shows it to signed-out visitors at times. Try again later, or from another address.',
    ],
  ],
  fast_path_equal: ['Ta sama odpowiedź co z przeglądarki.', 'Same answer as the rendered page.'],
  fast_path_differs: [
    'Inne wartości niż w przeglądarce: {differing}.',
    'Differs from the rendered page in: {differing}.',
    [
      'Liczby mogą się zmienić między dwoma wczytaniami. Jeśli to się powtarza, ustaw LIGHT_LANE=off i zgłoś problem.',
      'Counts may change between two loads. If it stays so, set LIGHT_LANE=off and report it.',
    ],
  ],
  fast_path_undecided: [
    'Bez przeglądarki nie ma odpowiedzi ({outcome}): strony otwiera przeglądarka.',
    'No answer without rendering ({outcome}): pages are rendered instead.',
    [
      'Odpowiedzi trwają dłużej i nic poza tym. Jeśli to się powtarza, zgłoś problem, dołączając plik z opcji --bundle.',
      'Answers take longer, nothing else. If it stays so, report it with the file of --bundle.',
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
    'Reachable. No link is known to try; name one with --place.',
  ],
  host_unreachable: ['Serwer nie odpowiada.', 'Cannot be reached.', NETWORK],
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
    'Miejsce podaje liczbę {total}, odczytano: {read}.',
    'The place counts {total}, read: {read}.',
  ],
  count_short: [
    'Miejsce podaje liczbę {total}, a lista zawiera: {read}.',
    'The place counts {total}, but the list has {read}.',
    [
      'Lista może być ucięta. Usługa nie podaje wtedy, że lista jest pełna.',
      'The list may be cut. Lists are not said to be complete then.',
    ],
  ],
  count_unknown: [
    'Miejsce nie podaje, ile ma opinii.',
    'The place does not say how many reviews it has.',
    LATER,
  ],
  review_in_full: [
    'Widoczna w całości: wizytówka, ocena i dane opinii.',
    'Seen in full: card, rating and record.',
  ],
  review_in_part: [
    'Widoczna, ale nie w całości: nie może służyć jako opinia kontrolna.',
    'Visible, but not in full: it cannot be used as a control.',
    [
      `Bez opinii kontrolnej usługa nie podaje wyniku „niewidoczna”. ${RECORD[0]}`,
      `Without a control, "not visible" is not said. ${RECORD[1]}`,
    ],
  ],
  review_not_shown: [
    'Opinia z listy nie jest widoczna na własnej stronie.',
    'A review from the list is not shown on its own page.',
    LATER,
  ],
  review_none: [
    'Żadna opinia z listy nie podaje linku do swojej strony.',
    'No review in the list names its own page.',
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
      'Do not use visibility checks, and report this with the file of --bundle.',
    ],
  ],
  made_up_unproven: [
    'Uznana za niewidoczną bez opinii kontrolnej, tylko na podstawie słów na stronie.',
    'Reported as not visible without a control, by the words of the page alone.',
    [
      'Podaj w CONTROL_REVIEWS opinie, o których wiadomo, że są widoczne.',
      'Name reviews that are known to be visible in CONTROL_REVIEWS.',
    ],
  ],
  made_up_undecided: ['Bez wyniku, a więc i bez fałszywego wyniku.', 'No verdict, and no false one.'],
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
