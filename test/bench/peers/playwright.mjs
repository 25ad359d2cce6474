import process from 'node:process';
import { chromium } from 'playwright';
import { serve } from './serve.mjs';

// Plain Playwright, one browser and a fresh context for every page. It looks places up and reads reviews, as a script
// would: the service has to measure up to it. PROVIDER is the stand-in, `127.0.0.1:<port>`.

/** The switches of the service (src/core/browser/chromium.ts). In place of a proxy, the resolver rules name the stand-in. */
const CHROMIUM_ARGS = [
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  `--host-resolver-rules=MAP * ${process.env.PROVIDER}`,
  '--blink-settings=imagesEnabled=false',
];
const CONTEXT_OPTIONS = {
  locale: 'pl-PL',
  timezoneId: 'Europe/Warsaw',
  ignoreHTTPSErrors: true,
  serviceWorkers: 'block',
  viewport: { width: 1280, height: 900 },
};
/** Requests that no answer needs. */
const UNNEEDED =
  /fonts\.(gstatic|googleapis)\.com|googleusercontent\.com|play\.google\.com|\/maps\/vt[?/]|\/gen_204|\.(woff2|mp4|png|jpe?g|gif)/;
const CARD = 'div.jftiEf[data-review-id]';
const STARS = 'span.kvMYJc';
const GONE = 'Ta opinia nie jest już dostępna';

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: CHROMIUM_ARGS,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
});

async function withPage(work) {
  const context = await browser.newContext(CONTEXT_OPTIONS);
  try {
    const page = await context.newPage();
    await page.route(UNNEEDED, (route) => route.abort().catch(() => undefined));
    return await work(page);
  } finally {
    await context.close();
  }
}

function goToPlace(page, placeId) {
  return page.goto(`https://www.google.com/maps/place/?q=place_id:${placeId}&hl=pl&gl=pl`, {
    waitUntil: 'commit',
  });
}

/** The details of /api/details, from the answer that holds every field: paths into its array, no checks. */
function lookUp(placeId) {
  return withPage(async (page) => {
    const [found] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/maps/preview/place')),
      goToPlace(page, placeId),
    ]);
    const body = await found.text();
    const place = JSON.parse(body.slice(body.indexOf('\n') + 1))[6];
    const stars = place[175]?.[3] ?? [];
    return {
      details: {
        cid: BigInt(place[10].split(':')[1]).toString(),
        nazwa_wizytowki: place[11].trim(),
        adres: place[39]?.trim() ?? null,
        kategoria: place[13]?.[0] ?? null,
        srednia_ocen: place[4]?.[7] ?? null,
        liczba_opinii: place[4]?.[8] ?? null,
        liczba_5_gwiazdek: stars[4] ?? null,
        liczba_4_gwiazdek: stars[3] ?? null,
        liczba_3_gwiazdek: stars[2] ?? null,
        liczba_2_gwiazdek: stars[1] ?? null,
        liczba_1_gwiazdka: stars[0] ?? null,
      },
    };
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
    await goToPlace(page, placeId);
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
  () => browser.close(),
);
