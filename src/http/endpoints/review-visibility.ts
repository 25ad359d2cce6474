import { visibilityData } from '../../contract/review.js';
import { REMOVED_VERDICT, VISIBLE_VERDICT } from '../examples/review.js';
import { presentVisibility } from '../presenters/review.js';
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

export const reviewVisibility = apiEndpoint({
  method: 'get',
  path: '/api/review-visibility',
  id: 'reviewVisibility',
  tag: 'Reviews',
  points: 1,
  summary: 'Check whether a review is visible',
  description: `Returns only the verdict, which is faster than \`/api/review-details\`. ${VERDICT}\n\n${NOT_PROVEN}\n\n${LINKS}`,
  query: { schema: reviewParameters, examples: { url: LINK_EXAMPLES } },
  success: [
    {
      kind: 'data',
      schema: visibilityData,
      examples: { visible: VISIBLE_VERDICT, removed: REMOVED_VERDICT },
    },
  ],
  failures: LOOKUP_FAILURES,
  messages: REVIEW_MESSAGES,
  handler:
    ({ inspector, timeZone }) =>
    async ({ url }, { scope }) => {
      const inspection = await inspector.visibility(url, scope);
      return { data: presentVisibility(url, inspection, { at: Date.now(), timeZone }) };
    },
});
