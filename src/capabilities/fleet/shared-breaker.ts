import { type BreakerRecord, PROBE_LEASE_MS, type SharedBreaker } from './join-breaker.js';
import type { SharedState } from './shared-state.js';

/** Other replicas learn of a block page within this time and one round trip. */
const POLL_MS = 400;

const LEFT = 'extract(epoch from b.until - now())::float8 * 1000';
/** After the clock was set back, a pause or a right that is longer than it can be is over. */
const IS_OPEN = `(b.era is not null and b.until > now() and ${LEFT} <= b.pause_ms + 1000)`;
const HAS_PROBE = `(b.probe_until > now() and b.probe_until <= now() + interval '${PROBE_LEASE_MS + 1_000} ms')`;
const RECORD = `b.era, b.pause_ms, case when ${IS_OPEN} then ${LEFT} else 0 end as left_ms`;
const LEASE = `now() + interval '${PROBE_LEASE_MS} ms'`;
/** Writes the record if `condition` holds. $2: the latest era that the replica has seen; $3: milliseconds of the pause. */
const written = (condition: string, untilMs: string, pauseMs: string) => `(era, until, pause_ms) = (
  select case when holds then greatest(coalesce(b.era, 0), $2::bigint) + 1 else b.era end,
         case when holds then now() + ${untilMs} * interval '1 ms' else b.until end,
         case when holds then ${pauseMs} else b.pause_ms end
    from (select ${condition} as holds) as decided)`;

const READ = `select ${RECORD} from shared_breaker b where b.egress_group = $1`;
const OPEN = `insert into shared_breaker as b (egress_group, era, until, pause_ms)
values ($1, $2::bigint + 1, now() + $3::bigint * interval '1 ms', $4::bigint)
on conflict (egress_group) do update set ${written(`not ${IS_OPEN}`, '$3::bigint', '$4::bigint')}
returning ${RECORD}`;
const CLOSE = `insert into shared_breaker as b (egress_group, era, until, pause_ms)
values ($1, $2::bigint + 1, now(), 0)
on conflict (egress_group) do update set ${written('b.era is null or b.era = $2::bigint', '0', '0')}
returning ${RECORD}`;
/** The number of a right is also later than the numbers of rights that a crash of the server has made it forget. */
const ACQUIRE = `insert into shared_breaker as b (egress_group, probe, probe_until)
values ($1, (extract(epoch from now()) * 1000)::bigint, ${LEASE})
on conflict (egress_group) do update
  set probe = greatest(b.probe + 1, excluded.probe), probe_until = excluded.probe_until
  where (b.era is null or (b.pause_ms > 0 and not ${IS_OPEN})) and not ${HAS_PROBE}
returning b.probe, ${RECORD}`;
const RENEW = `update shared_breaker b set probe_until = ${LEASE}
where b.egress_group = $1 and b.probe = $2 and ${HAS_PROBE} returning b.probe`;
/** $5: 'passed', 'failed' or 'neutral'. */
const REPORT = `update shared_breaker b
set probe_until = '-infinity', ${written(`$5 <> 'neutral' and not ${IS_OPEN}`, '$3::bigint', '$3::bigint')}
where b.egress_group = $1 and b.probe = $4 and ${HAS_PROBE}
returning ${RECORD}`;

interface Row {
  readonly era: number | null;
  readonly pause_ms: number;
  readonly left_ms: number;
  readonly probe?: number;
}

/** The breaker that the replicas of an egress group share. */
export function createSharedBreaker(
  shared: Pick<SharedState, 'query' | 'repeat' | 'egressGroup'>,
): SharedBreaker {
  const ask = async (statement: string, ...values: readonly (string | number)[]): Promise<Row | undefined> =>
    (await shared.query<Row & Record<string, unknown>>(statement, [shared.egressGroup, ...values]))[0];
  const recordOf = (row: Row | undefined): BreakerRecord | null => {
    if (row === undefined || row.era === null) return null;
    const { era, pause_ms: pauseMs, left_ms: remainingMs } = row;
    const state = pauseMs === 0 ? 'closed' : remainingMs > 0 ? 'open' : 'half_open';
    return { era, state, remainingMs, pauseMs };
  };
  const read = async () => recordOf(await ask(READ));
  const recorded = async (statement: string, ...values: readonly number[]): Promise<BreakerRecord> => {
    const record = recordOf(await ask(statement, ...values));
    if (record === null) throw new TypeError('the record that was just written is missing');
    return record;
  };
  return {
    read,
    open: (era, remainingMs, pauseMs) =>
      recorded(OPEN, era, Math.max(1, Math.ceil(remainingMs)), Math.ceil(pauseMs)),
    close: (era) => recorded(CLOSE, era),
    acquire: async () => {
      const row = await ask(ACQUIRE);
      return row === undefined
        ? { token: null, record: await read() }
        : { token: row.probe ?? null, record: recordOf(row) };
    },
    renew: async (token) => (await ask(RENEW, token)) !== undefined,
    report: async (token, era, outcome) => {
      const pauseMs = outcome.kind === 'failed' ? Math.ceil(outcome.pauseMs) : 0;
      const row = await ask(REPORT, era, pauseMs, token, outcome.kind);
      return { isCurrent: row !== undefined, record: row === undefined ? await read() : recordOf(row) };
    },
    repeat: (poll) => shared.repeat(POLL_MS, poll),
  };
}
