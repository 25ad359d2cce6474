import { expect } from '@playwright/test';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { createApiKey } from '../../src/http/api-keys.js';
import { lookupPlaces } from '../bench/workload.js';
import { CPU_SLACK_MS, lookUpBesideFlood, startFloodedStandIn } from '../support/flood.js';
import { startService, test } from '../support/service.js';

const SHOP = createApiKey('shop');
const FARM = createApiKey('farm');

test('lists, bulk checks and lookups of one key slow another key down twofold at most', async () => {
  test.setTimeout(90_000);
  const places = lookupPlaces();
  const standIn = await startFloodedStandIn(places);
  // Without points and numbers of their own: the load queue and the default provider rate limiter have to do it.
  const service = await startService(standIn, {
    API_KEYS: `${SHOP.entry},${FARM.entry}`,
    BROWSER_CONTEXTS: '4',
    LIGHT_LANE: 'auto',
    PROVIDER_LOADS_PER_MINUTE: '120',
  });
  try {
    const result = await lookUpBesideFlood({
      url: service.url,
      greedy: SHOP,
      modest: FARM,
      places: places.map(({ place }) => placeIdOf(place.featureId)),
      busyMs: 7_000,
      requests: () => standIn.requests.length,
      floodedWithinMs: 20_000,
    });
    expect(result.statuses.length, JSON.stringify(result)).toBeGreaterThanOrEqual(3);
    expect(new Set(result.statuses), JSON.stringify(result)).toEqual(new Set([200]));
    expect(result.busyP95, JSON.stringify(result)).toBeLessThanOrEqual(2 * result.idleP95 + CPU_SLACK_MS);
  } finally {
    await service.close();
    await standIn.close();
  }
});
