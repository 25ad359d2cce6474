import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { reviewsPlan } from '../../../fixtures/provider/reviews/plan.js';
import { cidOfFeature } from '../../../src/identifiers/cid.js';
import type { RawReviewCard } from '../../../src/provider/raw-state.js';
import { extractReview } from '../../../src/reviews/extractors/review.js';
import { extractCard } from '../../../src/reviews/extractors/review-card.js';
import { createReviewCollector } from '../../../src/reviews/read-reviews.js';
import { type Json, type Path, replace } from '../../support/damage.js';
import { expect, test } from '../../support/test.js';

const { place } = loadReviewsCase('reviews--seven');
const cid = cidOfFeature(place.featureId);
const REQUEST = { placeRef: 'x', maxPages: 1, minStars: null, maxStars: null };

const recordsOf = (plan: object) => {
  const list = reviewList(place, reviewsPlan.parse({ seed: 'collected', ...plan }));
  return list.reviews.map((review) => list.record(review));
};
const collectorFor = (ofPlace: string | null = cid, maxPages = 1) =>
  createReviewCollector({ ...REQUEST, maxPages }, ofPlace, () => undefined);

/** A record with another value somewhere. */
function changed(record: unknown, path: Path, value: Json): unknown {
  const copy = structuredClone(record) as Json;
  replace(copy, path, value);
  return copy;
}

test("partner reviews are read and returned, and are none of the place's own", async () => {
  const collector = collectorFor();
  await collector.takeRecords(recordsOf({ count: 4, partners: 6 }));
  expect(collector.counts).toEqual({ read: 10, own: 4, returned: 10, unread: 0 });
});

test('repeats count once, in records and cards alike', async () => {
  const collector = collectorFor();
  const records = recordsOf({ count: 4 });
  await collector.takeRecords([...records, ...records]);
  await collector.takeShown(records.map(extractReview));
  expect(collector.counts).toEqual({ read: 4, own: 4, returned: 4, unread: 0 });
});

test('reviews of other places are dropped and counted once each', async () => {
  const collector = collectorFor();
  const records = recordsOf({ count: 3, strangers: 2 });
  await collector.takeRecords([...records, ...records]);
  expect(collector.counts).toEqual({ read: 3, own: 3, returned: 3, unread: 0 });
  expect(collector.foreign()).toBe(2);
  expect(collector.ids()).toHaveLength(5);
  for (const none of ['9999999999999999999', null]) {
    const other = collectorFor(none);
    await other.takeRecords(records);
    expect(other.counts.read).toBe(0);
    expect(other.foreign()).toBe(5);
  }
});

for (const [what, path, value] of [
  ['an id', [0], null],
  ['a place', [1, 0], null],
  ['a place that can be read', [1, 0], '0x0:0xnothing'],
  ['anything', [], null],
] as const) {
  test(`a record without ${what} is a review that was not read`, async () => {
    const [first, ...rest] = recordsOf({ count: 3 });
    const collector = collectorFor();
    await collector.takeRecords([path.length === 0 ? undefined : changed(first, path, value), ...rest]);
    expect(collector.counts).toEqual({ read: 2, own: 2, returned: 2, unread: 1 });
  });
}

const SOURCE = [1, 13, 0];
const STARS = [2, 0, 0];
for (const [what, changes, isPartner] of [
  ['own by its source', [], false],
  ['own by its source, without stars', [[STARS, null]], false],
  ['own by its stars, without a source', [[SOURCE, null]], false],
  [
    "a partner's by its source",
    [
      [SOURCE, 'Tripadvisor'],
      [STARS, null],
    ],
    true,
  ],
  ['nobody knows whose: stars beside a partner', [[SOURCE, 'Tripadvisor']], null],
  [
    'nobody knows whose: neither source nor stars',
    [
      [SOURCE, null],
      [STARS, null],
    ],
    null,
  ],
] as const) {
  test(`a record that is ${what}: counted as own only when it is known to be`, async () => {
    const [record] = recordsOf({ count: 1 });
    const review = changes.reduce((one: unknown, [path, value]) => changed(one, path, value), record);
    expect(extractReview(review)?.isPartner).toBe(isPartner);
    const collector = collectorFor();
    await collector.takeRecords([review]);
    expect(collector.counts).toMatchObject({ read: 1, own: isPartner === false ? 1 : 0 });
  });
}

const CARD: RawReviewCard = {
  id: 'Ci9DQUlRQUNv',
  author: 'Nikt Niktowski',
  profileUrl: 'https://www.google.com/maps/contrib/110483770106878901976/reviews?hl=pl',
  avatarUrl: null,
  authorLine: null,
  starsLabel: '4 gwiazdki',
  score: null,
  dateText: null,
  text: null,
  cutOff: false,
  photos: [],
  reply: null,
  likes: null,
  matched: {},
};

for (const [what, card, own] of [
  ['stars and an account', {}, 1],
  ["a hotel's stars and an account", { starsLabel: null, score: '4/5' }, 1],
  ['a score and no account', { starsLabel: null, score: '4/5', profileUrl: null }, 0],
  ['a score of ten', { starsLabel: null, score: '8,4/10' }, 0],
  ['no stars', { starsLabel: null }, 0],
] as const) {
  test(`a card with ${what} counts ${own} as the place's own`, async () => {
    const collector = collectorFor();
    await collector.takeShown([extractCard({ ...CARD, ...card })]);
    expect(collector.counts).toEqual({ read: 1, own, returned: 1, unread: 0 });
    expect(collector.samples()).toEqual([]);
  });
}

test('the pages asked for hold 200 reviews each, those of partners included', async () => {
  const collector = collectorFor();
  const records = recordsOf({ count: 100, partners: 150 });
  expect(await collector.takeRecords(records)).toBe(false);
  expect(collector.counts.read).toBe(200);
  expect(collector.hasRoom()).toBe(false);
  // A repeat needs no room.
  expect(await collector.takeRecords(records.slice(0, 3))).toBe(true);
});

test('the samples are the first three own reviews with stars', async () => {
  const collector = collectorFor();
  const records = recordsOf({ count: 20, partners: 20, strangers: 20 });
  await collector.takeRecords([...records, ...records]);
  const own = records
    .map(extractReview)
    .filter((review) => review?.isPartner === false && review.placeCid === cid)
    .slice(0, 3);
  expect(collector.samples()).toEqual(own);
});
