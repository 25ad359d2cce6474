import { difference, type Snapshot } from '../../console/place/place-line.js';
import type { Failure } from '../../core/published/failure.js';
import type { Language } from '../../core/published/language.js';
import { en } from '../../core/texts/en.js';
import { createFormats, type Forms, roughTime } from '../../core/texts/formats.js';
import { failureText } from '../../core/texts/outcomes.js';
import { pl } from '../../core/texts/pl.js';
import { waitingText } from '../../core/texts/waiting.js';

// The texts of the console: each text once in Polish and once in English, side by side.

export type Words = ReturnType<typeof createWords>;

/** The parts of texts in one language: the choice of the text, numbers and counted nouns. */
export function createWords(language: Language) {
  const formats = createFormats(language);
  const say = <Text>(polish: Text, english: Text): Text => (language === 'pl' ? polish : english);
  const noun = (polish: Forms, english: Forms) => (value: number) =>
    formats.count(value, say(polish, english));
  return {
    language,
    ...formats,
    formats,
    say,
    outcomes: say(pl, en),
    reviewsOf: noun({ one: 'opinia', few: 'opinie', many: 'opinii' }, { one: 'review', many: 'reviews' }),
    placesOf: noun({ one: 'miejsce', few: 'miejsca', many: 'miejsc' }, { one: 'place', many: 'places' }),
    starsOf: noun({ one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek' }, { one: 'star', many: 'stars' }),
    linksOf: noun({ one: 'link', few: 'linki', many: 'linków' }, { one: 'link', many: 'links' }),
    monthsOf: noun({ one: 'miesiąc', few: 'miesiące', many: 'miesięcy' }, { one: 'month', many: 'months' }),
    columnsOf: noun({ one: 'kolumna', few: 'kolumny', many: 'kolumn' }, { one: 'column', many: 'columns' }),
    /** A part of a whole: `3 z 10`. */
    of: (part: number, all: number) => `${formats.number(part)} ${say('z', 'of')} ${formats.number(all)}`,
    inSeconds: noun({ one: 'sekundę', few: 'sekundy', many: 'sekund' }, { one: 'second', many: 'seconds' }),
  };
}

/** The texts of the view "review links". */
const linkTexts = ({ say, count, number, of, linksOf, columnsOf, inSeconds }: Words) => ({
  intro: say(
    'Sprawdź, które opinie są widoczne dla wszystkich. Podaj jeden link albo całą listę, także skopiowaną z arkusza: Twoje kolumny zostaną w wynikach.',
    'Check which reviews are visible to everyone. Enter one link or a whole list, also copied from a sheet: your columns stay in the results.',
  ),
  label: say('Linki do opinii, każdy w nowym wierszu', 'Review links, one per line'),
  file: say('Wczytaj plik (XLSX, CSV, tekst)', 'Load a file (XLSX, CSV, text)'),
  chosen: (name: string) => say(`Plik: ${name}`, `File: ${name}`),
  folded: (links: string, name: string | null) =>
    name === null ? links : say(`${links} z ${name}`, `${links} from ${name}`),
  change: say('Zmień', 'Change'),
  removeFile: say('Usuń plik', 'Remove the file'),
  ownColumns: columnsOf,
  column: say('Kolumna do sprawdzenia', 'Column to check'),
  columnFound: (columns: string) => `${say('znaleziona automatycznie', 'found automatically')}: ${columns}`,
  columnByContent: say('znajdź automatycznie', 'find automatically'),
  allColumns: say('wszystkie kolumny z linkami', 'all columns with links'),
  headings: say('Nagłówki kolumn', 'Headings of the columns'),
  headingsFound: (line: number | null, names: string | null) =>
    line === null || names === null
      ? say(
          'nie znaleziono: lista zaczyna się od pierwszego wiersza',
          'none found: the list begins with the first row',
        )
      : say(`znalezione w wierszu ${number(line)}: ${names}`, `found in row ${number(line)}: ${names}`),
  headingsByContent: say('znajdź automatycznie', 'find automatically'),
  headingsRow: (line: number, names: string) =>
    say(`wiersz ${number(line)}: ${names}`, `row ${number(line)}: ${names}`),
  noHeadings: say('lista nie ma nagłówków', 'the list has no headings'),
  passedOver: (columns: readonly (readonly [name: string, links: number])[]) =>
    say(
      `W innych kolumnach też są linki. Nie zostaną sprawdzone: ${columns.map(([name, links]) => `„${name}” (${number(links)})`).join(', ')}.`,
      `Other columns have links, too. They will not be checked: ${columns.map(([name, links]) => `"${name}" (${number(links)})`).join(', ')}.`,
    ),
  drop: say('Plik można też przeciągnąć na pole.', 'You can also drop a file on the field.'),
  fileFailed: say(
    'Nie udało się odczytać tego pliku. Zapisz listę jako XLSX, „CSV UTF-8” albo tekst (najwyżej 5 MB).',
    'This file could not be read. Save the list as XLSX, "CSV UTF-8" or text (up to 5 MB).',
  ),
  clear: say('Wyczyść', 'Clear'),
  check: say('Sprawdź', 'Check'),
  checking: say('Sprawdzanie…', 'Checking…'),
  retry: (failed: number) =>
    `${say('Ponów linki bez wyniku', 'Retry links with no result')} (${number(failed)})`,
  checkAgain: say('Sprawdź wszystkie ponownie', 'Check all again'),
  notify: say('Powiadom o zakończeniu', 'Notify me at the end'),
  willNotify: say('Otrzymasz powiadomienie o zakończeniu.', 'You will be notified when the check ends.'),
  notifyRefused: say(
    'Przeglądarka nie pozwala na powiadomienia.',
    'The browser does not allow notifications.',
  ),
  resume: (left: number) => `${say('Sprawdź pozostałe', 'Check the remaining links')} (${number(left)})`,
  counted: (value: number, repeated: number, skipped: number, batches: number) =>
    [
      linksOf(value),
      repeated > 0 &&
        say(
          `powtórzone: ${number(repeated)} (każdy zostanie sprawdzony raz)`,
          `repeated: ${number(repeated)} (each is checked once)`,
        ),
      skipped > 0 &&
        `${say('pominięte wiersze bez linku', 'lines without a link, skipped')}: ${number(skipped)}`,
      batches > 1 && say(`liczba partii: ${number(batches)}`, `sent in ${number(batches)} batches`),
    ]
      .filter(Boolean)
      .join(' · '),
  none: say('Nie podano jeszcze żadnego linku.', 'No links yet.'),
  progress: (done: number, all: number) => `${say('Sprawdzono', 'Checked')} ${of(done, all)}`,
  /** Added to the progress once the service has an estimate. */
  estimated: (left: number, seconds: number) =>
    say(
      `Pozostało: ${number(left)}, około ${roughTime('pl', seconds)}`,
      `Remaining: ${number(left)}, about ${roughTime('en', seconds)}`,
    ),
  finished: (visible: number, hidden: number, failed: number) =>
    say(
      `Gotowe. Widoczne: ${number(visible)}, niewidoczne: ${number(hidden)}, bez wyniku: ${number(failed)}.`,
      `Done. Visible: ${number(visible)}, not visible: ${number(hidden)}, no result: ${number(failed)}.`,
    ),
  /** The end of a check that leaves links over: `stopped` by the user, or `broken` by a failure. */
  ended: (how: 'stopped' | 'broken', done: number, all: number) =>
    say(
      `${how === 'stopped' ? 'Zatrzymano' : 'Przerwano'}. Sprawdzono ${of(done, all)}, pozostało: ${number(all - done)}.`,
      `${how === 'stopped' ? 'Stopped' : 'Interrupted'}. Checked ${of(done, all)}, remaining: ${number(all - done)}.`,
    ),
  paused: (seconds: number, attempt: number, attempts: number) =>
    say(
      `Pozostałe linki zostaną sprawdzone automatycznie za ${inSeconds(seconds)} (próba ${attempt} z ${attempts}).`,
      `The remaining links will be checked automatically in ${inSeconds(seconds)} (attempt ${attempt} of ${attempts}).`,
    ),
  scrolled: say('Tabela wyników, przewijana w poziomie', 'Table of results, scrolled sideways'),
  results: say('Wyniki', 'Results'),
  order: say('Kolejność', 'Order'),
  orders: {
    attention: say('najpierw zmienione i niewidoczne', 'changed and not visible first'),
    list: say('jak na liście', 'as in the list'),
  },
  since: say('Zmiany od', 'Changes since'),
  sinceChoices: {
    start: say('początku', 'the beginning'),
    last: say('ostatniego sprawdzenia', 'the last check'),
    week: say('tygodnia', 'a week ago'),
    date: say('wybranej daty', 'a chosen date'),
  },
  sinceDate: say('Data', 'Date'),
  filter: say('Pokaż', 'Show'),
  filters: {
    all: say('Wszystkie', 'All'),
    visible: say('Widoczne', 'Visible'),
    hidden: say('Niewidoczne', 'Not visible'),
    failed: say('Bez wyniku', 'No result'),
    waiting: say('Niesprawdzone', 'Not checked'),
    changed: say('Zmienione', 'Changed'),
  },
  filtered: (name: string, value: number) => `${name} (${number(value)})`,
  columns: {
    number: say('Lp.', 'No.'),
    link: say('Opinia', 'Review'),
    verdict: say('Wynik', 'Result'),
    reason: say('Powód', 'Reason'),
    checked: say('Sprawdzono', 'Checked at'),
  },
  visible: say('Widoczna', 'Visible'),
  hidden: say('Niewidoczna', 'Not visible'),
  failed: say('Bez wyniku', 'No result'),
  waiting: say('Oczekuje', 'Waiting'),
  unchecked: say('Niesprawdzona', 'Not checked'),
  notAReview: say('To nie jest link do opinii.', 'This is not a link to a review.'),
  leadsNowhere: say(
    'Ten link nie prowadzi do żadnej opinii. Wygasł albo zawiera błąd.',
    'This link does not lead to a review. It has expired or contains an error.',
  ),
  invalid: say(
    'Usługa nie przyjęła tej listy. Sprawdź, czy linki są kompletne i nie za długie.',
    'The service did not accept this list. Check that the links are complete and not too long.',
  ),
  noLink: say('bez linku', 'no link'),
  fromLink: say('Z linku:', 'From the link:'),
  linkAuthor: say('profil autora', 'profile of the author'),
  linkPlace: say('miejsce', 'place'),
  seenBefore: (at: string) => say(`Według sprawdzenia z ${at}:`, `According to the check of ${at}:`),
  editedOn: (date: string | null) =>
    date === null ? say('edytowana', 'edited') : say(`edytowana ${date}`, `edited ${date}`),
  before: (isVisible: boolean): string =>
    isVisible ? say('Ostatnio widoczna', 'Last visible') : say('Ostatnio niewidoczna', 'Last not visible'),
  history: say('Sprawdzenia w tej przeglądarce', 'Checks in this browser'),
  openPlace: say('Zobacz miejsce', 'See the place'),
  changes: {
    hidden: say('Przestała być widoczna', 'No longer visible'),
    back: say('Znów widoczna', 'Visible again'),
  },
  edited: (stars: readonly [number, number] | null, isTextChanged: boolean) => {
    const what = [
      stars !== null && say(`gwiazdki ${stars[0]} → ${stars[1]}`, `stars ${stars[0]} → ${stars[1]}`),
      isTextChanged && say('zmieniona treść', 'text changed'),
    ].filter(Boolean);
    return what.length === 0
      ? say('Edytowana', 'Edited')
      : say(`Edytowana: ${what.join(', ')}`, `Edited: ${what.join(', ')}`);
  },
  foundBetween: (first: string, last: string) =>
    `${say('Wyniki z', 'Results found')}: ${first.endsWith(last) ? first : `${first} – ${last}`}.`,
  /** `last`: the oldest earlier check of some of the reviews; null if it is `first`. */
  compared: (changed: number, all: number, first: string, last: string | null) => {
    const since = last === null ? first : `${first} (${say('niektóre od', 'some since')} ${last})`;
    const of = say(`z ${number(all)} opinii się`, `of ${number(all)} reviews`);
    const some = say(
      { one: `${of} zmieniła`, few: `${of} zmieniły`, many: `${of} zmieniło` },
      { one: `${of} has changed`, many: `${of} have changed` },
    );
    const what =
      changed === 0 ? say(`Żadna ${of} nie zmieniła`, `None ${of} has changed`) : count(changed, some);
    return `${what} ${say('od', 'since')} ${since}.`;
  },
  extra: {
    change: say('Zmiana', 'Change'),
    comparedWith: say('Porównano ze sprawdzeniem z', 'Compared with the check of'),
    resultBefore: say('Wcześniejszy wynik', 'Earlier result'),
    starsBefore: say('Wcześniejsze gwiazdki', 'Earlier stars'),
    textBefore: say('Wcześniejszy początek treści', 'Earlier beginning of the text'),
    seenAt: say('Dane z wcześniejszego sprawdzenia z', 'Data of an earlier check, at'),
    seenAuthor: say('Autor (wcześniej)', 'Author (earlier)'),
    seenStars: say('Gwiazdki (wcześniej)', 'Stars (earlier)'),
    seenDate: say('Data opinii (wcześniej)', 'Review date (earlier)'),
    seenPlace: say('Miejsce (wcześniej)', 'Place (earlier)'),
    seenPlaceId: say('Place ID (wcześniej)', 'Place ID (earlier)'),
    seenText: say('Początek treści (wcześniej)', 'Beginning of the text (earlier)'),
  },
  repeated: (position: number) => `${say('powtórzony, zob. nr', 'repeated, see no.')} ${number(position)}`,
  empty: say('Żaden wiersz nie pasuje do filtra.', 'No row matches the filter.'),
  partial: (done: string, all: string) =>
    say(`niepełna lista: sprawdzono ${done} z ${all}`, `incomplete list: checked ${done} of ${all}`),
  report: say('Raport dla klienta (XLSX)', 'Report for a client (XLSX)'),
  evidence: say('Pobierz dowód (ZIP)', 'Download the evidence (ZIP)'),
  evidenceTakes: say(
    'Usługa sprawdzi tę opinię od nowa i zapisze wszystko, co zobaczy. Potrwa to do pół minuty.',
    'The service checks this review anew and records everything that it sees. This takes up to half a minute.',
  ),
  evidenceOfHidden: (part: string | null) =>
    say(
      part === null ? 'Dowody dla niewidocznych (ZIP)' : `Dowody dla niewidocznych ${part} (ZIP)`,
      part === null ? 'Evidence for all not visible (ZIP)' : `Evidence for not visible ${part} (ZIP)`,
    ),
  sheet: say('Widoczność opinii', 'Review visibility'),
  fileName: say('widocznosc-opinii', 'review-visibility'),
});

/** The texts about the data that the browser keeps. */
const libraryTexts = ({ say, number }: Words) => ({
  lists: (value: number) => say(`Zapisane listy (${number(value)})`, `Saved lists (${number(value)})`),
  about: (max: number) =>
    say(
      `Listy, ich wyniki, historia sprawdzeń i ostatnie miejsca są zapisane tylko w tej przeglądarce. Usługa ich nie przechowuje. Zapisanych list może być ${number(max)}: każda następna lista zastępuje tę, którą sprawdzono najdawniej.`,
      `Lists, their results, the history of checks and recent places are kept in this browser only. The service does not keep them. Up to ${number(max)} lists are kept: a further list replaces the list that was checked longest ago.`,
    ),
  unusedFor: (days: number | null) =>
    days === null
      ? say('Nieużywane listy i miejsca nie są usuwane.', 'Lists and places that are not used stay.')
      : say(
          `Listy i miejsca nieużywane przez ${days} dni są usuwane, gdy konsola jest otwarta.`,
          `Lists and places that have not been used for ${days} days are deleted while the console is open.`,
        ),
  deleteUnused: say('Usuwaj nieużywane listy i miejsca:', 'Delete lists and places that are not used:'),
  afterDays: (days: number) =>
    days === 365 ? say('po roku', 'after a year') : say(`po ${days} dniach`, `after ${days} days`),
  neverDeleted: say('nigdy', 'never'),
  keep: say(
    'Zapisuj listy, wyniki i miejsca w tej przeglądarce',
    'Keep lists, results and places in this browser',
  ),
  isOn: say('Zapisywanie jest włączone.', 'Keeping is on.'),
  isOff: say(
    'Zapisywanie jest wyłączone. Wszystko, co było zapisane, zostało usunięte.',
    'Keeping is off. Everything that was kept has been deleted.',
  ),
  off: {
    title: say('Wyłączyć zapisywanie?', 'Turn keeping off?'),
    what: say(
      'Wszystkie zapisane listy, wyniki i miejsca zostaną usunięte z tej przeglądarki.',
      'All kept lists, results and places will be deleted from this browser.',
    ),
    keep: say('Nie wyłączaj', 'Leave it on'),
    go: say('Wyłącz i usuń', 'Turn off and delete'),
  },
  failed: say(
    'Przeglądarka nie pozwoliła zapisać albo odczytać danych. Wyniki pobierz do pliku.',
    'The browser could not keep or read the data. Download the results to a file.',
  ),
  unnamed: (at: string) => say(`Lista z ${at}`, `List of ${at}`),
  came: (counts: Readonly<Record<'visible' | 'hidden' | 'failed' | 'waiting', number>>) =>
    [
      `${say('widoczne', 'visible')}: ${number(counts.visible)}`,
      `${say('niewidoczne', 'not visible')}: ${number(counts.hidden)}`,
      counts.failed > 0 && `${say('bez wyniku', 'no result')}: ${number(counts.failed)}`,
      counts.waiting > 0 && `${say('niesprawdzone', 'not checked')}: ${number(counts.waiting)}`,
    ]
      .filter(Boolean)
      .join(', '),
  open: say('Otwórz', 'Open'),
  opened: (name: string) => say(`Otwarto: ${name}`, `Opened: ${name}`),
  rename: say('Zmień nazwę', 'Rename'),
  renamed: (name: string) => say(`Nowa nazwa: ${name}`, `New name: ${name}`),
  title: say('Nazwa listy', 'Name of the list'),
  saveTitle: say('Zapisz nazwę', 'Save the name'),
  keepTitle: say('Anuluj', 'Cancel'),
  remove: say('Usuń', 'Delete'),
  removed: (name: string) => say(`Usunięto: ${name}`, `Deleted: ${name}`),
  missing: say('Tej listy już nie ma.', 'This list no longer exists.'),
  places: (value: number) => say(`Ostatnie miejsca (${number(value)})`, `Recent places (${number(value)})`),
  onlyHere: say(
    'Zapisane tylko w tej przeglądarce. Zapisywanie można wyłączyć w widoku „Linki do opinii”.',
    'Kept in this browser only. Keeping can be turned off in the view “Review links”.',
  ),
  removePlaces: say('Usuń ostatnie miejsca', 'Delete recent places'),
  placesRemoved: say('Ostatnie miejsca zostały usunięte.', 'The recent places have been deleted.'),
});

/** A change with its sign. */
function signed(change: number, write: (value: number) => string): string {
  const text = write(Math.abs(change));
  if (text === write(0)) return '±0';
  return `${change > 0 ? '+' : '−'}${text}`;
}

/** The view "Many places". */
const placesTexts = ({
  say,
  number,
  of,
  decimal,
  percent,
  moment,
  placesOf,
  reviewsOf,
  inSeconds,
}: Words) => ({
  intro: say(
    'Wklej nazwy, linki, Place ID albo CID, każde miejsce w osobnym wierszu, albo wczytaj plik. Wczytaj tę samą listę później: zobaczysz, co się zmieniło.',
    'Paste names, links, Place IDs or CIDs, one place a line, or load a file. Read the same list later to see what has changed.',
  ),
  label: say('Miejsca, po jednym w wierszu', 'Places, one a line'),
  counted: (found: number, repeated: number) =>
    say(
      `${placesOf(found)}${repeated === 0 ? '' : `, w tym powtórzone: ${number(repeated)}`}.`,
      `${placesOf(found)}${repeated === 0 ? '' : `, of these repeated: ${number(repeated)}`}.`,
    ),
  none: say('Nie ma jeszcze żadnego miejsca.', 'There is no place yet.'),
  tooMany: (max: number) =>
    say(
      `Naraz można wczytać najwyżej ${number(max)} miejsc.`,
      `At most ${number(max)} places can be read at once.`,
    ),
  read: say('Wczytaj miejsca', 'Read places'),
  reading: say('Wczytywanie…', 'Reading…'),
  resume: (open: number) => say(`Wczytaj pozostałe (${number(open)})`, `Read the others (${number(open)})`),
  progress: of,
  finished: (found: number, failed: number) =>
    say(
      `Gotowe. Znalezione: ${number(found)}, bez wyniku: ${number(failed)}.`,
      `Done. Found: ${number(found)}, no result: ${number(failed)}.`,
    ),
  paused: (seconds: number) =>
    `${say('Wczytywanie ruszy automatycznie za', 'Reading continues automatically in')} ${inSeconds(seconds)}.`,
  query: say('Zapytanie', 'Query'),
  place: say('Miejsce', 'Place'),
  rating: say('Średnia', 'Average'),
  reviews: say('Opinie', 'Reviews'),
  noAddress: say('brak danych o adresie', 'address: unknown'),
  /** `index`: index of the result that is shown. */
  picked: (index: number, all: number) =>
    index === 0
      ? say(`pierwsze z ${number(all)} wyników`, `first of ${number(all)} results`)
      : say(
          `wybrane: wynik ${number(index + 1)} z ${number(all)}`,
          `picked: result ${number(index + 1)} of ${number(all)}`,
        ),
  pick: say('Wybierz', 'Pick'),
  repeated: (name: string, indexes: readonly number[]) => {
    const rows = indexes.map((index) => number(index + 1)).join(', ');
    return say(
      `${name}: to samo miejsce jest na liście pod różnymi nazwami (wiersze ${rows}).`,
      `${name}: the same place is on the list under different names (rows ${rows}).`,
    );
  },
  sorts: {
    list: say('Jak na liście', 'As in the list'),
    highest: say('Najwyższa średnia', 'Highest average'),
    lowest: say('Najniższa średnia', 'Lowest average'),
    most: say('Najwięcej opinii', 'Most reviews'),
    fewest: say('Najmniej opinii', 'Fewest reviews'),
    growth: say('Największy przyrost opinii', 'Largest growth in reviews'),
    pace: say('Najwięcej opinii z 30 dni', 'Most reviews in 30 days'),
  },
  pace: say('Nowe opinie', 'New reviews'),
  newReviews: (days: number) => say(`Nowe opinie (${days} dni)`, `New reviews (${days} days)`),
  paceOf: (days: number, value: number | null) =>
    `${say(`${days} dni`, `${days} days`)}: ${value === null ? say('nie wiadomo', 'unknown') : number(value)}`,
  replies: (replied: number, read: number, at: string) =>
    say(
      `Odpowiedzi: ${percent(replied / read)} z ${number(read)} opinii wczytanych ${moment(at)}.`,
      `Replies: ${percent(replied / read)} of ${number(read)} reviews read at ${moment(at)}.`,
    ),
  signed,
  /** `day`: `YYYY-MM-DD`. */
  since: (change: string, day: string) =>
    say(`${change} od ${moment(day)}`, `${change} since ${moment(day)}`),
  thisReading: (note: string | null) =>
    say('Ten odczyt', 'This reading') + (note === null ? '' : ` (${note})`),
  allReadings: say('Wszystkie odczyty', 'All readings'),
  readingAt: say('Odczyt z', 'Read at'),
  snapshots: (value: number) => say(`Odczyty (${number(value)})`, `Readings (${number(value)})`),
  /** A reading, with the differences since the reading before. */
  snapshot: (at: string, now: Snapshot, before: Snapshot | null) => {
    const changed = (change: number | null, write: (value: number) => string) =>
      change === null ? '' : ` (${signed(change, write)})`;
    const stars = now.stars.flatMap((count, index) => {
      const change = difference(count, before?.stars[index]);
      return change === null || change === 0 ? [] : [`${5 - index} ★ ${signed(change, number)}`];
    });
    const rating = now.rating === null ? say('brak danych', 'unknown') : `${decimal(now.rating)} ★`;
    const count = now.count === null ? say('brak danych', 'unknown') : reviewsOf(now.count);
    return [
      `${moment(at)}: ${rating}${changed(difference(now.rating, before?.rating), decimal)}`,
      `${count}${changed(difference(now.count, before?.count), number)}`,
      ...stars,
    ].join(', ');
  },
  chart: (value: number) =>
    say(
      `Porównaj na wykresie (pierwsze ${placesOf(value)} z tabeli)`,
      `Compare in a chart (the first ${placesOf(value)} of the table)`,
    ),
  chartColours: say(
    'Udział ocen od 5 ★ (z lewej) do 1 ★ (z prawej).',
    'Shares of ratings from 5 ★ (left) to 1 ★ (right).',
  ),
  sets: (value: number) =>
    say(`Zapisane zestawy miejsc (${number(value)})`, `Saved sets of places (${number(value)})`),
  unnamed: (at: string) => say(`Zestaw z ${at}`, `Set of ${at}`),
  readAt: (at: string) => say(`Ostatni odczyt: ${moment(at)}.`, `Last reading: ${moment(at)}.`),
  aboutSets: (max: number) =>
    say(
      `Zestawy i ich odczyty są zapisane tylko w tej przeglądarce. Każde „Wczytaj miejsca” z tą samą listą dodaje odczyt. Zestawów może być ${number(max)}: każdy następny zestaw zastępuje ten, który odczytano najdawniej. Zapisywanie można wyłączyć w widoku „Linki do opinii”.`,
      `Sets and their readings are kept in this browser only. Each "Read places" with the same list adds a reading. Up to ${number(max)} sets are kept: a further set replaces the set that was read longest ago. Keeping can be turned off in the view "Review links".`,
    ),
  result: say('Wynik wyszukiwania', 'Search result'),
  samePlace: say('To samo miejsce', 'Same place'),
  inRows: (rows: readonly number[]) =>
    rows.length === 0 ? null : say(`wiersze: ${rows.join(', ')}`, `rows: ${rows.join(', ')}`),
  readBefore: say('Poprzedni odczyt', 'Reading before'),
  ratingChange: say('Zmiana średniej', 'Change of the average'),
  countChange: say('Zmiana liczby opinii', 'Change of the number of reviews'),
  repliesShare: say('Odpowiedzi właściciela (%)', 'Replies of the owner (%)'),
  readReviews: say('Wczytane opinie', 'Reviews read'),
  paceAt: say('Opinie wczytano', 'Reviews read at'),
  error: say('Błąd', 'Error'),
  errorCode: say('Kod błędu', 'Error code'),
  sheet: say('Miejsca', 'Places'),
  fileName: say('miejsca', 'places'),
});

/** The texts of the view "jobs". */
const jobTexts = ({ say, count, number, of, columnsOf, outcomes }: Words) => ({
  intro: say(
    'Zlecenie to lista, którą usługa sprawdza w tle. Możesz zamknąć tę stronę i wrócić po wyniki później.',
    'A job is a list that the service checks in the background. You can close this page and come back for the results later.',
  ),
  add: say('Nowe zlecenie', 'New job'),
  type: say('Co sprawdzić', 'What to check'),
  types: {
    'review-visibility': say('Widoczność opinii', 'Review visibility'),
    'place-details': say('Dane miejsc', 'Place details'),
    'place-reviews': say('Opinie o miejscach', 'Place reviews'),
  },
  labels: {
    'review-visibility': say('Linki do opinii, każdy w nowym wierszu', 'Review links, one per line'),
    'place-details': say(
      'Linki, nazwy miejsc lub Place ID, każde w nowym wierszu',
      'Links, names of places or Place IDs, one per line',
    ),
    'place-reviews': say('Place ID, każdy w nowym wierszu', 'Place IDs, one per line'),
  },
  fileFailed: say(
    'Nie udało się odczytać tego pliku. Zapisz listę jako XLSX (najwyżej 30 MB), „CSV UTF-8” albo tekst (najwyżej 64 MB).',
    'This file could not be read. Save the list as XLSX (up to 30 MB), "CSV UTF-8" or text (up to 64 MB).',
  ),
  maxPages: say('Maksymalnie z jednego miejsca', 'Maximum for one place'),
  none: say('Lista jest jeszcze pusta.', 'The list is still empty.'),
  counted: (value: number, repeated: number, skipped: number, columns: number) =>
    [
      count(
        value,
        say({ one: 'pozycja', few: 'pozycje', many: 'pozycji' }, { one: 'entry', many: 'entries' }),
      ),
      repeated > 0 && say(`powtórzone: ${number(repeated)}`, `repeated: ${number(repeated)}`),
      skipped > 0 &&
        (columns > 0
          ? say(
              `wiersze bez pozycji, które zostaną w wynikach: ${number(skipped)}`,
              `rows without an entry, kept in the results: ${number(skipped)}`,
            )
          : say(`pominięte wiersze: ${number(skipped)}`, `skipped lines: ${number(skipped)}`)),
      columns > 1 && columnsOf(columns),
    ]
      .filter(Boolean)
      .join(' · '),
  submit: say('Zleć sprawdzenie', 'Submit the job'),
  sending: say('Wysyłanie…', 'Sending…'),
  submitted: say('Zlecenie zostało przyjęte.', 'The job was accepted.'),
  invalid: say('Usługa nie przyjęła tego zlecenia.', 'The service did not accept this job.'),
  tooMany: say(
    'Liczba zleceń w toku i łączna liczba linków we wszystkich zleceniach są ograniczone. Poczekaj, aż któreś zlecenie się zakończy, anuluj je albo usuń zakończone.',
    'The number of open jobs, and of links in all your jobs together, is limited. Wait until a job has ended, cancel one, or delete one that has ended.',
  ),
  list: say('Twoje zlecenia', 'Your jobs'),
  empty: say('Nie masz jeszcze żadnych zleceń.', 'You have no jobs yet.'),
  states: outcomes.jobStates,
  ended: (at: string) => say(`Zakończono ${at}`, `Ended ${at}`),
  cancelledAt: (at: string) => say(`Anulowano ${at}`, `Cancelled ${at}`),
  expires: (at: string) => say(`Wyniki dostępne do ${at}`, `Results kept until ${at}`),
  estimate: (at: string) => say(`Szacowany koniec: ${at}`, `Estimated end: ${at}`),
  rate: (perMinute: string) => say(`${perMinute} na minutę`, `${perMinute} per minute`),
  progress: (done: number, all: number) => `${say('Gotowe', 'Done')}: ${of(done, all)}`,
  visible: (value: number) => say(`Widoczne: ${number(value)}`, `Visible: ${number(value)}`),
  hidden: (value: number) => say(`Niewidoczne: ${number(value)}`, `Not visible: ${number(value)}`),
  failed: (value: number) => say(`Bez wyniku: ${number(value)}`, `No result: ${number(value)}`),
  back: say('Wszystkie zlecenia', 'All jobs'),
  named: (type: string, at: string) => `${type}, ${at}`,
  waiting: (links: number, next: string | null) => waitingText(say<Language>('pl', 'en'), links, next),
  partial: say(
    'Zlecenie jeszcze trwa. Plik zawiera dotychczasowe wyniki.',
    'The job goes on. The file has the results so far.',
  ),
  partialCsv: say('CSV, częściowe wyniki', 'CSV, results so far'),
  partialXlsx: say('XLSX, częściowe wyniki', 'XLSX, results so far'),
  finishing: {
    title: say('Nie czekać dłużej?', 'Stop waiting?'),
    what: say(
      'Linki, które czekają na ponowienie, pozostaną bez wyniku: w wynikach będzie powód ostatniej nieudanej próby. Pozostałe linki zostaną sprawdzone.',
      'Links that wait for another attempt get no result: the results will have the reason of their last failed attempt. Other links will still be checked.',
    ),
    keep: say('Czekaj dalej', 'Keep waiting'),
    go: say('Nie czekaj na ponowienia', 'Do not wait for retries'),
    done: say('Zlecenie nie czeka już na te linki.', 'The job no longer waits for these links.'),
  },
  cancelling: (left: number) => ({
    title: say('Anulować to zlecenie?', 'Cancel this job?'),
    what: say(
      `Pozostałe pozycje (${number(left)}) nie zostaną sprawdzone, a zlecenia nie będzie można wznowić. Dotychczasowe wyniki pozostaną dostępne.`,
      `The remaining entries (${number(left)}) will not be checked, and the job cannot be resumed. The results so far stay available.`,
    ),
    keep: say('Nie anuluj', 'Keep it'),
    go: say('Anuluj zlecenie', 'Cancel the job'),
    done: say('Zlecenie zostało anulowane.', 'The job was cancelled.'),
  }),
  removing: {
    title: say('Usunąć to zlecenie?', 'Delete this job?'),
    what: say(
      'Zlecenie zostanie usunięte razem z wynikami. Nie będzie można ich odzyskać.',
      'The job is deleted together with its results. They cannot be restored.',
    ),
    keep: say('Nie usuwaj', 'Keep it'),
    go: say('Usuń zlecenie', 'Delete the job'),
    done: say('Zlecenie zostało usunięte.', 'The job was deleted.'),
  },
  order: say(
    'Wyniki są w kolejności, w jakiej się pojawiały. Pliki CSV i XLSX zachowują kolejność listy.',
    'Results are in the order in which they came. CSV and XLSX files keep the order of the list.',
  ),
  noResults: say('Nie ma jeszcze wyników.', 'There are no results yet.'),
  ndjson: say('Pobierz NDJSON', 'Download NDJSON'),
  tooLong: say(
    'Tego pliku nie można przygotować. Plik XLSX mieści najwyżej 100 000 wierszy – pobierz CSV.',
    'This file cannot be prepared. An XLSX file holds at most 100,000 rows: download CSV.',
  ),
  found: say('Znaleziono', 'Found'),
  read: say('Wczytano', 'Read'),
  notAPlace: say('Ten tekst nie wskazuje miejsca.', 'This text does not identify a place.'),
  notAPlaceId: say('To nie jest Place ID.', 'This is not a Place ID.'),
});

/** The texts of the view "doctor". */
const doctorTexts = ({ say, of }: Words) => ({
  intro: say(
    'Sprawdzenie pokazuje, czy usługa nadal poprawnie odczytuje dane od dostawcy map. Wynik nie zawiera treści opinii ani nazwisk.',
    'A check shows whether the service still reads the data of the map provider correctly. The result holds no texts of reviews and no names of people.',
  ),
  check: say('Sprawdź teraz', 'Check now'),
  checkQuickly: say('Sprawdź szybko', 'Check quickly'),
  running: say('Sprawdzanie… Może potrwać do 2 minut.', 'Checking… This may take up to 2 minutes.'),
  runningQuick: say('Szybkie sprawdzanie…', 'Checking quickly…'),
  done: say('Sprawdzenie zakończone.', 'The check is complete.'),
  invalid: say('Usługa nie przyjęła tego zapytania.', 'The service did not accept this request.'),
  lastRun: say('Ostatnie sprawdzenie', 'Last check'),
  at: (moment: string) => say(`Rozpoczęte ${moment}`, `Begun ${moment}`),
  fieldsRead: say('Odczytane pola', 'Fields read'),
  history: say('Pola od uruchomienia usługi', 'Fields since the service was started'),
  scroll: say('Tabela pól, przewijana w poziomie', 'Table of fields, scrolls sideways'),
  noHistory: say('Nie ma jeszcze danych o polach.', 'There are no data on fields yet.'),
  field: say('Pole', 'Field'),
  source: say('Źródło', 'Source'),
  allSources: say('wszystkie', 'all'),
  present: say('Obecne', 'Present'),
  presentOf: of,
  usual: say('Zwykle', 'Usually'),
  state: say('Stan', 'State'),
  drifting: say('rzadziej niż zwykle', 'less often than usual'),
  steady: say('bez zmian', 'as usual'),
});

/** Help for the first use, and the reasons of a verdict. */
const helpTexts = ({ say }: Words) => ({
  examples: say('Przykłady:', 'Examples:'),
  sampleList: say('Wstaw przykładową listę', 'Insert a sample list'),
  provider: say(
    'Dostawca map to serwis, z którego usługa odczytuje miejsca i opinie, czyli Mapy Google. Usługa ogląda je jak niezalogowany użytkownik.',
    'The map provider is Google Maps: this service reads places and reviews there, as a signed-out visitor sees them.',
  ),
  more: say('Więcej', 'More'),
  forAdministrator: say('Dla administratora', 'For the administrator'),
  apiDocs: say('Dokumentacja API (po angielsku)', 'API documentation'),
  share: say('Udostępnij', 'Share'),
  shareReview: say('Udostępnij opinię', 'Share review'),
  report: say('Zgłoś opinię', 'Report review'),
  copyLink: say('Kopiuj link', 'Copy link'),
  place: {
    title: say(
      'Gdzie znaleźć link do miejsca, Place ID i CID?',
      'Where do I find the link of a place, its Place ID and its CID?',
    ),
    open: say(
      'Otwórz miejsce w Mapach Google i wybierz „Udostępnij”.',
      'Open the place in Google Maps and choose "Share".',
    ),
    copy: say('Wybierz „Kopiuj link” i wklej link tutaj.', 'Choose "Copy link" and paste the link here.'),
    ids: say(
      'Place ID (zaczyna się od „ChIJ”) i CID (same cyfry) to stałe identyfikatory miejsca. Zobaczysz je w wyniku wyszukiwania i skopiujesz jednym kliknięciem.',
      'The Place ID (begins with "ChIJ") and the CID (digits only) are permanent identifiers of a place. The result shows them, and one click copies them.',
    ),
  },
  review: {
    title: say('Gdzie znaleźć link do opinii?', 'Where do I find the link of a review?'),
    open: say(
      'Znajdź opinię w Mapach Google i otwórz menu z trzema kropkami.',
      'Find the review in Google Maps and open the menu with three dots.',
    ),
    share: say('Wybierz „Udostępnij opinię”.', 'Choose "Share review".'),
    copy: say('Wybierz „Kopiuj link” i wklej link tutaj.', 'Choose "Copy link" and paste the link here.'),
    rows: say(
      'Możesz wkleić wiele linków naraz, także całe wiersze z arkusza: usługa znajdzie w nich linki. Linki do opinii o wybranym miejscu pobierzesz też z widoku „Opinie o miejscu” (CSV lub XLSX).',
      'You can paste many links at once, also whole rows of a sheet: the links in them are found. The view "Reviews of a place" also gives the links of all reviews of a place (CSV or XLSX).',
    ),
  },
  reasons: {
    title: say('Co oznaczają wyniki i powody?', 'What do the results and reasons mean?'),
    basis: say(
      'Wynik „Niewidoczna” pojawia się tylko wtedy, gdy w dwóch próbach dostawca map odpowiedział poprawnie i w obu nie pokazał opinii. Jeśli te warunki nie są spełnione, link zostaje bez wyniku. Każdy wynik dotyczy chwili sprawdzenia.',
      'The result "Not visible" appears only if the map provider answered properly in two attempts and did not show the review in either of them. Otherwise the link has no result. Each result holds for the moment of the check.',
    ),
    means: say('Co to znaczy', 'What it means'),
    next: say('Co zrobić dalej', 'What to do next'),
    notProven: say('Czego to nie dowodzi', 'What it does not prove'),
    neverProven: say('Czego nie dowodzi żaden wynik:', 'What no result proves:'),
    failed: say(
      'Nie udało się ustalić, czy opinia jest widoczna, albo to nie jest link do opinii. To nie znaczy, że opinia jest niewidoczna. Sprawdź powód i ponów.',
      'The service could not tell whether the review is visible, or this is not a review link. It does not mean that the review is not visible. Look at the reason and try again.',
    ),
    each: {
      visible: {
        means: say(
          'Opinię widzi osoba niezalogowana, która otworzy link.',
          'A signed-out visitor who opens the link sees the review.',
        ),
        next: say(
          'Jeśli opinia narusza zasady, zgłoś ją. Link do zgłoszenia jest przy opinii w widoku „Opinie o miejscu”.',
          'If the review breaks the rules, report it. You\'ll find the report link next to the review in the view "Reviews of a place".',
        ),
        notProven: say(
          'Nie gwarantuje, że opinia pozostanie widoczna ani że jest wliczana do średniej ocen.',
          'It does not guarantee that the review stays visible or counts towards the rating.',
        ),
      },
      no_rating_section: {
        means: say(
          'Wizytówka miejsca się otworzyła, ale opinii z linku pod nią nie ma.',
          'The place card opens, but the review of the link is not below it.',
        ),
        next: say(
          'Zapisz wynik z datą i sprawdź ponownie za kilka dni. Autor może sprawdzić, czy widzi opinię na swoim koncie.',
          'Save the result with its date and check again in a few days. The author can look whether their own account shows the review.',
        ),
        notProven: say(
          'Nie dowodzi, że opinię usunięto, ani nie mówi, dlaczego nie jest wyświetlana: może też czekać na zatwierdzenie. Opinia może znów być widoczna.',
          'It does not prove that the review was removed, nor does it say why the review is not shown: the review may also wait for approval. The review may be shown again.',
        ),
      },
      no_business_card: {
        means: say(
          'Dane miejsca są, ale wizytówka z opinią nie jest wyświetlana.',
          'The data of the place is there, but the card with the review is not shown.',
        ),
        next: say(
          'Zapisz wynik z datą (CSV lub XLSX). Aby mieć pewność, sprawdź ponownie za kilka dni.',
          'Save the result with its date (CSV or XLSX). To be sure, check again in a few days.',
        ),
        notProven: say(
          'Nie dowodzi, że opinię usunięto, ani nie mówi, od kiedy i dlaczego nie jest wyświetlana: może też czekać na zatwierdzenie. Opinia może znów być widoczna.',
          'It does not prove that the review was removed, nor does it say since when and why the review is not shown: the review may also wait for approval. The review may be shown again.',
        ),
      },
      no_business_data: {
        means: say(
          'Strona z linku otwiera się poprawnie, ale bez danych miejsca.',
          'The page of the link opens properly, but without the data of the place.',
        ),
        next: say(
          'Porównaj link z oryginałem: może być niekompletny. Sprawdź też samo miejsce w widoku „Miejsce”: może być zamknięte albo połączone z innym.',
          'Compare the link with its source: it may be incomplete. Look also at the place itself in the view "Place": it may be closed or merged with another one.',
        ),
        notProven: say(
          'Nie dowodzi, że usunięto tę jedną opinię: link może być niekompletny albo nie jest wyświetlana cała wizytówka.',
          'It does not prove that this one review was removed: the link may be incomplete, or the whole place card is not shown.',
        ),
      },
      no_rating: {
        means: say(
          'Strona pokazuje miejsce na opinię, ale bez gwiazdek.',
          'The page has the part for the review, but no stars in it.',
        ),
        next: say(
          'Sprawdź ponownie później. Jeśli wynik się powtórzy, traktuj opinię jako niewidoczną.',
          'Check again later. If the result is the same, treat the review as not visible.',
        ),
        notProven: say(
          'Nie dowodzi, że opinię usunięto: gwiazdki mogą znów być wyświetlane.',
          'It does not prove that the review was removed: its stars may be shown again.',
        ),
      },
    },
  },
});

/** The view "Reviews of a place". */
const reviewTexts = ({ say, count, number, of, reviewsOf, starsOf, outcomes }: Words) => {
  const NOTHING_READ = say(
    'Nie wczytano żadnej opinii. Nie wiadomo, czy i ile opinii ma to miejsce.',
    'No review was read. It is unknown whether the place has reviews, and how many.',
  );
  const isNothing = (read: number, total: number | null) => read === 0 && total === null;
  const readOf = (read: number, total: number | null) => (total === null ? reviewsOf(read) : of(read, total));
  return {
    intro: say(
      'Wklej nazwę miejsca, link z mapy, Place ID albo CID. Wczytane opinie można przejrzeć, posortować i pobrać.',
      'Paste the name of a place, a map link, a Place ID or a CID. Search, sort and download the reviews that were read.',
    ),
    pages: say('Maksymalnie', 'Maximum'),
    pagesOf: (pages: number) => say(`${number(pages * 200)} opinii`, `${number(pages * 200)} reviews`),
    read: say('Wczytaj opinie', 'Read reviews'),
    reading: (read: number, total: number | null) =>
      `${say('Wczytywanie…', 'Reading…')}${isNothing(read, total) ? '' : ` ${readOf(read, total)}`}`,
    progress: say('Postęp wczytywania opinii', 'Progress of reading'),
    complete: (read: number) => say(`Komplet: ${reviewsOf(read)}.`, `Complete: ${reviewsOf(read)}.`),
    none: say('To miejsce nie ma opinii.', 'This place has no reviews.'),
    incomplete: (read: number, total: number | null, ending: string) =>
      isNothing(read, total)
        ? `${NOTHING_READ} ${say('Powód', 'Reason')}: ${ending}.`
        : `${readOf(read, total)} – ${ending}.${total === null ? ` ${outcomes.uncounted}` : ''}`,
    stopped: (read: number, total: number | null) =>
      isNothing(read, total)
        ? `${say('Zatrzymano.', 'Stopped.')} ${NOTHING_READ}`
        : `${readOf(read, total)} – ${say('wczytywanie zatrzymano', 'reading stopped')}.`,
    broken: (read: number, total: number | null) =>
      isNothing(read, total)
        ? NOTHING_READ
        : `${readOf(read, total)} – ${say('wczytywanie zostało przerwane', 'reading was interrupted')}.`,
    otherPlace: say('Inne miejsce', 'Another place'),
    charts: say('Wykresy', 'Charts'),
    filtersOf: (value: number) =>
      value === 0
        ? say('Filtry i kolejność', 'Filters and order')
        : say(`Filtry (${number(value)}) i kolejność`, `Filters (${number(value)}) and order`),
    starFilter: say('Gwiazdki', 'Stars'),
    noStars: say('bez gwiazdek', 'no stars'),
    sort: say('Kolejność', 'Order'),
    sorts: {
      newest: say('Najnowsze', 'Newest'),
      oldest: say('Najstarsze', 'Oldest'),
      lowest: say('Najniższe oceny', 'Lowest rating'),
      highest: say('Najwyższe oceny', 'Highest rating'),
      likes: say('Najwięcej polubień', 'Most likes'),
    },
    search: say('Szukaj w treści, odpowiedzi i nazwie autora', 'Search in text, reply and author name'),
    shown: (value: number, all: number) =>
      value === all ? reviewsOf(all) : say(`Pasuje ${of(value, all)}`, `${of(value, all)} match`),
    nothing: say('Żadna opinia nie pasuje do filtrów.', 'No review matches the filters.'),
    fitting: say('pasujące do filtrów', 'matching the filters'),
    list: say('Lista opinii', 'List of reviews'),
    stars: (value: number) => say(`${number(value)} na 5 gwiazdek`, `${number(value)} of 5 stars`),
    starsShort: starsOf,
    noText: say('Bez treści.', 'No text.'),
    unknownText: say('Treść: brak danych.', 'The text is unknown.'),
    anonymous: say('Autor: brak danych', 'Author unknown'),
    open: say('Zobacz opinię', 'Open the review'),
    report: say('Zgłoś opinię', 'Report the review'),
    about: (name: string) => say(`autor: ${name}`, `author: ${name}`),
    reply: say('Odpowiedź właściciela', 'Reply of the owner'),
    signals: say('Cechy opinii', 'Characteristics'),
    fewReviews: (written: number) =>
      `${say('Autor ma mało opinii', 'The author has few reviews')} (${number(written)})`,
    guide: (level: number | null) =>
      level === null
        ? say('Lokalny przewodnik', 'Local guide')
        : say(`Lokalny przewodnik, poziom ${number(level)}`, `Local guide, level ${number(level)}`),
    photos: (value: number) =>
      count(value, say({ one: 'zdjęcie', few: 'zdjęcia', many: 'zdjęć' }, { one: 'photo', many: 'photos' })),
    likes: (value: number) =>
      count(
        value,
        say({ one: 'polubienie', few: 'polubienia', many: 'polubień' }, { one: 'like', many: 'likes' }),
      ),
    replied: say('Właściciel odpowiedział', 'The owner replied'),
    edited: say('edytowano', 'edited'),
    marksLegend: say('Tylko opinie', 'Only reviews'),
    marks: {
      unanswered: say('bez odpowiedzi właściciela', 'without a reply of the owner'),
      text: say('z treścią', 'with text'),
      photos: say('ze zdjęciami', 'with photos'),
      edited: say('edytowane', 'edited'),
      'few-reviews': say('autor ma mało opinii', 'the author has few reviews'),
    },
    from: say('Od dnia', 'From'),
    to: say('Do dnia', 'To'),
    clear: say('Wyczyść filtry', 'Clear filters'),
    share: say('Kopiuj link do widoku', 'Copy link to this view'),
    shareName: say('link do widoku', 'link to this view'),
    byLastChange: say(
      'Opinie edytowane liczą się z datą ostatniej zmiany.',
      'Edited reviews count on the day of their last change.',
    ),
    sheet: say('Opinie', 'Reviews'),
    placeSheet: say('Miejsce', 'Place'),
    fileName: say('opinie', 'reviews'),
  };
};

/** The chart of months. */
const monthTexts = ({ say, number, of, decimal, reviewsOf, monthsOf, outcomes }: Words) => ({
  title: say('Oceny w czasie', 'Ratings over time'),
  counts: say('Liczba opinii w miesiącu', 'Reviews per month'),
  averages: say('Średnia ocen w miesiącu', 'Average rating per month'),
  month: say('Miesiąc', 'Month'),
  count: say('Opinie', 'Reviews'),
  average: say('Średnia', 'Average'),
  countRead: say('Wczytane opinie', 'Reviews read'),
  older: say('starsze', 'older'),
  covers: (read: number, total: number | null) =>
    total === null
      ? say(
          `Wykres obejmuje tylko wczytane opinie (${number(read)}). Lista jest niepełna.`,
          `The chart covers only the reviews that were read (${number(read)}). The list is incomplete.`,
        )
      : say(
          `Wykres obejmuje tylko ${of(read, total)} opinii.`,
          `The chart covers only ${of(read, total)} reviews.`,
        ),
  unknown: say(
    'Nie ma danych o miesiącach starszych od najstarszej wczytanej opinii ani o miesiącach bez wczytanych opinii (na wykresie szare).',
    'There is no data for months before the oldest review that was read, or for months without a review that was read (grey in the chart).',
  ),
  summary: (months: number, first: string, last: string, all: number) =>
    `${first} – ${last} (${monthsOf(months)}): ${reviewsOf(all)}.`,
  point: (month: string, value: number | null, average: number | null) => {
    const mean = average === null ? '' : `, ${say('średnia', 'average')} ${decimal(average)}`;
    return `${month}: ${value === null ? say('brak danych', 'unknown') : reviewsOf(value)}${mean}`;
  },
  closed: say(
    `${outcomes.notices.permanently_closed}. Dlatego nowych opinii może być mało albo wcale.`,
    `${outcomes.notices.permanently_closed}. That may be why there are few recent reviews, or none.`,
  ),
  hint: say('Strzałki w lewo i w prawo wybierają miesiąc.', 'The arrow keys left and right choose a month.'),
  scroll: say(
    'Wykres ocen w czasie, przewijany w poziomie',
    'Chart of ratings over time, scrolls horizontally',
  ),
});

/** The figures of the last days. */
const periodTexts = ({ say, number }: Words) => ({
  title: say('Ostatnie 30 i 90 dni', 'Last 30 and 90 days'),
  period: say('Okres', 'Period'),
  last: (days: number) => say(`Ostatnie ${number(days)} dni`, `Last ${number(days)} days`),
  before: (days: number) => say(`Poprzednie ${number(days)} dni`, `${number(days)} days before`),
  count: say('Opinie', 'Reviews'),
  average: say('Średnia', 'Average'),
  unknown: say(
    'Brak danych o okresach, których lista nie obejmuje w całości.',
    'No data for periods that the list does not fully cover.',
  ),
});

/** The texts of the console in Polish. Texts in other languages have the same keys. */
const commonTexts = ({ language, say, number, of, percent, reviewsOf, starsOf, inSeconds }: Words) => ({
  appName: 'place-lookup',
  tagline: say('Miejsca i opinie na mapie', 'Places and reviews on the map'),
  skip: say('Przejdź do treści', 'Skip to content'),
  homePage: say('strona główna', 'home page'),
  views: say('Widoki', 'Views'),
  unknown: say('brak danych', 'unknown'),
  titles: {
    home: say('Co chcesz zrobić?', 'What do you want to do?'),
    place: say('Miejsce', 'Place'),
    places: say('Wiele miejsc', 'Many places'),
    links: say('Linki do opinii', 'Review links'),
    reviews: say('Opinie o miejscu', 'Reviews of a place'),
    jobs: say('Zlecenia', 'Jobs'),
    doctor: say('Stan usługi', 'State of the service'),
    watch: say('Obserwowane', 'Watched'),
    events: say('Zdarzenia', 'Events'),
    channels: say('Powiadomienia', 'Notifications'),
  },
  /** Short titles for the navigation on phones. */
  shortTitles: {
    place: say('Miejsce', 'Place'),
    links: say('Linki', 'Links'),
    reviews: say('Opinie', 'Reviews'),
    jobs: say('Zlecenia', 'Jobs'),
    watch: say('Obserwowane', 'Watched'),
  },
  home: {
    links: {
      action: say('Sprawdzić opinie', 'Check reviews'),
      about: say(
        'Podaj linki do opinii: zobaczysz, które opinie są widoczne dla wszystkich.',
        'Enter review links: you will see which reviews are visible to everyone.',
      ),
    },
    place: {
      action: say('Zobaczyć miejsce', 'Look at a place'),
      about: say(
        'Podaj nazwę albo link: zobaczysz ocenę, liczbę opinii i identyfikatory miejsca, a potem możesz wczytać jego opinie.',
        'Enter a name or a link: you will see the rating, the number of reviews and the identifiers of the place, and can then read its reviews.',
      ),
    },
    places: {
      action: say('Porównać miejsca', 'Compare places'),
      about: say(
        'Podaj listę miejsc: zobaczysz ich oceny i liczby opinii w jednej tabeli.',
        'Enter a list of places: you will see their ratings and numbers of reviews in one table.',
      ),
    },
    watch: {
      action: say('Obserwować', 'Watch'),
      about: say(
        'Podaj miejsca albo opinie: usługa będzie je regularnie sprawdzać i zapisze zmiany, które zobaczy.',
        'Enter places or reviews: the service checks them regularly and records the changes that it sees.',
      ),
    },
  },
  whyFailed: (failure: Failure) => failureText(language, failure),
  retryAfter: (seconds: number) => `${say('Spróbuj ponownie za', 'Try again in')} ${inSeconds(seconds)}.`,
  retryNow: say('Można spróbować ponownie.', 'You can try again now.'),
  requestId: say('Numer zapytania', 'Request number'),
  details: say('Szczegóły', 'Details'),
  serviceSays: say('Szczegóły od usługi (po angielsku)', 'Message of the service'),
  again: say('Spróbuj ponownie', 'Try again'),
  stop: say('Zatrzymaj', 'Stop'),
  loading: say('Wczytywanie…', 'Loading…'),
  newTab: say('(otwiera się w nowej karcie)', '(opens in a new tab)'),
  key: {
    title: say('Klucz API', 'API key'),
    needed: say('Ta usługa wymaga klucza API.', 'This service requires an API key.'),
    refused: say(
      'Usługa nie przyjęła tego klucza. Wpisz inny.',
      'The service did not accept this key. Enter another one.',
    ),
    unsendable: say(
      'Ten klucz zawiera znak niedozwolony w kluczu API, na przykład „ł”, „…” albo niewidoczny odstęp. Skopiuj klucz jeszcze raz.',
      'This key contains a character that is not allowed in an API key, such as “€”, “…” or an invisible space. Copy the key again.',
    ),
    label: say('Klucz', 'Key'),
    keep: say('Zapamiętaj klucz na tym komputerze', 'Remember the key on this computer'),
    keepWhat: say(
      'Bez tego klucz znika po zamknięciu karty. Nie zapamiętuj go na komputerze, z którego korzystają inni.',
      'Otherwise the key is gone when the tab is closed. Do not keep it on a computer that others use.',
    ),
    save: say('Użyj klucza', 'Use key'),
    cancel: say('Anuluj', 'Cancel'),
    forget: say('Usuń klucz', 'Remove key'),
    forgotten: say('Klucz został usunięty.', 'The key was removed.'),
  },
  copy: {
    action: say('Kopiuj', 'Copy'),
    labelled: (what: string) => say(`Kopiuj ${what}`, `Copy ${what}`),
    done: say('Skopiowano', 'Copied'),
    said: (what: string) => say(`Skopiowano: ${what}`, `Copied: ${what}`),
    failed: say(
      'Nie udało się skopiować. Zaznacz tekst i skopiuj go ręcznie.',
      'Copying failed. Select the text and copy it manually.',
    ),
  },
  pages: {
    label: say('Strony listy', 'Pages of the list'),
    previous: say('Poprzednia', 'Previous'),
    next: say('Następna', 'Next'),
    position: (first: number, last: number, all: number) => `${number(first)}–${of(last, all)}`,
  },
  download: {
    menu: say('Pobierz', 'Download'),
    all: (note: string | null) => say('Wszystkie', 'All') + (note === null ? '' : ` (${note})`),
    shown: (note: string) => say(`Tylko widoczne na liście (${note})`, `Only the rows shown (${note})`),
    csv: say('Pobierz CSV', 'Download CSV'),
    xlsx: say('Pobierz XLSX', 'Download XLSX'),
    limits: (count: string, all: string, which: string) =>
      say(`${count} z ${all}: ${which}`, `${count} of ${all}: ${which}`),
    /** The limits of a table in its file name. */
    only: (count: string, all: string, which: string) =>
      say(`tylko ${count} z ${all}: ${which}`, `only ${count} of ${all}: ${which}`),
    partial: (read: string, total: string | null) =>
      total === null
        ? say(`niepełna lista: ${read}`, `incomplete list: ${read}`)
        : say(`niepełna lista: ${read} z ${total}`, `incomplete list: ${read} of ${total}`),
    preparing: say('Przygotowywanie pliku…', 'Preparing the file…'),
    done: (name: string) => say(`Plik ${name} jest gotowy.`, `The file ${name} is ready.`),
    failed: say('Nie udało się przygotować pliku.', 'The file could not be prepared.'),
  },
  table: say('Pokaż jako tabelę', 'Show as a table'),
  watchThese: say('Obserwuj', 'Watch'),
  place: {
    intro: say(
      'Sprawdź średnią ocen, liczbę opinii i identyfikatory miejsca. Wklej jego nazwę, link z mapy (także skrócony), Place ID albo CID.',
      'See the average rating, the number of reviews and the identifiers of a place. Paste its name, a map link (also a short one), a Place ID or a CID.',
    ),
    label: say('Nazwa, link, Place ID lub CID', 'Name, link, Place ID or CID'),
    example: say('np. pierogarnia kraków', 'e.g. pierogarnia kraków'),
    search: say('Znajdź miejsce', 'Find the place'),
    searching: say('Wyszukiwanie miejsca…', 'Looking for the place…'),
    invalid: say(
      'Ten tekst nie wskazuje miejsca. Wklej całą nazwę, link z mapy, Place ID albo CID.',
      'This text does not identify a place. Paste a full name, map link, Place ID or CID.',
    ),
    found: (name: string) => say(`Znaleziono: ${name}`, `Found: ${name}`),
    nameless: say('Miejsce bez nazwy', 'A place without a name'),
    rating: say('Średnia ocen', 'Average rating'),
    reviewCount: say('Liczba opinii', 'Number of reviews'),
    links: say('Linki', 'Links'),
    byPlaceId: say('Otwórz mapę (Place ID)', 'Map by Place ID'),
    byCid: say('Otwórz mapę (CID)', 'Map by CID'),
    modes: say('Jedno miejsce albo wiele', 'How many places'),
    one: say('Jedno miejsce', 'One place'),
    many: say('Wiele miejsc', 'Many places'),
    firstOf: (all: number) =>
      say(
        `Pierwszy z ${number(all)} wyników wyszukiwania. Pozostałe:`,
        `First of ${number(all)} search results. The others:`,
      ),
    toLinks: say('Sprawdź jako link do opinii', 'Check as a review link'),
    isReview: say(
      'To link do opinii. Otwarto widok „Linki do opinii”.',
      'This is a review link. The view “Review links” is open.',
    ),
    readReviews: say('Wczytaj opinie o tym miejscu', 'Read the reviews of this place'),
    reviews: reviewsOf,
  },
  histogram: {
    title: say('Rozkład ocen', 'Rating distribution'),
    stars: say('Gwiazdki', 'Stars'),
    count: say('Opinie', 'Reviews'),
    share: say('Udział', 'Share'),
    unknown: say(
      'Rozkład ocen: brak danych. Dostawca map go nie pokazał.',
      'The rating distribution is unknown because the map provider did not show it.',
    ),
    row: (value: number, reviewCount: number, share: number) =>
      `${starsOf(value)}: ${number(reviewCount)} (${percent(share)})`,
  },
});

export type Texts = ReturnType<typeof createTexts>;

/** The texts of the console in one language. */
export function createTexts(language: Language) {
  const words = createWords(language);
  return {
    language,
    formats: words.formats,
    ...commonTexts(words),
    links: linkTexts(words),
    library: libraryTexts(words),
    places: placesTexts(words),
    jobs: jobTexts(words),
    doctor: doctorTexts(words),
    help: helpTexts(words),
    reviews: reviewTexts(words),
    months: monthTexts(words),
    periods: periodTexts(words),
  };
}
