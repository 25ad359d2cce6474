import { lineFailure } from '../../../core/published/failure.js';
import { caveatText } from '../../../core/texts/outcomes.js';
import type { JobType } from '../../../kit/lists/list-limits.js';
import { requestFailureText } from '../../../kit/terminal/failure-text.js';
import { cardText, plainLine } from '../../../kit/terminal/plain-text.js';
import { isAsAsked, reviewText, summaryText } from '../../../kit/terminal/review-text.js';
import type { Session } from '../../../kit/terminal/session.js';
import type { CliTexts } from '../../../kit/terminal/texts.js';
import { verdictText } from '../../../kit/terminal/verdict-text.js';
import type { Job, JobRow } from '../published.js';

/** How many entries a list has, and how many of them have a result of each kind. */
export type Tally = Record<
  'total' | 'visible' | 'not_visible' | 'found' | 'complete' | 'partial' | 'failed',
  number
>;

interface ListTexts {
  /** The command of lists of this type. */
  readonly command: string;
  readonly title: (t: CliTexts) => string;
  /** The label of the progress bar. */
  readonly label: (t: CliTexts) => string;
  readonly summary: (tally: Tally, session: Session) => string;
}

/** The words of each type of list. */
export const LISTS: Readonly<Record<JobType, ListTexts>> = {
  'review-visibility': {
    command: 'check',
    title: (t) => t('check.title'),
    label: (t) => t('check.progress'),
    summary: (tally, { t, language, format }) =>
      t('check.summary', tally) +
      (tally.not_visible > 0 && format.kind === 'text' ? `\n${caveatText(language, 'notShown')}` : ''),
  },
  'place-details': {
    command: 'places',
    title: (t) => t('places.title'),
    label: (t) => t('places.progress'),
    summary: (tally, { t }) => t('places.summary', tally),
  },
  'place-reviews': {
    command: 'reviews',
    title: (t) => t('reviews.title'),
    label: (t) => t('reviews.progress'),
    summary: (tally, { t }) => t('reviews.summary', tally),
  },
};

/** What the result of an entry counts as. */
export function kindOf(row: JobRow, { parameters }: Job): Exclude<keyof Tally, 'total'> {
  if (row.type === 'error') return 'failed';
  if ('is_visible' in row) return row.is_visible ? 'visible' : 'not_visible';
  if (!('reviews' in row)) return 'found';
  return isAsAsked(row, 'max_pages' in parameters) ? 'complete' : 'partial';
}

/** The result of an entry as text, without its last line end. */
export function rowText(row: JobRow, session: Session): string {
  const { t, language } = session;
  if ('review_url' in row) return verdictText(row, session);
  const heading = plainLine(row.query);
  if (row.type === 'error') {
    const at = row.checked_at === undefined ? '' : `${plainLine(row.checked_at)}  `;
    return `?  ${at}${heading}\n   ${requestFailureText(lineFailure(row), session)}\n`;
  }
  if ('reviews' in row)
    return [
      `${heading}\n`,
      ...row.reviews.map((review) => reviewText(review, t)),
      `${summaryText(row, session, row.checked_at)}\n`,
    ].join('\n');
  const candidates = row.candidates?.length;
  const several = candidates === undefined ? '' : t('places.firstOf', { candidates });
  return `${heading}${several}\n${cardText(row, language).replace(/^/gm, '   ')}\n`;
}
