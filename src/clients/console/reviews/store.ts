import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ReviewRow } from '../../core/export/review-columns.js';
import type { Api } from '../api/client.js';
import { plainFailure } from '../api/failure.js';
import { createThrottle } from '../state/throttle.js';
import { type Arrangement, arrange } from './arrange.js';
import type { Ending, ReviewsLine, Summary } from './ending.js';

/** A list being read, or read. */
export interface Reading {
  readonly placeId: string;
  readonly maxPages: number;
  /** With a number of the place, those it covers: reviews of partners, which have no stars, are not among them. */
  readonly read: number;
  /** The place's own number of reviews; null when it does not say. */
  readonly total: number | null;
  /** Null while it goes on. */
  readonly ending: Ending | null;
}

export interface ReviewList {
  readonly reading: ReadonlySignal<Reading | null>;
  readonly reviews: ReadonlySignal<readonly ReviewRow[]>;
  readonly arrangement: Signal<Arrangement>;
  /** The reviews as arranged. */
  readonly shown: ReadonlySignal<readonly ReviewRow[]>;
  start(placeId: string, maxPages: number): Promise<void>;
  stop(): void;
}

const SHOW_EVERY_MS = 150;

export function createReviewList(api: Api): ReviewList {
  const reading = signal<Reading | null>(null);
  const reviews = signal<readonly ReviewRow[]>([]);
  const arrangement = signal<Arrangement>({ stars: new Set(), search: '', sort: 'newest' });
  let running = new AbortController();

  const start = async (placeId: string, maxPages: number) => {
    running.abort();
    const current = new AbortController();
    running = current;
    const read: ReviewRow[] = [];
    let own = 0;
    let state: Reading = { placeId, maxPages, read: 0, total: null, ending: null };
    let summary: Summary | null = null;
    let failed: Ending | null = null;
    const show = () => {
      if (running !== current) return;
      reading.value = state;
      if (reviews.value.length !== read.length || read.length === 0) reviews.value = [...read];
    };
    const throttle = createThrottle(show, SHOW_EVERY_MS);
    arrangement.value = { ...arrangement.value, stars: new Set(), search: '' };
    show();
    const take = (typed: { readonly type: string }) => {
      const line = typed as ReviewsLine | { type: 'error'; error?: { code?: string } };
      if (line.type === 'review') read.push(line.review);
      if (line.type === 'review' && line.review.stars !== null) own += 1;
      if (line.type === 'progress') state = { ...state, total: line.total_reviews };
      if (line.type === 'summary') summary = line;
      if (line.type === 'error') failed = { kind: 'failed', failure: api.lineFailure(line) };
      state = { ...state, read: state.total === null ? read.length : own };
      throttle.touch();
    };
    const path = `/api/place-reviews?${new URLSearchParams({ placeid: placeId, max_pages: String(maxPages) })}`;
    const failure = await api.stream(path, null, take, current.signal);
    throttle.end();
    state = { ...state, ending: endingOf(summary, failed, failure) };
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

/** A stream is whole only with its summary. */
function endingOf(
  summary: Summary | null,
  failed: Ending | null,
  failure: Awaited<ReturnType<Api['stream']>>,
): Ending {
  if (failure?.code === 'cancelled') return { kind: 'stopped' };
  if (failure !== null) return { kind: 'failed', failure };
  if (failed !== null) return failed;
  if (summary !== null) return { kind: 'summary', summary };
  return { kind: 'failed', failure: plainFailure('cut') };
}
