import type { SharedState } from './connection.js';

/** Points of clients, by name, in windows of a fixed length. */
export interface PointStore {
  /** Takes points if there are enough. */
  take(name: string, points: number): Promise<PointsTaken & { readonly granted: boolean }>;
  /** Gives points back, at most those taken in the window. */
  giveBack(name: string, points: number): Promise<PointsTaken>;
}

/** What a client has used of its window. */
export interface PointsTaken {
  readonly taken: number;
  /** Milliseconds until the window ends; null = no window has begun. */
  readonly endsInMs: number | null;
}

/**
 * $1 name, $2 points, $3 points of a window, $4 seconds of a window. A refused request takes nothing. The end of a
 * window is never further away than its length, also after the clock of the database was set back.
 */
const TAKE = `insert into shared_points as p (name, points, ends_at, granted)
values ($1, $2, now() + $4 * interval '1 s', true)
on conflict (name) do update set (points, ends_at, granted) = (
  select case when is_over then $2 when fits then p.points + $2 else p.points end,
         case when is_over then excluded.ends_at else p.ends_at end,
         is_over or fits
    from (select p.ends_at <= now() or p.ends_at > now() + $4 * interval '1 s' as is_over,
                 p.points + $2 <= $3 as fits) as seen)
returning points as taken, granted, extract(epoch from ends_at - now())::float8 * 1000 as ends_in_ms`;

const GIVE_BACK = `update shared_points set points = greatest(0, points - $2)
where name = $1 and ends_at > now()
returning points as taken, extract(epoch from ends_at - now())::float8 * 1000 as ends_in_ms`;

const CLEAN = `delete from shared_points where name in (
  select name from shared_points where ends_at <= now() limit 1000)`;
const CLEAN_EVERY_MS = 10_000;

interface PointsRow {
  readonly taken: number;
  readonly granted: boolean;
  readonly ends_in_ms: number;
}

/** Deletes windows that are over, as long as the database can be used. */
export function cleanSharedPoints({ repeat, query }: Pick<SharedState, 'repeat' | 'query'>): void {
  repeat(CLEAN_EVERY_MS, async () => void (await query(CLEAN, [])));
}

/** Points that all replicas count together. Methods throw SharedStateUnavailable. */
export function createSharedPoints(
  { hash, query }: Pick<SharedState, 'hash' | 'query'>,
  limits: { readonly points: number; readonly seconds: number },
): PointStore {
  const nothingTaken = { taken: 0, endsInMs: null };
  return {
    take: async (name, points) => {
      const [row] = await query<PointsRow>(TAKE, [hash(name), points, limits.points, limits.seconds]);
      if (row === undefined) throw new TypeError('the row that was just written is missing');
      return { taken: row.taken, endsInMs: row.ends_in_ms, granted: row.granted };
    },
    giveBack: async (name, points) => {
      const [row] = await query<PointsRow>(GIVE_BACK, [hash(name), points]);
      return row === undefined ? nothingTaken : { taken: row.taken, endsInMs: row.ends_in_ms };
    },
  };
}
