import { z } from 'zod';
import { fault, streamFailure } from '../../core/published/error-body.js';
import { visibilityData } from '../../core/published/review-answer.js';
import { MAX_EXCERPT } from '../../core/published/review-fields.js';
import { localDay, maybeText, natural, starCount, utcMoment } from '../../core/published/values.js';
import type { ReceivedMessage } from '../../core/texts/messages.js';
import type { JobType } from './list-limits.js';

// What is published of the links of a list that was checked.

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
    edited_date: day('Date of the last change; null also when the review was not edited'),
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
        'The whole text as written, never its beginning alone; "" when the review is stars only; null when it is unknown. Absent from results of jobs',
      ),
  })
  .meta({ id: 'CheckedReview' });

/** A verdict of a bulk check: the answer of `/api/review-visibility`, and the values read from the review. */
export const checkData = visibilityData.extend({
  checked_at_utc: utcMoment,
  review: checkedReview
    .nullable()
    .describe(
      'The values of the review that were read for the verdict; null when the review is not visible, or no value was read',
    ),
});

/** Why one link has no result. */
export const linkError = z.object(fault);

const index = natural.describe('Position of the link in "urls"');
export const bulkFailure = z.object({ index, review_url: visibilityData.shape.review_url, error: linkError });
const UNCLEAR = 'Links that show no place (no_business_data): they may be incomplete, and prove nothing';
const totals = {
  total: natural.describe('Links in the request'),
  visible: natural.describe('Links whose review is visible'),
  not_visible: natural.describe('Links whose review is proven not visible'),
  unclear: natural.describe(UNCLEAR),
  failed: natural.describe('Links without a verdict; another attempt may give one'),
};

/** `data` of the bulk check: results in the order of the links. */
export const bulkVisibilityData = z.object({
  ...totals,
  results: z.array(z.union([z.object({ index, ...checkData.shape }), bulkFailure])),
});

const only = (type: JobType, meaning: string) => natural.describe(`${meaning}; only of ${type}`).optional();

/** What the lines of a job come to, as `EntryCounts`. */
export const entryCounts = {
  total: natural.describe('Lines of the list'),
  done: natural.describe(
    'Lines with a result; each is counted once more as one of the kinds below, which add up to this number',
  ),
  visible: only('review-visibility', 'Reviews that are visible'),
  not_visible: only('review-visibility', 'Reviews that are proven not visible'),
  unclear: only('review-visibility', UNCLEAR),
  found: only('place-details', 'Places that were found'),
  complete: only('place-reviews', 'Lists of reviews that are complete'),
  limited: only('place-reviews', 'Lists of reviews that end where max_pages or since of the job says'),
  partial: only('place-reviews', 'Lists of reviews that end earlier for another reason'),
  without_link: natural.describe('Lines of a table in which there is no link: nothing was asked'),
  failed: natural.describe('Lines whose result is a failure'),
};

/** One line of the bulk check's NDJSON answer, except an error line for the whole request; in order of completion. */
const bulkVisibilityLine = z.discriminatedUnion('type', [
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
export const bulkVisibilityStream = z.union([bulkVisibilityLine, streamFailure]);

type BulkLine = z.infer<typeof bulkVisibilityLine>;
export type Verdict = Extract<BulkLine, { type: 'result' }>;
/** A visible review in a bulk check. */
export type CheckedReview = NonNullable<Verdict['review']>;

/** The result of one link of a bulk check, or an error with a message of the service or of a client. */
export type VerdictRow =
  | Verdict
  | (Omit<Extract<BulkLine, { type: 'error' }>, 'error'> & {
      readonly error: { readonly code: string } & ReceivedMessage;
      /** When the last attempt ended; only in the results of jobs. */
      readonly checked_at?: string | undefined;
      readonly checked_at_utc?: string | undefined;
    });
