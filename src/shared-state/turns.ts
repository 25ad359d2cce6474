import type { SharedState } from './connection.js';
import { createScript } from './script.js';

export type SharedTurns = ReturnType<typeof createSharedTurns>;

/** `turn`: the name of the given turn. `waitMs`: the time until a turn may be given. */
export type TurnAnswer = { readonly turn: string } | { readonly waitMs: number };

/** A minute and a little more, in milliseconds: even loads that begin a moment after their turns keep the limit. */
const MINUTE_MS = 60_300;
/** How long Redis remembers the time of the last turn, in milliseconds. */
const REMEMBER_MS = 3_600_000;
/**
 * A single request that has to wait must ask again. Other work is held back until then and for this much longer, in
 * milliseconds.
 */
const LATENESS_MS = { min: 20, max: 200 };

/**
 * GCRA without a burst. KEYS[1] holds the time of the last turn, in microseconds. If that time is not known (first
 * start, FLUSHALL, eviction), a turn may have been given just now. KEYS[2] exists while a single request waits.
 */
const ASK = createScript(`local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[1])
local last = tonumber(redis.call('GET', KEYS[1]) or now)
if last >= now then
  last = now
  redis.call('SET', KEYS[1], string.format('%.0f', now), 'PX', ARGV[4])
end
local wait = last + interval - now
local is_single = ARGV[2] == '1'
if not is_single and redis.call('EXISTS', KEYS[2]) == 1 then
  return {'', string.format('%.0f', math.max(wait, 0) + interval)}
end
if wait > 0 then
  if is_single then redis.call('SET', KEYS[2], '1', 'PX', math.ceil(wait / 1000) + ARGV[3]) end
  return {'', string.format('%.0f', wait)}
end
local turn = string.format('%.0f', now)
redis.call('SET', KEYS[1], turn, 'PX', ARGV[4])
return {turn, '0'}`);

const GIVE_BACK = createScript(`if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', ARGV[1] - ARGV[2]), 'KEEPTTL')
return 1`);

/** The turns of an egress group at the provider rate limiter: one at a time, evenly spaced by the clock of Redis. */
export function createSharedTurns({ keys, run }: SharedState, perMinute: number) {
  const intervalMs = MINUTE_MS / perMinute;
  const interval = Math.ceil(intervalMs * 1_000);
  const late = Math.ceil(Math.min(LATENESS_MS.max, Math.max(LATENESS_MS.min, intervalMs / 2)));
  const rememberMs = Math.max(REMEMBER_MS, Math.ceil(2 * intervalMs));
  const turns = keys.ofGroup('turns');
  const names = [turns, keys.ofGroup('single-waits')];
  return {
    /**
     * Asks for the turn of one load, for a single request or for other work. Other work waits while a single request of
     * any replica waits.
     * @throws SharedStateUnavailable
     */
    ask: async (isSingle: boolean): Promise<TurnAnswer> => {
      const values = [interval, isSingle ? 1 : 0, late, rememberMs];
      const [turn = '', wait = ''] = (await run((redis) => ASK(redis, names, values))) as string[];
      return turn === '' ? { waitMs: Number(wait) / 1_000 } : { turn };
    },
    /** Gives back an unused turn, unless another turn was given after it. @throws SharedStateUnavailable */
    giveBack: async (turn: string) => {
      await run((redis) => GIVE_BACK(redis, [turns], [turn, interval]));
    },
  };
}
