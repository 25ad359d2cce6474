import { computed, type ReadonlySignal, type Signal, signal as stateOf } from '@preact/signals';
import type { Api } from '../../core/api.js';
import type { ReviewRow } from '../../core/export/review-columns.js';
import { clientFailure, failureOf } from '../../core/failure.js';
import type { ReviewsLine, ReviewsSummary } from '../../core/lines.js';
import { createThrottle } from '../state/throttle.js';
import { type Arrangement, arrange } from './arrange.js';
import type { Ending } from './ending.js';

/** The state of a list of reviews. */
export interface ListState {
  readonly placeId: string;
  readonly maxPages: number;
  /** Reviews read. When `total` is known, without reviews of partners, which it does not count and have no stars. */
  readonly read: number;
  /** The number of reviews the place gives; null when it gives none. */
  readonly total: number | null;
  /** Null until the list ends. */
  readonly ending: Ending | null;
}

export interface ReviewList {
  readonly reading: ReadonlySignal<ListState | null>;
  readonly reviews: ReadonlySignal<readonly ReviewRow[]>;
  readonly arrangement: Signal<Arrangement>;
  /** The reviews, filtered and sorted. */
  readonly shown: ReadonlySignal<readonly ReviewRow[]>;
  start(placeId: string, maxPages: number): Promise<void>;
  stop(): void;
}

const SHOW_EVERY_MS = 150;

export function createReviewList(api: Api): ReviewList {
  const reading = stateOf<ListState | null>(null);
  const reviews = stateOf<readonly ReviewRow[]>([]);
  const arrangement = stateOf<Arrangement>({ stars: new Set(), search: '', sort: 'newest' });
  let running = new AbortController();

  const start = async (placeId: string, maxPages: number) => {
    running.abort();
    const current = new AbortController();
    running = current;
    const read: ReviewRow[] = [];
    let own = 0;
    let state: ListState = { placeId, maxPages, read: 0, total: null, ending: null };
    let summary: ReviewsSummary | null = null;
    const show = () => {
      if (running !== current) return;
      reading.value = state;
      if (reviews.value.length !== read.length || read.length === 0) reviews.value = [...read];
    };
    const throttle = createThrottle(show, SHOW_EVERY_MS);
    arrangement.value = { ...arrangement.value, stars: new Set(), search: '' };
    show();
    const { signal } = current;
    const query = { placeid: placeId, max_pages: String(maxPages) };
    let ending: Ending;
    try {
      for await (const line of api.lines({ path: 'place-reviews', query, signal }, isLine)) {
        if (line.type === 'review') read.push(line.review);
        if (line.type === 'review' && line.review.stars !== null) own += 1;
        if (line.type === 'progress') state = { ...state, total: line.total_reviews };
        if (line.type === 'summary') summary = line;
        state = { ...state, read: state.total === null ? read.length : own };
        throttle.touch();
      }
      // A stream that ends without its summary was cut.
      ending =
        summary === null ? { kind: 'failed', failure: clientFailure('cut') } : { kind: 'summary', summary };
    } catch (error) {
      const failure = failureOf(error, signal);
      ending = failure.code === 'cancelled' ? { kind: 'stopped' } : { kind: 'failed', failure };
    }
    throttle.end();
    state = { ...state, ending };
    show();
  };

  return {
    reading,
    reviews,
    arrangement,
    shown: computed(() => arrange(reviews.value, arrangement.value)),
    start,
    stop: () => running.abort(),
  };
}

/** The page is served by the service itself, so lines are not checked further. */
function isLine(value: unknown): value is ReviewsLine {
  return typeof value === 'object' && value !== null && 'type' in value;
}
