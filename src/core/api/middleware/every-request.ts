import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, CLIENT_GONE, isAppError } from '../../errors.js';
import { HEALTH_PATHS } from '../../published/paths.js';
import type { Logger } from '../../runtime/logger.js';
import type { Metrics, RequestRecord } from '../../runtime/metrics.js';
import { startScope } from '../../runtime/scope.js';
import { message } from '../../texts/messages.js';
import { asAppError, DEFAULT_RETRY_AFTER_SECONDS, presentError } from '../error-answer.js';
import { limitStall } from '../stalled-client.js';
import { ALL_CLIENTS, type AppContext, type Middleware, type Route } from '../state.js';
import { commonHeaders, PRIVATE } from './headers.js';

const SAFE_ID = /^[\w.:-]{1,128}$/;
/** Listeners that one answer may have before Node.js warns of a leak. */
const LISTENERS = 20;

// These errors are made once: a stack trace for each answer would cost as much as the rest of this file.
const ANSWER_COMPLETE = new AppError(CLIENT_GONE, message('answerComplete'));
const CLIENT_LEFT = new AppError(CLIENT_GONE, message('clientGone'));

interface RequestOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly requestTimeoutMs: number;
  /** How long a client may leave its answer unread, in milliseconds. */
  readonly stallMs: number;
  readonly findRoute: (ctx: AppContext) => Route | null;
  /** Whether an answer is for one client only, by its path. */
  readonly belongsToClient: (path: string) => boolean;
}

/**
 * The first middleware. It opens the scope of a request: its id (the client's X-Request-Id when it is a plain token),
 * log and deadline. The scope is aborted when the connection closes or the answer is complete. The answer to a HEAD
 * request for a stream, for example, is complete before its work ends. Every request is logged, counted and answered: a
 * failure becomes the published error body.
 */
export function everyRequest(options: RequestOptions): Middleware {
  const { log, metrics, requestTimeoutMs, stallMs, findRoute } = options;
  const setHeaders = commonHeaders(options.belongsToClient);
  return async (ctx, next) => {
    const since = performance.now();
    const { res } = ctx;
    const given = ctx.get('X-Request-Id');
    const id = SAFE_ID.test(given) ? given : randomUUID();
    const scope = startScope(id, () => log.child({ requestId: id }), requestTimeoutMs);
    const stall = limitStall(res, stallMs);
    ctx.state = {
      ...{ scope, stall, route: findRoute(ctx), owner: ALL_CLIENTS },
      ...{ cache: null, client: null, bill: null, failure: null },
    };
    // Koa, the middleware and a pipeline listen to the end of a streamed answer: 11 without any leak.
    res.setMaxListeners(LISTENERS);
    // A stream ends long after its handler.
    res.once('close', () => {
      scope[Symbol.dispose]();
      scope.abort(res.writableFinished ? ANSWER_COMPLETE : CLIENT_LEFT);
      const record = recordOf(ctx, performance.now() - since);
      metrics.request(METHODS.has(record.method) ? record : { ...record, method: 'other' });
      writeLine(log, ctx, record);
    });
    res.setHeader('X-Request-Id', id);
    setHeaders(ctx);
    try {
      await next();
    } catch (thrown) {
      answerFailure(ctx, asAppError(thrown));
    }
    // `streamLines` limits the stall of a stream.
    if (!(ctx.body instanceof Readable)) stall.expect();
  };
}

/**
 * Answers with the published error body. Failures of the service are logged once, with their cause. For a client error,
 * the access line has only the code: the message may quote the request.
 */
function answerFailure(ctx: AppContext, error: AppError): void {
  const { scope } = ctx.state;
  const { code, status } = error.kind;
  ctx.state.failure = code;
  ctx.status = status;
  ctx.body = presentError(error, scope.id);
  ctx.set('Cache-Control', PRIVATE);
  if (status === 503 || status === 429) {
    ctx.set('Retry-After', String(error.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS));
  }
  if (status === 500) scope.log.error({ err: error }, 'request failed');
  else if (status === 503 && error.kind !== CLIENT_GONE) scope.log.warn({ err: error }, 'request failed');
}

/** Paths that probes request every few seconds. */
const QUIET = new Set<string>(Object.values(HEALTH_PATHS));
/** The methods counted by name; Node.js accepts about thirty methods. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function recordOf(ctx: AppContext, durationMs: number): RequestRecord {
  const { missing } = ctx.state.scope.timings;
  const { client, route } = ctx.state;
  const { status, code } = outcomeOf(ctx);
  return { route: route?.path ?? null, method: ctx.method, status, code, client, durationMs, missing };
}

/** Status and error code for the log. A client that left received nothing, or a part of the answer. */
function outcomeOf(ctx: AppContext): Pick<RequestRecord, 'status' | 'code'> {
  const { scope, failure } = ctx.state;
  if (ctx.res.writableFinished || failure !== null) return { status: ctx.status, code: failure };
  const { reason } = scope.signal;
  const { code, status } = isAppError(reason) ? reason.kind : CLIENT_GONE;
  return { status: ctx.res.headersSent ? ctx.status : status, code };
}

/**
 * One line for each request. It has the route and the name of the key, never the query: names of places and reviewers
 * are personal data and are not logged at any level.
 */
function writeLine(log: Logger, ctx: AppContext, { missing, ...request }: RequestRecord) {
  const { scope, cache } = ctx.state;
  const { waitMs, renderMs, fastPathMs, path, extractMs, pageLoads } = scope.timings;
  const level = QUIET.has(request.route ?? '') ? 'debug' : 'info';
  log[level](
    {
      requestId: scope.id,
      ...request,
      durationMs: Math.round(request.durationMs),
      waitMs: Math.round(waitMs),
      lookupPath: path,
      fastPathMs: Math.round(fastPathMs),
      renderMs: Math.round(renderMs),
      extractMs: Math.round(extractMs * 10) / 10,
      pageLoads,
      cache: cache?.outcome ?? null,
      missing,
    },
    'request',
  );
}
