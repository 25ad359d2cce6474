import type { z } from 'zod';
import { placeDetails } from '../../src/core/published/place-answer.js';

type PlaceDetails = z.infer<typeof placeDetails>;

/** The published details of a place of which only the given facts are known. */
export function detailsWith(known: Partial<PlaceDetails>): PlaceDetails {
  const names = Object.keys(placeDetails.shape);
  return placeDetails.parse({ ...Object.fromEntries(names.map((name) => [name, null])), ...known });
}
