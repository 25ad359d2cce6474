import type { SharedTurns } from './fleet-rate-limit.js';
import type { SharedState } from './shared-state.js';

/** A minute and a little more, in milliseconds: even loads that begin a moment after their turns keep the limit. */
const MINUTE_MS = 60_300;
/**
 * A single request that has to wait must ask again. Other work is held back until then and for this much longer, in
 * milliseconds.
 */
const LATENESS_MS = { min: 20, max: 200 };

const INTERVAL = `$2::bigint * interval '1 microsecond'`;

/**
 * GCRA without a burst. $1 egress group, $2 interval in microseconds, $3 whether a single request asks, $4 lateness in
 * milliseconds. If the time of the last turn is not known (first start, a crash of the server), a turn may have been
 * given just now. `clock_timestamp()` is read once, after the lock of the row: the time at the beginning of the statement
 * may lie before another replica's turn.
 */
const ASK = `insert into shared_turn as t (egress_group, last_at, single_until, given)
values ($1, clock_timestamp(), '-infinity', false)
on conflict (egress_group) do update set (given, last_at, single_until) = (
  select is_given,
         case when is_given then at else last end,
         case when $3 and not is_due then last + ${INTERVAL} + $4::integer * interval '1 ms' else t.single_until end
    from (select at, last, is_due, is_due and ($3 or t.single_until <= at) as is_given
            from (select at, least(t.last_at, at) as last, least(t.last_at, at) + ${INTERVAL} <= at as is_due
                    from (select clock_timestamp() as at offset 0) as clock offset 0) as seen) as decided)
returning given, (extract(epoch from last_at) * 1000000)::bigint::text as turn,
  greatest(0, extract(epoch from last_at + ${INTERVAL} - clock_timestamp())::float8 * 1000) as wait_ms,
  single_until > clock_timestamp() as is_held_back`;

const GIVE_BACK = `update shared_turn set last_at = last_at - ${INTERVAL}
where egress_group = $1 and (extract(epoch from last_at) * 1000000)::bigint::text = $3`;

interface TurnRow {
  readonly given: boolean;
  readonly turn: string;
  readonly wait_ms: number;
  readonly is_held_back: boolean;
}

/** The turns of an egress group at the provider rate limiter: one at a time, evenly spaced by the database's clock. */
export function createSharedTurns(
  state: Pick<SharedState, 'query' | 'egressGroup'>,
  perMinute: number,
): SharedTurns {
  const intervalMs = MINUTE_MS / perMinute;
  const interval = Math.ceil(intervalMs * 1_000);
  const late = Math.ceil(Math.min(LATENESS_MS.max, Math.max(LATENESS_MS.min, intervalMs / 2)));
  return {
    ask: async (isSingle) => {
      const [row] = await state.query<TurnRow>(ASK, [state.egressGroup, interval, isSingle, late]);
      if (row === undefined) throw new TypeError('the row that was just written is missing');
      if (row.given) return { turn: row.turn };
      return { waitMs: row.wait_ms + (!isSingle && row.is_held_back ? intervalMs : 0) };
    },
    giveBack: async (turn) => {
      await state.query(GIVE_BACK, [state.egressGroup, interval, turn]);
    },
  };
}
