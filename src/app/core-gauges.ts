import type { Core } from '../core/capability.js';
import type { VerdictState } from '../core/reviews/proof/controls.js';
import type { ChromiumInfo } from '../core/runtime/metrics.js';
import type { BreakerState } from '../core/traffic/breaker.js';

type Measured = Pick<Core, 'verdicts' | 'queueLength'> & {
  readonly metrics: Pick<Core['metrics'], 'gauge' | 'gaugeBy'>;
  readonly pool: Pick<Core['pool'], 'stats'>;
  readonly chromium: Pick<Core['chromium'], 'info' | 'health'>;
  readonly breaker: Pick<Core['breaker'], 'state'>;
};

const BREAKER_STATES: readonly BreakerState[] = ['closed', 'half_open', 'open'];
const VERDICT_STATES: readonly VerdictState[] = ['ok', 'unproven', 'suspended'];

/** Defines the gauges of the core, which are read at each scrape. */
export function coreGauges(core: Measured) {
  const { pool, chromium, queueLength, breaker, verdicts } = core;
  const { gauge, gaugeBy } = core.metrics;
  /** Has a value only while the version and the value are known. */
  const ofChromium = (name: string, help: string, read: (info: ChromiumInfo) => number | null) =>
    gaugeBy(['version'], name, help, () => {
      const info = chromium.info();
      const value = read(info);
      return info.version === null || value === null ? [] : [[{ version: info.version }, value]];
    });
  gauge('pool_size', 'Contexts that exist', () => pool.stats().size);
  gauge('pool_borrowed', 'Pages in use', () => pool.stats().borrowed);
  gauge('queue_length', 'Loads waiting for a page or for the provider rate limiter', queueLength);
  gauge('breaker_state', '0 closed, 1 half open, 2 open', () => BREAKER_STATES.indexOf(breaker.state()));
  gauge('verdicts_state', '0 ok, 1 unproven, 2 suspended', () => VERDICT_STATES.indexOf(verdicts()));
  const isAway = async () => Number((await chromium.health()) === 'unavailable');
  gauge('browser_unavailable', '1 while Chromium does not answer', isAway);
  ofChromium('chromium_info', 'The version of the Chromium in use; always 1', () => 1);
  const ofAge = 'Days since the Chromium in use was built, by its file';
  ofChromium('chromium_age_days', ofAge, ({ ageDays }) => ageDays);
}
