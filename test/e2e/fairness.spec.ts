import { expect } from '@playwright/test';
import { createApiKey } from '../../src/config/api-keys.js';
import { FLOODED, lookUpBesideFlood, MAX_LOADS_BESIDE, startFloodedStandIn } from '../support/flood.js';
import { startService, test } from '../support/service.js';

const SHOP = createApiKey('shop');
const FARM = createApiKey('farm');

// The order of turns, in virtual time: test/unit/traffic/fair-turns.spec.ts.
test('lists, bulk checks and lookups of one key let another key load its pages in between', async () => {
  test.setTimeout(90_000);
  const standIn = await startFloodedStandIn();
  const env = { ...FLOODED, API_KEYS: `${SHOP.entry},${FARM.entry}`, LIGHT_LANE: 'auto' };
  const service = await startService(standIn, env);
  try {
    const { url } = service;
    const watched = await lookUpBesideFlood({ url, standIn, greedy: SHOP, modest: FARM, lookups: 3 });
    for (const { status, loads } of watched) {
      expect(status, JSON.stringify(watched)).toBe(200);
      expect(loads, JSON.stringify(watched)).toBeLessThanOrEqual(MAX_LOADS_BESIDE);
    }
    test.info().annotations.push({ type: 'loads', description: JSON.stringify(watched) });
  } finally {
    await service.close();
    await standIn.close();
  }
});
