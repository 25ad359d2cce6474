import { existsSync, readFileSync } from 'node:fs';
import { link, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { VerdictRow } from '../../src/kit/lists/verdict-columns.js';
import { openResultFile, readResultFile, replaceFile } from '../../src/kit/terminal/files.js';
import { loadTexts } from '../../src/kit/terminal/texts.js';
import { allVisible, cutAfter, type FakeApi, failed } from '../support/fake-api.js';
import { rowsOfWorkbook } from '../support/workbook.js';
import { test as base } from './cli-test.js';
import { linesOf, run, runProcess } from './command.js';
import { TEN } from './links-to-check.js';

// Files that the command line must not change.

const test = base.extend<{ api: FakeApi }>({
  api: async ({ serve }, use) => use(await serve(allVisible)),
});

const LINK = 'https://maps.app.goo.gl/Zmyslony1';
const LINKS = `${LINK}\n`;
const ROW = `${JSON.stringify(failed(0, LINK))}\n`;
const VICTIM = 'nie ruszać\n';

test('--resume does not follow a symbolic link at a guessed name of its temporary file', async ({
  api,
}, info) => {
  const [out, victim] = [info.outputPath('wyniki.ndjson'), info.outputPath('cenne')];
  await writeFile(out, ROW);
  await writeFile(victim, VICTIM);
  await symlink(victim, `${out}.new`);
  const told = await run(['check', '-', '--api', api.url, '--out', out, '--resume'], { stdin: LINKS });
  expect(told).toMatchObject({ code: 0 });
  expect(await readFile(victim, 'utf8')).toBe(VICTIM);
  expect(linesOf(await readFile(out, 'utf8'))).toMatchObject([{ type: 'result', review_url: LINK }]);
});

test('a file that cannot be replaced keeps its content, and no temporary file is left', async () => {
  const info = test.info();
  const target = info.outputPath('wyniki');
  await writeFile(target, 'alt\n');
  const broken = new Proxy(Buffer.from('neu\n'), {
    get: () => {
      throw new Error('disk full');
    },
  });
  expect(() => replaceFile(target, broken)).toThrow('disk full');
  expect(readFileSync(target, 'utf8')).toBe('alt\n');
  expect(await readdir(info.outputPath())).toEqual(['wyniki']);
});

test('--xlsx replaces the file behind a symbolic link, and keeps the link', async ({ api }, info) => {
  const [file, real] = [info.outputPath('link.xlsx'), info.outputPath('wyniki.xlsx')];
  await writeFile(real, VICTIM);
  await symlink('wyniki.xlsx', file);
  const told = await run(['check', '-', '--api', api.url, '--xlsx', file], { stdin: LINKS });
  expect(told).toMatchObject({ code: 0 });
  expect(await readlink(file)).toBe('wyniki.xlsx');
  expect((await readFile(real)).subarray(0, 2).toString()).toBe('PK');
  expect((await readdir(info.outputPath())).toSorted()).toEqual(['link.xlsx', 'wyniki.xlsx']);
});

test('check refuses to replace its own input under any name', async ({ api }, info) => {
  const input = info.outputPath('linki');
  await writeFile(input, LINKS);
  await symlink(input, `${input}.s`);
  await link(input, `${input}.h`);
  for (const name of [input, `${input}.s`, `${input}.h`])
    for (const [content, ...options] of [
      [LINKS, '--xlsx'],
      [ROW, '--resume', '--out'],
    ] as const) {
      await writeFile(input, content);
      const told = await run(['check', input, '--api', api.url, ...options, name]);
      const stderr = expect.stringContaining('listą do sprawdzenia');
      expect(told, `${options.join(' ')} ${name}`).toEqual({ code: 2, stdout: '', stderr });
      expect(await readFile(input, 'utf8')).toBe(content);
    }
  expect(api.asked).toEqual([]);
});

test('check refuses to replace the file it reads from standard input', async ({ api }, info) => {
  const input = info.outputPath('linki.txt');
  await writeFile(input, LINKS);
  const told = await runProcess(['check', '-', '--api', api.url, '--xlsx', input], { stdinFile: input });
  expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('listą do sprawdzenia') });
  expect(await readFile(input, 'utf8')).toBe(LINKS);
});

test('check refuses one file for results and workbook', async ({ api }, info) => {
  const file = info.outputPath('wyniki');
  const told = await run(['check', '-', '--api', api.url, '--xlsx', file, '--out', file], { stdin: LINKS });
  expect(told).toMatchObject({ code: 2, stdout: '' });
  expect(existsSync(file)).toBe(false);
  const nowhere = ['check', '-', '--api', api.url, '--xlsx', '/nie/ma/katalogu.xlsx'];
  expect(await run(nowhere, { stdin: LINKS })).toMatchObject({ code: 2, stdout: '' });
  expect(api.asked).toEqual([]);
});

test('the workbook of a check that was cut says how many links were not checked', async ({ serve }, info) => {
  const api = await serve(cutAfter(3, '{"type":"result","index":3,"rev'));
  const file = info.outputPath('wyniki.xlsx');
  const args = ['check', '-', '--api', api.url, '--retries', '0', '--xlsx', file];
  expect(await run(args, { stdin: TEN.join('\n') })).toMatchObject({ code: 1 });
  const [headings = [], counts = []] = await rowsOfWorkbook(await readFile(file));
  expect(Object.fromEntries(headings.map((heading, at) => [heading, counts[at]]))).toMatchObject({
    ...{ Linki: 10, 'Z wynikiem': 3, 'Bez wyniku': 0, Niesprawdzone: 7, Widoczne: 3, Niewidoczne: 0 },
  });
});

test('two runs with one file of results: neither writes into a file that the other has replaced', async () => {
  const path = test.info().outputPath('wyniki.ndjson');
  const texts = await loadTexts('en');
  const row = (index: number): VerdictRow => ({
    type: 'error',
    index,
    review_url: `https://maps.app.goo.gl/Rev${index}`,
    error: { code: 'overloaded', message: 'In English.' },
  });
  const parse = (value: unknown) => value as VerdictRow;
  const first = openResultFile<VerdictRow>(path, texts);
  first.append([row(1)]);
  const second = openResultFile<VerdictRow>(path, texts);
  second.rewrite(readResultFile(path, texts, 'check', parse));
  first.append([row(2)]);
  second.append([row(3)]);
  expect(readResultFile(path, texts, 'check', parse).map(({ index }) => index)).toEqual([1, 2, 3]);
  await rm(path);
  first.append([row(4)]);
  expect(readResultFile(path, texts, 'check', parse).map(({ index }) => index)).toEqual([4]);
  first.close();
  second.close();
});

test('--out /dev/full: one line and exit code 1, without reading from the device', async ({ api }) => {
  const outcome = await run(['check', '-', '--api', api.url, '--out', '/dev/full'], { stdin: LINKS });
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('Plik wyników /dev/full: ') });
});
