import { z } from 'zod';
import { knownPlaceNotices } from './notices.js';
import { localDay, localMoment, maybeText, natural, starCount } from './values.js';

export const visibilityReason = z
  .enum(['visible', 'no_business_data', 'no_business_card', 'no_rating_section', 'no_rating'])
  .describe(
    'visible: the review is shown; no_business_data: the data holds no place, and no place card is shown ' +
      '(the link may be incomplete); ' +
      'no_business_card: the data names the place, but its card is not shown; no_rating_section: the card is ' +
      'shown, but the review is not; no_rating: the review is shown without stars. Every reason except visible ' +
      'is given only after two page loads that answer normally, each followed by a control (three within ten ' +
      'minutes after a control that was not shown or a contradiction). Where two loads are enough and both say in ' +
      "the map provider's own words that the review is gone, one control at the end is enough",
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
