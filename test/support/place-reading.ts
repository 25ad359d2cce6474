import type { Place, PlaceReading } from '../../src/core/places/place.js';
import { PLACE_TEXTS } from '../../src/core/published/place-fields.js';

/** A place of which only the given facts are known. */
export function placeWith(known: Partial<Place>): Place {
  const texts = Object.fromEntries(PLACE_TEXTS.map((name) => [name, null])) as Pick<
    Place,
    (typeof PLACE_TEXTS)[number]
  >;
  return { featureId: '0x1:0x2', ...texts, rating: null, reviewCount: null, stars: null, ...known };
}

/** A full view of a place of which only the given facts are known, and what a test makes of it. */
export function readingOf(known: Partial<Place>, changes: Partial<PlaceReading> = {}): PlaceReading {
  return {
    place: placeWith(known),
    missing: [],
    notices: [],
    degraded: false,
    fromPayload: true,
    marks: { mid: null, at: null },
    limitedView: false,
    foreignPayloads: 0,
    inlineRecords: [],
    reviewIds: [],
    ...changes,
  };
}
