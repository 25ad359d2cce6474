import { z } from 'zod';
import { MAX_INPUT_CHARACTERS } from '../../identifiers/input-text.js';
import { reviewDetailsData, visibilityData } from '../../published/review-answer.js';
import { message, published, refusal } from '../../texts/messages.js';
import {
  REMOVED_LINK,
  REMOVED_REVIEW,
  REMOVED_VERDICT,
  VISIBLE_LINK,
  VISIBLE_REVIEW,
  VISIBLE_VERDICT,
} from '../examples/review-examples.js';
import { presentReviewDetails, presentVisibility } from '../presenters/present-review.js';
import { required } from '../validate.js';
import { apiEndpoint, dataOf } from './endpoint.js';
import { LOOKUP_FAILURES } from './place-endpoints.js';

// Texts and failures shared by the endpoints about reviews.

export const REVIEW_LINK = 'a link to a review, shortened or full';

export const reviewParameters = z.object({
  url: required('url', REVIEW_LINK, {
    isRepeated: true,
    tooLong: refusal('linkTooLong', { most: MAX_INPUT_CHARACTERS }),
  }),
});

/** What a verdict is based on. Markdown. */
export const VERDICT = `A review that is not visible is still a success, with \`is_visible\` false and a reason. A negative verdict is given only when it is proven, in this order: a rendered page load shows no review; then a control (another review that is known to be visible) is loaded and shown in full; then a second load in another signed-out browser context shows no review for the same reason; then a control is loaded again and shown in full. In both loads without the review the map provider answered normally and in full: data of the known shape that names the place (for \`no_business_data\`: no place at all), no failed or pending request, no limited view, no error message, no trace of the review elsewhere. Where both loads say in the provider's own words that the review no longer exists, the control between them is left out; the control at the end is always read. After a control that was not shown, negative verdicts need three good controls in a row over at least 30 seconds, and a third round for ten minutes. With less proof, the answer is 503 \`provider_unavailable\`. For "visible", one record or card of the review is enough. A verdict holds for the moment it was made: the provider may hide a review and show it again.`;

/** Markdown. */
export const NOT_PROVEN = `What a verdict does not prove: that a review was removed. A review that waits for approval is shown to its author alone, and looks the same from outside. \`no_business_data\` may also mean that the link is incomplete. An author's name does not prove who wrote the review: authors may show a nickname, also on old reviews.`;

export const LINKS =
  'Any link to a review is accepted, shortened or full; a link to a place or a profile, to a host outside the map provider, or a link that is cut off returns 400.';

/** How a stream ends. Markdown. */
export const STREAM_END =
  'A stream that fails after it has begun ends with a line that has `"type":"error"` and `"status":"error"` in place of the summary. A stream without a final `summary` is incomplete.';

export const STREAM_FAILURE = {
  type: 'error',
  status: 'error',
  error: {
    code: 'shutting_down',
    ...published(message('shuttingDown')),
    request_id: '0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40',
  },
};

const LINK_EXAMPLES = { 'a visible review': VISIBLE_LINK, 'a review that is not visible': REMOVED_LINK };

export const reviewDetails = apiEndpoint({
  method: 'get',
  path: '/api/review-details',
  id: 'reviewDetails',
  tag: 'Reviews',
  summary: 'Read all fields of one review',
  description: `${VERDICT}

${NOT_PROVEN}

\`profile_name\`, \`reviewer_total_reviews\` and \`reviewer_local_guide_level\` are present only for a visible review; otherwise the other fields are \`null\`. \`reviewer_local_guide_level\` is null for reviewers who are not local guides. Dates are in the configured time zone, by default Europe/Warsaw.\n\n${LINKS}`,
  query: { schema: reviewParameters, examples: { url: LINK_EXAMPLES } },
  success: dataOf(reviewDetailsData, { visible: VISIBLE_REVIEW, 'not visible': REMOVED_REVIEW }),
  failures: LOOKUP_FAILURES,
  errorField: () => 'url',
  handler:
    ({ inspector, localTime }) =>
    async ({ url }, { scope }) => {
      const inspection = await inspector.details(url, scope);
      return { data: presentReviewDetails(url, inspection, { at: Date.now(), localTime }) };
    },
});

export const reviewVisibility = apiEndpoint({
  method: 'get',
  path: '/api/review-visibility',
  id: 'reviewVisibility',
  tag: 'Reviews',
  summary: 'Check whether a review is visible',
  description: `Returns only the verdict, which is faster than \`/api/review-details\`. ${VERDICT}\n\n${NOT_PROVEN}\n\n${LINKS}`,
  query: { schema: reviewParameters, examples: { url: LINK_EXAMPLES } },
  success: dataOf(visibilityData, { visible: VISIBLE_VERDICT, 'not visible': REMOVED_VERDICT }),
  failures: LOOKUP_FAILURES,
  errorField: () => 'url',
  handler:
    ({ inspector, localTime }) =>
    async ({ url }, { scope }) => {
      const inspection = await inspector.visibility(url, scope);
      return { data: presentVisibility(url, inspection, { at: Date.now(), localTime }) };
    },
});
