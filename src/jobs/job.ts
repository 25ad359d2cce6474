import { AppError, type ErrorCode } from '../contract/errors.js';
import type { JobType } from '../contract/jobs.js';
import { message, type ServiceMessage } from '../contract/messages.js';
import type { Priority, Scope } from '../runtime/scope.js';

/**
 * `receiving`: its links are still being uploaded, and nobody sees it yet; `waiting`: no link was begun; `finished` and
 * `cancelled` never change again. `deleted` is only what its deletion answers.
 */
export type JobState = 'receiving' | 'waiting' | 'running' | 'finished' | 'cancelled' | 'deleted';

export type JobParameters = Readonly<Record<string, number>>;

interface JobKind {
  /** Links of one entry of the queue: few entries keep the queue small, few links soon make room for other jobs. */
  readonly chunk: number;
  /** Links of one job at most. */
  readonly most: number;
  /** Bytes of Redis that are reserved for the result of a link until it is there. */
  readonly reserved: number;
  readonly priority: Priority;
}

export const JOB_KINDS: Readonly<Record<JobType, JobKind>> = {
  'review-visibility': { chunk: 10, most: 1_000_000, reserved: 500, priority: 'bulk' },
  'place-details': { chunk: 10, most: 1_000_000, reserved: 700, priority: 'bulk' },
  // One list takes minutes.
  'place-reviews': { chunk: 1, most: 10_000, reserved: 20_000, priority: 'list' },
};

export function tooManyLinks(type: JobType): AppError {
  return new AppError('invalid_request', message('jobTooManyLinks', { type, most: JOB_KINDS[type].most }));
}

/** What jobs may take; 0 = no limit. */
export interface JobLimits {
  /** Open jobs of one owner. */
  readonly open: number;
  /** Links of all jobs of one owner, ended ones included. */
  readonly links: number;
  /** Bytes of Redis that all jobs of one owner take. */
  readonly bytes: number;
  /** Bytes of Redis that the jobs of all owners take. */
  readonly allBytes: number;
}

/** Jobs that a client is shown: small ones end at once and are kept for days, so there may be many. */
export const MOST_LISTED = 1_000;

/** One link as it was sent. */
export interface JobEntry {
  /** What names the review or place; of an entry with a `problem`, the beginning of what was sent. */
  readonly text: string;
  /** Its line in the upload, from 1; null = there are no lines. */
  readonly line: number | null;
  /** Why it cannot be asked; null = it can. */
  readonly problem: ServiceMessage | null;
  /** The cells of its row in the client's table; none = it has no row there. */
  readonly own?: OwnCells;
}

/** Cells of a client's table. Null = the link itself, which is not kept twice. */
export type OwnCells = readonly (string | null)[];

/** Columns of a client's table, the column of its links included. */
export const MAX_OWN_COLUMNS = 50;

/** The columns of a client's table, to the right of which results are written. */
export interface OwnColumns {
  /** Null when they have no names. */
  readonly headings: readonly string[] | null;
  readonly width: number;
  /** Whether every link is the whole content of a cell. */
  readonly isLinkInCell: boolean;
}

/** One link to ask about. */
export interface JobTask {
  readonly type: JobType;
  readonly parameters: JobParameters;
  readonly input: string;
}

/** What one link came to. `data` is JSON, in the published form, without the link. */
export interface JobAnswer {
  readonly outcome: 'visible' | 'not_visible' | 'answered';
  readonly data: object;
  /** Rows it takes in a table. */
  readonly rows: number;
}

/** Asks about one link. @throws AppError */
export type JobRunner = (task: JobTask, scope: Scope) => Promise<JobAnswer>;

/** A job and how far it is. Times are in milliseconds since 1970, by the clock of Redis. */
export interface JobStatus {
  readonly id: string;
  readonly type: JobType;
  readonly parameters: JobParameters;
  readonly state: Exclude<JobState, 'receiving'>;
  /** When this was read. */
  readonly readAt: number;
  readonly createdAt: number;
  readonly begunAt: number | null;
  readonly endedAt: number | null;
  /** When everything about it is deleted; null until it has ended. */
  readonly expiresAt: number | null;
  readonly total: number;
  readonly done: number;
  /** Entries that could not be asked, counted in `done`. */
  readonly malformed: number;
  readonly visible: number;
  readonly notVisible: number;
  readonly failed: number;
  /** Rows of all results in a table. */
  readonly rows: number;
  /** How many failed, by error code. */
  readonly failures: Readonly<Record<string, number>>;
  /** None = its list is no table. */
  readonly columns?: OwnColumns;
}

/** One result as it is kept. */
export interface JobResult {
  readonly index: number;
  readonly line: number | null;
  /** Empty when Redis has lost it. */
  readonly input: string;
  readonly own?: OwnCells;
  /** The data of a `JobAnswer`, or `{ error: { code, message } }`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Stands in place of a result that Redis has damaged: a link must not vanish from the list. */
export const DAMAGED_RESULT = {
  error: {
    code: 'internal_error' satisfies ErrorCode,
    message: message('resultDamaged'),
  },
};

export function hasEnded({ state }: Pick<JobStatus, 'state'>): boolean {
  return state !== 'waiting' && state !== 'running';
}
