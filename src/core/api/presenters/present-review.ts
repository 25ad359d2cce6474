import type { z } from 'zod';
import { placeIdOfFeature } from '../../identifiers/place-id.js';
import type { placeReviewsLine } from '../../published/place-reviews-answer.js';
import type { reviewDetailsData, visibilityData } from '../../published/review-answer.js';
import { publishReview, type reviewRecord } from '../../published/review-lines.js';
import type { Inspection } from '../../reviews/inspect-review.js';
import type { ReviewsSummary } from '../../reviews/list-reviews.js';
import type { ReviewsEvent } from '../../reviews/read-reviews.js';
import type { Review } from '../../reviews/review.js';
import type { LocalTime } from '../local-time.js';
import { presentNotices } from './present-place.js';

/** One element of `data.reviews` of a list. */
export function presentReview(review: Review): z.infer<typeof reviewRecord> {
  const { author, ownerReply, hasNoReply, photos, editedAt, ...facts } = review;
  return publishReview({
    ...facts,
    ...withPrefix('author', author),
    editedAt: editedAt ?? undefined,
    photos: photos.map(({ url, thumbnailUrl }) => ({ url, thumbnail_url: thumbnailUrl })),
    hasOwnerReply: ownerReply !== null || (hasNoReply ? false : null),
    'ownerReply.text': ownerReply?.text,
    'ownerReply.dateText': ownerReply?.dateText,
  });
}

/** `{ name }` → `{ 'author.name' }`. */
function withPrefix<Prefix extends string, Part extends object>(prefix: Prefix, part: Part) {
  const entries = Object.entries(part).map(([name, value]) => [`${prefix}.${name}`, value]);
  return Object.fromEntries(entries) as {
    [Name in keyof Part & string as `${Prefix}.${Name}`]: Part[Name];
  };
}

/** The summary of a list: the fields that `data` and the last line share. */
export function presentSummary(read: ReviewsSummary, localTime: LocalTime) {
  return {
    place_id: read.placeId,
    reviews_count: read.returned,
    reviews_read: read.read,
    total_reviews: read.total,
    pages_fetched: read.pagesFetched,
    complete: read.complete,
    stop_reason: read.stopReason,
    ...presentNotices(read.notices, localTime),
  };
}

/** The NDJSON line for a review that was read, or for the end of a page. */
export function presentReviewsEvent(event: ReviewsEvent): z.infer<typeof placeReviewsLine> {
  if (event.kind === 'review') return { type: 'review', review: presentReview(event.review) };
  return { type: 'progress', page: event.page, reviews_read: event.read, total_reviews: event.total };
}

/** The time of a result, and how to present times. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly localTime: LocalTime;
}

/** `data` of `/api/review-details`. `url`: the link as received. */
export function presentReviewDetails(
  url: string,
  inspection: Inspection,
  moment: Moment,
): z.infer<typeof reviewDetailsData> {
  const { review, shown } = inspection;
  const isVisible = inspection.reason === 'visible';
  const name = review?.author.name ?? shown?.author ?? null;
  return {
    review_url: url,
    review_details: {
      name,
      ...(isVisible && { profile_name: name }),
      review_text: review?.text || shown?.text || null,
      date: dayOf(review?.publishedAt, moment.localTime),
      rating: review?.stars ?? shown?.stars ?? null,
      place_name: inspection.placeName,
      place_id: inspection.featureId === null ? null : placeIdOfFeature(inspection.featureId),
      ...(isVisible && {
        reviewer_total_reviews: review?.author.totalReviews ?? null,
        reviewer_local_guide_level: review?.author.localGuideLevel ?? null,
      }),
      is_visible: isVisible,
      visibility_reason: inspection.reason,
    },
    extracted_at: moment.localTime(moment.at),
    ...presentNotices(inspection.notices, moment.localTime),
  };
}

/** `data` of `GET /api/review-visibility`. `url`: the link as received. */
export function presentVisibility(
  url: string,
  { reason, notices }: Pick<Inspection, 'reason' | 'notices'>,
  moment: Moment,
): z.infer<typeof visibilityData> {
  return {
    review_url: url,
    is_visible: reason === 'visible',
    visibility_reason: reason,
    checked_at: moment.localTime(moment.at),
    ...presentNotices(notices, moment.localTime),
  };
}

/** `YYYY-MM-DD`; `seconds` since 1970. */
export function dayOf(seconds: number | null | undefined, localTime: LocalTime): string | null {
  return seconds == null ? null : localTime(seconds * 1000).slice(0, 10);
}
