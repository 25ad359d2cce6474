import { chromium } from 'playwright';
import { serve } from './common.mjs';
import { LAUNCH_OPTIONS, lookUpInFreshContext } from './playwright-page.mjs';

// A plain Playwright script: one browser, a fresh context for every lookup.

const browser = await chromium.launch(LAUNCH_OPTIONS);

serve({
  lookup: (placeId) => lookUpInFreshContext(browser, placeId),
  close: () => browser.close(),
});
