import { chromium } from 'playwright';
import { CHROMIUM, PROVIDER, serve } from './common.mjs';
import { launchOptions, lookUp } from './playwright-page.mjs';

// The simplest script there is: launch a browser, look one place up, close it.

serve({
  lookup: async (placeId) => {
    const browser = await chromium.launch(launchOptions(CHROMIUM, PROVIDER));
    try {
      return await lookUp(browser, placeId);
    } finally {
      await browser.close();
    }
  },
  close: () => undefined,
});
