import type { z } from 'zod';
import { presentFault } from '../../core/api/error-answer.js';
import type { LocalTime } from '../../core/api/local-time.js';
import { type AppError, CORE_ERRORS, INVALID_REQUEST } from '../../core/errors.js';
import { inBothZones } from '../../core/published/times.js';
import { ENTRY_KINDS } from '../../kit/lists/list-counts.js';
import { hasEnded, type JobResult, type JobStatus, unasked, withOutcome } from './job.js';
import type { JobLine, jobData } from './published.js';

/** The counts that all answers about a job have: each line with a result is of exactly one kind. */
export function presentCounts({ type, total, done, outcomes }: JobStatus) {
  const { without_link = 0, malformed = 0, ...others } = outcomes;
  const kinds = Object.fromEntries(ENTRY_KINDS[type].map((kind) => [kind, others[kind] ?? 0]));
  const codes = Object.entries(others).filter(([kind]) => !(kind in kinds));
  const failures = withOutcome(Object.fromEntries(codes), INVALID_REQUEST.code, malformed);
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return { total, done, ...kinds, without_link, failed, failures };
}

/** The published state of a job. Times are in the time zone of the service. */
export function presentJob(job: JobStatus, localTime: LocalTime): z.infer<typeof jobData> {
  const perMinute = rate(job);
  const end = hasEnded(job) ? null : estimatedEnd(job, perMinute);
  return {
    id: job.id,
    type: job.type,
    parameters: { ...job.parameters },
    columns: columnsOf(job),
    state: job.state,
    ...inBothZones('created_at', job.created_at, localTime),
    ...inBothZones('begun_at', job.begun_at, localTime),
    ...inBothZones('ended_at', job.ended_at, localTime),
    ...inBothZones('expires_at', job.expires_at, localTime),
    ...presentCounts(job),
    retrying: job.retrying,
    ...inBothZones('next_attempt_at', job.next_attempt_at, localTime),
    // Never 0, which it is not.
    links_per_minute: perMinute && Number(perMinute < 1 ? perMinute.toPrecision(2) : perMinute.toFixed(1)),
    ...inBothZones('estimated_end_at', end, localTime),
  };
}

/** The headings of the client's columns. */
function columnsOf({ columns }: Pick<JobStatus, 'columns'>): string[] | null {
  if (columns == null) return null;
  return Array.from({ length: columns.width }, (_, index) => columns.headings?.[index] ?? '');
}

/**
 * When every link will have been asked; null without an estimate, as for a job that is held up at its first links. It
 * does not tell whether retries succeed.
 */
function estimatedEnd(
  { total, done, retrying, read_at, next_attempt_at }: JobStatus,
  perMinute: number | null,
): number | null {
  const unasked = total - done - retrying;
  if (perMinute === null || perMinute < 0.1 || unasked <= 0) return null;
  return Math.max(read_at + (unasked / perMinute) * 60_000, next_attempt_at ?? 0);
}

/** Links asked per minute; null before the first link. */
function rate({ read_at, begun_at, ended_at, done, outcomes }: JobStatus): number | null {
  const asked = done - unasked(outcomes);
  if (begun_at === null || asked <= 0) return null;
  return asked / (Math.max(1_000, (ended_at ?? read_at) - begun_at) / 60_000);
}

/** A failure as it is stored. `at`: when the last attempt ended, in milliseconds since 1970. */
type StoredFailure = {
  readonly error: Pick<AppError, 'code' | 'message' | 'reason' | 'values'>;
  readonly at?: number;
};

/** Adds `checked_at` to stored data, which have only the time in UTC. */
function withLocalTime(stored: JobResult['data'], localTime: LocalTime): JobResult['data'] {
  const at = typeof stored.checked_at_utc === 'string' ? Date.parse(stored.checked_at_utc) : Number.NaN;
  return Number.isNaN(at) ? stored : { checked_at: localTime(at), ...stored };
}

/** A stored failure as a line of results has it. */
function presentFailure({ error, at }: StoredFailure, localTime: LocalTime) {
  const { message, reason, values } = error;
  const kind = CORE_ERRORS.find(({ code }) => code === error.code) ?? { code: error.code, status: 500 };
  const fault = presentFault({ kind, message, reason, values, field: null });
  return { error: fault, ...(at !== undefined && inBothZones('checked_at', at, localTime)) };
}

/**
 * Presents a line of results. The stored data were presented when the link was answered, without the link.
 */
export function presentJobResult(
  { type }: Pick<JobStatus, 'type'>,
  { index, line, input, own, position, data: stored }: JobResult,
  localTime: LocalTime,
): JobLine {
  const known = withLocalTime(stored, localTime);
  const data = 'error' in known ? presentFailure(known as unknown as StoredFailure, localTime) : known;
  const presented = {
    type: position === null ? 'open' : 'error' in data ? 'error' : 'result',
    position: position ?? 0,
    index,
    line,
    ...(own !== undefined && { cells: own }),
    [type === 'review-visibility' ? 'review_url' : 'query']: input,
    ...data,
  };
  return presented as unknown as JobLine;
}
