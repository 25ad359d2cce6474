import { z } from 'zod';
import type { AppError, ErrorCode } from '../../errors.js';

/** The one table from failure to HTTP status. Statuses: the specification's error table, no others. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
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
};

/** Seconds after which asking again makes sense, where the failure itself names none. */
export const DEFAULT_RETRY_AFTER_SECONDS = 10;

/** Body of every answer that is not a success. */
export const errorBody = z.object({
  status: z.literal('error'),
  error: z.object({
    code: z.string().describe('Stable name of the failure'),
    message: z.string().describe('What failed, why, and what to do'),
    request_id: z.string().describe('The X-Request-Id of this answer'),
  }),
});

export function presentError(error: AppError, requestId: string): z.infer<typeof errorBody> {
  return { status: 'error', error: { code: error.code, message: error.message, request_id: requestId } };
}
