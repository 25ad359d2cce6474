import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { startScope } from '../../scope.js';
import { watchReader } from '../stalled-reader.js';
import type { Middleware } from '../state.js';

const SAFE_ID = /^[\w.:-]{1,128}$/;

/** Made once: a stack for every answer costs as much as the rest of this file. */
const OVER = new AppError('client_gone', 'The answer is over: nobody waits for more of it.');
const LEFT = new AppError('client_gone', 'The client closed the connection before the answer was ready.');

interface ScopeOptions {
  readonly log: Logger;
  /** Deadline of a request, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** How long a client may leave its answer unread, in milliseconds. */
  readonly stallMs: number;
}

/**
 * Opens the scope of a request: its id (the caller's X-Request-Id when it is a plain token), child log and
 * deadline. The scope is aborted when the connection is done with the answer: when the client leaves or stops
 * reading, but also after an answer that ends before its work does, as a stream's does for HEAD.
 */
export function requestScope({ log, requestTimeoutMs, stallMs }: ScopeOptions): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const id = SAFE_ID.test(given) ? given : randomUUID();
    const scope = startScope(id, log.child({ requestId: id }), requestTimeoutMs);
    const onClose = () => {
      scope.dispose();
      scope.abort(ctx.res.writableFinished ? OVER : LEFT);
    };
    ctx.res.once('close', onClose);
    const reader = watchReader(ctx.res, stallMs);
    ctx.state = Object.assign(ctx.state, {
      scope,
      reader,
      cache: null,
      client: null,
      bill: null,
      failure: null,
    });
    ctx.set('X-Request-Id', id);
    await next();
    // A stream has someone who writes it, and who watches.
    if (!(ctx.body instanceof Readable)) reader.expect();
  };
}
