import { linkFacts } from '../../kit/lists/links-in-lists.js';
import type { ResultRow } from '../../kit/lists/own-columns.js';
import type { CellValue, Column } from '../../kit/lists/table.js';
import { linkColumns } from '../../kit/lists/verdict-columns.js';
import { type Comparison, changeText } from '../../kit/ui/links/history.js';
import { type LinkRow, sightingBefore, verdictOf } from '../../kit/ui/links/link-rows.js';
import type { Texts } from '../../kit/ui/texts.js';

/** A row of an exported list: the result, and further data that the browser has about the review. */
export interface ExportRow extends ResultRow {
  /** Null for a row of the user's list without a link. */
  readonly link: LinkRow | null;
  readonly comparison: Comparison | null;
}

/** The columns after the columns of the results. A group of columns without any value is left out. */
export function extraColumns(texts: Texts, rows: readonly ExportRow[]): Column<ExportRow>[] {
  const { t } = texts;
  const column = columnsOf(({ link }) => link);
  const compared = columnsOf(({ comparison }) => comparison);
  const seen = (link: LinkRow) => sightingBefore(link);
  const facts = (link: LinkRow) => (verdictOf(link)?.review == null ? linkFacts(link.url) : null);
  const some = (find: (link: LinkRow) => unknown) =>
    rows.some(({ link }) => link !== null && find(link) !== null);
  return [
    ...(rows.some(({ comparison }) => comparison !== null)
      ? [
          compared(t('links.extra.change'), ({ change }) =>
            change === null ? null : changeText(texts, change),
          ),
          compared(t('links.extra.comparedWith'), ({ before }) => before.checks.at(-1)?.slice(0, 19), 'time'),
          compared(t('links.extra.resultBefore'), ({ before }) =>
            before.verdict.is_visible ? t('links.visible') : t('links.hidden'),
          ),
          compared(t('links.extra.starsBefore'), ({ before }) => before.verdict.review?.stars),
          compared(t('links.extra.textBefore'), ({ before }) => before.verdict.review?.text_excerpt),
        ]
      : []),
    ...(some(seen)
      ? [
          column(t('links.extra.seenAt'), (link) => seen(link)?.checkedAt, 'time'),
          column(t('links.extra.seenAuthor'), (link) => seen(link)?.review.author_name),
          column(t('links.extra.seenStars'), (link) => seen(link)?.review.stars),
          column(t('links.extra.seenDate'), (link) => seen(link)?.review.date, 'time'),
          column(t('links.extra.seenPlace'), (link) => seen(link)?.review.place_name),
          column(t('links.extra.seenPlaceId'), (link) => seen(link)?.review.place_id),
          column(t('links.extra.seenText'), (link) => seen(link)?.review.text_excerpt),
        ]
      : []),
    ...(some(facts)
      ? linkColumns(texts.language).map(({ header, value }) => column(header, (link) => value(facts(link))))
      : []),
  ];
}

/** Makes columns of a part of the rows. Their cells are empty in rows without this part. */
function columnsOf<Part>(partOf: (row: ExportRow) => Part | null) {
  return (
    header: string,
    value: (part: Part) => CellValue | undefined,
    form?: 'time',
  ): Column<ExportRow> => ({
    header,
    ...(form === undefined ? {} : { form }),
    value: (row) => {
      const part = partOf(row);
      return part === null ? null : (value(part) ?? null);
    },
  });
}
