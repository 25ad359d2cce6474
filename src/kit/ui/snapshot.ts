/** The figures of a place at the time of one reading. `at`: milliseconds since 1970. */
export interface Snapshot {
  readonly placeId: string;
  readonly at: number;
  /** Absent from readings of earlier versions. */
  readonly name?: string | null;
  readonly rating: number | null;
  readonly count: number | null;
  /** Reviews with five stars to one star. */
  readonly stars: readonly (number | null)[];
}

/** The difference of two values; null when one of them is unknown. */
export function difference(now: number | null | undefined, before: number | null | undefined): number | null {
  return now == null || before == null ? null : now - before;
}
