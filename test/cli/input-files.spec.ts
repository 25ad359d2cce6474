import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { type Asked, entriesSent, jobWith } from '../support/fake-api.js';
import { workbookOf } from '../support/workbook.js';
import { test } from './cli-test.js';
import { run, runProcess } from './command.js';
import { TEN } from './links-to-check.js';

const listsIn = (asked: readonly Asked[]) => asked.filter(({ method }) => method === 'POST').map(entriesSent);

// Lists of links: encodings, other text beside the links, workbooks.

test('a list in any encoding of Excel is read, from a file and from standard input', async ({
  serve,
}, info) => {
  const text = `Link\tUwagi\r\n${TEN[0]}\tżółta\r\n${TEN[1]}\t\r\n`;
  for (const [encoding, content] of Object.entries({
    'UTF-16': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-16, big-endian': Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    'UTF-8 with a byte order mark': Buffer.from(`\ufeff${text}`),
  })) {
    const api = await serve(jobWith());
    const list = info.outputPath('linki.txt');
    await writeFile(list, content);
    expect(await run(['check', list, '--api', api.url]), encoding).toMatchObject({ code: 0 });
    expect(await run(['check', '-', '--api', api.url], { stdin: content })).toMatchObject({ code: 0 });
    expect(listsIn(api.asked)).toEqual([TEN.slice(0, 2), TEN.slice(0, 2)]);
  }
});

test('links in another column are reported, and --column chooses what is checked', async ({ serve }) => {
  const api = await serve(jobWith());
  const stdin = `klient;link;notatka\nA;${TEN[0]};${TEN[1]}\nB;${TEN[2]};\n`;
  const check = (...more: string[]) => run(['check', '-', '--api', api.url, ...more], { stdin });
  expect(await check()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      'Linki w innych kolumnach nie są odczytywane: "notatka" (1). Kolumnę z linkami wybierzesz opcją --column.\n',
    ),
  });
  expect((await check('--column', 'Notatka')).stderr).toContain('"link" (2)');
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

test('a file that only begins like a workbook, and a workbook that fills the memory, are refused', async ({
  serve,
}, info) => {
  const api = await serve(jobWith());
  const list = info.outputPath('linki.xlsx');
  const files = unzipSync(await workbookOf([[TEN[0] ?? '']]));
  const sheet = 'xl/worksheets/sheet1.xml';
  const xml = strFromU8(files[sheet] ?? new Uint8Array());
  // One cell at the far end of the sheet.
  const far = xml.replace(/r="A1"/, 'r="XFD1048576"').replace(/<row r="1"/, '<row r="1048576"');
  for (const [bytes, words] of [
    [
      Buffer.concat([Buffer.from('PK\u0003\u0004 xl/workbook.xml'), Buffer.from(TEN[0] ?? '')]),
      'nie jest skoroszytem',
    ],
    [zipSync({ ...files, [sheet]: strToU8(far) }), 'jest za duży'],
  ] as const) {
    await writeFile(list, bytes);
    expect(await runProcess(['check', list, '--api', api.url])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(words),
    });
  }
  expect(api.asked).toEqual([]);
});
