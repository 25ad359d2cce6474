import { AppError } from '../../contract/errors.js';
import { MAX_OWN_COLUMNS, type OwnCells, type OwnColumns } from '../../jobs/job.js';

/** Characters of a row besides its link. They come on top of the 1 KB of Redis that a link takes with its result. */
export const LONGEST_ROW = 2_000;

/** What is kept of the rows of an upload besides their links. */
export interface OwnRows {
  name(headings: readonly string[]): void;
  /** The cells to keep of a row; `link` is what is asked about, null for none. @throws AppError `invalid_request` */
  keep(cells: OwnCells, line: number, link: string | null): OwnCells;
  /** The columns of all rows; null when no row was kept. */
  columns(): OwnColumns | null;
}

/** @throws AppError `invalid_request` for a row with too many cells, empty ones at its end not counted */
export function checkWidth(cells: readonly unknown[]): void {
  const width = cells.findLastIndex((cell) => cell !== '') + 1;
  if (width <= MAX_OWN_COLUMNS) return;
  throw new AppError(
    'invalid_request',
    `The list has ${width} columns, and may have ${MAX_OWN_COLUMNS}. Leave columns out, or send the links alone as text/plain.`,
  );
}

export function createOwnRows(): OwnRows {
  let names: readonly string[] | null = null;
  let width = 0;
  let isLinkInCell = true;
  let isKept = false;
  const widen = (cells: readonly unknown[]) => {
    checkWidth(cells);
    width = Math.max(width, cells.length);
  };
  return {
    name: (headings) => {
      widen(headings);
      if (headings.join('').length > LONGEST_ROW) {
        throw new AppError(
          'invalid_request',
          `The headings have more than ${LONGEST_ROW} characters. Leave columns out, or send the links alone as text/plain.`,
        );
      }
      names = headings;
    },
    keep: (cells, line, link) => {
      const last = cells.findLastIndex((cell) => cell !== '');
      const at = link === null ? -1 : cells.indexOf(link);
      const own = cells.slice(0, last + 1).map((cell, index) => (index === at ? null : cell));
      widen(own);
      const characters = own.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
      if (characters > LONGEST_ROW) {
        throw new AppError(
          'invalid_request',
          `Line ${line} has ${characters} characters besides its link, and may have ${LONGEST_ROW}. Leave columns out, or send the links alone as text/plain.`,
        );
      }
      isKept = true;
      isLinkInCell &&= link === null || own.includes(null);
      return own;
    },
    columns: () => (isKept ? { headings: names, width, isLinkInCell } : null),
  };
}
