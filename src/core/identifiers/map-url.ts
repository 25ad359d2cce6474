import { type Message, message } from '../texts/messages.js';
import { cidFromDigits, cidOfFeature, isCidLength, isMeantAsCid, isRoundedNumber, parseCid } from './cid.js';
import {
  type DataField,
  dataFields,
  isDataSegment,
  parseDataParameter,
  pathData,
  textOfField,
} from './data-parameter.js';
import { type FeatureId, isPartial, parseFeatureId } from './feature-id.js';
import { cleanName, inUtf8, percentDecoded } from './input-text.js';
import { parsePlaceId } from './place-id.js';
import { type Coordinates, coordinatesOf, NO_MARKS, type PlaceMarks, parseMid } from './place-marks.js';
import { MAPS_HOSTS, PLACE_HOSTS } from './provider-hosts.js';
import { cidOfHotel, cidOfStick, featuresOfGeocode } from './search-codes.js';

/** The strongest identifier of a place that a map link holds. */
export type MapTarget =
  | { readonly featureId: FeatureId }
  /** A Place ID that does not hold a whole feature id. */
  | { readonly placeId: string }
  | { readonly cid: string }
  /** A name to look up. `marks` is set when the link also distinguishes the place from others of that name. */
  | { readonly text: string; readonly marks?: PlaceMarks };

/** The reason why a link is not a place: one sentence for the client. */
type NotAPlace = Readonly<Record<'reason', Message>>;

/** One identifier found in a link. Null = the link does not hold it, or it cannot be used. */
type LinkIdentifier = MapTarget | NotAPlace | { readonly refused: Message } | null;

const REVIEW = message('linkToReview');
const CUT = { refused: message('cidOfLinkInvalid') };
const BARE_MAP = message('linkToBareMap');
const DIRECTIONS = message('linkToDirections');
const LIST = message('linkToList');
const NO_PLACE = message('linkWithoutPlace');
const NO_WORDS = message('linkToEmptySearch');
export const REPORT = message('linkToReport');

/**
 * Reads a map or search link of the provider by its text alone: the strongest of feature id, Place ID, CID and name,
 * or the reason why the link is not a place (places.md §2). A name comes with the marks that distinguish the place.
 * An unreadable identifier is skipped when the link holds another readable identifier.
 */
export function parseMapUrl(url: URL): MapTarget | NotAPlace {
  if (PLACE_HOSTS.has(url.hostname)) return readPlacePage(url);
  if (!MAPS_HOSTS.has(url.hostname)) return { reason: message('linkNotToMaps') };
  const [root, ...rest] = url.pathname.split('/').filter((segment) => segment !== '');
  if (root === 'maps') return readMaps(rest, url);
  if (root === 'local') {
    if (/^(?:content|review)\/rap\/report/.test(rest.join('/'))) return { reason: REPORT };
    return strongest([rest[0] === 'place' && rest[1] === 'fid' ? linkFeatureId(rest[2]) : null], NO_PLACE);
  }
  if (root === 'travel')
    return strongest([linkCid(cidOfHotel(rest[rest.indexOf('entity') + 1] ?? ''))], NO_PLACE);
  if (root === 'search' && rest.length === 0) {
    const params = paramsOf(url, `${url.search.slice(1)}&${url.hash.slice(1)}`);
    return marked(
      strongest([...searchPageIdentifiers(params), ...paramIdentifiers(params)], NO_WORDS),
      url,
      [],
    );
  }
  if (url.hostname.startsWith('maps.') && root !== 'url')
    return readMaps(root === undefined ? [] : [root, ...rest], url);
  return { reason: NO_PLACE };
}

/** The value of a parameter; null = the link does not have it. */
type Params = (name: string) => string | null;

/** The parameters of a link, in any case. A link copied out of HTML may have `amp;` before a name. */
function paramsOf(url: URL, text = url.search.slice(1)): Params {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text.split('&').map(inUtf8).join('&'))) {
    const key = name.toLowerCase().replace(/^(?:amp;){1,3}/, '');
    if (!values.has(key)) values.set(key, value);
  }
  return (name) => values.get(name) ?? null;
}

function readMaps(path: readonly string[], url: URL): MapTarget | NotAPlace {
  const [section = '', ...rest] = withoutPrefix(path);
  const params = paramsOf(url);
  const identifiers = paramIdentifiers(params);
  if (section === 'dir' || params('daddr') !== null || params('saddr') !== null)
    return readDirections(section === 'dir' ? rest : [], params, identifiers);
  if (section === '') return marked(strongest(identifiers, BARE_MAP), url, []);
  if (section === 'place')
    return marked(strongest([...placePathIdentifiers(rest), ...identifiers], NO_PLACE), url, rest);
  if (section === 'search') return strongest([linkWords(firstWords(rest)), ...identifiers], NO_WORDS);
  if (section === 'embed' || section === 'uv') return readEmbed(rest, url, identifiers);
  if (section === 'contrib') return { reason: rest.includes('place') ? REVIEW : message('linkToProfile') };
  if (section.startsWith('@')) return { reason: isList(rest) ? LIST : BARE_MAP };
  if (section === 'reviews') return { reason: REVIEW };
  return { reason: section === 'd' || section === 'placelists' ? LIST : NO_PLACE };
}

/** The user's own position as the beginning of a route. */
const OWN_POSITION =
  /^(?:(?:my|your|current) (?:current )?location|(?:moja|twoja|bieżąca|obecna) lokalizacja)$/iu;

/** Directions name a place if it is their only stop: the own position and coordinates do not count. */
function readDirections(
  path: readonly string[],
  params: Params,
  identifiers: readonly LinkIdentifier[],
): MapTarget | NotAPlace {
  const stops = path.filter((segment) => !segment.startsWith('@') && !isDataSegment(segment));
  const words = [
    ...stops.map((stop) => firstWords([stop])),
    ...['origin', 'destination', 'saddr'].map(params),
    ...(params('waypoints') ?? '').split('|'),
    ...(params('daddr') ?? '').split(/ to:/),
  ].map(linkWords);
  const named = words.filter(
    (stop) => stop !== null && !('reason' in stop) && !('text' in stop && OWN_POSITION.test(stop.text)),
  );
  const inData = dataFields(path).filter(({ type, path: at }) => type === 's' && /(?:^|\.)1\.1\.1$/.test(at));
  const ids = [
    ...inData.map((field) => linkFeatureId(idOf(field))),
    ...['origin_place_id', 'destination_place_id', 'waypoint_place_ids'].map((name) =>
      linkPlaceId(params(name)),
    ),
    ...featuresOfGeocode(params('geocode')).map(linkFeatureId),
    ...identifiers,
  ].filter((id) => id !== null && !('reason' in id) && !('text' in id));
  const isOne = named.length <= 1 && new Set(ids.map((id) => JSON.stringify(id))).size <= 1;
  return isOne ? strongest([...ids, ...named], DIRECTIONS) : { reason: DIRECTIONS };
}

/** `search.google.com/local/reviews?placeid=`, `…/local/posts?ludocid=`, `local.google.com/place?id=`. places.md §2 */
function readPlacePage(url: URL): MapTarget | NotAPlace {
  const params = paramsOf(url);
  const isPlace = url.hostname === 'local.google.com' && /^\/place\/?$/.test(url.pathname);
  if (!isPlace && !/^\/local\/(?:(?:write)?reviews?|posts?|place)\/?$/.test(url.pathname))
    return { reason: NO_PLACE };
  const ids = [
    linkPlaceId(params('placeid')),
    linkCid(params('ludocid')),
    isPlace ? linkCid(params('id')) : null,
  ];
  return strongest(ids, NO_PLACE);
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
export function withoutPrefix(path: readonly string[]): readonly string[] {
  if (path[0] === 'preview') return path.slice(1);
  return path[0] === 'u' && /^\d+$/.test(path[1] ?? '') ? path.slice(2) : path;
}

function paramIdentifiers(params: Params): LinkIdentifier[] {
  return [
    linkPlaceId(params('ftid'), null),
    ...['query_place_id', 'place_id', 'placeid'].map((name) => linkPlaceId(params(name))),
    ...['cid', 'ludocid'].map((name) => linkCid(params(name))),
    ...['query', 'q'].map((name) => linkWords(params(name))),
  ];
}

/**
 * The identifiers of a search page, in its query or behind `#`. `lrd=0x..:0x..,1` opens a place's reviews. The CID of
 * the place chosen last (`rlfi=…si:`) comes before the CID of the place that the list was opened with. places.md §2
 */
function searchPageIdentifiers(params: Params): LinkIdentifier[] {
  const chosen = /(?:^|[;,])si:(\d{1,20})(?!\d)/.exec(params('rlfi') ?? '')?.[1] ?? null;
  const codes = [params('trex'), params('rc_ludocids')].find(
    (text) => text?.includes('rc_ludocids:') || /^\d/.test(text ?? ''),
  );
  const [, listed = null] = /(?:rc_ludocids:|^)(\d{1,20})(?!\d)/.exec(codes ?? '') ?? [];
  return [
    linkFeatureId(params('lrd')?.split(',')[0]),
    ...[
      params('cid'),
      params('ludocid'),
      chosen,
      params('rlimm'),
      params('rldimm'),
      listed,
      cidOfStick(params('stick')),
    ].map(linkCid),
  ];
}

function placePathIdentifiers(path: readonly string[]): LinkIdentifier[] {
  const { fields, isWhole } = pathData(path) ?? { fields: [], isWhole: true };
  const placeId = fields.find((field) => field.type === 's' && /(?:^|\.)19$/.test(field.path));
  const words = linkWords(firstWords(path));
  const written = placeFeature(fields, '4.3.1');
  const feature = unlessPinned(linkPlaceId(written, null), words);
  // Without any marks, the name in a cut link may belong to another branch.
  const isCut =
    (!isWhole || (feature === null && /^0x(?!0:0x0$)/i.test(written ?? ''))) && 'text' in (words ?? {});
  const cut = isCut && Object.values(marksOfPath(path)).every((mark) => mark === null) ? CUT : null;
  return [feature, linkPlaceId(placeId === undefined ? null : idOf(placeId)), words, cut];
}

/** A dropped pin carries a made-up CID beside its coordinates: it is not a place. */
function unlessPinned(feature: LinkIdentifier, words: LinkIdentifier): LinkIdentifier {
  const isPinned = words !== null && 'reason' in words;
  return isPinned && feature !== null && !('featureId' in feature) ? null : feature;
}

/** The value of an identifier. Links that are encoded twice keep their query behind the value. */
const idOf = (field: DataField): string => field.value.replace(/[?&].*/s, '');

/** The feature id at the path of the place; else the only feature id, because a search or a town may have one, too. */
function placeFeature(fields: readonly DataField[], path: string): string | null {
  const own = fields.find((field) => field.path === path);
  if (own !== undefined) return idOf(own);
  const others = fields.filter((field) => field.type === 's' && /(?:^|\.)1$/.test(field.path)).map(idOf);
  const [only = null, ...more] = new Set(others.filter((value) => linkPlaceId(value, null) !== null));
  return more.length === 0 ? only : null;
}

function firstWords(path: readonly string[]): string | null {
  const [segment = ''] = path;
  if (segment.startsWith('@') || isDataSegment(segment)) return null;
  return percentDecoded(inUtf8(segment.replaceAll('+', ' '))) ?? UNREADABLE;
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
  /^[-+]?\d{1,3},\d+(?:\s*;\s*|\s)[-+]?\d{1,3},\d+$/u,
  /^[2-9CFGHJMPQRVWX]{4,8}\+[2-9CFGHJMPQRVWX]{2,3}(?:\s[\p{L}-]+(?:\s[\p{L}-]+){0,2}(?:,[\p{L}\s-]+)?)?$/u,
  /^(?:@|loc:|lat\p{L}*[:=])?\s*[-+]?\d{1,3}(?:\.\d+)?\s?[NS]?\s*[,;]\s*(?:lo?ng?\p{L}*[:=]\s*)?[-+]?\d{1,3}(?:\.\d+)?\s?[EW]?(?:,[\d.]+[zma])?\s*(?:\(.*\))?$/iu,
  /^(?:loc:|point\s?\(|[NS]\s)?\s*[-+]?\d{1,3}\.\d+\s+(?:[EW]\s)?[-+]?\d{1,3}\.\d+\)?$/iu,
  /^(?:[NS]\s?)?[-+]?\d[\d.,]*\s?°[^\p{L}]*[NSEW][\s,;]*[-+]?\d[\d.,]*\s?°[^\p{L}]*[EW]?$/iu,
];

/** True for coordinates and for a plus code. */
export const isPoint = (text: string): boolean => COORDINATES.some((form) => form.test(text));

/** The character that stands for bytes that cannot be decoded. */
const UNREADABLE = '\ufffd';

/**
 * The strongest usable identifier: feature id, CID, name, Place ID without feature id (an address). A cut or rounded CID
 * is refused before a name is used, which may belong to another place. Else the first reason, or `otherwise`.
 */
function strongest(identifiers: readonly LinkIdentifier[], otherwise: Message): MapTarget | NotAPlace {
  const found = identifiers.filter((identifier) => identifier !== null);
  for (const key of ['featureId', 'cid', 'refused', 'text', 'placeId', 'reason']) {
    const identifier = found.find((candidate) => key in candidate);
    if (identifier === undefined) continue;
    if ('refused' in identifier) return { reason: identifier.refused };
    const isReadable = !('text' in identifier && identifier.text.includes(UNREADABLE));
    return isReadable ? identifier : { reason: message('linkWordsUnreadable') };
  }
  return { reason: otherwise };
}

/** Reads a feature id in a link, or its CID if it holds only the CID. Null if the text is not a feature id. */
function linkFeatureId(text: string | null | undefined): LinkIdentifier {
  const featureId = parseFeatureId(text ?? '');
  if (featureId === null) return null;
  const cid = cidOfFeature(featureId);
  if (!isCidLength(cid ?? '')) return CUT;
  return isPartial(featureId) && cid !== null ? { cid } : { featureId };
}

/** Reads a Place ID or feature id in a link. Returns `otherwise` when the text is neither, null when it is empty. */
function linkPlaceId(
  text: string | null,
  otherwise: NotAPlace | null = { reason: message('placeIdOfLinkInvalid') },
): LinkIdentifier {
  if (text === null || text === '') return null;
  const id = text.trim().replace(/^place_id[:=]\s*|\/$/gi, '');
  const parsed = parsePlaceId(id);
  if (parsed === null) return linkFeatureId(id) ?? otherwise;
  const { featureId, placeId } = parsed;
  return (featureId === null ? null : linkFeatureId(featureId)) ?? { placeId };
}

/** Reads a CID in a link, also as `0,0,<CID>` and in hex digits; the reason if it is none, null if it is empty. */
function linkCid(text: string | null): LinkIdentifier {
  if (text === null || text === '') return null;
  const id = text.trim().replace(/^0,0,/, '');
  // A link was never a number of a sheet: one CID of 10,000 ends with four zeros.
  if (/\D/.test(id) && isRoundedNumber(id)) return { refused: message('cidRounded') };
  const cid = cidFromDigits(/^0x[\da-f]{1,16}$/i.test(id) ? String(BigInt(id)) : id);
  if (cid !== null) return isCidLength(cid) ? { cid } : CUT;
  return linkPlaceId(id, { reason: message('cidOfLinkInvalid') });
}

/** Reads the search words of a link: an identifier, with or without its label, no coordinates, else a name. */
function linkWords(words: string | null): LinkIdentifier {
  const text = cleanName(words ?? '');
  if (text === '') return null;
  const placeId = /^place_id[:=](.*)$/i.exec(text)?.[1];
  if (placeId !== undefined) return linkPlaceId(placeId.trim());
  if (isPoint(text)) return { reason: message('linkToCoordinates') };
  const cid = isMeantAsCid(text) ? parseCid(text) : null;
  if (cid !== null) return cid.ok ? { cid: cid.cid } : { refused: cid.reason };
  return linkPlaceId(text, null) ?? { text };
}

const VIEW = /^@(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)(?:,|$)/;

/**
 * Marks of the place behind `/maps/place/`: its pin, else `@lat,lng`, the middle of the map, which an open side panel
 * moves by some 200 m: it is more likely to miss the place than to confirm a wrong one. places.md §2
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
