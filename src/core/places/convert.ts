import { AppError, INVALID_REQUEST } from '../errors.js';
import { cidOfFeature, parseCid } from '../identifiers/cid.js';
import { parsePlaceRef } from '../identifiers/classify.js';
import type { Scope } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
import type { CacheUse, LookupOptions, PlaceFinder } from './find-place.js';

/** A Place ID and the CID that belongs to it. */
export interface Conversion {
  readonly placeId: string;
  readonly cid: string;
  readonly direction: 'cid_to_place_id' | 'place_id_to_cid';
  readonly cache: CacheUse;
}

/** Place ID → CID: arithmetic only. @throws AppError `invalid_request` if the text is no Place ID or holds no CID */
export function placeIdToCid(text: string): Conversion {
  const { placeId, featureId } = parsePlaceRef(text);
  const cid = featureId === null ? null : cidOfFeature(featureId);
  if (placeId === null || cid === null) {
    throw new AppError(INVALID_REQUEST, message('placeIdWithoutCid'));
  }
  return { placeId, cid, direction: 'place_id_to_cid', cache: { outcome: 'none', ageSeconds: 0 } };
}

/** CID → Place ID: needs one lookup, because the CID holds only half of the Place ID. */
export async function cidToPlaceId(
  finder: PlaceFinder,
  text: string,
  scope: Scope,
  options: LookupOptions,
): Promise<Conversion> {
  const reading = parseCid(text);
  if (!reading.ok) throw new AppError(INVALID_REQUEST, reading.reason);
  const { placeId, cache } = await finder.find(reading.cid, scope, options);
  return { placeId, cid: reading.cid, direction: 'cid_to_place_id', cache };
}
