import type { Middleware } from '../state.js';

/** Replaces the common deadline for an endpoint; `timeoutMs` null = no deadline. */
export function deadline(timeoutMs: number | null): Middleware {
  return (ctx, next) => {
    ctx.state.scope.extend(timeoutMs);
    return next();
  };
}
