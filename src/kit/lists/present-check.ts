import type { z } from 'zod';
import { presentFault } from '../../core/api/error-answer.js';
import type { LocalTime } from '../../core/api/local-time.js';
import { dayOf, type Moment, presentVisibility } from '../../core/api/presenters/present-review.js';
import { type AppError, aboutField } from '../../core/errors.js';
import { placeIdOfFeature } from '../../core/identifiers/place-id.js';
import { MAX_EXCERPT } from '../../core/published/review-fields.js';
import { utcTime } from '../../core/published/times.js';
import type { Inspection } from '../../core/reviews/inspect-review.js';
import type { bulkFailure, CheckedReview, checkData } from './checked-links.js';

/** A verdict and the beginning of the text. Jobs store this form: a million whole texts would fill the disk. */
export function presentCheck(url: string, inspection: Inspection, moment: Moment): z.infer<typeof checkData> {
  return {
    ...presentVisibility(url, inspection, moment),
    checked_at_utc: utcTime(moment.at),
    review: presentCheckedReview(inspection, moment.localTime),
  };
}

/** A verdict and the whole text of the review. */
export function presentWholeCheck(...[url, inspection, moment]: Parameters<typeof presentCheck>) {
  const { review, ...check } = presentCheck(url, inspection, moment);
  const text = (inspection.review ?? inspection.shown)?.text ?? null;
  return { ...check, review: review && { ...review, review_text: text } };
}

/** A link of a bulk check without a verdict. `position`: its index in `urls`, for `field` of an `invalid_request`. */
export function presentFailure(position: number, url: string, error: AppError): z.infer<typeof bulkFailure> {
  return { index: position, review_url: url, error: presentFault(aboutField(error, `urls[${position}]`)) };
}

/** Null when the review is not visible, or no part of it was read. */
function presentCheckedReview(
  { review, shown, placeName, featureId }: Inspection,
  localTime: LocalTime,
): CheckedReview | null {
  if (review === null && shown === null) return null;
  const start = review?.cut?.start ?? '';
  // The start of a text that the provider cut is an excerpt if it is long enough.
  const long = Array.from(start).length >= MAX_EXCERPT ? start : null;
  const text = review === null ? (shown?.text ?? null) : (review.text ?? long);
  return {
    author_name: review?.author.name ?? shown?.author ?? null,
    stars: review?.stars ?? shown?.stars ?? null,
    date: dayOf(review?.publishedAt, localTime),
    is_edited: review?.isEdited ?? null,
    edited_date: dayOf(review?.editedAt, localTime),
    place_name: placeName,
    place_id: featureId === null ? null : placeIdOfFeature(featureId),
    text_excerpt: text === null ? null : Array.from(text).slice(0, MAX_EXCERPT).join(''),
  };
}
