import { Router } from '@koa/router';
import type { ChromiumInfo, Metrics } from '../metrics.js';
import type { VerdictState } from '../services/controls.js';
import { type BrowserHealth, HEALTH_PATHS, presentReadiness } from './contract/health.js';
import type { Middleware, RequestState } from './state.js';

/** What readiness is judged by. */
export interface HealthOptions {
  /** Takes a few seconds at most and never rejects. */
  readonly browserHealth: () => Promise<BrowserHealth>;
  readonly isProviderBlocked: () => boolean;
  readonly isShuttingDown: () => boolean;
  /** Whether "not visible" and the like can be said; never a reason not to be ready. */
  readonly verdicts: () => VerdictState;
  readonly chromium: () => ChromiumInfo;
}

/** Seconds after which asking for readiness again makes sense. */
const RETRY_AFTER_SECONDS = 5;

/** Whether the process lives and whether it can serve: open to everyone, whatever the API's own state. */
export function createHealthRoutes(options: HealthOptions): Router<RequestState> {
  return new Router<RequestState>()
    .get(HEALTH_PATHS.alive, (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { status: 'ok' };
    })
    .get(HEALTH_PATHS.ready, async (ctx) => {
      // Asking would launch a browser, which a service about to end has no use for.
      const browser = options.isShuttingDown() ? 'unchecked' : await options.browserHealth();
      const body = presentReadiness({
        browser,
        isProviderBlocked: options.isProviderBlocked(),
        isShuttingDown: options.isShuttingDown(),
        verdicts: options.verdicts(),
        chromium: options.chromium(),
      });
      ctx.set('Cache-Control', 'no-store');
      if (body.status !== 'ready') {
        ctx.status = 503;
        ctx.set('Retry-After', String(RETRY_AFTER_SECONDS));
      }
      ctx.body = body;
    });
}

/** Metrics for Prometheus. They reveal how the service is used, so they need a key. */
export function createMetricsRoute(metrics: Metrics, guard: Middleware): Router<RequestState> {
  return new Router<RequestState>().get(HEALTH_PATHS.metrics, guard, async (ctx) => {
    const { type, text } = await metrics.render();
    ctx.type = type;
    ctx.body = text;
  });
}
