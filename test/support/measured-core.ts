import type { coreGauges } from '../../src/app/core-gauges.js';
import type { Metrics } from '../../src/core/runtime/metrics.js';

type Measured = Parameters<typeof coreGauges>[0];

/** A core whose gauges can be read, without a browser. */
export function measuredCore(metrics: Metrics, info: Measured['chromium']['info']): Measured {
  return {
    metrics,
    pool: { stats: () => ({ size: 1, borrowed: 1, free: 1 }) },
    queueLength: () => 1,
    chromium: { info, health: async () => 'ok' },
    breaker: { state: () => 'closed' },
    verdicts: () => 'ok',
  };
}
