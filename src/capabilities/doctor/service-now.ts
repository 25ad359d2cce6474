import type { Core } from '../../core/capability.js';
import type { DoctorData } from './published.js';

/** What the running service says of itself, by its metrics: a metric that it does not have is null. */
export async function serviceNow(core: Pick<Core, 'metrics' | 'version' | 'isProviderBlocked'>) {
  const numberOf = async (name: string): Promise<number | null> => {
    const [value = Number.NaN] = await core.metrics.read(name);
    return Number.isNaN(value) ? null : value;
  };
  const momentOf = async (name: string): Promise<string | null> => {
    const seconds = await numberOf(name);
    return seconds === null ? null : new Date(seconds * 1_000).toISOString();
  };
  return {
    version: core.version,
    provider_blocked: core.isProviderBlocked(),
    browser_available: (await numberOf('browser_unavailable')) !== 1,
    free_bytes: await numberOf('data_free_bytes'),
    proven_at: await momentOf('watch_last_proven_timestamp_seconds'),
    checks_overdue: await numberOf('watch_checks_overdue'),
    deliveries_failing: await numberOf('watch_deliveries_failing'),
    backup_at: await momentOf('backup_timestamp_seconds'),
  } satisfies DoctorData['service'];
}
