import { CLOSED } from '../../core/api/openapi/failure-answers.js';
import type { ErrorKind, FailureAnswer } from '../../core/errors.js';
import { message } from './messages.js';

export const JOBS_UNAVAILABLE: ErrorKind = {
  code: 'jobs_unavailable',
  status: 503,
  meaning:
    'Jobs need a database, and this service keeps no data, cannot write to its folder (`DATA_DIR`) or cannot use its database at the moment; or the service has no keys, and the client is on another machine. The message says which',
  example: message('jobsDatabaseFails'),
  retry: 'later',
};
export const JOB_NOT_FOUND: ErrorKind = {
  code: 'job_not_found',
  status: 404,
  meaning: 'There is no such job of this client, or its results have expired',
  example: message('jobNotFound'),
  retry: 'never',
};

export const NO_JOBS: FailureAnswer = { name: 'JobsUnavailable', kinds: [...CLOSED, JOBS_UNAVAILABLE] };

export const NO_SUCH_JOB: FailureAnswer = { name: 'JobNotFound', kinds: [JOB_NOT_FOUND] };
