import { LRUCache } from 'lru-cache';

/** A remembered value and its age in whole seconds. */
export interface Remembered<T> {
  readonly value: T;
  readonly ageSeconds: number;
}

export interface TimedCache<T> {
  get(key: string): Remembered<T> | null;
  set(key: string, value: T): void;
}

interface Entry<T> {
  readonly value: T;
  readonly storedAt: number;
}

const MAX_ENTRIES = 10_000;

/** A small in-memory cache; `ttlSeconds` 0 = off. */
export function createTimedCache<T>(ttlSeconds: number): TimedCache<T> {
  if (ttlSeconds === 0) return { get: () => null, set: () => undefined };
  const entries = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES, ttl: ttlSeconds * 1000 });
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      return { value: entry.value, ageSeconds: Math.floor((performance.now() - entry.storedAt) / 1000) };
    },
    set: (key, value) => void entries.set(key, { value, storedAt: performance.now() }),
  };
}
