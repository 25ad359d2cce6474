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

const VERDICT = `A review that is not visible is still a success, with \`is_visible\` false and a reason. A negative verdict is given only on evidence: two rendered page loads, in separate signed-out browser contexts, show no review for the same reason; in both, the map provider answered normally and in full (data of the known form that names the place, no failed or pending request, no limited view, no error message, no trace of the review elsewhere); and a control, that is a review known to be visible, was read the same way and seen in full within \`CONTROL_MAX_AGE_SECONDS\`. If no control exists at all, only the provider's own words that the review is no longer available, in both loads, will do. Anything less is 503 \`provider_unavailable\`. One sighting of the review's own record or card is enough for "visible". A verdict holds for the moment it was made: the provider may hide a review and show it again.`;
const LINKS =
  'Any link to a review is taken, shortened or full; a link to a place or a profile, or one that leads off the map provider, is a 400.';
const STREAM_END =
  'A stream that fails after it has begun ends with a line that has `"type":"error"` and `"status":"error"` in place of the summary: one without a last `summary` is not whole.';

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
    description: `The newest first, or in the order of the page where it offers none. A page holds up to 200 reviews; between two pages the service pauses for 2 seconds, and a list may take minutes: its deadline is 5 minutes unless configured, and what was read by then is answered. A client may have 2 lists under way at once, and all clients together 3, unless configured; more are a 429, or a 503.

\`complete\` says whether the list is over and every review the place counts was read, and \`stop_reason\` why the list ended. The place's count covers the map provider's own reviews, so reviews taken over from its partners are returned but not counted in \`reviews_read\`. A list cut short is a success with \`complete: false\`; a list of which nothing could be read is a 503. A place without reviews is an empty, complete list: two page loads in contexts that share nothing but the consent choice must say so, and where the page neither counts reviews nor says that there are none, a review known to be visible must have been read as well (\`CONTROL_REVIEWS\`); otherwise the answer is a 503. \`min_stars\` and \`max_stars\` filter what is returned, not what is read; \`min_stars\` above \`max_stars\` is a 400. A review without stars of the provider's own (\`stars: null\`, from its partners) is returned only when no star filter is set. Nothing is remembered between two requests.

In a review every key is always there, but \`owner_response_text\` and \`owner_response_date\`, which are there only with a reply of the owner; what the provider does not say is \`null\`. \`review_text\` is \`""\` for a review of stars only.

With \`Accept: application/x-ndjson\` every review comes as a line when it is read, with a \`progress\` line after each page and a last \`summary\`. ${STREAM_END}`,
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
    summary: 'Tell whether a review is visible',
    description: `Only the verdict, which is quicker than \`/api/review-details\`. ${VERDICT}\n\n${LINKS}`,
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
    summary: 'Read everything about one review',
    description: `${VERDICT}

\`profile_name\`, \`reviewer_total_reviews\` and \`reviewer_local_guide_level\` are there only for a visible review; of one that is not, the other fields are \`null\`. \`reviewer_local_guide_level\` is null for those who are no local guides. Dates are of the configured time zone, Europe/Warsaw unless told.\n\n${LINKS}`,
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
      '1 point per 10 links, at least 10 points and at most those of a minute. A client may have 2 bulk checks under way at once unless configured; more are a 429',
    summary: 'Tell of 1 to 1000 reviews whether they are visible',
    description: `An addition to the specification. Unless told otherwise by \`Accept\`, the answer is a stream: one line a link in the order of completion, then a \`summary\`. With \`Accept: application/json\` it is one envelope at the end, in the order of the links. \`index\` is the position of a link in \`urls\`; a link that stands there twice is asked once and answered twice.

A link without a verdict is a line with \`"type":"error"\`, \`index\` and a code, and does not end the rest; each link has a deadline of its own, the whole has none. ${STREAM_END} The body has at most 1 MiB.

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
