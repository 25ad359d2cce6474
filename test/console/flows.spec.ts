import type { Page } from '@playwright/test';
import { loadReviewCase } from '../../fixtures/provider/cases.js';
import { check, enter, press } from './actions.js';
import { expect, test } from './console-test.js';

// The three flows against the real service with the stand-in, in both languages.

// A control of the settings is one page; otherwise the service looks for one in the list of the place.
test.use({ serviceEnv: { CONTROL_REVIEWS: loadReviewCase('review--visible').link } });

/** Each part ends in Polish. */
const LANGUAGES = ['en', 'pl'] as const;
const LIST_OF_ELEVEN = 'ChIJ2CfJD5ZYgUcRnnebQH_fvoY';

const WORDS = {
  pl: {
    switch: 'Polski',
    toReviews: 'Wczytaj opinie o tym miejscu',
    reasons: ['Opinia jest widoczna', 'Wizytówka jest, opinii nie ma', 'To nie jest link do opinii.'],
    kept: 'Wyniki będą tu do',
    complete: 'Komplet: 11 opinii.',
    histogram: 'Rozkład ocen',
    fiveStars: '5 ★6 921 79%',
  },
  en: {
    switch: 'English',
    toReviews: 'Read the reviews of this place',
    reasons: [
      'The review is visible',
      'The place card is shown, the review is not',
      'This is not a link to a review.',
    ],
    kept: 'The results are here until',
    complete: 'Complete: 11 reviews.',
    histogram: 'Rating distribution',
    fiveStars: '5 ★6,921 79%',
  },
} as const;

test('a place from its name, verdicts of links and reviews, in both languages', async ({ page, service }) => {
  test.setTimeout(360_000);
  await page.goto(service.url);
  await enter(page, 'pierogarnia kraków');
  await page.getByRole('button', { name: 'Znajdź miejsce' }).click();
  const card = page.getByRole('article', { name: 'Pierogarnia Pod Zmyśloną Różą' });
  await expect(card).toContainText('ul. Nieistniejąca 12, 31-999 Kraków');
  await expect(card).toContainText('ChIJJz6dChxbFkcRFk6Qq9KBXD8');
  await expect(card).toContainText('4565666864068316694');
  const map = card.locator('a[href="https://www.google.com/maps?cid=4565666864068316694"]');
  await expect(map).toHaveAttribute('rel', 'noopener noreferrer');
  expect(new URL(page.url()).hash).toBe('#/place?query=pierogarnia+krak%C3%B3w');
  for (const language of LANGUAGES) {
    await choose(page, language);
    const stars = card.getByRole('table', { name: WORDS[language].histogram }).getByRole('row');
    await expect(stars.nth(1)).toHaveText(WORDS[language].fiveStars);
    await expect(card.getByRole('link', { name: WORDS[language].toReviews })).toBeVisible();
  }

  await page.goto(service.url);
  const links = ['RevVisible', 'RevRemoved'].map((name) => `https://maps.app.goo.gl/${name}`);
  await check(page, [...links, 'https://example.com/'].join('\n'));
  await expect(page).toHaveURL(/#\/lists\/\w+$/);
  for (const language of LANGUAGES) {
    await choose(page, language);
    // Four pages one after the other, and a busy machine is given five times as long for each to come to rest.
    const reasons = page.locator('.verdicts td.reason');
    await expect(reasons).toHaveText([...WORDS[language].reasons], { timeout: 120_000 });
    await expect(page.getByText(WORDS[language].kept)).toBeVisible();
  }

  await enter(page, LIST_OF_ELEVEN);
  await press(page, 'Wczytaj opinie');
  for (const language of LANGUAGES) {
    await choose(page, language);
    await expect(page.locator('.notice')).toHaveText(WORDS[language].complete);
  }
  await expect(page.locator('.reviews > li')).toHaveCount(11);
  await expect(page.locator('.months').getByRole('img')).toBeVisible();
});

async function choose(page: Page, language: 'pl' | 'en'): Promise<void> {
  const shown = await page.locator('html').getAttribute('lang');
  if (shown !== language) await page.getByRole('button', { name: WORDS[language].switch }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
