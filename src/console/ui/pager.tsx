import { useTexts } from '../context.js';

/** One page of a list. `page` counts from 0. */
export interface Cut<T> {
  readonly page: number;
  readonly rows: readonly T[];
  /** Index of the first row of the page. */
  readonly first: number;
  readonly all: number;
  readonly size: number;
}

/** The page `wished` of a list, or the last page if the list has fewer pages. */
export function cut<T>(rows: readonly T[], wished: number, size: number): Cut<T> {
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const page = Math.min(wished, last);
  return {
    page,
    rows: rows.slice(page * size, (page + 1) * size),
    first: page * size,
    all: rows.length,
    size,
  };
}

/** Buttons for the pages of a list. Renders nothing for a single page. */
export function Pager<T>({ at, turn }: { at: Cut<T>; turn: (page: number) => void }) {
  const { pages } = useTexts();
  if (at.all <= at.size) return null;
  const isLast = at.first + at.rows.length >= at.all;
  return (
    <nav class="pager" aria-label={pages.label}>
      <button type="button" class="quiet" disabled={at.page === 0} onClick={() => turn(at.page - 1)}>
        ← {pages.previous}
      </button>
      <span>{pages.position(at.first + 1, at.first + at.rows.length, at.all)}</span>
      <button type="button" class="quiet" disabled={isLast} onClick={() => turn(at.page + 1)}>
        {pages.next} →
      </button>
    </nav>
  );
}
