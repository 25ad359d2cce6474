import { DOCUMENT_PATH } from '../../contract/paths.js';
import type { Middleware } from '../state.js';

/** Paths whose answers are for one client only: the API and the metrics, but not the OpenAPI document. */
export const BELONGS_TO_CLIENT = /^\/(?:api|metrics)(?:\/|$)/i;

/** Forbids caches to keep the answer: shared caches ignore `X-API-Key` and would give it to any client. */
export const PRIVATE = 'private, no-store';

/** The request headers that an answer depends on. */
export const DEPENDS_ON = 'X-API-Key, Authorization, Accept';

/**
 * Forbids caches to keep an answer for one client, whether it is a success or an error. Place it before other
 * middleware that sets `Vary`.
 */
export function privateAnswers(): Middleware {
  return (ctx, next) => {
    const { path } = ctx;
    if (BELONGS_TO_CLIENT.test(path) && path !== DOCUMENT_PATH) {
      ctx.res.setHeader('Cache-Control', PRIVATE);
      ctx.res.setHeader('Vary', DEPENDS_ON);
    }
    return next();
  };
}
