import { z } from 'zod';
import { streamFailure } from './error-body.js';
import { placeNotices } from './notices.js';
import { reviewRecord } from './review-lines.js';
import { natural } from './values.js';

const summary = {
  place_id: z.string().describe('Place ID of the place listed'),
  reviews_count: natural.describe('Reviews returned, after the star filter, including partner reviews'),
  reviews_read: natural.describe(
    "The map provider's own reviews that were read, each counted once, before the star filter. Partner reviews are returned but not counted here, because total_reviews does not count them",
  ),
  total_reviews: natural
    .nullable()
    .describe(
      'The review count on the page of the place, without partner reviews; null when the page shows no count',
    ),
  pages_fetched: natural.describe(
    'Pages of up to 200 reviews that were begun, including partner reviews; 0 when there was nothing to read',
  ),
  complete: z
    .boolean()
    .describe(
      'Whether the list ended and every review that the place counts was read. Only then stop_reason is end',
    ),
  stop_reason: z
    .enum([
      'end',
      'max_pages',
      'since',
      'unsorted',
      'unreadable',
      'provider_limit',
      'limited_view',
      'withheld',
      'not_shown',
      'interrupted',
      'deadline',
    ])
    .describe(
      'end: the list ended, and every review that the place counts was read; max_pages: the requested number of pages was read; ' +
        'since: the list was read back to the requested day; unsorted: reviews since a day were asked for, but the ' +
        'dates of the list do not fall, so the day did not end it: it was read to its end or to max_pages; unreadable: the ' +
        'same, but some records of the list could not be read as reviews; ' +
        'provider_limit: the map provider ends the list before its own count, or shows no count; limited_view: ' +
        'the page does not show signed-out visitors the whole list at the moment; withheld: the provider says ' +
        'that it withholds reviews of this place, or shows none beside a notice other than that the place is closed ' +
        'or takes no new reviews (see notices); not_shown: the page shows no review and does not state that there ' +
        'are none; interrupted: the provider ' +
        'stopped answering, or something on the page or in its answers cannot be relied on; deadline: the time limit ' +
        'was reached',
    ),
  notices: placeNotices,
};

export const placeReviewsData = z
  .object({ ...summary, reviews: z.array(reviewRecord) })
  .meta({ id: 'PlaceReviewsData' });

/** One line of the NDJSON answer, except an error line. */
export const placeReviewsLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('review'), review: reviewRecord }),
  z.object({
    type: z.literal('progress'),
    page: z.number().int().min(1).describe('Pages of up to 200 reviews read so far'),
    reviews_read: summary.reviews_read,
    total_reviews: summary.total_reviews,
  }),
  z.object({ type: z.literal('summary'), ...summary }),
]);

/** One line of the NDJSON answer. */
export const placeReviewsStream = z.union([placeReviewsLine, streamFailure]).meta({ id: 'PlaceReviewsLine' });
