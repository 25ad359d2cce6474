import { chromium } from 'playwright';
import { serve } from './common.mjs';
import { LAUNCH_OPTIONS, lookUpInFreshContext } from './playwright-page.mjs';

// The simplest script there is: launch a browser, look one place up, close it.

serve({
  lookup: async (placeId) => {
    const browser = await chromium.launch(LAUNCH_OPTIONS);
    try {
      return await lookUpInFreshContext(browser, placeId);
    } finally {
      await browser.close();
    }
  },
  close: () => undefined,
});
