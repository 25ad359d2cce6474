import { test as browserTest, expect, mergeTests } from '@playwright/test';
import { builtFile } from '../support/built.js';
import { test as serviceTest } from '../support/service.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { type FakeApi, startFakeApi } from './fake-api.js';

/** Starts a fake API that ends with the test. */
type Fake = (...parameters: Parameters<typeof startFakeApi>) => Promise<FakeApi>;

export interface ConsoleFixtures {
  readonly fake: Fake;
  /** Errors and warnings of the page; a test with any of them fails. */
  readonly complaints: string[];
}

/** The console in a real browser, against the real service (`service`) or one that answers as told (`fake`). */
export const test = mergeTests(browserTest, serviceTest).extend<ConsoleFixtures, { built: undefined }>({
  launchOptions: [
    ({}, use) => use({ executablePath: chromiumForTests(), args: ['--no-sandbox'] }),
    { scope: 'worker' },
  ],
  /** The views show the same, whether a place was read by the fast path or rendered. */
  serviceTuning: { usesFastPath: true },
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
    await use(async (...parameters) => {
      const api = await startFakeApi(...parameters);
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
        // The browser reports each failed request; the page shows failures itself.
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
