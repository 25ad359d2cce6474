import { LRUCache } from 'lru-cache';
import { keyHash } from './key-hash.js';

/** A remembered value and its age in whole seconds. */
export interface Remembered<T> {
  readonly value: T;
  readonly ageSeconds: number;
}

export interface TimedCache<T> {
  get(key: string): Remembered<T> | null;
  set(key: string, value: T): void;
}

const MAX_ENTRIES = 10_000;

/** A small in-memory cache that keeps hashes of its keys; `ttlSeconds` 0 = off. */
export function createTimedCache<T>(ttlSeconds: number): TimedCache<T> {
  if (ttlSeconds === 0) return { get: () => null, set: () => undefined };
  const entries = new LRUCache<string, { readonly value: T; readonly storedAt: number }>({
    max: MAX_ENTRIES,
    ttl: ttlSeconds * 1000,
  });
  return {
    get: (key) => {
      const entry = entries.get(keyHash(key));
      if (entry === undefined) return null;
      const ageSeconds = Math.floor((performance.now() - entry.storedAt) / 1000);
      return { value: entry.value, ageSeconds };
    },
    set: (key, value) => void entries.set(keyHash(key), { value, storedAt: performance.now() }),
  };
}
