import { chromium } from 'playwright';
import { CHROMIUM, PROVIDER, serve } from './common.mjs';
import { launchOptions, lookUp } from './playwright-page.mjs';

// A plain Playwright script: one browser, a fresh context for every lookup.

const browser = await chromium.launch(launchOptions(CHROMIUM, PROVIDER));

serve({
  lookup: (placeId) => lookUp(browser, placeId),
  close: () => browser.close(),
});
