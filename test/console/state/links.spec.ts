import { evidenceFile, evidenceLink } from '../../../src/capabilities/evidence/console/evidence-file.js';
import { clientFailure } from '../../../src/core/published/failure.js';
import type { Api, ApiRequest } from '../../../src/kit/client/api.js';
import type { CheckedReview, Verdict } from '../../../src/kit/lists/checked-links.js';
import { linkFacts } from '../../../src/kit/lists/links-in-lists.js';
import {
  asEarlier,
  byAttention,
  fittingCounts,
  foundBetween,
  type LinkRow,
  reasonTitle,
  sightingBefore,
  tableRows,
} from '../../../src/kit/ui/links/link-rows.js';
import { expect, test } from '../../support/test.js';
import { withUtc } from '../../support/with-utc.js';
import { sampleCheckedReview } from '../samples.js';

// The rows of review links and their evidence, without a browser.

const URL = 'https://maps.app.goo.gl/Rev1';

const review = (changes: Partial<CheckedReview> = {}) =>
  sampleCheckedReview('Zmyślona', { text_excerpt: 'Bardzo dobre pierogi', ...changes });

const visible = (changes: Partial<CheckedReview> = {}, at = '2026-11-21 10:00:00'): Verdict =>
  withUtc({
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
  seen: null,
  ...changes,
});

/** The rows of a list without columns. */
const tableOf = (...links: LinkRow[]) =>
  tableRows(
    links.map((_, link) => ({ own: null, link })),
    links.map((row, first) => ({ ...row, first })),
  );

test('a check without a result is never shown as hidden, and keeps the last sighting of the review', () => {
  const first = asEarlier(rowOf({ result: { verdict: visible({}, '2026-11-20 10:00:00') } }));
  const failed = { ...first, result: { failure: clientFailure('cut') } };
  expect(fittingCounts(tableOf(failed))).toMatchObject({ hidden: 0, failed: 1 });
  const second = asEarlier({ ...asEarlier(failed), result: { verdict: hidden('2026-11-21 10:00:00') } });
  expect(sightingBefore(second)).toEqual({ review: review(), checkedAt: '2026-11-20 10:00:00' });
});

test('hidden reviews come first, and links that may be incomplete are counted apart', () => {
  const seen = rowOf({ url: `${URL}v`, result: { verdict: visible() } });
  const failed = rowOf({ url: `${URL}f`, result: { failure: clientFailure('cut') } });
  const cut = { ...hidden(), visibility_reason: 'no_business_data' } as const;
  const unclear = rowOf({ url: `${URL}u`, result: { verdict: cut } });
  const gone = rowOf({ url: `${URL}g`, result: { verdict: hidden() } });
  const rows = tableOf(seen, failed, unclear, gone, seen);
  expect(byAttention(rows).map(({ index }) => index)).toEqual([3, 2, 1, 0, 4]);
  expect(fittingCounts(rows)).toMatchObject({ all: 5, visible: 2, hidden: 1, unclear: 1, failed: 1 });
});

test('the first and the last check are known in the hour that the change of clocks repeats', () => {
  const summer = { ...visible({}, '2026-10-25 02:50:00'), checked_at_utc: '2026-10-25T00:50:00Z' };
  const winter = { ...hidden('2026-10-25 02:10:00'), checked_at_utc: '2026-10-25T01:10:00Z' };
  expect(foundBetween([winter, summer].map((verdict) => rowOf({ result: { verdict } })))).toEqual({
    first: '2026-10-25 02:50:00',
    last: '2026-10-25 02:10:00',
  });
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
  );
  expect(rows.map(({ link, repeats }) => [link?.first ?? null, repeats])).toEqual([
    [null, null],
    [0, null],
    [0, 1],
    [2, null],
  ]);
});

/** The query of the request for the evidence of a row. */
async function queryFor(row: LinkRow): Promise<ApiRequest['query']> {
  const asked: ApiRequest[] = [];
  const api = {
    file: async function* (request: ApiRequest) {
      asked.push(request);
      yield new Uint8Array();
    },
  } as unknown as Api;
  await evidenceFile(api, 'pl', evidenceLink(row));
  return asked[0]?.query;
}

test('evidence of a review that is gone holds the data of an earlier check, cut to the limits', async () => {
  const rowFor = (changes: Partial<CheckedReview>, result: Verdict) =>
    rowOf({
      result: { verdict: result },
      seen: { review: review(changes), checkedAt: '2026-11-01 10:00:00' },
    });
  const whole = rowFor({ review_text: '🥟'.repeat(2_000) }, hidden());
  // The text may go on after a full excerpt.
  const excerpt = rowFor({ text_excerpt: 'ż'.repeat(200), author_name: null }, hidden());
  const asked = { url: URL, lang: 'pl', seen_rating: '5', seen_on: '2026-11-01' };
  expect(await queryFor(whole)).toEqual({
    ...{ ...asked, seen_author: 'Zmyślona Osoba Zmyślona', seen_text: `${'🥟'.repeat(499)}…` },
  });
  expect(await queryFor(excerpt)).toEqual({
    ...{ ...asked, seen_author: undefined, seen_text: `${'ż'.repeat(198)}…` },
  });
  expect(await queryFor(rowFor({}, visible()))).toEqual({ url: URL, lang: 'pl' });
});

test('each reason has a text in English', () => {
  const said = (reason: string) => reasonTitle('en', reason as Verdict['visibility_reason']);
  expect(['no_business_card', 'no_business_data', 'no_rating'].map(said)).toEqual([
    'The page shows neither the place card nor the review',
    'The page opens without the data of the place: the link may be incomplete',
    'The page opens, but the review has no stars',
  ]);
});
