import { z } from 'zod';

/** Where an operator's tools look. These paths stand at the root, outside /api. */
export const HEALTH_PATHS = { alive: '/healthz', ready: '/readyz', metrics: '/metrics' } as const;

export const aliveBody = z.object({
  status: z.literal('ok').describe('The process lives; nothing else is asked'),
});

export const readyBody = z.object({
  status: z.enum(['ready', 'not_ready']).describe('ready with status 200, not_ready with 503'),
  checks: z.object({
    browser: z
      .enum(['ok', 'unavailable', 'unchecked'])
      .describe('Whether Chromium answers within two seconds; not asked any more during shutdown'),
    provider: z
      .enum(['ok', 'blocked'])
      .describe('blocked while the provider is left alone after a refusal; ok again when it may be tried'),
    shutdown: z.boolean().describe('true once the service has been told to end'),
  }),
});

export type ReadyBody = z.infer<typeof readyBody>;

/** What a readiness check learned. `browserAnswers` null = not asked. */
export interface Readiness {
  readonly browserAnswers: boolean | null;
  readonly isProviderBlocked: boolean;
  readonly isShuttingDown: boolean;
}

export function presentReadiness({
  browserAnswers,
  isProviderBlocked,
  isShuttingDown,
}: Readiness): ReadyBody {
  const isReady = browserAnswers === true && !isProviderBlocked && !isShuttingDown;
  return {
    status: isReady ? 'ready' : 'not_ready',
    checks: {
      browser: browserAnswers === null ? 'unchecked' : browserAnswers ? 'ok' : 'unavailable',
      provider: isProviderBlocked ? 'blocked' : 'ok',
      shutdown: isShuttingDown,
    },
  };
}
