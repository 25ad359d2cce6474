import { invalid } from '../errors.js';
import { message } from '../texts/messages.js';
import { cidOfFeature, isCidLength } from './cid.js';
import { type DataParameter, pathData } from './data-parameter.js';
import { type FeatureId, parseFeatureId } from './feature-id.js';
import { MAX_INPUT_CHARACTERS, trimInput } from './input-text.js';
import { readOnlyLink, withoutEncodedLink } from './link-in-text.js';
import { readLink, withoutOuterEncoding } from './link-syntax.js';
import { parseMapUrl, REPORT, withoutPrefix } from './map-url.js';
import { parsePlaceId } from './place-id.js';
import { decodeBase64Url, readFields } from './protobuf.js';
import { isPlaceHost } from './provider-hosts.js';
import { foreignLink, innermostLink, parseShortLink } from './short-link.js';

/** The parts of a link to one review. reviews.md §5. */
export interface ReviewLink {
  /** Null in links that name the author and the place instead. */
  readonly reviewId: string | null;
  readonly authorId: string | null;
  /** The feature id of the place; often only `0x0:0x<cid>`. A link without it is refused. */
  readonly featureId: FeatureId | null;
  /** The page that shows the review: path and data as given, without the query. */
  readonly url: string;
}

/** The review that a page or an answer is about. */
export interface ReviewIdentity {
  readonly reviewId: string | null;
  /** Id of the author, in links that name no review id. */
  readonly authorId: string | null;
  /** CID of the place, decimal; null when the link does not hold it. */
  readonly cid: string | null;
}

/** The review that a link names. */
export function identityOf({ reviewId, authorId, featureId }: ReviewLink): ReviewIdentity {
  return { reviewId, authorId, cid: featureId === null ? null : cidOfFeature(featureId) };
}

/** A link to a review, or a share link that must be followed first. */
type ReviewQuery =
  | { readonly kind: 'review'; readonly link: ReviewLink }
  | { readonly kind: 'share_link'; readonly url: string };

const AUTHOR_ID = /^\d{10,25}$/;
const REFUSALS = { noLink: message('reviewLinkNotALink'), emptyConsent: message('consentWithoutReview') };

/** Why a link of a known kind does not name a review with certainty. verdicts.md, rule 12. */
const CUT = {
  review: message('linkCutAtReview'),
  place: message('linkCutAtPlace'),
  end: message('linkCutAtEnd'),
} as const;

/**
 * Classifies a review link. Throws `invalid_request` with a helpful sentence for any other text: not a link, not a
 * link of the provider, a link to a place, a link that is cut.
 */
export function classifyReviewLink(input: string): ReviewQuery {
  const text = trimInput(input);
  if (text.length > MAX_INPUT_CHARACTERS)
    throw invalid(message('linkTooLong', { most: MAX_INPUT_CHARACTERS }));
  const query = readOnlyLink(withoutEncodedLink(text), {
    read: readTarget,
    isWords: () => false,
    keyOf: (found) => (found.kind === 'review' ? keyOf(found.link) : found.url),
  });
  if (query === null) throw invalid(REFUSALS.noLink);
  return query;
}

/** A review, by its id or its author, at a place, by its CID: the first half of a feature id may differ. */
const keyOf = ({ reviewId, authorId, featureId }: ReviewLink): string =>
  `${reviewId ?? authorId} ${featureId && cidOfFeature(featureId)}`;

function readTarget(text: string): ReviewQuery {
  const url = innermostLink(readLink(withoutOuterEncoding(text)), REFUSALS);
  const share = parseShortLink(url);
  if (share !== null) return { kind: 'share_link', url: share.url };
  if (!isPlaceHost(url.hostname)) throw invalid(foreignLink(url, message('reviewLinkNotToMaps')));
  const link = readReviewUrl(url);
  if (typeof link === 'string') throw invalid(CUT[link]);
  if (link !== null) return { kind: 'review', link };
  const target = parseMapUrl(url);
  if ('reason' in target && target.reason === REPORT) throw invalid(REPORT);
  throw invalid(message('reason' in target ? 'linkWithoutReview' : 'linkToPlace'));
}

/** Whether a text has a link that names this author: to the profile, or to a review of the author. Also encoded. */
export function namesAuthor(text: string, authorId: string): boolean {
  if (!AUTHOR_ID.test(authorId) || !text.includes(authorId)) return false;
  const [slash, mark] = ['(?:/|%(?:25)*2F)', '(?:!|%(?:25)*21)'];
  return new RegExp(`(?:${slash}contrib${slash}|${mark}1s)${authorId}(?!\\d)`, 'i').test(text);
}

/** The review that a map link names; null if it does not name a review or is cut. */
export function parseReviewUrl(url: URL): ReviewLink | null {
  const link = readReviewUrl(url);
  return typeof link === 'string' ? null : link;
}

/** The review that a map link names; the missing part if the link is cut; null for any other link. */
function readReviewUrl(url: URL): ReviewLink | keyof typeof CUT | null {
  const [root, ...path] = url.pathname.split('/').filter((segment) => segment !== '');
  if (root !== 'maps') return null;
  const [section, ...rest] = withoutPrefix(path);
  const data = pathData(rest);
  if (section === 'reviews') return data === null ? null : fromData(data, url);
  return section === 'contrib' ? fromProfile(rest, data, url) : null;
}

/** True for a review id: base64url of a protobuf with the inner id in field 1. */
export function isReviewId(text: string): boolean {
  const bytes = /^[\w-]{16,200}$/.test(text) ? decodeBase64Url(text) : null;
  const fields = bytes === null ? null : readFields(bytes);
  return fields?.[0]?.number === 1 && fields[0].wireType === 2;
}

/** `!14m..!1m..!2m..!1s<review id>!2m1!1s<feature id>`, or `!1m2!1s<author id>!2s<feature id>`. */
function fromData({ fields, isWhole }: DataParameter, url: URL): ReviewLink | keyof typeof CUT | null {
  const at = (suffix: string) =>
    fields.find((field) => field.path.endsWith(suffix))?.value.replace(/[?&].*/s, '') ?? '';
  const reviewId = isReviewId(at('14.1.2.1')) ? at('14.1.2.1') : null;
  const authorId = reviewId === null && AUTHOR_ID.test(at('14.1.1.1')) ? at('14.1.1.1') : null;
  if (reviewId === null && authorId === null) return isWhole ? null : 'review';
  const featureId = parseFeatureId(at('14.1.2.2.1') || at('14.1.1.2'));
  if (featureId === null || !isCidLength(cidOfFeature(featureId) ?? '')) return 'place';
  return isWhole ? { reviewId, authorId, featureId, url: pageOf(url) } : 'end';
}

/** `/maps/contrib/<author>/place/<ChIJ>/…`: one author's review of one place. */
function fromProfile(
  [authorId = '', section, placeId = '']: readonly string[],
  data: DataParameter | null,
  url: URL,
): ReviewLink | keyof typeof CUT | null {
  const isPlace = section === 'place' || (section === 'reviews' && placeId.startsWith('ChIJ'));
  if (!AUTHOR_ID.test(authorId) || !isPlace) return null;
  const featureId = parsePlaceId(placeId)?.featureId ?? null;
  if (featureId === null) return 'place';
  return data?.isWhole === false ? 'end' : { reviewId: null, authorId, featureId, url: pageOf(url) };
}

function pageOf(url: URL): string {
  return `https://www.google.com${url.pathname.replace(/^\/maps\/u\/\d+\//, '/maps/')}`;
}
