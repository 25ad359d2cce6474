import { z } from 'zod';
import { localDay, maybeText, starCount } from './values.js';

/** Characters of a review's text in the result of a bulk check. */
export const MAX_EXCERPT = 200;

const unknown = 'null when it is unknown';
const day = (meaning: string) =>
  localDay.nullable().describe(`${meaning}, YYYY-MM-DD in the configured time zone; ${unknown}`);

/** A visible review in a bulk check: the values read for the verdict, without a further load. */
export const checkedReview = z
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
      `The first ${MAX_EXCERPT} characters of the text as written; "" when the review is stars only; null when they are unknown`,
    ),
  })
  .meta({ id: 'CheckedReview' });

export type CheckedReview = z.infer<typeof checkedReview>;
