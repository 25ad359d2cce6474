import { cidOfFeature } from '../../core/identifiers/cid.js';
import type { FeatureId } from '../../core/identifiers/feature-id.js';
import { parsePlaceId } from '../../core/identifiers/place-id.js';
import { parseReviewUrl } from '../../core/identifiers/review-url.js';
import type { Row } from './schema.js';

// The identity of a subject does not depend on the form of its id or link. Watches store it: `derived.ts`.

/** What is watched: the Place ID of a place, or the link of a review without its query. */
export type Subject = Pick<Row<'watch'>, 'kind' | 'subject'>;

const cidOf = (featureId: FeatureId | null) => (featureId === null ? null : cidOfFeature(featureId));

const linkOf = (subject: string) => (URL.canParse(subject) ? parseReviewUrl(new URL(subject)) : null);

/** The id of the author that the link of a review names; null = the link names the review, or a place is watched. */
export function authorOf({ kind, subject }: Subject): string | null {
  return kind === 'review' ? (linkOf(subject)?.authorId ?? null) : null;
}

/** What the Place ID or the link of a subject names. Two subjects with one identity are the same subject. */
export function identityOf({ kind, subject }: Subject): string {
  // A place by its CID: the first half of a feature id may change.
  if (kind === 'place') return `place ${cidOf(parsePlaceId(subject)?.featureId ?? null) ?? subject}`;
  const link = linkOf(subject);
  if (link?.reviewId != null) return `review ${link.reviewId}`;
  const cid = cidOf(link?.featureId ?? null);
  return link?.authorId == null || cid === null ? subject : `author ${link.authorId} ${cid}`;
}
