import { z } from 'zod';
import type { SharedState } from './connection.js';
import { createScript } from './script.js';

/** A value that one of the replicas has stored. */
export interface SharedEntry {
  /** Its form is not known: whoever reads it checks it. */
  readonly value: unknown;
  readonly ageMs: number;
}

/** Values for a time, by key. All methods throw SharedStateUnavailable. */
export interface SharedCache {
  get(key: string): Promise<SharedEntry | null>;
  set(key: string, value: unknown): Promise<void>;
}

/** Larger values are not shared, in characters; those of places take a few thousand. */
const LONGEST_VALUE = 65_536;

const GET = createScript(`local text = redis.call('GET', KEYS[1])
if not text then return {} end
return {text, redis.call('PTTL', KEYS[1])}`);

const stored = z.object({ ttlMs: z.number().int().positive(), value: z.unknown() });

/**
 * Values that live for `ttlMs`. Their age is what has passed of the time to live they were stored with: no clocks are
 * compared. An entry that cannot be read is none.
 */
export function createSharedCache(
  { keys, run }: SharedState,
  kind: 'identifiers' | 'details',
  ttlMs: number,
): SharedCache {
  return {
    get: async (key) => {
      const [text, left] = (await run((redis) => GET(redis, [keys.ofName(kind, key)], []))) as unknown[];
      const entry = stored.safeParse(typeof text === 'string' ? parsed(text) : undefined);
      if (!entry.success || typeof left !== 'number' || left < 0) return null;
      const ageMs = Math.max(0, entry.data.ttlMs - left);
      return ageMs < ttlMs ? { value: entry.data.value, ageMs } : null;
    },
    set: async (key, value) => {
      const text = JSON.stringify({ ttlMs, value });
      if (text.length > LONGEST_VALUE) return;
      await run((redis) => redis.set(keys.ofName(kind, key), text, 'PX', ttlMs));
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
