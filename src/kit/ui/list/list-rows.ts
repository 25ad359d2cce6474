import { type Failure, lineFailure } from '../../../core/published/failure.js';
import { verdictKind } from '../../../core/texts/outcomes.js';
import type { Verdict } from '../../lists/checked-links.js';
import type { ListCover } from '../../lists/list-columns.js';
import type { PlaceRow } from '../../lists/place-columns.js';
import type { OwnCell } from '../../lists/table.js';
import { shortUrl } from '../external-link.js';

/** How far the reviews of a place were read. `asked`: the day and stars that were asked for; absent = all. */
export type ReadList = ListCover & Pick<PlaceRow, 'place_id'> & { readonly asked?: Asked };
type Asked = Readonly<Record<string, number | string>>;

/** What became of a row. `unclear`: the page of the link had no place, so that the link may be incomplete. */
type Found =
  | { readonly kind: 'visible' | 'hidden' | 'unclear'; readonly verdict: Verdict }
  /** `several`: the name fits several places. The first place may be another than the user means. */
  | { readonly kind: 'place'; readonly place: PlaceRow }
  | { readonly kind: 'several'; readonly place: PlaceRow }
  | { readonly kind: 'reviews'; readonly list: ReadList }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** A row of the sheet without a link: nothing is asked. */
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting' };

export type RowKind = Found['kind'];

/** The kinds in the order of the filter: what needs attention first. */
export const ROW_KINDS: readonly RowKind[] = [
  ...(['hidden', 'unclear', 'failed', 'several', 'waiting', 'visible', 'place', 'reviews', 'none'] as const),
];

/** One row of a list that is checked. */
export interface ListRow {
  /** Position in the list, from 0. */
  readonly index: number;
  /** The link, identifier or name of the row. */
  readonly query: string;
  /** Whether the row asks about a review, otherwise about a place. */
  readonly isReview: boolean;
  /** The cells of the user's sheet; null for a list without columns. */
  readonly cells: readonly string[] | null;
  readonly found: Found;
  /** When the result was found, `YYYY-MM-DD HH:MM:SS`; null without a result. */
  readonly checkedAt: string | null;
  readonly line: ListLine;
}

/** A line of the results of a list, as far as it is shown. */
export type ListLine = {
  readonly index: number;
  readonly type: string;
  readonly cells?: readonly OwnCell[] | undefined;
} & ({ readonly review_url: string } | { readonly query: string });

/** The row of a line. */
export function rowOf(line: ListLine): ListRow {
  const query = 'review_url' in line ? line.review_url : line.query;
  const at = 'checked_at' in line ? line.checked_at : null;
  return {
    ...{ index: line.index, query, isReview: 'review_url' in line },
    cells: line.cells?.map((cell) => String(cell ?? query)) ?? null,
    found: foundIn(line),
    ...{ checkedAt: typeof at === 'string' ? at : null, line },
  };
}

function foundIn(line: object): Found {
  if ('error' in line) {
    const failure = lineFailure(line);
    return failure.reason === 'line_without_link' ? { kind: 'none' } : { kind: 'failed', failure };
  }
  if ('is_visible' in line) {
    const verdict = line as Verdict;
    return { kind: verdictKind(verdict), verdict };
  }
  if ('details' in line) return { kind: 'candidates' in line ? 'several' : 'place', place: line as PlaceRow };
  if ('reviews_read' in line) return { kind: 'reviews', list: line as ReadList };
  return { kind: 'waiting' };
}

/** How many rows there are of each kind. */
export function countsOf(rows: readonly ListRow[]): Readonly<Record<RowKind, number>> {
  const counts = Object.fromEntries(ROW_KINDS.map((kind) => [kind, 0])) as Record<RowKind, number>;
  for (const { found } of rows) counts[found.kind] += 1;
  return counts;
}

/** What a line says of its first place alone. */
type OfFirst = Exclude<keyof PlaceRow, 'query' | 'checked_at' | 'place_id' | 'details' | 'candidates'>;
const UNKNOWN: Readonly<Record<OfFirst, undefined>> = {
  ...{ source: undefined, cid: undefined, maps_url: undefined, maps_cid_url: undefined },
  ...{ permanently_closed: undefined, notices: undefined },
};

/** The row of a name that fits several places, with the place that the user picked. Only facts of that place are known. */
export function pickedRow(row: ListRow, id: string | undefined): ListRow {
  const first = row.found.kind === 'several' ? row.found.place : null;
  const picked = first?.candidates?.find((one) => one.place_id === id);
  if (first === null || picked === undefined) return row;
  const { place_id, ...facts } = picked;
  const unknown = Object.fromEntries(Object.keys(first.details).map((field) => [field, null]));
  // The name stays where the link of the row would stand.
  const cells = row.line.cells?.map((cell) => cell ?? row.query);
  const line = { ...row.line, ...UNKNOWN, place_id, details: { ...unknown, ...facts }, cells };
  return { ...row, line, found: { kind: 'place', place: line as unknown as PlaceRow } };
}

/** The place that the user picked of several; null = the row has no such place. */
export const pickedPlace = ({ found }: ListRow) =>
  found.kind === 'place' && found.place.candidates !== undefined ? found.place : null;

/** The names of the places of the reviews that were read, by Place ID: not every verdict has the name. */
export function placeNamesOf(rows: readonly ListRow[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { found } of rows) {
    const { place_id: id, place_name: name } = ('verdict' in found ? found.verdict.review : null) ?? {};
    if (id != null && name != null) names.set(id, name);
  }
  return names;
}

const MAX_NAME = 40;
/** Characters of the end of a long link: the ids of reviews differ there. */
const END = 12;

/** A link in few characters: its host and its end. */
export function shortName(query: string): string {
  const text = shortUrl(query);
  if (text.length <= MAX_NAME || text === query) return text;
  const [path = ''] = text.split('?', 1);
  return `${text.slice(0, text.indexOf('/'))}/…${path.replaceAll('%7C', '').slice(-END)}`;
}

/** The reasons that this version explains; a newer service may have others. */
export const REASONS = [
  ...(['visible', 'no_rating_section', 'no_business_card', 'no_business_data', 'no_rating'] as const),
] as const;
