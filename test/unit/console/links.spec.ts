import { expect, test } from '@playwright/test';
import { signal } from '@preact/signals';
import { changeOf } from '../../../src/console/links/change.js';
import { type ExportRow, extraColumns } from '../../../src/console/links/export-columns.js';
import {
  asEarlier,
  countsOf,
  fits,
  type LinkRow,
  NOTHING_EARLIER,
  tableRows,
} from '../../../src/console/links/rows.js';

import { createKeys } from '../../../src/console/state/keys.js';
import { createTexts } from '../../../src/console/texts.js';
import { clientFailure } from '../../../src/contract/failure.js';
import type { CheckedReview, Verdict } from '../../../src/contract/lines.js';
import { linkFacts } from '../../../src/lists/links.js';

// What the view of review links compares, keeps and exports, without a browser.

const URL = 'https://maps.app.goo.gl/Rev1';

const review = (changes: Partial<CheckedReview> = {}): CheckedReview => ({
  author_name: 'Zmyślona Osoba',
  stars: 5,
  date: '2026-03-01',
  is_edited: false,
  edited_date: null,
  place_name: 'Pierogarnia Pod Zmyśloną Różą',
  place_id: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  text_excerpt: 'Bardzo dobre pierogi',
  ...changes,
});

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
  earlier: NOTHING_EARLIER,
  ...changes,
});

test('newly hidden, back again and edited are told apart', () => {
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

test('what is unknown is no change', () => {
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

test('a check without a result is never shown as hidden, and does not become the earlier check', () => {
  const failed = { failure: clientFailure('cut') };
  const row = rowOf({ result: failed, earlier: { verdict: visible(), seen: null } });
  expect(fits(row, 'hidden')).toBe(false);
  expect(fits(row, 'changed')).toBe(false);
  expect(countsOf([row])).toMatchObject({ hidden: 0, changed: 0, failed: 1 });
  expect(asEarlier(row).earlier.verdict).toEqual(visible());
  const checkedAgain = { ...asEarlier(row), result: { verdict: hidden() } };
  expect(fits(checkedAgain, 'changed')).toBe(true);
});

test('the last sighting of a review outlives checks that do not show it', () => {
  const first = asEarlier(rowOf({ result: { verdict: visible({}, '2026-11-20 10:00:00') } }));
  const second = asEarlier({ ...first, result: { verdict: hidden('2026-11-21 10:00:00') } });
  expect(second.earlier.verdict?.is_visible).toBe(false);
  expect(second.earlier.seen).toEqual({ review: review(), checkedAt: '2026-11-20 10:00:00' });
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

test('rows keep the order of the list, also those without a link', () => {
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
  );
  expect(rows.map(({ link, repeats }) => [link?.first ?? null, repeats])).toEqual([
    [null, null],
    [0, null],
    [0, 1],
    [2, null],
  ]);
});

test('exports have both dates of a change, and earlier data only where nothing newer was read', () => {
  const seen = { review: review({ author_name: 'Dawna Osoba' }), checkedAt: '2026-11-20 10:00:00' };
  const exported = (link: LinkRow): ExportRow => ({ own: null, verdict: null, link });
  const gone = exported(
    rowOf({ result: { verdict: hidden() }, earlier: { verdict: visible({}, '2026-11-20 10:00:00'), seen } }),
  );
  const still = exported(rowOf({ result: { verdict: visible() }, earlier: { verdict: null, seen } }));
  const cells = (row: ExportRow) =>
    Object.fromEntries(
      extraColumns(createTexts('pl'), [gone, still]).map((column) => [column.header, column.value(row)]),
    );
  expect(cells(gone)).toMatchObject({
    Zmiana: 'Przestała być widoczna',
    'Poprzednio sprawdzono': '2026-11-20 10:00:00',
    'Poprzedni wynik': 'Widoczna',
    'Autor (wcześniej)': 'Dawna Osoba',
    'Dane z wcześniejszego sprawdzenia z': '2026-11-20 10:00:00',
  });
  expect(Object.values(cells(still)).every((value) => value === null)).toBe(true);
  expect(extraColumns(createTexts('pl'), [exported(rowOf())])).toEqual([]);
});

const noKey = () => signal<string | null>(null);

test('a key is kept on the computer only by choice, and found again in another tab', () => {
  const computer = noKey();
  const keys = createKeys(noKey(), computer);
  keys.answer('pierwszy');
  expect(computer.value).toBeNull();
  keys.answer('drugi', 'computer');
  expect(createKeys(noKey(), computer).current.value).toBe('drugi');
  keys.forget();
  expect(createKeys(noKey(), computer).current.value).toBeNull();
});

test('no key is left when the user gives up after a refused one', async () => {
  const [tab, computer] = [noKey(), noKey()];
  const keys = createKeys(tab, computer);
  for (const place of ['tab', 'computer'] as const) {
    keys.answer('zly', place);
    const asked = keys.askFor('zly');
    expect(keys.question.value).toBe('refused');
    keys.answer(null);
    expect(await asked).toBe(false);
    expect([keys.current.value, tab.value, computer.value]).toEqual([null, null, null]);
  }
});
