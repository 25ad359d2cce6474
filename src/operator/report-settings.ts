import { type Config, readConfig } from '../config/config.js';

/** Settings whose value holds no address, key, link or path. Anything else is only said to be set. */
const PLAIN = new Set<keyof Config>([
  'LOG_LEVEL',
  'REQUEST_TIMEOUT_MS',
  'REVIEWS_TIMEOUT_MS',
  'REVIEWS_PAGE_DELAY_MS',
  'CHROMIUM_SANDBOX',
  'BROWSER_CONTEXTS',
  'BROWSER_IDLE_MINUTES',
  'CONTEXT_MAX_USES',
  'CONTEXT_MAX_AGE_MINUTES',
  'PROVIDER_LANGUAGE',
  'PROVIDER_REGION',
  'TIME_ZONE',
  'PROVIDER_LOADS_PER_MINUTE',
  'LIGHT_LANE',
  'FAST_PATH_CONCURRENCY',
  'BREAKER_COOLDOWN_MS',
  'DOCTOR_INTERVAL_MINUTES',
]);

/** The settings that differ from their defaults, as a report may show them. */
export function settingsForReport(config: Config): Record<string, unknown> {
  const defaults: Readonly<Record<string, unknown>> = readConfig({});
  const changed = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, isPlain(name) ? value : '(set)'] as const));
}

function isPlain(name: string): boolean {
  return (PLAIN as ReadonlySet<string>).has(name);
}
