import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { difference, type Snapshot } from '../../kit/ui/snapshot.js';
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

/** The new reviews of a place, from a list of its reviews that this browser read. */
export interface Pace {
  readonly placeId: string;
  /** When the list was read, milliseconds since 1970. */
  readonly at: number;
  /** Reviews in the last 30 and 90 days; null when the list does not cover the days. */
  readonly last30: number | null;
  readonly last90: number | null;
  readonly read: number;
  readonly replied: number;
}

/** The line of a query that was not asked yet. */
export function newLine(query: string): PlaceLine {
  return { query, outcome: null, at: null, results: null, picked: 0 };
}

/** The query for the service: the Place ID of a picked result, otherwise the query of the user. */
export function askedQuery({ query, results, picked }: PlaceLine): string {
  return picked === 0 ? query : (results?.[picked]?.place_id ?? query);
}

/** The place of a line; null when the place is unknown. */
export function answerOf({ outcome }: PlaceLine): PlaceAnswer | null {
  return outcome !== null && 'data' in outcome ? outcome.data : null;
}

export const STARS = ['fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'] as const;

/** The reviews with five stars to one star; null where the number is unknown. */
export function starCounts(details: PlaceAnswer['details']): (number | null)[] {
  return STARS.map((field) => details[PLACE_FIELDS[field]]);
}

/** The snapshot of a place for the reading that began `at`. */
export function snapshotOf({ place_id: placeId, details }: PlaceAnswer, at: number): Snapshot {
  return {
    placeId,
    at,
    name: details[PLACE_FIELDS.name],
    rating: details[PLACE_FIELDS.rating],
    count: details[PLACE_FIELDS.reviewCount],
    stars: starCounts(details),
  };
}

/** The orders of the table. */
export const PLACE_SORTS = ['list', 'highest', 'lowest', 'most', 'fewest', 'growth', 'pace'] as const;
export type PlaceSort = (typeof PLACE_SORTS)[number];

/** A line with the values that its row shows. */
export interface PlaceRow {
  readonly line: PlaceLine;
  readonly index: number;
  /** The place and its figures; null when the place is unknown. */
  readonly found: {
    readonly answer: PlaceAnswer;
    readonly now: Snapshot;
    /** All readings of the place, the oldest first. */
    readonly history: readonly Snapshot[];
  } | null;
  /** The previous reading of the place; null = there is no earlier reading. */
  readonly before: Snapshot | null;
  /** Null when this browser has not read the reviews of the place. */
  readonly pace: Pace | null;
}

/** The rows of a list whose reading began `at`. */
export function rowsOf(
  lines: readonly PlaceLine[],
  at: number,
  history: ReadonlyMap<string, readonly Snapshot[]>,
  paces: ReadonlyMap<string, Pace>,
): PlaceRow[] {
  return lines.map((line, index) => {
    const answer = answerOf(line);
    if (answer === null) return { line, index, found: null, before: null, pace: null };
    const now = snapshotOf(answer, at);
    const known = history.get(now.placeId) ?? [];
    return {
      line,
      index,
      found: { answer, now, history: known },
      before: known.findLast((snapshot) => snapshot.at < at) ?? null,
      pace: paces.get(now.placeId) ?? null,
    };
  });
}

const VALUES: Readonly<Record<PlaceSort, (row: PlaceRow) => number | null | undefined>> = {
  list: ({ index }) => -index,
  highest: ({ found }) => found?.now.rating,
  lowest: ({ found }) => found?.now.rating && -found.now.rating,
  most: ({ found }) => found?.now.count,
  fewest: ({ found }) => found?.now.count && -found.now.count,
  growth: ({ found, before }) => difference(found?.now.count, before?.count),
  pace: ({ pace }) => pace?.last30,
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
