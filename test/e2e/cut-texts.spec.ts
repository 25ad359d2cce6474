import { loadReviewsCase, type ReviewsCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { reviewId, reviewUrl } from '../../fixtures/provider/reviews/ids.js';
import { inventReviews } from '../../fixtures/provider/reviews/invent.js';
import type { ReviewsPlan } from '../../fixtures/provider/reviews/model.js';
import { reviewsPlan, tally } from '../../fixtures/provider/reviews/plan.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { type Service, startService } from '../support/service.js';
import { expect, test } from '../support/test.js';

// Texts of which a record holds only the beginning are never published as whole ones (docs/provider/reviews.md §6).

/** A place with long texts among its reviews, sent as told. */
function placeWith(id: string, texts: ReviewsPlan['texts']): ReviewsCase {
  const one = loadReviewsCase(id);
  const reviews = reviewsPlan.parse({ count: 8, seed: `texts ${texts}`, special: 'all', texts });
  return { ...one, place: { ...one.place, ...tally(reviews) }, reviews };
}

const CUT = placeWith('reviews--seven', 'cut');
const STAYS_CUT = placeWith('reviews--ten', 'stay_cut');
const ENDS_ALIKE = placeWith('reviews--eleven', 'end_alike');
const MARK = '… Więcej';

/** What is published of a long text. */
const PLACES: readonly (readonly [string, ReviewsCase, (text: string) => string | null])[] = [
  ['cut, and its page opens it: whole', CUT, (text) => text],
  ['cut, and its page does not open it: null', STAYS_CUT, () => null],
  ['whole, and ends as if it were cut: as written', ENDS_ALIKE, (text) => text + MARK],
];

/** The long texts of a place, by the ids of their reviews. */
function longTexts({ reviews, place }: ReviewsCase) {
  return inventReviews(reviews).flatMap(({ inner, text, translated }) =>
    text !== null && text.length > 240 && translated === null
      ? [{ id: reviewId(inner), link: reviewUrl(place.featureId, inner, 'pl'), text }]
      : [],
  );
}

let standIn: StandIn;
let service: Service;
test.beforeAll(async () => {
  standIn = await startStandIn({ cases: [CUT, STAYS_CUT, ENDS_ALIKE] });
  service = await startService(standIn, {}, undefined, { usesFastPath: true });
});
test.afterAll(async () => {
  await service.close();
  await standIn.close();
});

/** Documents of single reviews asked for; the first is the plain attempt. */
const documents = () => standIn.requests.filter(({ path }) => path.startsWith('/maps/reviews/')).length;

for (const [what, place, published] of PLACES) {
  test(`publishes a text that is ${what} (details)`, async () => {
    const [long] = longTexts(place);
    const answer = await service.get(`/api/review-details?url=${encodeURIComponent(long?.link ?? '')}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { review_details: { is_visible: true, review_text: published(long?.text ?? '') } } },
    });
  });

  test(`publishes a text that is ${what} (list)`, async () => {
    const answer = await service.get(`/api/place-reviews?placeid=${placeIdOf(place.place.featureId)}`);
    const { data } = answer.body as {
      data: { reviews: { review_id: string; review_text: string | null }[] };
    };
    expect(data).toMatchObject({ complete: true, reviews_read: 8 });
    const texts = new Map(data.reviews.map(({ review_id, review_text }) => [review_id, review_text]));
    expect(longTexts(place).length).toBeGreaterThan(0);
    for (const { id, text } of longTexts(place)) expect(texts.get(id)).toBe(published(text));
    if (place !== ENDS_ALIKE) expect(JSON.stringify(answer.body)).not.toContain(MARK);
  });
}

test('gives a verdict about a review with a cut text without rendering it, and the first 200 characters', async () => {
  standIn.requests.length = 0;
  const [long] = longTexts(CUT);
  const answer = await service.post(
    '/api/review-visibility',
    { urls: [long?.link] },
    { accept: 'application/json' },
  );
  const { data } = answer.body as {
    data: { results: { review: { text_excerpt: string | null; review_text: string | null } }[] };
  };
  expect(data.results[0]?.review.text_excerpt).toBe(long?.text.slice(0, 200));
  expect(data.results[0]?.review.review_text).toBe(null);
  expect(documents()).toBe(1);
});
