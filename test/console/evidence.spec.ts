import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inventedPack, zipped } from '../support/evidence-pack.js';
import { load } from './actions.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import { succeed } from './fake-api.js';

// The check of evidence packs. Packs of a list: lists.spec.ts; the packs themselves: test/e2e/evidence-packs.spec.ts.

test('a pack is checked in the browser: unchanged, by which key, and what follows from it', async ({
  page,
  fake,
}) => {
  const { key, files } = await inventedPack();
  const stranger = await inventedPack();
  const published = { key_id: key.id, public_key: key.publicPem, earlier_keys: [] };
  const api = await fake((call) => succeed(call, published));
  await load(page, api, '/proof');
  const report = (name: string) => page.getByRole('region', { name, exact: true });
  const put = (...chosen: { name: string; buffer: Buffer }[]) =>
    page.locator('#pack-file').setInputFiles(chosen.map((file) => ({ mimeType: '', ...file })));
  await put({ name: 'dowod.zip', buffer: await zipped(files) });
  const good = report('dowod.zip');
  await expect(good).toContainText('Pakiet jest niezmieniony. Podpisano go kluczem tej usługi.');
  await expect(good).toContainText(
    'Opinia nie była wtedy pokazywana. Nie pokazało jej żadne z wczytań jej strony (1, 3)',
  );
  await expect(good).toContainText('Nie ma znacznika czasu niezależnego urzędu.');
  for (const words of ['„Niewidoczna” nie znaczy „usunięta”.', key.id])
    await expect(good).toContainText(words);
  await good.getByText('Wczytania stron (4)').click();
  await expect(good.getByRole('row')).toHaveCount(5);
  await expectAccessible(page);

  const changed = files.map((file) =>
    file.path.endsWith('answer.json') ? { ...file, bytes: Buffer.from('[]') } : file,
  );
  await put({ name: 'zmieniony.zip', buffer: await zipped(changed) });
  await expect(report('zmieniony.zip').getByRole('alert')).toHaveText('✕ Na tym pakiecie nie można polegać.');
  await expect(report('zmieniony.zip')).not.toContainText('Opinia nie była wtedy pokazywana.');
  await expect(report('zmieniony.zip').getByRole('listitem').first()).toHaveText(
    'Plik różni się od zapisu w manifeście: loads/01-review/answer.json',
  );

  const rewritten = files.map((file) =>
    file.path === 'manifest.json'
      ? { ...file, bytes: Buffer.from(Buffer.from(file.bytes).toString().replace('PoLsKa1Zmysl7', 'Inny')) }
      : file,
  );
  await put({ name: 'przepisany.zip', buffer: await zipped(rewritten) });
  await expect(report('przepisany.zip')).toContainText('Podpis należy do innego manifestu: signature.json');

  const foreign = { name: 'obcy.zip', buffer: await zipped(stranger.files) };
  await put(foreign);
  await expect(report('obcy.zip')).toContainText('nie wiadomo, kto go podpisał');
  await expect(report('obcy.zip')).toContainText('Każdy może podpisać pakiet własnym kluczem');
  await expect(report('obcy.zip')).toContainText('To nie jest klucz tej usługi (127.0.0.1');
  await put(foreign, { name: 'operator.pem', buffer: Buffer.from(stranger.key.publicPem) });
  await expect(report('obcy.zip')).toContainText('Podpisano go kluczem z pliku „operator.pem”.');
  await put({ name: 'dowod.zip', buffer: await zipped(files) });
  await expect(good).toContainText('Pakiet podpisano innym kluczem niż klucz z pliku „operator.pem”.');

  await put({ name: 'notatka.txt', buffer: Buffer.from('nic') });
  await expect(report('notatka.txt')).toContainText('To nie jest cały plik ZIP.');
  // Nothing but the question for the keys left the browser.
  expect(new Set(api.calls.map(({ method, url }) => `${method} ${url.pathname}`))).toEqual(
    new Set(['GET /api/evidence-key']),
  );
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
