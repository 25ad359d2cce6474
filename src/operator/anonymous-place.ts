import { cidOfFeature } from '../identifiers/cid.js';
import { parseFeatureId } from '../identifiers/feature-id.js';
import { parsePlaceId, placeIdOfFeature } from '../identifiers/place-id.js';
import type { Coordinates } from '../identifiers/place-marks.js';
import type { Invention } from './invention.js';
import type { Edit } from './replacements.js';

const FEATURE_ID = /0x([0-9a-f]{1,16}):0x([0-9a-f]{1,16})/gi;
const PLACE_ID = /(?<![\w-])ChIJ[\w-]{23}(?![\w-])|(?<=!\d{1,3}s)ChIJ[\w-]{23}/g;
const MID = /(?<=\/[gm]\/)[0-9a-z_]{4,}(?![\w/])/g;
const DECIMAL = /(?<![\d.])\d{1,3}\.\d{3,}(?![\d.])/g;
/** What is so near belongs to the place: the view of the map, its surroundings. */
const NEAR_DEGREES = 0.5;
const MOST_ATTEMPTS = 500;

/** Half of a feature id, replaced so that hexadecimal and decimal form keep their lengths. */
export function otherHalf(half: string, invention: Invention): string {
  if (BigInt(`0x${half}`) === 0n) return half;
  const decimals = BigInt(`0x${half}`).toString().length;
  for (let salt = 0; salt < MOST_ATTEMPTS; salt += 1) {
    const other = invention.hex(half.toLowerCase(), salt);
    if (other !== half && BigInt(`0x${other}`).toString().length === decimals) return other;
  }
  throw new RangeError('no other identifier of this length');
}

/** Identifiers and coordinates of places. CID, feature id and Place ID of a place fit each other afterwards. */
export function placeEdits(text: string, invention: Invention, near: readonly Coordinates[]): Edit[] {
  const edits: Edit[] = [];
  const replace = (start: number, original: string, replacement: string) => {
    if (original === replacement) return;
    edits.push({ start, original, replacement });
  };
  for (const { index, 0: whole, 1: high = '', 2: low = '' } of text.matchAll(FEATURE_ID))
    replace(index, whole, `0x${otherHalf(high, invention)}:0x${otherHalf(low, invention)}`);
  for (const { index, 0: placeId } of text.matchAll(PLACE_ID)) {
    const other = otherPlaceId(placeId, invention);
    if (other !== null) replace(index, placeId, other);
  }
  for (const { index, 0: mid } of text.matchAll(MID)) replace(index, mid, invention.token(mid));
  for (const { index, 0: number } of text.matchAll(DECIMAL)) {
    const other = movedNumber(number, near, invention);
    if (other !== null) replace(index, number, other);
  }
  return edits;
}

/** The CIDs of the places a text names, and what replaces each. */
export function otherCids(text: string, invention: Invention): Map<string, string> {
  const halves = [...text.matchAll(FEATURE_ID)].map(({ 2: low = '' }) => low);
  const ofPlaceIds = [...text.matchAll(PLACE_ID)].flatMap(({ 0: id }) => parsePlaceId(id)?.featureId ?? []);
  const lows = [...halves, ...ofPlaceIds.map((featureId) => featureId.split(':0x')[1] ?? '0')];
  return new Map(
    lows
      .filter((low) => BigInt(`0x${low}`) !== 0n)
      .map((low) => [BigInt(`0x${low}`).toString(), BigInt(`0x${otherHalf(low, invention)}`).toString()]),
  );
}

function otherPlaceId(placeId: string, invention: Invention): string | null {
  const featureId = parsePlaceId(placeId)?.featureId ?? null;
  if (featureId === null || cidOfFeature(featureId) === null) return null;
  const [high = '', low = ''] = featureId.split(':').map((half) => otherHalf(half.slice(2), invention));
  const other = parseFeatureId(`0x${high}:0x${low}`);
  return other === null ? null : placeIdOfFeature(other);
}

/** Coordinates move by the same distance, with as many digits. Null = not near any of the places. */
function movedNumber(number: string, near: readonly Coordinates[], invention: Invention): string | null {
  const value = Number(number);
  const base = near
    .flatMap(({ lat, lng }) => [Math.abs(lat), Math.abs(lng)])
    .find((one) => Math.abs(one - value) < NEAR_DEGREES);
  if (base === undefined) return null;
  const decimals = number.length - number.indexOf('.') - 1;
  const fraction = Number(`0.${invention.digits('123456789')}`);
  // Away from the limits of latitudes, and with as many digits before the point.
  const moved = [3, -4, 2, -3, 1, -2, 0, -1]
    .map((degrees) => value + degrees + fraction)
    .find((other) => other >= 0 && other < 85 && other.toFixed(decimals).length === number.length);
  return moved?.toFixed(decimals) ?? number.replace(/\d/g, '9');
}
