import { z } from 'zod';
import { DAMAGED_RESULT, hasEnded, type JobResult, type JobStatus, type JobType } from '../jobs/job.js';
import { errorCode, streamFailure } from './error-body.js';
import { localTimes } from './local-time.js';
import { placeReviewsData } from './place-reviews.js';
import { allData } from './responses.js';
import { checkData, visibilityData } from './review.js';
import { reviewRecord } from './review-record.js';

/** What a job can do. Record of JobType, so that none is forgotten. */
const TYPES: Readonly<Record<JobType, true>> = {
  'review-visibility': true,
  'place-details': true,
  'place-reviews': true,
};
export const JOB_TYPES = Object.keys(TYPES) as [JobType, ...JobType[]];

/** The year of a time has four digits. A job that is held up at its first links has a rate, and no end worth a name. */
const LATEST = Date.UTC(9999, 11, 31);

const time = (meaning: string) =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    .describe(`${meaning}, YYYY-MM-DD HH:MM:SS in the configured time zone`);
const count = (meaning: string) => z.number().int().min(0).describe(meaning);

const counts = {
  total: count('Links of the job'),
  done: count('Links with a result, failures included'),
  visible: count('Reviews that are visible; only of review-visibility').optional(),
  not_visible: count('Reviews that are not visible; only of review-visibility').optional(),
  failed: count('Links whose result is a failure'),
  failures: z.record(z.string(), z.number().int().min(1)).describe('How many failed, by error code'),
};
const state = z
  .enum(['waiting', 'running', 'finished', 'cancelled', 'deleted'])
  .describe(
    'waiting: no link was begun; running; finished: every link has a result; cancelled: by the client. These two are final. deleted: only in the answer to a deletion',
  );

export const jobData = z
  .object({
    id: z.string().describe('Id of the job'),
    type: z.enum(JOB_TYPES),
    parameters: z.record(z.string(), z.number()).describe('As sent with the job'),
    state,
    created_at: time('When the last link had arrived'),
    begun_at: time('When the first link was begun').nullable(),
    ended_at: time('When the job finished or was cancelled').nullable(),
    expires_at: time('When the job and its results are deleted; null until it has ended').nullable(),
    ...counts,
    links_per_minute: z
      .number()
      .min(0)
      .nullable()
      .describe('Since the job was begun; null before the first result'),
    estimated_end_at: time('At this rate; null where it cannot be estimated').nullable(),
  })
  .meta({ id: 'Job' });

export const jobsData = z
  .object({ jobs: z.array(jobData).describe('Newest first') })
  .meta({ id: 'JobsData' });

const place = {
  position: z
    .number()
    .int()
    .min(1)
    .describe('Number of the result in the order of completion: `after` goes on behind it'),
  index: count('Position of the link in the list, from 0'),
  line: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe('Its line in the upload, from 1; null for a JSON request'),
};
const query = z.string().describe('The link, identifier or name as received');
const error = z.object({
  code: errorCode,
  message: z.string().describe('What failed, why, and what to do'),
});
const checkedAt = time('When this was read; absent from results of earlier versions').optional();
const result = z.literal('result');
const failure = z.literal('error');

export const jobLine = z
  .union([
    z.object({ type: result, ...place, ...checkData.shape }),
    z.object({ type: result, ...place, ...allData.shape, query, checked_at: checkedAt }),
    z.object({ type: result, ...place, query, ...placeReviewsData.shape, checked_at: checkedAt }),
    z.object({ type: failure, ...place, review_url: visibilityData.shape.review_url, error }),
    z.object({ type: failure, ...place, query, error }),
    z.object({
      type: z.literal('progress').describe('Sent while there is nothing new, at least every 15 seconds'),
      position: count('Results before this line'),
      ...counts,
    }),
    z.object({ type: z.literal('summary'), position: count('Results before this line'), state, ...counts }),
    streamFailure,
  ])
  .meta({ id: 'JobLine' });

export type JobLine = z.infer<typeof jobLine>;

function presentCounts(job: JobStatus) {
  const verdicts = job.type === 'review-visibility';
  return {
    total: job.total,
    done: job.done,
    ...(verdicts && { visible: job.visible, not_visible: job.notVisible }),
    failed: job.failed,
    failures: { ...job.failures },
  };
}

export function presentJob(job: JobStatus, timeZone: string): z.infer<typeof jobData> {
  return jobPresenter(timeZone)(job);
}

/** Presents any number of jobs. `timeZone`: IANA time zone. */
export function jobPresenter(timeZone: string): (job: JobStatus) => z.infer<typeof jobData> {
  const time = localTimes(timeZone);
  const moment = (ms: number | null) => (ms === null ? null : time(ms));
  return (job) => {
    const perMinute = rate(job);
    const left = job.total - job.done;
    const end = hasEnded(job) || perMinute === null ? null : job.readAt + (left / perMinute) * 60_000;
    return {
      id: job.id,
      type: job.type,
      parameters: { ...job.parameters },
      state: job.state,
      created_at: time(job.createdAt),
      begun_at: moment(job.begunAt),
      ended_at: moment(job.endedAt),
      expires_at: moment(job.expiresAt),
      ...presentCounts(job),
      links_per_minute: perMinute === null ? null : Math.round(perMinute * 10) / 10,
      estimated_end_at: moment(end !== null && end < LATEST ? end : null),
    };
  };
}

/** Links asked in a minute; null before the first. */
function rate({ readAt, begunAt, endedAt, done, malformed }: JobStatus): number | null {
  const asked = done - malformed;
  if (begunAt === null || asked <= 0) return null;
  return asked / (Math.max(1_000, (endedAt ?? readAt) - begunAt) / 60_000);
}

export function presentProgress(job: JobStatus, position: number) {
  return { type: 'progress', position, ...presentCounts(job) } as const;
}

export function presentJobSummary(job: JobStatus, position: number) {
  return { type: 'summary', position, state: job.state, ...presentCounts(job) } as const;
}

const storedFailure = z.object({ error });
const { reviews: _, ...listSummary } = placeReviewsData.shape;
/** Results without what belongs to their line. Fields that a later version adds are optional: results are kept for days. */
const STORED: Readonly<Record<JobType, z.ZodType>> = {
  'review-visibility': checkData.omit({ review_url: true }),
  'place-details': allData.omit({ query: true }).extend({ checked_at: checkedAt }),
  'place-reviews': z.object({ ...listSummary, checked_at: checkedAt }),
};

/** Whether Redis gives what was stored. A loop reads the reviews of a list: zod keeps an issue for each bad one. */
function isStored(type: JobType, data: JobResult['data']): boolean {
  if ('error' in data) return storedFailure.safeParse(data).success;
  if (!STORED[type].safeParse(data).success) return false;
  const { reviews } = data;
  if (type !== 'place-reviews') return true;
  return Array.isArray(reviews) && reviews.every((review) => reviewRecord.safeParse(review).success);
}

/** A line of results. What is stored was presented when the link was answered, without the link. */
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
