import { Configuration, log, PlaywrightCrawler, playwrightUtils } from '@crawlee/playwright';
import { chromium } from 'playwright';
import {
  CHROMIUM,
  CHROMIUM_ARGS,
  CONTEXT_OPTIONS,
  isPlaceData,
  MAX_AT_ONCE,
  placeFields,
  placeUrl,
  UNNEEDED_PATTERNS,
} from './common.mjs';
import { serve } from './serve.mjs';

// Crawlee's PlaywrightCrawler, kept alive and fed by its queue. As it comes, all pages share one profile: its
// cache stays warm, its cookies are not kept apart. What makes it slower here is off: disk storage, invented
// fingerprints, scaling down, retiring a browser that rests while others have their turn.

log.setLevel(log.LEVELS.OFF);
/** Lookups under way, by the key of their request. */
const waiting = new Map();
let asked = 0;

const crawler = new PlaywrightCrawler(
  {
    keepAlive: true,
    minConcurrency: MAX_AT_ONCE,
    maxConcurrency: MAX_AT_ONCE,
    maxRequestRetries: 0,
    useSessionPool: false,
    persistCookiesPerSession: false,
    autoscaledPoolOptions: { maybeRunIntervalSecs: 0.05, loggingIntervalSecs: null },
    browserPoolOptions: { useFingerprints: false, retireInactiveBrowserAfterSecs: 3_600 },
    launchContext: {
      launcher: chromium,
      // Past Crawlee's own proxy, which knows nothing of the stand-in; the direct way is the quicker one, too.
      launchOptions: {
        executablePath: CHROMIUM,
        args: CHROMIUM_ARGS,
        proxy: { bypass: '*' },
        ...CONTEXT_OPTIONS,
      },
    },
    preNavigationHooks: [
      async (crawling, gotoOptions) => {
        await playwrightUtils.blockRequests(crawling.page, { urlPatterns: UNNEEDED_PATTERNS });
        gotoOptions.waitUntil = 'commit';
        crawling.placeAnswer = crawling.page.waitForResponse(isPlaceData);
        crawling.placeAnswer.catch(() => undefined);
      },
    ],
    requestHandler: async ({ request, placeAnswer }) =>
      waiting.get(request.uniqueKey).resolve(placeFields(await (await placeAnswer).text())),
    failedRequestHandler: ({ request }, error) => waiting.get(request.uniqueKey).reject(error),
  },
  new Configuration({ persistStorage: false }),
);
const running = crawler.run();

async function lookUp(placeId) {
  asked += 1;
  const uniqueKey = String(asked);
  const done = new Promise((resolve, reject) => waiting.set(uniqueKey, { resolve, reject }));
  await crawler.addRequests([{ url: placeUrl(placeId), uniqueKey }]);
  crawler.autoscaledPool?.notify();
  return done.finally(() => waiting.delete(uniqueKey));
}

serve({ '/api/details': lookUp }, () => {
  crawler.stop();
  return running;
});
