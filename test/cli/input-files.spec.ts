import { expect } from '@playwright/test';
import { type Asked, entriesSent, jobWith } from '../support/fake-api.js';
import { test } from './cli-test.js';
import { run } from './command.js';
import { TEN } from './links-to-check.js';

const listsIn = (asked: readonly Asked[]) => asked.filter(({ method }) => method === 'POST').map(entriesSent);

// Lists of links with other text beside the links. Encodings and workbooks: test/kit/lists.

test('links in another column are reported, and --column chooses what is checked', async ({ serve }) => {
  const api = await serve(jobWith());
  const stdin = `klient;link;notatka\nA;${TEN[0]};${TEN[1]}\nB;${TEN[2]};\n`;
  const check = (...more: string[]) => run(['check', '-', '--api', api.url, ...more], { stdin });
  expect(await check()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      'Linki w innych kolumnach nie są odczytywane: „notatka” (1). Kolumnę z linkami wybierzesz opcją --column.\n',
    ),
  });
  expect((await check('--column', 'Notatka')).stderr).toContain('„link” (2)');
  expect(await check('--column', '*')).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('link'),
  });
  const asked = [
    [0, 2],
    [1, null],
    [0, 1, 2],
  ].map((some) => some.map((at) => (at === null ? '' : TEN[at])));
  expect(listsIn(api.asked)).toEqual(asked);
  expect(await check('--column', 'opis')).toMatchObject({
    code: 2,
    stderr: 'W - nie ma kolumny "opis" z linkami. Podaj jej nagłówek albo numer, liczony od 1.\n',
  });
});

test('a title above the headings is reported, and --headings chooses their row', async ({ serve }) => {
  const api = await serve(jobWith());
  const rows = ['Opinie klienta;;', 'Nr;Link do opinii;Klient', `1;${TEN[0]};A`, `2;${TEN[1]};B`];
  const check = (...more: string[]) =>
    run(['check', '-', '--api', api.url, ...more], { stdin: rows.join('\n') });
  expect(await check()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      'Nagłówki są w wierszu 2: Nr, Link do opinii, Klient. Wiersze nad nimi to tytuł. Inny wiersz wybierzesz opcją --headings.\n',
    ),
  });
  await check('--headings', '0');
  await check('--headings', '1');
  const sent = api.asked.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => JSON.parse(body.split('\n')[0] ?? '').columns)).toEqual([
    ['Nr', 'Link do opinii', 'Klient'],
    ['Kolumna 1', 'Kolumna 2', 'Kolumna 3'],
    ['Opinie klienta', 'Kolumna 2', 'Kolumna 3'],
  ]);
  expect(await check('--headings', '40')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nie ma tabeli z nagłówkami w wierszu 40'),
  });
});
