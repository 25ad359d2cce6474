import { z } from 'zod';
import { streamFailure } from '../../core/published/error-body.js';
import { allData } from '../../core/published/place-answer.js';
import { placeReviewsData } from '../../core/published/place-reviews-answer.js';
import { visibilityData } from '../../core/published/review-answer.js';
import { maybeTimeFields, natural, timeFields, timeOf, utcMoment } from '../../core/published/values.js';
import { checkData, entryCounts, linkError } from '../../kit/lists/checked-links.js';
import { JOB_TYPES } from '../../kit/lists/list-limits.js';

const counts = {
  ...entryCounts,
  failures: z.record(z.string(), z.int().min(1)).describe('Number of failed links by error code'),
};
const state = z
  .enum(['waiting', 'running', 'finished', 'cancelled', 'deleted'])
  .describe(
    'waiting: no link has been asked yet; running: links are being asked; finished: every link has a result; cancelled: the client cancelled the job. finished and cancelled are final. deleted: only in the answer to a deletion',
  );

export const jobData = z
  .object({
    id: z.string().describe('Id of the job'),
    type: z.enum(JOB_TYPES),
    parameters: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .describe('The parameters that were sent with the job'),
    columns: z
      .array(z.string())
      .nullable()
      .describe('Headings of the own columns of the list; "" = no heading, null = the list has no columns'),
    state,
    ...timeFields('created_at', 'When the last link had arrived'),
    ...maybeTimeFields('begun_at', 'When work on the first link began'),
    ...maybeTimeFields('ended_at', 'When the job finished or was cancelled'),
    ...maybeTimeFields('expires_at', 'When the job and its results are deleted; null until it has ended'),
    ...counts,
    retrying: natural.describe(
      'Links whose attempts failed and that wait for another attempt; `POST /api/jobs/{id}/finish` ends the waiting',
    ),
    ...maybeTimeFields(
      'next_attempt_at',
      'When the next waiting link is asked again; null when no link waits, or while that link is being asked',
    ),
    links_per_minute: z
      .number()
      .min(0)
      .nullable()
      .describe('Average since the job began; null before the first result'),
    ...maybeTimeFields(
      'estimated_end_at',
      'When every link will have been asked, at the rate of links_per_minute. Links that wait for another attempt may take longer. Null without an estimate, for example when all remaining links wait for another attempt',
    ),
  })
  .meta({ id: 'Job' });

export const jobsData = z
  .object({ jobs: z.array(jobData).describe('Newest first') })
  .meta({ id: 'JobsData' });

const location = {
  position: z
    .int()
    .min(1)
    .describe(
      'Number of the result in the order of completion. Send it as `after` to continue with the next result',
    ),
  index: natural.describe('Position of the link in the list, from 0'),
  line: z.int().min(1).nullable().describe('Line of the link in the upload, from 1; null for a JSON request'),
  cells: z
    .array(z.union([z.string(), z.number(), z.boolean()]).nullable())
    .optional()
    .describe(
      'The cells of the row as they were sent; a number of more than 15 digits is a text. Null = the link itself. Absent where the list has no columns',
    ),
};
const query = z.string().describe('The link, identifier or name as received');
/** When a link was answered. */
const checked = { checked_at: timeOf('When the data was read'), checked_at_utc: utcMoment };
const attempted = {
  checked_at: timeOf('When the last attempt ended; absent from lines that could not be read').optional(),
  checked_at_utc: utcMoment.optional(),
};
const result = z.literal('result');
const failure = z.literal('error');
const withoutResult = z.literal('open').describe('A link without a result: only with `open=true`');

export const jobLine = z
  .union([
    z.object({ type: result, ...location, ...checkData.shape }),
    z.object({ type: result, ...location, ...allData.shape, query, ...checked }),
    z.object({ type: result, ...location, query, ...placeReviewsData.shape, ...checked }),
    z.object({
      type: failure,
      ...location,
      review_url: visibilityData.shape.review_url,
      error: linkError,
      ...attempted,
    }),
    z.object({ type: failure, ...location, query, error: linkError, ...attempted }),
    z.object({
      type: withoutResult,
      ...location,
      position: natural,
      review_url: visibilityData.shape.review_url,
    }),
    z.object({ type: withoutResult, ...location, position: natural, query }),
    z.object({
      type: z.literal('progress').describe('Sent while there is no new result, at least every 15 seconds'),
      position: natural.describe('Results before this line'),
      ...counts,
    }),
    z.object({
      type: z.literal('summary'),
      position: natural.describe('Results before this line'),
      state,
      ...counts,
    }),
    streamFailure,
  ])
  .meta({ id: 'JobLine' });

/** A job and its progress. */
export type Job = z.infer<typeof jobData>;
/** A line of a job's results. */
export type JobLine = Exclude<z.infer<typeof jobLine>, z.infer<typeof streamFailure>>;
/** The result of one link. */
export type JobRow = Exclude<JobLine, { type: 'open' | 'progress' | 'summary' }>;
