import { z } from 'zod';
import { coordinatesOf, type MarkedPlace, type SearchCandidate } from '../../identifiers/place-marks.js';
import { currentRules } from '../../provider/rules/current.js';
import { parseGuarded } from '../../provider/wire/envelope.js';
import { arrayAt, readFields, valueAt } from '../../provider/wire/path-table.js';
import { featureId, latitude, longitude, mid, text } from '../../provider/wire/value-types.js';

/** The types of the fields of one result. */
const SEARCH_RESULT = {
  featureId,
  name: text,
  address: text,
  rating: z.number().min(1).max(5),
  mid,
  lat: latitude,
  lng: longitude,
} as const;

/** One result of a search answer. */
export interface SearchResult extends MarkedPlace, SearchCandidate {}

/**
 * The places of a search answer in page order, without advertisements. Empty = the provider answered and found
 * nothing; null = the body is not a search answer.
 */
export function readSearchPayload(body: string): readonly SearchResult[] | null {
  const data = parseGuarded(body);
  if (!Array.isArray(data)) return null;
  const { searchSince2025, searchBefore2025 } = currentRules().paths;
  for (const layout of [searchSince2025, searchBefore2025]) {
    for (const list of layout.list) {
      const items = valueAt(data, list);
      if (!Array.isArray(items)) continue;
      const results = items.flatMap((item) => resultOf(arrayAt(item, layout.place)));
      if (results.length > 0) return results;
    }
  }
  return [];
}

/** Empty when the result has no feature id. */
function resultOf(place: unknown): SearchResult[] {
  const {
    featureId: id,
    mid: itsMid,
    lat,
    lng,
    ...said
  } = readFields(place, currentRules().paths.searchResult, SEARCH_RESULT);
  return id === null ? [] : [{ featureId: id, ...said, marks: { mid: itsMid, at: coordinatesOf(lat, lng) } }];
}

/** The candidates of the results, each place once. */
export function candidatesOf(results: readonly SearchResult[]): readonly SearchCandidate[] {
  const byFeature = new Map(results.toReversed().map((result) => [result.featureId, result]));
  return [...byFeature.values()]
    .toReversed()
    .map(({ featureId, name, address, rating }) => ({ featureId, name, address, rating }));
}
