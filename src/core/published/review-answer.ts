import { z } from 'zod';
import { fault, streamFailure } from './error-body.js';
import { knownPlaceNotices } from './notices.js';
import { MAX_EXCERPT } from './review-fields.js';
import { localDay, localMoment, maybeText, natural, starCount, utcMoment } from './values.js';

const unknown = 'null when it is unknown';
const day = (meaning: string) =>
  localDay.nullable().describe(`${meaning}, YYYY-MM-DD in the configured time zone; ${unknown}`);

/** A visible review in a bulk check: the values read for the verdict, without a further load. */
const checkedReview = z
  .object({
    author_name: maybeText.describe(`Author name as shown, which may be a nickname; ${unknown}`),
    stars: starCount
      .nullable()
      .describe("1 to 5; null also for partner reviews, which have no stars of the map provider's own"),
    date: day('Date of first publication'),
    is_edited: z.boolean().nullable().describe(`Whether the review was edited; ${unknown}`),
    edited_date: day('Date of the last change').describe(
      'Date of the last change, YYYY-MM-DD in the configured time zone; null when the review was not edited, or when it is unknown',
    ),
    place_name: maybeText.describe(
      'Name of the reviewed place; null where the page was not rendered and no other page showed it',
    ),
    place_id: maybeText.describe(`Place ID of the reviewed place; ${unknown}`),
    text_excerpt: maybeText.describe(
      `The first ${MAX_EXCERPT} characters of the text as written; "" when the review is stars only; null when the text is unknown`,
    ),
    review_text: maybeText
      .optional()
      .describe(
        'The whole text as written, never its beginning alone; "" when the review is stars only; null when it is unknown. Absent from results of jobs and of earlier versions',
      ),
  })
  .meta({ id: 'CheckedReview' });

const visibilityReason = z
  .enum(['visible', 'no_business_data', 'no_business_card', 'no_rating_section', 'no_rating'])
  .describe(
    'visible: the review is shown; no_business_data: the data holds no place, and no place card is shown ' +
      '(the link may be incomplete); ' +
      'no_business_card: the data names the place, but its card is not shown; no_rating_section: the card is ' +
      'shown, but the review is not; no_rating: the review is shown without stars. Every reason except visible ' +
      'is given only after two page loads without trouble and a control',
  )
  .meta({ id: 'VisibilityReason' });
const unlessVisible = 'null when the review is not visible or the page does not say';

export const reviewDetails = z
  .object({
    name: maybeText.describe(`Reviewer name as shown, which may be a nickname; ${unlessVisible}`),
    profile_name: maybeText.optional().describe('Reviewer profile name; only when the review is visible'),
    review_text: maybeText.describe(
      'The whole text as written, never its beginning alone; null when the review is stars only, and when the map provider gives only the beginning',
    ),
    date: localDay.nullable().describe('Date of first publication, YYYY-MM-DD in the configured time zone'),
    rating: starCount.nullable().describe(`Stars; ${unlessVisible}`),
    place_name: maybeText.describe(`Name of the reviewed place; ${unlessVisible}`),
    place_id: maybeText.describe(`Place ID of the reviewed place; ${unlessVisible}`),
    reviewer_total_reviews: natural
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
      .describe(
        'Local-guide level, null for a reviewer who is no local guide; only when the review is visible',
      ),
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

const visibility = {
  review_url: z.string().describe('The url as received'),
  is_visible: z.boolean().describe('Whether the review is visible'),
  visibility_reason: visibilityReason,
  checked_at: localMoment,
  notices: knownPlaceNotices,
};

export const visibilityData = z.object(visibility).meta({ id: 'VisibilityData' });

/** A verdict of a bulk check: the answer of `/api/review-visibility`, and the values read from the review. */
export const checkData = visibilityData.extend({
  checked_at_utc: utcMoment,
  review: checkedReview
    .nullable()
    .optional()
    .describe(
      'The values of the review that were read for the verdict; null when the review is not visible, or no value was read. Absent from results of earlier versions',
    ),
});

/** Why one link has no result. */
export const linkError = z.object(fault);

const index = natural.describe('Position of the link in "urls"');
/** A link of a bulk check without a verdict. */
export const bulkFailure = z.object({
  index,
  review_url: visibility.review_url,
  error: linkError,
});
const totals = {
  total: natural.describe('Links in the request'),
  visible: natural.describe('Links whose review is visible'),
  not_visible: natural.describe('Links whose review is not visible'),
  failed: natural.describe('Links without a verdict; another attempt may give one'),
};

/** `data` of the bulk check: results in the order of the links. */
export const bulkVisibilityData = z
  .object({
    ...totals,
    results: z.array(z.union([z.object({ index, ...checkData.shape }), bulkFailure])),
  })
  .meta({ id: 'BulkVisibilityData' });

/** One line of the bulk check's NDJSON answer, except an error line for the whole request; in order of completion. */
export const bulkVisibilityLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), index, ...checkData.shape }),
  bulkFailure.extend({ type: z.literal('error') }),
  z.object({
    type: z.literal('progress').describe('Only with `"progress": true` in the request, every two seconds'),
    total: totals.total,
    remaining: natural.describe('Links without a line yet'),
    estimated_seconds_left: natural
      .nullable()
      .describe(
        'Estimated seconds until the summary, from the loads that the remaining links need and the pace of the latest loads; null while too few loads were made',
      ),
  }),
  z.object({ type: z.literal('summary'), ...totals }),
]);

/** One line of the bulk check's NDJSON answer. */
export const bulkVisibilityStream = z
  .union([bulkVisibilityLine, streamFailure])
  .meta({ id: 'BulkVisibilityLine' });
