import process from 'node:process';
import { chromium } from 'playwright';
import {
  CHROMIUM,
  CHROMIUM_ARGS,
  CONTEXT_OPTIONS,
  isPlaceData,
  placeFields,
  placeUrl,
  UNNEEDED,
} from './common.mjs';
import { serve } from './serve.mjs';

// Plain Playwright, a fresh context for every page: one browser for all, or with KEEPS_BROWSER=false one for each. It
// also reads reviews, as a script would: the service has to measure up to it.

const CARD = 'div.jftiEf[data-review-id]';
const STARS = 'span.kvMYJc';
const GONE = 'Ta opinia nie jest już dostępna';

const handled = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
const launch = () => chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS, ...handled });
const kept = process.env.KEEPS_BROWSER === 'false' ? null : await launch();

async function withPage(work) {
  const browser = kept ?? (await launch());
  const context = await browser.newContext(CONTEXT_OPTIONS);
  try {
    const page = await context.newPage();
    await page.route(UNNEEDED, (route) => route.abort().catch(() => undefined));
    return await work(page);
  } finally {
    await context.close();
    if (kept === null) await browser.close();
  }
}

/** The fields of a place, from the place answer. */
function lookUp(placeId) {
  return withPage(async (page) => {
    const [found] = await Promise.all([
      page.waitForResponse(isPlaceData),
      page.goto(placeUrl(placeId), { waitUntil: 'commit' }),
    ]);
    return placeFields(await found.text());
  });
}

/** Whether the page of a review shows stars or says that the review is gone. */
function showsStars(link) {
  return withPage(async (page) => {
    await page.goto(link, { waitUntil: 'commit' });
    const stars = page.locator(STARS);
    await stars.or(page.getByText(GONE)).first().waitFor({ state: 'attached' });
    return (await stars.count()) > 0;
  });
}

/** The ids of the reviews of a place, newest first: sorts, then scrolls and waits for each batch. */
function listReviews(placeId) {
  return withPage(async (page) => {
    const isBatch = (response) => response.url().includes('/batchexecute?rpcids=qv9Egd');
    await page.goto(placeUrl(placeId), { waitUntil: 'commit' });
    await page.getByRole('tab', { name: 'Opinie' }).click();
    await page.locator('button.HQzyZ').click();
    const newest = page.locator('div[role="menuitemradio"][data-index="1"]');
    const [first] = await Promise.all([page.waitForResponse(isBatch), newest.click()]);
    const ids = [];
    for (let batch = first; ; ) {
      const { records, hasNext } = readBatch(await batch.text());
      ids.push(...records.map((record) => String(record[0])));
      if (!hasNext) return ids;
      const last = page.locator(CARD).nth(ids.length - 1);
      await last.waitFor({ state: 'attached' });
      [batch] = await Promise.all([page.waitForResponse(isBatch), scrollToEnd(page)]);
    }
  });
}

function scrollToEnd(page) {
  return page.evaluate(() => {
    const list = document.querySelector('.dS8AEf');
    if (list !== null) list.scrollTop = list.scrollHeight;
  });
}

/** reviews.md §2: the frame `wrb.fr` holds the payload as text; records at [2], the token of the next at [1]. */
function readBatch(body) {
  const frame = body.split('\n').find((line) => line.startsWith('[["wrb.fr"')) ?? '[[]]';
  const payload = JSON.parse(JSON.parse(frame)[0][2] ?? '[]');
  return { records: (payload[2] ?? []).map((row) => row[0] ?? []), hasNext: typeof payload[1] === 'string' };
}

serve(
  {
    '/api/details': lookUp,
    // Like the service, the script says "not visible" only after a second load.
    '/api/review-visibility': async (link) => ({
      is_visible: (await showsStars(link)) || (await showsStars(link)),
    }),
    '/api/place-reviews': listReviews,
  },
  () => kept?.close(),
);
