import type { Language, Words } from './language.js';

interface FindingText extends Words {
  /** Absent = nothing to do. */
  readonly advice?: Words;
}

/** The title of every check, in the order of the report. */
export const CHECK_TITLES = {
  node: { pl: 'Node.js', en: 'Node.js' },
  chromium: { pl: 'Chromium', en: 'Chromium' },
  sandbox: { pl: 'Piaskownica Chromium', en: 'Sandbox of Chromium' },
  rules: { pl: 'Reguły', en: 'Rules' },
  egress: { pl: 'Połączenie z dostawcą map', en: 'Way to the map provider' },
  dns: { pl: 'DNS', en: 'DNS' },
  tls: { pl: 'TLS', en: 'TLS' },
  consent: { pl: 'Strona ze zgodą na pliki cookie', en: 'Consent page' },
  block_page: { pl: 'Strona z blokadą', en: 'Block page' },
  place_fields: { pl: 'Miejsce: pola', en: 'Place: fields' },
  place_view: { pl: 'Miejsce: widok', en: 'Place: view' },
  fast_path: { pl: 'Odczyt bez przeglądarki', en: 'HTTP fast path' },
  search: { pl: 'Wyszukiwanie po nazwie', en: 'Search by name' },
  cid: { pl: 'Wyszukiwanie po CID', en: 'Lookup by CID' },
  short_links: { pl: 'Linki skrócone', en: 'Share links' },
  reviews_batches: { pl: 'Opinie: pierwsze porcje', en: 'Reviews: first batches' },
  reviews_order: { pl: 'Opinie: kolejność', en: 'Reviews: order' },
  reviews_count: { pl: 'Opinie: liczba', en: 'Reviews: count' },
  review_visible: { pl: 'Opinia widoczna', en: 'Visible review' },
  review_made_up: { pl: 'Opinia zmyślona', en: 'Made-up review' },
} as const satisfies Readonly<Record<string, Words>>;

export type CheckId = keyof typeof CHECK_TITLES;

const RECORD: Words = {
  pl: 'Zapisz stronę poleceniem „place-lookup record” i zgłoś problem, dołączając plik z opcji --bundle.',
  en: 'Record the page with "place-lookup record" and report it, with the file of --bundle.',
};
const LATER: Words = {
  pl: 'Spróbuj później. Jeśli to się powtarza, zobacz rozdział „When the provider changes” w docs/operation.md.',
  en: 'Try again later. If it stays so, see "When the provider changes" in docs/operation.md.',
};

const NETWORK: Words = {
  pl: 'Sprawdź DNS, zegar, zaporę i serwer proxy tego komputera. Nie można używać proxy, które otwiera TLS.',
  en: 'Check DNS, clock, firewall and proxy of this machine. A proxy that opens TLS cannot be used.',
};
const OTHER_PLACE: Words = {
  pl: 'Miejsce mogło zostać usunięte albo ma nowy Place ID. Podaj inne w opcji --place albo w DOCTOR_PLACES.',
  en: 'It may be gone or have a new Place ID. Name another place with --place or in DOCTOR_PLACES.',
};

/**
 * The sentence for every finding, and the advice for the operator. `{name}` stands for a value of the finding. Findings
 * never quote the provider.
 */
const FINDINGS = {
  skipped_quick: { pl: 'Nie wchodzi w skład szybkiego sprawdzenia.', en: 'Not part of the quick check.' },
  skipped_setting: { pl: 'Nie dotyczy tych ustawień.', en: 'Does not apply with these settings.' },
  skipped_no_loads_left: {
    pl: 'Nie sprawdzono: wykorzystano wszystkie wczytania stron.',
    en: 'Not checked: the page loads of this run were used up.',
  },
  skipped_no_time_left: {
    pl: 'Nie sprawdzono: skończył się czas.',
    en: 'Not checked: the time of this run was over.',
    advice: {
      pl: 'Zwiększ PROVIDER_LOADS_PER_MINUTE, jeśli ta wartość jest mała, albo sprawdź, gdy usługa jest mniej obciążona.',
      en: 'Raise PROVIDER_LOADS_PER_MINUTE if it is low, or check when the service has less to do.',
    },
  },
  skipped_blocked: {
    pl: 'Nie sprawdzono: dostawca map pokazuje stronę z blokadą.',
    en: 'Not checked: the map provider shows a block page.',
  },
  skipped_needs_other: {
    pl: 'Nie sprawdzono: nie powiodło się inne potrzebne sprawdzenie.',
    en: 'Not checked: another check that it needs did not succeed.',
  },
  failed: {
    pl: 'Nie udało się: {error} (nieznana postać: {drift}).',
    en: 'Failed: {error} (unknown form: {drift}).',
    advice: LATER,
  },
  node_version: { pl: 'Wersja {version}.', en: 'Version {version}.' },
  node_too_old: {
    pl: 'Wersja {version}; potrzebna jest co najmniej {needed}.',
    en: 'Version {version}; at least {needed} is needed.',
    advice: { pl: 'Zainstaluj nowszą wersję Node.js.', en: 'Install a newer Node.js.' },
  },
  chromium_version: {
    pl: 'Wersja {version}, wiek w dniach: {days}.',
    en: 'Version {version}, {days} days old.',
  },
  chromium_old: {
    pl: 'Wersja {version}, wiek w dniach: {days}. Brakuje w niej poprawek bezpieczeństwa.',
    en: 'Version {version}, {days} days old: it lacks security fixes.',
    advice: {
      pl: 'Zbuduj obraz na nowo albo zaktualizuj Chromium.',
      en: 'Rebuild the image, or update Chromium.',
    },
  },
  chromium_unavailable: {
    pl: 'Chromium się nie uruchamia albo nie odpowiada.',
    en: 'Chromium does not start or does not answer.',
    advice: {
      pl: 'Uruchom „npm run setup” albo ustaw CHROMIUM_PATH. Przyczynę podaje dziennik usługi.',
      en: 'Run "npm run setup", or set CHROMIUM_PATH. The log names the reason.',
    },
  },
  sandbox_on: { pl: 'Działa.', en: 'In use.' },
  sandbox_off_by_setting: {
    pl: 'Wyłączona ustawieniem CHROMIUM_SANDBOX=off.',
    en: 'Off, by CHROMIUM_SANDBOX=off.',
  },
  sandbox_off: {
    pl: 'Chromium działa bez piaskownicy.',
    en: 'Chromium runs without its sandbox.',
    advice: {
      pl: 'Nie uruchamiaj usługi jako root. W kontenerze użyj pliku deploy/seccomp.json (docs/deployment.md).',
      en: 'Do not run the service as root. In a container use deploy/seccomp.json (docs/deployment.md).',
    },
  },
  sandbox_unknown: {
    pl: 'Nie wiadomo: Chromium nie zostało uruchomione.',
    en: 'Unknown: Chromium was not started.',
  },
  rules_built_in: {
    pl: 'Reguły wbudowane, odcisk {fingerprint}.',
    en: 'Built-in rules, fingerprint {fingerprint}.',
  },
  rules_operator: {
    pl: 'Reguły z PROVIDER_RULES przed wbudowanymi, odcisk {fingerprint}.',
    en: 'Rules of PROVIDER_RULES before the built-in ones, fingerprint {fingerprint}.',
  },
  egress_direct: { pl: 'Bezpośrednie.', en: 'Direct.' },
  egress_upstream: { pl: 'Przez UPSTREAM_PROXY.', en: 'Through UPSTREAM_PROXY.' },
  egress_override: {
    pl: 'EGRESS_OVERRIDE: to nie jest prawdziwy dostawca map.',
    en: 'EGRESS_OVERRIDE: this is not the real map provider.',
  },
  dns_resolved: {
    pl: 'Nazwa rozpoznana, znalezione numery IP: {addresses}.',
    en: 'Resolved, addresses: {addresses}.',
  },
  dns_private: {
    pl: 'Nazwa dostawcy map prowadzi do sieci, która nie jest publiczna.',
    en: 'The host of the map provider resolves to an address that is not public.',
    advice: NETWORK,
  },
  dns_failed: {
    pl: 'Serwer DNS nie podaje adresu dostawcy map.',
    en: 'The host of the map provider cannot be resolved.',
    advice: NETWORK,
  },
  tls_valid: {
    pl: '{protocol}, certyfikat ważny jeszcze przez dni: {days}.',
    en: '{protocol}, the certificate is valid for {days} more days.',
  },
  tls_expires_soon: {
    pl: '{protocol}, certyfikat wkrótce wygaśnie, pozostało dni: {days}.',
    en: '{protocol}, the certificate is valid for only {days} more days.',
    advice: NETWORK,
  },
  tls_unchecked: {
    pl: 'Połączono. Przy EGRESS_OVERRIDE certyfikaty nie są sprawdzane.',
    en: 'Connected. Certificates are not checked with EGRESS_OVERRIDE.',
  },
  tls_failed: {
    pl: 'Nie ma zaufanego połączenia z dostawcą map.',
    en: 'No trusted connection to the map provider.',
    advice: NETWORK,
  },
  consent_not_met: { pl: 'Nie pojawiła się.', en: 'Not shown.' },
  consent_declined: {
    pl: 'Pojawiła się i zgody odmówiono, liczba razy: {times}.',
    en: 'Shown and declined, times: {times}.',
  },
  consent_stuck: {
    pl: 'Pojawiła się i nie udało się odmówić zgody, liczba razy: {times}. Formularz mógł się zmienić.',
    en: 'Shown and not declined, times: {times}. Its form may have changed.',
    advice: RECORD,
  },
  block_page_none: { pl: 'Nie pojawiła się.', en: 'Not shown.' },
  block_page_met: {
    pl: 'Dostawca map blokuje automatyczne wejścia z tego adresu. Czas oczekiwania: {seconds} s.',
    en: 'The map provider limits visits from this address. Wait: {seconds} s.',
    advice: {
      pl: 'Poczekaj. Jeśli to się powtarza, zmniejsz PROVIDER_LOADS_PER_MINUTE (docs/operation.md).',
      en: 'Wait. If it stays so, lower PROVIDER_LOADS_PER_MINUTE (docs/operation.md).',
    },
  },
  fields_all: {
    pl: 'Znaleziono wszystkie pola ({found} z {all}).',
    en: 'All fields found ({found} of {all}).',
  },
  fields_missing: {
    pl: 'Znalezione pola: {found} z {all}.',
    en: 'Fields found: {found} of {all}.',
    advice: RECORD,
  },
  fields_none: {
    pl: 'Miejsce się otworzyło, ale nie udało się odczytać żadnego pola.',
    en: 'The place opened, but no field could be read.',
    advice: RECORD,
  },
  place_not_shown: {
    pl: 'Dostawca map nie pokazuje tego miejsca.',
    en: 'The map provider does not show this place.',
    advice: OTHER_PLACE,
  },
  places_none: {
    pl: 'Nie udało się odczytać żadnego miejsca.',
    en: 'None of the places could be read.',
    advice: LATER,
  },
  place_other: {
    pl: 'Dostawca map pokazał inne miejsce.',
    en: 'The map provider showed another place.',
    advice: OTHER_PLACE,
  },
  view_full: { pl: 'Pełny widok.', en: 'Full view.' },
  view_limited: {
    pl: 'Widok ograniczony: bez liczby opinii, rozkładu ocen i listy opinii.',
    en: 'Limited view: no count, star counts or reviews.',
    advice: {
      pl: 'Dostawca map pokazuje go czasem niezalogowanym. Spróbuj później albo z innego adresu.',
      en: 'The map provider shows it to signed-out visitors at times. Try again later, or from another address.',
    },
  },
  fast_path_equal: { pl: 'Ta sama odpowiedź co z przeglądarki.', en: 'Same answer as the rendered page.' },
  fast_path_differs: {
    pl: 'Inne wartości niż w przeglądarce: {differing}.',
    en: 'Differs from the rendered page in: {differing}.',
    advice: {
      pl: 'Liczby mogą się zmienić między dwoma wczytaniami. Jeśli to się powtarza, ustaw LIGHT_LANE=off i zgłoś problem.',
      en: 'Counts may change between two loads. If it stays so, set LIGHT_LANE=off and report it.',
    },
  },
  fast_path_undecided: {
    pl: 'Bez przeglądarki nie ma odpowiedzi ({outcome}): strony otwiera przeglądarka.',
    en: 'No answer without rendering ({outcome}): pages are rendered instead.',
    advice: {
      pl: 'Odpowiedzi trwają dłużej i nic poza tym. Jeśli to się powtarza, zgłoś problem, dołączając plik z opcji --bundle.',
      en: 'Answers take longer, nothing else. If it stays so, report it with the file of --bundle.',
    },
  },
  search_found: { pl: 'Znajduje to miejsce.', en: 'Finds the place.' },
  search_other: { pl: 'Znajduje najpierw inne miejsce.', en: 'Finds another place first.', advice: RECORD },
  search_nothing: { pl: 'Niczego nie znajduje.', en: 'Finds nothing.', advice: RECORD },
  cid_found: { pl: 'Znajduje to miejsce.', en: 'Finds the place.' },
  cid_other: { pl: 'Znajduje inne miejsce.', en: 'Finds another place.', advice: RECORD },
  cid_nothing: { pl: 'Niczego nie znajduje.', en: 'Finds nothing.', advice: RECORD },
  link_followed: { pl: 'Link prowadzi do miejsca.', en: 'The link leads to a place.' },
  host_reachable: {
    pl: 'Serwer odpowiada. Nie podano linku do wypróbowania; można go podać w opcji --place.',
    en: 'Reachable. No link is known to try; name one with --place.',
  },
  host_unreachable: {
    pl: 'Serwer nie odpowiada.',
    en: 'Cannot be reached.',
    advice: NETWORK,
  },
  batches_read: {
    pl: 'Porcje: {batches}, opinie: {reviews}, ramki: {frames}.',
    en: 'Batches: {batches}, reviews: {reviews}, frames: {frames}.',
  },
  batches_unread: {
    pl: 'Porcje: {batches}, opinie: {reviews}, nieodczytane: {unread}, ramki: {frames}, koniec: {end}.',
    en: 'Batches: {batches}, reviews: {reviews}, not readable: {unread}, frames: {frames}, end: {end}.',
    advice: RECORD,
  },
  batches_none: {
    pl: 'Nie odczytano żadnej opinii; ramki: {frames}, koniec: {end}.',
    en: 'No review could be read; frames: {frames}, end: {end}.',
    advice: RECORD,
  },
  order_newest: { pl: 'Od najnowszych (opinie: {reviews}).', en: 'Newest first ({reviews} reviews).' },
  order_mixed: {
    pl: 'Nie od najnowszych: nie na swoim miejscu {misplaced} z {reviews} opinii.',
    en: 'Not newest first: {misplaced} of {reviews} reviews are out of order.',
    advice: RECORD,
  },
  order_unknown: {
    pl: 'Nie udało się odczytać dat opinii.',
    en: 'The dates of the reviews could not be read.',
    advice: RECORD,
  },
  count_plausible: {
    pl: 'Miejsce podaje liczbę {total}, odczytano: {read}.',
    en: 'The place counts {total}, read: {read}.',
  },
  count_short: {
    pl: 'Miejsce podaje liczbę {total}, a lista zawiera: {read}.',
    en: 'The place counts {total}, but the list has {read}.',
    advice: {
      pl: 'Lista może być ucięta. Usługa nie podaje wtedy, że lista jest pełna.',
      en: 'The list may be cut. Lists are not said to be complete then.',
    },
  },
  count_unknown: {
    pl: 'Miejsce nie podaje, ile ma opinii.',
    en: 'The place does not say how many reviews it has.',
    advice: LATER,
  },
  review_in_full: {
    pl: 'Widoczna w całości: wizytówka, ocena i dane opinii.',
    en: 'Seen in full: card, rating and record.',
  },
  review_in_part: {
    pl: 'Widoczna, ale nie w całości: nie może służyć jako opinia kontrolna.',
    en: 'Visible, but not in full: it cannot be used as a control.',
    advice: {
      pl: `Bez opinii kontrolnej usługa nie podaje wyniku „niewidoczna”. ${RECORD.pl}`,
      en: `Without a control, "not visible" is not said. ${RECORD.en}`,
    },
  },
  review_not_shown: {
    pl: 'Opinia z listy nie jest widoczna na własnej stronie.',
    en: 'A review from the list is not shown on its own page.',
    advice: LATER,
  },
  review_none: {
    pl: 'Żadna opinia z listy nie podaje linku do swojej strony.',
    en: 'No review in the list names its own page.',
    advice: RECORD,
  },
  made_up_absent: {
    pl: 'Niewidoczna ({reason}), co potwierdza opinia kontrolna.',
    en: 'Not visible ({reason}), proven by a control.',
  },
  made_up_visible: {
    pl: 'Opinia, która nie istnieje, została uznana za widoczną.',
    en: 'A review that does not exist is reported as visible.',
    advice: {
      pl: 'Nie korzystaj ze sprawdzania widoczności i zgłoś problem, dołączając plik z opcji --bundle.',
      en: 'Do not use visibility checks, and report this with the file of --bundle.',
    },
  },
  made_up_unproven: {
    pl: 'Uznana za niewidoczną bez opinii kontrolnej, tylko na podstawie słów na stronie.',
    en: 'Reported as not visible without a control, by the words of the page alone.',
    advice: {
      pl: 'Podaj w CONTROL_REVIEWS opinie, o których wiadomo, że są widoczne.',
      en: 'Name reviews that are known to be visible in CONTROL_REVIEWS.',
    },
  },
  made_up_undecided: {
    pl: 'Bez wyniku, a więc i bez fałszywego wyniku.',
    en: 'No verdict, and no false one.',
  },
} as const satisfies Readonly<Record<string, FindingText>>;

export type FindingCode = keyof typeof FINDINGS;
/** A value of a finding. */
export type FindingValue = string | number | boolean | null | string[];

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type FindingOf<C extends FindingCode> = { readonly code: C } & Readonly<
  Record<NamesIn<(typeof FINDINGS)[C]['en']>, FindingValue>
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
    const seen = text[language].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = found.values[name] ?? [];
      return (Array.isArray(value) ? value.join(', ') : String(value)) || '–';
    });
    return { seen, advice: text.advice?.[language] ?? null };
  };
}

const STATES = {
  ok: { pl: 'Wszystko działa.', en: 'All is well.' },
  degraded: {
    pl: 'Usługa działa, ale nie wszystko jest w porządku.',
    en: 'The service works, but not everything is as it should be.',
  },
  failing: { pl: 'Usługa nie może działać poprawnie.', en: 'The service cannot work properly.' },
  unknown: { pl: 'Nie wykonano jeszcze żadnego sprawdzenia.', en: 'No check has been made yet.' },
};

const STATUSES = {
  ok: { pl: 'w porządku', en: 'OK' },
  warn: { pl: 'uwaga', en: 'attention' },
  fail: { pl: 'błąd', en: 'fault' },
  skipped: { pl: 'pominięto', en: 'skipped' },
};

/** The texts that command line and console write around the checks. */
export function doctorTexts(language: Language) {
  const say = (pl: string, en: string) => (language === 'pl' ? pl : en);
  return {
    states: wordsIn(language, STATES),
    statuses: wordsIn(language, STATUSES),
    checks: wordsIn(language, CHECK_TITLES),
    /** A line about the run: its kind, time and loads. */
    run: (quick: boolean, seconds: string, loads: number) => {
      const kind = quick ? say('Szybkie sprawdzenie', 'Quick check') : say('Pełne sprawdzenie', 'Full check');
      return `${kind}: ${seconds} s, ${say('wczytane strony', 'page loads')}: ${loads}.`;
    },
    found: say('znaleziono', 'found'),
    missing: say('brak', 'missing'),
    advice: say('Co zrobić', 'What to do'),
  };
}

function wordsIn<K extends string>(language: Language, words: Readonly<Record<K, Words>>): Record<K, string> {
  const entries = Object.entries<Words>(words).map(([name, word]) => [name, word[language]]);
  return Object.fromEntries(entries) as Record<K, string>;
}
