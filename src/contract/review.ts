import { z } from 'zod';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import type { Inspection } from '../reviews/inspect-review.js';
import { checkedReview, presentCheckedReview } from './checked-review.js';
import { errorCode, streamFailure } from './error-body.js';
import type { AppError } from './errors.js';
import { localDate, localMoment, localTime } from './local-time.js';
import { knownPlaceNotices, presentNotices } from './notices.js';

/** What presenting needs besides the result: its time and the time zone. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly timeZone: string;
}

export const visibilityReason = z
  .enum(['visible', 'no_business_data', 'no_business_card', 'no_rating_section', 'no_rating'])
  .describe(
    'visible: the review is there; no_business_data: the data holds no place, and no card of a place is shown ' +
      '(the link may be incomplete); ' +
      'no_business_card: the data names the place, but its card is not shown; no_rating_section: the card is ' +
      'shown, and below it no review; no_rating: the review is shown without stars. Every reason but visible ' +
      'rests on two page loads without trouble and a control, or it is not given',
  )
  .meta({ id: 'VisibilityReason' });
const unlessVisible = 'null when the review is not visible or the page does not say';

export const reviewDetails = z
  .object({
    name: z.string().nullable().describe(`Reviewer name as shown, which may be a nickname; ${unlessVisible}`),
    profile_name: z
      .string()
      .nullable()
      .optional()
      .describe('Reviewer profile name; only when the review is visible'),
    review_text: z
      .string()
      .nullable()
      .describe(
        'The whole text as written, never its beginning alone; null when the review is stars only, and when the map provider gives only the beginning',
      ),
    date: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .nullable()
      .describe('Date of first publication, YYYY-MM-DD in the configured time zone'),
    rating: z.number().int().min(1).max(5).nullable().describe(`Stars; ${unlessVisible}`),
    place_name: z.string().nullable().describe(`Name of the reviewed place; ${unlessVisible}`),
    place_id: z.string().nullable().describe(`Place ID of the reviewed place; ${unlessVisible}`),
    reviewer_total_reviews: z
      .number()
      .int()
      .min(0)
      .nullable()
      .optional()
      .describe('Number of reviews of the reviewer; only when the review is visible'),
    reviewer_local_guide_level: z
      .number()
      .int()
      .min(1)
      .max(10)
      .nullable()
      .optional()
      .describe('Local-guide level, null for others; only when the review is visible'),
    is_visible: z.boolean().describe('Whether the review is visible'),
    visibility_reason: visibilityReason,
  })
  .meta({ id: 'ReviewDetails' });

export const reviewDetailsData = z
  .object({
    review_url: z.string().describe('The url as received'),
    review_details: reviewDetails,
    extracted_at: localMoment,
    notices: knownPlaceNotices,
  })
  .meta({ id: 'ReviewDetailsData' });

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
      date: review?.publishedAt == null ? null : localDate(review.publishedAt * 1000, moment.timeZone),
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
    extracted_at: localTime(moment.at, moment.timeZone),
    ...presentNotices(inspection.notices, moment.timeZone),
  };
}

const visibility = {
  review_url: z.string().describe('The url as received'),
  is_visible: z.boolean().describe('Whether the review is visible'),
  visibility_reason: visibilityReason,
  checked_at: localMoment,
  notices: knownPlaceNotices,
};

export const visibilityData = z.object(visibility).meta({ id: 'VisibilityData' });

export function presentVisibility(
  url: string,
  { reason, notices }: Pick<Inspection, 'reason' | 'notices'>,
  moment: Moment,
): z.infer<typeof visibilityData> {
  return {
    review_url: url,
    is_visible: reason === 'visible',
    visibility_reason: reason,
    checked_at: localTime(moment.at, moment.timeZone),
    ...presentNotices(notices, moment.timeZone),
  };
}

/** A verdict of many: as the endpoint of one link gives it, and what was read of the review. */
export const checkData = visibilityData.extend({
  review: checkedReview
    .nullable()
    .optional()
    .describe(
      'What was read of the review to decide; null when it is not visible, or nothing of it was read. Absent from results of earlier versions',
    ),
});

export function presentCheck(url: string, inspection: Inspection, moment: Moment): z.infer<typeof checkData> {
  return {
    ...presentVisibility(url, inspection, moment),
    review: presentCheckedReview(inspection, moment.timeZone),
  };
}

const index = z.number().int().min(0).describe('Position of the link in "urls"');
const failure = z.object({
  index,
  review_url: visibility.review_url,
  error: z.object({ code: errorCode, message: z.string().describe('What failed, why, and what to do') }),
});
const totals = {
  total: z.number().int().min(0).describe('Links in the request'),
  visible: z.number().int().min(0).describe('Links whose review is visible'),
  not_visible: z.number().int().min(0).describe('Links whose review is not visible'),
  failed: z.number().int().min(0).describe('Links without a verdict; another attempt may give one'),
};

/** `data` of the bulk check: results in the order of the links. */
export const bulkVisibilityData = z
  .object({
    ...totals,
    results: z.array(z.union([z.object({ index, ...checkData.shape }), failure])),
  })
  .meta({ id: 'BulkVisibilityData' });

/** One line of the bulk check's NDJSON form, while all goes well; in the order of completion. */
export const bulkVisibilityLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), index, ...checkData.shape }),
  failure.extend({ type: z.literal('error') }),
  z.object({ type: z.literal('summary'), ...totals }),
]);

/** Everything a stream may hold. */
export const bulkVisibilityStream = z
  .union([bulkVisibilityLine, streamFailure])
  .meta({ id: 'BulkVisibilityLine' });

export function presentFailure(position: number, url: string, error: AppError): z.infer<typeof failure> {
  return { index: position, review_url: url, error: { code: error.code, message: error.message } };
}
