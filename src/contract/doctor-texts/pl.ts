import type { DoctorTexts } from './texts.js';

const RECORD =
  'Zapisz stronę poleceniem „place-lookup record” i zgłoś problem, dołączając plik z opcji --bundle.';
const LATER =
  'Spróbuj później. Jeśli to się powtarza, zobacz rozdział „When the provider changes” w docs/operation.md.';

/** The texts of the doctor in Polish. */
export const pl: DoctorTexts = {
  states: {
    ok: 'Wszystko działa.',
    degraded: 'Usługa działa, ale nie wszystko jest w porządku.',
    failing: 'Usługa nie może działać poprawnie.',
    unknown: 'Nie wykonano jeszcze żadnego sprawdzenia.',
  },
  statuses: { ok: 'w porządku', warn: 'uwaga', fail: 'błąd', skipped: 'pominięto' },
  checks: {
    node: 'Node.js',
    chromium: 'Chromium',
    sandbox: 'Piaskownica Chromium',
    rules: 'Reguły',
    egress: 'Połączenie z dostawcą map',
    dns: 'DNS',
    tls: 'TLS',
    consent: 'Strona ze zgodą na pliki cookie',
    block_page: 'Strona z blokadą',
    place_fields: 'Miejsce: pola',
    place_view: 'Miejsce: widok',
    fast_path: 'Odczyt bez przeglądarki',
    search: 'Wyszukiwanie po nazwie',
    cid: 'Wyszukiwanie po CID',
    short_links: 'Linki skrócone',
    reviews_batches: 'Opinie: pierwsze porcje',
    reviews_order: 'Opinie: kolejność',
    reviews_count: 'Opinie: liczba',
    review_visible: 'Opinia widoczna',
    review_made_up: 'Opinia zmyślona',
    http_cache: 'Pamięć podręczna HTTP',
  },
  findings: {
    as_expected: { seen: 'Zgodnie z oczekiwaniem.' },
    skipped_quick: { seen: 'Nie wchodzi w skład szybkiego sprawdzenia.' },
    skipped_setting: { seen: 'Nie dotyczy tych ustawień.' },
    skipped_no_loads_left: { seen: 'Nie sprawdzono: wykorzystano wszystkie wczytania stron.' },
    skipped_no_time_left: {
      seen: 'Nie sprawdzono: skończył się czas.',
      advice:
        'Zwiększ PROVIDER_LOADS_PER_MINUTE, jeśli ta wartość jest mała, albo sprawdź, gdy usługa jest mniej obciążona.',
    },
    skipped_blocked: { seen: 'Nie sprawdzono: dostawca map pokazuje stronę z blokadą.' },
    skipped_needs_other: { seen: 'Nie sprawdzono: nie powiodło się inne potrzebne sprawdzenie.' },
    failed: {
      seen: (value) => `Nie udało się: ${value('error')} (nieznana postać: ${value('drift')}).`,
      advice: LATER,
    },
    node_version: { seen: (value) => `Wersja ${value('version')}.` },
    node_too_old: {
      seen: (value) => `Wersja ${value('version')}; potrzebna jest co najmniej ${value('needed')}.`,
      advice: 'Zainstaluj nowszą wersję Node.js.',
    },
    chromium_version: { seen: (value) => `Wersja ${value('version')}, wiek w dniach: ${value('days')}.` },
    chromium_old: {
      seen: (value) =>
        `Wersja ${value('version')}, wiek w dniach: ${value('days')}. Brakuje w niej poprawek bezpieczeństwa.`,
      advice: 'Zbuduj obraz na nowo albo zaktualizuj Chromium.',
    },
    chromium_unavailable: {
      seen: 'Chromium się nie uruchamia albo nie odpowiada.',
      advice: 'Uruchom „npm run setup” albo ustaw CHROMIUM_PATH. Przyczynę podaje dziennik usługi.',
    },
    sandbox_on: { seen: 'Działa.' },
    sandbox_off_by_setting: { seen: 'Wyłączona ustawieniem CHROMIUM_SANDBOX=off.' },
    sandbox_off: {
      seen: 'Chromium działa bez piaskownicy.',
      advice:
        'Nie uruchamiaj usługi jako root. W kontenerze użyj pliku deploy/seccomp.json (docs/deployment.md).',
    },
    sandbox_unknown: { seen: 'Nie wiadomo: Chromium nie zostało uruchomione.' },
    rules_built_in: { seen: (value) => `Reguły wbudowane, odcisk ${value('fingerprint')}.` },
    rules_operator: {
      seen: (value) => `Reguły z PROVIDER_RULES przed wbudowanymi, odcisk ${value('fingerprint')}.`,
    },
    egress_direct: { seen: 'Bezpośrednie.' },
    egress_upstream: { seen: 'Przez UPSTREAM_PROXY.' },
    egress_override: { seen: 'EGRESS_OVERRIDE: to nie jest prawdziwy dostawca map.' },
    dns_resolved: { seen: (value) => `Nazwa rozpoznana, znalezione numery IP: ${value('addresses')}.` },
    dns_private: {
      seen: 'Nazwa dostawcy map prowadzi do sieci, która nie jest publiczna.',
      advice: 'Sprawdź serwer DNS tego komputera: przekierowuje on dostawcę map.',
    },
    dns_failed: {
      seen: 'Serwer DNS nie podaje adresu dostawcy map.',
      advice: 'Sprawdź serwer DNS i sieć tego komputera.',
    },
    tls_valid: {
      seen: (value) => `${value('protocol')}, certyfikat ważny jeszcze przez dni: ${value('days')}.`,
    },
    tls_expires_soon: {
      seen: (value) => `${value('protocol')}, certyfikat wkrótce wygaśnie, pozostało dni: ${value('days')}.`,
      advice:
        'Sprawdź zegar tego komputera. Jeśli jest ustawiony dobrze, coś pośredniczy w połączeniu z dostawcą map.',
    },
    tls_unchecked: { seen: 'Połączono. Przy EGRESS_OVERRIDE certyfikaty nie są sprawdzane.' },
    tls_failed: {
      seen: 'Nie ma zaufanego połączenia z dostawcą map.',
      advice: 'Sprawdź zaporę, serwer proxy i zegar. Nie można używać proxy, które otwiera TLS.',
    },
    consent_not_met: { seen: 'Nie pojawiła się.' },
    consent_known: { seen: 'Nie pojawiła się: wyboru dokonano wcześniej.' },
    consent_declined: { seen: (value) => `Pojawiła się i zgody odmówiono, liczba razy: ${value('times')}.` },
    consent_stuck: {
      seen: (value) =>
        `Pojawiła się i nie udało się odmówić zgody, liczba razy: ${value('times')}. Formularz mógł się zmienić.`,
      advice: RECORD,
    },
    block_page_none: { seen: 'Nie pojawiła się.' },
    block_page_met: {
      seen: (value) =>
        `Dostawca map blokuje automatyczne wejścia z tego adresu. Czas oczekiwania: ${value('seconds')} s.`,
      advice: 'Poczekaj. Jeśli to się powtarza, zmniejsz PROVIDER_LOADS_PER_MINUTE (docs/operation.md).',
    },
    fields_all: { seen: (value) => `Znaleziono wszystkie pola (${value('found')} z ${value('all')}).` },
    fields_missing: {
      seen: (value) => `Znalezione pola: ${value('found')} z ${value('all')}.`,
      advice: RECORD,
    },
    fields_none: { seen: 'Miejsce się otworzyło, ale nie udało się odczytać żadnego pola.', advice: RECORD },
    place_not_shown: {
      seen: 'Dostawca map nie pokazuje tego miejsca.',
      advice: 'Mogło zostać usunięte. Podaj inne miejsce w opcji --place albo w DOCTOR_PLACES.',
    },
    places_none: { seen: 'Nie udało się odczytać żadnego miejsca.', advice: LATER },
    place_other: {
      seen: 'Dostawca map pokazał inne miejsce.',
      advice: 'Place ID może być nieaktualny. Podaj inne miejsce w opcji --place albo w DOCTOR_PLACES.',
    },
    view_full: { seen: 'Pełny widok.' },
    view_limited: {
      seen: 'Widok ograniczony: bez liczby opinii, rozkładu ocen i listy opinii.',
      advice: 'Dostawca map pokazuje go czasem niezalogowanym. Spróbuj później albo z innego adresu.',
    },
    fast_path_equal: { seen: 'Ta sama odpowiedź co z przeglądarki.' },
    fast_path_differs: {
      seen: (value) => `Inne wartości niż w przeglądarce: ${value('differing')}.`,
      advice:
        'Liczby mogą się zmienić między dwoma wczytaniami. Jeśli to się powtarza, ustaw LIGHT_LANE=off i zgłoś problem.',
    },
    fast_path_undecided: {
      seen: (value) =>
        `Bez przeglądarki nie ma odpowiedzi (${value('outcome')}): strony otwiera przeglądarka.`,
      advice:
        'Odpowiedzi trwają dłużej i nic poza tym. Jeśli to się powtarza, zgłoś problem, dołączając plik z opcji --bundle.',
    },
    search_found: { seen: 'Znajduje to miejsce.' },
    search_other: { seen: 'Znajduje najpierw inne miejsce.', advice: RECORD },
    search_nothing: { seen: 'Niczego nie znajduje.', advice: RECORD },
    cid_found: { seen: 'Znajduje to miejsce.' },
    cid_other: { seen: 'Znajduje inne miejsce.', advice: RECORD },
    cid_nothing: { seen: 'Niczego nie znajduje.', advice: RECORD },
    link_followed: { seen: 'Link prowadzi do miejsca.' },
    link_other: { seen: 'Link prowadzi do innego miejsca.', advice: 'Sprawdź link.' },
    host_reachable: {
      seen: 'Serwer odpowiada. Nie podano linku do wypróbowania; można go podać w opcji --place.',
    },
    host_unreachable: {
      seen: 'Serwer nie odpowiada.',
      advice: 'Sprawdź zaporę i serwer proxy: linki z tego serwera nie działają.',
    },
    batches_read: {
      seen: (value) => `Porcje: ${value('batches')}, opinie: ${value('reviews')}, ramki: ${value('frames')}.`,
    },
    batches_unread: {
      seen: (value) =>
        `Porcje: ${value('batches')}, opinie: ${value('reviews')}, nieodczytane: ${value('unread')}, ramki: ${value('frames')}, koniec: ${value('end')}.`,
      advice: RECORD,
    },
    batches_none: {
      seen: (value) => `Nie odczytano żadnej opinii; ramki: ${value('frames')}, koniec: ${value('end')}.`,
      advice: RECORD,
    },
    order_newest: { seen: (value) => `Od najnowszych (opinie: ${value('reviews')}).` },
    order_mixed: {
      seen: (value) =>
        `Nie od najnowszych: nie na swoim miejscu ${value('misplaced')} z ${value('reviews')} opinii.`,
      advice: RECORD,
    },
    order_unknown: { seen: 'Nie udało się odczytać dat opinii.', advice: RECORD },
    count_plausible: {
      seen: (value) => `Miejsce podaje liczbę ${value('total')}, odczytano: ${value('read')}.`,
    },
    count_short: {
      seen: (value) => `Miejsce podaje liczbę ${value('total')}, a lista zawiera: ${value('read')}.`,
      advice: 'Lista może być ucięta. Usługa nie podaje wtedy, że lista jest pełna.',
    },
    count_unknown: { seen: 'Miejsce nie podaje, ile ma opinii.', advice: LATER },
    review_in_full: { seen: 'Widoczna w całości: wizytówka, ocena i dane opinii.' },
    review_in_part: {
      seen: 'Widoczna, ale nie w całości: nie może służyć jako opinia kontrolna.',
      advice: `Bez opinii kontrolnej usługa nie podaje wyniku „niewidoczna”. ${RECORD}`,
    },
    review_not_shown: { seen: 'Opinia z listy nie jest widoczna na własnej stronie.', advice: LATER },
    review_none: { seen: 'Żadna opinia z listy nie podaje linku do swojej strony.', advice: RECORD },
    made_up_absent: { seen: (value) => `Niewidoczna (${value('reason')}), co potwierdza opinia kontrolna.` },
    made_up_visible: {
      seen: 'Opinia, która nie istnieje, została uznana za widoczną.',
      advice: 'Nie korzystaj ze sprawdzania widoczności i zgłoś problem, dołączając plik z opcji --bundle.',
    },
    made_up_unproven: {
      seen: 'Uznana za niewidoczną bez opinii kontrolnej, tylko na podstawie słów na stronie.',
      advice: 'Podaj w CONTROL_REVIEWS opinie, o których wiadomo, że są widoczne.',
    },
    made_up_undecided: { seen: 'Bez wyniku, a więc i bez fałszywego wyniku.' },
    cache_not_allowed: {
      seen: (value) =>
        `Żaden dokument ani dane nie pochodzą z pamięci podręcznej (odpowiedzi: ${value('answers')}).`,
    },
    cache_bypassed: {
      seen: (value) =>
        `Dokumenty i dane, które wolno przechowywać: ${value('answers')}. Usługa pobiera je za każdym razem od nowa.`,
    },
  },
  run: (quick, seconds, loads) =>
    `${quick ? 'Szybkie sprawdzenie' : 'Pełne sprawdzenie'}: ${seconds} s, wczytane strony: ${loads}.`,
  found: 'znaleziono',
  missing: 'brak',
  advice: 'Co zrobić',
};
