import { evidenceFile, evidenceLink } from '../../../src/capabilities/evidence/console/evidence-file.js';
import { type ExportRow, extraColumns } from '../../../src/console/links/export-columns.js';
import { clientFailure } from '../../../src/core/published/failure.js';
import type { Api, ApiRequest } from '../../../src/kit/client/api.js';
import type { CheckedReview, Verdict } from '../../../src/kit/lists/checked-links.js';
import { linkFacts } from '../../../src/kit/lists/links-in-lists.js';
import { instantOf } from '../../../src/kit/lists/table.js';
import {
  ALL_CHECKS,
  changeOf,
  compare,
  type History,
  historyOf,
  joined,
  LAST_CHECK,
} from '../../../src/kit/ui/links/history.js';
import {
  asEarlier,
  byAttention,
  comparedOf,
  fittingCounts,
  foundBetween,
  type LinkRow,
  reasonTitle,
  sightingBefore,
  tableRows,
} from '../../../src/kit/ui/links/link-rows.js';
import { loadTexts } from '../../../src/kit/ui/texts.js';
import { expect, test } from '../../support/test.js';
import { sampleCheckedReview } from '../samples.js';

// Comparison, history and export of review links, without a browser.

const URL = 'https://maps.app.goo.gl/Rev1';

const review = (changes: Partial<CheckedReview> = {}) =>
  sampleCheckedReview('Zmyślona', { text_excerpt: 'Bardzo dobre pierogi', ...changes });

const visible = (changes: Partial<CheckedReview> = {}, at = '2026-11-21 10:00:00'): Verdict => ({
  type: 'result',
  index: 0,
  review_url: URL,
  is_visible: true,
  visibility_reason: 'visible',
  checked_at: at,
  review: review(changes),
});

const hidden = (at = '2026-11-21 10:00:00'): Verdict => ({
  ...visible({}, at),
  is_visible: false,
  visibility_reason: 'no_rating_section',
  review: null,
});

const rowOf = (changes: Partial<LinkRow> = {}): LinkRow => ({
  url: URL,
  first: 0,
  result: null,
  retried: false,
  history: [],
  ...changes,
});

/** The rows of a list without columns, compared with all checks. */
const tableOf = (...links: LinkRow[]) =>
  tableRows(
    links.map((_, link) => ({ own: null, link })),
    links.map((row, first) => ({ ...row, first })),
    ALL_CHECKS,
  );

test('a review is hidden, visible again, or edited since the earlier check', () => {
  expect(changeOf(visible(), hidden())).toEqual({ kind: 'hidden' });
  expect(changeOf(hidden(), visible())).toEqual({ kind: 'back' });
  expect(changeOf(hidden(), hidden())).toBeNull();
  expect(changeOf(visible(), visible())).toBeNull();
  expect(changeOf(visible(), visible({ stars: 1 }))).toEqual({
    kind: 'edited',
    stars: [5, 1],
    isTextChanged: false,
  });
  expect(changeOf(visible(), visible({ text_excerpt: 'Zimne pierogi' }))).toMatchObject({
    stars: null,
    isTextChanged: true,
  });
  const edited = visible({ is_edited: true, edited_date: '2026-11-20' });
  expect(changeOf(visible(), edited)).toMatchObject({ kind: 'edited', stars: null, isTextChanged: false });
  expect(changeOf(edited, edited)).toBeNull();
});

test('an unknown value is not a change', () => {
  expect(changeOf(null, hidden())).toBeNull();
  expect(changeOf(visible(), null)).toBeNull();
  expect(changeOf(visible(), visible({ stars: null, text_excerpt: null }))).toBeNull();
  expect(
    changeOf(visible({ is_edited: null }), visible({ is_edited: true, edited_date: '2026-11-20' })),
  ).toBeNull();
  // A page without the record may show a translation.
  expect(changeOf(visible(), visible({ date: null, is_edited: null, text_excerpt: 'Very good' }))).toBeNull();
  expect(changeOf(visible({ text_excerpt: 'Bardzo  dobre\npierogi' }), visible())).toBeNull();
});

test('a check without a result is never shown as hidden, and does not become a part of the history', () => {
  const failed = { failure: clientFailure('cut') };
  const row = rowOf({ result: failed, history: historyOf(visible()) });
  expect(fittingCounts(tableOf(row))).toMatchObject({ hidden: 0, changed: 0, failed: 1 });
  expect(asEarlier(row).history).toEqual(historyOf(visible()));
  const checkedAgain = { ...asEarlier(row), result: { verdict: hidden('2026-11-22 10:00:00') } };
  expect(fittingCounts(tableOf(checkedAgain))).toMatchObject({ hidden: 1, changed: 1 });
});

test('the last sighting of a review outlives checks that do not show it', () => {
  const first = asEarlier(rowOf({ result: { verdict: visible({}, '2026-11-20 10:00:00') } }));
  const second = asEarlier({ ...first, result: { verdict: hidden('2026-11-21 10:00:00') } });
  expect(second.history.at(-1)?.verdict.is_visible).toBe(false);
  expect(sightingBefore(second)).toEqual({ review: review(), checkedAt: '2026-11-20 10:00:00' });
});

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')} 10:00:00`;
/** A review that was visible on days 1 and 8, and not on days 15 and 22. */
const GONE = joined(
  historyOf(visible({}, day(1))),
  historyOf(visible({}, day(8))),
  historyOf(hidden(day(15))),
  historyOf(hidden(day(22))),
);

test('equal checks are one version, in any order and number', () => {
  const checks = (history: History) => history.map((version) => version.checks);
  expect(checks(GONE)).toEqual([
    [day(1), day(8)],
    [day(15), day(22)],
  ]);
  expect(joined(historyOf(hidden(day(22))), GONE, GONE)).toEqual(GONE);
  expect(joined(historyOf(visible({}, day(8))), historyOf(visible({}, day(1))))).toEqual(GONE.slice(0, 1));
  const edited = joined(GONE, historyOf(visible({ stars: 1 }, day(25))), historyOf(visible({}, day(28))));
  expect(edited).toHaveLength(4);
});

test('a version keeps the known data of the review when a later page shows less', () => {
  const less = visible({ date: null, stars: null, text_excerpt: null }, day(2));
  const [version] = joined(historyOf(visible({}, day(1))), historyOf(less));
  expect(version).toEqual({ verdict: visible({}, day(1)), checks: [day(1), day(2)] });
});

test('many checks of a review keep the first and the latest ones', () => {
  const times = Array.from({ length: 200 }, (_, index) => `2026-01-01 00:00:00.${1_000 + index}`);
  const [version] = joined(...times.map((at) => historyOf(visible({}, at))));
  expect(version?.checks).toHaveLength(50);
  expect(version?.checks[0]).toBe(times[0]);
  expect(version?.checks.at(-1)).toBe(times.at(-1));
});

test('a review that vanished several checks ago has changed since then, not since the last check', () => {
  const now = hidden(day(29));
  expect(compare(GONE, now, ALL_CHECKS)).toMatchObject({
    change: { kind: 'hidden' },
    before: { checks: [day(1), day(8)] },
    oldest: day(1),
  });
  expect(compare(GONE, now, LAST_CHECK)).toMatchObject({ change: null, oldest: day(22) });
  // On day 10 the last check, of day 8, had found it visible.
  expect(compare(GONE, now, instantOf(day(10)))).toMatchObject({
    change: { kind: 'hidden' },
    oldest: day(8),
  });
  expect(compare(GONE, now, instantOf(day(16)))).toMatchObject({ change: null, oldest: day(15) });
  expect(compare(GONE, visible({}, day(29)), ALL_CHECKS)).toMatchObject({
    change: { kind: 'back' },
    before: { checks: [day(15), day(22)] },
  });
  expect(compare(historyOf(visible()), visible({ stars: 1 }, day(29)), LAST_CHECK)?.change).toMatchObject({
    kind: 'edited',
    stars: [5, 1],
  });
});

test('a check is not compared with itself or with later checks', () => {
  expect(compare(historyOf(hidden(day(1))), hidden(day(1)), ALL_CHECKS)).toBeNull();
  expect(compare(GONE, visible({}, day(8)), ALL_CHECKS)).toMatchObject({ change: null, oldest: day(1) });
  expect(compare([], hidden(), ALL_CHECKS)).toBeNull();
});

test('checks keep their order in the hour that the change of clocks repeats', () => {
  const summer = { ...visible({}, '2026-10-25 02:50:00'), checked_at_utc: '2026-10-25T00:50:00Z' };
  const winter = { ...hidden('2026-10-25 02:10:00'), checked_at_utc: '2026-10-25T01:10:00Z' };
  const kept = joined(historyOf(winter), historyOf(summer));
  expect(kept.map(({ checks }) => checks)).toEqual([
    ['2026-10-25 02:50:00 2026-10-25T00:50:00Z'],
    ['2026-10-25 02:10:00 2026-10-25T01:10:00Z'],
  ]);
  expect(compare(kept, winter, ALL_CHECKS)).toMatchObject({
    change: { kind: 'hidden' },
    oldest: '2026-10-25 02:50:00 2026-10-25T00:50:00Z',
  });
  // The same time on the clock an hour later is another check.
  const later = { ...winter, checked_at: summer.checked_at, checked_at_utc: '2026-10-25T01:50:00Z' };
  expect(compare(historyOf(summer), later, LAST_CHECK)?.change).toEqual({ kind: 'hidden' });
  expect(foundBetween([summer, winter].map((verdict) => rowOf({ result: { verdict } })))).toMatchObject({
    first: '2026-10-25 02:50:00 2026-10-25T00:50:00Z',
    last: '2026-10-25 02:10:00 2026-10-25T01:10:00Z',
  });
});

test('a check that an earlier version kept without UTC counts once', () => {
  const verdict = { ...visible({}, '2026-11-22 10:00:00'), checked_at_utc: '2026-11-22T09:00:00Z' };
  const kept = [{ verdict, checks: ['2026-11-22 10:00:00'] }];
  const [version] = joined(kept, historyOf(verdict));
  expect(version?.checks).toHaveLength(1);
});

test('changed and hidden reviews come first, and each review is counted once', () => {
  const seen = rowOf({
    url: `${URL}v`,
    result: { verdict: visible({}, day(29)) },
    history: historyOf(visible({}, day(2))),
  });
  const failed = rowOf({ url: `${URL}f`, result: { failure: clientFailure('cut') } });
  const never = rowOf({ url: `${URL}h`, result: { verdict: hidden(day(29)) } });
  const gone = rowOf({ url: `${URL}g`, result: { verdict: hidden(day(29)) }, history: GONE });
  const rows = tableOf(seen, failed, never, gone, seen);
  expect(byAttention(rows).map(({ index }) => index)).toEqual([3, 2, 1, 0, 4]);
  const repeated = rows.map((row, index) => (index === 4 ? { ...row, repeats: 0 } : row));
  expect(comparedOf(repeated)).toEqual({ changed: 1, count: 2, first: day(1), last: day(2) });
});

test('links say who wrote the review and of which place, as far as they do', () => {
  const place = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  const contribution = `https://www.google.com/maps/contrib/111222333444555666777/place/${place}/`;
  expect(linkFacts(contribution)).toEqual({ authorId: '111222333444555666777', placeId: place, cid: null });
  const data =
    'https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sCi9D!2m1!1s0x0:0x3f5c81d2ab904e16';
  const cid = String(BigInt('0x3f5c81d2ab904e16'));
  expect(linkFacts(data)).toEqual({ authorId: null, placeId: null, cid });
  expect(linkFacts(encodeURIComponent(data))?.cid).toBe(cid);
  expect(linkFacts('https://maps.app.goo.gl/Rev1')).toBeNull();
  expect(linkFacts('https://www.google.com/maps/%E0%A4%A')).toBeNull();
  expect(linkFacts('https://www.google.com/maps/reviews/data=!1s0x0:0x0')).toBeNull();
});

test('rows keep the order of the list, also rows without a link', () => {
  const links = [rowOf(), rowOf({ first: 0 }), rowOf({ url: `${URL}b`, first: 2 })];
  const own = ['Firma'];
  const rows = tableRows(
    [
      { own, link: null },
      { own, link: 0 },
      { own, link: 1 },
      { own, link: 2 },
    ],
    links,
    ALL_CHECKS,
  );
  expect(rows.map(({ link, repeats }) => [link?.first ?? null, repeats])).toEqual([
    [null, null],
    [0, null],
    [0, 1],
    [2, null],
  ]);
});

test('exports have both dates of a change, and earlier data only where nothing newer was read', async () => {
  const before = historyOf({
    ...visible({ author_name: 'Dawna Osoba' }, '2026-11-20 10:00:00'),
    checked_at_utc: '2026-11-20T09:00:00Z',
  });
  const exported = (link: LinkRow): ExportRow => ({
    own: null,
    verdict: null,
    link,
    comparison: tableOf(link)[0]?.comparison ?? null,
  });
  const gone = exported(rowOf({ result: { verdict: hidden() }, history: before }));
  const still = exported(rowOf({ result: { verdict: visible() } }));
  const texts = await loadTexts('pl');
  const cells = (row: ExportRow) =>
    Object.fromEntries(
      extraColumns(texts, [gone, still]).map((column) => [column.header, column.value(row)]),
    );
  expect(cells(gone)).toMatchObject({
    Zmiana: 'Przestała być widoczna',
    'Porównano ze sprawdzeniem z': '2026-11-20 10:00:00',
    'Wcześniejszy wynik': 'Widoczna',
    'Autor (wcześniej)': 'Dawna Osoba',
    'Dane z wcześniejszego sprawdzenia z': '2026-11-20 10:00:00',
  });
  expect(Object.values(cells(still)).every((value) => value === null)).toBe(true);
  expect(extraColumns(texts, [exported(rowOf())])).toEqual([]);
});

/** The request for the evidence of these rows. */
async function requestFor(...rows: LinkRow[]): Promise<ApiRequest | undefined> {
  const asked: ApiRequest[] = [];
  const api = {
    file: async function* (request: ApiRequest) {
      asked.push(request);
      yield new Uint8Array();
    },
  } as unknown as Api;
  await evidenceFile(api, 'pl', rows.map(evidenceLink));
  return asked[0];
}

test('evidence of a review that is gone holds the data of an earlier check, cut to the limits', async () => {
  const rowFor = (changes: Partial<CheckedReview>, result: Verdict) =>
    rowOf({ result: { verdict: result }, history: historyOf(visible(changes, day(1))) });
  const whole = rowFor({ review_text: '🥟'.repeat(2_000) }, hidden());
  // The text may go on after a full excerpt.
  const excerpt = rowFor({ text_excerpt: 'ż'.repeat(200), author_name: null }, hidden());
  const seen = (text: string) => ({ author: 'Zmyślona Osoba Zmyślona', rating: 5, text, on: '2026-11-01' });
  expect(await requestFor(whole, excerpt, rowFor({}, visible()))).toMatchObject({
    body: {
      lang: 'pl',
      links: [
        { url: URL, seen: seen(`${'🥟'.repeat(499)}…`) },
        { url: URL, seen: { ...seen(`${'ż'.repeat(198)}…`), author: undefined } },
        URL,
      ],
    },
  });
  expect((await requestFor(excerpt))?.query).toEqual({
    ...{ url: URL, lang: 'pl', seen_author: undefined, seen_rating: '5' },
    ...{ seen_text: `${'ż'.repeat(198)}…`, seen_on: '2026-11-01' },
  });
});

test('each reason has a text in English', () => {
  const said = (reason: string) => reasonTitle('en', reason as Verdict['visibility_reason']);
  expect(['no_business_card', 'no_business_data', 'no_rating'].map(said)).toEqual([
    'The page shows neither the place card nor the review',
    'The page opens without the data of the place: the link may be incomplete',
    'The page opens, but the review has no stars',
  ]);
});
