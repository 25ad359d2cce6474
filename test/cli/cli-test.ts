import { test as base } from '@playwright/test';
import { type FakeApi, type Reply, startFakeApi } from './fake-api.js';

/** `serve` starts a service with these replies; it ends with the test. */
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
