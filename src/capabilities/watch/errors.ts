import { UNAVAILABLE } from '../../core/api/openapi/failure-answers.js';
import { DiagnosticError, type ErrorKind, type FailureAnswer } from '../../core/errors.js';
import { message } from './messages.js';

export const WATCH_UNAVAILABLE: ErrorKind = {
  code: 'watch_unavailable',
  status: 503,
  meaning:
    'The watch needs a database, and this service keeps no data, cannot write to its folder (`DATA_DIR`) or cannot use its database at the moment; or the service has no keys, and the client is on another machine. The message says which',
  example: message('watchWithoutDatabase'),
  retry: 'later',
};
export const WATCH_NOT_FOUND: ErrorKind = {
  code: 'watch_not_found',
  status: 404,
  meaning: 'There is no such watch, event or channel of this client',
  example: message('watchNotFound'),
  retry: 'never',
};
export const WATCH_EXISTS: ErrorKind = {
  code: 'watch_exists',
  status: 409,
  meaning: 'This client watches the subject already; `existing_id` is the id of the watch',
  example: message('watchExists', { id: 'w_3vVm0sQh1yG7wJc2kD8XzA' }),
  retry: 'never',
};

/** The folder of the evidence packs cannot be used. */
export class PackFolderError extends DiagnosticError {
  override readonly name = 'PackFolderError';
}

export const NO_WATCHING: FailureAnswer = {
  name: 'WatchUnavailable',
  kinds: [WATCH_UNAVAILABLE, ...UNAVAILABLE],
};

export const NO_SUCH_WATCH: FailureAnswer = { name: 'WatchNotFound', kinds: [WATCH_NOT_FOUND] };

export const WATCHED_ALREADY: FailureAnswer = { name: 'WatchExists', kinds: [WATCH_EXISTS] };
