import { expect, type Page } from '@playwright/test';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { PROVIDER_DRIFTS, type ProviderDrift } from '../../fixtures/provider/drift.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { readReviewsBatch } from '../../src/core/reviews/wire/reviews-batch.js';
import { test } from '../support/stand-in-page.js';

// A visitor sees the same before and after; what the service goes by has changed.

const addressOf = (featureId: string) =>
  `https://www.google.com/maps/place/?q=place_id:${placeIdOf(featureId)}`;

/** The text of the panel, and of the first reviews after a choice of their order. */
async function shownTo(visitor: Page, featureId: string): Promise<string[]> {
  await visitor.goto(addressOf(featureId));
  const main = visitor.locator('div[role=main]:has(h1.DUwDvf)');
  const panel = await main.innerText();
  const label = await main.locator('tr.BHOKXe').first().getAttribute('aria-label');
  await visitor.getByRole('tab', { name: /Opinie/ }).click();
  await visitor.locator('button.HQzyZ').click();
  const answered = visitor.waitForResponse((response) => response.url().includes('/batchexecute'));
  await visitor.getByRole('menuitemradio').nth(1).click();
  await answered;
  const cards = visitor.locator('div.jftiEf');
  await expect(cards).toHaveCount(10);
  return [panel, label ?? '', await cards.nth(3).innerText()];
}

/** What the service reads in the answer with reviews. Otherwise it is a batch. */
const READ: Partial<Record<ProviderDrift, string>> = {
  changed_envelope: 'unknown_form',
  new_frame_id: 'unframed',
};

test('a visitor sees the same in every drift, also where reviews come in another envelope or by another call', async ({
  page,
  standIn,
}) => {
  const { place } = loadReviewsCase('reviews--eleven');
  const before = await shownTo(page, place.featureId);
  for (const drift of PROVIDER_DRIFTS) {
    standIn.set({ drift });
    const answer = page.waitForResponse((response) => response.url().includes('/batchexecute'));
    expect(await shownTo(page, place.featureId), drift).toEqual(before);
    const body = await (await answer).text();
    expect(readReviewsBatch(body).kind, drift).toBe(READ[drift] ?? 'batch');
  }
});
