import { z } from 'zod';
import { coordinatesOf, type MarkedPlace, type SearchCandidate } from '../../identifiers/place-marks.js';
import { parseGuarded } from './envelope.js';
import { readFields, valueAt } from './path-table.js';
import { featureId, latitude, longitude, mid, text } from './value-types.js';

/** One result is a place array with the paths of the place payload. places.md §7. */
const SEARCH_RESULT = {
  featureId: { paths: [[10]], type: featureId },
  name: { paths: [[11]], type: text },
  address: { paths: [[39]], type: text },
  rating: { paths: [[4, 7]], type: z.number().min(1).max(5) },
  mid: { paths: [[89]], type: mid },
  lat: { paths: [[9, 2]], type: latitude },
  lng: { paths: [[9, 3]], type: longitude },
} as const;

/** One result of a search answer. */
export interface SearchResult extends MarkedPlace, SearchCandidate {}

/** Where results stand: 2025 `D[64][i][1]` (advertisements have no [1]), 2024 `D[0][1][i][14]`, i >= 1. */
const LAYOUTS = [
  { list: [64], place: [1] },
  { list: [0, 1], place: [14] },
] as const;

/**
 * The places of a search answer in page order, advertisements left out. Empty = the provider answered
 * and found nothing; null = the body is no search answer.
 */
export function readSearchPayload(body: string): readonly SearchResult[] | null {
  const data = parseGuarded(body);
  if (!Array.isArray(data)) return null;
  for (const { list, place } of LAYOUTS) {
    const items = valueAt(data, list);
    if (!Array.isArray(items)) continue;
    const results = items.flatMap((item) => resultOf(valueAt(item, place)));
    if (results.length > 0) return results;
  }
  return [];
}

/** None when it does not say which place it is. */
function resultOf(place: unknown): SearchResult[] {
  const { featureId: id, mid: itsMid, lat, lng, ...said } = readFields(place, SEARCH_RESULT);
  return id === null ? [] : [{ featureId: id, ...said, marks: { mid: itsMid, at: coordinatesOf(lat, lng) } }];
}

/** What the results say of the places, each place once. */
export function candidatesOf(results: readonly SearchResult[]): readonly SearchCandidate[] {
  const byFeature = new Map(results.toReversed().map((result) => [result.featureId, result]));
  return [...byFeature.values()]
    .toReversed()
    .map(({ featureId, name, address, rating }) => ({ featureId, name, address, rating }));
}
