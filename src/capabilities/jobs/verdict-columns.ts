import type { Language } from '../../core/published/language.js';
import { noticeTexts, reasonText, visibleText, yesOrNo } from '../../core/texts/outcomes.js';
import { serviceText } from '../../core/texts/service-text.js';
import type { CheckedReview, Verdict, VerdictRow } from '../../kit/lists/checked-links.js';
import type { CellValue, Column } from '../../kit/lists/table.js';
import { listTexts } from '../../kit/lists/texts.js';
import { pl } from './messages/pl.js';

type ErrorRow = Extract<VerdictRow, { type: 'error' }>;

/** The columns of a check of reviews, one row per link. Links without a result have empty result columns. */
export function verdictColumns(language: Language): Column<VerdictRow>[] {
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
    error(t('column.error'), (found) => serviceText(language, found, pl)),
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
