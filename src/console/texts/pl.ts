import type { VisibilityReason } from '../../contract/lines.js';
import { createFormats } from '../../contract/texts/formats.js';
import { pl as outcomes } from '../../contract/texts/pl.js';

const formats = createFormats('pl');
const { count, number, decimal, percent } = formats;
const reviewsOf = (value: number) => count(value, { one: 'opinia', few: 'opinie', many: 'opinii' });
const placesOf = (value: number) => count(value, { one: 'miejsce', few: 'miejsca', many: 'miejsc' });
const starsOf = (value: number) => count(value, { one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek' });
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });

/** The texts of the view "review links". */
const links = {
  intro:
    'Sprawdź, które opinie są widoczne dla wszystkich. Podaj jeden link albo całą listę, także skopiowaną z arkusza: Twoje kolumny zostaną w wynikach.',
  label: 'Linki do opinii, każdy w nowym wierszu',
  file: 'Wczytaj plik (XLSX, CSV, tekst)',
  chosen: (name: string) => `Plik: ${name}`,
  removeFile: 'Usuń plik',
  ownColumns: (value: number) => count(value, { one: 'kolumna', few: 'kolumny', many: 'kolumn' }),
  column: 'Kolumna do sprawdzenia',
  columnFound: (names: readonly string[]) => `znaleziona automatycznie: ${names.join(', ')}`,
  columnByContent: 'znajdź automatycznie',
  allColumns: 'wszystkie kolumny z linkami',
  passedOver: (columns: readonly (readonly [name: string, links: number])[]) =>
    `W innych kolumnach też są linki. Nie zostaną sprawdzone: ${columns.map(([name, links]) => `„${name}” (${number(links)})`).join(', ')}.`,
  drop: 'Plik można też przeciągnąć na pole.',
  fileFailed: 'Nie udało się odczytać tego pliku. Zapisz listę jako XLSX, CSV albo tekst (najwyżej 5 MB).',
  clear: 'Wyczyść',
  check: 'Sprawdź',
  checking: 'Sprawdzanie…',
  retry: (failed: number) => `Ponów linki bez wyniku (${number(failed)})`,
  checkAgain: 'Sprawdź wszystkie ponownie',
  notify: 'Powiadom o zakończeniu',
  willNotify: 'Otrzymasz powiadomienie o zakończeniu.',
  notifyRefused: 'Przeglądarka nie pozwala na powiadomienia.',
  resume: (left: number) => `Sprawdź pozostałe (${number(left)})`,
  counted: (value: number, repeated: number, skipped: number, batches: number) =>
    [
      count(value, { one: 'link', few: 'linki', many: 'linków' }),
      repeated > 0 && `powtórzone: ${number(repeated)} (każdy zostanie sprawdzony raz)`,
      skipped > 0 && `pominięte wiersze bez linku: ${number(skipped)}`,
      batches > 1 && `liczba partii: ${number(batches)}`,
    ]
      .filter(Boolean)
      .join(' · '),
  none: 'Nie podano jeszcze żadnego linku.',
  progress: (done: number, all: number) => `Sprawdzono ${number(done)} z ${number(all)}`,
  finished: (visible: number, hidden: number, failed: number) =>
    `Gotowe. Widoczne: ${number(visible)}, niewidoczne: ${number(hidden)}, bez wyniku: ${number(failed)}.`,
  stopped: (done: number, all: number) =>
    `Zatrzymano. Sprawdzono ${number(done)} z ${number(all)}, pozostało: ${number(all - done)}.`,
  broken: (done: number, all: number) =>
    `Przerwano. Sprawdzono ${number(done)} z ${number(all)}, pozostało: ${number(all - done)}.`,
  paused: (seconds: number, attempt: number, attempts: number) =>
    `Pozostałe linki zostaną sprawdzone automatycznie za ${inSeconds(seconds)} (próba ${attempt} z ${attempts}).`,
  scrolled: 'Tabela wyników, przewijana w poziomie',
  results: 'Wyniki',
  filter: 'Pokaż',
  filters: {
    all: 'Wszystkie',
    visible: 'Widoczne',
    hidden: 'Niewidoczne',
    failed: 'Bez wyniku',
    waiting: 'Niesprawdzone',
    changed: 'Zmienione',
  },
  filtered: (name: string, value: number) => `${name} (${number(value)})`,
  columns: { number: 'Lp.', link: 'Opinia', verdict: 'Wynik', reason: 'Powód', checked: 'Sprawdzono' },
  visible: 'Widoczna',
  hidden: 'Niewidoczna',
  failed: 'Bez wyniku',
  waiting: 'Oczekuje',
  unchecked: 'Niesprawdzona',
  notAReview: 'To nie jest link do opinii.',
  leadsNowhere: 'Ten link nie prowadzi do żadnej opinii. Wygasł albo zawiera błąd.',
  invalid: 'Usługa nie przyjęła tej listy. Sprawdź, czy linki są kompletne i nie za długie.',
  noLink: 'bez linku',
  fromLink: 'Z linku:',
  linkAuthor: 'profil autora',
  linkPlace: 'miejsce',
  seenBefore: (at: string) => `Według sprawdzenia z ${at}:`,
  editedOn: (date: string | null) => (date === null ? 'edytowana' : `edytowana ${date}`),
  before: (isVisible: boolean): string => (isVisible ? 'Poprzednio widoczna' : 'Poprzednio niewidoczna'),
  changes: { hidden: 'Przestała być widoczna', back: 'Znów widoczna' },
  edited: (stars: readonly [number, number] | null, isTextChanged: boolean) => {
    const what = [
      stars !== null && `gwiazdki ${stars[0]} → ${stars[1]}`,
      isTextChanged && 'zmieniona treść',
    ].filter(Boolean);
    return what.length === 0 ? 'Edytowana' : `Edytowana: ${what.join(', ')}`;
  },
  foundBetween: (first: string, last: string) =>
    `Wyniki z: ${first === last ? first : `${first} – ${last}`}.`,
  compared: (changed: number, compared: number, first: string, last: string) =>
    `Zmiany od poprzedniego sprawdzenia (${first === last ? first : `${first} – ${last}`}): ${number(changed)}. Porównano opinie: ${number(compared)}.`,
  extra: {
    change: 'Zmiana',
    checkedBefore: 'Poprzednio sprawdzono',
    resultBefore: 'Poprzedni wynik',
    starsBefore: 'Poprzednie gwiazdki',
    textBefore: 'Poprzedni początek treści',
    seenAt: 'Dane z wcześniejszego sprawdzenia z',
    seenAuthor: 'Autor (wcześniej)',
    seenStars: 'Gwiazdki (wcześniej)',
    seenDate: 'Data opinii (wcześniej)',
    seenPlace: 'Miejsce (wcześniej)',
    seenPlaceId: 'Place ID (wcześniej)',
    seenText: 'Początek treści (wcześniej)',
  },
  repeated: (position: number) => `powtórzony, zob. nr ${number(position)}`,
  empty: 'Żaden wiersz nie pasuje do filtra.',
  partial: (done: string, all: string) => `niepełna lista: sprawdzono ${done} z ${all}`,
  sheet: 'Widoczność opinii',
  fileName: 'widocznosc-opinii',
};

/** The counts of a saved list. */
export interface ListCounts {
  readonly visible: number;
  readonly hidden: number;
  readonly failed: number;
  readonly waiting: number;
}

/** The texts about the data that the browser keeps. */
const library = {
  lists: (value: number) => `Zapisane listy (${number(value)})`,
  about: (most: number) =>
    `Listy, ich wyniki i ostatnie miejsca są zapisane tylko w tej przeglądarce. Usługa ich nie przechowuje. Zapisanych list może być ${number(most)}: każda następna zastępuje najdawniej sprawdzoną.`,
  unusedFor: (days: number | null) =>
    days === null
      ? 'Nieużywane listy i miejsca nie są usuwane.'
      : `Listy i miejsca nieużywane przez ${days} dni są usuwane, gdy konsola jest otwarta.`,
  deleteUnused: 'Usuwaj nieużywane listy i miejsca:',
  afterDays: (days: number) => (days === 365 ? 'po roku' : `po ${days} dniach`),
  neverDeleted: 'nigdy',
  keep: 'Zapisuj listy, wyniki i miejsca w tej przeglądarce',
  isOn: 'Zapisywanie jest włączone.',
  isOff: 'Zapisywanie jest wyłączone. Wszystko, co było zapisane, zostało usunięte.',
  offTitle: 'Wyłączyć zapisywanie?',
  offWhat: 'Wszystkie zapisane listy, wyniki i miejsca zostaną usunięte z tej przeglądarki.',
  turnOff: 'Wyłącz i usuń',
  keepOn: 'Nie wyłączaj',
  failed: 'Przeglądarka nie pozwoliła zapisać albo odczytać danych. Wyniki pobierz do pliku.',
  unnamed: (at: string) => `Lista z ${at}`,
  came: ({ visible, hidden, failed, waiting }: ListCounts) =>
    [
      `widoczne: ${number(visible)}`,
      `niewidoczne: ${number(hidden)}`,
      failed > 0 && `bez wyniku: ${number(failed)}`,
      waiting > 0 && `niesprawdzone: ${number(waiting)}`,
    ]
      .filter(Boolean)
      .join(', '),
  open: 'Otwórz',
  openNamed: (name: string) => `Otwórz: ${name}`,
  opened: (name: string) => `Otwarto: ${name}`,
  rename: 'Zmień nazwę',
  renameNamed: (name: string) => `Zmień nazwę: ${name}`,
  renamed: (name: string) => `Nowa nazwa: ${name}`,
  title: 'Nazwa listy',
  saveTitle: 'Zapisz nazwę',
  keepTitle: 'Anuluj',
  remove: 'Usuń',
  removeNamed: (name: string) => `Usuń: ${name}`,
  removed: (name: string) => `Usunięto: ${name}`,
  missing: 'Tej listy już nie ma.',
  places: (value: number) => `Ostatnie miejsca (${number(value)})`,
  onlyHere: 'Zapisane tylko w tej przeglądarce. Zapisywanie można wyłączyć w widoku „Linki do opinii”.',
  removePlaces: 'Usuń ostatnie miejsca',
  placesRemoved: 'Ostatnie miejsca zostały usunięte.',
};

/** The view "Many places". */
const places = {
  intro:
    'Wklej nazwy, linki, Place ID albo CID – każde miejsce w osobnym wierszu. Wynik to jedna tabela do pobrania.',
  label: 'Miejsca, po jednym w wierszu',
  counted: (found: number, repeated: number) =>
    `${placesOf(found)}${repeated === 0 ? '' : `, w tym powtórzone: ${number(repeated)}`}.`,
  none: 'Nie ma jeszcze żadnego miejsca.',
  tooMany: (most: number) => `Naraz można wczytać najwyżej ${number(most)} miejsc.`,
  read: 'Wczytaj miejsca',
  reading: 'Wczytywanie…',
  resume: (open: number) => `Wczytaj pozostałe (${number(open)})`,
  progress: (done: number, all: number) => `${number(done)} z ${number(all)}`,
  finished: (found: number, failed: number) =>
    `Gotowe. Znalezione: ${number(found)}, bez wyniku: ${number(failed)}.`,
  paused: (seconds: number) => `Wczytywanie ruszy automatycznie za ${inSeconds(seconds)}.`,
  query: 'Zapytanie',
  place: 'Miejsce',
  rating: 'Średnia',
  reviews: 'Opinie',
  noAddress: 'brak danych o adresie',
  several: (all: number) => `pierwsze z ${number(all)} wyników`,
  error: 'Błąd',
  errorCode: 'Kod błędu',
  sheet: 'Miejsca',
  fileName: 'miejsca',
};

/** The texts of the view "jobs". */
const jobs = {
  intro:
    'Zlecenie to lista, którą usługa sprawdza w tle. Możesz zamknąć tę stronę i wrócić po wyniki później.',
  add: 'Nowe zlecenie',
  type: 'Co sprawdzić',
  types: {
    'review-visibility': 'Widoczność opinii',
    'place-details': 'Dane miejsc',
    'place-reviews': 'Opinie o miejscach',
  },
  labels: {
    'review-visibility': 'Linki do opinii, każdy w nowym wierszu',
    'place-details': 'Linki, nazwy miejsc lub Place ID, każde w nowym wierszu',
    'place-reviews': 'Place ID, każdy w nowym wierszu',
  },
  fileFailed:
    'Nie udało się odczytać tego pliku. Zapisz listę jako XLSX (najwyżej 30 MB), CSV albo tekst (najwyżej 64 MB).',
  maxPages: 'Maksymalnie z jednego miejsca',
  none: 'Lista jest jeszcze pusta.',
  counted: (value: number, repeated: number, skipped: number, columns: number) =>
    [
      count(value, { one: 'pozycja', few: 'pozycje', many: 'pozycji' }),
      repeated > 0 && `powtórzone: ${number(repeated)}`,
      skipped > 0 &&
        (columns > 0
          ? `wiersze bez pozycji, które zostaną w wynikach: ${number(skipped)}`
          : `pominięte wiersze: ${number(skipped)}`),
      columns > 1 && count(columns, { one: 'kolumna', few: 'kolumny', many: 'kolumn' }),
    ]
      .filter(Boolean)
      .join(' · '),
  submit: 'Zleć',
  sending: 'Wysyłanie…',
  submitted: 'Zlecenie zostało przyjęte.',
  invalid: 'Usługa nie przyjęła tego zlecenia.',
  tooMany:
    'Liczba zleceń w toku i łączna liczba linków we wszystkich zleceniach są ograniczone. Poczekaj, aż któreś zlecenie się zakończy, anuluj je albo usuń zakończone.',
  list: 'Twoje zlecenia',
  empty: 'Nie masz jeszcze żadnych zleceń.',
  states: outcomes.jobStates,
  ended: (at: string) => `Zakończono ${at}`,
  cancelledAt: (at: string) => `Anulowano ${at}`,
  expires: (at: string) => `Wyniki dostępne do ${at}`,
  estimate: (at: string) => `Szacowany koniec: ${at}`,
  rate: (perMinute: string) => `${perMinute} na minutę`,
  progress: (done: number, all: number) => `Gotowe: ${number(done)} z ${number(all)}`,
  visible: (value: number) => `Widoczne: ${number(value)}`,
  hidden: (value: number) => `Niewidoczne: ${number(value)}`,
  failed: (value: number) => `Bez wyniku: ${number(value)}`,
  back: 'Wszystkie zlecenia',
  named: (type: string, at: string) => `${type}, ${at}`,
  cancel: 'Anuluj zlecenie',
  cancelQuestion: 'Anulować to zlecenie?',
  cancelWhat: (left: number) =>
    `Pozostałe pozycje (${number(left)}) nie zostaną sprawdzone, a zlecenia nie będzie można wznowić. Dotychczasowe wyniki pozostaną dostępne.`,
  keep: 'Nie anuluj',
  cancelled: 'Zlecenie zostało anulowane.',
  remove: 'Usuń zlecenie',
  removeQuestion: 'Usunąć to zlecenie?',
  removeWhat: 'Zlecenie zostanie usunięte razem z wynikami. Nie będzie można ich odzyskać.',
  keepResults: 'Nie usuwaj',
  removed: 'Zlecenie zostało usunięte.',
  order: 'Wyniki są w kolejności, w jakiej się pojawiały. Pliki CSV i XLSX zachowują kolejność listy.',
  noResults: 'Nie ma jeszcze wyników.',
  filesLater: 'Pliki z wynikami będzie można pobrać po zakończeniu zlecenia.',
  ndjson: 'Pobierz NDJSON',
  tooLong: 'Tego pliku nie można przygotować. Plik XLSX mieści najwyżej 100 000 wierszy – pobierz CSV.',
  found: 'Znaleziono',
  read: 'Wczytano',
  notAPlace: 'Ten tekst nie wskazuje miejsca.',
  notAPlaceId: 'To nie jest Place ID.',
};

/** The texts of the view "doctor". */
const doctor = {
  intro:
    'Sprawdzenie pokazuje, czy usługa nadal poprawnie odczytuje dane od dostawcy map. Wynik nie zawiera treści opinii ani nazwisk.',
  check: 'Sprawdź teraz',
  checkQuickly: 'Sprawdź szybko',
  costs: 'Sprawdzenie kosztuje 15 punktów, szybkie 4.',
  running: 'Sprawdzanie… Może potrwać do 2 minut.',
  runningQuick: 'Szybkie sprawdzanie…',
  done: 'Sprawdzenie zakończone.',
  invalid: 'Usługa nie przyjęła tego zapytania.',
  lastRun: 'Ostatnie sprawdzenie',
  at: (moment: string) => `Rozpoczęte ${moment}`,
  fieldsRead: 'Odczytane pola',
  history: 'Pola od uruchomienia usługi',
  scroll: 'Tabela pól, przewijana w poziomie',
  noHistory: 'Nie ma jeszcze danych o polach.',
  field: 'Pole',
  source: 'Źródło',
  allSources: 'wszystkie',
  present: 'Obecne',
  presentOf: (present: number, total: number) => `${number(present)} z ${number(total)}`,
  usual: 'Zwykle',
  state: 'Stan',
  drifting: 'rzadziej niż zwykle',
  steady: 'bez zmian',
};

/** The meaning of a reason, the next step, and what the reason does not prove. */
export interface ReasonTexts {
  readonly means: string;
  readonly next: string;
  readonly notProven: string;
}

/** Help for the first use, and the reasons of a verdict. */
const help = {
  examples: 'Przykłady:',
  sampleList: 'Wstaw przykładową listę',
  provider:
    'Dostawca map to serwis, z którego usługa odczytuje miejsca i opinie, czyli Mapy Google. Usługa ogląda je jak niezalogowany użytkownik.',
  apiDocs: 'Dokumentacja API (po angielsku)',
  share: 'Udostępnij',
  shareReview: 'Udostępnij opinię',
  report: 'Zgłoś opinię',
  copyLink: 'Kopiuj link',
  place: {
    title: 'Gdzie znaleźć link do miejsca, Place ID i CID?',
    open: 'Otwórz miejsce w Mapach Google i wybierz „Udostępnij”.',
    copy: 'Wybierz „Kopiuj link” i wklej link tutaj.',
    ids: 'Place ID (zaczyna się od „ChIJ”) i CID (same cyfry) to stałe identyfikatory miejsca. Zobaczysz je w wyniku wyszukiwania i skopiujesz jednym kliknięciem.',
  },
  review: {
    title: 'Gdzie znaleźć link do opinii?',
    open: 'Znajdź opinię w Mapach Google i otwórz menu z trzema kropkami.',
    share: 'Wybierz „Udostępnij opinię”.',
    copy: 'Wybierz „Kopiuj link” i wklej link tutaj.',
    rows: 'Możesz wkleić wiele linków naraz, także całe wiersze z arkusza: usługa znajdzie w nich linki. Linki do opinii o wybranym miejscu pobierzesz też z widoku „Opinie o miejscu” (CSV lub XLSX).',
  },
  reasons: {
    title: 'Co oznaczają wyniki i powody?',
    basis:
      'Wynik „Niewidoczna” pojawia się tylko wtedy, gdy w dwóch niezależnych wejściach dostawca map odpowiedział poprawnie i w obu nie pokazał opinii. Jeśli te warunki nie są spełnione, link zostaje bez wyniku. Każdy wynik dotyczy chwili sprawdzenia.',
    means: 'Co to znaczy',
    next: 'Co zrobić dalej',
    notProven: 'Czego to nie dowodzi',
    neverProven: 'Czego nie dowodzi żaden wynik:',
    failed:
      'Nie udało się ustalić, czy opinia jest widoczna, albo to nie jest link do opinii. To nie znaczy, że opinia jest niewidoczna. Sprawdź powód i ponów.',
    each: {
      visible: {
        means: 'Opinię widzi osoba niezalogowana, która otworzy link.',
        next: 'Jeśli opinia narusza zasady, zgłoś ją. Link do zgłoszenia jest przy opinii w widoku „Opinie o miejscu”.',
        notProven: 'Nie gwarantuje, że opinia pozostanie widoczna ani że liczy się do średniej ocen.',
      },
      no_rating_section: {
        means: 'Wizytówka miejsca się otworzyła, ale opinii z linku pod nią nie ma.',
        next: 'Zapisz wynik z datą i sprawdź ponownie za kilka dni. Autor może sprawdzić, czy widzi opinię na swoim koncie.',
        notProven:
          'Nie dowodzi, że opinię usunięto, ani nie mówi, dlaczego nie jest wyświetlana: może też czekać na zatwierdzenie. Opinia może znów być widoczna.',
      },
      no_business_card: {
        means: 'Dane miejsca są, ale wizytówka z opinią nie jest wyświetlana.',
        next: 'Zapisz wynik z datą (CSV lub XLSX). Aby mieć pewność, sprawdź ponownie za kilka dni.',
        notProven:
          'Nie dowodzi, że opinię usunięto, ani nie mówi, od kiedy i dlaczego nie jest wyświetlana: może też czekać na zatwierdzenie. Opinia może znów być widoczna.',
      },
      no_business_data: {
        means: 'Strona z linku otwiera się poprawnie, ale bez danych miejsca.',
        next: 'Porównaj link z oryginałem: może być niekompletny. Sprawdź też samo miejsce w widoku „Miejsce”: może być zamknięte albo połączone z innym.',
        notProven:
          'Nie dowodzi, że usunięto tę jedną opinię: link może być niekompletny albo nie jest wyświetlana cała wizytówka.',
      },
      no_rating: {
        means: 'Strona pokazuje miejsce na opinię, ale bez gwiazdek.',
        next: 'Sprawdź ponownie później. Jeśli wynik się powtórzy, traktuj opinię jako niewidoczną.',
        notProven: 'Nie dowodzi, że opinię usunięto: gwiazdki mogą znów być wyświetlane.',
      },
    } satisfies Record<VisibilityReason, ReasonTexts> as Readonly<Record<VisibilityReason, ReasonTexts>>,
  },
};

const NOTHING_READ = 'Nie wczytano żadnej opinii. Nie wiadomo, czy i ile opinii ma to miejsce.';
const isNothing = (read: number, total: number | null) => read === 0 && total === null;
const readOf = (read: number, total: number | null) =>
  total === null ? reviewsOf(read) : `${number(read)} z ${number(total)}`;

/** The view "Reviews of a place". */
const reviews = {
  intro:
    'Wklej nazwę miejsca, link z mapy, Place ID albo CID. Wczytane opinie można przejrzeć, posortować i pobrać.',
  pages: 'Maksymalnie',
  pagesOf: (pages: number) => `${number(pages * 200)} opinii`,
  read: 'Wczytaj opinie',
  reading: (read: number, total: number | null) =>
    isNothing(read, total) ? 'Wczytywanie…' : `Wczytywanie… ${readOf(read, total)}`,
  progress: 'Postęp wczytywania opinii',
  complete: (read: number) => `Komplet: ${reviewsOf(read)}.`,
  none: 'To miejsce nie ma opinii.',
  incomplete: (read: number, total: number | null, ending: string) =>
    isNothing(read, total)
      ? `${NOTHING_READ} Powód: ${ending}.`
      : `${readOf(read, total)} – ${ending}.${total === null ? ` ${outcomes.uncounted}` : ''}`,
  stopped: (read: number, total: number | null) =>
    isNothing(read, total)
      ? `Zatrzymano. ${NOTHING_READ}`
      : `${readOf(read, total)} – wczytywanie zatrzymano.`,
  broken: (read: number, total: number | null) =>
    isNothing(read, total) ? NOTHING_READ : `${readOf(read, total)} – wczytywanie zostało przerwane.`,
  starFilter: 'Gwiazdki',
  noStars: 'bez gwiazdek',
  sort: 'Kolejność',
  sorts: {
    newest: 'Najnowsze',
    oldest: 'Najstarsze',
    lowest: 'Najniższe oceny',
    highest: 'Najwyższe oceny',
    likes: 'Najwięcej polubień',
  },
  search: 'Szukaj w treści, odpowiedzi i nazwie autora',
  shown: (value: number, all: number) =>
    value === all ? reviewsOf(all) : `Pasuje ${number(value)} z ${number(all)}`,
  nothing: 'Żadna opinia nie pasuje do filtrów.',
  fitting: 'pasujące do filtrów',
  list: 'Lista opinii',
  stars: (value: number) => `${number(value)} na 5 gwiazdek`,
  starsShort: starsOf,
  noText: 'Bez treści.',
  unknownText: 'Treść: brak danych.',
  anonymous: 'Autor: brak danych',
  open: 'Zobacz opinię',
  report: 'Zgłoś opinię',
  about: (name: string) => `autor: ${name}`,
  reply: 'Odpowiedź właściciela',
  signals: 'Cechy opinii',
  newAccount: (written: number) => `Możliwe nowe konto (opinie autora: ${number(written)})`,
  guide: (level: number | null) =>
    level === null ? 'Lokalny przewodnik' : `Lokalny przewodnik, poziom ${number(level)}`,
  photos: (value: number) => count(value, { one: 'zdjęcie', few: 'zdjęcia', many: 'zdjęć' }),
  likes: (value: number) => count(value, { one: 'polubienie', few: 'polubienia', many: 'polubień' }),
  replied: 'Właściciel odpowiedział',
  edited: 'edytowano',
  marksLegend: 'Tylko opinie',
  marks: {
    unanswered: 'bez odpowiedzi właściciela',
    text: 'z treścią',
    photos: 'ze zdjęciami',
    edited: 'edytowane',
    'new-account': 'możliwe nowe konto',
  },
  from: 'Od dnia',
  to: 'Do dnia',
  clear: 'Wyczyść filtry',
  share: 'Kopiuj link do widoku',
  shareName: 'link do widoku',
  byLastChange: 'Opinie edytowane liczą się z datą ostatniej zmiany.',
  sheet: 'Opinie',
  fileName: 'opinie',
};

/** The chart of months. */
const months = {
  title: 'Oceny w czasie',
  counts: 'Liczba opinii w miesiącu',
  averages: 'Średnia ocen w miesiącu',
  month: 'Miesiąc',
  count: 'Opinie',
  average: 'Średnia',
  countRead: 'Wczytane opinie',
  older: 'starsze',
  covers: (read: number, total: number | null) =>
    total === null
      ? `Wykres obejmuje tylko wczytane opinie (${number(read)}). Lista jest niepełna.`
      : `Wykres obejmuje tylko ${number(read)} z ${number(total)} opinii.`,
  unknown:
    'Nie ma danych o miesiącach starszych od najstarszej wczytanej opinii ani o miesiącach bez wczytanych opinii (na wykresie szare).',
  summary: (months: number, first: string, last: string, all: number) =>
    `${first} – ${last} (${count(months, { one: 'miesiąc', few: 'miesiące', many: 'miesięcy' })}): ${reviewsOf(all)}.`,
  point: (month: string, value: number | null, average: number | null) =>
    `${month}: ${value === null ? 'brak danych' : reviewsOf(value)}${average === null ? '' : `, średnia ${decimal(average)}`}`,
  closed: `${outcomes.notices.permanently_closed}. Dlatego nowych opinii może być mało albo wcale.`,
  hint: 'Strzałki w lewo i w prawo wybierają miesiąc.',
  scroll: 'Wykres ocen w czasie, przewijany w poziomie',
};

/** The figures of the last days. */
const periods = {
  title: 'Ostatnie 30 i 90 dni',
  period: 'Okres',
  last: (days: number) => `Ostatnie ${number(days)} dni`,
  before: (days: number) => `Poprzednie ${number(days)} dni`,
  count: 'Opinie',
  average: 'Średnia',
  unknown: 'Brak danych o okresach, których lista nie obejmuje w całości.',
};

/** The texts of the console in Polish. Texts in other languages have the same keys. */
export const pl = {
  formats,
  appName: 'place-lookup',
  tagline: 'Miejsca i opinie na mapie',
  skip: 'Przejdź do treści',
  views: 'Widoki',
  language: 'Język',
  unknown: 'brak danych',
  titles: {
    place: 'Miejsce',
    places: 'Wiele miejsc',
    links: 'Linki do opinii',
    reviews: 'Opinie o miejscu',
    jobs: 'Zlecenia',
    doctor: 'Stan',
  },
  /** Short titles for the navigation on phones. */
  shortTitles: {
    place: 'Miejsce',
    places: 'Miejsca',
    links: 'Linki',
    reviews: 'Opinie',
    jobs: 'Zlecenia',
    doctor: 'Stan',
  },
  failures: outcomes.failures,
  retryAfter: (seconds: number) => `Spróbuj ponownie za ${inSeconds(seconds)}.`,
  retryNow: 'Można spróbować ponownie.',
  requestId: 'Numer zapytania',
  details: 'Szczegóły',
  serviceSays: 'Szczegóły od usługi (po angielsku)',
  again: 'Spróbuj ponownie',
  stop: 'Zatrzymaj',
  loading: 'Wczytywanie…',
  newTab: '(otwiera się w nowej karcie)',
  key: {
    title: 'Klucz API',
    needed: 'Ta usługa wymaga klucza API.',
    refused: 'Usługa nie przyjęła tego klucza. Wpisz inny.',
    unsendable:
      'Ten klucz zawiera znak niedozwolony w kluczu API, na przykład „ł”, „…” albo niewidoczny odstęp. Skopiuj klucz jeszcze raz.',
    label: 'Klucz',
    keep: 'Zapamiętaj klucz na tym komputerze',
    keepWhat:
      'Bez tego klucz znika po zamknięciu karty. Nie zapamiętuj go na komputerze, z którego korzystają inni.',
    save: 'Użyj klucza',
    cancel: 'Anuluj',
    forget: 'Usuń klucz',
    forgotten: 'Klucz został usunięty.',
  },
  copy: {
    action: 'Kopiuj',
    labelled: (what: string) => `Kopiuj ${what}`,
    done: 'Skopiowano',
    said: (what: string) => `Skopiowano: ${what}`,
    failed: 'Nie udało się skopiować. Zaznacz tekst i skopiuj go ręcznie.',
  },
  pages: {
    label: 'Strony listy',
    previous: 'Poprzednia',
    next: 'Następna',
    position: (first: number, last: number, all: number) =>
      `${number(first)}–${number(last)} z ${number(all)}`,
  },
  download: {
    csv: 'Pobierz CSV',
    xlsx: 'Pobierz XLSX',
    /** The limits of a table, shown on its button and in its file name. */
    only: (count: string, all: string, which: string) => `tylko ${count} z ${all}: ${which}`,
    partial: (read: string, total: string | null) =>
      total === null ? `niepełna lista: ${read}` : `niepełna lista: ${read} z ${total}`,
    preparing: 'Przygotowywanie pliku…',
    done: (name: string) => `Plik ${name} jest gotowy.`,
    failed: 'Nie udało się przygotować pliku.',
  },
  table: 'Pokaż jako tabelę',
  place: {
    intro:
      'Sprawdź średnią ocen, liczbę opinii i identyfikatory miejsca. Wklej jego nazwę, link z mapy (także skrócony), Place ID albo CID.',
    label: 'Nazwa, link, Place ID lub CID',
    example: 'np. pierogarnia kraków',
    search: 'Znajdź miejsce',
    searching: 'Wyszukiwanie miejsca…',
    invalid: 'Ten tekst nie wskazuje miejsca. Wklej całą nazwę, link z mapy, Place ID albo CID.',
    found: (name: string) => `Znaleziono: ${name}`,
    nameless: 'Miejsce bez nazwy',
    rating: 'Średnia ocen',
    reviewCount: 'Liczba opinii',
    links: 'Linki',
    byPlaceId: 'Otwórz mapę (Place ID)',
    byCid: 'Otwórz mapę (CID)',
    modes: 'Jedno miejsce albo wiele',
    one: 'Jedno miejsce',
    many: 'Wiele miejsc',
    firstOf: (all: number) => `Pierwszy z ${number(all)} wyników wyszukiwania. Pozostałe:`,
    toLinks: 'Sprawdź jako link do opinii',
    isReview: 'To link do opinii. Otwarto widok „Linki do opinii”.',
    readReviews: 'Wczytaj opinie o tym miejscu',
    reviews: reviewsOf,
  },
  histogram: {
    title: 'Rozkład ocen',
    stars: 'Gwiazdki',
    count: 'Opinie',
    share: 'Udział',
    unknown: 'Rozkład ocen: brak danych. Dostawca map go nie pokazał.',
    row: (value: number, reviewCount: number, share: number) =>
      `${starsOf(value)}: ${number(reviewCount)} (${percent(share)})`,
  },
  links,
  library,
  places,
  jobs,
  doctor,
  help,
  reviews,
  months,
  periods,
};

export type Texts = typeof pl;
