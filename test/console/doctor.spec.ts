import type { DoctorData } from '../../src/contract/doctor.js';
import { DOCTOR_EXAMPLES } from '../../src/http/examples/doctor.js';
import { expect, test } from './console-test.js';
import { type FakeCall, refuse, succeed } from './fake-api.js';

const DEGRADED: DoctorData = DOCTOR_EXAMPLES['a field is missing'];
const NONE = DOCTOR_EXAMPLES['no run yet'];

const isLast = ({ url }: FakeCall) => url.searchParams.get('last') === 'true';

test('the link for the administrator shows the last run and makes a new one', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, isLast(call) ? NONE : DEGRADED));
  await page.goto(`${api.url}/#/miejsce`);
  await page.getByRole('link', { name: 'Dla administratora' }).click();
  await expect(page.getByText('Nie wykonano jeszcze żadnego sprawdzenia.')).toBeVisible();
  expect(api.calls.map(({ url }) => url.search)).toEqual(['?last=true']);

  await page.getByRole('button', { name: 'Sprawdź teraz' }).click();
  await expect(page.getByText('Usługa działa, ale nie wszystko jest w porządku.')).toBeVisible();
  await expect(page.getByText('Znalezione pola: 10 z 11.')).toBeVisible();
  await expect(page.getByText('rzadziej niż zwykle')).toBeVisible();
  await page.getByText('Odczytane pola').click();
  await expect(page.getByText('paths.placePayload.name')).toBeVisible();
  expect(api.calls.map(({ url }) => url.search)).toEqual(['?last=true', '']);

  await page.getByRole('button', { name: 'Sprawdź szybko' }).click();
  await expect.poll(() => api.calls.at(-1)?.url.search).toBe('?quick=true');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByText('Fields found: 10 of 11.')).toBeVisible();
});

test("says that the key is not an operator's, and keeps it", async ({ page, fake }) => {
  const words =
    'This part of the service needs the key of an operator. Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".';
  const api = await fake((call) => refuse(call, 401, 'unauthorized', {}, words));
  await page.goto(`${api.url}/#/miejsce`);
  await page.evaluate(() => sessionStorage.setItem('place-lookup-key', 'plk_zwykly'));
  await page.reload();
  await page.getByRole('link', { name: 'Dla administratora' }).click();
  await page.getByText('Szczegóły').click();
  await expect(page.getByText('Ta część usługi wymaga klucza administratora.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(api.calls.map(({ headers }) => headers['x-api-key'])).toEqual(['plk_zwykly']);
});

test('without a key the view asks for one, which the computer may keep', async ({ page, fake }) => {
  const api = await fake((call) =>
    call.headers['x-api-key'] === undefined ? refuse(call, 401, 'unauthorized') : succeed(call, NONE),
  );
  await page.goto(`${api.url}/#/stan`);
  await page.getByLabel('Klucz', { exact: true }).fill('plk_operator');
  await page.getByLabel('Zapamiętaj klucz na tym komputerze').check();
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.getByText('Nie wykonano jeszcze żadnego sprawdzenia.')).toBeVisible();
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage].map((one) => one['place-lookup-key']),
  );
  expect(kept).toEqual([undefined, 'plk_operator']);
});
