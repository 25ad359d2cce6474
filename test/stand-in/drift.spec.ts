import { expect, type Page } from '@playwright/test';
import { loadCases, loadPlaceCase, loadReviewsCase } from '../../fixtures/provider/cases.js';
import { PROVIDER_DRIFTS, type ProviderDrift } from '../../fixtures/provider/drift.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { answerOf, searchPayload } from '../../fixtures/provider/search-payload.js';
import { readPlacePayload } from '../../src/places/wire/place-payload.js';
import { readSearchPayload } from '../../src/places/wire/search-payload.js';
import { BUILT_IN } from '../../src/provider/rules/built-in.js';
import { readReviewsBatch } from '../../src/reviews/wire/reviews-batch.js';
import { test } from '../support/stand-in-page.js';

// A visitor sees the same before and after; what the service goes by has changed.

const any = (list: keyof typeof BUILT_IN.selectors) => BUILT_IN.selectors[list].join(', ');

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

test('a visitor sees the same in every drift', async ({ page, standIn }) => {
  const { place } = loadReviewsCase('reviews--eleven');
  const before = await shownTo(page, place.featureId);
  for (const drift of PROVIDER_DRIFTS) {
    standIn.set({ drift });
    expect(await shownTo(page, place.featureId), drift).toEqual(before);
  }
});

test('each drift hides from the service what its name says', async ({ page, standIn, browser }) => {
  const visitor = await browser.newContext({ ignoreHTTPSErrors: true });
  const what = async (drift: ProviderDrift | null) => {
    standIn.set({ drift, consent: drift === 'consent_form' ? 'script' : 'off' });
    const tab = await visitor.newPage();
    await tab.goto('https://www.google.com/maps/search/pierogi+zmy%C5%9Blone+krak%C3%B3w');
    const consent = await tab.locator(any('consentReject')).count();
    const address = tab.url();
    if (drift === 'consent_form') {
      await tab.locator('form:has(input[value=none]) button').first().click();
      await expect(tab.locator('div.Nv2PK')).not.toHaveCount(0);
    }
    await tab.close();
    return { consent, isConsentPage: address.includes('consent.'), results: searchLength(drift) };
  };
  expect(await what(null)).toEqual({ consent: 0, isConsentPage: false, results: 3 });
  expect(await what('consent_form')).toEqual({ consent: 0, isConsentPage: true, results: 3 });
  expect(await what('changed_envelope')).toEqual({ consent: 0, isConsentPage: false, results: 0 });

  const payload = (drift: ProviderDrift | null) =>
    readPlacePayload(placePayload(loadPlaceCase('place--full-polish'), { drift }));
  expect(payload(null)?.reviewCount).not.toBeNull();
  expect(payload('moved_path')).toEqual({ ...payload(null), reviewCount: null, stars: null });
  expect(payload('renamed_class')).toEqual(payload(null));

  standIn.set({ drift: 'renamed_class', consent: 'off' });
  await page.goto(addressOf(loadPlaceCase('place--full-polish').place.featureId));
  await expect(page.locator(any('panelTitle'))).toHaveCount(1);
  await expect(page.locator(`${any('category')}, ${any('rating')}`)).toHaveCount(0);
  await visitor.close();
});

function searchLength(drift: ProviderDrift | null): number {
  const list = loadCases().find((entry) => entry.id === 'search--list-with-ads');
  if (list?.kind !== 'search') throw new Error('no such case');
  return readSearchPayload(searchPayload(answerOf(list), drift))?.length ?? -1;
}

test('reviews come in another envelope, or by another call', async ({ page, standIn }) => {
  const { place } = loadReviewsCase('reviews--eleven');
  const read = async (drift: ProviderDrift) => {
    standIn.set({ drift });
    const answer = page.waitForResponse((response) => response.url().includes('/batchexecute'));
    await shownTo(page, place.featureId);
    return readReviewsBatch(await (await answer).text());
  };
  expect(await read('renamed_class')).toMatchObject({ kind: 'batch' });
  expect(await read('changed_envelope')).toMatchObject({ kind: 'unknown_form' });
  expect(await read('new_frame_id')).toMatchObject({ kind: 'unframed' });
});
