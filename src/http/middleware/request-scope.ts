import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../contract/errors.js';
import { message } from '../../contract/messages.js';
import type { Logger } from '../../runtime/logger.js';
import { startScope } from '../../runtime/scope.js';
import { watchReader } from '../stalled-reader.js';
import type { Middleware } from '../state.js';

const SAFE_ID = /^[\w.:-]{1,128}$/;

// Made once: a stack trace per answer would cost as much as the rest of this file.
const OVER = new AppError('client_gone', message('answerComplete'));
const LEFT = new AppError('client_gone', message('clientGone'));

interface ScopeOptions {
  readonly log: Logger;
  /** Deadline of a request, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** How long a client may leave its answer unread, in milliseconds. */
  readonly stallMs: number;
}

/**
 * Opens the scope of a request: its id (the client's X-Request-Id when it is a plain token), log and deadline. The
 * scope is aborted when the connection closes or the answer is complete. An answer may be complete before its work
 * ends: the answer to HEAD for a stream is.
 */
export function requestScope({ log, requestTimeoutMs, stallMs }: ScopeOptions): Middleware {
  return (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const id = SAFE_ID.test(given) ? given : randomUUID();
    const scope = startScope(id, () => log.child({ requestId: id }), requestTimeoutMs);
    const onClose = () => {
      scope.dispose();
      scope.abort(ctx.res.writableFinished ? OVER : LEFT);
    };
    ctx.res.once('close', onClose);
    const reader = watchReader(ctx.res, stallMs);
    ctx.state = { scope, reader, route: null, cache: null, client: null, bill: null, failure: null };
    ctx.res.setHeader('X-Request-Id', id);
    return next().then(() => {
      // `streamLines` watches the reader of a stream.
      if (!(ctx.body instanceof Readable)) reader.expect();
    });
  };
}
