import { message, type ServiceMessage } from '../contract/messages.js';
import {
  type DataField,
  dataFields,
  isDataSegment,
  parseDataParameter,
  textOfField,
} from './data-parameter.js';
import { percentDecoded } from './input-text.js';
import {
  type LinkIdentifier,
  linkCid,
  linkFeatureId,
  linkPlaceId,
  linkWords,
  type MapTarget,
  type NotAPlace,
  strongest,
} from './link-identifiers.js';
import { marksOfPath } from './link-marks.js';
import { parseMid } from './place-marks.js';
import { MAPS_HOSTS, PLACE_REVIEWS_HOST } from './provider-hosts.js';

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
  return field.value.replace(/[?&].*$/s, '');
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
