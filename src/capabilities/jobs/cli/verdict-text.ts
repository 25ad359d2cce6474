import { identityOf, parseReviewUrl } from '../../../core/identifiers/review-url.js';
import { lineFailure } from '../../../core/published/failure.js';
import { noticeTexts, reasonText, verdictKind } from '../../../core/texts/outcomes.js';
import type { CheckedReview, VerdictRow } from '../../../kit/lists/checked-links.js';
import { requestFailureText } from '../../../kit/terminal/failure-text.js';
import { plainLine, starsText } from '../../../kit/terminal/plain-text.js';
import type { Session } from '../../../kit/terminal/session.js';

type FailedRow = Pick<Extract<VerdictRow, { type: 'error' }>, 'error' | 'checked_at'>;

/** Why an entry of a list has no result, and when it was asked last, if it was. */
export function failureText(row: FailedRow, entry: string, session: Session): string {
  const words = [row.checked_at, entry].flatMap((word) => (word === undefined ? [] : [plainLine(word)]));
  return `?  ${words.join('  ')}\n   ${requestFailureText(lineFailure(row), session)}`;
}

/** The result of one link of a check as text. */
export function verdictText(row: VerdictRow, session: Session): string {
  const { language, t } = session;
  if (row.type === 'error') return failureText(row, row.review_url, session);
  const verdict = t(`check.${verdictKind(row)}`);
  const facts = row.review == null ? factsLine(row.review_url, session) : '';
  const about = row.is_visible
    ? [reviewLine(row.review, session)]
    : [reasonText(language, row.visibility_reason), facts];
  const head = `${verdict}  ${plainLine(row.checked_at)}  ${plainLine(row.review_url)}`;
  return [head, ...about, ...noticeTexts(language, row).map(plainLine)].filter(Boolean).join('\n   ');
}

/** The facts read of a visible review, on one line; empty when nothing was read. */
function reviewLine(review: CheckedReview | null | undefined, { t }: Session): string {
  if (review == null) return '';
  const { stars, author_name, place_name, date, is_edited, edited_date, text_excerpt } = review;
  const edited = [t('check.edited'), edited_date].filter((part) => part !== null).join(' ');
  const facts = [starsText(stars), author_name, place_name, date, is_edited === true ? edited : null];
  const line = facts.filter((part) => part !== null && part !== '').join(' · ');
  return plainLine([line, text_excerpt].filter((part) => part !== null && part !== '').join(' – '));
}

/** The facts in the link of a review, on one line; empty when the link has none. */
function factsLine(link: string, { t }: Session): string {
  const review = URL.canParse(link) ? parseReviewUrl(new URL(link)) : null;
  if (review === null) return '';
  const { authorId, cid } = identityOf(review);
  const known = [
    ['CID', cid],
    [t('check.author'), authorId === null ? null : `https://www.google.com/maps/contrib/${authorId}`],
  ].flatMap(([label, value]) => (value === null ? [] : [`${label} ${value}`]));
  return `${t('check.fromLink')}: ${known.join(', ')}`;
}
