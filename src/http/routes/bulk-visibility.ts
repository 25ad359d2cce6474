import type { BulkChecker, CheckedLink } from '../../services/check-reviews.js';
import type { Handler } from '../answer.js';
import { presentFailure, presentVisibility } from '../contract/review.js';

/** POST /review-visibility: many links at once, line by line or in one answer. */
export function bulkVisibility(check: BulkChecker, timeZone: string): Handler<{ urls: string[] }> {
  return async ({ urls }, { scope, lines }) => {
    const totals = { total: urls.length, visible: 0, not_visible: 0, failed: 0 };
    const present = (checked: CheckedLink) => {
      const key = 'error' in checked ? 'failed' : checked.reason === 'visible' ? 'visible' : 'not_visible';
      totals[key] += checked.indexes.length;
      const moment = { at: Date.now(), timeZone };
      return checked.indexes.map((index) => {
        const url = urls[index] ?? checked.url;
        if ('error' in checked) return presentFailure(index, url, checked.error);
        return { index, ...presentVisibility(url, checked.reason, moment) };
      });
    };
    if (lines !== null) {
      return lines(async (write) => {
        await check(urls, scope, async (checked) => {
          const type = 'error' in checked ? 'error' : 'result';
          for (const line of present(checked)) await write({ type, ...line });
        });
        await write({ type: 'summary', ...totals });
      });
    }
    const results: ReturnType<typeof present> = [];
    await check(urls, scope, (checked) => void results.push(...present(checked)));
    results.sort((a, b) => a.index - b.index);
    return { data: { ...totals, results } };
  };
}
