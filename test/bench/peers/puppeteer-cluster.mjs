import puppeteer from 'puppeteer';
import { Cluster } from 'puppeteer-cluster';
import {
  CHROMIUM,
  chromiumArgs,
  IS_HEADLESS_SHELL,
  isPlaceData,
  MOST_AT_ONCE,
  PROVIDER,
  placeFields,
  placeUrl,
  serve,
  UNNEEDED,
  VIEWPORT,
} from './common.mjs';

// puppeteer-cluster as its manual recommends it: one browser, an incognito context for every task. Requests are
// refused by Puppeteer's own interception.

const cluster = await Cluster.launch({
  puppeteer,
  concurrency: Cluster.CONCURRENCY_CONTEXT,
  maxConcurrency: MOST_AT_ONCE,
  puppeteerOptions: {
    executablePath: CHROMIUM,
    headless: IS_HEADLESS_SHELL ? 'shell' : true,
    acceptInsecureCerts: true,
    defaultViewport: VIEWPORT,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Playwright's default, and the service's in the bench.
    args: [...chromiumArgs(PROVIDER), '--no-sandbox', '--lang=pl-PL'],
  },
});

async function lookUp({ page, data: placeId }) {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const done = UNNEEDED.test(request.url()) ? request.abort() : request.continue();
    done.catch(() => undefined);
  });
  const loading = page.goto(placeUrl(placeId), { waitUntil: 'domcontentloaded' }).catch(() => undefined);
  const answer = await page.waitForResponse(isPlaceData);
  const fields = placeFields(await answer.text());
  void loading;
  return fields;
}

serve({
  lookup: (placeId) => cluster.execute(placeId, lookUp),
  close: () => cluster.close(),
});
