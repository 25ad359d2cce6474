import { chromium, type Page, type Response } from 'playwright';
import { inFreshContext, launchOptions, placeUrl } from './peers/bare.mjs';
import type { Arena, Stoppable } from './processes.js';

// A plain Playwright script that reads reviews: what the service has to measure up to.

const CARD = 'div.jftiEf[data-review-id]';
const STARS = 'span.kvMYJc';
const GONE = 'Ta opinia nie jest już dostępna';

export interface Bare extends Stoppable {
  /** The ids of a place's reviews, newest first: sorts, then scrolls and waits for each batch. */
  list(placeId: string): Promise<string[]>;
  /** Whether a review's page shows stars or says that the review is gone. */
  isVisible(link: string): Promise<boolean>;
}

/** Starts the script's browser with the program and arguments of the service. */
export async function launchBare({ chromium: path, provider }: Arena): Promise<Bare> {
  const browser = await chromium.launch(launchOptions(path, provider));
  const stop = () => browser.close();
  return {
    stop,
    list: (placeId) => inFreshContext(browser, (page) => readList(page, placeId)),
    isVisible: (link) =>
      inFreshContext(browser, async (page) => {
        await page.goto(link, { waitUntil: 'commit' });
        const stars = page.locator(STARS);
        await stars.or(page.getByText(GONE)).first().waitFor({ state: 'attached' });
        return (await stars.count()) > 0;
      }),
  };
}

async function readList(page: Page, placeId: string): Promise<string[]> {
  const isBatch = (response: Response) => response.url().includes('/batchexecute?rpcids=qv9Egd');
  await page.goto(placeUrl(placeId), { waitUntil: 'commit' });
  await page.getByRole('tab', { name: 'Opinie' }).click();
  await page.locator('button.HQzyZ').click();
  const newest = page.locator('div[role="menuitemradio"][data-index="1"]');
  const [first] = await Promise.all([page.waitForResponse(isBatch), newest.click()]);
  const ids: string[] = [];
  for (let answer = first; ; ) {
    const batch = readBatch(await answer.text());
    ids.push(...batch.records.map((record) => String(record[0])));
    if (!batch.hasNext) return ids;
    const last = page.locator(CARD).nth(ids.length - 1);
    await last.waitFor({ state: 'attached' });
    [answer] = await Promise.all([page.waitForResponse(isBatch), scrollToEnd(page)]);
  }
}

function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate(() => {
    const list = document.querySelector('.dS8AEf');
    if (list !== null) list.scrollTop = list.scrollHeight;
  });
}

/** reviews.md §2: the frame `wrb.fr` holds the payload as text; records at [2], the token of the next at [1]. */
function readBatch(body: string): { readonly records: readonly unknown[][]; readonly hasNext: boolean } {
  const frame = body.split('\n').find((line) => line.startsWith('[["wrb.fr"')) ?? '[[]]';
  const payload = JSON.parse(JSON.parse(frame)[0][2] ?? '[]');
  const rows: readonly unknown[][][] = payload[2] ?? [];
  return { records: rows.map((row) => row[0] ?? []), hasNext: typeof payload[1] === 'string' };
}
