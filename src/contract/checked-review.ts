import { z } from 'zod';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import type { Inspection } from '../reviews/inspect-review.js';
import type { Review } from '../reviews/review.js';
import { localDate } from './local-time.js';

/** Characters of a review's text in the result of a bulk check. */
const LONGEST_EXCERPT = 200;

const unknown = 'null when it is unknown';
const day = (meaning: string) =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .nullable()
    .describe(`${meaning}, YYYY-MM-DD in the configured time zone; ${unknown}`);

/** What a bulk check tells of a visible review: what was read to decide, without a further load. */
export const checkedReview = z
  .object({
    author_name: z.string().nullable().describe(`Author name as shown, which may be a nickname; ${unknown}`),
    stars: z
      .number()
      .int()
      .min(1)
      .max(5)
      .nullable()
      .describe("1 to 5; null also for partner reviews, which have no stars of the map provider's own"),
    date: day('Date of first publication'),
    is_edited: z.boolean().nullable().describe(`Whether the review was edited; ${unknown}`),
    edited_date: day('Date of the last change').describe(
      'Date of the last change, YYYY-MM-DD in the configured time zone; null when the review was not edited, or when it is unknown',
    ),
    place_name: z
      .string()
      .nullable()
      .describe(
        'Name of the reviewed place; null where the page was not rendered and no other page showed it',
      ),
    place_id: z.string().nullable().describe(`Place ID of the reviewed place; ${unknown}`),
    text_excerpt: z
      .string()
      .nullable()
      .describe(
        `The first ${LONGEST_EXCERPT} characters of the text as written; "" when the review is stars only; null when they are unknown`,
      ),
  })
  .meta({ id: 'CheckedReview' });

export type CheckedReview = z.infer<typeof checkedReview>;

/** The beginning of a text that came cut, where it is as long as an excerpt. */
function longStart({ cut }: Pick<Review, 'cut'>): string | null {
  return cut !== null && Array.from(cut.start).length >= LONGEST_EXCERPT ? cut.start : null;
}

/** Null when the review is not visible, or nothing of it was read. */
export function presentCheckedReview(
  { review, shown, placeName, featureId }: Inspection,
  timeZone: string,
): CheckedReview | null {
  if (review === null && shown === null) return null;
  const published = review?.publishedAt ?? null;
  const edited = review?.editedAt ?? null;
  const text = review === null ? (shown?.text ?? null) : (review.text ?? longStart(review));
  return {
    author_name: review?.author.name ?? shown?.author ?? null,
    stars: review?.stars ?? shown?.stars ?? null,
    date: published === null ? null : localDate(published * 1000, timeZone),
    is_edited: review?.isEdited ?? null,
    edited_date: edited === null ? null : localDate(edited * 1000, timeZone),
    place_name: placeName,
    place_id: featureId === null ? null : placeIdOfFeature(featureId),
    text_excerpt: text === null ? null : Array.from(text).slice(0, LONGEST_EXCERPT).join(''),
  };
}
