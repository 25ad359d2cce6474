import { loadCases, type ReviewsCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { innerId, reviewUrl } from '../../fixtures/provider/reviews/ids.js';
import { inventReviews } from '../../fixtures/provider/reviews/invent.js';
import { plainPlan, tally } from '../../fixtures/provider/reviews/plan.js';

/** A place whose reviews are listed. */
export interface ListedPlace {
  readonly placeId: string;
  /** How many the provider's list gives. */
  readonly reviews: number;
}

/** A single review's link and what its page shows. */
export interface ReviewTarget {
  readonly link: string;
  readonly isVisible: boolean;
}

export const SHORT_LIST: ListedPlace = { placeId: placeIdOf(caseOf('two-hundred').featureId), reviews: 200 };
export const MIDDLE_LIST: ListedPlace = { placeId: placeIdOf(middleList().place.featureId), reviews: 1_000 };
export const LONG_LIST: ListedPlace = { placeId: placeIdOf(caseOf('capped').featureId), reviews: 4_490 };

const LINKS = 40;

/** Reviews that no case speaks of, hence visible. */
export function visibleReviews(): readonly ReviewTarget[] {
  const { featureId, plan } = caseOf('two-hundred');
  return inventReviews(plan)
    .slice(-LINKS)
    .map(({ inner }) => ({ link: reviewUrl(featureId, inner, 'pl'), isVisible: true }));
}

/** A thousand of them, so that no worker meets one that another asks about at the same moment. */
export function manyVisibleReviews(): readonly string[] {
  const { place, reviews } = middleList();
  return inventReviews(reviews).map(({ inner }) => reviewUrl(place.featureId, inner, 'pl'));
}

/** Links of the right form to reviews that the place no longer has. */
export function removedReviews(count = LINKS): readonly ReviewTarget[] {
  const { featureId } = caseOf('two-hundred');
  const letters = dice('bench/removed');
  return Array.from({ length: count }, () => ({
    link: reviewUrl(featureId, innerId(letters.word(22)), 'pl'),
    isVisible: false,
  }));
}

/** A place with a thousand reviews, which only the bench knows. */
export function middleList(): ReviewsCase {
  const base = found('two-hundred');
  const reviews = plainPlan(1_000, 'bench/thousand');
  const place = {
    ...base.place,
    featureId: '0x471291d4c78fbe7c:0x1d3a5c0b9e7f2468',
    name: 'Karczma Tysiąca Opinii',
  };
  return { ...base, id: 'reviews--bench-thousand', reviews, place: { ...place, ...tally(reviews) } };
}

function caseOf(name: string) {
  const { place, reviews } = found(name);
  return { featureId: place.featureId, plan: reviews };
}

function found(name: string): ReviewsCase {
  const one = loadCases().find(({ id }) => id === `reviews--${name}`);
  if (one?.kind !== 'reviews') throw new Error(`no fixture reviews--${name}`);
  return one;
}
