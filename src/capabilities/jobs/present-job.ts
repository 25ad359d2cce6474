import { z } from 'zod';
import { presentFault } from '../../core/api/error-answer.js';
import type { LocalTime } from '../../core/api/local-time.js';
import { CORE_ERRORS } from '../../core/errors.js';
import { allData } from '../../core/published/place-answer.js';
import { placeReviewsData } from '../../core/published/place-reviews-answer.js';
import { reviewRecord } from '../../core/published/review-lines.js';
import { inBothZones } from '../../core/published/times.js';
import { createTurns } from '../../core/runtime/turns.js';
import { OTHER } from '../../core/texts/messages.js';
import { checkData, linkError } from '../../kit/lists/checked-links.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { DAMAGED_RESULT, hasEnded, type JobResult, type JobStatus } from './job.js';
import { checked, type JobLine, type jobData } from './published.js';

/** The last time with a four-digit year. The estimate for a job that is held up at its first links may be later. */
const LATEST = Date.UTC(9999, 11, 31);

/** The counts that all answers about a job have. */
export function presentCounts(job: JobStatus) {
  const verdicts = job.type === 'review-visibility';
  return {
    total: job.total,
    done: job.done,
    ...(verdicts && { visible: job.visible, not_visible: job.notVisible }),
    failed: job.failed,
    failures: { ...job.failures },
  };
}

/** The published state of a job. Times are in the time zone of the service. */
export function presentJob(job: JobStatus, localTime: LocalTime): z.infer<typeof jobData> {
  const perMinute = rate(job);
  const end = hasEnded(job) ? null : estimatedEnd(job, perMinute);
  return {
    id: job.id,
    type: job.type,
    parameters: { ...job.parameters },
    state: job.state,
    ...inBothZones('created_at', job.createdAt, localTime),
    ...inBothZones('begun_at', job.begunAt, localTime),
    ...inBothZones('ended_at', job.endedAt, localTime),
    ...inBothZones('expires_at', job.expiresAt, localTime),
    ...presentCounts(job),
    retrying: job.retrying,
    ...inBothZones('next_attempt_at', job.nextAttemptAt, localTime),
    links_per_minute: perMinute === null ? null : Math.round(perMinute * 10) / 10,
    ...inBothZones('estimated_end_at', end !== null && end < LATEST ? end : null, localTime),
  };
}

/** When every link will have been asked; null without an estimate. It does not tell whether retries succeed. */
function estimatedEnd(
  { total, done, retrying, readAt, nextAttemptAt }: JobStatus,
  perMinute: number | null,
): number | null {
  const unasked = total - done - retrying;
  if (perMinute === null || unasked <= 0) return null;
  return Math.max(readAt + (unasked / perMinute) * 60_000, nextAttemptAt ?? 0);
}

/** Links asked per minute; null before the first link. */
function rate({ readAt, begunAt, endedAt, done, malformed }: JobStatus): number | null {
  const asked = done - malformed;
  if (begunAt === null || asked <= 0) return null;
  return asked / (Math.max(1_000, (endedAt ?? readAt) - begunAt) / 60_000);
}

/** `at`: when the last attempt ended, in milliseconds since 1970. */
const storedFailure = z.object({ error: linkError, at: z.number().min(0).max(LATEST).optional() });
const { reviews: _, ...listSummary } = placeReviewsData.shape;
/** Stored results, without the link. Fields that a later version adds are optional: results are kept for days. */
const STORED: Readonly<Record<JobType, z.ZodType>> = {
  'review-visibility': checkData.omit({ review_url: true }),
  'place-details': allData.omit({ query: true }).extend(checked),
  'place-reviews': z.object({ ...listSummary, ...checked }),
};

/**
 * Whether stored data are valid. A loop checks the reviews of a list, in steps: zod alone keeps an issue for each bad
 * review.
 */
async function isStored(type: JobType, data: JobResult['data']): Promise<boolean> {
  if ('error' in data) return storedFailure.safeParse(data).success;
  if (!STORED[type].safeParse(data).success) return false;
  const { reviews } = data;
  if (type !== 'place-reviews') return true;
  if (!Array.isArray(reviews)) return false;
  const turn = createTurns();
  for (const review of reviews) {
    if (!reviewRecord.safeParse(review).success) return false;
    await turn();
  }
  return true;
}

/** The time of an answer or attempt, in milliseconds since 1970, as results have it. */
function checkedAt(at: number, localTime: LocalTime) {
  return inBothZones('checked_at', at, localTime);
}

/**
 * Adds `checked_at` to stored data that have only the time in UTC. Results of earlier versions have only `checked_at`.
 */
function withLocalTime(stored: JobResult['data'], localTime: LocalTime): JobResult['data'] {
  const at = typeof stored.checked_at_utc === 'string' ? Date.parse(stored.checked_at_utc) : Number.NaN;
  return Number.isNaN(at) ? stored : { checked_at: localTime(at), ...stored };
}

/** A stored failure as a line of results has it. */
function presentFailure({ error, at }: z.infer<typeof storedFailure>, localTime: LocalTime) {
  // Results of earlier versions have only code and message.
  const { message, reason = OTHER, values = {} } = error;
  const kind = CORE_ERRORS.find(({ code }) => code === error.code) ?? { code: error.code, status: 500 };
  const fault = presentFault({ kind, message, reason, values, field: null });
  return { error: fault, ...(at !== undefined && checkedAt(at, localTime)) };
}

/**
 * Presents a line of results. The stored data were presented when the link was answered, without the link. Only tables
 * of jobs that have not ended have lines of links without a result.
 */
export async function presentJobResult(
  { type }: Pick<JobStatus, 'type'>,
  { index, line, input, data: stored, waitsFor }: JobResult,
  position: number,
  localTime: LocalTime,
): Promise<JobLine> {
  const timed = withLocalTime(stored, localTime);
  const checkedData: JobResult['data'] = (await isStored(type, timed)) ? timed : DAMAGED_RESULT;
  const { author_id: _, ...known } = checkedData;
  const isOpen = waitsFor === 'first attempt';
  const data = isOpen ? {} : 'error' in known ? presentFailure(storedFailure.parse(known), localTime) : known;
  const presented = {
    type: isOpen ? 'open' : 'error' in data ? 'error' : 'result',
    position,
    index,
    line,
    [type === 'review-visibility' ? 'review_url' : 'query']: input,
    ...data,
  };
  return presented as unknown as JobLine;
}
