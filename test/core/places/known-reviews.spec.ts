import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { cidOf } from '../../../fixtures/provider/ids.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { AppError, NO_RESULTS } from '../../../src/core/errors.js';
import { createKnownReviews } from '../../../src/core/places/known-reviews.js';
import { extractReview } from '../../../src/core/reviews/extractors/extract-review.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

// Sightings of reviews by any part of the service (docs/provider/verdicts.md, rule 3).

const { place, reviews: seed } = loadReviewsCase('reviews--ten');
const LIST = reviewList(place, seed);
const CID = cidOf(place.featureId);
const OTHER_CID = '9';

/** A review of the place, with the date of a test. */
function seenReview(at: number, publishedAt: number | null) {
  const shown = LIST.reviews[at];
  const review = shown === undefined ? null : extractReview(LIST.record(shown));
  if (review === null) throw new Error('no such review');
  return { ...review, publishedAt };
}
const idsOf = (at: number) => {
  const { id, author } = seenReview(at, null);
  return { reviewId: id, authorId: author.id, cid: CID };
};

test('remembers each sighting of a review for an hour, by its id and by its author', () =>
  inVirtualTime(async ({ sleep }) => {
    const known = createKnownReviews();
    await sleep(1);
    const byId = { ...idsOf(0), authorId: null };
    const byAuthor = { ...idsOf(0), reviewId: null };
    expect(known.last(byId)).toBeNull();
    known.noteReview(seenReview(0, 1_000));
    await sleep(3_000_000);
    // A sighting without a date keeps the known one.
    known.note(idsOf(0));
    await sleep(3_599_000);
    for (const identity of [byId, byAuthor])
      expect(known.last(identity)).toEqual({ date: 1_000, leftMs: 1_000 });
    expect(known.last({ ...byAuthor, cid: OTHER_CID })).toBeNull();
    await sleep(1_001);
    for (const identity of [byId, byAuthor]) expect(known.last(identity)).toBeNull();
    expect(known.reviewIdOf(byAuthor.authorId ?? '', CID)).toBe(byId.reviewId);
    known.forget(byAuthor.authorId ?? '');
    expect(known.reviewIdOf(byAuthor.authorId ?? '', CID)).toBeNull();
  }));

test('a list that has read past the date of a review ends its sighting, unless it was seen again', () =>
  inVirtualTime(async ({ sleep }) => {
    const known = createKnownReviews();
    await sleep(1);
    const seen = () => [0, 1, 2, 3].map((at) => known.last(idsOf(at)) !== null);
    for (const [at, date] of [3_000, 2_000, 1_000, null].entries()) known.noteReview(seenReview(at, date));
    await sleep(1_000);
    const begunAt = performance.now();
    known.notePassed(OTHER_CID, begunAt, Number.NEGATIVE_INFINITY);
    known.notePassed(CID, begunAt, Number.POSITIVE_INFINITY);
    known.notePassed(CID, begunAt, 3_000);
    known.notePassed(CID, 1, Number.NEGATIVE_INFINITY);
    expect(seen()).toEqual([true, true, true, true]);
    await sleep(1);
    known.noteReview(seenReview(1, 2_000));
    known.notePassed(CID, begunAt, 1_000);
    expect(seen()).toEqual([false, true, true, true]);
    known.notePassed(CID, begunAt, Number.NEGATIVE_INFINITY);
    expect(seen()).toEqual([false, true, false, false]);
  }));

test('a sighting that made room for others holds for its place, until a list of it went past its date', () =>
  inVirtualTime(async ({ sleep }) => {
    const known = createKnownReviews();
    await sleep(1);
    known.noteReview(seenReview(0, 1_000));
    for (let other = 0; other < 25_000; other += 1)
      known.note({ reviewId: `review ${other}`, authorId: `author ${other}`, cid: OTHER_CID });
    await sleep(1_000);
    expect(known.last(idsOf(0))).toEqual({ date: 1_000, leftMs: 3_599_000 });
    known.notePassed(CID, performance.now(), 1_000);
    expect(known.last(idsOf(0))).not.toBeNull();
    known.notePassed(CID, performance.now(), 900);
    expect(known.last(idsOf(0))).toBeNull();
  }));

test('a sighting forbids a negative answer until the list of its place ends it', () =>
  inVirtualTime(async ({ sleep }) => {
    const known = createKnownReviews();
    const refusal = { code: 'provider_unavailable', retryAfterSeconds: 1_800, reason: 'seen_lately' };
    await sleep(1);
    const asked: string[] = [];
    const ask = (at: number, list: () => Promise<unknown>) =>
      known.assertNotSeenLately(idsOf(at), (cid, since) => {
        asked.push(`${cid} ${since}`);
        return list();
      });
    await ask(0, () => Promise.reject(new Error('no list is read')));
    known.noteReview(seenReview(0, 1_000));
    known.noteReview(seenReview(1, null));
    // Half a second of the next second has passed.
    await sleep(1_800_500);
    await expect(ask(0, async () => undefined)).rejects.toMatchObject(refusal);
    await expect(ask(1, () => Promise.reject(new Error('no list is read')))).rejects.toMatchObject(refusal);
    const noPlace = new AppError(NO_RESULTS, madeUp('no such place'));
    await expect(ask(0, () => Promise.reject(noPlace))).rejects.toMatchObject(refusal);
    await ask(0, async () => known.notePassed(CID, performance.now(), 900));
    expect(asked).toEqual([`${CID} 1000`, `${CID} 1000`, `${CID} 1000`]);
  }));
