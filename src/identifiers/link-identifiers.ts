import { message, type ServiceMessage } from '../contract/messages.js';
import { cidFromDigits, cidOfFeature } from './cid.js';
import { type FeatureId, isPartial, parseFeatureId } from './feature-id.js';
import { cleanName } from './input-text.js';
import { parsePlaceId } from './place-id.js';
import type { PlaceMarks } from './place-marks.js';

/** What a map link says about its place: the strongest thing it holds. */
export type MapTarget =
  | { readonly featureId: FeatureId }
  /** A Place ID without a whole feature id in it. */
  | { readonly placeId: string }
  | { readonly cid: string }
  /** A name to look up; `marks` when the link also says which place of that name it means. */
  | { readonly text: string; readonly marks?: PlaceMarks };

export interface NotAPlace {
  /** One sentence for the client. */
  readonly reason: ServiceMessage;
}

/** One thing found in a link, valid or not: null is something that was there and cannot be used. */
export type LinkIdentifier = MapTarget | NotAPlace | null;

const COORDINATES = [
  /^(?:loc:)?\s*[-+]?\d{1,3}(?:\.\d+)?\s*[,;]\s*[-+]?\d{1,3}(?:\.\d+)?\s*(?:\(.*\))?$/iu,
  /^(?:loc:)?\s*[-+]?\d{1,3}\.\d+\s+[-+]?\d{1,3}\.\d+$/iu,
  /^[-+]?\d[\d.,]*\s?°[^\p{L}]*[NS][\s,;]+[-+]?\d[\d.,]*\s?°[^\p{L}]*[EW]$/iu,
];

/** The first usable identifier by strength: feature id, Place ID, CID, name; else the first reason; else `otherwise`. */
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

/** A feature id of a link; one with the CID alone is a CID. Null when it is none. */
export function linkFeatureId(text: string | null | undefined): LinkIdentifier {
  const featureId = parseFeatureId(text ?? '');
  if (featureId === null) return null;
  const cid = cidOfFeature(featureId);
  return isPartial(featureId) && cid !== null ? { cid } : { featureId };
}

/** A Place ID of a link; a reason when something is there that is none. */
export function linkPlaceId(text: string | null): LinkIdentifier {
  if (text === null || text === '') return null;
  const parsed = parsePlaceId(text.trim());
  if (parsed === null) return { reason: message('placeIdOfLinkInvalid') };
  const { featureId, placeId } = parsed;
  return featureId !== null && !isPartial(featureId) ? { featureId } : { placeId };
}

/** A CID of a link; a reason when something is there that is none. */
export function linkCid(text: string | null): LinkIdentifier {
  if (text === null || text === '') return null;
  const cid = cidFromDigits(text.trim());
  return cid === null ? { reason: message('cidOfLinkInvalid') } : { cid };
}

/** Words of a link: `place_id:…` and bare identifiers are what they say, coordinates no place, the rest a name. */
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
