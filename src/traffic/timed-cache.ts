import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { SharedCache } from '../shared-state/shared-cache.js';
import { keyHash } from './key-hash.js';

/** A remembered value and its age in whole seconds. */
export interface Remembered<T> {
  readonly value: T;
  readonly ageSeconds: number;
}

export interface TimedCache<T> {
  get(key: string): Promise<Remembered<T> | null>;
  set(key: string, value: T): void;
}

/** What the replicas remember together, and the form its values must have. */
export interface CacheShare<T> {
  readonly cache: SharedCache;
  readonly schema: z.ZodType<T>;
}

interface Entry<T> {
  readonly value: T;
  readonly storedAt: number;
}

const MAX_ENTRIES = 10_000;

/**
 * A small in-memory cache that keeps hashes of its keys; `ttlSeconds` 0 = off. With `share` it also finds what other
 * replicas have stored. Redis is never waited for when a value is stored.
 */
export function createTimedCache<T>(ttlSeconds: number, share: CacheShare<T> | null = null): TimedCache<T> {
  if (ttlSeconds === 0) return { get: async () => null, set: () => undefined };
  const ttlMs = ttlSeconds * 1000;
  const entries = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES, ttl: ttlMs });
  const remembered = ({ value, storedAt }: Entry<T>): Remembered<T> => ({
    value,
    ageSeconds: Math.floor((performance.now() - storedAt) / 1000),
  });
  /** Null also when it cannot be read, or has another form: then the provider is asked. */
  const fetch = async ({ cache, schema }: CacheShare<T>, key: string): Promise<Entry<T> | null> => {
    const found = await cache.get(key).catch(() => null);
    const parsed = schema.safeParse(found?.value);
    if (found === null || !parsed.success) return null;
    const entry = { value: parsed.data, storedAt: performance.now() - found.ageMs };
    entries.set(keyHash(key), entry, { ttl: Math.max(1, Math.floor(ttlMs - found.ageMs)) });
    return entry;
  };
  return {
    get: async (key) => {
      const entry = entries.get(keyHash(key)) ?? (share === null ? null : await fetch(share, key));
      return entry === null ? null : remembered(entry);
    },
    set: (key, value) => {
      entries.set(keyHash(key), { value, storedAt: performance.now() });
      share?.cache.set(key, value).catch(() => undefined);
    },
  };
}
