import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { reviewsPlan } from '../../../fixtures/provider/reviews/plan.js';
import { cidOfFeature } from '../../../src/core/identifiers/cid.js';
import type { RawReviewCard } from '../../../src/core/provider/raw-state.js';
import { extractReview } from '../../../src/core/reviews/extractors/extract-review.js';
import { extractCard } from '../../../src/core/reviews/extractors/review-card.js';
import { isByDate } from '../../../src/core/reviews/list-order.js';
import { createReviewCollector } from '../../../src/core/reviews/read-reviews.js';
import { type Json, type Path, replace } from '../../support/damage.js';
import { REVIEW_CARD } from '../../support/page-states.js';
import { expect, test } from '../../support/test.js';

const { place } = loadReviewsCase('reviews--seven');
const cid = cidOfFeature(place.featureId);
const REQUEST = { placeRef: 'x', maxPages: 1, minStars: null, maxStars: null, since: null };

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

test('partner reviews are returned, but not counted as own', async () => {
  const collector = collectorFor();
  await collector.takeRecords(recordsOf({ count: 4, partners: 6 }));
  expect(collector.counts).toEqual({ read: 10, own: 4, returned: 10, unread: 0 });
});

test('counts repeated records and cards once', async () => {
  const collector = collectorFor();
  const records = recordsOf({ count: 4 });
  await collector.takeRecords([...records, ...records]);
  await collector.takeShown(records.map(extractReview));
  expect(collector.counts).toEqual({ read: 4, own: 4, returned: 4, unread: 0 });
});

test('a card by the author of a record is the same review, whatever its id', async () => {
  const collector = collectorFor();
  const records = recordsOf({ count: 4 });
  await collector.takeRecords(records.slice(0, 3));
  const cards = records.map(extractReview).flatMap((one, at) => (one ? [{ ...one, id: `card ${at}` }] : []));
  await collector.takeShown(cards);
  expect(collector.counts, 'the fourth card is new').toMatchObject({ read: 4, own: 4 });
});

test('drops reviews of other places and counts each once', async () => {
  const collector = collectorFor();
  const records = recordsOf({ count: 3, strangers: 2 });
  await collector.takeRecords([...records, ...records]);
  expect(collector.counts).toEqual({ read: 3, own: 3, returned: 3, unread: 0 });
  expect(collector.foreign()).toBe(2);
  expect(collector.ids()).toHaveLength(5);
  for (const otherCid of ['9999999999999999999', null]) {
    const other = collectorFor(otherCid);
    await other.takeRecords(records);
    expect(other.counts.read).toBe(0);
    expect(other.foreign()).toBe(5);
  }
});

test('counts a record without an id or a readable place as unread', async () => {
  const [first, ...rest] = recordsOf({ count: 3 });
  const broken = [
    undefined,
    changed(first, [0], null),
    changed(first, [1, 0], null),
    changed(first, [1, 0], '0x0:0xnothing'),
  ];
  for (const [index, record] of broken.entries()) {
    const collector = collectorFor();
    await collector.takeRecords([record, ...rest]);
    expect(collector.counts, `${index}`).toEqual({ read: 2, own: 2, returned: 2, unread: 1 });
  }
});

const SOURCE = [1, 13, 0];
const STARS = [2, 0, 0];
/** Source and stars of a record; undefined = unchanged. */
const OWNERS: readonly [
  string,
  source: Json | undefined,
  stars: Json | undefined,
  isPartner: boolean | null,
][] = [
  ['own by its source', undefined, undefined, false],
  ['own by its source, without stars', undefined, null, false],
  ['own by its stars, without a source', null, undefined, false],
  ["a partner's by its source", 'Tripadvisor', null, true],
  ['unknown: stars beside a partner', 'Tripadvisor', undefined, null],
  ['unknown: neither source nor stars', null, null, null],
];

test('counts a record as own only when source or stars prove it', async () => {
  const [record] = recordsOf({ count: 1 });
  for (const [what, source, stars, isPartner] of OWNERS) {
    const sourced = source === undefined ? record : changed(record, SOURCE, source);
    const review = stars === undefined ? sourced : changed(sourced, STARS, stars);
    expect(extractReview(review)?.isPartner, what).toBe(isPartner);
    const collector = collectorFor();
    await collector.takeRecords([review]);
    expect(collector.counts, what).toMatchObject({ read: 1, own: isPartner === false ? 1 : 0 });
  }
});

const CARD: RawReviewCard = {
  ...REVIEW_CARD,
  profileUrl: 'https://www.google.com/maps/contrib/110483770106878901976/reviews?hl=pl',
};

const CARDS: readonly [string, Partial<RawReviewCard>, number][] = [
  ['stars and an account', {}, 1],
  ["a hotel's stars and an account", { starsLabel: null, score: '4/5' }, 1],
  ['a score and no account', { starsLabel: null, score: '4/5', profileUrl: null }, 0],
  ['a score of ten', { starsLabel: null, score: '8,4/10' }, 0],
  ['no stars', { starsLabel: null }, 0],
];

for (const [what, card, own] of CARDS)
  test(`counts a card as own only with stars and an account: ${what}`, async () => {
    const collector = collectorFor();
    await collector.takeShown([extractCard({ ...CARD, ...card })]);
    expect(collector.counts).toEqual({ read: 1, own, returned: 1, unread: 0 });
    expect(collector.samples()).toEqual([]);
  });

test('a page holds 200 reviews, partner reviews included', async () => {
  const collector = collectorFor();
  const records = recordsOf({ count: 100, partners: 150 });
  expect(await collector.takeRecords(records)).toBe(false);
  expect(collector.counts.read).toBe(200);
  expect(collector.hasRoom()).toBe(false);
  // A repeat needs no room.
  expect(await collector.takeRecords(records.slice(0, 3))).toBe(true);
});

test('of reviews since a day, older ones are left out, and one without a date is not', async () => {
  const records = recordsOf({ count: 10 });
  const dates = records.map((record) => {
    const review = extractReview(record);
    return review?.editedAt ?? review?.publishedAt ?? 0;
  });
  const since = dates.toSorted((a, b) => a - b)[4] ?? 0;
  const old = records.filter((_, index) => (dates[index] ?? 0) < since);
  expect(old).toHaveLength(4);
  const returned: string[] = [];
  const collector = createReviewCollector({ ...REQUEST, since }, cid, (event) => {
    if (event.kind === 'review') returned.push(event.review.id);
  });
  expect(collector.isPast(old, []), 'no list was read').toBe(false);
  await collector.takeRecords(records);
  expect(collector.counts).toMatchObject({ read: 10, returned: 6 });
  const isNew = (record: unknown[]) => !old.includes(record);
  expect(returned).toEqual(records.filter(isNew).map((record) => extractReview(record)?.id));
  // A review whose date is not known may be new, and does not say how old the others are.
  const undated = extractReview(records[0]);
  if (undated === null) throw new Error('no review');
  const author = { ...undated.author, id: null };
  await collector.takeShown([{ ...undated, id: 'undated', author, publishedAt: null, editedAt: null }]);
  expect(returned.at(-1)).toBe('undated');
});

test('a review whose stars cannot be read may have the stars that are asked for; one of a partner has none', async () => {
  const [own, partner] = [recordsOf({ count: 1 }), recordsOf({ count: 0, partners: 1 })].map((records) =>
    extractReview(records[0]),
  );
  if (!own || !partner) throw new Error('no review');
  const unknown = { ...own, id: 'unknown', author: { ...own.author, id: null }, stars: null };
  const returned: string[] = [];
  const collector = createReviewCollector({ ...REQUEST, minStars: 2, maxStars: 2 }, cid, (event) => {
    if (event.kind === 'review') returned.push(event.review.id);
  });
  await collector.takeShown([
    partner,
    { ...unknown, id: 'high', stars: 3 },
    { ...unknown, id: 'low', stars: 1 },
    unknown,
  ]);
  expect(returned).toEqual(['unknown']);
});

test('a day ends a list only while its dates fall, and while it holds what came with the place', async () => {
  const records = recordsOf({ count: 40 });
  const dates = records.map((record) => {
    const review = extractReview(record);
    return review?.editedAt ?? review?.publishedAt ?? 0;
  });
  const since = dates.toSorted((a, b) => b - a)[4] ?? 0;
  const [fresh, old] = [records.slice(0, 5), records.slice(5, 25)];
  const read = async (...batches: (readonly unknown[])[]) => {
    const collector = createReviewCollector({ ...REQUEST, since }, cid, () => undefined);
    for (const batch of batches) await collector.takeRecords(batch);
    return collector;
  };
  const sorted = await read(fresh, old);
  expect(sorted.isPast(old, records.slice(0, 20))).toBe(true);
  expect(sorted.isPast(records, []), 'one of them may stand out of order').toBe(false);
  expect(sorted.isPast([], []), 'nothing says how old the rest is').toBe(false);
  // A list reaches down to the newest review of its last batch, if it was sorted and has not broken off.
  const lastDate = Math.max(...dates.slice(5, 25));
  expect([sorted.reach('since', [], []), sorted.reach('max_pages', fresh, [])]).toEqual([lastDate, lastDate]);
  expect(sorted.reach('since', [], ['limited view']), 'trouble').toBe(Number.POSITIVE_INFINITY);
  expect(sorted.reach('end', [], [])).toBe(Number.NEGATIVE_INFINITY);
  const byStars = await read(records.slice(1, 5), old);
  expect(byStars.reach('max_pages', fresh, []), 'a newer one is somewhere below').toBe(
    Number.POSITIVE_INFINITY,
  );
  for (const reason of ['unsorted', 'interrupted', 'deadline', 'provider_limit'] as const)
    expect(sorted.reach(reason, [], []), reason).toBe(Number.POSITIVE_INFINITY);
  expect((await read(old)).isPast(old, fresh), 'newer ones are somewhere below').toBe(false);
  const turned = await read(old.toReversed());
  expect(turned.isPast(old, [])).toBe(false);
  expect(turned.isUnsorted()).toBe(true);
  expect(turned.reach('since', [], [])).toBe(Number.POSITIVE_INFINITY);
  const holed = await read(fresh, [null, ...old]);
  expect(holed.reach('since', [], []), 'a record that cannot be read').toBe(Number.POSITIVE_INFINITY);
  const later = await read(fresh, old, records.slice(25).toReversed());
  expect(later.isPast(records.slice(25), []), 'an earlier batch falls').toBe(false);
  const all = collectorFor();
  await all.takeRecords(records.toReversed());
  expect(all.isUnsorted(), 'no day was asked for').toBe(false);
});

test('a list sorted by stars is never past a day, although its first block falls by date', async () => {
  const list = reviewList(place, reviewsPlan.parse({ seed: 'by stars', count: 120 }));
  const datesIn = (records: readonly unknown[]) =>
    records.flatMap((record) => extractReview(record)?.editedAt ?? extractReview(record)?.publishedAt ?? []);
  for (const [sort, ends] of [
    [2, true],
    [3, false],
    [4, false],
  ] as const) {
    const records = list.visible(sort).map((review) => list.record(review));
    const since = datesIn(records).toSorted((a, b) => b - a)[4] ?? 0;
    const collector = createReviewCollector({ ...REQUEST, since }, cid, () => undefined);
    const batches = Array.from({ length: 12 }, (_, at) => records.slice(at * 10, at * 10 + 10));
    let end = 0;
    for (; end < batches.length && !collector.isPast(batches[end - 1] ?? [], []); end += 1)
      await collector.takeRecords(batches[end] ?? []);
    expect(end < batches.length, `order ${sort}`).toBe(ends);
    if (ends) expect(collector.counts.returned).toBe(5);
    else expect(collector.reach('max_pages', [], [])).toBe(Number.POSITIVE_INFINITY);
  }
});

test('where all unread reviews have the same stars, a list that falls is sorted by date', () => {
  const dates = Array.from({ length: 20 }, (_, index) => 100 - index);
  const five = dates.map(() => 5);
  const counts = [0, 0, 0, 0, 40];
  expect(isByDate(dates, five, counts)).toBe(true);
  expect([isByDate(dates, five, [1, 0, 0, 0, 40]), isByDate(dates, five, null)]).toEqual([false, false]);
  expect(isByDate(dates.slice(1), five, counts), 'chance').toBe(false);
  // All that is unread has the same stars: within them, every list is sorted by date.
  expect(isByDate(dates, five.with(7, 4), [0, 0, 0, 1, 199])).toBe(true);
  expect(isByDate(dates, five, [0, 0, 0, 1, 199])).toBe(false);
  // The last block has not begun: it may hold newer reviews.
  expect(isByDate(dates, five, [0, 0, 0, 40, 20])).toBe(false);
  // One review may stand out of the order by stars, as it may out of that by date.
  expect(isByDate(dates, five.with(7, 4), null)).toBe(false);
  expect(isByDate(dates, five.with(7, 4).with(12, 1), null)).toBe(true);
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
