import { z } from 'zod';
import { checkedAt, type JobLine, type JobType, type jobData } from '../../contract/jobs.js';
import { allData } from '../../contract/place.js';
import { placeReviewsData } from '../../contract/place-reviews.js';
import { checkData, linkError } from '../../contract/review.js';
import { reviewRecord } from '../../contract/review-record.js';
import { DAMAGED_RESULT, hasEnded, type JobResult, type JobStatus } from '../../jobs/job.js';
import type { LocalTime } from '../local-time.js';

/** The last time with a four-digit year. The estimate for a job that is held up at its first links may be later. */
const LATEST = Date.UTC(9999, 11, 31);

/** The counts of a job, as all answers about it have them. */
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

export function presentJob(job: JobStatus, localTime: LocalTime): z.infer<typeof jobData> {
  const moment = (ms: number | null) => (ms === null ? null : localTime(ms));
  const perMinute = rate(job);
  const left = job.total - job.done;
  const end = hasEnded(job) || perMinute === null ? null : job.readAt + (left / perMinute) * 60_000;
  return {
    id: job.id,
    type: job.type,
    parameters: { ...job.parameters },
    state: job.state,
    created_at: localTime(job.createdAt),
    begun_at: moment(job.begunAt),
    ended_at: moment(job.endedAt),
    expires_at: moment(job.expiresAt),
    ...presentCounts(job),
    links_per_minute: perMinute === null ? null : Math.round(perMinute * 10) / 10,
    estimated_end_at: moment(end !== null && end < LATEST ? end : null),
  };
}

/** Links asked per minute; null before the first link. */
function rate({ readAt, begunAt, endedAt, done, malformed }: JobStatus): number | null {
  const asked = done - malformed;
  if (begunAt === null || asked <= 0) return null;
  return asked / (Math.max(1_000, (endedAt ?? readAt) - begunAt) / 60_000);
}

const storedFailure = z.object({ error: linkError });
const { reviews: _, ...listSummary } = placeReviewsData.shape;
/** Stored results, without the link. Fields that a later version adds are optional: results are kept for days. */
const STORED: Readonly<Record<JobType, z.ZodType>> = {
  'review-visibility': checkData.omit({ review_url: true }),
  'place-details': allData.omit({ query: true }).extend({ checked_at: checkedAt }),
  'place-reviews': z.object({ ...listSummary, checked_at: checkedAt }),
};

/** Whether stored data are valid. A loop checks the reviews of a list: zod alone keeps an issue for each bad review. */
function isStored(type: JobType, data: JobResult['data']): boolean {
  if ('error' in data) return storedFailure.safeParse(data).success;
  if (!STORED[type].safeParse(data).success) return false;
  const { reviews } = data;
  if (type !== 'place-reviews') return true;
  return Array.isArray(reviews) && reviews.every((review) => reviewRecord.safeParse(review).success);
}

/** Presents a line of results. The stored data were presented when the link was answered, without the link. */
export function presentJobResult(
  { type }: JobStatus,
  { index, line, input, data: stored }: JobResult,
  position: number,
): JobLine {
  const data = isStored(type, stored) ? stored : DAMAGED_RESULT;
  const presented = {
    type: 'error' in data ? 'error' : 'result',
    position,
    index,
    line,
    [type === 'review-visibility' ? 'review_url' : 'query']: input,
    ...data,
  };
  return presented as unknown as JobLine;
}
