import { cidOfFeature } from '../../identifiers/cid.js';
import { type FeatureId, isPartial, parseFeatureId } from '../../identifiers/feature-id.js';
import type { IndexPath } from '../../provider/rules/built-in.js';
import { currentRules } from '../../provider/rules/current.js';
import { parseGuarded } from '../../provider/wire/envelope.js';
import { anythingAt, readField, valueAt } from '../../provider/wire/path-table.js';
import { text } from '../../provider/wire/value-types.js';

/** What the single-review page's own data request brought. */
export interface ReviewPageData {
  /** The whole answer: an array with a record slot. */
  readonly answer: readonly unknown[];
  /** What stands in the record slot; undefined or null when it is empty. reviews.md §6. */
  readonly record: unknown;
  /** The reviewed place's full feature id; null when the answer does not hold it. */
  readonly featureId: FeatureId | null;
  /** The place asked for is named, by its full feature id or by its CID. */
  readonly namesPlace: boolean;
  /** Any place is named. */
  readonly holdsPlace: boolean;
  /** The only CID that is named, when it is not the CID asked for; null otherwise. */
  readonly otherCid: string | null;
}

const MAX_DEPTH = 8;
const PLACE_ID = /^ChIJ[\w-]{23}$/;

/**
 * Reads a /maps/timeline/_rpc/pc body; null for everything that is no answer: cut off, empty, an error object, an
 * array without anything in it, or one without a record slot that does not name the place either, such as `[]` and
 * `[null,null,null,null,null,true]` (reviews.md §6). It is not recorded where the place stands in an answer, only that it does: as a full feature id of
 * the reviewed place (by its CID, else by the record's own). Without a CID the only place named is used; if several
 * are named, none.
 */
export function readReviewPageData(body: string, cid: string | null): ReviewPageData | null {
  const answer = parseGuarded(body);
  const paths = currentRules().paths.reviewAnswer.record;
  if (!Array.isArray(answer) || answer.every((slot) => slot == null)) return null;
  const record = recordIn(answer, paths);
  const wanted = cid ?? recordCid(record);
  const named = placesIn(answer, wanted, 0);
  const own = named.filter((place) => wanted === null || place.cid === wanted);
  // An answer may leave out trailing empty slots, also the record slot; then it must name the place (verdicts.md, rule 1).
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

/** What reads as a record before what does not: whatever stands in any of the slots, the slot is not empty. */
function recordIn(answer: readonly unknown[], paths: readonly IndexPath[]): unknown {
  const record = paths.map((path) => valueAt(answer, path)).find((value) => recordCid(value) !== null);
  return record ?? anythingAt(answer, paths);
}

/** The CID a record names as that of its place, decimal; null when it names none. reviews.md §3. */
export function recordCid(record: unknown): string | null {
  const hex = readField(record, currentRules().paths.reviewRecord.placeCidHex, text);
  const featureId = hex === null ? null : parseFeatureId(hex);
  return featureId === null ? null : cidOfFeature(featureId);
}

interface NamedPlace {
  readonly cid: string | null;
  /** Null for `0x0:0x<cid>`, a CID alone and a Place ID. */
  readonly featureId: FeatureId | null;
}

/** Everything in an answer that names a place: feature ids, whole or with the CID alone, CIDs, Place IDs. */
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
  return PLACE_ID.test(name) ? [{ cid: null, featureId: null }] : [];
}
