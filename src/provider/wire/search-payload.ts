import type { FeatureId } from '../../identifiers/feature-id.js';
import { parseGuarded } from './envelope.js';
import { type FieldsOf, readFields, valueAt } from './path-table.js';
import { featureId, text } from './value-types.js';

/** One result is a place array with the paths of the place payload. places.md §7. */
const SEARCH_RESULT = {
  featureId: { paths: [[10]], type: featureId },
  name: { paths: [[11]], type: text },
} as const;

type SearchResult = FieldsOf<typeof SEARCH_RESULT>;

/** Where results stand: 2025 `D[64][i][1]` (advertisements have no [1]), 2024 `D[0][1][i][14]`, i >= 1. */
const LAYOUTS = [
  { list: [64], place: [1] },
  { list: [0, 1], place: [14] },
] as const;

/**
 * The feature ids of a search answer in page order, advertisements left out. Empty = the provider answered
 * and found nothing; null = the body is no search answer.
 */
export function readSearchPayload(body: string): readonly FeatureId[] | null {
  const data = parseGuarded(body);
  if (!Array.isArray(data)) return null;
  for (const { list, place } of LAYOUTS) {
    const items = valueAt(data, list);
    if (!Array.isArray(items)) continue;
    const ids = items
      .map((item): SearchResult => readFields(valueAt(item, place), SEARCH_RESULT))
      .map((result) => result.featureId)
      .filter((id) => id !== null);
    if (ids.length > 0) return ids;
  }
  return [];
}
