import { placeReviewsQuery, reviewParameters } from '../review-requests.js';
import type { Operation } from './model.js';
import {
  CUT_SUMMARY,
  FOREIGN_LINK,
  LIST_SUMMARY,
  REFUSED_LINK,
  REMOVED_LINK,
  REMOVED_REVIEW,
  REMOVED_VERDICT,
  REVIEW,
  REVIEWED_FEATURE_ID,
  REVIEWED_PLACE_ID,
  VISIBLE_LINK,
  VISIBLE_REVIEW,
  VISIBLE_VERDICT,
} from './review-examples.js';

const FAILURES = [
  'InvalidRequest',
  'Unauthorized',
  'NoResults',
  'RateLimited',
  'InternalError',
  'Unavailable',
] as const;

const VERDICT = `A review that is not visible is still a success, with \`is_visible\` false and a reason. A negative verdict is given only on evidence: two rendered page loads, in separate signed-out browser contexts, show no review for the same reason; in both, the map provider answered normally and in full (data of the known form that names the place, no failed or pending request, no limited view, no error message, no trace of the review elsewhere); and a control (a review known to be visible) was read the same way and shown in full within \`CONTROL_MAX_AGE_SECONDS\`. If no control exists at all, the provider's own message that the review is no longer available must appear in both loads. Anything less returns 503 \`provider_unavailable\`. For "visible" one record or card of the review is enough. A verdict holds for the moment it was made: the provider may hide a review and show it again.`;
const LINKS =
  'Any link to a review is accepted, shortened or full; a link to a place or a profile, or to a host outside the map provider, returns 400.';
const STREAM_END =
  'A stream that fails after it has begun ends with a line that has `"type":"error"` and `"status":"error"` in place of the summary. A stream without a final `summary` is incomplete.';

const STREAM_FAILURE = {
  type: 'error',
  status: 'error',
  error: {
    code: 'shutting_down',
    message: 'The service is shutting down. Try again shortly.',
    request_id: '0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40',
  },
};

const LINK_EXAMPLES = { 'a visible review': VISIBLE_LINK, 'a removed review': REMOVED_LINK };

export const REVIEW_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/place-reviews',
    id: 'placeReviews',
    tag: 'Reviews',
    price: 10,
    summary: 'List the reviews of a place',
    description: `The newest first, or in the order of the page where it offers none. A page holds up to 200 reviews; between two pages the service pauses for 2 seconds, and a list may take minutes: its deadline is 5 minutes by default, and the answer holds what was read by then. By default a client may run 2 lists at once, and all clients together 3; more return 429 or 503.

\`complete\` is true when the list ended and every review that the place counts was read; \`stop_reason\` says why the list ended. The place's count covers the map provider's own reviews, so reviews taken over from its partners are returned but not counted in \`reviews_read\`. A list that is cut short is a success with \`complete: false\`; a list of which nothing could be read returns 503. A place without reviews is an empty, complete list: two page loads in contexts that share nothing but the consent choice must say so, and where the page neither counts reviews nor says that there are none, a review known to be visible must have been read as well (\`CONTROL_REVIEWS\`); otherwise the answer is a 503. \`min_stars\` and \`max_stars\` filter what is returned, not what is read; \`min_stars\` above \`max_stars\` is a 400. A review without stars of the provider's own (\`stars: null\`, from its partners) is returned only when no star filter is set. Lists are not cached.

Every key of a review is always present, except \`owner_response_text\` and \`owner_response_date\`, which are present only with a reply of the owner. Values that the provider does not give are \`null\`. \`review_text\` is \`""\` for a review without text.

With \`Accept: application/x-ndjson\` each review is sent as a line when it is read, with a \`progress\` line after each page and a \`summary\` at the end. ${STREAM_END}`,
    query: {
      schema: placeReviewsQuery,
      examples: {
        placeid: { 'a Place ID': REVIEWED_PLACE_ID, 'a feature id': REVIEWED_FEATURE_ID },
      },
    },
    success: [
      {
        kind: 'data',
        schema: 'PlaceReviewsData',
        examples: {
          whole: { ...LIST_SUMMARY, reviews: [REVIEW] },
          'ended by the provider, and shortened here': { ...CUT_SUMMARY, reviews: [REVIEW] },
        },
      },
      {
        kind: 'lines',
        schema: 'PlaceReviewsLine',
        examples: {
          review: { type: 'review', review: REVIEW },
          progress: { type: 'progress', page: 1, reviews_read: 200, total_reviews: 1395 },
          summary: { type: 'summary', ...LIST_SUMMARY },
          'cut short': STREAM_FAILURE,
        },
      },
    ],
    failures: FAILURES,
  },
  {
    method: 'get',
    path: '/api/review-visibility',
    id: 'reviewVisibility',
    tag: 'Reviews',
    price: 1,
    summary: 'Check whether a review is visible',
    description: `Returns only the verdict, which is faster than \`/api/review-details\`. ${VERDICT}\n\n${LINKS}`,
    query: { schema: reviewParameters, examples: { url: LINK_EXAMPLES } },
    success: [
      {
        kind: 'data',
        schema: 'VisibilityData',
        examples: { visible: VISIBLE_VERDICT, removed: REMOVED_VERDICT },
      },
    ],
    failures: FAILURES,
  },
  {
    method: 'get',
    path: '/api/review-details',
    id: 'reviewDetails',
    tag: 'Reviews',
    price: 1,
    summary: 'Read all fields of one review',
    description: `${VERDICT}

\`profile_name\`, \`reviewer_total_reviews\` and \`reviewer_local_guide_level\` are present only for a visible review; otherwise the other fields are \`null\`. \`reviewer_local_guide_level\` is null for reviewers who are not local guides. Dates are in the configured time zone, by default Europe/Warsaw.\n\n${LINKS}`,
    query: { schema: reviewParameters, examples: { url: LINK_EXAMPLES } },
    success: [
      {
        kind: 'data',
        schema: 'ReviewDetailsData',
        examples: { visible: VISIBLE_REVIEW, removed: REMOVED_REVIEW },
      },
    ],
    failures: FAILURES,
  },
  {
    method: 'post',
    path: '/api/review-visibility',
    id: 'bulkReviewVisibility',
    tag: 'Reviews',
    price: 10,
    priceText:
      '1 point per 10 links, at least 10 points and at most the points of one minute. By default a client may run 2 bulk checks at once; more return 429',
    summary: 'Check the visibility of 1 to 1000 reviews',
    description: `By default the answer is a stream: one line for each link in the order of completion, then a \`summary\`. With \`Accept: application/json\` it is one envelope at the end, in the order of the links. \`index\` is the position of a link in \`urls\`; a link that is listed twice is checked once and answered twice.

A link without a verdict is a line with \`"type":"error"\`, \`index\` and a code; the check of the other links continues. Each link has its own deadline; the request as a whole has none. ${STREAM_END} The body may have at most 1 MiB.

${VERDICT}`,
    body: {
      schema: 'BulkVisibilityRequest',
      examples: { 'three links': { urls: [VISIBLE_LINK, REMOVED_LINK, FOREIGN_LINK] } },
    },
    success: [
      {
        kind: 'lines',
        schema: 'BulkVisibilityLine',
        examples: {
          result: { type: 'result', index: 0, ...VISIBLE_VERDICT },
          'a link without a verdict': { type: 'error', index: 2, ...REFUSED_LINK },
          summary: { type: 'summary', total: 3, visible: 1, not_visible: 1, failed: 1 },
          'cut short': STREAM_FAILURE,
        },
      },
      {
        kind: 'data',
        schema: 'BulkVisibilityData',
        examples: {
          'three links': {
            total: 3,
            visible: 1,
            not_visible: 1,
            failed: 1,
            results: [
              { index: 0, ...VISIBLE_VERDICT },
              { index: 1, ...REMOVED_VERDICT },
              { index: 2, ...REFUSED_LINK },
            ],
          },
        },
      },
    ],
    failures: ['InvalidRequest', 'Unauthorized', 'RateLimited', 'InternalError', 'SwitchedOff'],
  },
];
