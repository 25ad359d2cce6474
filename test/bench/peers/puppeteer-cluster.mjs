import puppeteer from 'puppeteer';
import { Cluster } from 'puppeteer-cluster';
import {
  CHROMIUM,
  CHROMIUM_ARGS,
  CONTEXT_OPTIONS,
  isPlaceData,
  MAX_AT_ONCE,
  placeFields,
  placeUrl,
  UNNEEDED,
} from './common.mjs';
import { serve } from './serve.mjs';

// puppeteer-cluster as its manual recommends it: one browser, an incognito context for every task. Requests are
// refused by Puppeteer's own interception.

const cluster = await Cluster.launch({
  puppeteer,
  concurrency: Cluster.CONCURRENCY_CONTEXT,
  maxConcurrency: MAX_AT_ONCE,
  puppeteerOptions: {
    executablePath: CHROMIUM,
    headless: /headless[-_]shell/.test(CHROMIUM) ? 'shell' : true,
    acceptInsecureCerts: true,
    defaultViewport: CONTEXT_OPTIONS.viewport,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Playwright's default, and the service's in the bench.
    args: [...CHROMIUM_ARGS, '--no-sandbox', '--lang=pl-PL'],
  },
});

async function lookUp({ page, data: placeId }) {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const done = UNNEEDED.test(request.url()) ? request.abort() : request.continue();
    done.catch(() => undefined);
  });
  page.goto(placeUrl(placeId), { waitUntil: 'domcontentloaded' }).catch(() => undefined);
  return placeFields(await (await page.waitForResponse(isPlaceData)).text());
}

serve({ '/api/details': (placeId) => cluster.execute(placeId, lookUp) }, () => cluster.close());
