import { chromium, type Page } from 'playwright';
import { Agent, request } from 'undici';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { isPlaceData } from './peers/common.mjs';
import { placeFields } from './peers/place-fields.mjs';
import { inFreshContext, launchOptions, readPlace } from './peers/playwright-page.mjs';
import type { Arena, Stoppable } from './processes.js';

/** A plain Playwright script doing the same page loads: what the service has to measure up to. */
export interface Bare extends Stoppable {
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
}

/** Starts the script's browser with the program and arguments of the service. */
export async function launchBare({ chromium: { path }, provider }: Arena): Promise<Bare> {
  const browser = await chromium.launch(launchOptions(path, provider));
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  const inPage: Bare['inPage'] = (work) => inFreshContext(browser, work);
  return {
    inPage,
    details: (url) => inPage((page) => readPlace(page, url)),
    detailsFromList: (url) =>
      inPage(async (page) => {
        const featureId = await firstResult(page, url);
        const card = page.locator(`a.hfpxzc[href*="!1s${featureId}!"]`).last();
        const [opened] = await Promise.all([page.waitForResponse(isPlaceData), card.click()]);
        return placeFields(await opened.text());
      }),
    searchId: (url) => inPage(async (page) => placeIdOf(await firstResult(page, url))),
    forwardedId: (url) =>
      inPage(async (page) => {
        await page.goto(url, { waitUntil: 'commit' });
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
    stop: async () => {
      await browser.close();
      await agent.close();
    },
  };
}

/** Searches and takes the feature id of the first result. places.md §7: advertisements have no `[1]`. */
async function firstResult(page: Page, url: string): Promise<string> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/search?tbm=map')),
    page.goto(url, { waitUntil: 'commit' }),
  ]);
  const body = await answer.text();
  const rows: readonly unknown[] = JSON.parse(body.slice(body.indexOf('\n') + 1))[64];
  const first = rows.find((row) => Array.isArray(row) && Array.isArray(row[1]));
  return String(Array.isArray(first) ? first[1][10] : null);
}
