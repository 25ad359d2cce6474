import puppeteer from 'puppeteer';
import { Cluster } from 'puppeteer-cluster';
import { answer } from './answer.mjs';
import {
  CHROMIUM,
  CHROMIUM_ARGS,
  IS_HEADLESS_SHELL,
  isPlaceData,
  MAX_AT_ONCE,
  placeFields,
  placeUrl,
  UNNEEDED,
  VIEWPORT,
} from './common.mjs';

// puppeteer-cluster as its manual recommends it: one browser, an incognito context for every task. Requests are
// refused by Puppeteer's own interception.

const cluster = await Cluster.launch({
  puppeteer,
  concurrency: Cluster.CONCURRENCY_CONTEXT,
  maxConcurrency: MAX_AT_ONCE,
  puppeteerOptions: {
    executablePath: CHROMIUM,
    headless: IS_HEADLESS_SHELL ? 'shell' : true,
    acceptInsecureCerts: true,
    defaultViewport: VIEWPORT,
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
  const loading = page.goto(placeUrl(placeId), { waitUntil: 'domcontentloaded' }).catch(() => undefined);
  const answer = await page.waitForResponse(isPlaceData);
  const fields = placeFields(await answer.text());
  void loading;
  return fields;
}

answer(({ argument: placeId }) => cluster.execute(placeId, lookUp), { close: () => cluster.close() });
