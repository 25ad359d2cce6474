import { z } from 'zod';
import { errorCode, streamFailure } from './error-body.js';
import { allData } from './place.js';
import { placeReviewsData } from './place-reviews.js';
import { checkData, visibilityData } from './review.js';

/** What a job does with each of its links. */
export const JOB_TYPES = ['review-visibility', 'place-details', 'place-reviews'] as const;
export type JobType = (typeof JOB_TYPES)[number];

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
export const jobError = z.object({
  code: errorCode,
  message: z.string().describe('What failed, why, and what to do'),
});
export const checkedAt = time('When this was read; absent from results of earlier versions').optional();
const result = z.literal('result');
const failure = z.literal('error');

export const jobLine = z
  .union([
    z.object({ type: result, ...place, ...checkData.shape }),
    z.object({ type: result, ...place, ...allData.shape, query, checked_at: checkedAt }),
    z.object({ type: result, ...place, query, ...placeReviewsData.shape, checked_at: checkedAt }),
    z.object({ type: failure, ...place, review_url: visibilityData.shape.review_url, error: jobError }),
    z.object({ type: failure, ...place, query, error: jobError }),
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
