import { z } from 'zod';
import { parseGuarded } from './envelope.js';
import { type FieldsOf, readFields, valueAt } from './path-table.js';
import { count, featureId, latitude, longitude, mid, text } from './value-types.js';

/** `P`'s fields in the answer of /maps/preview/place. places.md §6, recorded in 5 of 5 payloads. */
const PLACE_PAYLOAD = {
  featureId: { paths: [[10]], type: featureId },
  name: { paths: [[11]], type: text },
  address: { paths: [[39]], type: text },
  addressLines: { paths: [[2]], type: z.array(text).min(1) },
  mid: { paths: [[89]], type: mid },
  lat: { paths: [[9, 2]], type: latitude },
  lng: { paths: [[9, 3]], type: longitude },
  category: { paths: [[13, 0]], type: text },
  rating: { paths: [[4, 7]], type: z.number().min(1).max(5) },
  reviewCount: { paths: [[4, 8]], type: count },
  /** Ascending: one star first. */
  stars: { paths: [[175, 3]], type: z.tuple([count, count, count, count, count]) },
} as const;

export type PlacePayload = FieldsOf<typeof PLACE_PAYLOAD>;

/** `P` itself: the place array of an answer, or null when the body is no place payload. */
export function placeArray(body: string): readonly unknown[] | null {
  const place = valueAt(parseGuarded(body), [6]);
  return Array.isArray(place) ? place : null;
}

/** Reads the place out of a payload body; null when it holds no place (e.g. the V2 request echo). */
export function readPlacePayload(body: string): PlacePayload | null {
  const place = placeArray(body);
  if (place === null) return null;
  const fields = readFields(place, PLACE_PAYLOAD);
  return fields.featureId === null && fields.name === null ? null : fields;
}
