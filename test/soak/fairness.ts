import { placeIdOf } from '../../fixtures/provider/ids.js';
import { createApiKey } from '../../src/http/api-keys.js';
import { lookupPlaces } from '../bench/workload.js';
import { CPU_SLACK_MS, lookUpBesideFlood, startFloodedStandIn } from '../support/flood.js';
import { startSoakedService } from './service.js';

/** What became of one key's lookups beside the flood of another. */
export interface FairnessResult {
  /** In Markdown, for people. */
  readonly text: string;
  /** Every broken promise, in words. */
  readonly broken: readonly string[];
}

const BUSY_MS = 60_000;
const FLOODED_WITHIN_MS = 30_000;

/** Two keys on the built service, with its load queue and the default provider rate limiter between them. */
export async function soakFairness(main: string): Promise<FairnessResult> {
  const [greedy, modest] = [createApiKey('greedy'), createApiKey('modest')];
  const places = lookupPlaces();
  const standIn = await startFloodedStandIn(places);
  try {
    const service = await startSoakedService({
      main,
      env: {
        EGRESS_OVERRIDE: standIn.address,
        CHROMIUM_SANDBOX: 'off',
        BROWSER_CONTEXTS: '4',
        API_KEYS: `${greedy.entry},${modest.entry}`,
        RATE_LIMIT_PER_MINUTE: '0',
        LISTS_PER_CLIENT: '0',
        BULK_PER_CLIENT: '0',
        MAX_LISTS: '0',
        PROVIDER_LOADS_PER_MINUTE: '120',
      },
    });
    try {
      const { idleP95, busyP95, statuses } = await lookUpBesideFlood({
        url: service.url,
        greedy,
        modest,
        places: places.map(({ place }) => placeIdOf(place.featureId)),
        busyMs: BUSY_MS,
        requests: () => standIn.requests.length,
        floodedWithinMs: FLOODED_WITHIN_MS,
      });
      const failed = statuses.filter((status) => status !== 200);
      const limit = 2 * idleP95 + CPU_SLACK_MS;
      const broken = failed.map((status) => `a lookup beside the flood was answered ${status}`);
      if (busyP95 > limit)
        broken.push(`lookups beside the flood: 95 % within ${ms(busyP95)}, ${ms(limit)} are allowed`);
      const text = `## Two keys\n\n${statuses.length} lookups of one key beside the flood of another: 95 % within ${ms(busyP95)}, without the flood ${ms(idleP95)}; ${failed.length} failed.`;
      return { text, broken };
    } finally {
      await service.stop();
    }
  } finally {
    await standIn.close();
  }
}

const ms = (value: number) => `${Math.round(value)} ms`;
