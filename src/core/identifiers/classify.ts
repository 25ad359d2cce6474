import { excerpt, invalid, refusalOf } from '../errors.js';
import { message } from '../texts/messages.js';
import { cidFromDigits, cidOfFeature, isMeantAsCid, isRoundedNumber, parseCid } from './cid.js';
import { type FeatureId, parseFeatureId } from './feature-id.js';
import { besideLinks, identifiersIn } from './find-link.js';
import { cleanName, MAX_INPUT_CHARACTERS, trimInput, trimmed } from './input-text.js';
import { readOnlyLink, withoutEncodedLink } from './link-in-text.js';
import { type LinkReading, readLink, withoutOuterEncoding } from './link-syntax.js';
import { isPoint, type MapTarget, parseMapUrl } from './map-url.js';
import { parsePlaceId, placeIdOfFeature } from './place-id.js';
import { isPlaceHost, SHORT_HOSTS } from './provider-hosts.js';
import { foreignLink, innermostLink, isMiddleHop, parseShortLink } from './short-link.js';

/** The target of a link: a place that the link's text names, or a share link that must be followed. */
type LinkQuery =
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
 * Classifies a query (spec, /search `query` and /all `url`): the link in the text, else its Place ID, feature id or CID,
 * else a name. Labels, quotes and words may stand around a link or identifier. Accepts one layer of percent-encoding.
 * Throws `invalid_request` if the query looks like an identifier or a link but the service cannot use it.
 */
export function classifyQuery(input: string): Query {
  const given = trimInput(input);
  if (given === '') throw invalid(message('queryEmpty'));
  if ([...given].length > MAX_INPUT_CHARACTERS)
    throw invalid(message('queryTooLong', { most: MAX_INPUT_CHARACTERS }));
  const text = withoutEncodedLink(given);
  const link = readOnlyLink(text, PLACE_LINKS);
  // A link that names its place by words alone: the id beside it, which a break may have cut off, says which place.
  const beside = besideLinks(text);
  const id = link !== null && PLACE_LINKS.isWords(link) ? onlyIdIn(beside) : null;
  return id ?? link ?? readIdentifier(beside) ?? readName(text);
}

const PLACE_LINKS = {
  read: (link: string) => readTarget(readLink(withoutOuterEncoding(link))),
  isWords: (query: LinkQuery) => query.kind === 'map_url' && 'text' in query.target,
  keyOf: (query: LinkQuery) => idOf(query) ?? JSON.stringify(query),
};

/**
 * Classifies a link with every check for links of users: use it for each hop of a share link. Unwraps consent pages
 * and `?link=`. Throws `invalid_request` if the text is not a usable link of the provider.
 */
export const classifyLink = (text: string): LinkQuery => readTarget(readLink(text));

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

/** The place that a text names by its own ids, for comparison; null for words, share links and unreadable texts. */
export function placeKey(text: string): string | null {
  try {
    return idOf(classifyQuery(text));
  } catch {
    return null;
  }
}

function idOf(query: Query): string | null {
  const ids = query.kind === 'map_url' ? query.target : query;
  if ('featureId' in ids && ids.featureId !== null) return cidOfFeature(ids.featureId) ?? ids.featureId;
  return 'cid' in ids ? ids.cid : 'placeId' in ids ? ids.placeId : null;
}

/** True for a text that is meant as a Place ID, feature id or CID, valid or not. */
export const isMeantAsIdentifier = (text: string): boolean =>
  refusalOf(() => readIdentifier(text)) !== null || readIdentifier(text) !== null;

/** True for a link that names a place, also inside a wrapper or another link. */
export const isPlaceLink = (link: string): boolean => refusalOf(() => PLACE_LINKS.read(link)) === null;

function readTarget(reading: LinkReading): LinkQuery {
  const url = innermostLink(reading, REFUSALS);
  if (SHORT_HOSTS.has(url.hostname) || isMiddleHop(url)) return readShare(url);
  if (!isPlaceHost(url.hostname)) throw invalid(foreignLink(url, message('placeLinkNotToMaps')));
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

/** Reads an identifier; null for a name. Throws if the text is meant as an identifier but is not valid. */
function readIdentifier(given: string): Query | null {
  const written = withoutQuotes(given).replace(/^(\d{14,20})n$/, '$1');
  // The second half of a feature id: some exports call it CID. `n` ends a number of JavaScript.
  const half = /^(?:cid\s{0,9}[:=]?\s{0,9})?(?:0x([\da-f]{12,16})|((?=\d*[a-f])[\da-f]{16}))$/i.exec(written);
  const text = half === null ? written : String(BigInt(`0x${half[1] ?? half[2]}`)).padStart(14, '0');
  if (isMeantAsCid(text)) {
    if (isRoundedNumber(written)) throw invalid(message('cidRounded'));
    const reading = parseCid(text);
    if (!reading.ok) throw invalid(reading.reason);
    return { kind: 'cid', cid: reading.cid };
  }
  if (/^0x[^\s:]*:\S*$/i.test(text) && parseFeatureId(text) === null) throw invalid(message('notAFeatureId'));
  const key = readPlaceKey(text);
  if (key !== null) return key;
  const labelled = Array.from(text.matchAll(LABELLED_CID), ([, digits = '']) => digits);
  const bare = FOREIGN_NUMBER.test(text) ? [] : (text.match(CID_IN_WORDS) ?? []);
  const cids = (labelled.length > 0 ? labelled : bare).map(cidFromDigits);
  return onlyOf(cids.map((cid) => (cid === null ? null : { kind: 'cid', cid })));
}

/** The one query of several with the same identifier; null = there is none. @throws AppError for different ones */
function onlyOf(queries: readonly (Query | null)[]): Query | null {
  const found = queries.filter((query) => query !== null);
  const [one, other] = new Set(found.map(keyOf));
  if (one !== undefined && other !== undefined) throw invalid(message('severalSubjects', { one, other }));
  return found[0] ?? null;
}

const LABELLED_CID = /(?<![\p{L}\d])(?:ludo)?cid(?![\p{L}\d])\D{1,30}(\d{14,20})(?!\d)/giu;

/** A CID among words without its label, with a number of digits that hardly any other number has. */
const CID_IN_WORDS = /(?<![\p{L}\d.,:/-])\d{17,20}(?![\p{L}\d/-])/gu;

/** A number that its label (before it, or in brackets behind it) or form gives to something else, such as an account. */
const FOREIGN_NUMBER =
  /(?<!\p{L})(?:bpid|(?:unternehmens)?profil\p{L}?|business\s?profile(?:id)?|(?:store|location)[\s_-]?(?:code|id)|account|auth?or|contributor|kont[oa]|facebook|fb|instagram|faktur[ay]|invoice|sygnatura|order|zamówieni\p{L}{1,2}|nip|regon|krs|imei|iban|kod\ssklepu)(?!\p{L})(?![^\d\n]{0,40}(?:cid|map|place|miejsc))\D{0,40}?(?!\d{1,13}\s\d{17,20}(?!\d))\d(?:\s?\d){13,}(?!\d)|\d{14,20}\s{0,3}[([](?:bpid|business\s?profile|profil|account|konto|order|nip|regon)|(?<![\p{L}\d])(?:accounts|locations)\/\d{6,}|(?:^|kgmid[\s:=]{1,9}|[\s:=](?=\/))\/?(?:g\/1|m\/0)\w{3,20}$/iu;

function ofFeature(featureId: FeatureId): Query | null {
  const placeId = placeIdOfFeature(featureId);
  if (placeId !== null) return { kind: 'feature_id', featureId, placeId };
  const cid = cidOfFeature(featureId);
  return cid === null ? null : { kind: 'cid', cid };
}

/** A label of a Place ID, as in `Place ID: ChIJ…`. */
const PLACE_LABEL = /^(?:google\s?)?(?:maps\s?)?place[\s_-]?ids?\s{0,9}(?:[:=]|(?=ChIJ))/i;

/** Reads the one Place ID or feature id of a text, whatever stands around it; null = the text has no such identifier. */
function readPlaceKey(given: string): Query | null {
  const text = withoutQuotes(given);
  const id = withoutQuotes(text.replace(PLACE_LABEL, ''));
  const placeId = parsePlaceId(id) ?? parsePlaceId(id.replace(/\s+/g, ''));
  if (placeId !== null) return { kind: 'place_id', ...placeId };
  if (/^ch[1il|]j[\w-]{23}$/i.test(id) && !id.startsWith('ChIJ'))
    throw invalid(message('placeIdCaseChanged'));
  const only = onlyIdIn(text);
  if (/^ChIJ[^\s,;|]*$/.test(id) || (only === null && (id !== text || /^ChIJ\S/.test(id))))
    throw invalid(message('placeIdInvalid'));
  return only;
}

/** The one Place ID or feature id in a text; null = there is none. @throws AppError for different ones */
function onlyIdIn(text: string): Query | null {
  const ids = identifiersIn(text).map((found) => {
    const [featureId, known] = [parseFeatureId(found), parsePlaceId(found)];
    return featureId === null ? known && { kind: 'place_id' as const, ...known } : ofFeature(featureId);
  });
  return onlyOf(ids);
}

/** The identifier of a query for comparison. */
const keyOf = (query: Query): string =>
  'placeId' in query ? query.placeId : 'cid' in query ? query.cid : '';

/** The text without quotation marks, brackets and punctuation around it. */
const withoutQuotes = (text: string): string => trimmed(text, /[\s"'`„“”«»‚‘’()[\]{}<>*,.;]/u);

/** A word that no name has: the id of a review, a cut Place ID. */
const CODE = /(?<![\w-])(?=\w{20})\d*(?:[a-z]+\d+){3}/i;

/** @throws AppError for a text without a visible character, and for the number of something that is not a place */
function readName(text: string): Query {
  const plain = withoutQuotes(text);
  if (isPoint(plain) && /\d(?:[.,]\d|°)|\+/.test(plain)) throw invalid(message('linkToCoordinates'));
  if (CODE.test(plain) || FOREIGN_NUMBER.test(plain))
    throw invalid(message('foreignNumber', { found: excerpt(text) }));
  const name = cleanName(text);
  if (name === '') throw invalid(message('queryInvisible'));
  return { kind: 'name', text: name };
}
