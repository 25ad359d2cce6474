import { z } from 'zod';
import type { Dice } from '../../fixtures/provider/reviews/dice.js';
import { falsehoods, type Review, type Truth } from './truth.js';

/** One request of the soak and what may come of it. */
export interface SoakRequest {
  readonly kind: string;
  readonly path: string;
  readonly init: RequestInit;
  readonly deadline: 'request' | 'reviews' | 'bulk';
  /** `success`: or an honest 503. `arithmetic`: always a success. Else the one code it must be refused with. */
  readonly expects: 'success' | 'arithmetic' | 'invalid_request' | 'unknown_endpoint';
  /** What is not true in the data of a success. */
  readonly lies: (data: unknown) => readonly string[];
  /** The client leaves after so many milliseconds; null = it stays. */
  readonly leavesAfterMs: number | null;
}

type Kind = (truth: Truth, roll: Dice) => Omit<SoakRequest, 'kind' | 'leavesAfterMs'>;

const LIST_NUMBERS = [
  ...['stars', 'review_text', 'date_unix', 'author_id', 'author_total_reviews', 'author_total_photos'],
  ...['photos_count', 'likes_count'],
];
const reviewDetails = z.object({ review_details: z.object({ is_visible: z.boolean() }) });
const listData = z.object({
  reviews_read: z.number(),
  total_reviews: z.number().nullable(),
  complete: z.boolean(),
  reviews: z.array(z.object({ review_id: z.string() }).loose()),
});
const bulkData = z.object({
  total: z.number(),
  visible: z.number(),
  not_visible: z.number(),
  failed: z.number(),
  results: z.array(z.object({ index: z.number(), is_visible: z.boolean().optional() }).loose()),
});

const get = (path: string, lies: SoakRequest['lies']) =>
  ({ path, init: {}, deadline: 'request', expects: 'success', lies }) as const;
const post = (path: string, body: unknown, lies: SoakRequest['lies']) =>
  ({
    ...get(path, lies),
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  }) as const;
const verdictOf = (link: string, path: string) => `/api/${path}?url=${encodeURIComponent(link)}`;

/** Every kind of request and how often it comes, in parts of the whole. */
const KINDS: Readonly<Record<string, readonly [weight: number, kind: Kind]>> = {
  details: [
    16,
    ({ places }, roll) => {
      const { placeId, details } = roll.pick(places);
      return get(`/api/details?placeid=${placeId}`, (data) =>
        placeLies(data, { place_id: placeId, details }),
      );
    },
  ],
  'search, all': [
    18,
    ({ placeRequests }, roll) => {
      const { path, data: truth } = roll.pick(placeRequests);
      return get(path, (data) => placeLies(data, truth));
    },
  ],
  'convert CID': [
    6,
    ({ places }, roll) => {
      const { placeId, details } = roll.pick(places);
      const truth = { cid: details.cid, place_id: placeId };
      return post('/api/convert', { cid: details.cid }, (data) => falsehoods(data, truth));
    },
  ],
  'convert Place ID': [
    8,
    ({ places }, roll) => {
      const { placeId, details } = roll.pick(places);
      const truth = { cid: details.cid, place_id: placeId };
      const request = post('/api/convert', { place_id: placeId }, (data) => falsehoods(data, truth));
      return { ...request, expects: 'arithmetic' };
    },
  ],
  visibility: [
    16,
    ({ reviews }, roll) => {
      const { link, isVisible } = pickReview(reviews, roll);
      return get(verdictOf(link, 'review-visibility'), (data) => falsehoods(data, { is_visible: isVisible }));
    },
  ],
  'review details': [
    8,
    ({ reviews }, roll) => {
      const review = pickReview(reviews, roll);
      return get(verdictOf(review.link, 'review-details'), (data) => reviewLies(data, review));
    },
  ],
  bulk: [3, bulk],
  list: [
    4,
    ({ lists }, roll) => {
      const { path, total, reviews } = roll.pick(lists);
      return { ...get(path, (data) => listLies(data, total, reviews)), deadline: 'reviews' };
    },
  ],
  'bad input': [
    15,
    (_truth, roll) => {
      const path = roll.pick([
        ...[
          '/api/search',
          '/api/details?placeid=x',
          '/api/all?url=https%3A%2F%2Fevil.example%2F',
          '/api/search?query=0x1%3Azz',
        ],
        ...[
          '/api/review-visibility?url=x',
          '/api/place-reviews?placeid=ChIJ',
          '/api/details?placeid=a&placeid=b',
        ],
      ]);
      return { ...get(path, () => []), expects: 'invalid_request' };
    },
  ],
  'bad body': [
    4,
    (_truth, roll) => {
      const body = roll.pick([{}, { cid: 1 }, { cid: '1', place_id: 'x' }, [], { cid: 'x'.repeat(70_000) }]);
      return { ...post('/api/convert', body, () => []), expects: 'invalid_request' };
    },
  ],
  'no endpoint': [2, () => ({ ...get('/api/nothing', () => []), expects: 'unknown_endpoint' })],
};

const DECK = Object.entries(KINDS).flatMap(([kind, [weight, make]]) =>
  Array.from({ length: weight }, () => ({ kind, make })),
);
const LEAVING = 0.07;

/** The next request, drawn from all kinds by their weights. */
export function nextRequest(truth: Truth, roll: Dice): SoakRequest {
  const { kind, make } = roll.pick(DECK);
  const leavesAfterMs = roll.chance(LEAVING) ? roll.below(600) : null;
  return { kind, ...make(truth, roll), leavesAfterMs };
}

/** Mostly visible ones: a verdict of "not visible" takes two loads. */
function pickReview(reviews: readonly Review[], roll: Dice): Review {
  const wanted = roll.chance(0.85);
  return roll.pick(reviews.filter(({ isVisible }) => isVisible === wanted));
}

function bulk({ reviews }: Truth, roll: Dice) {
  const chosen = Array.from({ length: 1 + roll.below(3) }, () => pickReview(reviews, roll));
  const urls = [...chosen.map(({ link }) => link), 'https://evil.example/'];
  const accept = roll.pick(['application/json', 'application/x-ndjson']);
  const request = post('/api/review-visibility', { urls }, (data) => bulkLies(data, chosen));
  const headers = { ...request.init.headers, accept };
  return { ...request, init: { ...request.init, headers }, deadline: 'bulk' } as const;
}

function placeLies(data: unknown, truth: Readonly<Record<string, unknown>>): string[] {
  const { details, ...rest } = truth;
  const said = data as { readonly details?: unknown };
  const aside = details === undefined ? [] : falsehoods(said.details, details as Record<string, unknown>);
  return [...falsehoods(data, rest), ...aside];
}

function reviewLies(data: unknown, { isVisible, details }: Review): string[] {
  const { review_details: said } = reviewDetails.parse(data);
  if (said.is_visible !== isVisible) return [`is_visible is ${said.is_visible}, not ${isVisible}`];
  return falsehoods(said, details);
}

function listLies(
  data: unknown,
  total: number,
  known: ReadonlyMap<string, Record<string, unknown>>,
): string[] {
  const { reviews, reviews_read: read, total_reviews: counted, complete } = listData.parse(data);
  const lies = reviews.flatMap((review) => {
    const truth = known.get(review.review_id);
    return truth === undefined
      ? [`no such review: ${review.review_id}`]
      : falsehoods(review, truth, LIST_NUMBERS);
  });
  if (new Set(reviews.map(({ review_id }) => review_id)).size !== reviews.length) lies.push('a review twice');
  // Partner reviews are listed and not counted.
  const own = reviews.filter(({ stars }) => stars !== null).length;
  if (own !== read) lies.push(`${read} read, ${own} returned`);
  if (counted !== null && counted !== total) lies.push(`total_reviews is ${counted}, not ${total}`);
  if (complete && reviews.length !== known.size)
    lies.push(`complete with ${reviews.length} of ${known.size}`);
  return lies;
}

function bulkLies(data: unknown, chosen: readonly Review[]): string[] {
  const { total, visible, not_visible: gone, failed, results } = bulkData.parse(data);
  const lies = results.flatMap(({ index, is_visible: said }) => {
    const truth = chosen[index]?.isVisible;
    return said === undefined || said === truth ? [] : [`link ${index}: is_visible is ${said}, not ${truth}`];
  });
  const isWhole =
    total === chosen.length + 1 && results.length === total && visible + gone + failed === total;
  if (!isWhole) lies.push(`${results.length} results: ${visible} + ${gone} + ${failed} of ${total}`);
  if (failed === 0) lies.push('a link off the list did not fail');
  return lies;
}
