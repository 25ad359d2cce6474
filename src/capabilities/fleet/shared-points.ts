import type { PointStore } from '../../core/traffic/shared.js';
import type { SharedState } from './shared-state.js';

/**
 * $1 name, $2 points, $3 points of a window, $4 its seconds. A refused request takes nothing. No window ends later than
 * its length from now: the database's clock may be set back. `clock_timestamp()` is read once, after the row's lock:
 * another replica may have begun the window after this statement.
 */
const TAKE = `insert into shared_points as p (name, points, ends_at, granted)
values ($1, $2, clock_timestamp() + $4 * interval '1 s', true)
on conflict (name) do update set (points, ends_at, granted) = (
  select case when is_over then $2 when fits then p.points + $2 else p.points end,
         case when is_over then at + $4 * interval '1 s' else p.ends_at end,
         is_over or fits
    from (select at, p.ends_at <= at or p.ends_at > at + $4 * interval '1 s' as is_over, p.points + $2 <= $3 as fits
            from (select clock_timestamp() as at offset 0) as clock offset 0) as seen)
returning points as taken, granted, extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as ends_in_ms`;

const GIVE_BACK = `update shared_points set points = greatest(0, points - $2)
where name = $1 and ends_at > clock_timestamp()
returning points as taken, extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as ends_in_ms`;

const CLEAN = `delete from shared_points where name in (
  select name from shared_points where ends_at <= now() limit 1000)`;
const CLEAN_EVERY_MS = 10_000;

type PointsRow = { readonly taken: number; readonly granted: boolean; readonly ends_in_ms: number };

/** Deletes windows that are over, as long as the database can be used. */
export function cleanSharedPoints(state: Pick<SharedState, 'repeat' | 'query'>): void {
  state.repeat(CLEAN_EVERY_MS, async () => void (await state.query(CLEAN, [])));
}

/** Points that all replicas count together. Methods throw SharedStateUnavailable. */
export function createSharedPoints(
  state: Pick<SharedState, 'hash' | 'query'>,
  { points: most, seconds }: { readonly points: number; readonly seconds: number },
): PointStore {
  const nothingTaken = { taken: 0, endsInMs: null };
  return {
    take: async (name, points) => {
      const [row] = await state.query<PointsRow>(TAKE, [state.hash(name), points, most, seconds]);
      if (row === undefined) throw new TypeError('the row that was just written is missing');
      return { taken: row.taken, endsInMs: row.ends_in_ms, granted: row.granted };
    },
    giveBack: async (name, points) => {
      const [row] = await state.query<PointsRow>(GIVE_BACK, [state.hash(name), points]);
      return row === undefined ? nothingTaken : { taken: row.taken, endsInMs: row.ends_in_ms };
    },
  };
}
