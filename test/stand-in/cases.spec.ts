import { loadCases, loadReviewsCase, readExpected } from '../../fixtures/provider/cases.js';
import { cidOf, featureIdOf, placeIdOf } from '../../fixtures/provider/ids.js';
import { listOf } from '../../fixtures/provider/place-payload.js';
import { reviewId } from '../../fixtures/provider/reviews/ids.js';
import { expect, test } from '../support/test.js';

const CASES = loadCases();

test('every case of a place is well-formed: golden present, stars sum to the count, ids and CID agree', () => {
  expect(CASES.length).toBeGreaterThan(30);
  for (const entry of CASES) {
    if (entry.kind === 'reviews' || entry.kind === 'review') continue;
    expect(readExpected(entry.id), entry.id).toMatchObject({ status: 'success', data: {} });
    if (entry.kind !== 'place') continue;
    const { histogram, reviewCount, featureId } = entry.place;
    const stars = histogram === null ? null : Object.values(histogram).reduce((sum, one) => sum + one, 0);
    expect(stars, entry.id).toBe(reviewCount);
    expect(featureIdOf(placeIdOf(featureId)), entry.id).toBe(featureId);
    expect(readExpected(entry.id), entry.id).toMatchObject({
      data: { place_id: placeIdOf(featureId), details: { cid: cidOf(featureId) } },
    });
  }
});

test('every case of a review is well-formed: its link names its review or author, its golden asks for it', () => {
  for (const entry of CASES) {
    if (entry.kind !== 'review') continue;
    const review = listOf(loadReviewsCase(entry.place)).reviews[entry.index];
    const names = [reviewId(review?.inner ?? ''), String(review?.author.id)];
    expect(
      names.some((name) => entry.link.includes(name)),
      entry.id,
    ).toBe(true);
    const asked = new URL(entry.request.slice('GET '.length), 'http://x').searchParams.get('url');
    expect([entry.link, ...entry.hops.map(({ at }) => at)], entry.id).toContain(asked);
    const golden = entry.states[0] === 'nothing' && entry.states.length === 1 ? 'error' : 'success';
    expect(readExpected(entry.id), entry.id).toMatchObject({ status: golden });
  }
});
