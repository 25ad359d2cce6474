import { AppError, isAppError } from '../../errors.js';
import { DEFAULT_RETRY_AFTER_SECONDS, ERROR_STATUS, presentError } from '../contract/errors.js';
import type { AppContext, Middleware } from '../state.js';

/**
 * Turns every failure into the published error body, and logs it once, with its cause. The line of the request
 * names the code of what the client did wrong, and that is all: the message may quote what was sent. What is no AppError is
 * a bug: 500, and the client learns nothing of its insides.
 */
export function errorHandler(): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = isAppError(thrown)
        ? thrown
        : new AppError(
            'internal_error',
            'The service failed in an unexpected way. The request id helps to find why.',
            {
              cause: thrown,
            },
          );
      answer(ctx, error);
    }
  };
}

function answer(ctx: AppContext, error: AppError): void {
  const { scope } = ctx.state;
  const status = ERROR_STATUS[error.code];
  ctx.state.failure = error.code;
  ctx.status = status;
  ctx.body = presentError(error, scope.id);
  ctx.set('Cache-Control', 'no-store');
  if (status === 503 || status === 429) {
    ctx.set('Retry-After', String(error.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS));
  }
  if (status === 500) scope.log.error({ err: error }, 'request failed');
  else if (status === 503 && error.code !== 'client_gone') scope.log.warn({ err: error }, 'request failed');
}
