import { bodyParser } from '@koa/bodyparser';
import { AppError } from '../../errors.js';
import type { ServiceMessage } from '../../service-messages.js';
import type { Middleware } from '../state.js';

/**
 * Parses a JSON object body of at most `limit` (e.g. "64kb"). Anything else is refused with the reason, also a
 * compressed body: compression gains nothing at this size, and the uncompressed size would be unlimited.
 */
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
    if (!/^(?:identity)?$/i.test(ctx.get('Content-Encoding'))) {
      throw new AppError('invalid_request', 'Send the body uncompressed, without a Content-Encoding header.');
    }
    await parse(ctx, next);
  };
}

function refusal(error: Error, limit: string): AppError {
  const tooLarge = 'status' in error && error.status === 413;
  const message: ServiceMessage = tooLarge
    ? `The body is larger than ${limit}.`
    : 'The body is not a valid JSON object.';
  // No cause: a parser's message quotes the body.
  return new AppError('invalid_request', message);
}
