import { load, openDetails, press } from './actions.js';
import { expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { succeed } from './fake-api.js';
import { samplePlace } from './samples.js';

// What a new user finds: examples, guides, the meaning of results, the way to the documentation.

const SAMPLE = 'Wstaw przykładową listę';

test('the examples of the service are texts, and fill the field', async ({ page, fake }) => {
  const markup = '"><img src=x onerror=alert(1)> $& bar';
  const examples = {
    places: [markup, 'Piekarnia Łańcuchowa'],
    reviews: ['RevA', 'RevB'].map((name) => `https://goo.gl/${name}`),
  };
  const api = await fake((call) => succeed(call, samplePlace()), { examples });
  await load(page, api, '/linki');
  await press(page, SAMPLE);
  await expect(page.getByRole('textbox')).toHaveValue(examples.reviews.join('\n'));
  await expect(page.getByRole('button', { name: SAMPLE })).toBeHidden();
  await expect(page.getByRole('textbox')).toBeFocused();
  await press(page, 'Wyczyść');
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.getByRole('link', { name: 'Miejsce', exact: true }).click();
  await expect(page.getByRole('button', { name: markup })).toBeVisible();
  await press(page, 'Piekarnia Łańcuchowa');
  await expect(page.getByRole('article')).toBeVisible();
  expect(api.calls.map(({ url }) => url.searchParams.get('url'))).toEqual(['Piekarnia Łańcuchowa']);
});

test('shows no examples if the service has none, and links to the documentation', async ({
  page,
  service,
}) => {
  await page.goto(`${service.url}/#/linki`);
  await expect(page.getByText('Gdzie znaleźć link do opinii?')).toBeVisible();
  await expect(page.getByRole('button', { name: SAMPLE })).toHaveCount(0);
  await page.getByRole('link', { name: 'Dokumentacja API' }).click();
  await expect(page).toHaveTitle(/place-lookup/);
  await page.getByRole('link', { name: 'Console' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('on a phone the navigation is one row; each view begins with a sentence, and help says what no result proves', async ({
  page,
  fake,
}) => {
  const api = await fake((call) => succeed(call, { jobs: [] }), {
    hasJobs: true,
  });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(api.url);
  const links = page.getByRole('navigation', { name: 'Widoki' }).getByRole('link');
  await expect(links).toHaveText([/Miejsce/, /Linki/, /Opinie/, /Zlecenia/]);
  await expect(page.getByRole('link', { name: 'Zlecenia', exact: true })).toBeVisible();
  const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  for (const view of ['miejsce', 'miejsca', 'linki', 'opinie', 'zlecenia']) {
    await page.goto(`${api.url}/#/${view}`);
    await expect(page.locator('.intro')).toHaveText(/\.$/);
  }
  await page.goto(`${api.url}/#/linki`);
  await openDetails(page, 'Co oznaczają wyniki i powody?');
  for (const words of [
    'Czego nie dowodzi żaden wynik:',
    'czeka na zatwierdzenie, z zewnątrz wygląda tak samo',
    'odpowiedź może czekać na moderację',
    'autor może pokazywać pseudonim',
    'link może być niekompletny albo nie jest wyświetlana cała wizytówka',
  ])
    await expect(page.getByText(words)).toBeVisible();
  // With jobs and watches the row is wider than the phone: it scrolls by itself.
  const full = await fake(() => undefined, { hasJobs: true, hasWatch: true });
  await load(page, full);
  await expect(links).toHaveCount(5);
  await expectFits(page, 'five entries');
});
