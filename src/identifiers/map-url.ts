import { message, type ServiceMessage } from '../contract/messages.js';
import { cidFromDigits, cidOfFeature } from './cid.js';
import {
  type DataField,
  dataFields,
  isDataSegment,
  parseDataParameter,
  textOfField,
} from './data-parameter.js';
import { type FeatureId, isPartial, parseFeatureId } from './feature-id.js';
import { cleanName, percentDecoded } from './input-text.js';
import { parsePlaceId } from './place-id.js';
import { type Coordinates, coordinatesOf, NO_MARKS, type PlaceMarks, parseMid } from './place-marks.js';
import { MAPS_HOSTS, PLACE_REVIEWS_HOST } from './provider-hosts.js';

/** The strongest identifier of a place that a map link holds. */
export type MapTarget =
  | { readonly featureId: FeatureId }
  /** A Place ID that does not hold a whole feature id. */
  | { readonly placeId: string }
  | { readonly cid: string }
  /** A name to look up. `marks` is set when the link also distinguishes the place from others of that name. */
  | { readonly text: string; readonly marks?: PlaceMarks };

/** The reason why a link is not a place: one sentence for the client. */
interface NotAPlace {
  readonly reason: ServiceMessage;
}

/** One identifier found in a link. Null = the link does not hold it, or it cannot be used. */
type LinkIdentifier = MapTarget | NotAPlace | null;

const REVIEW = message('linkToReview');
const BARE_MAP = message('linkToBareMap');
const DIRECTIONS = message('linkToDirections');
const LIST = message('linkToList');
const PROFILE = message('linkToProfile');
const NO_PLACE = message('linkWithoutPlace');
const NO_WORDS = message('linkToEmptySearch');

/** Sections of `/maps/…` that never show a place (places.md §2). */
const SECTIONS: ReadonlyMap<string, ServiceMessage> = new Map([
  ['reviews', REVIEW],
  ['dir', DIRECTIONS],
  ['d', LIST],
  ['placelists', LIST],
]);

/**
 * Reads a map or search link of the provider by its text alone: the strongest of feature id, Place ID, CID and name,
 * or the reason why the link is not a place (places.md §2). A name comes with the marks that distinguish the place.
 * An unreadable identifier is skipped when the link holds another readable identifier.
 */
export function parseMapUrl(url: URL): MapTarget | NotAPlace {
  if (url.hostname === PLACE_REVIEWS_HOST) return readPlaceReviews(url);
  if (!MAPS_HOSTS.has(url.hostname)) return { reason: message('linkNotToMaps') };
  const [root, ...rest] = url.pathname.split('/').filter((segment) => segment !== '');
  if (root === 'maps') return readMaps(rest, url);
  if (root === 'search' && rest.length === 0) {
    return marked(
      strongest([...searchPageIdentifiers(url), ...paramIdentifiers(url.searchParams)], NO_WORDS),
      url,
      [],
    );
  }
  if (url.hostname.startsWith('maps.') && root !== 'url') {
    return readMaps(root === undefined ? [] : [root, ...rest], url);
  }
  return { reason: NO_PLACE };
}

function readMaps(path: readonly string[], url: URL): MapTarget | NotAPlace {
  const [section = '', ...rest] = withoutPrefix(path);
  const identifiers = paramIdentifiers(url.searchParams);
  if (section === '') {
    return marked(strongest(identifiers, url.searchParams.has('daddr') ? DIRECTIONS : BARE_MAP), url, []);
  }
  if (section === 'place')
    return marked(strongest([...placePathIdentifiers(rest), ...identifiers], NO_PLACE), url, rest);
  if (section === 'search') return strongest([linkWords(firstWords(rest)), ...identifiers], NO_WORDS);
  if (section === 'embed') return readEmbed(rest, url, identifiers);
  if (section === 'contrib') return { reason: rest.includes('place') ? REVIEW : PROFILE };
  if (section.startsWith('@')) return { reason: isList(rest) ? LIST : BARE_MAP };
  return { reason: SECTIONS.get(section) ?? NO_PLACE };
}

/** `search.google.com/local/reviews?placeid=`; the same link also exists with `writereview`. places.md §2 */
function readPlaceReviews({ pathname, searchParams }: URL): MapTarget | NotAPlace {
  if (!/^\/local\/(?:write)?reviews?\/?$/.test(pathname)) return { reason: NO_PLACE };
  return strongest([linkPlaceId(searchParams.get('placeid'))], NO_PLACE);
}

/** Adds the other marks in the link to a name: `kgmid`, pin, view. */
function marked(
  target: MapTarget | NotAPlace,
  { searchParams }: URL,
  placePath: readonly string[],
): MapTarget | NotAPlace {
  if (!('text' in target)) return target;
  const inPath = marksOfPath(placePath);
  const marks = { mid: inPath.mid ?? parseMid(searchParams.get('kgmid')), at: inPath.at };
  return marks.mid === null && marks.at === null ? target : { ...target, marks };
}

/** `/maps/preview/place/…` and `/maps/u/0/place/…` are other addresses of the same pages. */
function withoutPrefix(path: readonly string[]): readonly string[] {
  if (path[0] === 'preview') return path.slice(1);
  return path[0] === 'u' && /^\d+$/.test(path[1] ?? '') ? path.slice(2) : path;
}

function paramIdentifiers(params: URLSearchParams): LinkIdentifier[] {
  return [
    linkFeatureId(params.get('ftid')),
    linkPlaceId(params.get('query_place_id')),
    linkCid(params.get('cid')),
    linkCid(params.get('ludocid')),
    linkWords(params.get('query')),
    linkWords(params.get('q')),
  ];
}

/** `lrd=0x..:0x..,1` opens a place's reviews on a search page, in the query or behind `#`. */
function searchPageIdentifiers(url: URL): LinkIdentifier[] {
  const behindHash = new URLSearchParams(url.hash.slice(1));
  return [url.searchParams, behindHash].map((params) => linkFeatureId(params.get('lrd')?.split(',')[0]));
}

function placePathIdentifiers(path: readonly string[]): LinkIdentifier[] {
  const fields = dataFields(path);
  const placeId = fields.find((field) => field.type === 's' && /(?:^|\.)19$/.test(field.path));
  const words = linkWords(firstWords(path));
  const feature = unlessPinned(linkFeatureId(placeFeature(fields, '4.3.1')), words);
  return [feature, linkPlaceId(placeId === undefined ? null : idOf(placeId)), words];
}

/** A dropped pin carries a made-up CID beside its coordinates: it is not a place. */
function unlessPinned(feature: LinkIdentifier, words: LinkIdentifier): LinkIdentifier {
  const pinned = words !== null && 'reason' in words;
  return pinned && feature !== null && 'cid' in feature ? null : feature;
}

/** The value of an identifier. Links that are encoded twice keep their query behind the value. */
function idOf(field: DataField): string {
  return field.value.replace(/[?&].*/s, '');
}

/**
 * The feature id at the place's own path. Other feature ids may stand beside it (its search, its town); without that
 * path, a feature id counts only if it is the only one.
 */
function placeFeature(fields: readonly DataField[], path: string): string | null {
  const own = fields.find((field) => field.path === path);
  if (own !== undefined) return idOf(own);
  const others = fields.filter((field) => field.type === 's' && /(?:^|\.)1$/.test(field.path)).map(idOf);
  const [only = null, ...more] = new Set(others.filter((value) => linkFeatureId(value) !== null));
  return more.length === 0 ? only : null;
}

function firstWords(path: readonly string[]): string | null {
  const [segment = ''] = path;
  if (segment.startsWith('@') || isDataSegment(segment)) return null;
  const spaced = segment.replaceAll('+', ' ');
  return percentDecoded(spaced) ?? spaced;
}

/** `/maps/embed?pb=` holds a place at 1.3.1 or search words at 1.2.1; `/maps/embed/v1/<mode>?q=` needs an API key. */
function readEmbed(
  path: readonly string[],
  url: URL,
  identifiers: readonly LinkIdentifier[],
): MapTarget | NotAPlace {
  if (path[0] === 'v1') {
    return path[1] === 'place' || path[1] === 'search'
      ? strongest(identifiers, NO_PLACE)
      : { reason: BARE_MAP };
  }
  const { fields } = parseDataParameter(url.searchParams.get('pb') ?? '');
  if (fields.some((field) => field.path.startsWith('1.4.'))) return { reason: DIRECTIONS };
  const words = ['1.3.1.2', '1.2.1'].map((at) => {
    const field = fields.find((candidate) => candidate.path === at);
    return linkWords(field === undefined ? null : textOfField(field));
  });
  const feature = unlessPinned(linkFeatureId(placeFeature(fields, '1.3.1.1')), words[0] ?? null);
  return strongest([feature, ...words, ...identifiers], BARE_MAP);
}

/** `!11m2!2s<list>` in the data of the bare map is a saved list. */
function isList(path: readonly string[]): boolean {
  return dataFields(path).some((field) => /(?:^|\.)11\.2$/.test(field.path));
}

const COORDINATES = [
  /^(?:loc:)?\s*[-+]?\d{1,3}(?:\.\d+)?\s*[,;]\s*[-+]?\d{1,3}(?:\.\d+)?\s*(?:\(.*\))?$/iu,
  /^(?:loc:)?\s*[-+]?\d{1,3}\.\d+\s+[-+]?\d{1,3}\.\d+$/iu,
  /^[-+]?\d[\d.,]*\s?°[^\p{L}]*[NS][\s,;]+[-+]?\d[\d.,]*\s?°[^\p{L}]*[EW]$/iu,
];

/** The strongest usable identifier: feature id, Place ID, CID, then name; else the first reason; else `otherwise`. */
function strongest(identifiers: readonly LinkIdentifier[], otherwise: ServiceMessage): MapTarget | NotAPlace {
  const found = identifiers.filter((identifier) => identifier !== null);
  for (const key of ['featureId', 'placeId', 'cid', 'text', 'reason']) {
    const identifier = found.find((candidate) => key in candidate);
    if (identifier !== undefined) return identifier;
  }
  return { reason: otherwise };
}

/** Reads a feature id in a link, or its CID if it holds only the CID. Null if the text is not a feature id. */
function linkFeatureId(text: string | null | undefined): LinkIdentifier {
  const featureId = parseFeatureId(text ?? '');
  if (featureId === null) return null;
  const cid = cidOfFeature(featureId);
  return isPartial(featureId) && cid !== null ? { cid } : { featureId };
}

/** Reads a Place ID in a link. Returns a reason when the text is not a Place ID, null when it is empty. */
function linkPlaceId(text: string | null): LinkIdentifier {
  if (text === null || text === '') return null;
  const parsed = parsePlaceId(text.trim());
  if (parsed === null) return { reason: message('placeIdOfLinkInvalid') };
  const { featureId, placeId } = parsed;
  return featureId !== null && !isPartial(featureId) ? { featureId } : { placeId };
}

/** Reads a CID in a link. Returns a reason when the text is not a CID, null when it is empty. */
function linkCid(text: string | null): LinkIdentifier {
  if (text === null || text === '') return null;
  const cid = cidFromDigits(text.trim());
  return cid === null ? { reason: message('cidOfLinkInvalid') } : { cid };
}

/**
 * Reads the search words of a link: `place_id:…` and bare identifiers are identifiers, coordinates are not a place,
 * any other text is a name.
 */
function linkWords(words: string | null): LinkIdentifier {
  const text = cleanName(words ?? '');
  if (text === '') return null;
  const placeId = /^place_id:(.*)$/i.exec(text)?.[1];
  if (placeId !== undefined) return linkPlaceId(placeId.trim());
  if (COORDINATES.some((form) => form.test(text))) {
    return { reason: message('linkToCoordinates') };
  }
  return linkFeatureId(text) ?? (parsePlaceId(text) === null ? { text } : linkPlaceId(text));
}

const VIEW = /^@(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)(?:,|$)/;

/**
 * Marks of the place in the path behind `/maps/place/`, besides the name. The pin is the place itself. `@lat,lng` is
 * only the middle of the map, which an open side panel moves by some 200 m at the usual zoom: it replaces a missing
 * pin, and is more likely to miss the place than to confirm a wrong one. places.md §2
 */
function marksOfPath(path: readonly string[]): PlaceMarks {
  const { mid, at } = marksOfData(path);
  return { mid, at: at ?? viewOf(path) };
}

/** Marks of the place in a place URL, without the view `@lat,lng`. */
export function marksOfPlaceUrl(url: URL): PlaceMarks {
  const [root, section, ...rest] = url.pathname.split('/').filter((segment) => segment !== '');
  return root === 'maps' && section === 'place' ? marksOfData(rest) : NO_MARKS;
}

function marksOfData(path: readonly string[]): PlaceMarks {
  const fields = dataFields(path);
  return { mid: midOf(fields), at: pinOf(fields) };
}

/** `!16s%2Fg%2F…`, or `!16z` with base64: the value at the place's own path, else the only value. */
function midOf(fields: readonly DataField[]): string | null {
  const all = fields.filter(({ path }) => /(?:^|\.)16$/.test(path));
  const own = all.filter(({ path }) => path === '4.3.16');
  return only((own.length > 0 ? own : all).map((field) => parseMid(textOfField(field))));
}

/** `!3d<lat>!4d<lng>` side by side: the pair at the place's own path, else the only pair. */
function pinOf(fields: readonly DataField[]): Coordinates | null {
  const pairs = fields.flatMap((field, index) => {
    const next = fields[index + 1];
    const parent = /^(.*\.)?3$/.exec(field.path);
    if (parent === null || field.type !== 'd' || next?.type !== 'd') return [];
    const isPair = next.path === `${parent[1] ?? ''}4`;
    return isPair ? [{ path: field.path, at: coordinatesOf(degrees(field.value), degrees(next.value)) }] : [];
  });
  const own = pairs.filter(({ path }) => path === '4.3.8.3');
  return only((own.length > 0 ? own : pairs).map(({ at }) => at));
}

function viewOf(path: readonly string[]): Coordinates | null {
  for (const segment of path) {
    const [, lat, lng] = VIEW.exec(segment) ?? [];
    if (lat !== undefined && lng !== undefined) return coordinatesOf(Number(lat), Number(lng));
  }
  return null;
}

function degrees(text: string): number | null {
  const digits = text.replace(/[?&].*/s, '');
  return /^-?\d{1,3}(?:\.\d{1,20})?$/.test(digits) ? Number(digits) : null;
}

function only<T>(found: readonly (T | null)[]): T | null {
  const [first = null, ...more] = found.filter((value) => value !== null);
  return more.length === 0 ? first : null;
}
