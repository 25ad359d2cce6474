import type { Browser, Page } from '@playwright/test';
import { test as withService } from './service.js';
import { launchFor } from './stand-in-browser.js';

let running: Promise<Browser> | null = null;

/**
 * Tests in a bare browser for which the stand-in is the whole internet: one for each worker, with which it ends, and a
 * new context for each test. They share the workers of tests with a service: workers of their own would cost seconds.
 */
export const test = withService.extend<{ page: Page }>({
  page: async ({ standIn }, use) => {
    running ??= launchFor(standIn);
    const context = await (await running).newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    await use(await context.newPage());
    await context.close();
  },
});
