import { bodyParser } from '@koa/bodyparser';
import { AppError } from '../../errors.js';
import type { Middleware } from '../state.js';

/** Parses a JSON object body of at most `limit` (e.g. "64kb"); anything else is refused with the reason. */
export function jsonBody(limit: string): Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: limit,
    onError: (error) => {
      throw refusal(error, limit);
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

function refusal(error: Error, limit: string): AppError {
  const tooLarge = 'status' in error && error.status === 413;
  const message = tooLarge ? `The body is larger than ${limit}.` : 'The body is not a valid JSON object.';
  return new AppError('invalid_request', message, { cause: error });
}
