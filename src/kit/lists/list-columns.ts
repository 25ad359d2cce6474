import type { Language } from '../../core/published/language.js';
import type { Notice, ReviewsSummary, StopReason } from '../../core/published/lines.js';
import { endingText, noticeTexts, yesOrNo } from '../../core/texts/outcomes.js';
import type { Column } from './table.js';
import { listTexts } from './texts.js';

/** How far the list of a place was read. `stop_reason` null: the reading ended early, without a summary. */
export interface ListCover
  extends Pick<ReviewsSummary, 'reviews_count' | 'reviews_read' | 'total_reviews' | 'complete'> {
  readonly stop_reason: StopReason | null;
  readonly notices?: readonly Notice[] | undefined;
}

/** True for a complete list, and for a list that ended at the user's `--max-pages` or `--since`. */
export function isAsAsked({ complete, stop_reason }: ListCover, hasMaxPages: boolean): boolean {
  return complete || stop_reason === 'since' || (stop_reason === 'max_pages' && hasMaxPages);
}

/** The columns that say how far the list of a place was read. They are the same in every row of the list. */
export function listColumns(language: Language): Column<ListCover>[] {
  const t = listTexts(language);
  return [
    { header: t('column.reviewsRead'), value: (list) => list.reviews_read },
    { header: t('column.reviewCount'), value: (list) => list.total_reviews },
    { header: t('column.complete'), value: (list) => yesOrNo(language, list.complete) },
    {
      header: t('column.ending'),
      value: ({ stop_reason: reason, ...list }) =>
        reason === null ? t('column.brokeOff') : endingText(language, { ...list, stop_reason: reason }),
    },
    { header: t('column.endingCode'), value: (list) => list.stop_reason },
    { header: t('column.notices'), value: (list) => noticeTexts(language, list).join(' ') || null },
  ];
}
