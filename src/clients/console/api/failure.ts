import type { z } from 'zod';
import type { ERROR_STATUS, errorBody } from '../../../http/contract/errors.js';
import { retryAfterSeconds as secondsOf } from '../../core/retry.js';

/** The API's own codes, and what can go wrong on the way to it. */
export type FailureCode = keyof typeof ERROR_STATUS | 'offline' | 'cut' | 'cancelled' | 'unexpected';

/** Why there is no answer. */
export interface Failure {
  readonly code: FailureCode;
  /** The API's own sentence, in English. */
  readonly message: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

export type Outcome<T> = { readonly data: T } | { readonly failure: Failure };

type ErrorBody = z.infer<typeof errorBody>;

export function plainFailure(code: FailureCode): Failure {
  return { code, message: null, requestId: null, retryAfterSeconds: null };
}

/** What an answer that is no success says of itself. `body` is whatever JSON came, or null; `now` in milliseconds. */
export function failureOf(
  body: unknown,
  headers: Headers,
  known: ReadonlySet<string>,
  now = Date.now(),
): Failure {
  const retryAfter = headers.get('Retry-After');
  const retryAfterSeconds = retryAfter === null ? null : secondsOf(retryAfter, now);
  const error = (body as Partial<ErrorBody> | null)?.error;
  const code = error?.code;
  if (typeof code !== 'string' || !known.has(code)) {
    return {
      ...plainFailure('unexpected'),
      requestId: error?.request_id ?? headers.get('X-Request-Id'),
      retryAfterSeconds,
    };
  }
  return {
    code: code as FailureCode,
    message: error?.message ?? null,
    requestId: error?.request_id ?? headers.get('X-Request-Id'),
    retryAfterSeconds,
  };
}
