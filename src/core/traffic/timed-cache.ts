import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

export type TimedCache<T> = ReturnType<typeof createTimedCache<T>>;

/** A small cache that keeps hashes of its keys, by the system clock: others stop in sleep. `ttlSeconds` 0 = off. */
export function createTimedCache<T>(ttlSeconds: number) {
  const entries = new LRUCache<string, { readonly value: T; readonly storedAt: number }>({
    max: MAX_ENTRIES,
    ttl: ttlSeconds * 1000,
    perf: Date,
  });
  return {
    /** The value and its age in whole seconds; null = no value is kept for this key. */
    get: (key: string) => {
      const entry = entries.get(keyHash(key));
      if (entry === undefined) return null;
      const ageSeconds = Math.max(0, Math.floor((Date.now() - entry.storedAt) / 1000));
      return { value: entry.value, ageSeconds };
    },
    set: (key: string, value: T) => {
      if (ttlSeconds > 0) entries.set(keyHash(key), { value, storedAt: Date.now() });
    },
  };
}

/** Differs in each process: hashes from a memory dump cannot be compared with hashes of guessed queries elsewhere. */
const SECRET = randomBytes(32).toString('base64url');

/** Hash of a text that only has to be recognised. The text itself, often a name, is not kept. */
export function keyHash(text: string): string {
  // This runs on every cached answer. An HMAC creates objects of its own and takes three times as long.
  return hash('sha256', SECRET + text, 'base64url');
}
