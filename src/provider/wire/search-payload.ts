import { coordinatesOf, type MarkedPlace } from '../../identifiers/place-marks.js';
import { currentRules } from '../rules/current.js';
import { parseGuarded } from './envelope.js';
import { arrayAt, readFields, valueAt } from './path-table.js';
import { featureId, latitude, longitude, mid, text } from './value-types.js';

/** What the fields of one result must be. */
const SEARCH_RESULT = {
  featureId,
  name: text,
  mid,
  lat: latitude,
  lng: longitude,
} as const;

/**
 * The places of a search answer in page order, advertisements left out. Empty = the provider answered
 * and found nothing; null = the body is no search answer.
 */
export function readSearchPayload(body: string): readonly MarkedPlace[] | null {
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

/** None when it does not say which place it is. */
function resultOf(place: unknown): MarkedPlace[] {
  const {
    featureId: id,
    name,
    mid: itsMid,
    lat,
    lng,
  } = readFields(place, currentRules().paths.searchResult, SEARCH_RESULT);
  return id === null ? [] : [{ featureId: id, name, marks: { mid: itsMid, at: coordinatesOf(lat, lng) } }];
}
