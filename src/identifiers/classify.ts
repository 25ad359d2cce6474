import { AppError } from '../contract/errors.js';
import { message, type ServiceMessage } from '../contract/messages.js';
import { cidOfFeature, parseCid } from './cid.js';
import { type FeatureId, parseFeatureId } from './feature-id.js';
import { cleanName, MAX_INPUT_CHARACTERS, trimInput } from './input-text.js';
import { type LinkReading, readLink, withoutOuterEncoding } from './link-syntax.js';
import { type MapTarget, parseMapUrl } from './map-url.js';
import { type PlaceId, parsePlaceId, placeIdOfFeature } from './place-id.js';
import { MAPS_HOSTS, PLACE_REVIEWS_HOST, SHORT_HOSTS } from './provider-hosts.js';
import { innermostLink, isMiddleHop, parseShortLink } from './short-link.js';

export type { MapTarget };

/** The target of a link: a place that the link's text names, or a share link that must be followed. */
export type LinkQuery =
  | { readonly kind: 'map_url'; readonly target: MapTarget }
  | { readonly kind: 'share_link'; readonly url: string };

/** The kind of a user's query. Only `cid`, `name`, `share_link` and targets without feature id need the provider. */
export type Query =
  | LinkQuery
  | { readonly kind: 'place_id'; readonly placeId: string; readonly featureId: FeatureId | null }
  | { readonly kind: 'feature_id'; readonly featureId: FeatureId; readonly placeId: string }
  | { readonly kind: 'cid'; readonly cid: string }
  | { readonly kind: 'name'; readonly text: string };

const REFUSALS = { noLink: message('placeLinkNotALink'), emptyConsent: message('consentWithoutPlace') };

/**
 * Classifies a query (spec, /search `query` and /all `url`): Place ID, feature id, CID, link or name. Accepts
 * surrounding blanks and one layer of percent-encoding. Throws `invalid_request` with a helpful sentence if the query
 * looks like an identifier or a link but the service cannot use it.
 */
export function classifyQuery(input: string): Query {
  const given = trimInput(input);
  if (given === '') throw invalid(message('queryEmpty'));
  if ([...given].length > MAX_INPUT_CHARACTERS) {
    throw invalid(message('queryTooLong', { most: MAX_INPUT_CHARACTERS }));
  }
  const text = trimInput(withoutOuterEncoding(given));
  const link = readLink(text);
  return (link.kind === 'no_link' ? readIdentifier(text) : readTarget(link)) ?? readName(text);
}

/**
 * Classifies a link with every check for links of users: use it for each hop of a share link. Unwraps consent pages
 * and `?link=`. Throws `invalid_request` if the text is not a usable link of the provider.
 */
export function classifyLink(text: string): LinkQuery {
  return readTarget(readLink(text));
}

/** `featureId` is null for a Place ID without a feature id, `placeId` is null for a feature id with the CID alone. */
export interface PlaceRef {
  readonly placeId: string | null;
  readonly featureId: FeatureId | null;
}

/** Reads a `placeid` parameter: a Place ID or `0x..:0x..`. Throws `invalid_request` for any other text. */
export function parsePlaceRef(text: string): PlaceRef {
  const given = trimInput(text);
  const placeId = parsePlaceId(given);
  if (placeId !== null) return placeId;
  const featureId = parseFeatureId(given);
  if (featureId !== null) return { placeId: placeIdOfFeature(featureId), featureId };
  throw invalid(message('notAPlaceId'));
}

function readTarget(reading: LinkReading): LinkQuery {
  const url = innermostLink(reading, REFUSALS);
  if (SHORT_HOSTS.has(url.hostname) || isMiddleHop(url)) return readShare(url);
  if (!MAPS_HOSTS.has(url.hostname) && url.hostname !== PLACE_REVIEWS_HOST) {
    throw invalid(message('placeLinkNotToMaps'));
  }
  const target = parseMapUrl(url);
  if ('reason' in target) throw invalid(target.reason);
  return { kind: 'map_url', target };
}

function readShare(url: URL): LinkQuery {
  const link = parseShortLink(url);
  if (link === null) throw invalid(message('notAShareLink'));
  if (link.cid !== null) return { kind: 'map_url', target: { cid: link.cid } };
  return { kind: 'share_link', url: link.url };
}

/** Reads an identifier; null for a name. Throws if the text starts like an identifier but is not valid. */
function readIdentifier(text: string): Query | null {
  if (/^cid\s*:\s*\S*$/i.test(text) || /^(?:[-\u2212\u2013]\s*)?\d{14,}$/.test(text)) {
    const reading = parseCid(text);
    if (!reading.ok) throw invalid(reading.reason);
    return { kind: 'cid', cid: reading.cid };
  }
  const featureId = parseFeatureId(text);
  if (featureId !== null) return ofFeature(featureId);
  if (/^0x[^\s:]*:\S*$/i.test(text)) {
    throw invalid(message('notAFeatureId'));
  }
  return readPlaceId(text);
}

function ofFeature(featureId: FeatureId): Query | null {
  const placeId = placeIdOfFeature(featureId);
  if (placeId !== null) return { kind: 'feature_id', featureId, placeId };
  const cid = cidOfFeature(featureId);
  return cid === null ? null : { kind: 'cid', cid };
}

function readPlaceId(text: string): Query | null {
  const id = text.replace(/^place_id:\s*/i, '');
  const placeId: PlaceId | null = parsePlaceId(id);
  if (placeId !== null) return { kind: 'place_id', ...placeId };
  if (/^chij[\w-]{23}$/i.test(id) && !id.startsWith('ChIJ')) throw invalid(message('placeIdCaseChanged'));
  if (id !== text || /^ChIJ\S*$/.test(text)) throw invalid(message('placeIdInvalid'));
  return null;
}

function readName(text: string): Query {
  const name = cleanName(text);
  if (name === '') throw invalid(message('queryInvisible'));
  return { kind: 'name', text: name };
}

function invalid(reason: ServiceMessage): AppError {
  return new AppError('invalid_request', reason);
}
