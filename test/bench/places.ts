import { loadPlaceCase, type PlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { dice } from '../../fixtures/provider/reviews/dice.js';

/** More than are ever asked for at once, several times over: nobody is asked for one place twice at a time. */
const PLACES = 48;

/**
 * Invented places like a common one, served as such a page is today: its document names its data request. The
 * same list in every process.
 */
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

/** The Place IDs of the same. */
export function lookupPlaceIds(): readonly string[] {
  return lookupPlaces().map(({ place }) => placeIdOf(place.featureId));
}

function hex(seed: number, digits: number): string {
  const rolled = dice(`bench/hex/${seed}`);
  const rest = Array.from({ length: digits - 1 }, () => rolled.below(16).toString(16)).join('');
  return (1 + rolled.below(15)).toString(16) + rest;
}
