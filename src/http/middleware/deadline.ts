import type { Middleware } from '../state.js';

/** Gives an endpoint a deadline of its own in place of the common one, in milliseconds; null = none. */
export function deadline(timeoutMs: number | null): Middleware {
  return (ctx, next) => {
    ctx.state.scope.extend(timeoutMs);
    return next();
  };
}
