import { createHash } from 'node:crypto';
import {
  loadPlaceCase,
  loadReviewsCase,
  type PlaceCase,
  type ReviewCase,
  type ReviewsCase,
} from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { innerId, reviewUrl } from '../../fixtures/provider/reviews/ids.js';
import { inventReviews } from '../../fixtures/provider/reviews/invent.js';
import { plainPlan, tally } from '../../fixtures/provider/reviews/plan.js';

// Invented places and reviews that the bench asks for; the same in every process.

/** What the stand-in waits before its answers, in milliseconds. */
export const DELAYS = { documentDelayMs: 80, dataDelayMs: 150, renderDelayMs: 60, reviewsDelayMs: 120 };

/** Several times as many places as are asked for at once: no contestant is asked for one place twice at a time. */
const PLACES = 48;

/** Invented places, served as pages of places are today: the document names its data request. */
export function lookupPlaces(): readonly PlaceCase[] {
  const base = loadPlaceCase('place--full-polish');
  return Array.from({ length: PLACES }, (_, index) => {
    const hex = createHash('sha256').update(`bench/${index}`).digest('hex');
    return {
      ...base,
      id: `place--bench-${index}`,
      title: 'A place of the bench',
      place: {
        ...base.place,
        featureId: `0x47${hex.slice(0, 14)}:0x1${hex.slice(14, 29)}`,
        mid: `/g/11bench${index}`,
        name: `Pomiarownia nr ${index + 1} „Pod Stoperem”`,
        address: `ul. Mierzona ${index + 1}, 31-999 Zmyślonka`,
        ...tally(plainPlan(100 + index, `bench/place/${index}`)),
      },
    };
  });
}

/** The Place IDs of these places. */
export const PLACE_IDS = lookupPlaces().map(({ place }) => placeIdOf(place.featureId));

/** A place with a thousand reviews, which only the bench knows. */
export function middleList(): ReviewsCase {
  const base = loadReviewsCase('reviews--two-hundred');
  const reviews = plainPlan(1_000, 'bench/thousand');
  const place = {
    ...base.place,
    featureId: '0x471291d4c78fbe7c:0x1d3a5c0b9e7f2468',
    name: 'Karczma Tysiąca Opinii',
  };
  return { ...base, id: 'reviews--bench-thousand', reviews, place: { ...place, ...tally(reviews) } };
}

/** A place whose reviews are listed, and how many of them the provider's list gives. */
const listed = ({ place }: ReviewsCase, reviews: number) => ({
  placeId: placeIdOf(place.featureId),
  reviews,
});
export type ListedPlace = ReturnType<typeof listed>;

export const SHORT_LIST = listed(loadReviewsCase('reviews--two-hundred'), 200);
export const MIDDLE_LIST = listed(middleList(), 1_000);
export const LONG_LIST = listed(loadReviewsCase('reviews--capped'), 4_490);

/** A single review's link and what its page shows. */
export interface ReviewTarget {
  readonly link: string;
  readonly isVisible: boolean;
}

/** Visible reviews: no case changes them. */
export function visibleReviews(count: number): readonly ReviewTarget[] {
  const { place, reviews } = loadReviewsCase('reviews--two-hundred');
  return inventReviews(reviews)
    .slice(-count)
    .map(({ inner }) => ({ link: reviewUrl(place.featureId, inner, 'pl'), isVisible: true }));
}

/** Links of the right form to reviews that the place no longer has: their pages say so in words. */
export function removedReviews(count: number): readonly ReviewTarget[] {
  const { featureId } = loadReviewsCase('reviews--two-hundred').place;
  const letters = dice(`bench/removed/${featureId}`);
  return Array.from({ length: count }, () => ({
    link: reviewUrl(featureId, innerId(letters.word(22)), 'pl'),
    isVisible: false,
  }));
}

/** Places of which the newest ten reviews are gone, without a word on their pages. */
const GONE = 10;

export const gonePlaces = Array.from({ length: 11 }, (_, index): ReviewsCase => {
  const base = loadReviewsCase('reviews--two-hundred');
  const hex = createHash('sha256').update(`bench/counted/${index}`).digest('hex');
  const reviews = plainPlan(40, `bench/counted/${index}`);
  const place = {
    ...base.place,
    featureId: `0x47${hex.slice(0, 14)}:0x2${hex.slice(14, 29)}`,
    mid: `/g/11counted${index}`,
    name: `Zajazd nr ${index + 1} „Pod Licznikiem”`,
  };
  return { ...base, id: `reviews--bench-counted-${index}`, reviews, place: { ...place, ...tally(reviews) } };
});

/** The first reviews of such a place that are gone. */
export function goneReviews({ place, reviews }: ReviewsCase, count = GONE): readonly ReviewTarget[] {
  return inventReviews(reviews)
    .slice(0, count)
    .map(({ inner }) => ({ link: reviewUrl(place.featureId, inner, 'pl'), isVisible: false }));
}

/** The cases of these places and of their reviews. */
export function goneCases(): readonly (ReviewsCase | ReviewCase)[] {
  const { title, request } = loadReviewsCase('reviews--two-hundred');
  const gone = gonePlaces.flatMap((one) =>
    goneReviews(one).map(({ link }, index): ReviewCase => {
      const id = `review--bench-${one.id}-${index}`;
      const states: ReviewCase['states'] = ['no_rating_section'];
      return { id, kind: 'review', title, request, link, hops: [], place: one.id, index, states };
    }),
  );
  return [...gonePlaces, ...gone];
}
