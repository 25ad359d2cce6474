import { AppError } from '../contract/errors.js';
import type { ServiceMessage } from '../contract/messages.js';
import type { JobLimits } from './job.js';
import type { Excess } from './receive-job.js';

/** A job may end at any moment. */
const OPEN_SECONDS = 10;
/** Results are kept for hours: no client should send its list again and again until then. */
const FULL_SECONDS = 3_600;

export function jobNotFound(): AppError {
  return new AppError('job_not_found', 'There is no such job of yours, or its results have expired.');
}

/** The refusal of a job. `kept`: what the other jobs of its owner take. */
export function excessRefusal(
  what: Excess,
  limits: JobLimits,
  kept: { readonly links: number; readonly bytes: number },
): AppError {
  switch (what) {
    case 'jobs':
      return new AppError(
        'rate_limited',
        `You may have at most ${limits.open} open jobs (JOBS_PER_KEY). Try again when one has ended, or cancel one.`,
        { retryAfterSeconds: OPEN_SECONDS },
      );
    case 'links':
      return tooMuch(
        `Your jobs may hold at most ${limits.links} links together, with those that have ended (JOB_LINKS_PER_KEY); without this list they hold ${kept.links}. Wait until results expire, or delete jobs that have ended: DELETE /api/jobs/{id}?delete_ended=true.`,
      );
    case 'bytes':
      return tooMuch(
        `Your jobs may take at most ${limits.bytes} bytes together, with those that have ended (JOB_BYTES_PER_KEY); without this list they take ${kept.bytes}. Wait until results expire, or delete jobs that have ended: DELETE /api/jobs/{id}?delete_ended=true.`,
      );
    case 'all bytes':
      return new AppError(
        'jobs_unavailable',
        `The jobs of all clients may take at most ${limits.allBytes} bytes together (JOB_BYTES). Try again when results have expired.`,
        { retryAfterSeconds: FULL_SECONDS },
      );
  }
}

function tooMuch(message: ServiceMessage): AppError {
  return new AppError('rate_limited', message, { retryAfterSeconds: FULL_SECONDS });
}
