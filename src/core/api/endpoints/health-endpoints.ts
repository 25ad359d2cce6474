import { z } from 'zod';
import { aliveBody, type ReadyBody, type readySchema } from '../../published/health.js';
import { HEALTH_PATHS } from '../../published/paths.js';
import { refusal } from '../../texts/messages.js';
import { validate } from '../validate.js';
import { API_FAILURES, type Endpoint, OPEN } from './endpoint.js';

// Health checks need no key, and also work while the API is switched off.

/** Seconds to wait before the next readiness check. */
const RETRY_AFTER_SECONDS = 5;

const CHROMIUM = { version: '156.0.8078.79', age_days: 19 };
const READY: ReadyBody = {
  status: 'ready',
  checks: { browser: 'ok', provider: 'ok', verdicts: 'ok', shutdown: false },
  chromium: CHROMIUM,
};
const BLOCKED: ReadyBody = {
  status: 'not_ready',
  checks: { browser: 'ok', provider: 'blocked', verdicts: 'unproven', shutdown: false },
  chromium: CHROMIUM,
};

const readyParameters = z.object({
  ignore: z
    .literal('provider', { error: refusal('ignoreInvalid') })
    .optional()
    .describe(
      'provider: ready also while loads are paused after a block page. For a balancer whose replicas are all blocked together: they still answer from caches, and say when to ask again',
    ),
});

export const alive: Endpoint = {
  method: 'get',
  path: HEALTH_PATHS.alive,
  id: 'alive',
  ...OPEN,
  summary: 'Check whether the process is running',
  description: 'Checks only that the process answers. Needs no key.',
  success: [
    { kind: 'bare', type: 'application/json', schema: aliveBody, examples: { alive: { status: 'ok' } } },
  ],
  failures: ['InvalidRequest', 'InternalError'],
  answer: () => [
    (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { status: 'ok' };
    },
  ],
};

/** `schema`: see `readySchema`. */
export const readyEndpoint = (schema: ReturnType<typeof readySchema>): Endpoint => ({
  method: 'get',
  path: HEALTH_PATHS.ready,
  id: 'ready',
  ...OPEN,
  summary: 'Check whether the service is ready',
  description:
    'Not ready (503) while Chromium does not answer, while loads are paused after a block page, and after SIGTERM. Needs no key. A request launches Chromium if it is not running.',
  success: [{ kind: 'bare', type: 'application/json', schema, examples: { ready: READY } }],
  others: {
    503: {
      description: 'Not ready; `checks` says why.',
      body: { schema, examples: { 'after a refusal': BLOCKED } },
    },
  },
  query: { schema: readyParameters, examples: { ignore: { 'the provider': 'provider' } } },
  failures: ['InvalidRequest', 'InternalError'],
  answer: (services) => [
    async (ctx) => {
      const { ignore } = validate(readyParameters, ctx.query);
      // The check launches a browser. A service that is shutting down does not need a browser.
      const browser = services.isShuttingDown() ? 'unchecked' : await services.browserHealth();
      const isBlocked = services.isProviderBlocked();
      const isShuttingDown = services.isShuttingDown();
      const hasBrowser = browser === 'ok' || browser === 'idle';
      const isReady = hasBrowser && (!isBlocked || ignore === 'provider') && !isShuttingDown;
      const { version, ageDays } = services.chromium();
      const body: ReadyBody = {
        status: isReady ? 'ready' : 'not_ready',
        checks: {
          browser,
          provider: isBlocked ? 'blocked' : 'ok',
          verdicts: services.verdicts(),
          ...services.checks(),
          shutdown: isShuttingDown,
        },
        chromium: { version, age_days: ageDays },
      };
      ctx.set('Cache-Control', 'no-store');
      if (!isReady) {
        ctx.status = 503;
        ctx.set('Retry-After', String(RETRY_AFTER_SECONDS));
      }
      ctx.body = body;
    },
  ],
});

const METRICS = `# HELP place_lookup_requests_total Requests answered
# TYPE place_lookup_requests_total counter
place_lookup_requests_total{route="/api/details",method="GET",status="200",code=""} 1
`;

/** The metrics show how the service is used, so they need a key where keys are configured. */
export const metrics: Endpoint = {
  method: 'get',
  path: HEALTH_PATHS.metrics,
  id: 'metrics',
  tag: 'Service',
  access: 'metrics',
  points: 0,
  summary: 'Metrics for Prometheus',
  description:
    'Where keys are configured, needs a key that is valid for metrics; costs no points. Contains the names of keys, never queries.',
  success: [{ kind: 'bare', type: 'text/plain', schema: z.string(), examples: { one: METRICS } }],
  failures: API_FAILURES,
  answer: (services) => [
    async (ctx) => {
      const { type, text } = await services.metrics.render();
      ctx.type = type;
      ctx.body = text;
    },
  ],
};
