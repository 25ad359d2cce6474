import { linkFacts } from '../../lists/links.js';
import type { ResultRow } from '../../lists/own-columns.js';
import type { CellValue, Column } from '../../lists/table.js';
import { linkColumns } from '../../lists/verdict-columns.js';
import type { Texts } from '../texts.js';
import { changeOf, changeText } from './change.js';
import { type LinkRow, sightingBefore, verdictOf } from './rows.js';

/** A row of an exported list: the result, and further data that the browser has about the review. */
export interface ExportRow extends ResultRow {
  /** Null for a row of the user's list without a link. */
  readonly link: LinkRow | null;
}

/** The columns after the columns of the results. A group of columns without any value is left out. */
export function extraColumns(texts: Texts, rows: readonly ExportRow[]): Column<ExportRow>[] {
  const { extra, visible, hidden } = texts.links;
  const column = (
    header: string,
    value: (link: LinkRow) => CellValue | undefined,
    form?: 'time' | 'link',
  ): Column<ExportRow> => ({
    header,
    ...(form === undefined ? {} : { form }),
    value: ({ link }) => (link === null ? null : (value(link) ?? null)),
  });
  const change = (link: LinkRow) => changeOf(link.earlier.verdict, verdictOf(link));
  const before = (link: LinkRow) => link.earlier.verdict;
  const seen = (link: LinkRow) => sightingBefore(link);
  const facts = (link: LinkRow) => (verdictOf(link)?.review == null ? linkFacts(link.url) : null);
  const some = (find: (link: LinkRow) => unknown) =>
    rows.some(({ link }) => link !== null && find(link) !== null);
  return [
    ...(some(before)
      ? [
          column(extra.change, (link) => {
            const found = change(link);
            return found === null ? null : changeText(texts, found);
          }),
          column(extra.checkedBefore, (link) => before(link)?.checked_at, 'time'),
          column(extra.resultBefore, (link) => {
            const verdict = before(link);
            return verdict === null ? null : verdict.is_visible ? visible : hidden;
          }),
          column(extra.starsBefore, (link) => before(link)?.review?.stars),
          column(extra.textBefore, (link) => before(link)?.review?.text_excerpt),
        ]
      : []),
    ...(some(seen)
      ? [
          column(extra.seenAt, (link) => seen(link)?.checkedAt, 'time'),
          column(extra.seenAuthor, (link) => seen(link)?.review.author_name),
          column(extra.seenStars, (link) => seen(link)?.review.stars),
          column(extra.seenDate, (link) => seen(link)?.review.date, 'time'),
          column(extra.seenPlace, (link) => seen(link)?.review.place_name),
          column(extra.seenPlaceId, (link) => seen(link)?.review.place_id),
          column(extra.seenText, (link) => seen(link)?.review.text_excerpt),
        ]
      : []),
    ...(some(facts)
      ? linkColumns(texts.language).map(({ header, value }) => column(header, (link) => value(facts(link))))
      : []),
  ];
}
