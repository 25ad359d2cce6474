import { message, type ServiceMessage } from '../contract/messages.js';
import { cidFromDigits, cidOfFeature } from './cid.js';
import { type FeatureId, isPartial, parseFeatureId } from './feature-id.js';
import { cleanName } from './input-text.js';
import { parsePlaceId } from './place-id.js';
import type { PlaceMarks } from './place-marks.js';

/** The strongest identifier of a place that a map link holds. */
export type MapTarget =
  | { readonly featureId: FeatureId }
  /** A Place ID that does not hold a whole feature id. */
  | { readonly placeId: string }
  | { readonly cid: string }
  /** A name to look up. `marks` is set when the link also distinguishes the place from others of that name. */
  | { readonly text: string; readonly marks?: PlaceMarks };

export interface NotAPlace {
  /** One sentence for the client. */
  readonly reason: ServiceMessage;
}

/** One identifier found in a link. Null = the link does not hold it, or it cannot be used. */
export type LinkIdentifier = MapTarget | NotAPlace | null;

const COORDINATES = [
  /^(?:loc:)?\s*[-+]?\d{1,3}(?:\.\d+)?\s*[,;]\s*[-+]?\d{1,3}(?:\.\d+)?\s*(?:\(.*\))?$/iu,
  /^(?:loc:)?\s*[-+]?\d{1,3}\.\d+\s+[-+]?\d{1,3}\.\d+$/iu,
  /^[-+]?\d[\d.,]*\s?°[^\p{L}]*[NS][\s,;]+[-+]?\d[\d.,]*\s?°[^\p{L}]*[EW]$/iu,
];

/** The strongest usable identifier: feature id, Place ID, CID, then name; else the first reason; else `otherwise`. */
export function strongest(
  identifiers: readonly LinkIdentifier[],
  otherwise: ServiceMessage,
): MapTarget | NotAPlace {
  const found = identifiers.filter((identifier) => identifier !== null);
  for (const key of ['featureId', 'placeId', 'cid', 'text', 'reason']) {
    const identifier = found.find((candidate) => key in candidate);
    if (identifier !== undefined) return identifier;
  }
  return { reason: otherwise };
}

/** Reads a feature id in a link, or its CID if it holds only the CID. Null if the text is not a feature id. */
export function linkFeatureId(text: string | null | undefined): LinkIdentifier {
  const featureId = parseFeatureId(text ?? '');
  if (featureId === null) return null;
  const cid = cidOfFeature(featureId);
  return isPartial(featureId) && cid !== null ? { cid } : { featureId };
}

/** Reads a Place ID in a link. Returns a reason when the text is not a Place ID, null when it is empty. */
export function linkPlaceId(text: string | null): LinkIdentifier {
  if (text === null || text === '') return null;
  const parsed = parsePlaceId(text.trim());
  if (parsed === null) return { reason: message('placeIdOfLinkInvalid') };
  const { featureId, placeId } = parsed;
  return featureId !== null && !isPartial(featureId) ? { featureId } : { placeId };
}

/** Reads a CID in a link. Returns a reason when the text is not a CID, null when it is empty. */
export function linkCid(text: string | null): LinkIdentifier {
  if (text === null || text === '') return null;
  const cid = cidFromDigits(text.trim());
  return cid === null ? { reason: message('cidOfLinkInvalid') } : { cid };
}

/**
 * Reads the search words of a link: `place_id:…` and bare identifiers are identifiers, coordinates are not a place,
 * any other text is a name.
 */
export function linkWords(words: string | null): LinkIdentifier {
  const text = cleanName(words ?? '');
  if (text === '') return null;
  const placeId = /^place_id:\s*(.*)$/i.exec(text)?.[1];
  if (placeId !== undefined) return linkPlaceId(placeId);
  if (COORDINATES.some((form) => form.test(text))) {
    return { reason: message('linkToCoordinates') };
  }
  return linkFeatureId(text) ?? (parsePlaceId(text) === null ? { text } : linkPlaceId(text));
}
