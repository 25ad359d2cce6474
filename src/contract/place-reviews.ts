import { z } from 'zod';
import { streamFailure } from './error-body.js';
import { placeNotices } from './notices.js';
import { reviewRecord } from './review-record.js';
import { natural } from './values.js';

const summary = {
  place_id: z.string().describe('Place ID of the place listed'),
  reviews_count: natural.describe('Reviews returned, after the star filter; those of partners included'),
  reviews_read: natural.describe(
    "The map provider's own reviews that were read, each counted once, before the star filter: total_reviews counts no others. Reviews taken over from partners are returned, and not counted here",
  ),
  total_reviews: natural
    .nullable()
    .describe(
      "The place's own number of reviews, without those of partners; null when its page does not say",
    ),
  pages_fetched: natural.describe(
    'Pages of up to 200 reviews begun, those of partners included; 0 when there was nothing to read',
  ),
  complete: z
    .boolean()
    .describe(
      'Whether the list is over and every review the place counts was read. Only then stop_reason is end',
    ),
  stop_reason: z
    .enum(['end', 'max_pages', 'provider_limit', 'limited_view', 'withheld', 'interrupted', 'deadline'])
    .describe(
      'end: the list is over, and every review the place counts was read; max_pages: as many pages as asked for; ' +
        'provider_limit: the map provider ends the list before its own count, names no count, or shows no review ' +
        'while a notice stands above the list; limited_view: ' +
        'the page does not show signed-out visitors the whole list at the moment; withheld: the provider says ' +
        'that it withholds reviews of this place, or warns of suspicious or removed reviews and shows none ' +
        '(see notices); interrupted: the provider ' +
        'stopped answering, or something on the page or in its answers cannot be relied on; deadline: the time ' +
        'was over',
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
