import type { Router } from '@koa/router';
import { isAppError } from '../../errors.js';
import type { Metrics, RequestRecord } from '../../metrics.js';
import { ERROR_STATUS } from '../contract/errors.js';
import { HEALTH_PATHS } from '../contract/paths.js';
import type { AppContext, Middleware, RequestState } from '../state.js';

/** Asked every few seconds by machines. */
const QUIET = new Set<string>(Object.values(HEALTH_PATHS));
/** The methods that are counted by name: a client may send any of some thirty. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * One line, and one count, per request. It names the route, never the query: place names and reviewers are
 * personal data and are logged at no level; and the name of the key, never the key. `router` knows the route of a request that was refused before it
 * came there.
 */
export function accessLog(metrics: Metrics, router: Router<RequestState>): Middleware {
  const routeOf = (ctx: AppContext): string | null => {
    const path = ctx._matchedRoute ?? router.match(ctx.path, ctx.method).pathAndMethod.at(-1)?.path;
    return path === undefined ? null : String(path);
  };
  return (ctx, next) => {
    const since = performance.now();
    // A streamed answer is over long after its handler.
    ctx.res.once('close', () => {
      const record = recordOf(ctx, routeOf(ctx), performance.now() - since);
      metrics.request({ ...record, method: METHODS.has(record.method) ? record.method : 'other' });
      log(ctx, record);
    });
    return next();
  };
}

function recordOf(ctx: AppContext, route: string | null, durationMs: number): RequestRecord {
  const { missing } = ctx.state.scope.timings;
  const { client } = ctx.state;
  return { route, method: ctx.method, ...outcomeOf(ctx), client, durationMs, missing };
}

/** A client that left was answered nothing, or not all of it. */
function outcomeOf(ctx: AppContext): Pick<RequestRecord, 'status' | 'code'> {
  const { scope, failure } = ctx.state;
  if (ctx.res.writableFinished || failure !== null) return { status: ctx.status, code: failure };
  const { reason } = scope.signal;
  const code = isAppError(reason) ? reason.code : 'client_gone';
  return { status: ctx.res.headersSent ? ctx.status : ERROR_STATUS[code], code };
}

function log(ctx: AppContext, { route, method, status, code, client, durationMs, missing }: RequestRecord) {
  const { scope, cache } = ctx.state;
  const { waitMs, paceMs, renderMs, lightMs, lane, extractMs, pageLoads } = scope.timings;
  const level = route !== null && QUIET.has(route) ? 'debug' : 'info';
  scope.log[level](
    {
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
