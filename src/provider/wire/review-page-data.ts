import { type FeatureId, isPartial, parseFeatureId } from '../../identifiers/feature-id.js';
import { parseGuarded } from './envelope.js';
import { valueAt } from './path-table.js';

/** What the single-review page's own data request brought. */
export interface ReviewPageData {
  /** The record at [7]; undefined or null when there is none. reviews.md §6. */
  readonly record: unknown;
  /** The reviewed place's full feature id; null when the answer holds no place. */
  readonly featureId: FeatureId | null;
  readonly placeName: string | null;
}

const RECORD = [7] as const;
const MAX_DEPTH = 8;

/**
 * Reads a /maps/timeline/_rpc/pc body; null when it is not whole JSON. Where the place stands in it is not
 * recorded, only that it does: the first array that begins with a full feature id and a name is taken.
 */
export function readReviewPageData(body: string): ReviewPageData | null {
  const data = parseGuarded(body);
  if (!Array.isArray(data)) return null;
  const place = findPlace(data, 0);
  const name = place?.[1];
  return {
    record: valueAt(data, RECORD),
    featureId: place === null ? null : parseFeatureId(String(place[0])),
    placeName: typeof name === 'string' && name.trim() !== '' ? name.trim() : null,
  };
}

function findPlace(value: unknown, depth: number): readonly unknown[] | null {
  if (!Array.isArray(value) || depth > MAX_DEPTH) return null;
  if (isFullFeatureId(value[0])) return value;
  for (const item of value) {
    const found = findPlace(item, depth + 1);
    if (found !== null) return found;
  }
  return value.some(isFullFeatureId) ? [value.find(isFullFeatureId)] : null;
}

function isFullFeatureId(value: unknown): boolean {
  const id = typeof value === 'string' ? parseFeatureId(value) : null;
  return id !== null && !isPartial(id);
}
