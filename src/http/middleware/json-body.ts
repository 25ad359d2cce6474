import { bodyParser } from '@koa/bodyparser';
import { AppError } from '../../errors.js';
import type { Middleware } from '../state.js';

const LIMIT = '64kb';

/** Parses a JSON object body of at most 64 KiB; anything else is refused with the reason. */
export function jsonBody(): Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: LIMIT,
    onError: (error) => {
      throw refusal(error);
    },
  });
  return async (ctx, next) => {
    if (ctx.is('application/json') !== 'application/json') {
      throw new AppError(
        'invalid_request',
        'Send a JSON object with the header Content-Type: application/json.',
      );
    }
    await parse(ctx, next);
  };
}

function refusal(error: Error): AppError {
  const tooLarge = 'status' in error && error.status === 413;
  const message = tooLarge ? `The body is larger than ${LIMIT}.` : 'The body is not a valid JSON object.';
  return new AppError('invalid_request', message, { cause: error });
}
