import { createHmac } from 'node:crypto';

/** Begins every key. A change of what is stored needs another version: what an older one wrote is then not read. */
const PREFIX = 'place-lookup:v1';
/** Of a Redis without a password, which protects nothing anyway. */
const NO_PASSWORD = 'place-lookup';

/** The names of all keys in Redis, made in this one place. */
export interface Keys {
  /** What the replicas of one egress group share. */
  ofGroup(kind: 'turns' | 'single-waits' | 'breaker' | 'probe' | 'probe-token'): string;
  /** What belongs to a client or to a request that made a job; the key has only a hash of its name. */
  ofName(kind: 'points' | 'job-request', name: string): string;
  /** What belongs to one job. */
  ofJob(kind: 'meta' | 'inputs' | 'results' | 'order', id: string): string;
  /** What belongs to all jobs of one client; `owner` is its hash. */
  ofJobOwner(kind: 'all' | 'open' | 'issued' | 'delayed' | 'dropped' | 'links', owner: string): string;
  /** The owners that have jobs. */
  readonly jobOwners: string;
  /** How many bytes the jobs of each owner take. */
  readonly jobBytes: string;
  /** How many turns each owner had that has chunks in the queue. */
  readonly jobTurns: string;
  /** Prefix of the keys that BullMQ makes. */
  readonly jobQueue: string;
  /** What only shows whether Redis takes commands. */
  readonly health: string;
  /**
   * The hash that stands for an address or an identifier. It is keyed by the password of REDIS_URL, so that whoever
   * reads Redis cannot guess it without the password.
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
