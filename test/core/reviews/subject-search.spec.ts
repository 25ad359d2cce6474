import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { cidOf } from '../../../fixtures/provider/ids.js';
import { placePayload } from '../../../fixtures/provider/place-payload.js';
import { halfFeature, reviewId, reviewUrl } from '../../../fixtures/provider/reviews/ids.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { classifyReviewLink, identityOf } from '../../../src/core/identifiers/review-url.js';
import { nothingObserved, observedDocument } from '../../../src/core/provider/navigation/observation.js';
import type { RawPageState } from '../../../src/core/provider/raw-state.js';
import { dataAnswer } from '../../../src/core/provider/wire/envelope.js';
import { createSubjectSearch } from '../../../src/core/reviews/subject-search.js';
import { EMPTY_STATE } from '../../support/page-states.js';
import { expect, test } from '../../support/test.js';

// One record of the subject in any load of its proof is a sighting (verdicts.md, rule 3).

const served = loadReviewsCase('reviews--eleven');
const { place } = served;
const list = reviewList(place, served.reviews);
const [FIRST, SECOND] = list.reviews;
if (FIRST === undefined || SECOND === undefined) throw new Error('no reviews');

function searchFor(url: string) {
  const link = classifyReviewLink(url);
  if (link.kind !== 'review') throw new Error('not a review');
  return createSubjectSearch(identityOf(link.link));
}

const BY_ID = reviewUrl(place.featureId, FIRST.inner, 'pl');
const BY_AUTHOR = `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${FIRST.author.id}!2s${halfFeature(place.featureId)}`;

/** What a search finds in the data of another page. */
function findIn(
  url: string,
  seen: Partial<ReturnType<typeof nothingObserved>>,
  state: RawPageState | null = null,
) {
  const search = searchFor(url);
  const view = { asked: '', url: '', state, settled: true, dataOverdue: false, readAt: 0 };
  search.subject.look({ ...view, seen: { ...nothingObserved(), ...seen } });
  const found = search.found();
  return found === null ? 'nothing' : found.raw === null ? `signs: ${found.where}` : 'the review';
}

const body = (value: unknown) => `)]}'\n${JSON.stringify(value)}`;
const guarded = (value: unknown) => dataAnswer(body(value));
const record = (review: typeof FIRST) => list.record(review);
const unrated = record(FIRST).map((part, slot) => (slot === 2 ? [null] : part));

test('the record of the review in another load is a sighting, by its id or by author and place', () => {
  const payload = dataAnswer(placePayload(served, { truncated: false, reviews: list }));
  for (const url of [BY_ID, BY_AUTHOR]) {
    expect(findIn(url, { payloads: [payload] }), 'the page of the place').toBe('the review');
    expect(findIn(url, { reviews: [guarded([null, [[record(FIRST)]]])] }), 'a control').toBe('the review');
    const html = `<script>window.APP_INITIALIZATION_STATE=${JSON.stringify([null, body([record(FIRST)])])};window.APP_FLAGS=1</script>`;
    const documents = [observedDocument('', 200, html)];
    expect(findIn(url, { documents }), 'the document').toBe('the review');
    expect(findIn(url, { reviews: [guarded([record(SECOND)])] }), 'another review').toBe('nothing');
    expect(findIn(url, { reviews: ['[', ''].map(dataAnswer) }), 'no answer').toBe('nothing');
  }
});

test('a record without a rating, and the id alone, are signs', () => {
  expect(findIn(BY_ID, { payloads: [guarded([unrated])] })).toBe('signs: its record');
  expect(findIn(BY_ID, { payloads: [guarded([['x', reviewId(FIRST.inner)]])] })).toBe('signs: its id');
  expect(findIn(BY_AUTHOR, { payloads: [guarded([['x', FIRST.author.id]])] })).toBe('nothing');
});

test('its card on the page of the place is a sign, although no data hold it', () => {
  const shows = (id: string) => ({ ...EMPTY_STATE, reviewIds: [id] });
  expect(findIn(BY_ID, {}, shows(reviewId(FIRST.inner)))).toBe('signs: its card');
  expect(findIn(BY_ID, {}, shows(reviewId(SECOND.inner)))).toBe('nothing');
});

test('a record of the same author at another place is no sighting of a link by author', () => {
  const elsewhere = BY_AUTHOR.replace(halfFeature(place.featureId), '0x0:0x3f5c81d2ab904e16');
  expect(cidOf(place.featureId)).not.toBe('4565666864068316694');
  expect(findIn(elsewhere, { payloads: [guarded([record(FIRST)])] })).toBe('nothing');
});
