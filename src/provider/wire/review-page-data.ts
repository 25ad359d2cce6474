import { cidOfFeature } from '../../identifiers/cid.js';
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
 * recorded, only that it does: an array that begins with a full feature id of the reviewed place (by its CID,
 * else by the record's own) and its name. Without a CID the one place there is is taken, never one of several.
 */
export function readReviewPageData(body: string, cid: string | null): ReviewPageData | null {
  const data = parseGuarded(body);
  if (data === undefined) return null;
  const record = valueAt(data, RECORD);
  const wanted = cid ?? recordCid(record);
  const places = placesIn(data, 0).filter(
    ({ featureId }) => wanted === null || cidOfFeature(featureId) === wanted,
  );
  const ids = new Set(places.map(({ featureId }) => featureId));
  const [featureId = null, ...others] = ids;
  if (featureId === null || others.length > 0) return { record, featureId: null, placeName: null };
  return { record, featureId, placeName: places.find(({ name }) => name !== null)?.name ?? null };
}

interface FoundPlace {
  readonly featureId: FeatureId;
  readonly name: string | null;
}

function placesIn(value: unknown, depth: number): FoundPlace[] {
  if (!Array.isArray(value) || depth > MAX_DEPTH) return [];
  return value.flatMap((item, index) => {
    if (Array.isArray(item)) return placesIn(item, depth + 1);
    const featureId = typeof item === 'string' ? parseFeatureId(item) : null;
    if (featureId === null || isPartial(featureId)) return [];
    const next: unknown = index === 0 ? value[1] : null;
    return [{ featureId, name: typeof next === 'string' && next.trim() !== '' ? next.trim() : null }];
  });
}

function recordCid(record: unknown): string | null {
  const hex = valueAt(record, [1, 0]);
  const featureId = typeof hex === 'string' ? parseFeatureId(hex) : null;
  return featureId === null ? null : cidOfFeature(featureId);
}
