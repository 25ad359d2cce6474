import type { z } from 'zod';
import { AppError, type ErrorKind, INTERNAL_ERROR, isAppError } from '../errors.js';
import type { errorBody, streamFailure } from '../published/error-body.js';
import { message } from '../texts/messages.js';

/** `Retry-After` in seconds for failures without a time of their own. */
export const DEFAULT_RETRY_AFTER_SECONDS = 10;

/** Returns a thrown AppError as it is. Any other thrown value is a bug: the client sees no details. */
export function asAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  return new AppError(INTERNAL_ERROR, message('unexpectedFailureWithId'), { cause: thrown });
}

/** The published parts of an error. Only where the request is at fault (400), they have a field. */
export function presentFault(
  fault: Pick<AppError, 'message' | 'field' | 'reason' | 'values'> &
    Record<'kind', Pick<ErrorKind, 'code' | 'status'>>,
) {
  const { kind, message, field, reason, values } = fault;
  return { code: kind.code, message, ...(kind.status === 400 && { field }), reason, values };
}

/** The published error body. Only a conflict has `existing_id`. */
export function presentError(error: AppError, requestId: string): z.infer<typeof errorBody> {
  const existing = error.existingId === null ? {} : { existing_id: error.existingId };
  return { status: 'error', error: { ...presentFault(error), ...existing, request_id: requestId } };
}

/** The last line of an NDJSON answer that failed after it had begun. */
export function presentStreamFailure(error: AppError, requestId: string): z.infer<typeof streamFailure> {
  return { type: 'error', ...presentError(error, requestId) };
}
