import { useTexts } from './context.js';

/** Rows on a page of a table. */
export const PAGE_SIZE = 100;

/** The page `wished` of a list, or the last page if the list has fewer pages. Pages count from 0. */
export function pageOf<Row>(rows: readonly Row[], wished: number, size = PAGE_SIZE) {
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const page = Math.min(wished, last);
  const first = page * size;
  return { page, first, rows: rows.slice(first, first + size) };
}

/** Buttons for the pages of a list with `all` rows. Renders nothing for a single page. */
export function Pager(props: { page: number; all: number; size?: number; turn: (page: number) => void }) {
  const { page, all, size = PAGE_SIZE, turn } = props;
  const { t } = useTexts();
  if (all <= size) return null;
  const end = (page + 1) * size;
  return (
    <nav class="pager" aria-label={t('pages.label')}>
      <button type="button" class="quiet" disabled={page === 0} onClick={() => turn(page - 1)}>
        ← {t('pages.previous')}
      </button>
      <span>{t('pages.position', { first: page * size + 1, last: Math.min(end, all), all })}</span>
      <button type="button" class="quiet" disabled={end >= all} onClick={() => turn(page + 1)}>
        {t('pages.next')} →
      </button>
    </nav>
  );
}
