import { type Browser, chromium, type Page, type Response } from 'playwright';
import { Agent, request } from 'undici';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { placeFields } from './peers/place-fields.mjs';

/** A plain Playwright script doing the same page loads: what the service has to measure up to. */
export interface Bare {
  /** Loads a place page and takes its fields from the place answer. */
  details(url: string): Promise<object>;
  /** Searches, chooses the first real result in the list and takes its fields. */
  detailsFromList(url: string): Promise<object>;
  /** Searches and takes the Place ID of the first real result. */
  searchId(url: string): Promise<string>;
  /** Opens a page that forwards to a place and takes the Place ID from the address it arrives at. */
  forwardedId(url: string): Promise<string>;
  /** The `Location` a share link redirects to. */
  redirect(link: string): Promise<string>;
  /** Any other work in a page of a context of its own. */
  inPage<T>(work: (page: Page) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const UNNEEDED =
  /^https:\/\/(?:fonts\.(?:gstatic|googleapis)\.com|[\w-]+\.googleusercontent\.com|play\.google\.com)\/|\/maps\/vt[?/]|\/gen_204|\.(?:woff2|mp4|png|jpe?g|gif)(?:\?|$)/;

/** The same program and arguments as the service's (src/browser/chromium.ts); no proxy: the resolver rules point at the provider. */
export async function launchBare(executablePath: string, provider: string): Promise<Bare> {
  const browser = await chromium.launch({
    executablePath,
    // Ended by the bench itself, which has more to end.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-quic',
      `--host-resolver-rules=MAP * ${provider}`,
      '--blink-settings=imagesEnabled=false',
    ],
  });
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  return {
    details: (url) =>
      inFreshContext(browser, async (page) => {
        const [answer] = await Promise.all([page.waitForResponse(isPlaceData), commit(page, url)]);
        return placeFields(await answer.text());
      }),
    detailsFromList: (url) =>
      inFreshContext(browser, async (page) => {
        const [answer] = await Promise.all([page.waitForResponse(isSearchData), commit(page, url)]);
        const featureId = firstResult(await answer.text());
        const card = page.locator(`a.hfpxzc[href*="!1s${featureId}!"]`).last();
        const [opened] = await Promise.all([page.waitForResponse(isPlaceData), card.click()]);
        return placeFields(await opened.text());
      }),
    searchId: (url) =>
      inFreshContext(browser, async (page) => {
        const [answer] = await Promise.all([page.waitForResponse(isSearchData), commit(page, url)]);
        return placeIdOf(firstResult(await answer.text()));
      }),
    forwardedId: (url) =>
      inFreshContext(browser, async (page) => {
        await commit(page, url);
        await page.waitForURL(/!1s0x/, { waitUntil: 'commit' });
        return placeIdOf(/!1s(0x[0-9a-f]+:0x[0-9a-f]+)/.exec(page.url())?.[1] ?? '');
      }),
    redirect: async (link) => {
      const { host, pathname } = new URL(link);
      const { headers, body } = await request(`https://${provider}${pathname}`, {
        dispatcher: agent,
        headers: { host },
      });
      await body.dump();
      return String(headers.location);
    },
    inPage: (work) => inFreshContext(browser, work),
    close: async () => {
      await browser.close();
      await agent.close();
    },
  };
}

async function inFreshContext<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
  });
  try {
    const page = await context.newPage();
    await page.route(UNNEEDED, (route) => route.abort().catch(() => undefined));
    return await work(page);
  } finally {
    await context.close();
  }
}

function commit(page: Page, url: string) {
  return page.goto(url, { waitUntil: 'commit' });
}

function isPlaceData(response: Response): boolean {
  return response.url().includes('/maps/preview/place');
}

function isSearchData(response: Response): boolean {
  return response.url().includes('/search?tbm=map');
}

function parsed(body: string): unknown {
  return JSON.parse(body.slice(body.indexOf('\n') + 1));
}

function valueAt(value: unknown, ...path: number[]): unknown {
  return path.reduce<unknown>((inner, index) => (Array.isArray(inner) ? inner[index] : undefined), value);
}

/** places.md §7: advertisements have no `[1]`. */
function firstResult(body: string): string {
  const rows = valueAt(parsed(body), 64);
  const first = Array.isArray(rows) ? rows.find((row) => valueAt(row, 1) != null) : undefined;
  return String(valueAt(first, 1, 10));
}
