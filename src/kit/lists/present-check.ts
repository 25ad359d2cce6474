import type { z } from 'zod';
import { presentFault } from '../../core/api/error-answer.js';
import type { LocalTime } from '../../core/api/local-time.js';
import { dayOf, type Moment, presentVisibility } from '../../core/api/presenters/present-review.js';
import { type AppError, aboutField } from '../../core/errors.js';
import { placeIdOfFeature } from '../../core/identifiers/place-id.js';
import { MAX_EXCERPT } from '../../core/published/review-fields.js';
import { utcTime } from '../../core/published/times.js';
import type { Inspection } from '../../core/reviews/inspect-review.js';
import type { Review } from '../../core/reviews/review.js';
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
export function presentWholeCheck(
  url: string,
  inspection: Inspection,
  moment: Moment,
): z.infer<typeof checkData> {
  const { review, ...check } = presentCheck(url, inspection, moment);
  const whole = inspection.review === null ? inspection.shown?.text : inspection.review.text;
  return { ...check, review: review == null ? null : { ...review, review_text: whole ?? null } };
}

/** A link of a bulk check without a verdict. `position`: its index in `urls`, for `field` of an `invalid_request`. */
export function presentFailure(position: number, url: string, error: AppError): z.infer<typeof bulkFailure> {
  const about = aboutField(error, `urls[${position}]`);
  return { index: position, review_url: url, error: presentFault(about) };
}

/** The start of a text that the provider cut, if it is long enough for an excerpt. */
function longStart({ cut }: Pick<Review, 'cut'>): string | null {
  return cut !== null && Array.from(cut.start).length >= MAX_EXCERPT ? cut.start : null;
}

/** Null when the review is not visible, or no part of it was read. */
function presentCheckedReview(
  { review, shown, placeName, featureId }: Inspection,
  localTime: LocalTime,
): CheckedReview | null {
  if (review === null && shown === null) return null;
  const text = review === null ? (shown?.text ?? null) : (review.text ?? longStart(review));
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
