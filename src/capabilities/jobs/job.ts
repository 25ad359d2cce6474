import { AppError, INTERNAL_ERROR, INVALID_REQUEST } from '../../core/errors.js';
import type { Priority, Scope } from '../../core/runtime/scope.js';
import { type Message, published } from '../../core/texts/messages.js';
import type { EntryKind } from '../../kit/lists/list-counts.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import type { OwnCell } from '../../kit/lists/table.js';
import type { JobRow, JobState } from './job-tables.js';
import { message } from './messages.js';

export type JobParameters = Readonly<Record<string, number | string>>;

interface JobKind {
  /** Maximum number of links of one job. */
  readonly most: number;
  readonly priority: Priority;
}

export const JOB_KINDS: Readonly<Record<JobType, JobKind>> = {
  'review-visibility': { most: 1_000_000, priority: 'bulk' },
  'place-details': { most: 1_000_000, priority: 'bulk' },
  'place-reviews': { most: 10_000, priority: 'list' },
};

export function tooManyLinks(type: JobType): AppError {
  return new AppError(INVALID_REQUEST, message('jobTooManyLinks', { type, most: JOB_KINDS[type].most }));
}

/** Maximum number of jobs in a list. Small jobs end at once and are kept for days, so a client may have many. */
export const MAX_LISTED = 1_000;

/** One link as it was sent. */
export interface JobEntry {
  /** The text that names the review or place. With a `problem`, the beginning of the text that was sent. */
  readonly text: string;
  /** Its line in the upload, from 1; null = the upload has no lines. */
  readonly line: number | null;
  /** Why the service cannot look this entry up; null = it can. */
  readonly problem: Message | null;
  /** The cells of its row in the client's table; undefined = the entry has no row. */
  readonly own?: OwnCells;
}

/** Cells of a client's table. Null = the cell of the link, which is not kept twice. */
export type OwnCells = readonly OwnCell[];

/** Maximum number of columns of a client's table, the column of its links included. */
export const MAX_OWN_COLUMNS = 50;

/** The columns of a client's table, to the right of which results are written. */
export interface OwnColumns {
  /** Null = the columns have no names. */
  readonly headings: readonly string[] | null;
  readonly width: number;
  /** Whether every link is the whole content of a cell. */
  readonly isLinkInCell: boolean;
}

/** One link to ask about. */
interface JobTask {
  readonly type: JobType;
  readonly parameters: JobParameters;
  readonly input: string;
}

/** The answer for one link. `data` is JSON in the published shape, without the link. */
interface JobAnswer {
  readonly outcome: EntryKind;
  readonly data: object;
  /** Rows of this answer in a table. */
  readonly rows: number;
}

/**
 * How many results a job has of each kind: the `EntryKind` of an answer, the code of a failure; `without_link` and
 * `malformed` for lines of which nothing was asked. A kind without a result is absent.
 */
export type Outcomes = Readonly<Record<string, number>>;

/** Asks about one link. @throws AppError */
export type JobRunner = (task: JobTask, scope: Scope) => Promise<JobAnswer>;

/** A job and its progress, as it is stored. */
export type JobStatus = Pick<JobRow, 'id' | 'total' | 'done' | 'rows' | 'retrying' | JobTime> & {
  readonly type: JobType;
  readonly parameters: JobParameters;
  readonly state: Exclude<JobState, 'receiving'>;
  /** When this status was read. */
  readonly read_at: number;
  readonly outcomes: Outcomes;
  /** When the next of these links is asked again; null = none waits, or it is being asked. */
  readonly next_attempt_at: number | null;
  /** Null = the list is not a table. */
  readonly columns?: OwnColumns | null;
};
type JobTime = 'created_at' | 'begun_at' | 'ended_at' | 'expires_at';

/** One stored result. */
export interface JobResult {
  readonly index: number;
  readonly line: number | null;
  readonly input: string;
  readonly own?: OwnCells;
  /** Its number in the order of completion, from 1; null = the link has no result. */
  readonly position: number | null;
  /** The data of a `JobAnswer`, or `{ error: { code, message }, at }`. Empty without a result. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The outcomes after `count` more results of one kind. */
export const withOutcome = (outcomes: Outcomes, kind: string, count: number): Outcomes =>
  count === 0 ? outcomes : { ...outcomes, [kind]: (outcomes[kind] ?? 0) + count };

/** Lines of which nothing was asked. */
export const unasked = ({ malformed = 0, without_link = 0 }: Outcomes): number => malformed + without_link;

/** Replaces a damaged result: each link of a list keeps a result. */
export const DAMAGED_RESULT = {
  error: { code: INTERNAL_ERROR.code, ...published(message('resultDamaged')) },
};

export function hasEnded({ state }: Pick<JobStatus, 'state'>): boolean {
  return state !== 'waiting' && state !== 'running';
}
