import { z } from 'zod';
import { RULES } from '../../provider/rules/built-in.js';
import type { DataAnswer } from '../../provider/wire/envelope.js';
import { anythingAt, arrayAt, type FieldsOf, readField, readFields } from '../../provider/wire/path-table.js';
import { count, featureId, latitude, longitude, mid, text } from '../../provider/wire/value-types.js';

/** The types of the fields of `P`. Their paths: provider/rules/built-in.ts. */
export const PLACE_PAYLOAD = {
  featureId,
  name: text,
  address: text,
  addressLines: z.array(text).min(1),
  mid,
  lat: latitude,
  lng: longitude,
  category: text,
  rating: z.number().min(1).max(5),
  reviewCount: count,
  /** Ascending: one star first. */
  stars: z.tuple([count, count, count, count, count]),
  closedFlag: z.literal(1),
  openingStatus: text,
  notices: z.array(z.unknown()),
  /** Open, closes soon, closed and opens later, closed now. Other codes are not recorded. places.md §6 */
  openingCode: z.literal([1, 2, 4, 5]),
} as const;

export const PLACE_NOTICE = { kind: z.number().int(), detail: text, title: text, short: text } as const;

const positive = count.min(1);

export type PlacePayload = FieldsOf<typeof PLACE_PAYLOAD>;

/** The first records of a place, inlined with its payload `P`. places.md §6. */
export function inlineReviewRecords(place: readonly unknown[]): readonly unknown[] {
  const { list, record } = RULES.paths.inlineReviews;
  return (arrayAt(place, list) ?? []).map((item) => anythingAt(item, record));
}

/** True if the place has reviews, although its payload may hold no record of them. places.md §6. */
export function hasSnippets(place: readonly unknown[]): boolean {
  return (arrayAt(place, RULES.paths.inlineReviews.snippets) ?? []).length > 0;
}

/**
 * Reads a payload. `place`: the place array `P`; empty = there is none. `payload` null = it names no place, as the V2
 * request echo.
 */
export function readPlacePayload({ data }: DataAnswer): {
  readonly place: readonly unknown[];
  readonly payload: PlacePayload | null;
} {
  const place = arrayAt(data, RULES.paths.placeAnswer.place) ?? [];
  const paths = RULES.paths.placePayload;
  const fields = readFields(place, paths, PLACE_PAYLOAD);
  if (fields.featureId === null && fields.name === null) return { place, payload: null };
  // "No reviews" is a negative answer: it must not stand while another path holds a positive count.
  const isDisputed = fields.reviewCount === 0 && readField(place, paths.reviewCount, positive) !== null;
  return { place, payload: isDisputed ? { ...fields, reviewCount: null } : fields };
}
