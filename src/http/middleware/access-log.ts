import { isAppError } from '../../contract/errors.js';
import { HEALTH_PATHS } from '../../contract/paths.js';
import type { Logger } from '../../runtime/logger.js';
import type { Metrics, RequestRecord } from '../../runtime/metrics.js';
import { ERROR_STATUS } from '../error-answer.js';
import type { AppContext, Middleware } from '../state.js';

/** Paths that probes request every few seconds. */
const QUIET = new Set<string>(Object.values(HEALTH_PATHS));
/** The methods counted by name; Node.js accepts about thirty methods. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Logs one line and counts every request. The line has the route and the name of the key, never the query: names of
 * places and reviewers are personal data and are not logged at any level. `log` is the log of all requests: a child
 * logger for each request would cost more than the line.
 */
export function accessLog(metrics: Metrics, log: Logger): Middleware {
  return (ctx, next) => {
    const since = performance.now();
    // A stream ends long after its handler.
    ctx.res.once('close', () => {
      const record = recordOf(ctx, performance.now() - since);
      metrics.request(METHODS.has(record.method) ? record : { ...record, method: 'other' });
      writeLine(log, ctx, record);
    });
    return next();
  };
}

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
  const code = isAppError(reason) ? reason.code : 'client_gone';
  return { status: ctx.res.headersSent ? ctx.status : ERROR_STATUS[code], code };
}

function writeLine(
  log: Logger,
  ctx: AppContext,
  { route, method, status, code, client, durationMs, missing }: RequestRecord,
) {
  const { scope, cache } = ctx.state;
  const { waitMs, paceMs, renderMs, lightMs, lane, extractMs, pageLoads } = scope.timings;
  const level = route !== null && QUIET.has(route) ? 'debug' : 'info';
  log[level](
    {
      requestId: scope.id,
      method,
      route,
      status,
      code,
      client,
      durationMs: Math.round(durationMs),
      waitMs: Math.round(waitMs),
      paceMs: Math.round(paceMs),
      lane,
      lightMs: Math.round(lightMs),
      renderMs: Math.round(renderMs),
      extractMs: Math.round(extractMs * 10) / 10,
      pageLoads,
      cache: cache?.outcome ?? null,
      missing,
    },
    'request',
  );
}
