import { createHash } from 'node:crypto';
import {
  loadPlaceCase,
  loadReviewsCase,
  type PlaceCase,
  type ReviewsCase,
} from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
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
