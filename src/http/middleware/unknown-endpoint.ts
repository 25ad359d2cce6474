import { AppError, excerpt } from '../../contract/errors.js';
import type { Middleware } from '../state.js';

const API = /^\/api(?:\/|$)/i;

/** The last middleware. Below /api, `guard` comes first: without a key no client learns which endpoints exist, and each attempt costs points. */
export function unknownEndpoint(guard: Middleware): Middleware {
  return async (ctx) => {
    const refuse = async () => {
      throw new AppError('unknown_endpoint', `There is no endpoint ${ctx.method} ${excerpt(ctx.path)}.`);
    };
    await (API.test(ctx.path) ? guard(ctx, refuse) : refuse());
  };
}
