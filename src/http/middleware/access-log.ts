import type { AppContext, Middleware } from '../state.js';

/**
 * One line per request. It names the route, never the query: place names and reviewers are personal data and
 * stay out of the log at info level.
 */
export function accessLog(): Middleware {
  return async (ctx, next) => {
    const since = performance.now();
    // A streamed answer is over long after its handler.
    ctx.res.once('close', () => log(ctx, since));
    await next();
  };
}

function log(ctx: AppContext, since: number): void {
  const { scope, cache, failure } = ctx.state;
  const { waitMs, renderMs, extractMs, pageLoads, missing } = scope.timings;
  scope.log.info(
    {
      method: ctx.method,
      route: ctx._matchedRoute ?? null,
      status: ctx.status,
      code: failure,
      durationMs: Math.round(performance.now() - since),
      waitMs: Math.round(waitMs),
      renderMs: Math.round(renderMs),
      extractMs: Math.round(extractMs * 10) / 10,
      pageLoads,
      cache: cache?.outcome ?? null,
      missing,
    },
    'request',
  );
  scope.log.debug({ url: ctx.url }, 'request target');
}
