import { expect, test } from './console-test.js';
import { answerJson, refuse, succeed } from './fake-api.js';
import { samplePlace } from './samples.js';

// How the console asks for a place, and what its card offers.

const DEEP_LINK = '/#/miejsce?q=pierogarnia';

test('no lookup asks the provider again, and the browser keeps no answer', async ({ page, fake }) => {
  const api = await fake((call) =>
    answerJson(call, 200, { status: 'success', data: samplePlace() }, { 'Cache-Control': 'max-age=600' }),
  );
  await page.goto(api.url + DEEP_LINK);
  await expect(page.getByRole('article')).toBeVisible();
  expect(api.calls).toHaveLength(1);
  expect(api.calls[0]?.headers['cache-control']).not.toMatch(/no-cache/);
  const kept = await page.evaluate(
    (path) =>
      fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ status }) => status,
        () => 'nothing kept',
      ),
    '/api/all?url=pierogarnia',
  );
  expect([504, 'nothing kept']).toContain(kept);
  expect(api.calls).toHaveLength(1);
});

test('a key that cannot be sent is refused in the dialog', async ({ page, fake }) => {
  const api = await fake((call) => {
    if (call.headers['x-api-key'] !== 'dobry-klucz') refuse(call, 401, 'unauthorized');
    else succeed(call, samplePlace());
  });
  await page.goto(api.url + DEEP_LINK);
  const dialog = page.getByRole('dialog', { name: 'Klucz API' });
  const field = page.getByLabel('Klucz', { exact: true });
  await field.fill('klucz-„polski”');
  await dialog.getByRole('button', { name: 'Użyj klucza' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Ten klucz zawiera znak niedozwolony w kluczu API, na przykład „ł”, „…” albo niewidoczny odstęp. Skopiuj klucz jeszcze raz.',
  );
  await expect(page.getByText('Nie ma połączenia')).toHaveCount(0);
  await field.fill('dobry-klucz');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toBeVisible();
  expect(await page.evaluate(() => Object.values(sessionStorage))).toEqual(['dobry-klucz']);
  expect(api.calls).toHaveLength(2);
});

test('a key kept before that cannot be sent is asked for anew', async ({ page, fake }) => {
  const api = await fake((call) => refuse(call, 401, 'unauthorized'));
  await page.addInitScript(() => sessionStorage.setItem('place-lookup-key', 'żółty'));
  await page.goto(api.url + DEEP_LINK);
  await expect(page.getByRole('dialog', { name: 'Klucz API' })).toContainText('Ta usługa wymaga klucza API.');
});

test('the card gives every identifier, each with its button', async ({ page, context, fake }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await fake((call) => succeed(call, samplePlace()));
  await page.goto(api.url + DEEP_LINK);
  await page.getByRole('button', { name: 'Kopiuj Feature ID' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Skopiowano: Feature ID' })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16',
  );
  for (const name of ['Place ID', 'CID']) {
    await expect(page.getByRole('button', { name: `Kopiuj ${name}`, exact: true })).toBeVisible();
  }
});
