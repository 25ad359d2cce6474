import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { SharedState } from './connection.js';

/** Points of clients, by name, in windows of a fixed length. */
export type PointStore = ReturnType<typeof createSharedPoints>;

/**
 * The script of rate-limiter-flexible with one change: a window never begins with points given back, because they may
 * have been taken in an earlier window, or from the local store while Redis was away.
 */
const COUNT = `redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('INCRBY', KEYS[1], ARGV[1])
if consumed < 0 then
  redis.call('SET', KEYS[1], 0, 'KEEPTTL')
  consumed = 0
end
local ttl = redis.call('PTTL', KEYS[1])
if ttl == -1 then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  ttl = 1000 * ARGV[2]
end
return {consumed, ttl}`;

/** Points that all replicas count together. Methods also throw SharedStateUnavailable. */
export function createSharedPoints(
  { keys, run }: SharedState,
  limits: { readonly points: number; readonly seconds: number },
) {
  let limiter: RateLimiterRedis | null = null;
  const on = <T>(name: string, ask: (limiter: RateLimiterRedis, key: string) => Promise<T>) =>
    run((redis) => {
      limiter ??= new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: '',
        points: limits.points,
        duration: limits.seconds,
        customIncrTtlLuaScript: COUNT,
      });
      return ask(limiter, keys.ofName('points', name));
    });
  return {
    /** Null = no window is open. */
    get: (name: string) => on(name, (store, key) => store.get(key)),
    /** Rejects with a RateLimiterRes when there are too few points; the points are taken even then. */
    consume: (name: string, points: number) => on(name, (store, key) => store.consume(key, points)),
    reward: (name: string, points: number) => on(name, (store, key) => store.reward(key, points)),
  };
}
