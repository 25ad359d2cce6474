import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { startScope } from '../../scope.js';
import type { Middleware } from '../state.js';

const SAFE_ID = /^[\w.:-]{1,128}$/;

/**
 * Opens the scope of a request: its id (the caller's X-Request-Id when it is a plain token), child log and
 * deadline. The scope is aborted when the client leaves before the answer is complete.
 */
export function requestScope(log: Logger, timeoutMs: number): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const id = SAFE_ID.test(given) ? given : randomUUID();
    const scope = startScope(id, log.child({ requestId: id }), timeoutMs);
    const onClose = () => {
      scope.dispose();
      if (ctx.res.writableFinished) return;
      scope.abort(
        new AppError('client_gone', 'The client closed the connection before the answer was ready.'),
      );
    };
    ctx.res.once('close', onClose);
    ctx.state = Object.assign(ctx.state, { scope, cache: null, failure: null });
    ctx.set('X-Request-Id', id);
    await next();
  };
}
