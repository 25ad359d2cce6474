import type { Redis } from 'ioredis';
import type { JobType } from '../contract/jobs.js';
import type { Keys } from '../shared-state/keys.js';
import {
  type JobLimits,
  type JobParameters,
  type JobState,
  type JobStatus,
  MAX_OWN_COLUMNS,
  type OwnCells,
  type OwnColumns,
} from './job.js';

// How jobs are stored in Redis.

/** Runs commands on a connection to Redis. `worksWhenFull`: the commands only read and delete. */
export type Run = <T>(commands: (redis: Redis) => Promise<T>, worksWhenFull?: boolean) => Promise<T>;

/** The connection, the names of keys and the limits of the stores of jobs. */
export interface StoreOptions {
  readonly run: Run;
  readonly keys: Keys;
  readonly retentionSeconds: number;
  readonly limits: JobLimits;
}

/** The job and the hash of the request for which an owner's `Idempotency-Key` was used. */
export interface EarlierRequest {
  readonly id: string;
  readonly hash: string;
}

export function requestName(keys: Keys, owner: string, requestKey: string): string {
  return keys.ofName('job-request', `${owner} ${requestKey}`);
}

export function earlierRequestOf(stored: string): EarlierRequest {
  const [id = '', hash = ''] = stored.split(' ');
  return { id, hash };
}

/** A stored link: its text, or line, text and own cells. Line 0 = the line follows from the index of the link. */
export type StoredLink = string | readonly [line: number, text: string, own?: OwnCells];

/** The links of a chunk; undefined for a damaged link. Empty if Redis has lost or damaged all of them. */
export function linksOf(json: string): readonly (StoredLink | undefined)[] {
  try {
    const links: unknown = JSON.parse(json);
    return Array.isArray(links) ? links.map((link) => (isStoredLink(link) ? link : undefined)) : [];
  } catch {
    return [];
  }
}

function isStoredLink(value: unknown): value is StoredLink {
  if (typeof value === 'string') return true;
  if (!Array.isArray(value)) return false;
  const [line, text, own] = value as unknown[];
  const isRow =
    own === undefined ||
    (Array.isArray(own) && own.every((cell) => cell === null || typeof cell === 'string'));
  return typeof line === 'number' && typeof text === 'string' && isRow;
}

export function textOf(link: StoredLink): string {
  return typeof link === 'string' ? link : link[1];
}

/** `firstLine`: line of the first link; 0 = the upload has no lines. */
export function lineOf(link: StoredLink, index: number, firstLine: number): number | null {
  if (typeof link !== 'string' && link[0] !== 0) return link[0];
  return firstLine === 0 ? null : firstLine + index;
}

export function ownOf(link: StoredLink): OwnCells | undefined {
  return typeof link === 'string' ? undefined : link[2];
}

/**
 * The result of a link that could not be answered. It is too short to be compressed. `at`: when the last attempt ended,
 * in milliseconds since 1970; undefined = there was no attempt.
 */
export function failedResult(code: string, message: string, at?: number): string {
  return JSON.stringify({ error: { code, message }, at });
}

/** Converts the answer of TIME: seconds, and microseconds of the second. */
export function millisecondsOf([seconds, microseconds]: readonly (number | string)[]): number {
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}

/** The links of a job that wait for another attempt. */
export type Waits = Pick<JobStatus, 'retrying' | 'nextAttemptAt'>;

/** Null for an upload under way and for a job that has been deleted. */
export function statusOf(
  id: string,
  meta: Readonly<Record<string, string>>,
  readAt: number,
  waits: Waits = { retrying: 0, nextAttemptAt: null },
): JobStatus | null {
  const state = meta.state as JobState | undefined;
  if (state === undefined || state === 'receiving') return null;
  const count = (name: string) => Number(meta[name] ?? 0);
  const time = (name: string) => (meta[name] === undefined ? null : Number(meta[name]));
  const failures = Object.entries(meta).filter(([name]) => name.startsWith('f:'));
  return {
    id,
    type: meta.type as JobType,
    parameters: JSON.parse(meta.parameters ?? '{}') as JobParameters,
    state,
    readAt,
    createdAt: count('created'),
    begunAt: time('begun'),
    endedAt: time('ended'),
    expiresAt: time('expires'),
    total: count('total'),
    done: count('done'),
    malformed: count('malformed'),
    visible: count('visible'),
    notVisible: count('not_visible'),
    failed: count('failed'),
    ...waits,
    rows: count('rows'),
    failures: Object.fromEntries(failures.map(([name, value]) => [name.slice(2), Number(value)])),
    ...(meta.own !== undefined && columnsOf(meta.own)),
  };
}

/** Empty if Redis has damaged the columns. */
function columnsOf(json: string): Pick<JobStatus, 'columns'> {
  try {
    const { headings, width, isLinkInCell } = JSON.parse(json) as Partial<OwnColumns>;
    const isWidth = typeof width === 'number' && width >= 0 && width <= MAX_OWN_COLUMNS;
    const isNamed =
      headings === null || (Array.isArray(headings) && headings.every((one) => typeof one === 'string'));
    return isWidth && isNamed ? { columns: { headings, width, isLinkInCell: isLinkInCell === true } } : {};
  } catch {
    return {};
  }
}
