import { createApiKey } from '../../src/config/api-keys.js';
import { lookUpBesideFlood } from '../support/flood.js';
import { lookupPlaceIds } from './places.js';
import { type Arena, startService, withCleanup } from './processes.js';
import { numberText } from './statistics.js';

// Lookups of one key, alone and beside everything another key can ask for at once, with the load queue and the
// default provider rate limiter between them: client points and numbers of lists and bulk checks are off.

const CONTEXTS = 4;
const LOADS_PER_MINUTE = 120;
const GOAL = 2;

/** One key's lookups without and beside the flood of another, as text. */
export function measureFairness(arena: Arena, quick: boolean, signal: AbortSignal): Promise<string> {
  const [greedy, modest] = [createApiKey('greedy'), createApiKey('modest')];
  return withCleanup(async (keep) => {
    const { address } = await keep(
      startService(arena, {
        API_KEYS: `${greedy.entry},${modest.entry}`,
        BROWSER_CONTEXTS: String(CONTEXTS),
        PROVIDER_LOADS_PER_MINUTE: String(LOADS_PER_MINUTE),
        LISTS_PER_CLIENT: '0',
        BULK_PER_CLIENT: '0',
        MAX_LISTS: '0',
      }),
    );
    const url = new URL(address).origin;
    signal.throwIfAborted();
    const { idleP95, busyP95, statuses } = await lookUpBesideFlood({
      url,
      greedy,
      modest,
      places: lookupPlaceIds(),
      busyMs: quick ? 15_000 : 120_000,
      requests: () => pageLoads(url, greedy.key),
      floodedWithinMs: 30_000,
    });
    const failed = statuses.filter((status) => status !== 200);
    return [
      `${CONTEXTS} contexts, ${LOADS_PER_MINUTE} loads a minute; one key repeats 4 long lists, 6 bulk checks of 1,000 links and 60 lookups at once`,
      `  idle: p95 ${numberText(idleP95)} ms`,
      `  beside it: ${statuses.length} lookups of another key, p95 ${numberText(busyP95)} ms, failures: ${failed.join(', ') || 'none'}`,
      `  p95 beside it ÷ idle: ${numberText(busyP95 / idleP95, 2)} (goal: at most ${GOAL})`,
    ].join('\n');
  });
}

/** Page loads and plain requests the service has made. */
async function pageLoads(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { 'X-API-Key': key } });
  const lines = (await response.text()).split('\n');
  const counted = lines.filter((line) => /^place_lookup_(?:page_loads|light_attempts)_total\{/.test(line));
  return counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
