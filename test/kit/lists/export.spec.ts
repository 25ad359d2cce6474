import fc from 'fast-check';
import Papa from 'papaparse';
import { verdictColumns } from '../../../src/capabilities/jobs/verdict-columns.js';
import type { Language } from '../../../src/core/published/language.js';
import { placeDetails } from '../../../src/core/published/place-answer.js';
import { PLACE_FIELDS } from '../../../src/core/published/place-fields.js';
import { reviewRecord } from '../../../src/core/published/review-lines.js';
import { noticeTexts, reasonText } from '../../../src/core/texts/outcomes.js';
import type { VerdictRow } from '../../../src/kit/lists/checked-links.js';
import { listColumns } from '../../../src/kit/lists/list-columns.js';
import { foundByNameText, placeColumns } from '../../../src/kit/lists/place-columns.js';
import { placeNameColumns, reviewColumns } from '../../../src/kit/lists/review-columns.js';
import { type CellValue, type Column, momentColumns } from '../../../src/kit/lists/table.js';
import { csvHeader, csvLine, toCsv } from '../../../src/kit/lists/write-csv.js';
import { cpuTime } from '../../support/cpu-time.js';
import { detailsWith } from '../../support/place-details.js';
import { expect, test } from '../../support/test.js';
import { withUtc } from '../../support/with-utc.js';

const single: Column<CellValue>[] = [{ header: 'A', value: (cell) => cell }];
const DELIMITERS = { pl: ';', en: ',' } as const;
/** The cell as a CSV reader gets it. */
const readBack = (value: CellValue, language: Language = 'pl') =>
  Papa.parse<string[]>(csvLine(single, value, language), { delimiter: DELIMITERS[language] }).data[0]?.[0];

const FORMULAS = [
  '=1+1',
  '+48 123 456 789',
  '- zimne pierogi',
  '-1+1',
  '@SUM(A1)',
  '  =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '=HYPERLINK("https://x.example";"klik")\nw dwóch liniach',
  '="5"&cmd|\' /C calc\'!A0',
];
const INNER_FORMULAS = [
  ['\t=1+1', "'\t'=1+1"],
  ['\r=1+1', "'\r'=1+1"],
  ['\n=1+1', "'\n'=1+1"],
  ['dobre,=1+1', "dobre,'=1+1"],
  ['dobre;=1+1', "dobre;'=1+1"],
  ['dobre\t=1+1', "dobre\t'=1+1"],
  ['dobre\r=1+1', "dobre\r'=1+1"],
  ['plusy:\n- ciepło\n+ blisko\n@ola', "plusy:\n'- ciepło\n'+ blisko\n'@ola"],
  ['dobre, \u200b＝1+1', "dobre, \u200b'＝1+1"],
  ['dobre,"=1+1', 'dobre,"\'=1+1'],
  ['pierogi 20,- oraz żurek 15,-', "pierogi 20,'- oraz żurek 15,'-"],
  ['a-b, c = d', 'a-b, c = d'],
] as const;

test('a text that a spreadsheet would read as a formula is marked in CSV', () => {
  const marked = [...FORMULAS.map((text) => [text, `'${text}`] as const), ...INNER_FORMULAS];
  for (const [text, expected] of marked)
    for (const language of ['pl', 'en'] as const)
      expect(readBack(text, language), `${language} ${JSON.stringify(text)}`).toBe(expected);
});

test('no cell of a text becomes a formula, wherever a spreadsheet splits the line', () => {
  const part = fc.constantFrom(...'=+-@＝,;\t\r\n "\'ab\u00a0\u200b');
  const isFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝]/u.test(cell);
  fc.assert(
    fc.property(fc.string({ unit: part, maxLength: 12 }), fc.constantFrom('pl', 'en'), (text, language) => {
      const line = csvLine([...single, ...single], text, language);
      const cells = [...',;\t\r\n'].flatMap((separator) => [
        ...line.split(separator),
        ...(/[\r\n]/.test(separator) ? [] : Papa.parse<string[]>(line, { delimiter: separator }).data.flat()),
      ]);
      return !cells.some(isFormula);
    }),
    { numRuns: 3_000 },
  );
});

test('a text of only separators is written in linear time', { tag: '@time' }, async () => {
  const text = '\n,'.repeat(100_000);
  const written = () => expect(readBack(`${text}-1`)).toBe(`'${text}'-1`);
  expect(await cpuTime(written, 10_000)).toBeLessThanOrEqual(10_000);
});

const ENGLISH = [
  [4.6, '4.6'],
  [-4.6, '-4.6'],
  [1395, '1395'],
  [true, 'TRUE'],
  [false, 'FALSE'],
  ['4565666864068316694', '="4565666864068316694"'],
  ['a, b; c', 'a, b; c'],
  [new Date(2026, 10, 21, 3, 12, 45), '2026-11-21 03:12:45'],
] as const;
const POLISH = [
  [-4, '-4'],
  [-4.6, '-4,6'],
  [4.6, '4,6'],
  [1395, '1395'],
  [Number.POSITIVE_INFINITY, ''],
  [null, ''],
  ['', ''],
  [true, 'PRAWDA'],
  [false, 'FAŁSZ'],
  ['4565666864068316694', '="4565666864068316694"'],
  ['10/10', '="10/10"'],
  ['1', '1'],
  ['0', '0'],
  ['601234567', '601234567'],
  ['601 234 567', '601 234 567'],
  ['123456789012345', '123456789012345'],
  ['1234567890123456', '="1234567890123456"'],
  ['1234 5678 9012 3456', '="1234 5678 9012 3456"'],
  ['0048', '="0048"'],
  ['00', '="00"'],
  ['1.5', '="1.5"'],
  ['2026-11-20', '2026-11-20'],
  ['2026-11-21 03:12:45', '2026-11-21 03:12:45'],
  [new Date(2026, 10, 21, 3, 12, 45), '2026-11-21 03:12:45'],
  ['a;b "c"\r\nd, e = f', 'a;b "c"\r\nd, e = f'],
  ['żółć 🙂 عربي', 'żółć 🙂 عربي'],
] as const;

test('CSV shows values as a spreadsheet of the language reads them', () => {
  for (const [value, expected] of ENGLISH) expect(readBack(value, 'en'), String(value)).toBe(expected);
  for (const [value, expected] of POLISH) expect(readBack(value), String(value)).toBe(expected);
});

test('a CSV begins with a byte order mark, its lines end with CRLF, and it may be written line by line', () => {
  const rows = ['jeden', 'dwa; trzy'];
  const columns: Column<string>[] = [
    { header: 'Słowo', value: (row) => row },
    { header: '=Długość', value: (row) => row.length },
  ];
  const whole = '\ufeffSłowo;\'=Długość\r\njeden;5\r\n"dwa; trzy";9\r\n';
  expect(toCsv(columns, rows, 'pl')).toBe(whole);
  expect(csvHeader(columns, 'pl') + rows.map((row) => csvLine(columns, row, 'pl')).join('')).toBe(whole);
  expect(toCsv(columns, [], 'pl')).toBe("\ufeffSłowo;'=Długość\r\n");
  expect(toCsv(columns, ['one', 'two, three'], 'en')).toBe(
    '\ufeffSłowo,\'=Długość\r\none,3\r\n"two, three",10\r\n',
  );
});

test('the names of the place fields have the order of the contract', () => {
  expect(Object.values(PLACE_FIELDS)).toEqual(Object.keys(placeDetails.shape));
});

const cells = <Row>(columns: readonly Column<Row>[], row: Row) =>
  Object.fromEntries(columns.map((column) => [column.header, column.value(row)]));

test('a place card, in both languages', () => {
  const row = {
    place_id: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
    details: detailsWith({
      cid: '4565666864068316694',
      nazwa_wizytowki: 'Pierogarnia',
      kategoria: 'Restauracja',
      srednia_ocen: 4.6,
      liczba_opinii: 15,
      liczba_5_gwiazdek: 5,
      liczba_4_gwiazdek: 4,
      liczba_3_gwiazdek: 3,
      liczba_2_gwiazdek: 2,
      liczba_1_gwiazdka: 1,
    }),
  };
  expect(cells(placeColumns('pl'), row)).toEqual({
    Zapytanie: null,
    'Znalezione jako': null,
    'Place ID': 'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
    Nazwa: 'Pierogarnia',
    Adres: null,
    Kategoria: 'Restauracja',
    'Średnia ocen': 4.6,
    'Liczba opinii': 15,
    '5 gwiazdek': 5,
    '4 gwiazdki': 4,
    '3 gwiazdki': 3,
    '2 gwiazdki': 2,
    '1 gwiazdka': 1,
    CID: '4565666864068316694',
    'Zamknięte na stałe': null,
    'Komunikaty Map Google': null,
    'Link (Place ID)': null,
    'Link (CID)': null,
  });
  const english = cells(placeColumns('en'), { ...row, query: 'pierogi', maps_url: 'https://m.example/' });
  expect(english).toMatchObject({ Query: 'pierogi', Name: 'Pierogarnia', '1 star': 1 });
  expect(english['Link (Place ID)']).toBe('https://m.example/');
  for (const [source, words] of [
    ['search_result', 'pierwszy wynik wyszukiwania'],
    ['map_url', 'link lub identyfikator'],
  ] as const)
    expect(cells(placeColumns('pl'), { ...row, source })['Znalezione jako']).toBe(words);
  const found = { ...row, source: 'search_result' as const };
  // The first place that a name fits is not the place that was meant. A search shows at most 20.
  const nothing = { [PLACE_FIELDS.name]: null, [PLACE_FIELDS.address]: null, [PLACE_FIELDS.rating]: null };
  const candidates = ['ChIJ1', 'ChIJ2'].map((place_id) => ({ place_id, ...nothing }));
  expect(cells(placeColumns('pl'), { ...found, candidates })['Znalezione jako']).toBe(
    'pierwszy wynik wyszukiwania, a nazwa pasuje do kilku miejsc (co najmniej 2)',
  );
  expect(foundByNameText('pl', found)).toBe('Znalezione jako: pierwszy wynik wyszukiwania – Pierogarnia');
  expect(foundByNameText('pl', { ...found, candidates })).toContain('pasuje do kilku miejsc (co najmniej 2)');
  expect(foundByNameText('en', { ...row, source: 'cid' })).toBeNull();
  expect(cells(placeColumns('pl'), { ...row, permanently_closed: true })['Zamknięte na stałe']).toBe('tak');
});

const REMOVED = {
  kind: 'reviews_removed_defamation',
  text: 'Über 250 …',
  min: 251,
  max: null,
  seen_at: '2026-11-22 10:11:12',
  seen_at_utc: '2026-11-22T09:11:12Z',
} as const;

test('notices are told in both languages, with count, words and time', () => {
  const some = (min: number | null, max: number | null) => ({
    notices: [{ ...REMOVED, min, max, text: '' }],
  });
  expect(noticeTexts('pl', { notices: [REMOVED] })).toEqual([
    'Mapy Google podają, że usunęły opinie o tym miejscu po skargach na zniesławienie: 251 lub więcej. „Über 250 …” (2026-11-22 10:11)',
  ]);
  expect(noticeTexts('en', some(21, 50))).toEqual([
    'Google Maps says that it removed reviews of this place after complaints of defamation: 21–50. (2026-11-22 10:11)',
  ]);
  expect(noticeTexts('en', some(1, 1))[0]).toContain('defamation: 1. (');
  expect(noticeTexts('en', some(null, null))[0]).toContain('defamation. (');
  const unknown = { ...REMOVED, kind: 'kind_of_tomorrow' as 'other', min: null };
  expect(noticeTexts('pl', { notices: [unknown] })).toEqual([
    'Komunikat Map Google. „Über 250 …” (2026-11-22 10:11)',
  ]);
});

const VERDICT = {
  type: 'result',
  index: 0,
  review_url: 'https://maps.app.goo.gl/A',
  is_visible: true,
  visibility_reason: 'visible',
  checked_at: '2026-11-21 03:12:45',
  checked_at_utc: '2026-11-21T02:12:45Z',
  review: null,
} as const satisfies VerdictRow;

test('places and verdicts are exported with their notices', () => {
  const said = { place_id: 'ChIJ', details: detailsWith({ cid: '1' }), notices: [REMOVED] };
  expect(cells(placeColumns('en'), said)['Notices of Google Maps']).toContain('251 or more');
  const verdict = { ...VERDICT, notices: [REMOVED] };
  expect(cells(verdictColumns('pl'), verdict)['Komunikaty o miejscu']).toContain('251 lub więcej');
});

test('a verdict fills the result columns, and an error the error columns', () => {
  const verdict = { ...VERDICT, is_visible: false, visibility_reason: 'no_business_card' } as const;
  expect(cells(verdictColumns('pl'), verdict)).toEqual({
    'Lp.': 1,
    'Link do opinii': 'https://maps.app.goo.gl/A',
    Widoczna: 'nie',
    Powód: reasonText('pl', 'no_business_card'),
    'Kod powodu': 'no_business_card',
    Sprawdzono: '2026-11-21 03:12:45',
    Błąd: null,
    'Kod błędu': null,
    Autor: null,
    Gwiazdki: null,
    'Data opinii': null,
    Edytowana: null,
    'Data edycji': null,
    Miejsce: null,
    'Place ID': null,
    'Początek treści': null,
    'Komunikaty o miejscu': null,
    'Sprawdzono (UTC)': '2026-11-21T02:12:45Z',
  });
  const unclear = { ...verdict, visibility_reason: 'no_business_data' } as const;
  expect(cells(verdictColumns('pl'), unclear).Widoczna).toBe('sprawdź link');
  const failed = {
    type: 'error',
    index: 6,
    review_url: 'https://maps.app.goo.gl/B',
    error: { code: 'provider_blocked', message: 'The provider refuses.' },
  } as const;
  expect(cells(verdictColumns('en'), failed)).toMatchObject({
    'No.': 7,
    'Review link': 'https://maps.app.goo.gl/B',
    Visible: null,
    Reason: null,
    'Reason code': null,
    'Checked at': null,
    Error: 'The provider refuses.',
    'Error code': 'provider_blocked',
  });
});

test('a visible review is exported with its data', () => {
  const review = {
    ...{ author_name: 'Łucja Wymyślona', stars: 1, date: '2026-03-02', is_edited: true },
    ...{ edited_date: '2026-11-20', place_name: null, place_id: 'ChIJ0Ne3fj76vEcRw0roWQNFjN0' },
    text_excerpt: 'Zimno',
  };
  expect(cells(verdictColumns('pl'), { ...VERDICT, review })).toMatchObject({
    Autor: 'Łucja Wymyślona',
    Gwiazdki: 1,
    'Data opinii': '2026-03-02',
    Edytowana: 'tak',
    'Data edycji': '2026-11-20',
    Miejsce: null,
    'Place ID': 'ChIJ0Ne3fj76vEcRw0roWQNFjN0',
    'Początek treści': 'Zimno',
  });
  expect(cells(verdictColumns('en'), VERDICT)).toMatchObject({ Author: null, Stars: null, Edited: null });
});

test('rows of reviews name the place when it is given', () => {
  const place = { name: 'Żurkownia', placeId: 'ChIJ0Ne3fj76vEcRw0roWQNFjN0' };
  expect(cells(placeNameColumns('pl', place), null)).toEqual({
    Miejsce: place.name,
    'Place ID': place.placeId,
  });
  expect(placeNameColumns('pl', null)).toEqual([]);
});

test('the columns of a list say how far it was read, and never 0 for unknown', () => {
  const list = { reviews_count: 12, reviews_read: 12, total_reviews: 14, complete: false } as const;
  const notice = { kind: 'reviews_withheld', text: 'Na razie wstrzymano.', min: null, max: null } as const;
  const notices = [withUtc({ ...notice, seen_at: '2026-11-27 05:00:00' })];
  expect(
    cells(listColumns('pl'), { ...list, stop_reason: 'provider_limit' as const, notices }),
  ).toMatchObject({
    'Wczytane opinie': 12,
    'Liczba opinii w Mapach Google': 14,
    'Lista kompletna': 'nie',
    'Dlaczego lista się skończyła': 'Mapy Google nie pokazują dalszych opinii',
    'Kod końca listy': 'provider_limit',
    'Komunikaty Map Google': expect.stringContaining('Na razie wstrzymano.'),
  });
  expect(cells(listColumns('en'), { ...list, total_reviews: null, stop_reason: null })).toEqual({
    'Reviews read': 12,
    'Review count of Google Maps': null,
    'List complete': 'no',
    'Why the list ended': 'reading stopped before the list ended',
    'Ending code': null,
    'Notices of Google Maps': null,
  });
});

test('a moment stands in UTC beside the local time', () => {
  const at = new Date('2026-10-25T01:30:00Z');
  const columns = momentColumns<Date | null>('Read', (date) => date);
  expect(cells(columns, at)).toEqual({ Read: at, 'Read (UTC)': '2026-10-25T01:30:00Z' });
  expect(cells(columns, null)).toEqual({ Read: null, 'Read (UTC)': null });
});

test('an unknown reason of a newer service is exported with its code', () => {
  expect(reasonText('pl', 'reason_of_tomorrow')).toBe('nieznany powód: reason_of_tomorrow');
  expect(reasonText('en', 'constructor')).toBe('unknown reason: constructor');
});

test('every field of a review has its column', () => {
  const review = reviewRecord.parse({
    review_id: 'Ci9review',
    stars: null,
    review_text: '',
    date_text: 'tydzień temu',
    date_unix: 1_790_000_000,
    review_language: 'pl',
    review_url: 'https://m.example/r',
    report_url: 'https://m.example/report',
    author_name: 'Łucja Wymyślona',
    author_id: '117580186510766613977',
    author_profile_url: 'https://m.example/a',
    author_avatar_url: 'https://m.example/a.png',
    author_total_reviews: 41,
    author_total_photos: 12,
    author_is_local_guide: true,
    author_local_guide_level: 7,
    author_badge_text: 'Lokalny przewodnik · 41 opinii',
    photos_count: 1,
    photos: [{ url: 'https://m.example/p', thumbnail_url: 'https://m.example/t' }],
    has_owner_response: true,
    owner_response_text: 'Dziękujemy!',
    owner_response_date: '3 dni temu',
    likes_count: 2,
  });
  const row = cells(reviewColumns('pl'), review);
  expect(row).toMatchObject({
    Gwiazdki: null,
    Opublikowano: new Date(1_790_000_000_000),
    // The time zone of a table is that of its maker: the same moment stands beside it in UTC.
    'Opublikowano (UTC)': '2026-09-21T14:13:20Z',
    'Edytowano (UTC)': null,
    'Lokalny przewodnik': 'tak',
    'Treść odpowiedzi': 'Dziękujemy!',
    'Linki do zdjęć': 'https://m.example/p',
  });
  const shown = Object.values(row);
  const { photos, date_unix, author_is_local_guide, has_owner_response, ...plain } = review;
  for (const [field, value] of Object.entries(plain)) expect(shown, field).toContain(value);
  expect([...reviewColumns('en').map(({ header }) => header)]).not.toContain('Gwiazdki');
});
