import { test as serviceTest } from '../support/service.js';
import { type FakeApi, type Reply, startFakeApi } from './fake-api.js';

/**
 * The command line against the real service (`service`), which renders no page that it can do without, or one that
 * gives these replies and ends with the test (`serve`).
 */
export const test = serviceTest.extend<{ serve: (...replies: [Reply, ...Reply[]]) => Promise<FakeApi> }>({
  serviceEnv: { LIGHT_LANE: 'auto', DETAILS_CACHE_SECONDS: '300' },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  serve: async ({}, use) => {
    const started: FakeApi[] = [];
    await use(async (...replies) => {
      const api = await startFakeApi(...replies);
      started.push(api);
      return api;
    });
    for (const api of started) await api.close();
  },
});
