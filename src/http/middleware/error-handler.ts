import type { AppError } from '../../contract/errors.js';
import { asAppError, DEFAULT_RETRY_AFTER_SECONDS, ERROR_STATUS, presentError } from '../error-answer.js';
import type { AppContext, Middleware } from '../state.js';
import { PRIVATE } from './private-answers.js';

/**
 * Turns every failure into the published error body. Failures of the service are logged once, with their cause. For a
 * client error, the access line has only the code: the message may quote the request. A thrown value that is not an
 * AppError is a bug: 500, without internal details.
 */
export function errorHandler(): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      answer(ctx, asAppError(thrown));
    }
  };
}

function answer(ctx: AppContext, error: AppError): void {
  const { scope } = ctx.state;
  const status = ERROR_STATUS[error.code];
  ctx.state.failure = error.code;
  ctx.status = status;
  ctx.body = presentError(error, scope.id);
  ctx.set('Cache-Control', PRIVATE);
  if (status === 503 || status === 429) {
    ctx.set('Retry-After', String(error.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS));
  }
  if (status === 500) scope.log.error({ err: error }, 'request failed');
  else if (status === 503 && error.code !== 'client_gone') scope.log.warn({ err: error }, 'request failed');
}
