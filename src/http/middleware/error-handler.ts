import type { AppError } from '../../errors.js';
import { asAppError, DEFAULT_RETRY_AFTER_SECONDS, ERROR_STATUS, presentError } from '../contract/errors.js';
import type { AppContext, Middleware } from '../state.js';
import { PRIVATE } from './private-answers.js';

/**
 * Turns every failure into the published error body, and logs it once, with its cause. The line of the request
 * names the code of what the client did wrong, and that is all: the message may quote what was sent. What is no AppError is
 * a bug: 500, and the client sees no internal details.
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
