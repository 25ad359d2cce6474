import type { Page } from '@playwright/test';
import { test as withStandIn } from './stand-in-test.js';

/** Tests in a page of the bare browser. */
export const test = withStandIn.extend<{ page: Page }>({
  page: async ({ bareBrowser }, use) => {
    await using context = await bareBrowser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    await use(await context.newPage());
  },
});
