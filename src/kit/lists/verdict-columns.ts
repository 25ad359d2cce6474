import type { Language } from '../../core/published/language.js';
import type { ReceivedMessage } from '../../core/texts/messages.js';
import { noticeTexts, reasonText, visibleText, yesOrNo } from '../../core/texts/outcomes.js';
import type { BulkLine, CheckedReview, Verdict } from './checked-links.js';
import type { CellValue, Column } from './table.js';
import { listTexts } from './texts.js';

type ErrorRow = Extract<VerdictRow, { type: 'error' }>;

type ErrorText = (language: Language, error: ReceivedMessage) => string;

/** The result of one link of a bulk check, or an error with a message of the service or of a client. */
export type VerdictRow =
  | Verdict
  | (Omit<Extract<BulkLine, { type: 'error' }>, 'error'> & {
      readonly error: { readonly code: string } & ReceivedMessage;
      /** When the last attempt ended; only in the results of jobs. */
      readonly checked_at?: string | undefined;
      readonly checked_at_utc?: string | undefined;
    });

/**
 * The columns of a bulk check, one row per link. Links without a result have empty result columns. `errorText`
 * writes the errors.
 */
export function verdictColumns(language: Language, errorText: ErrorText): Column<VerdictRow>[] {
  const t = listTexts(language);
  const result = (header: string, value: (row: Verdict) => CellValue): Column<VerdictRow> => ({
    header,
    value: (row) => (row.type === 'result' ? value(row) : null),
  });
  const error = (header: string, value: (error: ErrorRow['error']) => CellValue): Column<VerdictRow> => ({
    header,
    value: (row) => (row.type === 'error' ? value(row.error) : null),
  });
  const review = (header: string, value: (read: CheckedReview) => CellValue) =>
    result(header, (row) => (row.review == null ? null : value(row.review)));
  return [
    { header: t('column.number'), value: (row) => row.index + 1 },
    { header: t('column.reviewLink'), form: 'link', value: (row) => row.review_url },
    result(t('column.visible'), (row) => visibleText(language, row)),
    result(t('column.reason'), (row) => reasonText(language, row.visibility_reason)),
    result(t('column.reasonCode'), (row) => row.visibility_reason),
    { header: t('column.checkedAt'), form: 'time', value: (row) => row.checked_at ?? null },
    error(t('column.error'), (found) => errorText(language, found)),
    error(t('column.errorCode'), ({ code }) => code),
    review(t('column.author'), (read) => read.author_name),
    review(t('column.stars'), (read) => read.stars),
    { ...review(t('column.reviewDate'), (read) => read.date), form: 'time' },
    review(t('column.edited'), (read) => yesOrNo(language, read.is_edited)),
    { ...review(t('column.editDate'), (read) => read.edited_date), form: 'time' },
    review(t('column.place'), (read) => read.place_name),
    review('Place ID', (read) => read.place_id),
    review(t('column.textStart'), (read) => read.text_excerpt),
    result(t('column.placeNotices'), (row) => noticeTexts(language, row).join(' ') || null),
    { header: t('column.checkedAtUtc'), value: (row) => row.checked_at_utc ?? null },
  ];
}
