import { test as browserTest, mergeTests } from '@playwright/test';
import { launchFor } from './stand-in-browser.js';
import { test as withStandIn } from './stand-in-test.js';

/** Tests in a bare browser for which the stand-in is the whole internet; one per worker, a new context for each test. */
export const test = mergeTests(browserTest, withStandIn).extend({
  browser: [
    async ({ standIn }, use) => {
      const browser = await launchFor(standIn);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  ignoreHTTPSErrors: true,
});
