import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script: Redis runs it as one step, by the clock of Redis. */
export type Script = (
  redis: Redis,
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>;

/** Makes a script that is sent by its hash, and in full if Redis does not have it yet. */
export function createScript(lua: string): Script {
  const sha1 = createHash('sha1').update(lua).digest('hex');
  return async (redis, keys, values) => {
    try {
      return await redis.evalsha(sha1, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(lua, keys.length, ...keys, ...values);
    }
  };
}
