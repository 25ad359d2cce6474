import type { z } from 'zod';
import { AppError, type ErrorCode, isAppError } from '../errors.js';
import type { errorBody, streamFailure } from '../published/error-body.js';
import { message } from '../texts/messages.js';

/** The HTTP status of every error code, as in the specification's error table. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unknown_parameter: 400,
  unauthorized: 401,
  unknown_endpoint: 404,
  no_results: 404,
  rate_limited: 429,
  internal_error: 500,
  api_disabled: 503,
  shutting_down: 503,
  overloaded: 503,
  deadline_exceeded: 503,
  client_gone: 503,
  browser_unavailable: 503,
  provider_blocked: 503,
  provider_unavailable: 503,
  jobs_unavailable: 503,
  job_not_found: 404,
  evidence_unavailable: 503,
  watch_unavailable: 503,
  watch_not_found: 404,
  watch_exists: 409,
};

/** `Retry-After` in seconds for failures without a time of their own. */
export const DEFAULT_RETRY_AFTER_SECONDS = 10;

/** Returns a thrown AppError as it is. Any other thrown value is a bug: the client sees no details. */
export function asAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  return new AppError('internal_error', message('unexpectedFailureWithId'), { cause: thrown });
}

/** The published parts of an error. Only where the request is at fault (400), they have a field. */
export function presentFault({
  code,
  message,
  field,
  reason,
  values,
}: Pick<AppError, 'code' | 'message' | 'field' | 'reason' | 'values'>) {
  return { code, message, ...(ERROR_STATUS[code] === 400 && { field }), reason, values };
}

/** The published error body. Only `watch_exists` has `existing_id`. */
export function presentError(error: AppError, requestId: string): z.infer<typeof errorBody> {
  const existing = error.existingId === null ? {} : { existing_id: error.existingId };
  return { status: 'error', error: { ...presentFault(error), ...existing, request_id: requestId } };
}

/** The last line of an NDJSON answer that failed after it had begun. */
export function presentStreamFailure(error: AppError, requestId: string): z.infer<typeof streamFailure> {
  return { type: 'error', ...presentError(error, requestId) };
}
