import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import type { PlaceAnswer, PlaceOutcome } from './place-store.js';

/** One line of a list of places. */
export interface PlaceLine {
  readonly query: string;
  /** Null until it is known. */
  readonly outcome: PlaceOutcome | null;
  readonly at: Date | null;
  /** The results of a name that has several results, in the order of the search; null for other queries. */
  readonly results: NonNullable<PlaceAnswer['candidates']> | null;
  /** Index of the result that is shown; 0 unless the user picked another result. */
  readonly picked: number;
}

/** The line of a query that was not asked yet. */
export function newLine(query: string): PlaceLine {
  return { query, outcome: null, at: null, results: null, picked: 0 };
}

/** The query for the service: the Place ID of a picked result, otherwise the query of the user. */
export function askedQuery({ query, results, picked }: PlaceLine): string {
  return picked === 0 ? query : (results?.[picked]?.place_id ?? query);
}

/** The orders of the table. */
export const PLACE_SORTS = ['list', 'highest', 'lowest', 'most', 'fewest'] as const;
export type PlaceSort = (typeof PLACE_SORTS)[number];

/** The figures of a place. */
interface PlaceFigures {
  readonly placeId: string;
  readonly rating: number | null;
  readonly count: number | null;
}

/** A line with the values that its row shows. */
export interface PlaceRow {
  readonly line: PlaceLine;
  readonly index: number;
  /** The place and its figures; null when the place is unknown. */
  readonly found: { readonly answer: PlaceAnswer; readonly now: PlaceFigures } | null;
}

/** The rows of a list. */
export function rowsOf(lines: readonly PlaceLine[]): PlaceRow[] {
  return lines.map((line, index) => {
    if (line.outcome === null || 'failure' in line.outcome) return { line, index, found: null };
    const { data: answer } = line.outcome;
    const rating = answer.details[PLACE_FIELDS.rating];
    const count = answer.details[PLACE_FIELDS.reviewCount];
    return { line, index, found: { answer, now: { placeId: answer.place_id, rating, count } } };
  });
}

const VALUES: Readonly<Record<PlaceSort, (row: PlaceRow) => number | null | undefined>> = {
  list: ({ index }) => -index,
  highest: ({ found }) => found?.now.rating,
  lowest: ({ found }) => found?.now.rating && -found.now.rating,
  most: ({ found }) => found?.now.count,
  fewest: ({ found }) => found?.now.count && -found.now.count,
};

/** Sorts rows. Rows without the value to sort by come last; equal rows keep their order. */
export function sortedRows(rows: readonly PlaceRow[], sort: PlaceSort): PlaceRow[] {
  const value = VALUES[sort];
  return rows.toSorted(
    (a, b) => (value(b) ?? Number.NEGATIVE_INFINITY) - (value(a) ?? Number.NEGATIVE_INFINITY) || 0,
  );
}

/** For each place that several different queries lead to: the indexes of its rows. */
export function repeatedPlaces(rows: readonly PlaceRow[]): ReadonlyMap<string, readonly number[]> {
  const byPlace = new Map<string, PlaceRow[]>();
  for (const row of rows) {
    const placeId = row.found?.now.placeId;
    const known = byPlace.get(placeId ?? '');
    if (known !== undefined) known.push(row);
    else if (placeId !== undefined) byPlace.set(placeId, [row]);
  }
  return new Map(
    [...byPlace]
      .filter(([, some]) => new Set(some.map(({ line }) => line.query)).size > 1)
      .map(([placeId, some]) => [placeId, some.map(({ index }) => index)]),
  );
}
