import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Case, loadCases, readExpected } from '../../fixtures/provider/cases.js';
import { withoutMoments } from '../support/golden.js';

/** What a success may say, by the invented world: nothing else is true. Null in its place = unknown. */
export interface Place {
  readonly placeId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** One way to ask for a place, and what the answer must be. */
export interface PlaceRequest {
  readonly path: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Review {
  readonly link: string;
  readonly isVisible: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface List {
  readonly path: string;
  readonly total: number;
  readonly reviews: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

export interface Truth {
  readonly places: readonly Place[];
  /** Everything of the fixtures that asks for a place and finds it. */
  readonly placeRequests: readonly PlaceRequest[];
  readonly reviews: readonly Review[];
  /** Short lists that are read whole. */
  readonly lists: readonly List[];
}

const record = z.record(z.string(), z.unknown());
const placeBody = z.object({ status: z.literal('success'), data: record });
const detailsData = z.object({ place_id: z.string(), details: record });
const reviewBody = z.object({
  data: z.object({ review_details: record.and(z.object({ is_visible: z.boolean() })) }),
});
const listBody = z.object({
  data: z.object({ complete: z.literal(true), total_reviews: z.number(), reviews: z.array(record).max(20) }),
});

/** Reads the truth out of the goldens. Cases whose pages change from load to load are left out. */
export function loadTruth(): Truth {
  const cases = loadCases();
  const requests = cases.filter(isSteadyPlace).flatMap((one): PlaceRequest[] => {
    const golden = placeBody.safeParse(readExpected(one.id));
    return golden.success ? [{ path: pathOf(one), data: golden.data.data }] : [];
  });
  return {
    placeRequests: requests,
    places: requests.flatMap(({ data }) => {
      const { success, data: known } = detailsData.safeParse(data);
      return success ? [{ placeId: known.place_id, details: known.details }] : [];
    }),
    reviews: cases.flatMap((one): Review[] => {
      if (one.kind !== 'review' || one.states.length > 1) return [];
      const golden = reviewBody.safeParse(readExpected(one.id)).data?.data.review_details;
      const link = new URL(pathOf(one), 'http://service.test').searchParams.get('url');
      if (golden === undefined || link === null) return [];
      return [{ link, isVisible: golden.is_visible, details: golden }];
    }),
    lists: cases.flatMap((one): List[] => {
      const golden = one.kind === 'reviews' ? listBody.safeParse(readExpected(one.id)).data?.data : undefined;
      if (golden === undefined) return [];
      const reviews = new Map(golden.reviews.map((review) => [String(review.review_id), review]));
      return [{ path: pathOf(one), total: golden.total_reviews, reviews }];
    }),
  };
}

/** Everything in `said` that is neither what `truth` says nor unknown, in words. */
export function falsehoods(
  said: unknown,
  truth: Readonly<Record<string, unknown>>,
  names: readonly string[] = Object.keys(truth),
): string[] {
  const { success, data } = record.safeParse(said);
  if (!success) return ['the answer holds no such object'];
  return names
    .filter((name) => data[name] != null && !isDeepStrictEqual(withoutMoments(data[name]), truth[name]))
    .map((name) => `${name} is ${JSON.stringify(data[name])}, not ${JSON.stringify(truth[name])}`);
}

function isSteadyPlace(one: Case): boolean {
  if (one.kind === 'search' || one.kind === 'share') return true;
  return one.kind === 'place' && ['full', 'limited_first', 'truncated_first'].includes(one.serve.view);
}

function pathOf({ request }: Case): string {
  return request.replace(/^GET /, '');
}
