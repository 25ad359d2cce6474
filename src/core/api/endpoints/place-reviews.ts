import { z } from 'zod';
import { placeReviewsData, placeReviewsStream } from '../../published/place-reviews-answer.js';
import type { ReviewLister } from '../../reviews/list-reviews.js';
import type { ReviewsRequest } from '../../reviews/read-reviews.js';
import type { Scope } from '../../runtime/scope.js';
import { message, refusal } from '../../texts/messages.js';
import {
  CUT_SUMMARY,
  LIST_SUMMARY,
  REVIEW,
  REVIEWED_FEATURE_ID,
  REVIEWED_PLACE_ID,
} from '../examples/review-examples.js';
import { beginOf, type LocalTime } from '../local-time.js';
import { atOnce, deadline, LONG_REQUESTS_PER_CLIENT } from '../middleware/at-once.js';
import { presentReview, presentReviewsEvent, presentSummary } from '../presenters/present-review.js';
import { day, required, wholeNumber } from '../validate.js';
import { apiEndpoint } from './endpoint.js';
import { LOOKUP_FAILURES } from './place-endpoints.js';
import { STREAM_END, STREAM_FAILURE } from './review-endpoints.js';

const DEFAULT_MAX_PAGES = 10;
/** Lists that all clients together may read at once: a long list takes about 450 MB. */
const MAX_LISTS = 3;

const SINCE =
  'Only reviews written or changed since this day, in the time zone of the service; the list is read no further back';

/** The parameters of lists, as query parameters. */
export const listParameters = {
  max_pages: wholeNumber('max_pages', 1, 50),
  min_stars: wholeNumber('min_stars', 1, 5).optional(),
  max_stars: wholeNumber('max_stars', 1, 5).optional(),
  since: day('since', SINCE),
};

export interface ListParameters {
  readonly max_pages?: number | undefined;
  readonly min_stars?: number | undefined;
  readonly max_stars?: number | undefined;
  /** `YYYY-MM-DD` in the time zone of the service. */
  readonly since?: string | undefined;
}

/** Whether `min_stars` is at most `max_stars`; true if either is missing. */
export function starsAgree({ min_stars: least, max_stars: most }: ListParameters): boolean {
  return least === undefined || most === undefined || least <= most;
}

/** The request for a list. Without `max_pages`, at most 10 pages of 200 reviews are read. */
export function listRequest(
  placeRef: string,
  { max_pages: maxPages = DEFAULT_MAX_PAGES, min_stars, max_stars, since }: ListParameters,
  localTime: LocalTime,
): ReviewsRequest {
  const from = since === undefined ? null : beginOf(since, localTime) / 1_000;
  return { placeRef, maxPages, minStars: min_stars ?? null, maxStars: max_stars ?? null, since: from };
}

/** Reads a list and presents it as one object. */
export async function wholeList(
  lister: ReviewLister,
  request: ReviewsRequest,
  scope: Scope,
  localTime: LocalTime,
) {
  const reviews: ReturnType<typeof presentReview>[] = [];
  const summary = await lister.list(request, scope, (event) => {
    if (event.kind === 'review') reviews.push(presentReview(event.review));
  });
  return { ...presentSummary(summary, localTime), reviews };
}

const placeReviewsParameters = z
  .object({
    placeid: required('placeid', 'a Place ID such as ChIJ… or a feature id 0x…:0x…'),
    max_pages: listParameters.max_pages
      .default(DEFAULT_MAX_PAGES)
      .describe('Pages of up to 200 reviews to fetch'),
    min_stars: listParameters.min_stars.describe('Fewest stars to return'),
    max_stars: listParameters.max_stars.describe('Most stars to return'),
    since: listParameters.since,
  })
  .refine(starsAgree, { error: refusal('starsReversed'), path: ['min_stars'] });

export const placeReviews = apiEndpoint({
  method: 'get',
  path: '/api/place-reviews',
  id: 'placeReviews',
  tag: 'Reviews',
  points: 10,
  summary: 'List the reviews of a place',
  description: `The newest reviews come first; if the page does not let the service choose the order, the reviews come in the order of the page. A page holds up to 200 reviews; between two pages the service pauses for 2 seconds, and a list may take minutes: its deadline is 5 minutes by default, and the answer holds what was read by then. By default a client may run 2 lists at once, and all clients together 3; more return 429 or 503.

\`complete\` is true when the list ended and every review that the place counts was read; \`stop_reason\` says why the list ended. The place's count covers the map provider's own reviews, so reviews taken over from its partners are returned but not counted in \`reviews_read\`. A list that is cut short is a success with \`complete: false\`; if no review of a list could be read, the answer is 503. The list of a place without reviews is empty and complete: two page loads in contexts that share only the consent choice must state 0 reviews or say in words that there are none, and after each of them another place that is known to have reviews must be shown in full (\`CONTROL_PLACES\`). Pages that show no reviews and state no count give an empty list with \`complete: false\` and the \`stop_reason\` \`not_shown\`. Otherwise the answer is 503. \`min_stars\` and \`max_stars\` filter what is returned, not what is read; \`min_stars\` above \`max_stars\` returns 400. A review of a partner, which has no stars of the map provider (\`stars: null\`), is returned only when no star filter is set; a review of the map provider whose stars are unknown is always returned. With \`since\`, the list ends behind the reviews of that day with the \`stop_reason\` \`since\` and \`complete: false\`. That needs 20 reviews whose dates fall and whose stars vary, unless all unread reviews have the stars of the last one read: any other list is read to its end or to \`max_pages\`, and ends as \`unsorted\` if its dates do not fall. A review whose date is unknown is returned. Lists are not cached. Where the map provider says that it withholds the reviews of a place, or shows none beside a notice other than that the place is closed or takes no new reviews, \`stop_reason\` is \`withheld\`, and the list is never complete; \`notices\` has its words.

Every key of a review is always present, except \`owner_response_text\` and \`owner_response_date\`, which are present only with a reply of the owner, and \`edited_unix\`, the time of the last change, which is present only for an edited review. Values that the provider does not give are \`null\`. \`review_text\` is \`""\` for a review without text. If the provider gives only the beginning of a text, \`review_text\` is \`null\`.

With \`Accept: application/x-ndjson\` each review is sent as a line when it is read, with a \`progress\` line after each page and a \`summary\` at the end. ${STREAM_END}`,
  query: {
    schema: placeReviewsParameters,
    examples: { placeid: { 'a Place ID': REVIEWED_PLACE_ID, 'a feature id': REVIEWED_FEATURE_ID } },
  },
  success: [
    {
      kind: 'data',
      schema: placeReviewsData,
      examples: {
        whole: { ...LIST_SUMMARY, reviews: [REVIEW] },
        'ended by the provider, and shortened here': { ...CUT_SUMMARY, reviews: [REVIEW] },
      },
    },
    {
      kind: 'lines',
      schema: placeReviewsStream,
      examples: {
        review: { type: 'review', review: REVIEW },
        progress: { type: 'progress', page: 1, reviews_read: 200, total_reviews: 1395 },
        summary: { type: 'summary', ...LIST_SUMMARY },
        'cut short': STREAM_FAILURE,
      },
    },
  ],
  failures: LOOKUP_FAILURES,
  before: ({ listTimeoutMs }) => [
    atOnce(
      {
        most: LONG_REQUESTS_PER_CLIENT,
        refusal: message('listsAtOnce', { most: LONG_REQUESTS_PER_CLIENT }),
      },
      { most: MAX_LISTS, refusal: message('allListsAtOnce', { most: MAX_LISTS }) },
    ),
    deadline(listTimeoutMs),
  ],
  errorField: () => 'placeid',
  handler:
    ({ reviews: lister, localTime }) =>
    async ({ placeid, ...parameters }, { scope, lines }) => {
      const request = listRequest(placeid, parameters, localTime);
      if (lines !== null) {
        return lines(async (write) => {
          const summary = await lister.list(request, scope, (event) => write(presentReviewsEvent(event)));
          await write({ type: 'summary', ...presentSummary(summary, localTime) });
        });
      }
      return { data: await wholeList(lister, request, scope, localTime) };
    },
});
