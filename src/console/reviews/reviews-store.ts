import { computed, signal as stateOf } from '@preact/signals';
import { clientFailure, type Failure, failureOf, RequestFailed } from '../../core/published/failure.js';
import type { ReviewsLine, ReviewsSummary } from '../../core/published/lines.js';
import { endingText, partnersText } from '../../core/texts/outcomes.js';
import type { Api } from '../../kit/client/api.js';
import { isIdentifier } from '../../kit/lists/links-in-lists.js';
import type { ListCover } from '../../kit/lists/list-columns.js';
import type { ReviewRow } from '../../kit/lists/review-columns.js';
import { type Arrangement, arrange, UNFILTERED } from '../../kit/ui/state/arrange.js';
import { createRuns, createThrottle } from '../../kit/ui/state/runs.js';
import { hasKey } from '../../kit/ui/state/service.js';
import { readonly } from '../../kit/ui/state/ui-signals.js';
import type { Texts } from '../../kit/ui/texts.js';
import { isPlaceAnswer, type PlaceAnswer } from '../place/place-store.js';

/** How the reading of a list ended. */
type Ending =
  | { readonly kind: 'summary'; readonly summary: ReviewsSummary }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Pages of 200 reviews; the provider lists no more. */
const MAX_PAGES = '50';

/** The state of a list of reviews. */
interface ListState {
  /** The user's input: any text that names a place. */
  readonly place: string;
  /** Null until the place is found. */
  readonly placeId: string | null;
  /** Reviews read. If `total` is known, reviews of partners are left out: `total` does not count them. */
  readonly read: number;
  /** The place's review count; null when the provider does not state it. */
  readonly total: number | null;
  /** Null until the list ends. */
  readonly ending: Ending | null;
  readonly endedAt: Date | null;
}

const SHOW_EVERY_MS = 150;

/**
 * The list of reviews of a place.
 * @param known the place with this Place ID, if the console has already read it
 */
export function createReviewList(api: Api, known: (placeId: string) => PlaceAnswer | null) {
  const reading = stateOf<ListState | null>(null);
  const reviews = stateOf<readonly ReviewRow[]>([]);
  const arrangement = stateOf<Arrangement>(UNFILTERED);
  /** The place of the list; null while it is unknown. */
  const details = stateOf<PlaceAnswer | null>(null);
  const runs = createRuns();

  const find = (place: string, signal: AbortSignal) =>
    api.data({ path: 'all', query: { url: place }, signal }, isPlaceAnswer);

  const start = async (place: string) => {
    const { signal, isLatest } = runs.begin();
    const read: ReviewRow[] = [];
    let own = 0;
    let state: ListState = { place, placeId: null, read: 0, total: null, ending: null, endedAt: null };
    let summary: ReviewsSummary | null = null;
    const show = () => {
      if (!isLatest()) return;
      reading.value = state;
      if (reviews.value.length !== read.length || read.length === 0) reviews.value = [...read];
    };
    const throttle = createThrottle(show, SHOW_EVERY_MS);
    const showDetails = (answer: PlaceAnswer | null) => {
      if (isLatest()) details.value = answer;
    };
    showDetails(null);
    show();
    let ending: Ending;
    try {
      // Look up a name or link first. An identifier needs no lookup before the list.
      if (isIdentifier(place)) {
        const kept = known(place);
        if (kept !== null) showDetails(kept);
        else void find(place, signal).then(showDetails, withoutDetails);
        state = { ...state, placeId: place };
      } else {
        const found = await find(place, signal);
        showDetails(found);
        state = { ...state, placeId: found.place_id };
      }
      show();
      const query = { placeid: state.placeId ?? place, max_pages: MAX_PAGES };
      const request = { path: 'place-reviews', query, signal };
      for await (const line of api.lines(request, hasKey<ReviewsLine>('type'))) {
        if (line.type === 'review') read.push(line.review);
        if (line.type === 'review' && line.review.stars !== null) own += 1;
        if (line.type === 'progress') state = { ...state, total: line.total_reviews };
        if (line.type === 'summary') summary = line;
        state = { ...state, read: state.total === null ? read.length : own };
        throttle.touch();
      }
      // A stream without its summary was cut.
      ending =
        summary === null ? { kind: 'failed', failure: clientFailure('cut') } : { kind: 'summary', summary };
    } catch (error) {
      const failure = failureOf(error, signal);
      ending = failure.code === 'cancelled' ? { kind: 'stopped' } : { kind: 'failed', failure };
    }
    throttle.end();
    state = { ...state, ending, endedAt: new Date() };
    show();
  };

  return {
    ...readonly({ reading, reviews, details }),
    arrangement,
    /** The reviews, filtered and sorted. */
    shown: computed(() => arrange(reviews.value, arrangement.value)),
    start,
    stop: runs.stop,
  };
}

/** How much of a list was read. */
export interface Coverage {
  readonly read: number;
  /** The place's review count; null when it is unknown or not larger than `read`. */
  readonly total: number | null;
}

/** Null when the whole list was read. */
export function coverageOf({ read: received, total, ending }: ListState): Coverage | null {
  const summary = ending?.kind === 'summary' ? ending.summary : null;
  if (summary?.complete === true) return null;
  const known = summary?.total_reviews ?? total;
  // The place's review count leaves out reviews of partners.
  const read = summary?.total_reviews == null ? received : summary.reviews_read;
  return { read, total: known !== null && known > read ? known : null };
}

/** How far a list was read, for its tables. `count`: the number of reviews. */
export function listCover({ ending, read, total }: ListState, count: number): ListCover {
  if (ending?.kind === 'summary') return ending.summary;
  const unfinished = { complete: false, stop_reason: null };
  return { reviews_count: count, reviews_read: read, total_reviews: total, ...unfinished };
}

/** Says whether all reviews were read, and if not, why not. */
export function endingSentence(texts: Texts, ending: Ending, read: number, total: number | null): string {
  if (ending.kind === 'stopped') return texts.reviews.stopped(read, total);
  if (ending.kind === 'failed') return texts.reviews.broken(read, total);
  const { summary } = ending;
  const { complete, reviews_count: count, reviews_read: own, total_reviews: counted } = summary;
  if (complete && count === 0) return texts.t('reviews.none');
  const reason = endingText(texts.language, summary);
  if (!complete && own === 0 && counted === null) return texts.reviews.incomplete(count, null, reason);
  const partners = partnersText(texts.language, summary);
  const sentence = complete
    ? texts.t('reviews.complete', { reviews: texts.t('count.reviews', { count: own }) })
    : texts.reviews.incomplete(own, counted, reason);
  return partners === null ? sentence : `${sentence} ${partners}`;
}

/** Ignores a failed or ended request for details: the list is shown without them. Other errors are defects. */
function withoutDetails(error: unknown): void {
  const isEnd = error instanceof DOMException && error.name === 'AbortError';
  if (!(error instanceof RequestFailed) && !isEnd) throw error;
}
