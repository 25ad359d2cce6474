import type { Language } from '../../core/published/language.js';
import type { ListCover } from '../../kit/lists/list-columns.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import type { CellValue, Column } from '../../kit/lists/table.js';
import { listTexts } from '../../kit/lists/texts.js';

// The first sheet of the workbook of a list: what was checked, how many links have which result, and from when to when
// they were checked. A count is of the links with a result; if no link has a result, it is not known.

/** What became of a row. `waiting`: its link was not checked. `none`: it has no link. */
type Outcome = 'visible' | 'hidden' | 'unclear' | 'read' | 'failed' | 'waiting' | 'none';

/** When a link was checked; absent for a link that could not be read. */
interface Checked {
  readonly checked_at?: string | undefined;
  readonly checked_at_utc?: string | undefined;
}

/** The text of a count that is not known. */
const NOT_KNOWN = '–';

export function createListSummary(type: JobType) {
  const counts = { visible: 0, hidden: 0, unclear: 0, read: 0, failed: 0, waiting: 0, none: 0 };
  /** The lists of reviews that were read. `counted` null = the provider does not say how many reviews a list has. */
  const lists = { whole: 0, read: 0, counted: 0 as number | null };
  let first: Checked = {};
  let last: Checked = {};
  const all = () => Object.values(counts).reduce((sum, count) => sum + count, -counts.none);
  const withResult = () => all() - counts.failed - counts.waiting;

  return {
    /** Notes a row, once. `list`: how far its reviews were read. */
    note: (outcome: Outcome, checked: Checked, list: ListCover | null = null): void => {
      counts[outcome] += 1;
      if (list !== null) {
        lists.whole += list.complete ? 1 : 0;
        lists.read += list.reviews_read;
        lists.counted =
          lists.counted === null || list.total_reviews === null ? null : lists.counted + list.total_reviews;
      }
      // Times in UTC: an hour in autumn comes twice.
      const { checked_at_utc: at } = checked;
      if (at === undefined) return;
      if (at < (first.checked_at_utc ?? '~')) first = checked;
      if (at > (last.checked_at_utc ?? '')) last = checked;
    },
    /** The sheet; its cells are read when all links are noted. `inFile`: how many of the rows the file has; null = all. */
    sheet: (
      language: Language,
      inFile: number | null = null,
    ): { readonly name: string; readonly columns: readonly Column<null>[] } => {
      const t = listTexts(language);
      const column = (header: string, value: () => CellValue): Column<null> => ({ header, value });
      const time = (header: string, at: () => Checked): Column<null> => ({
        ...column(header, () => at().checked_at ?? NOT_KNOWN),
        form: 'time',
      });
      /** A count of the links with a result. */
      const known = (header: string, value: () => number | null) =>
        column(header, () => (withResult() === 0 ? null : value()) ?? NOT_KNOWN);
      const ofType: Readonly<Record<JobType, readonly Column<null>[]>> = {
        'review-visibility': (['visible', 'hidden', 'unclear'] as const).map((one) =>
          known(t(`summary.${one}`), () => counts[one]),
        ),
        'place-details': [],
        'place-reviews': [
          known(t('summary.whole'), () => lists.whole),
          known(t('column.reviewsRead'), () => lists.read),
          known(t('column.reviewCount'), () => lists.counted),
        ],
      };
      return {
        name: t('summary.sheet'),
        columns: [
          column(t('summary.checked'), () => t(`summary.${type}`)),
          column(t('summary.all'), all),
          ...(inFile === null ? [] : [column(t('summary.inFile'), () => inFile)]),
          column(t('summary.withResult'), withResult),
          column(t('summary.failed'), () => counts.failed),
          column(t('summary.waiting'), () => counts.waiting),
          column(t('counts.withoutLink'), () => counts.none),
          ...ofType[type],
          time(t('summary.first'), () => first),
          time(t('summary.last'), () => last),
        ],
      };
    },
  };
}
