import { AppError } from '../errors.js';
import type { ServiceMessage } from '../service-messages.js';
import { parseDataParameter } from './data-parameter.js';
import { type FeatureId, parseFeatureId } from './feature-id.js';
import { percentDecoded, trimInput } from './input-text.js';
import { readLink } from './link-syntax.js';
import { parseMapUrl } from './map-url.js';
import { parsePlaceId } from './place-id.js';
import { decodeBase64Url, readFields } from './protobuf.js';
import { CONSENT_HOSTS, MAPS_HOSTS, PLACE_REVIEWS_HOST } from './provider-hosts.js';
import { appLinkTarget, parseShortLink } from './short-link.js';

/** What a link to one review says about it. reviews.md §5. */
export interface ReviewLink {
  /** Null in the forms that name the author and the place instead. */
  readonly reviewId: string | null;
  readonly authorId: string | null;
  /** Of the place; often only `0x0:0x<cid>`. */
  readonly featureId: FeatureId | null;
  /** The page that shows it: path and data as given, without the query. */
  readonly url: string;
}

/** A link to a review, or a share link that must be followed first. */
export type ReviewQuery =
  | { readonly kind: 'review'; readonly link: ReviewLink }
  | { readonly kind: 'share_link'; readonly url: string };

const MAX_CHARACTERS = 2048;
/** Of links inside links: consent pages, `?link=`. */
const MAX_LAYERS = 3;
const HINT = 'Open the review, choose "Share" and send that link.';

/**
 * Classifies a review link. Throws `invalid_request` with a helpful sentence for anything else: no link,
 * a link off the provider, a link to a place.
 */
export function classifyReviewLink(input: string, layer = 0): ReviewQuery {
  const text = trimInput(input);
  if (text.length > MAX_CHARACTERS && layer === 0)
    throw invalid(`The link is longer than ${MAX_CHARACTERS} characters.`);
  const decoded = /^https?%3a/i.test(text) ? (percentDecoded(text) ?? text) : text;
  const reading = readLink(decoded);
  if (reading.kind === 'refused') throw invalid(reading.reason);
  if (reading.kind === 'no_link') throw invalid(`This is not a link. ${HINT}`);
  const { url } = reading;
  if (CONSENT_HOSTS.has(url.hostname)) {
    const target = url.searchParams.get('continue');
    if (target === null || layer >= MAX_LAYERS) throw invalid(`This consent page leads nowhere. ${HINT}`);
    return classifyReviewLink(target, layer + 1);
  }
  const inner = appLinkTarget(url);
  if (inner !== null && layer < MAX_LAYERS) return classifyReviewLink(inner, layer + 1);
  const share = parseShortLink(url);
  if (share !== null) return { kind: 'share_link', url: share.url };
  if (!MAPS_HOSTS.has(url.hostname) && url.hostname !== PLACE_REVIEWS_HOST)
    throw invalid(`The link does not lead to Google Maps. ${HINT}`);
  const link = parseReviewUrl(url);
  if (link !== null) return { kind: 'review', link };
  const isPlace = !('reason' in parseMapUrl(url));
  throw invalid(
    isPlace ? `This is a place, not a review. ${HINT}` : `This link does not name a review. ${HINT}`,
  );
}

/** The review a map link names, or null when it names none. */
export function parseReviewUrl(url: URL): ReviewLink | null {
  const [root, section, ...rest] = url.pathname.split('/').filter((segment) => segment !== '');
  if (root !== 'maps') return null;
  if (section === 'reviews') return fromData(rest, url);
  return section === 'contrib' ? fromProfile(rest, url) : null;
}

/** True for a review id: base64url of a protobuf with the inner id in field 1. */
export function isReviewId(text: string): boolean {
  const bytes = /^[\w-]{16,200}$/.test(text) ? decodeBase64Url(text) : null;
  const fields = bytes === null ? null : readFields(bytes);
  return fields?.[0]?.number === 1 && fields[0].wireType === 2;
}

/** `!14m..!1m..!2m..!1s<review id>!2m1!1s<feature id>`, or `!1m2!1s<author id>!2s<feature id>`. */
function fromData(path: readonly string[], url: URL): ReviewLink | null {
  const segment = path.find((candidate) => /^data(?:=|%3d)/i.test(candidate));
  if (segment === undefined) return null;
  const fields = parseDataParameter(segment.replace(/^data(?:=|%3d)/i, ''));
  const at = (suffix: string) =>
    fields.find((field) => field.path.endsWith(suffix))?.value.replace(/[?&].*$/s, '') ?? null;
  const reviewId = at('14.1.2.1');
  const authorId = at('14.1.1.1');
  const featureId = parseFeatureId(at('14.1.2.2.1') ?? at('14.1.1.2') ?? '');
  const page = pageOf(url);
  if (reviewId !== null && isReviewId(reviewId)) return { reviewId, authorId: null, featureId, url: page };
  if (authorId !== null && /^\d{10,25}$/.test(authorId))
    return { reviewId: null, authorId, featureId, url: page };
  return null;
}

/** `/maps/contrib/<author>/place/<ChIJ>/…`: one author's review of one place. */
function fromProfile(path: readonly string[], url: URL): ReviewLink | null {
  const [authorId = '', section, placeId = ''] = path;
  if (!/^\d{10,25}$/.test(authorId) || (section !== 'place' && section !== 'reviews')) return null;
  const place = parsePlaceId(placeId);
  if (place === null) return null;
  return { reviewId: null, authorId, featureId: place.featureId, url: pageOf(url) };
}

function pageOf(url: URL): string {
  return `https://www.google.com${url.pathname}`;
}

function invalid(message: ServiceMessage): AppError {
  return new AppError('invalid_request', message);
}
