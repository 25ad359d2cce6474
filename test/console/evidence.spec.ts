import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { AUTHOR_DATA, AUTHOR_LINK, FORGOTTEN } from '../../src/capabilities/watch/examples.js';
import { inventedDraft, inventedPack, zipped } from '../support/evidence-pack.js';
import { downloadBy, expectAnnounced, load, press } from './actions.js';
import { expectAccessible } from './axe.js';
import { type ConsoleFixtures, expect, test } from './console-test.js';
import { refuse, succeed } from './fake-api.js';
import { answerWatch, sampleEvent, watchService } from './watch-service.js';

const WHO = `${AUTHOR_DATA.reviews[0]?.versions.at(-1)?.author} (${AUTHOR_DATA.author_id})`;

// The page of evidence packs, and what is stored about an author. Packs of a list: lists.spec.ts; the packs themselves: test/e2e/evidence-packs.spec.ts.

/** The page of packs: `put` chooses files, `report` is what it says of a file. `own`: a pack signed by this service. */
async function openProofs(page: Page, fake: ConsoleFixtures['fake']) {
  const own = await inventedPack();
  const published = { key_id: own.key.id, public_key: own.key.publicPem, earlier_keys: [] };
  const api = await fake((call) => succeed(call, published));
  await load(page, api, '/proof');
  const report = (name: string) => page.getByRole('region', { name, exact: true });
  const put = (...chosen: { name: string; buffer: Buffer }[]) =>
    page.locator('#pack-file').setInputFiles(chosen.map((file) => ({ mimeType: '', ...file })));
  const changed = own.files.map((file) =>
    file.path.endsWith('answer.json') ? { ...file, bytes: Buffer.from('[]') } : file,
  );
  return { api, own, changed, report, put };
}

const UNRELIABLE = '✕ Na tym pakiecie nie można polegać.';

test('a pack is checked in the browser, with its key and what follows from it', async ({ page, fake }) => {
  const { api, own, changed, report, put } = await openProofs(page, fake);
  await put({ name: 'dowod.zip', buffer: await zipped(own.files) });
  const good = report('dowod.zip');
  await expect(good).toContainText('Pakiet jest niezmieniony. Podpisano go kluczem tej usługi.');
  await expect(good).toContainText(
    'Opinia nie była wtedy pokazywana. Nie pokazało jej żadne z wczytań jej strony (1, 3)',
  );
  await expect(good).toContainText('Nie ma znacznika czasu niezależnego urzędu.');
  for (const words of ['„Niewidoczna” nie znaczy „usunięta”.', own.key.id])
    await expect(good).toContainText(words);
  await good.getByText('Wczytania stron (4)').click();
  await expect(good.getByRole('row')).toHaveCount(5);
  await expectAccessible(page);

  await put({ name: 'zmieniony.zip', buffer: await zipped(changed) });
  await expect(report('zmieniony.zip').getByRole('alert')).toHaveText(UNRELIABLE);
  await expect(report('zmieniony.zip')).not.toContainText('Opinia nie była wtedy pokazywana.');
  await expect(report('zmieniony.zip').getByRole('listitem').first()).toHaveText(
    'Plik różni się od zapisu w manifeście: loads/01-review/answer.json',
  );
  const rewritten = own.files.map((file) =>
    file.path === 'manifest.json'
      ? { ...file, bytes: Buffer.from(Buffer.from(file.bytes).toString().replace('PoLsKa1Zmysl7', 'Inny')) }
      : file,
  );
  await put({ name: 'przepisany.zip', buffer: await zipped(rewritten) });
  await expect(report('przepisany.zip')).toContainText('Podpis należy do innego manifestu: signature.json');
  // Nothing but the question for the keys left the browser.
  expect(new Set(api.calls.map(({ method, url }) => `${method} ${url.pathname}`))).toEqual(
    new Set(['GET /api/evidence-key']),
  );
});

test('a pack of another key says so; a key from a file counts before the key of the service', async ({
  page,
  fake,
}) => {
  const { own, report, put } = await openProofs(page, fake);
  const stranger = await inventedPack();
  const foreign = { name: 'obcy.zip', buffer: await zipped(stranger.files) };
  await put(foreign);
  await expect(report('obcy.zip')).toContainText('nie wiadomo, kto go podpisał');
  await expect(report('obcy.zip')).toContainText('Każdy może podpisać pakiet własnym kluczem');
  await expect(report('obcy.zip')).toContainText('To nie jest klucz tej usługi (127.0.0.1');
  await put(foreign, { name: 'operator.pem', buffer: Buffer.from(stranger.key.publicPem) });
  await expect(report('obcy.zip')).toContainText('Podpisano go kluczem z pliku „operator.pem”.');
  await put({ name: 'dowod.zip', buffer: await zipped(own.files) });
  await expect(report('dowod.zip')).toContainText(
    'Pakiet podpisano innym kluczem niż klucz z pliku „operator.pem”.',
  );
});

test('a ZIP of packs, as a list saves it, is checked pack by pack', async ({ page, fake }) => {
  const { own, changed, report, put } = await openProofs(page, fake);
  const packs = [
    { path: '1-dowod.zip', bytes: await zipped(own.files) },
    { path: '2-dowod.zip', bytes: await zipped(changed) },
    { path: 'brakujace-dowody.txt', bytes: Buffer.from('3.') },
  ];
  await put({ name: 'dowody.zip', buffer: await zipped(packs) });
  await expect(report('1-dowod.zip')).toContainText('Pakiet jest niezmieniony.');
  await expect(report('2-dowod.zip').getByRole('alert')).toHaveText(UNRELIABLE);
  await expect(page.getByText('Pakiety w pliku dowody.zip: 2.')).toBeVisible();

  // Packs of over 128 MiB together are unpacked one by one.
  const many = Buffer.from(
    zipSync({ 'dobry.zip': new Uint8Array(await zipped(own.files)), 'pusty.zip': new Uint8Array(2_000) }),
  );
  many.writeUInt32LE(0x07ffffff, many.lastIndexOf('PK\x03\x04') + 22);
  many.writeUInt32LE(0x07ffffff, many.lastIndexOf('PK\x01\x02') + 24);
  await put({ name: 'wiele.zip', buffer: many });
  await expect(report('dobry.zip')).toContainText('Pakiet jest niezmieniony.');
  await expect(report('pusty.zip').getByRole('listitem').first()).toContainText('nie jest cały plik ZIP');
});

test('a file that is too large, of another kind or unreadable is refused, and the page goes on', async ({
  page,
  fake,
}) => {
  const { own, report, put } = await openProofs(page, fake);
  // The header of a pack claims 4 GiB, more than memory has.
  const claiming = Buffer.from(zipSync({ 'dowod.zip': new Uint8Array(2_000) }));
  claiming.writeUInt32LE(0xffffffff, claiming.indexOf('PK\x03\x04') + 22);
  claiming.writeUInt32LE(0xffffffff, claiming.indexOf('PK\x01\x02') + 24);
  await put({ name: 'ogromny.zip', buffer: claiming });
  await expect(report('ogromny.zip').getByRole('listitem').first()).toContainText(
    /za duży.* rozpakuj go i wybierz je osobno/,
  );
  await put({ name: 'notatka.txt', buffer: Buffer.from('nic') });
  await expect(report('notatka.txt')).toContainText('To nie jest cały plik ZIP.');
  await page.evaluate(() => Object.assign(File.prototype, { arrayBuffer: () => Promise.reject(Error()) }));
  await put({ name: 'znikły.zip', buffer: await zipped(own.files) });
  await expect(report('znikły.zip')).toContainText('Pliku nie udało się odczytać');
  await expect(report('znikły.zip')).not.toContainText('SHA-256 pliku');
});

test('the page in a pack checks it from the unpacked folder, without a service', async ({ page }, info) => {
  const { key, files } = await inventedPack();
  for (const { path, bytes } of files) {
    mkdirSync(dirname(info.outputPath(path)), { recursive: true });
    writeFileSync(info.outputPath(path), bytes);
  }
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(pathToFileURL(info.outputPath('sprawdz-dowod.html')).href);
  await expect(page.locator('main')).toContainText('wskaż plik ZIP, z którego ten folder powstał');
  const pack = { name: 'dowod.zip', mimeType: '', buffer: await zipped(files) };
  await page.locator('#pack-file').setInputFiles([pack]);
  const report = page.getByRole('region', { name: 'dowod.zip', exact: true });
  await expect(report).toContainText(
    'Pakiet jest niezmieniony od podpisania, ale nie wiadomo, kto go podpisał.',
  );
  const pem = { name: 'operator.pem', mimeType: '', buffer: Buffer.from(key.publicPem) };
  await page.locator('#pack-file').setInputFiles([pack, pem]);
  await expect(report).toContainText('Podpisano go kluczem z pliku „operator.pem”.');
  expect(errors).toEqual([]);
});

test('the packs of losses come first; the record of a check is printed alone', async ({ page, fake }) => {
  const operator = { name: 'Agencja Zmyślona', contact: 'biuro@example.com', key_url: null };
  const draft = inventedDraft();
  const place = { ...draft.place, place_id: 'ChIJzmyslone' };
  const { key, files } = await inventedPack({ draft: { ...draft, operator, place } });
  const pack = await zipped(files);
  const losses = Array.from({ length: 12 }, (_, at) =>
    sampleEvent(at + 1, { author: `Osoba ${at}`, client: at ? 'Hotel Zmyślony' : null, evidence: at !== 1 }),
  );
  const watches = answerWatch(watchService({ events: losses }));
  const api = await fake(
    (call) => {
      if (call.url.pathname === '/api/evidence-key')
        return succeed(call, { key_id: key.id, public_key: key.publicPem, earlier_keys: [] });
      if (!call.url.pathname.endsWith('/evidence')) return watches(call);
      call.response.writeHead(200, { 'Content-Type': 'application/zip' }).end(pack);
    },
    { hasWatch: true, hasEvidence: true },
  );
  await load(page, api, '/proof');
  const own = page.getByRole('region', { name: 'Twoje dowody' });
  const rows = own.locator('tbody tr');
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText(/Hotel Zmyślony.*Klient Zmyślony.*Osoba 11/);
  await press(page, 'Pokaż wszystkie (11)');
  await expect(rows).toHaveCount(11);
  await own.getByRole('searchbox').fill('OSOBA 0');
  await expect(rows).toHaveText(/Osoba 0/);
  await own.getByRole('searchbox').fill('');
  const saved = page.waitForEvent('download');
  await rows.first().getByRole('button', { name: 'Pobierz' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^dowod-osoba-11-.*\.zip$/);
  await rows.first().getByRole('button', { name: 'Sprawdź: Osoba 11' }).click();
  const report = page.getByRole('region', { name: /^dowod-osoba-11/ });
  await expect(report).toBeFocused();
  await expect(report).toContainText('Pakiet jest niezmieniony. Podpisano go kluczem tej usługi.');
  for (const words of [
    'Jako operator podaje się: Agencja Zmyślona, biuro@example.com',
    'Place ID ChIJzmyslone',
  ])
    await expect(report).toContainText(words);
  await expect(report.locator('dt:text-is("Klient (według tej usługi)") + dd')).toHaveText('Hotel Zmyślony');
  await expect(report.locator('code').last()).toHaveText(createHash('sha256').update(pack).digest('hex'));
  await expectAccessible(page);
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await press(page, 'Drukuj protokół sprawdzenia');
  await page.emulateMedia({ media: 'print' });
  for (const words of ['Protokół sprawdzenia dowodu', 'Jak powtórzyć sprawdzenie', 'Opinia kontrolna'])
    await expect(report.getByText(words).first()).toBeVisible();
  await expect(own).toBeHidden();
  await expect(report.getByRole('button')).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(own).toBeVisible();
});

test('a service that does not say what it offers has not "no packs"', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true, hasEvidence: true });
  await page.route('**/api/capabilities', (route) => route.abort());
  await load(page, api, '/proof');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Brak połączenia');
  await expect(page.getByRole('region', { name: 'Sprawdź dowód' })).toBeVisible();
});

test('what is stored about an author is shown, saved and forgotten', async ({ page, fake }) => {
  const watches = answerWatch(watchService());
  const api = await fake(
    (call) => {
      if (call.url.pathname === '/api/author-data') return succeed(call, AUTHOR_DATA);
      if (call.url.pathname === '/api/forget-author') return succeed(call, FORGOTTEN);
      return call.url.pathname === '/api/doctor' ? refuse(call, 401, 'unauthorized') : watches(call);
    },
    { hasWatch: true },
  );
  await load(page, api, '/settings');
  const view = page.getByRole('region', { name: 'Zapomnij autora' });
  const field = view.getByLabel('Link do profilu albo numer autora');
  const show = async () => {
    await field.fill(` ${AUTHOR_LINK} `);
    await view.getByRole('button', { name: 'Pokaż, co jest zapisane' }).click();
    await expect(view.getByRole('heading', { level: 3 })).toHaveText(WHO);
  };
  await show();
  await expectAnnounced(page, 'Zapisano: opinie 1, zmiany 1, dowody 1, obserwacje pojedynczych opinii 1.');
  // Neither another author nor another key has them beside it.
  await field.fill('1');
  await expect(view.getByRole('heading', { level: 3 })).toHaveCount(0);
  await show();
  await press(page, 'Wpisz klucz');
  await page.getByLabel('Klucz', { exact: true }).fill('inny');
  await press(page, 'Użyj klucza');
  await expect(field).toHaveValue('');
  await expect(view.getByRole('heading', { level: 3 })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await show();
  await expect(view.getByRole('listitem').last()).toContainText('obserwacja pojedynczej opinii');
  await expect(view.getByRole('listitem').first()).toContainText(
    AUTHOR_DATA.reviews[0]?.versions.at(-1)?.text ?? '?',
  );
  await expectAccessible(page);
  expect((await downloadBy(page, 'Pobierz (JSON)')).suggestedFilename()).toMatch(/^dane-autora-\d+-/);
  await view.getByRole('button', { name: 'Zapomnij' }).click();
  const question = page.getByRole('dialog', { name: `Zapomnieć autora ${WHO}?` });
  await question.getByRole('button', { name: 'Zapomnij', exact: true }).click();
  await expect(view.locator('.notice')).toContainText(
    /^Usunięto dane autora .+: opinie \d+, zmiany \d+, dowody \d+/,
  );
  expect(api.calls.at(-1)).toMatchObject({ method: 'POST', body: { author: AUTHOR_DATA.author_id } });
  await expect(field).toBeFocused();
});
