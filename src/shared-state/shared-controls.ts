import type { SharedState } from './connection.js';
import { createScript } from './script.js';

/** A review that some replica saw in full. */
export interface SharedSighting {
  /** Stands for the review; see `reviewKey`. */
  readonly reviewKey: string;
  /** The form of its answer as it was stored: whoever uses it checks it. */
  readonly shape: unknown;
  readonly ageMs: number;
}

/** What an egress group knows of its controls. Ages are by the clock of Redis. */
export interface ControlRecord {
  /** The latest ones of two reviews at most, the latest first. */
  readonly sightings: readonly SharedSighting[];
  /** How long ago a control was tried and not seen, if no review was seen since; null = not so. */
  readonly suspendedMs: number | null;
}

/** The controls that the replicas of an egress group share. All methods but `reviewKey` throw SharedStateUnavailable. */
export interface SharedControls {
  /** What stands for a review. */
  reviewKey(reviewId: string): string;
  read(): Promise<ControlRecord>;
  /** Records a review that was seen `ageMs` ago; ends a suspension that is older. */
  seen(sighting: SharedSighting): Promise<void>;
  /** Records that a control was tried `ageMs` ago and not seen. */
  suspend(ageMs: number): Promise<void>;
}

/** How long a suspension is remembered when nothing happens. */
const SUSPENDED_MS = 3_600_000;

/** KEYS[1]: `first` and `second`, each "<when> <review> <shape>", and `suspended`, when. In milliseconds. */
const PRELUDE = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function part(entry, pattern) return entry and string.match(entry, pattern) end
`;
const READ =
  createScript(`${PRELUDE}local fields = redis.call('HMGET', KEYS[1], 'first', 'second', 'suspended')
return {string.format('%.0f', now), fields[1] or '', fields[2] or '', fields[3] or ''}`);
const SEEN = createScript(`${PRELUDE}local at = now - ARGV[3]
local first = redis.call('HGET', KEYS[1], 'first')
local first_at = tonumber(part(first, '^(%d+) ') or 0)
local entry = string.format('%.0f', at) .. ' ' .. ARGV[1] .. ' ' .. ARGV[2]
if at >= first_at then
  if first and part(first, '^%d+ (%S+) ') ~= ARGV[1] then redis.call('HSET', KEYS[1], 'second', first) end
  redis.call('HSET', KEYS[1], 'first', entry)
end
local suspended = tonumber(redis.call('HGET', KEYS[1], 'suspended') or 0) or 0
if suspended >= at then return 0 end
redis.call('HDEL', KEYS[1], 'suspended')
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`);
const SUSPEND =
  createScript(`${PRELUDE}redis.call('HSET', KEYS[1], 'suspended', string.format('%.0f', now - ARGV[1]))
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`);

/** `variant`: what the form of an answer depends on besides the address, such as the language; asked for each time. */
export function createSharedControls(
  { keys, run }: SharedState,
  { variant, maxAgeMs }: { readonly variant: () => string; readonly maxAgeMs: number },
): SharedControls {
  const key = () => [`${keys.ofGroup('controls')}:${variant()}`];
  return {
    reviewKey: keys.hash,
    read: async () => {
      const of = key();
      const [now, first, second, suspended] = (await run((redis) => READ(redis, of, []))) as unknown[];
      const sightings = [first, second].flatMap((entry) => sightingOf(entry, Number(now)) ?? []);
      const since =
        typeof suspended === 'string' && suspended !== '' ? Number(now) - Number(suspended) : null;
      // Whatever is written there, it is no permission.
      return { sightings, suspendedMs: since === null || since >= 0 ? since : 0 };
    },
    seen: async ({ reviewKey, shape, ageMs }) => {
      const values = [reviewKey, JSON.stringify(shape), Math.max(0, Math.ceil(ageMs)), maxAgeMs];
      const of = key();
      await run((redis) => SEEN(redis, of, values));
    },
    suspend: async (ageMs) => {
      const of = key();
      await run((redis) => SUSPEND(redis, of, [Math.max(0, Math.floor(ageMs)), SUSPENDED_MS]));
    },
  };
}

/** Null for what cannot be read, or lies in the future: it proves nothing. */
function sightingOf(entry: unknown, now: number): SharedSighting | null {
  const [, at, reviewKey, text] = (typeof entry === 'string' && /^(\d+) (\S+) (.+)$/s.exec(entry)) || [];
  if (at === undefined || reviewKey === undefined || text === undefined) return null;
  const ageMs = now - Number(at);
  if (!(ageMs >= 0)) return null;
  try {
    return { reviewKey, shape: JSON.parse(text), ageMs };
  } catch {
    return null;
  }
}
