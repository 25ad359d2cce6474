import { z } from 'zod';
import type { SharedState } from './connection.js';
import { createScript } from './script.js';

/** The breaker of an egress group in Redis. Times are relative, so that clocks of replicas are never compared. */
export interface BreakerRecord {
  /** Changes with every opening and closing. */
  readonly era: number;
  /** `half_open`: the pause is over. */
  readonly state: 'closed' | 'half_open' | 'open';
  /** Milliseconds left of the pause; 0 unless the breaker is open. */
  readonly remainingMs: number;
  /** The whole pause in milliseconds; 0 when the breaker is closed. */
  readonly pauseMs: number;
}

/** The right to probe, which one replica has at a time. A later right has a higher number. */
export type ProbeToken = number;

/** How a probe ended; `neutral` = the probe proves nothing. */
export type ProbeOutcome =
  | { readonly kind: 'passed' | 'neutral' }
  | { readonly kind: 'failed'; readonly pauseMs: number };

export type SharedBreaker = ReturnType<typeof createSharedBreaker>;

/** The right to probe of a dead replica expires after this time. A running probe renews it three times in this time. */
export const PROBE_LEASE_MS = 10_000;
/** Other replicas learn of a block page within this time and one round trip. */
const POLL_MS = 400;
const REMEMBER_MS = 24 * 3_600_000;

/** The beginning of every script. KEYS: the record, the right to probe, its latest number. */
const PRELUDE = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function read()
  local fields = redis.call('HMGET', KEYS[1], 'era', 'until', 'pause')
  if not fields[1] then return nil end
  local pause = tonumber(fields[3])
  local left = math.max(0, math.min(fields[2] - now, pause))
  return { era = tonumber(fields[1]), left = left, pause = pause }
end
local function write(seen, left, pause)
  local record = read()
  local era = math.max(record and record.era or 0, tonumber(seen)) + 1
  redis.call('HSET', KEYS[1], 'era', era, 'until', now + left, 'pause', pause)
  redis.call('PEXPIRE', KEYS[1], left + ${REMEMBER_MS})
end
local function answer(first)
  local record = read()
  if not record then return {first, 0, 0, 0, 0} end
  local state = 1
  if record.pause == 0 then state = 0 elseif record.left > 0 then state = 2 end
  return {first, 1, record.era, state, record.left, record.pause}
end
`;
const script = (lua: string) => createScript(PRELUDE + lua);

const READ = script('return answer(0)');
const OPEN = script(`local record = read()
if not record or record.left == 0 then write(ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])) end
return answer(0)`);
const CLOSE = script(`local record = read()
if not record or record.era == tonumber(ARGV[1]) then write(ARGV[1], 0, 0) end
return answer(0)`);
const ACQUIRE = script(`local record = read()
if record and (record.pause == 0 or record.left > 0) then return answer(0) end
if redis.call('EXISTS', KEYS[2]) == 1 then return answer(0) end
local token = math.max(tonumber(redis.call('GET', KEYS[3]) or 0) + 1, now)
redis.call('SET', KEYS[3], string.format('%.0f', token), 'PX', ${REMEMBER_MS})
redis.call('SET', KEYS[2], string.format('%.0f', token), 'PX', ${PROBE_LEASE_MS})
return answer(token)`);
const RENEW = createScript(`if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ${PROBE_LEASE_MS})`);
const REPORT = script(`if redis.call('GET', KEYS[2]) ~= ARGV[1] then return answer(0) end
redis.call('DEL', KEYS[2])
local record = read()
local is_open = record and record.left > 0
if ARGV[2] == 'passed' and not is_open then write(ARGV[4], 0, 0) end
if ARGV[2] == 'failed' and not is_open then write(ARGV[4], tonumber(ARGV[3]), tonumber(ARGV[3])) end
return answer(1)`);

const STATES = ['closed', 'half_open', 'open'] as const;
const number = z.number().int().nonnegative();
const reply = z.tuple([number, number]).rest(number);

/** The breaker that the replicas of an egress group share. All its methods can throw SharedStateUnavailable. */
export function createSharedBreaker({ keys, run, repeat }: SharedState) {
  const lease = keys.ofGroup('probe');
  const names = [keys.ofGroup('breaker'), lease, keys.ofGroup('probe-token')];
  const ask = async (
    lua: typeof READ,
    values: readonly (string | number)[] = [],
  ): Promise<{ first: number; record: BreakerRecord | null }> => {
    const [first, isThere, era = 0, state = 0, remainingMs = 0, pauseMs = 0] = reply.parse(
      await run((redis) => lua(redis, names, values)),
    );
    const record = { era, state: STATES[state] ?? 'closed', remainingMs, pauseMs };
    return { first, record: isThere === 1 ? record : null };
  };
  const recorded = async (lua: typeof READ, values: readonly number[]): Promise<BreakerRecord> => {
    const { record } = await ask(lua, values);
    if (record === null) throw new TypeError('the record that was just written is missing');
    return record;
  };
  return {
    /** Null = no state is recorded. */
    read: async () => (await ask(READ)).record,
    /**
     * Opens the breaker for the last `remainingMs` of a pause of `pauseMs`, unless it is open already. Returns the
     * record. `era`: the latest era this replica has seen.
     */
    open: (era: number, remainingMs: number, pauseMs: number) =>
      recorded(OPEN, [era, Math.max(1, Math.ceil(remainingMs)), Math.ceil(pauseMs)]),
    /** Closes the breaker, unless a replica has changed it since `era`. Returns the record. */
    close: (era: number) => recorded(CLOSE, [era]),
    /** Asks for the right to probe; null = another replica has it, the pause is not over, or the breaker is closed. */
    acquire: async () => {
      const { first, record } = await ask(ACQUIRE);
      return { token: first === 0 ? null : first, record };
    },
    /** Renews the right to probe; false = the right is lost. */
    renew: async (token: ProbeToken) => (await run((redis) => RENEW(redis, [lease], [token]))) === 1,
    /** Releases the right to probe. The outcome counts only if it was still held: `isCurrent`. `era` as in `open`. */
    report: async (token: ProbeToken, era: number, outcome: ProbeOutcome) => {
      const pauseMs = outcome.kind === 'failed' ? Math.ceil(outcome.pauseMs) : 0;
      const { first, record } = await ask(REPORT, [token, outcome.kind, pauseMs, era]);
      return { isCurrent: first === 1, record };
    },
    /** Calls `poll` regularly while Redis can be used, and at once when it can be used again. */
    watch: (poll: () => Promise<void>) => repeat(POLL_MS, poll),
  };
}
