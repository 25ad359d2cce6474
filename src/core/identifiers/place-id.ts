import { type FeatureId, featureIdFromHalves, halvesOf } from './feature-id.js';
import {
  decodeBase64Url,
  encodeBase64Url,
  type ProtobufField,
  readFields,
  textOf,
  viewOf,
} from './protobuf.js';

/** The form of a Place ID that holds a feature id. Not every text of this form is a Place ID. */
export const FEATURE_PLACE_ID = /^ChIJ[\w-]{23}$/;
const OTHER_FORM = /^[CEGI][\w-]{19,2047}$/;

/**
 * Reads a Place ID exactly as written, else null. `ChIJ…` (27 characters) re-encodes a feature id (places.md §1,
 * recorded). The longer Place IDs of the provider's documentation hold, in protobuf fields 1 to 4, a feature, an
 * address, coordinates or a street crossing, and `featureId` is null: they have no CID. A name that looks like a Place
 * ID does not decode.
 */
export function parsePlaceId(
  text: string,
): (Record<'placeId', string> & Record<'featureId', FeatureId | null>) | null {
  if (text.startsWith('ChIJ')) {
    const featureId = readFeatureForm(text);
    return featureId === null ? null : { placeId: text, featureId };
  }
  return isOtherForm(text) ? { placeId: text, featureId: null } : null;
}

/** The `ChIJ…` Place ID of a feature; null when only its CID is known (a Place ID needs the first half). */
export function placeIdOfFeature(featureId: FeatureId): string | null {
  const { hi, lo } = halvesOf(featureId);
  if (hi === 0n) return null;
  const bytes = new Uint8Array(20);
  bytes.set([0x0a, 0x12, 0x09]);
  bytes.set([0x11], 11);
  const view = viewOf(bytes);
  view.setBigUint64(3, hi, true);
  view.setBigUint64(12, lo, true);
  return encodeBase64Url(bytes);
}

function readFeatureForm(text: string): FeatureId | null {
  const bytes = FEATURE_PLACE_ID.test(text) ? decodeBase64Url(text) : null;
  if (bytes === null || bytes[11] !== 0x11) return null;
  const view = viewOf(bytes);
  return featureIdFromHalves(view.getBigUint64(3, true), view.getBigUint64(12, true));
}

function isOtherForm(text: string): boolean {
  const bytes = OTHER_FORM.test(text) ? decodeBase64Url(text) : null;
  const fields = bytes === null ? null : readFields(bytes);
  if (fields === null) return false;
  let previous = 0;
  return fields.every((field) => {
    const ascending = field.number > previous;
    previous = field.number;
    return ascending && field.wireType === 2 && isKnownPart(field);
  });
}

function isKnownPart({ number, bytes }: ProtobufField): boolean {
  // Plain text.
  if (number === 2) return bytes.length > 0 && !/[\p{Cc}\ufffd]/u.test(textOf(bytes));
  if (number === 3) return isCoordinates(bytes);
  return (number === 1 || number === 4) && readFields(bytes) !== null;
}

function isCoordinates(bytes: Uint8Array): boolean {
  if (bytes.length !== 18 || bytes[0] !== 0x09 || bytes[9] !== 0x11) return false;
  const view = viewOf(bytes);
  return Math.abs(view.getFloat64(1, true)) <= 90 && Math.abs(view.getFloat64(10, true)) <= 180;
}
