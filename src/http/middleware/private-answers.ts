import { DOCUMENT_PATH } from '../contract/paths.js';
import type { Middleware } from '../state.js';

/** Answers for one client only: the API and the metrics, but not the OpenAPI document. */
const BELONGS_TO_CLIENT = /^\/(?:api|metrics)(?:\/|$)/i;

/** No cache keeps the answer: shared ones pay no attention to `X-API-Key` and would hand it to anybody. */
export const PRIVATE = 'private, no-store';

/** What an answer depends on besides its address. */
export const DEPENDS_ON = 'X-API-Key, Authorization, Accept';

/** Says on every answer that belongs to one client, whatever it will be, that no cache may keep it. */
export function privateAnswers(): Middleware {
  return (ctx, next) => {
    if (BELONGS_TO_CLIENT.test(ctx.path) && ctx.path !== DOCUMENT_PATH) {
      ctx.set('Cache-Control', PRIVATE);
      ctx.vary(DEPENDS_ON);
    }
    return next();
  };
}
