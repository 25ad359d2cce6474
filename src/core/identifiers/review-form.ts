import { cidOfFeature } from './cid.js';
import { type FeatureId, isPartial, parseFeatureId } from './feature-id.js';
import { parsePlaceId, placeIdOfFeature } from './place-id.js';
import { decodeBase64Url, readFields, textOf } from './protobuf.js';
import { parseReviewUrl, type ReviewLink } from './review-url.js';

/** The ids of a review. */
export type ReviewIds = Pick<ReviewLink, 'reviewId' | 'authorId' | 'featureId'>;

/** The form of a review's address: the address without its ids. reviews.md §5. */
export interface ReviewForm {
  /** Equal for links of one form: the address with names in place of ids. */
  readonly key: string;
  /** True if addresses of this form name the author instead of the review. */
  readonly isByAuthor: boolean;
  /** The address of another review in this form; null = it cannot be built from these ids. */
  addressOf(ids: ReviewIds): string | null;
}

const FEATURE = /0x[0-9a-f]{1,16}(?::|%3a)0x[0-9a-f]{1,16}/gi;
const PLACE_ID = /ChIJ[\w-]{23}/g;
/** `2@1:<inner id>|<token>|`: the token decodes to the time of the review. */
const TOKEN = /(\{inner\}(?:%7c|\|))[^!|%]*/gi;
const VIEWPORT = /\/@[^/]*/;

/** Splits the address of a review into its form and its ids. */
export function reviewForm(link: ReviewLink): ReviewForm {
  const { reviewId, authorId, featureId } = link;
  const cid = featureId === null ? null : cidOfFeature(featureId);
  const isOwn = (found: FeatureId | null) => found !== null && cid !== null && cidOfFeature(found) === cid;
  const inner = reviewId === null ? null : innerId(reviewId);
  let template = new URL(link.url).pathname;
  for (const [id, name] of [
    [reviewId, '{review}'],
    [inner, '{inner}'],
    [authorId, '{author}'],
  ] as const)
    if (id !== null) template = template.replaceAll(id, name);
  template = template
    .replace(TOKEN, '$1')
    .replace(FEATURE, (text) => {
      const found = parseFeatureId(text);
      if (found === null || !isOwn(found)) return text;
      const separator = text.includes(':') ? ':' : '%3A';
      return isPartial(found) ? `0x0${separator}{cid}` : `{hi}${separator}{cid}`;
    })
    .replace(PLACE_ID, (text) => (isOwn(parsePlaceId(text)?.featureId ?? null) ? '{place}' : text));
  return {
    key: template.replace(VIEWPORT, '/@'),
    isByAuthor: reviewId === null,
    addressOf: (ids) => {
      const its = fullestFeature(ids.featureId, featureId);
      const values: Readonly<Record<string, string | null>> = {
        review: ids.reviewId,
        inner: ids.reviewId === null ? null : innerId(ids.reviewId),
        author: ids.authorId,
        hi: its === null || isPartial(its) ? null : (its.split(':')[0] ?? null),
        cid: its === null ? null : (its.split(':')[1] ?? null),
        place: its === null ? null : placeIdOfFeature(its),
      };
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      if (names.some((name) => values[name] == null)) return null;
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
      const built = parseReviewUrl(new URL(path, 'https://www.google.com'));
      if (built === null || built.reviewId !== (reviewId === null ? null : ids.reviewId)) return null;
      if (built.authorId !== (authorId === null ? null : ids.authorId)) return null;
      return built.featureId !== null && its !== null && cidOfFeature(built.featureId) === cidOfFeature(its)
        ? built.url
        : null;
    },
  };
}

/** The place of another review. If it is the same place, the known half of one feature id completes the other. */
function fullestFeature(its: FeatureId | null, own: FeatureId | null): FeatureId | null {
  if (its === null || own === null || !isPartial(its)) return its;
  return cidOfFeature(its) === cidOfFeature(own) ? own : its;
}

/** Field 1 of a review id. reviews.md §5; null = an unknown form of id. */
function innerId(reviewId: string): string | null {
  const bytes = decodeBase64Url(reviewId);
  const field = bytes === null ? undefined : readFields(bytes)?.[0];
  const text = field?.number === 1 ? textOf(field.bytes) : '';
  return /^[\w-]{4,}$/.test(text) ? text : null;
}
