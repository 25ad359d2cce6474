import { test as base } from '@playwright/test';
import { type FakeApi, type Reply, startFakeApi } from '../support/fake-api.js';
import { test as withService } from '../support/service.js';

/** The command line against a service that gives these replies; it ends with the test. */
export const test = base.extend<{ serve: (...replies: [Reply, ...Reply[]]) => Promise<FakeApi> }>({
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

/** The command line against the real service, which renders no page that it can do without. */
export const serviceTest = withService.extend({
  serviceEnv: { LIGHT_LANE: 'auto', DETAILS_CACHE_SECONDS: '300' },
});
