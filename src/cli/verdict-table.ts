import { lineFailure } from '../contract/failure.js';
import type { CheckedReview } from '../contract/lines.js';
import { noticeTexts, reasonText } from '../contract/texts/outcomes.js';
import type { LinkFacts } from '../lists/links.js';
import { factsBesides, type VerdictRow, verdictColumns } from '../lists/verdict-columns.js';
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
      const about = row.is_visible
        ? [reviewLine(row.review, session)]
        : [reasonText(language, row.visibility_reason), factsLine(factsBesides(row), session)];
      const lines = [...about, ...noticeTexts(language, row).map(plainLine)]
        .filter((line) => line !== '')
        .map((line) => `\n   ${line}`);
      return `${verdict}  ${plainLine(row.checked_at)}  ${plainLine(row.review_url)}${lines.join('')}`;
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

/** What the link of a review says of it, on one line; empty for nothing. */
function factsLine(facts: LinkFacts | null, { say }: Session): string {
  if (facts === null) return '';
  const { authorId, placeId, cid } = facts;
  const known = [
    ['Place ID', placeId],
    ['CID', cid],
    [say('autor', 'author'), authorId === null ? null : `https://www.google.com/maps/contrib/${authorId}`],
  ].flatMap(([label, value]) => (value === null ? [] : [`${label} ${value}`]));
  return `${say('Z linku', 'From the link')}: ${known.join(', ')}`;
}
