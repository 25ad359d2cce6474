import { createServer } from 'node:http';
import process from 'node:process';
import { chromium } from 'playwright';

// Plain Playwright, one browser and a fresh context for every page. It answers `GET /api/details?placeid=…`, as a script
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

/** The details of /api/details, from the answer that holds every field: paths into its array, no checks. */
function lookUp(placeId) {
  return withPage(async (page) => {
    const [found] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/maps/preview/place')),
      page.goto(`https://www.google.com/maps/place/?q=place_id:${placeId}&hl=pl&gl=pl`, {
        waitUntil: 'commit',
      }),
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

const server = createServer(async ({ url }, response) => {
  try {
    const placeId = new URL(url, 'http://localhost').searchParams.get('placeid');
    response.end(JSON.stringify({ data: await lookUp(placeId) }));
  } catch (error) {
    response.writeHead(500).end(String(error?.stack ?? error));
  }
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => void browser.close().finally(() => process.exit(0)));
// The bench ends this process, because it has more to end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
