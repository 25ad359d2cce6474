import type { Page, Response } from 'playwright';
import type { Bare } from './bare.js';
import { placeUrl } from './peers/common.mjs';

const CARD = 'div.jftiEf[data-review-id]';
const STARS = 'span.kvMYJc';
const GONE = 'Ta opinia nie jest już dostępna';

/** The ids of a place's reviews, newest first, by a plain script: sort, then scroll and wait for each batch. */
export function listBare(bare: Bare, placeId: string): Promise<string[]> {
  return bare.inPage(async (page) => {
    await page.goto(placeUrl(placeId), { waitUntil: 'commit' });
    await page.getByRole('tab', { name: 'Opinie' }).click();
    await page.locator('button.HQzyZ').click();
    const [first] = await Promise.all([
      page.waitForResponse(isBatch),
      page.locator('div[role="menuitemradio"][data-index="1"]').click(),
    ]);
    const ids: string[] = [];
    for (let answer = first; ; ) {
      const batch = readBatch(await answer.text());
      ids.push(...batch.records.map((record) => String(record[0])));
      if (!batch.hasNext) return ids;
      await page
        .locator(CARD)
        .nth(ids.length - 1)
        .waitFor({ state: 'attached' });
      [answer] = await Promise.all([page.waitForResponse(isBatch), scrollToEnd(page)]);
    }
  });
}

/** Whether a review's page shows stars or says that the review is gone. */
export function verdictBare(bare: Bare, link: string): Promise<boolean> {
  return bare.inPage(async (page) => {
    await page.goto(link, { waitUntil: 'commit' });
    const stars = page.locator(STARS);
    await stars.or(page.getByText(GONE)).first().waitFor({ state: 'attached' });
    return (await stars.count()) > 0;
  });
}

function isBatch(response: Response): boolean {
  return response.url().includes('/batchexecute?rpcids=qv9Egd');
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
