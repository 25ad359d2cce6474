import { test as browserTest, expect, mergeTests } from '@playwright/test';
import { builtFile } from '../support/built.js';
import { test as serviceTest } from '../support/service.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { type FakeApi, type FakeCall, startFakeApi } from './fake-api.js';

/** Starts a fake API that ends with the test. */
type Fake = (
  answer: (call: FakeCall) => void | Promise<void>,
  options?: { readonly hasJobs?: boolean; readonly hasEvidence?: boolean; readonly hasWatch?: boolean },
) => Promise<FakeApi>;

interface ConsoleFixtures {
  readonly fake: Fake;
  /** What the page complained of; a test fails with any of it. */
  readonly complaints: string[];
}

/** The console in a real browser, against the real service (`service`) or one that answers as told (`fake`). */
export const test = mergeTests(browserTest, serviceTest).extend<ConsoleFixtures, { built: undefined }>({
  launchOptions: [
    ({}, use) => use({ executablePath: chromiumForTests(), args: ['--no-sandbox'] }),
    { scope: 'worker' },
  ],
  /** What a view shows does not depend on how it was read. */
  serviceEnv: { LIGHT_LANE: 'auto' },
  locale: 'pl-PL',
  timezoneId: 'Europe/Warsaw',
  built: [
    async ({}, use) => {
      builtFile('console/index.html');
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  fake: async ({}, use) => {
    const running: FakeApi[] = [];
    await use(async (answer, options) => {
      const api = await startFakeApi(answer, options);
      running.push(api);
      return api;
    });
    await Promise.all(running.map((api) => api.close()));
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        // The browser reports every answer that is no success; the page shows those itself.
        const isRefusal = message.text().startsWith('Failed to load resource');
        if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
