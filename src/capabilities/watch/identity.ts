import { cidOfFeature } from '../../core/identifiers/cid.js';
import type { FeatureId } from '../../core/identifiers/feature-id.js';
import { parsePlaceId } from '../../core/identifiers/place-id.js';
import { parseReviewUrl } from '../../core/identifiers/review-url.js';
import { placeName } from './publish-watch.js';
import type { Row } from './schema.js';

// The identity of a subject does not depend on the form of its id or link. Watches store it.

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

type Source = Subject & Partial<Pick<Row<'watch'>, 'label' | 'note' | 'place'>>;

/** PostgreSQL stores neither NUL nor lone surrogates. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** The columns of a watch that are computed from its other columns, so that the database can search them. */
export function derivedColumns(watch: Source) {
  const { label, note, subject, place } = watch;
  const texts = [label, note, subject, placeName(place ?? null)];
  return { identity: identityOf(watch), searched: lowerCase(texts.join('\n').replace(UNSTORABLE, ' ')) };
}

/** Upper and lower case are the same in a search. Databases know only some letters, and each knows others. */
export const lowerCase = (text: string): string => text.toLocaleLowerCase('pl');
