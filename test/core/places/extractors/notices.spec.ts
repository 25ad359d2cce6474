import { loadPlaceCase } from '../../../../fixtures/provider/cases.js';
import { placePayload } from '../../../../fixtures/provider/place-payload.js';
import {
  mergeNotices,
  withholdsReviews,
  withoutWithheldCount,
  withShownNotices,
} from '../../../../src/core/places/extractors/extract-notices.js';
import { extractPlace } from '../../../../src/core/places/extractors/extract-place.js';
import type { Notice } from '../../../../src/core/places/place.js';
import type { RawPageState } from '../../../../src/core/provider/raw-state.js';
import { dataAnswer } from '../../../../src/core/provider/wire/envelope.js';
import type { NoticeKind } from '../../../../src/core/published/notices.js';
import { cpuTime } from '../../../support/cpu-time.js';
import { EMPTY_PANEL, EMPTY_STATE } from '../../../support/page-states.js';
import { placeWith } from '../../../support/place-reading.js';
import { expect, test } from '../../../support/test.js';

const open = loadPlaceCase('place--full-polish');
const other = loadPlaceCase('place--hotel');
const URL_OF_OPEN = `https://www.google.com/maps/place/X/data=!4m2!3m1!1s${open.place.featureId}`;

type Values = Readonly<Record<number, unknown>>;

/** The place array of a case without the filler that gives answers their real length. */
function placeOf(served: typeof open): readonly unknown[] {
  const [, ...rest] = placePayload(served).split('\n');
  const place: unknown[] = JSON.parse(rest.join('\n'))[6];
  return place.map((value) => (JSON.stringify(value ?? null).length > 20_000 ? null : value));
}
const OPEN_PLACE = placeOf(open);
const OTHER_PLACE = placeOf(other);

/** The data of a place with other values at the top of its array. */
function bodyWith(values: Values, place = OPEN_PLACE): string {
  const changed = Object.assign([...place], values);
  return `)]}'\n${JSON.stringify([null, null, null, null, null, null, changed])}`;
}

/** Without the time of the page, which all notices of a page have. */
function noticesOf(bodies: readonly string[], state: RawPageState | null = null) {
  const payloads = bodies.map(dataAnswer);
  const read = extractPlace({ url: URL_OF_OPEN, embedded: null, payloads, state, readAt: 7 });
  return read?.notices.map(({ seenAt, ...notice }) => {
    expect(seenAt).toBe(7);
    return notice;
  });
}
const noticesWith = (values: Values) => noticesOf([bodyWith(values)]);

/** As recorded: code, texts and link, and where it is shown. */
const entry = (code: unknown, short: unknown, title: unknown = short, detail: unknown = short) => [
  code,
  [detail, title, [['https://support.google.com/x'], 'Learn more'], short, 1, null, 2, 'en'],
  [[1, 1]],
];
const textOf = (one: unknown[]) => String((one[1] as unknown[])[3]);
const listed = (...entries: readonly unknown[]) => ({ 241: [entries, 'token'] });
/** `P[203]`: the code of the opening status, its words, and its short word. places.md §6 */
const status = (text: string | null, code: number | null = null, word: string | null = null) => [
  null,
  [null, null, code, null, text && [text], null, null, null, word && [word]],
];
const notice = (kind: NoticeKind, text: string, min: number | null = null, max: number | null = null) => ({
  kind,
  text,
  min,
  max,
});

const CLOSURES: readonly [string, Values, NoticeKind?][] = [
  ['an open place', {}],
  ['the flag', { 23: 1, 34: null, 203: null }, 'permanently_closed'],
  ['the flag beside opening hours', { 23: 1 }],
  ['the flag beside words of another language', { 23: 1, 203: status('Fermé définitivement') }],
  ['the words', { 203: status('Zamknięte na stałe') }, 'permanently_closed'],
  ['the words in English', { 203: status('Permanently closed') }, 'permanently_closed'],
  ['the words in German', { 203: status('Dauerhaft geschlossen') }, 'permanently_closed'],
  [
    'the words where only the hours have them',
    { 34: [0, 0, 0, 0, [0, 0, 0, 0, 'Zamknięte na stałe']], 203: null },
    'permanently_closed',
  ],
  ['closed for a time', { 203: status('Tymczasowo zamknięte') }, 'temporarily_closed'],
  ['closed for a time, in German', { 203: status('Vorübergehend geschlossen') }, 'temporarily_closed'],
  ['closed for a time, beside the flag', { 23: 1, 203: status('Temporarily closed') }, 'temporarily_closed'],
  ['closed at this hour', { 203: status('Zamknięte ⋅ Otwarcie: pon. 09:00') }],
  ['closed now, in a word', { 203: status('Closed') }],
  ['words in a longer text', { 203: status('Nie jest zamknięte na stałe') }],
  ['the badge alone', { 34: null, 203: null, 88: ['CLOSED'] }],
  ['the short word', { 203: status(null, null, 'Permanently closed') }, 'permanently_closed'],
  ['the short word for closed now', { 23: 1, 34: null, 203: status(null, null, 'Closed') }],
  ['another code beside the words', { 203: status('Zamknięte na stałe', 9) }, 'permanently_closed'],
  ['another code beside the flag', { 23: 1, 34: null, 203: status(null, 9) }, 'permanently_closed'],
  ['another number', { 23: 2 }],
  ['values of other types', { 23: [1], 203: 'Zamknięte na stałe' }],
];

for (const [name, values, kind] of CLOSURES)
  test(`reads a closure from whole words or from the flag without an opening status: ${name}`, () => {
    expect(noticesWith(values)?.map((one) => one.kind)).toEqual(kind === undefined ? [] : [kind]);
  });

test('a known opening code contradicts flag and words, even the words of an operator', async () => {
  for (const code of [1, 2, 4, 5]) {
    expect(noticesWith({ 23: 1, 34: null, 203: status(null, code) }), `${code}`).toEqual([]);
    expect(noticesWith({ 23: 1, 203: status('Zamknięte na stałe', code) }), `${code}`).toEqual([]);
  }
});

test('a closed place has the words of the provider, or an empty text when only the flag is set', () => {
  expect(noticesWith({ 203: status('Permanently closed') })).toEqual([
    notice('permanently_closed', 'Permanently closed'),
  ]);
  expect(noticesWith({ 23: 1, 34: null, 203: null })).toEqual([notice('permanently_closed', '')]);
});

/** The words as quoted in places.md §10; Polish and Greek words are invented. */
const REMOVALS: readonly [string, number | null, number | null][] = [
  ['One review removed due to a defamation complaint.', 1, 1],
  ['Two to five reviews removed due to defamation complaints.', 2, 5],
  ['Six to ten reviews removed due to defamation complaints.', 6, 10],
  ['11 to 20 reviews removed due to defamation complaints.', 11, 20],
  ['201 to 250 reviews removed due to defamation complaints.', 201, 250],
  ['Over 250 reviews removed due to defamation complaints.', 251, null],
  ['More than 100 reviews removed due to defamation complaints.', 101, null],
  ['Eine Bewertung aufgrund einer Beschwerde wegen Diffamierung entfernt.', 1, 1],
  ['Zwei bis fünf Bewertungen aufgrund von Beschwerden wegen Diffamierung entfernt.', 2, 5],
  ['Sechs bis zehn Bewertungen aufgrund von Beschwerden wegen Diffamierung entfernt.', 6, 10],
  ['21 bis 50 Bewertungen aufgrund von Beschwerden wegen Diffamierung entfernt.', 21, 50],
  ['Über 250 Bewertungen aufgrund von Beschwerden wegen Diffamierung entfernt.', 251, null],
  ['Mehr als 250 Bewertungen aufgrund von Beschwerden wegen Diffamierung entfernt.', 251, null],
  ['Usunięto od 51 do 100 opinii po skargach.', 51, 100],
  ['Usunięto ponad 250 opinii po skargach.', 251, null],
  ['Es wurde 1 Bewertung aufgrund einer Beschwerde wegen Diffamierung entfernt.', 1, 1],
  ['Es wurden 2 bis 5 Bewertungen aufgrund von Beschwerden wegen Diffamierung entfernt.', 2, 5],
  // Numbers that may be days or years are not counts.
  ['Usunięto opinie w ciągu 1 roku.', null, null],
  ['Usunięto 7 opinii w ciągu 365 dni.', null, null],
  ['Reviews removed over the last 365 days due to defamation complaints.', null, null],
  ['Αφαιρέθηκαν 21–50 κριτικές.', 21, 50],
  ['Usunięto od sześciu do dziesięciu opinii po skargach.', null, null],
  ['Usunięto wiele opinii w ciągu 365 dni.', null, null],
  ['Usunięto 50 do 21 opinii.', null, null],
  ['Usunięto 22 do 50 opinii.', null, null],
  [`Usunięto ${'9'.repeat(400)} opinii, ponad 1.`, null, null],
];

test('reads the number of reviews that were removed after complaints of defamation', () => {
  for (const [text, min, max] of REMOVALS)
    expect(noticesWith(listed(entry(3, text))), text).toEqual([
      { kind: 'reviews_removed_defamation', text: expect.any(String), min, max },
    ]);
});

test('reads the range from the short words, not from the time in the details', () => {
  const detail =
    '21 to 50 reviews were removed in the past 365 days due to defamation complaints under German law.';
  const short = '21 to 50 reviews removed due to defamation complaints.';
  const title = 'Reviews have been removed from this place';
  expect(noticesWith(listed(entry(3, short, title, detail)))).toEqual([
    notice('reviews_removed_defamation', short, 21, 50),
  ]);
});

const KINDS: readonly [string, unknown[], NoticeKind][] = [
  ['one that pauses reviews, by its code alone', entry(1, 'Dodawanie jest wyłączone'), 'reviews_paused'],
  ['one that pauses reviews, by its words', entry(9, 'Posting is currently turned off'), 'reviews_paused'],
  ['words in capitals', entry(9, 'POSTING IS CURRENTLY TURNED OFF'), 'reviews_paused'],
  [
    'a warning of fake reviews',
    entry(2, 'Suspected fake reviews were recently removed from this place'),
    'reviews_suspicious',
  ],
  [
    'a warning under a known code',
    entry(1, 'Suspicious high-rated reviews were recently removed from this place'),
    'reviews_suspicious',
  ],
  ['withheld reviews', entry(4, 'Opinie nie są obecnie wyświetlane'), 'reviews_withheld'],
  ['an unknown code', entry(7, 'Something new about this place'), 'other'],
  ['no code at all', entry(null, 'Something new about this place'), 'other'],
];

for (const [name, values, kind] of KINDS)
  test(`reads the kind of a notice from its words, then from its code: ${name}`, () => {
    expect(noticesWith(listed(values))).toEqual([notice(kind, textOf(values))]);
  });

test('merges equal notices, and reads no range from notices of other kinds', () => {
  const paused = entry(
    1,
    'Posting is currently turned off',
    'Posting is currently turned off',
    'Our policies …',
  );
  const unknown = entry(7, '21 to 50 photos were removed');
  expect(noticesWith(listed(paused, paused, unknown, paused))).toEqual([
    notice('reviews_paused', 'Posting is currently turned off'),
    notice('other', '21 to 50 photos were removed'),
  ]);
});

const EMPTY_SLOTS: readonly [string, unknown][] = [
  ['empty, as recorded', [null, '']],
  ['a number', 5],
  ['a text', 'Over 250'],
  ['an object', { 0: [entry(3, 'Over 250')] }],
  ['a list of other things', [[null, 1, 'a', {}, [], [3], [3, null], [3, ['']], [3, [1, 2, 3, 4]]], '']],
];

for (const [name, slot] of EMPTY_SLOTS)
  test(`reads no notice from a slot of another type: ${name}`, () => {
    expect(noticesWith({ 241: slot })).toEqual([]);
  });

test('thousands of notices and endless texts are bounded', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => entry(7, `${index} ${'ą'.repeat(400)}`));
  const notices = noticesWith(listed(...many)) ?? [];
  expect(notices).toHaveLength(10);
  for (const { text } of notices) expect(text.length).toBeLessThanOrEqual(300);
  expect(notices[0]?.text.endsWith('ą…')).toBe(true);
});

test('markup stays text; line breaks, controls and marks of direction go', () => {
  const text = '<b>Over</b>\n250\u0007 \u202ereviews\u202c due to defamation complaints';
  expect(noticesWith(listed(entry(3, text)))).toEqual([
    notice('reviews_removed_defamation', '<b>Over</b> 250 reviews due to defamation complaints', 251),
  ]);
  const hebrew = 'הוסרו 21–50 ביקורות';
  expect(noticesWith(listed(entry(3, hebrew)))).toEqual([
    notice('reviews_removed_defamation', hebrew, 21, 50),
  ]);
});

test('ignores the notices of another place', () => {
  const removal = entry(3, 'Over 250 reviews removed due to defamation complaints.');
  const foreign = bodyWith(listed(removal), OTHER_PLACE);
  expect(noticesOf([foreign, bodyWith({})])).toEqual([]);
  expect(noticesOf([bodyWith({}), foreign])).toEqual([]);
  expect(noticesOf([foreign])).toBeUndefined();
});

const DEFAMATION = '11 to 20 reviews removed due to defamation complaints.';

test('searches all strings of the data last, by quoted words with a number', () => {
  expect(noticesWith({ 244: { deep: [[['x', DEFAMATION]]] }, 245: [[['x', DEFAMATION]]] })).toEqual([
    notice('reviews_removed_defamation', DEFAMATION, 11, 20),
  ]);
  expect(noticesWith({ 245: ['Reviews removed due to defamation complaints.'] })).toEqual([]);
  expect(noticesWith({ 245: [`${DEFAMATION} ${'x'.repeat(400)}`] })).toEqual([]);
  expect(noticesWith({ ...listed(entry(1, 'Posting is currently turned off')), 245: [DEFAMATION] })).toEqual([
    notice('reviews_paused', 'Posting is currently turned off'),
  ]);
});

test('reads no notice from texts that people wrote: reviews, snippets and the description', () => {
  for (const slot of [31, 154, 175]) expect(noticesWith({ [slot]: [[DEFAMATION]] })).toEqual([]);
});

test('searches deep and wide data in bounded time', { tag: '@time' }, async () => {
  let deep: unknown = DEFAMATION;
  for (let depth = 0; depth < 2_000; depth += 1) deep = [deep];
  const wide = Array.from({ length: 200_000 }, () => 'x');
  const searching = () => noticesWith({ 244: deep, 245: wide });
  expect(await cpuTime(searching, 10_000)).toBeLessThanOrEqual(10_000);
});

test('reads notices on the page by their words, and in unknown languages by their digits', () => {
  expect(
    withShownNotices([], [DEFAMATION, ' ', 'Usunięto od 51 do 100 opinii.', 'Μια νέα ειδοποίηση']),
  ).toEqual([
    notice('reviews_removed_defamation', DEFAMATION, 11, 20),
    notice('reviews_removed_defamation', 'Usunięto od 51 do 100 opinii.', 51, 100),
    notice('other', 'Μια νέα ειδοποίηση'),
  ]);
  // Prices and hours are not ranges that the provider publishes.
  for (const text of ['20–40 zł', '10 do 18', '1 zdjęcie']) {
    expect(withShownNotices([], [text])).toEqual([notice('other', text)]);
  }
});

test('ignores a notice on the page that repeats a notice of the data', () => {
  const body = bodyWith(listed(entry(1, 'Dodawanie jest wyłączone', 'Tytuł', 'Szczegóły')));
  const panel = { ...EMPTY_PANEL, name: open.place.name };
  const shown = (notices: readonly string[]) => noticesOf([body], { ...EMPTY_STATE, panel, notices });
  const paused = notice('reviews_paused', 'Dodawanie jest wyłączone');
  expect(shown(['Tytuł', 'Dodawanie jest wyłączone', 'Μια νέα ειδοποίηση'])).toEqual([paused]);
  expect(shown([DEFAMATION])).toEqual([paused, notice('reviews_removed_defamation', DEFAMATION, 11, 20)]);
});

const paused = notice('reviews_paused', 'P');
const unknown = notice('other', 'O');
const removed = notice('reviews_removed_defamation', 'D', 21, 50);

test('merges the notices of two loads, each kind with its latest words', () => {
  expect(mergeNotices([paused], [notice('reviews_paused', 'older'), removed])).toEqual([paused, removed]);
  expect(mergeNotices([unknown], [unknown, notice('other', 'another')])).toEqual([
    unknown,
    notice('other', 'another'),
  ]);
});

const WITHHELD: readonly [string, readonly Notice[], number | null, boolean, before?: number][] = [
  ['nothing', [], 0, false],
  ['a pause, no reviews shown', [paused], 0, false],
  ['an unknown notice, no reviews shown', [unknown], 0, true],
  ['an unknown notice, no count', [unknown], null, true],
  ['an unknown notice beside reviews', [unknown], 3, false],
  ['an unknown notice, and the count has fallen by half', [unknown], 3, true, 6],
  ['an unknown notice, and the count has fallen by less', [unknown], 4, false, 7],
  ['a pause, and the count has fallen by half', [paused], 3, false, 6],
  ['a pause, no count', [paused], null, false],
  ['nothing, and the count has fallen by half', [], 3, false, 6],
  ['a warning, no reviews shown', [notice('reviews_suspicious', 'S')], 0, true],
  ['a warning beside reviews', [notice('reviews_suspicious', 'S')], 3, false],
  ['removals, no reviews shown', [removed], 0, true],
  ['removals beside reviews', [removed], 3, false],
  ['the provider says so', [notice('reviews_withheld', 'W')], 3, true],
  ['a closed place', [notice('permanently_closed', '')], 0, false],
];

for (const [name, notices, shown, expected, before] of WITHHELD)
  test(`reviews are withheld when a notice states it, or is not harmless beside an empty or halved count: ${name}`, () => {
    expect(withholdsReviews(notices, shown, before)).toBe(expected);
  });

test('withholds the count 0 while reviews are withheld', () => {
  const counted = placeWith({ name: 'A', stars: [0, 0, 0, 0, 0] });
  const place = { ...counted, reviewCount: 0 };
  expect(withoutWithheldCount(place, [removed])).toMatchObject({ reviewCount: null, stars: null });
  expect(withoutWithheldCount(place, [paused])).toBe(place);
  const reviewed = { ...counted, reviewCount: 9 };
  expect(withoutWithheldCount(reviewed, [removed])).toBe(reviewed);
});
