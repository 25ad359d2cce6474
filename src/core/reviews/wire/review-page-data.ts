import { cidOfFeature } from '../../identifiers/cid.js';
import { type FeatureId, isPartial, parseFeatureId } from '../../identifiers/feature-id.js';
import { FEATURE_PLACE_ID } from '../../identifiers/place-id.js';
import { RULES } from '../../provider/rules/built-in.js';
import type { DataAnswer } from '../../provider/wire/envelope.js';
import { anythingAt, readField } from '../../provider/wire/path-table.js';
import { text } from '../../provider/wire/value-types.js';

export interface ReviewPageData {
  /** The whole answer: an array with a record slot. */
  readonly answer: readonly unknown[];
  /** The content of the record slot; undefined or null when it is empty. reviews.md §6. */
  readonly record: unknown;
  /** The reviewed place's full feature id; null when the answer does not hold it. */
  readonly featureId: FeatureId | null;
  /** The answer names the requested place, or without a requested place the place of its record. */
  readonly namesPlace: boolean;
  readonly holdsPlace: boolean;
  /** The only CID in the answer, if it is not the requested CID; null otherwise. */
  readonly otherCid: string | null;
}

const MAX_DEPTH = 8;

/**
 * Reads a /maps/timeline/_rpc/pc answer. Null for a body that is none: cut off, empty, an error object, an
 * array with only empty slots, or an array that has no record slot and does not name the place, such as `[]` and
 * `[null,null,null,null,null,true]` (reviews.md §6). The position of the place in an answer is not recorded, so the
 * whole answer is searched for a full feature id with the requested CID, else with the record's CID. Without a CID
 * the only named place is used; several named places give null.
 */
export function readReviewPageData({ data: answer }: DataAnswer, cid: string | null): ReviewPageData | null {
  const paths = RULES.paths.reviewAnswer.record;
  if (!Array.isArray(answer) || answer.every((slot) => slot == null)) return null;
  const record = anythingAt(answer, paths);
  const wanted = cid ?? recordCid(record);
  const named = placesIn(answer, wanted, 0);
  const own = named.filter((place) => wanted === null || place.cid === wanted);
  // An answer may leave out trailing empty slots, also the record slot; then it must name the place (verdicts.md, rule
  // 1).
  const slots = Math.max(...paths.map(([slot = 0]) => slot));
  if (record == null && answer.length <= slots && (wanted === null || own.length === 0)) return null;
  const features = new Set(own.flatMap(({ featureId }) => featureId ?? []));
  const [featureId = null, ...others] = features;
  const [onlyCid = null, ...moreCids] = new Set(named.flatMap(({ cid: itsCid }) => itsCid ?? []));
  return {
    answer,
    record,
    featureId: others.length > 0 ? null : featureId,
    namesPlace: wanted !== null && own.length > 0,
    holdsPlace: named.length > 0,
    otherCid: moreCids.length === 0 && onlyCid !== wanted ? onlyCid : null,
  };
}

/** The CID that a record names for its place, decimal; null when it names none. reviews.md §3. */
export function recordCid(record: unknown): string | null {
  const hex = readField(record, RULES.paths.reviewRecord.placeCidHex, text);
  const featureId = hex === null ? null : parseFeatureId(hex);
  return featureId === null ? null : cidOfFeature(featureId);
}

interface NamedPlace {
  readonly cid: string | null;
  /** Null for `0x0:0x<cid>`, a CID alone and a Place ID. */
  readonly featureId: FeatureId | null;
}

/** All places that an answer names: feature ids, whole or with the CID alone, CIDs, Place IDs. */
function placesIn(value: unknown, wanted: string | null, depth: number): NamedPlace[] {
  if (typeof value === 'string') return namedBy(value, wanted);
  if (!Array.isArray(value) || depth > MAX_DEPTH) return [];
  return value.flatMap((item) => placesIn(item, wanted, depth + 1));
}

function namedBy(name: string, wanted: string | null): NamedPlace[] {
  if (name === wanted) return [{ cid: wanted, featureId: null }];
  const featureId = parseFeatureId(name);
  if (featureId !== null)
    return [{ cid: cidOfFeature(featureId), featureId: isPartial(featureId) ? null : featureId }];
  return FEATURE_PLACE_ID.test(name) ? [{ cid: null, featureId: null }] : [];
}
