import { z } from 'zod';
import { apiEndpoint } from '../../core/api/endpoints/endpoint.js';
import {
  NOT_PROVEN,
  REVIEW_LINK,
  STREAM_END,
  STREAM_FAILURE,
  VERDICT,
} from '../../core/api/endpoints/review-endpoints.js';
import { FOREIGN_LINK, REMOVED_LINK, VISIBLE_LINK } from '../../core/api/examples/review-examples.js';
import { atOnce, deadline, LONG_REQUESTS_PER_CLIENT } from '../../core/api/middleware/at-once.js';
import { boundedList, listedLink } from '../../core/api/validate.js';
import { verdictKind } from '../../core/texts/outcomes.js';
import { REFUSED_LINK, REMOVED_CHECK, WHOLE_CHECK } from '../../kit/lists/check-examples.js';
import { bulkVisibilityData, bulkVisibilityStream } from '../../kit/lists/checked-links.js';
import { MAX_BULK_LINKS } from '../../kit/lists/list-limits.js';
import { presentFailure, presentWholeCheck } from '../../kit/lists/present-check.js';
import type { CheckProgress } from './check-progress.js';
import type { BulkChecker, CheckedLink } from './check-reviews.js';
import { message, refusal } from './messages.js';

const BULK = refusal('reviewLinksNeeded', { most: MAX_BULK_LINKS });

const bulkVisibilityBody = z
  .strictObject(
    {
      urls: boundedList(listedLink(BULK).describe(REVIEW_LINK), {
        min: 1,
        max: MAX_BULK_LINKS,
        error: BULK,
      }),
      progress: z
        .boolean({ error: BULK })
        .optional()
        .describe('true: the stream has `progress` lines, too. Clients that do not ask for them get none'),
    },
    { error: BULK },
  )
  .meta({ id: 'BulkVisibilityRequest' });

/** Minimum price of a bulk check, or of an import, in points. It is charged before the body is read. */
export const BULK_MIN_POINTS = 10;
const LINKS_PER_POINT = 10;

/** The price in points of a bulk check with `links` links, or of an import with as many subjects. */
export function bulkPoints(links: number): number {
  return Math.max(BULK_MIN_POINTS, Math.ceil(links / LINKS_PER_POINT));
}

export const bulkVisibility = apiEndpoint({
  method: 'post',
  path: '/api/review-visibility',
  id: 'bulkReviewVisibility',
  tag: 'Reviews',
  points: BULK_MIN_POINTS,
  priceText:
    '1 point per 10 links, at least 10 points and at most the points of one minute. By default a client may run 2 bulk checks at once; more return 429',
  summary: `Check the visibility of 1 to ${MAX_BULK_LINKS} reviews`,
  description: `By default the answer is a stream: one line for each link in the order of completion, then a \`summary\`. With \`Accept: application/json\` it is one envelope at the end, in the order of the links. \`index\` is the position of a link in \`urls\`; a link that is listed twice is checked once and answered twice.

A result with a verdict has \`review\`: the values of a visible review that were read for the verdict (author, stars, dates, place, the first 200 characters of its text). The service loads no further page for these values, so a field may be null although the review has a value; \`GET /api/review-details\` waits for more fields. For a review that is not visible, \`review\` is null.

\`checked_at_utc\` is \`checked_at\` in ISO 8601 and UTC.

All links pass share links and the HTTP fast path first, so that visible reviews have their lines soon; reviews that are not visible need proofs on rendered pages and come later. With \`"progress": true\` the stream has a \`progress\` line every two seconds: how many links remain, and an estimate of the time.

A link without a verdict is a line with \`"type":"error"\`, \`index\` and a code; the check of the other links continues. Each link has its own deadline; the whole request has no deadline. ${STREAM_END} The body may have at most 1 MiB.

${VERDICT}

${NOT_PROVEN}`,
  body: {
    schema: bulkVisibilityBody,
    limit: '1mb',
    price: ({ urls }) => bulkPoints(urls.length),
    examples: { 'three links': { urls: [VISIBLE_LINK, REMOVED_LINK, FOREIGN_LINK] } },
  },
  success: [
    {
      kind: 'lines',
      schema: bulkVisibilityStream.meta({ id: 'BulkVisibilityLine' }),
      examples: {
        result: { type: 'result', index: 0, ...WHOLE_CHECK },
        'a review that is not visible': { type: 'result', index: 1, ...REMOVED_CHECK },
        'a link without a verdict': { type: 'error', index: 2, ...REFUSED_LINK },
        progress: { type: 'progress', total: 3, remaining: 1, estimated_seconds_left: 4 },
        summary: { type: 'summary', total: 3, visible: 1, not_visible: 1, unclear: 0, failed: 1 },
        'cut short': STREAM_FAILURE,
      },
    },
    {
      kind: 'data',
      schema: bulkVisibilityData.meta({ id: 'BulkVisibilityData' }),
      examples: {
        'three links': {
          ...{ total: 3, visible: 1, not_visible: 1, unclear: 0, failed: 1 },
          results: [
            { index: 0, ...WHOLE_CHECK },
            { index: 1, ...REMOVED_CHECK },
            { index: 2, ...REFUSED_LINK },
          ],
        },
      },
    },
  ],
  failures: ['SwitchedOff'],
  // Each link has its own deadline; the whole request has no deadline.
  before: () => {
    const most = LONG_REQUESTS_PER_CLIENT;
    const refusal = message('bulkChecksAtOnce', { most });
    return [atOnce({ most, refusal }), deadline(null)];
  },
  handler:
    ({ localTime }, check: BulkChecker) =>
    async ({ urls, progress = false }, { scope, lines }) => {
      const totals = { total: urls.length, visible: 0, not_visible: 0, unclear: 0, failed: 0 };
      const present = (checked: CheckedLink) => {
        if ('error' in checked) totals.failed += checked.indexes.length;
        return checked.indexes.map((index) => {
          const url = urls[index] ?? checked.url;
          if ('error' in checked) return presentFailure(index, url, checked.error);
          const verdict = presentWholeCheck(url, checked.inspection, { at: checked.at, localTime });
          const kind = verdictKind(verdict);
          totals[kind === 'hidden' ? 'not_visible' : kind] += 1;
          return { index, ...verdict };
        });
      };
      if (lines !== null) {
        return lines(async (write) => {
          const emit = async (checked: CheckedLink) => {
            const type = 'error' in checked ? 'error' : 'result';
            for (const line of present(checked)) await write({ type, ...line });
          };
          const report = ({ total, remaining, secondsLeft }: CheckProgress) =>
            write({ type: 'progress', total, remaining, estimated_seconds_left: secondsLeft });
          await check(urls, scope, emit, progress ? report : undefined);
          await write({ type: 'summary', ...totals });
        });
      }
      const results: ReturnType<typeof present> = [];
      await check(urls, scope, (checked) => void results.push(...present(checked)));
      results.sort((a, b) => a.index - b.index);
      return { data: { ...totals, results } };
    },
});
