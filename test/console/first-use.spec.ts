import { DEMO_EXAMPLES } from '../../fixtures/demo-examples.js';
import { startService } from '../support/service.js';
import { expect, test } from './console-test.js';
import { refuse, succeed } from './fake-api.js';

// What a new user finds: examples, guides, the meaning of results, the way to the documentation.

const SAMPLE = 'Wstaw przykładową listę';

test('the examples of the service are texts, and fill the field', async ({ page, standIn }) => {
  const { EXAMPLE_PLACES, EXAMPLE_REVIEWS } = DEMO_EXAMPLES;
  const markup = '"><img src=x onerror=alert(1)> $& bar';
  const service = await startService(standIn, {
    EXAMPLE_PLACES: `${markup};${EXAMPLE_PLACES}`,
    EXAMPLE_REVIEWS,
  });
  try {
    await page.goto(`${service.url}/#/linki`);
    await page.getByRole('button', { name: SAMPLE }).click();
    await expect(page.getByRole('textbox')).toHaveValue(/RevVisible\n.*RevEditedWithReply/);
    await expect(page.getByRole('button', { name: SAMPLE })).toBeHidden();
    await expect(page.getByRole('textbox')).toBeFocused();
    await page.getByRole('button', { name: 'Wyczyść' }).click();
    await expect(page.getByRole('textbox')).toBeFocused();
    await page.getByRole('link', { name: 'Miejsce', exact: true }).click();
    await expect(page.getByRole('button', { name: markup })).toBeVisible();
    await page.getByRole('button', { name: 'Piekarnia Łańcuchowa' }).click();
    await expect(page.getByRole('article', { name: 'Piekarnia Łańcuchowa' })).toBeVisible();
  } finally {
    await service.close();
  }
});

test('shows no examples without examples, and links to the documentation', async ({ page, service }) => {
  await page.goto(`${service.url}/#/linki`);
  await expect(page.getByText('Gdzie znaleźć link do opinii?')).toBeVisible();
  await expect(page.getByRole('button', { name: SAMPLE })).toHaveCount(0);
  await page.getByRole('link', { name: 'Dokumentacja API' }).click();
  await expect(page).toHaveTitle(/place-lookup/);
  await page.getByRole('link', { name: 'Console' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the navigation is one row on a phone, and every view begins with a sentence', async ({
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
});

test('what the service says of an error is shown in Polish', async ({ page, fake }) => {
  const api = await fake((call) =>
    refuse(call, 400, 'invalid_request', {}, 'This is not a Place ID. Something new.'),
  );
  await page.goto(`${api.url}/#/miejsce?q=x`);
  await expect(page.getByRole('alert').locator('strong')).toHaveText(
    'Ten tekst nie wskazuje miejsca. Wklej całą nazwę, link z mapy, Place ID albo CID.',
  );
  await expect(page.getByRole('alert').getByText('Something new.')).toBeHidden();
  await page.getByText('Szczegóły od usługi (po angielsku)').click();
  await expect(page.getByRole('alert')).toContainText('Something new.');
  const known = await fake((call) =>
    refuse(call, 400, 'invalid_request', {}, 'This is not a link; send an https link to Google Maps.'),
  );
  await page.goto(`${known.url}/#/miejsce?q=x`);
  await page.getByText('Szczegóły', { exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('To nie jest link. Podaj link https do Map Google.');
});

test('the guide of reviews says what no result proves', async ({ page, fake }) => {
  const api = await fake((call) => refuse(call, 404, 'no_results'));
  await page.goto(`${api.url}/#/linki`);
  await page.getByText('Co oznaczają wyniki i powody?').click();
  for (const words of [
    'Czego nie dowodzi żaden wynik:',
    'czeka na zatwierdzenie, z zewnątrz wygląda tak samo',
    'odpowiedź może czekać na moderację',
    'autor może pokazywać pseudonim',
    'link może być niekompletny albo nie jest wyświetlana cała wizytówka',
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
});
