import { createHmac } from 'node:crypto';

/**
 * The beginning of every key. Change the version when the shape of stored data changes: data of an older version is
 * then not read.
 */
const PREFIX = 'place-lookup:v1';
/** Stands for the password of a Redis without a password, which is unprotected anyway. */
const NO_PASSWORD = 'place-lookup';

/** The names of all keys in Redis. No other code builds key names. */
export interface Keys {
  /** Data that the replicas of one egress group share. */
  ofGroup(kind: 'turns' | 'single-waits' | 'breaker' | 'probe' | 'probe-token'): string;
  /** Data of a client, or of a request that made a job. The key holds only a hash of the name. */
  ofName(kind: 'points' | 'job-request', name: string): string;
  /** Data of one job. */
  ofJob(kind: 'meta' | 'inputs' | 'results' | 'order', id: string): string;
  /** Data of all jobs of one client; `owner` is the client's hash. */
  ofJobOwner(kind: 'all' | 'open' | 'issued' | 'delayed' | 'dropped' | 'links', owner: string): string;
  /** The owners that have jobs. */
  readonly jobOwners: string;
  /** The number of bytes that the jobs of each owner take. */
  readonly jobBytes: string;
  /** The number of turns of each owner that has chunks in the queue. */
  readonly jobTurns: string;
  /** Prefix of the keys that BullMQ makes. */
  readonly jobQueue: string;
  /** Written only to test whether Redis takes commands. */
  readonly health: string;
  /**
   * The hash that stands for an address or an identifier. It is keyed by the password of REDIS_URL: without the
   * password, a reader of Redis cannot guess the text.
   */
  hash(text: string): string;
}

export function createKeys(password: string | null, egressGroup: string): Keys {
  const hash = (text: string) =>
    createHmac('sha256', password ?? NO_PASSWORD)
      .update(text)
      .digest('base64url');
  return {
    ofGroup: (kind) => `${PREFIX}:${kind}:${egressGroup}`,
    ofName: (kind, name) => `${PREFIX}:${kind}:${hash(name)}`,
    ofJob: (kind, id) => `${PREFIX}:job:${id}:${kind}`,
    ofJobOwner: (kind, owner) => `${PREFIX}:jobs:${owner}:${kind}`,
    jobOwners: `${PREFIX}:job-owners`,
    jobBytes: `${PREFIX}:job-bytes`,
    jobTurns: `${PREFIX}:job-turns`,
    jobQueue: `${PREFIX}:bull`,
    health: `${PREFIX}:health`,
    hash,
  };
}
