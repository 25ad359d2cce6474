import { createHmac } from 'node:crypto';

/**
 * The beginning of every key. Change the version when the shape of stored data changes: data of an older version is
 * then not read.
 */
const PREFIX = 'place-lookup:v1';
/** Stands for the password of a Redis without a password, which is unprotected anyway. */
const NO_PASSWORD = 'place-lookup';

export type Keys = ReturnType<typeof createKeys>;

/** The names of all keys in Redis. No other code builds key names. */
export function createKeys(password: string | null, egressGroup: string) {
  /**
   * The hash that stands for an address or an identifier. It is keyed by the password of REDIS_URL: without the
   * password, a reader of Redis cannot guess the text.
   */
  const hash = (text: string) =>
    createHmac('sha256', password ?? NO_PASSWORD)
      .update(text)
      .digest('base64url');
  return {
    hash,
    /** Data that the replicas of one egress group share. */
    ofGroup: (kind: 'turns' | 'single-waits' | 'breaker' | 'probe' | 'probe-token') =>
      `${PREFIX}:${kind}:${egressGroup}`,
    /** Data of a client. The key holds only a hash of the name. */
    ofName: (kind: 'points', name: string) => `${PREFIX}:${kind}:${hash(name)}`,
    /** Written only to test whether Redis takes commands. */
    health: `${PREFIX}:health`,
  };
}
