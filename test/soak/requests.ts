import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Case, loadCases, readExpected } from '../../fixtures/provider/cases.js';
import type { Dice } from '../../fixtures/provider/reviews/dice.js';
import { withoutMoments } from '../support/golden.js';

// The requests of the soak, and the only true answers to them: the goldens of the cases.

type Data = Readonly<Record<string, unknown>>;

/** One request and what may come of it. */
export interface SoakRequest {
  readonly kind: string;
  readonly path: string;
  /** Sent as JSON by POST; null = the request is a GET. */
  readonly body: string | null;
  readonly accept: string;
  readonly deadline: 'request' | 'reviews' | 'bulk';
  /** `success`: or an honest refusal while the provider or the browser is in trouble. */
  readonly expects: 'success' | 'invalid_request';
  /** Statements in the data of a success that are not true. */
  readonly lies: (data: unknown) => readonly string[];
  /** The client leaves after this many milliseconds; null = it stays. */
  readonly leavesAfterMs: number | null;
}

interface Review {
  readonly link: string;
  readonly isVisible: boolean;
  readonly details: Data;
}

/** What the cases say. Cases whose pages change from load to load are left out. */
export interface Truth {
  readonly places: readonly { readonly path: string; readonly data: Data }[];
  readonly reviews: readonly Review[];
  /** Short lists that are read whole. */
  readonly lists: readonly { path: string; total: number; reviews: ReadonlyMap<string, Data> }[];
}

const record = z.record(z.string(), z.unknown());
const placeBody = z.object({ status: z.literal('success'), data: record });
const reviewBody = z.object({
  data: z.object({ review_details: record.and(z.object({ is_visible: z.boolean() })) }),
});
const listBody = z.object({
  data: z.object({ complete: z.literal(true), total_reviews: z.number(), reviews: z.array(record).max(20) }),
});

export function loadTruth(): Truth {
  const cases = loadCases().map((one) => ({
    one,
    path: one.request.replace(/^GET /, ''),
    golden: readExpected(one.id),
  }));
  return {
    places: cases
      .filter(({ one }) => isSteadyPlace(one))
      .flatMap(({ path, golden }) => {
        const { data } = placeBody.safeParse(golden);
        return data === undefined ? [] : [{ path, data: data.data }];
      }),
    reviews: cases.flatMap(({ one, path, golden }) => {
      const details = reviewBody.safeParse(golden).data?.data.review_details;
      const link = new URL(path, 'http://service.test').searchParams.get('url');
      if (one.kind !== 'review' || one.states.length > 1 || details === undefined || link === null) return [];
      return [{ link, isVisible: details.is_visible, details }];
    }),
    lists: cases.flatMap(({ one, path, golden }) => {
      const list = one.kind === 'reviews' ? listBody.safeParse(golden).data?.data : undefined;
      if (list === undefined) return [];
      const reviews = new Map(list.reviews.map((review) => [String(review.review_id), review]));
      return [{ path, total: list.total_reviews, reviews }];
    }),
  };
}

function isSteadyPlace(one: Case): boolean {
  if (one.kind === 'search' || one.kind === 'share') return true;
  return one.kind === 'place' && ['full', 'limited_first', 'truncated_first'].includes(one.serve.view);
}

type Kind = (truth: Truth, roll: Dice) => Partial<SoakRequest> & Pick<SoakRequest, 'path'>;

const BAD_INPUT = [
  ...['/api/search', '/api/details?placeid=x', '/api/all?url=https%3A%2F%2Fevil.example%2F'],
  ...['/api/search?query=0x1%3Azz', '/api/review-visibility?url=x', '/api/place-reviews?placeid=ChIJ'],
];

/** Every kind of request and its share. */
const KINDS: Readonly<Record<string, readonly [weight: number, kind: Kind]>> = {
  place: [
    34,
    ({ places }, roll) => {
      const { path, data } = roll.pick(places);
      return { path, lies: (said) => placeLies(said, data) };
    },
  ],
  visibility: [
    16,
    ({ reviews }, roll) => {
      const { link, isVisible } = pickReview(reviews, roll);
      const path = `/api/review-visibility?url=${encodeURIComponent(link)}`;
      return { path, lies: (said) => falsehoods(said, { is_visible: isVisible }) };
    },
  ],
  'review details': [
    8,
    ({ reviews }, roll) => {
      const { link, details } = pickReview(reviews, roll);
      const path = `/api/review-details?url=${encodeURIComponent(link)}`;
      return { path, lies: (said) => reviewLies(said, details) };
    },
  ],
  bulk: [
    4,
    ({ reviews }, roll) => {
      const chosen = Array.from({ length: 1 + roll.below(3) }, () => pickReview(reviews, roll));
      return {
        path: '/api/review-visibility',
        body: JSON.stringify({ urls: [...chosen.map(({ link }) => link), 'https://evil.example/'] }),
        accept: roll.pick(['application/json', 'application/x-ndjson']),
        deadline: 'bulk',
        lies: (said) => bulkLies(said, chosen),
      };
    },
  ],
  list: [
    4,
    ({ lists }, roll) => {
      const { path, total, reviews } = roll.pick(lists);
      return { path, deadline: 'reviews', lies: (said) => listLies(said, total, reviews) };
    },
  ],
  'bad input': [14, (_truth, roll) => ({ path: roll.pick(BAD_INPUT), expects: 'invalid_request' })],
};

const DECK = Object.entries(KINDS).flatMap(([kind, [weight, make]]) =>
  Array.from({ length: weight }, () => ({ kind, make })),
);
const LEAVING = 0.07;

/** The next request, drawn from all kinds by their shares. */
export function nextRequest(truth: Truth, roll: Dice): SoakRequest {
  const { kind, make } = roll.pick(DECK);
  const leavesAfterMs = roll.chance(LEAVING) ? roll.below(600) : null;
  return {
    ...{ kind, leavesAfterMs, body: null, accept: 'application/json', deadline: 'request' },
    ...{ expects: 'success', lies: () => [] },
    ...make(truth, roll),
  };
}

/** Mostly visible reviews: a verdict of "not visible" takes two loads. */
function pickReview(reviews: readonly Review[], roll: Dice): Review {
  const wanted = roll.chance(0.85);
  return roll.pick(reviews.filter(({ isVisible }) => isVisible === wanted));
}

/** Every field in `said` that is neither true nor unknown. */
function falsehoods(said: unknown, truth: Data, names: readonly string[] = Object.keys(truth)): string[] {
  const data = record.parse(said);
  return names
    .filter((name) => data[name] != null && !isDeepStrictEqual(withoutMoments(data[name]), truth[name]))
    .map((name) => `${name} is ${JSON.stringify(data[name])}, not ${JSON.stringify(truth[name])}`);
}

function placeLies(said: unknown, { details, ...rest }: Data): string[] {
  const own = record.safeParse(details).data;
  return [...falsehoods(said, rest), ...(own ? falsehoods(record.parse(said).details, own) : [])];
}

function reviewLies(said: unknown, details: Data): string[] {
  const review = record.parse(record.parse(said).review_details);
  const wrong = falsehoods(review, details, ['is_visible']);
  return wrong.length > 0 ? wrong : falsehoods(review, details);
}

const LIST_FIELDS = [
  ...['stars', 'review_text', 'date_unix', 'author_id', 'author_total_reviews', 'author_total_photos'],
  ...['photos_count', 'likes_count'],
];
const listData = z.object({
  reviews_read: z.number(),
  total_reviews: z.number().nullable(),
  complete: z.boolean(),
  reviews: z.array(z.object({ review_id: z.string() }).loose()),
});

function listLies(said: unknown, total: number, known: ReadonlyMap<string, Data>): string[] {
  const { reviews, reviews_read: read, total_reviews: counted, complete } = listData.parse(said);
  const lies = reviews.flatMap((review) => {
    const truth = known.get(review.review_id);
    return truth === undefined
      ? [`no such review: ${review.review_id}`]
      : falsehoods(review, truth, LIST_FIELDS);
  });
  if (new Set(reviews.map(({ review_id }) => review_id)).size !== reviews.length) lies.push('a review twice');
  // Reviews of partners are listed and not counted.
  const own = reviews.filter(({ stars }) => stars !== null).length;
  if (own !== read) lies.push(`${read} read, ${own} returned`);
  if (counted !== null && counted !== total) lies.push(`total_reviews is ${counted}, not ${total}`);
  if (complete && reviews.length !== known.size)
    lies.push(`complete with ${reviews.length} of ${known.size}`);
  return lies;
}

const bulkData = z.object({
  ...{ total: z.number(), visible: z.number(), not_visible: z.number(), failed: z.number() },
  results: z.array(z.object({ index: z.number(), is_visible: z.boolean().optional() }).loose()),
});

function bulkLies(said: unknown, chosen: readonly Review[]): string[] {
  const { total, visible, not_visible: gone, failed, results } = bulkData.parse(said);
  const lies = results.flatMap(({ index, is_visible: is }) => {
    const truth = chosen[index]?.isVisible;
    return is === undefined || is === truth ? [] : [`link ${index}: is_visible is ${is}, not ${truth}`];
  });
  const isWhole =
    total === chosen.length + 1 && results.length === total && visible + gone + failed === total;
  if (!isWhole) lies.push(`${results.length} results: ${visible} + ${gone} + ${failed} of ${total}`);
  if (failed === 0) lies.push('the link of another site did not fail');
  return lies;
}
