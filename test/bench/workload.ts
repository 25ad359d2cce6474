import {
  type Case,
  loadCases,
  loadPlaceCase,
  loadReviewsCase,
  type PlaceCase,
  type ReviewsCase,
} from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { innerId, reviewUrl } from '../../fixtures/provider/reviews/ids.js';
import { inventReviews } from '../../fixtures/provider/reviews/invent.js';
import { plainPlan, tally } from '../../fixtures/provider/reviews/plan.js';

// Invented places and reviews that the bench asks for; the same in every process.

/** Several times as many places as are asked for at once: no contestant is asked for one place twice at a time. */
const PLACES = 48;

/** Invented places, served as pages of places are today: the document names its data request. */
export function lookupPlaces(): readonly PlaceCase[] {
  const base = loadPlaceCase('place--full-polish');
  return Array.from({ length: PLACES }, (_, index) => {
    const rolled = dice(`bench/place/${index}`);
    const stars = [1, 2, 3, 4, 5].map(() => 1 + rolled.below(900));
    const [one = 0, two = 0, three = 0, four = 0, five = 0] = stars;
    const count = stars.reduce((sum, of) => sum + of, 0);
    const sum = one + 2 * two + 3 * three + 4 * four + 5 * five;
    return {
      ...base,
      id: `place--bench-${index}`,
      title: 'A place of the bench',
      place: {
        ...base.place,
        featureId: `0x47${hex(index, 14)}:0x${hex(index + PLACES, 16)}`,
        mid: `/g/11bench${index}`,
        name: `Pomiarownia nr ${index + 1} „Pod Stoperem”`,
        address: `ul. Mierzona ${index + 1}, 31-999 Zmyślonka`,
        rating: Math.round((sum / count) * 10) / 10,
        reviewCount: count,
        histogram: { 1: one, 2: two, 3: three, 4: four, 5: five },
      },
    };
  });
}

/** The Place IDs of these places. */
export function lookupPlaceIds(): readonly string[] {
  return lookupPlaces().map(({ place }) => placeIdOf(place.featureId));
}

function hex(seed: number, digits: number): string {
  const rolled = dice(`bench/hex/${seed}`);
  const rest = Array.from({ length: digits - 1 }, () => rolled.below(16).toString(16)).join('');
  return (1 + rolled.below(15)).toString(16) + rest;
}

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

export const SHORT_LIST: ListedPlace = {
  placeId: placeIdOf(loadReviewsCase('reviews--two-hundred').place.featureId),
  reviews: 200,
};
export const MIDDLE_LIST: ListedPlace = { placeId: placeIdOf(middleList().place.featureId), reviews: 1_000 };
export const LONG_LIST: ListedPlace = {
  placeId: placeIdOf(loadReviewsCase('reviews--capped').place.featureId),
  reviews: 4_490,
};

const LINKS = 40;

/** Visible reviews: no case changes them. */
export function visibleReviews(): readonly ReviewTarget[] {
  const { place, reviews } = loadReviewsCase('reviews--two-hundred');
  return inventReviews(reviews)
    .slice(-LINKS)
    .map(({ inner }) => ({ link: reviewUrl(place.featureId, inner, 'pl'), isVisible: true }));
}

/** Links of the right form to reviews that the place no longer has. */
export function removedReviews(count = LINKS): readonly ReviewTarget[] {
  const { featureId } = loadReviewsCase('reviews--two-hundred').place;
  const letters = dice('bench/removed');
  return Array.from({ length: count }, () => ({
    link: reviewUrl(featureId, innerId(letters.word(22)), 'pl'),
    isVisible: false,
  }));
}

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

/** The cases of fixtures/, and the places of the bench. */
export function benchCases(): readonly Case[] {
  return [...loadCases(), ...lookupPlaces(), middleList()];
}
