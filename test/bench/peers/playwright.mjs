import process from 'node:process';
import { chromium } from 'playwright';
import { launchOptions, lookUp } from './bare.mjs';
import { CHROMIUM, PROVIDER, serve } from './common.mjs';

// Plain Playwright, a fresh context for every lookup: one browser for all, or with KEEPS_BROWSER=false one for each.

const launch = () => chromium.launch(launchOptions(CHROMIUM, PROVIDER));
const kept = process.env.KEEPS_BROWSER === 'false' ? null : await launch();

serve({
  lookup: async (placeId) => {
    const browser = kept ?? (await launch());
    try {
      return await lookUp(browser, placeId);
    } finally {
      if (kept === null) await browser.close();
    }
  },
  close: () => kept?.close(),
});
