import { reviewDetailsData } from '../../contract/review.js';
import { REMOVED_REVIEW, VISIBLE_REVIEW } from '../examples/review.js';
import { presentReviewDetails } from '../presenters/review.js';
import { apiEndpoint } from './endpoint.js';
import { LOOKUP_FAILURES } from './lookup-texts.js';
import {
  LINK_EXAMPLES,
  LINKS,
  NOT_PROVEN,
  REVIEW_MESSAGES,
  reviewParameters,
  VERDICT,
} from './review-texts.js';

export const reviewDetails = apiEndpoint({
  method: 'get',
  path: '/api/review-details',
  id: 'reviewDetails',
  tag: 'Reviews',
  points: 1,
  summary: 'Read all fields of one review',
  description: `${VERDICT}

${NOT_PROVEN}

\`profile_name\`, \`reviewer_total_reviews\` and \`reviewer_local_guide_level\` are present only for a visible review; otherwise the other fields are \`null\`. \`reviewer_local_guide_level\` is null for reviewers who are not local guides. Dates are in the configured time zone, by default Europe/Warsaw.\n\n${LINKS}`,
  query: { schema: reviewParameters, examples: { url: LINK_EXAMPLES } },
  success: [
    {
      kind: 'data',
      schema: reviewDetailsData,
      examples: { visible: VISIBLE_REVIEW, removed: REMOVED_REVIEW },
    },
  ],
  failures: LOOKUP_FAILURES,
  messages: REVIEW_MESSAGES,
  handler:
    ({ inspector, timeZone }) =>
    async ({ url }, { scope }) => {
      const inspection = await inspector.details(url, scope);
      return { data: presentReviewDetails(url, inspection, { at: Date.now(), timeZone }) };
    },
});
