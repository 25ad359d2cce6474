import { expect, test } from './console-test.js';

// The three flows against the real service and its stand-in provider, in both languages.

const LISTS = { seven: 'ChIJ0Ne3fj76vEcRw0roWQNFjN0', eleven: 'ChIJ2CfJD5ZYgUcRnnebQH_fvoY' };

const WORDS = {
  pl: {
    switch: 'Polski',
    find: 'Znajdź miejsce',
    links: 'Linki do opinii',
    check: 'Sprawdź',
    read: 'Wczytaj opinie',
    toReviews: 'Wczytaj opinie o tym miejscu',
    reasons: [
      'Opinia jest widoczna',
      'Brak wizytówki miejsca – opinia została usunięta',
      'Strona otwiera się bez danych miejsca – link może być niekompletny',
      'Opinia bez gwiazdek – nie jest widoczna',
      'Jest wizytówka, ale nie ma pod nią opinii – opinia jest ukryta lub niedostępna',
      'To nie jest link do opinii.',
    ],
    finished: 'Gotowe. Widoczne: 1, niewidoczne: 4, bez wyniku: 1.',
    complete: 'Komplet: 11 opinii.',
    histogram: /^Rozkład ocen: 5\sgwiazdek: 6\s921 \(79%\), 4\sgwiazdki: 1\s039/,
  },
  en: {
    switch: 'English',
    find: 'Find the place',
    links: 'Review links',
    check: 'Check',
    read: 'Read reviews',
    toReviews: 'Read the reviews of this place',
    reasons: [
      'The review is visible',
      'No place card: the review was removed',
      'The page opens without the data of the place: the link may be incomplete',
      'A review without stars: it is not visible',
      'There is a place card, but no review below it: it is hidden or no longer available',
      'This is not a link to a review.',
    ],
    finished: 'Done. Visible: 1, not visible: 4, no result: 1.',
    complete: 'Complete: 11 reviews.',
    histogram: /^Rating distribution: 5\sstars: 6,921 \(79%\), 4\sstars: 1,039/,
  },
} as const;

for (const language of ['pl', 'en'] as const) {
  const words = WORDS[language];

  test(`${language}: a place's card from its name`, async ({ page, service }) => {
    await page.goto(service.url);
    await page.getByRole('button', { name: words.switch }).click();
    await page.getByRole('textbox').fill('pierogarnia kraków');
    await page.getByRole('button', { name: words.find }).click();
    const card = page.getByRole('article', { name: 'Pierogarnia Pod Zmyśloną Różą' });
    await expect(card).toContainText('ul. Nieistniejąca 12, 31-999 Kraków');
    await expect(card).toContainText('ChIJJz6dChxbFkcRFk6Qq9KBXD8');
    await expect(card).toContainText('4565666864068316694');
    await expect(card.getByRole('img')).toHaveAccessibleName(words.histogram);
    const map = card.locator('a[href="https://www.google.com/maps?cid=4565666864068316694"]');
    await expect(map).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(card.getByRole('link', { name: words.toReviews })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect(new URL(page.url()).hash).toBe('#/miejsce?q=pierogarnia+krak%C3%B3w');
  });

  test(`${language}: verdicts of review links`, async ({ page, service }) => {
    await page.goto(service.url);
    await page.getByRole('button', { name: words.switch }).click();
    await page.getByRole('link', { name: words.links }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.links })).toBeFocused();
    const links = ['RevVisible', 'RevNoCard', 'RevNoData', 'RevNoRating', 'RevNoRatingSection'].map(
      (name) => `https://maps.app.goo.gl/${name}`,
    );
    await page.getByRole('textbox').fill([...links, 'https://example.com/'].join('\n'));
    await page.getByRole('button', { name: words.check, exact: true }).click();
    await expect(page.locator('.progress')).toContainText(words.finished, { timeout: 20_000 });
    await expect(page.locator('.verdicts .reason')).toHaveText([...words.reasons]);
  });

  test(`${language}: a place's reviews`, async ({ page, service }) => {
    await page.goto(`${service.url}/#/opinie`);
    await page.getByRole('button', { name: words.switch }).click();
    await page.getByRole('textbox').fill(LISTS.eleven);
    await page.getByRole('button', { name: words.read }).click();
    await expect(page.locator('.notice')).toHaveText(words.complete);
    await expect(page.locator('.reviews > li')).toHaveCount(11);
    await expect(page.locator('.months').getByRole('img')).toBeVisible();
  });
}

test('from the card to the reviews of the place', async ({ page, service }) => {
  await page.goto(`${service.url}/#/miejsce?q=${LISTS.seven}`);
  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Opinie o miejscu' })).toBeFocused();
  await expect(page.locator('.notice')).toHaveText('Komplet: 7 opinii.');
  await expect(page.locator('.reviews > li')).toHaveCount(7);
});
