import { type VerdictRow, verdictColumns } from '../core/export/verdict-columns.js';
import { lineFailure } from '../core/failure.js';
import type { CheckedReview } from '../core/lines.js';
import { reasonText } from '../core/texts/outcomes.js';
import type { Table } from './output.js';
import { requestFailureText } from './request-failure.js';
import type { Session } from './session.js';
import { plainLine, starsText } from './text.js';

/** How the result of one link is shown. */
export function verdictTable(session: Session): Table<VerdictRow> {
  const { language, say } = session;
  return {
    name: say('Widoczność opinii', 'Review visibility'),
    columns: verdictColumns(language),
    line: (row) => row,
    text: (row) => {
      if (row.type === 'error') {
        return `?  ${plainLine(row.review_url)}\n   ${requestFailureText(lineFailure(row), session)}`;
      }
      const verdict = row.is_visible
        ? say('✓ widoczna   ', '✓ visible    ')
        : say('✗ niewidoczna', '✗ not visible');
      const what = row.is_visible
        ? reviewLine(row.review, session)
        : reasonText(language, row.visibility_reason);
      return `${verdict}  ${plainLine(row.review_url)}${what === '' ? '' : `\n   ${what}`}`;
    },
  };
}

/** What was read of a visible review, on one line; empty for nothing. */
function reviewLine(review: CheckedReview | null | undefined, { say }: Session): string {
  if (review == null) return '';
  const { stars, author_name, place_name, date, is_edited, edited_date, text_excerpt } = review;
  const edited = [say('edytowana', 'edited'), edited_date].filter((part) => part !== null).join(' ');
  const facts = [starsText(stars), author_name, place_name, date, is_edited === true ? edited : null];
  const line = facts.filter((part) => part !== null && part !== '').join(' · ');
  return plainLine([line, text_excerpt].filter((part) => part !== null && part !== '').join(' – '));
}
