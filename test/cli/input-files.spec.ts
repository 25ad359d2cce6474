import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './cli-test.js';
import { linesOf, run } from './command.js';
import { allVisible } from './fake-api.js';
import { linksOf, TEN } from './links-to-check.js';

// Lists of links: encodings, other text beside the links, workbooks, and more links than one request takes.

for (const [encoding, bytes] of [
  ['UTF-16 of Excel', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 the other way round', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
] as const) {
  test(`a list in ${encoding} is read, from a file and from standard input`, async ({ serve }, info) => {
    const api = await serve(allVisible);
    const list = info.outputPath('linki.txt');
    const content = bytes(`Link\tUwagi\r\n${TEN[0]}\tżółta\r\n${TEN[1]}\t\r\n`);
    await writeFile(list, content);
    expect(await run(['check', list, '--api', api.url])).toMatchObject({ code: 0 });
    expect(await run(['check', '-', '--api', api.url], { stdin: content })).toMatchObject({ code: 0 });
    expect(api.asked.map(({ urls }) => urls)).toEqual([TEN.slice(0, 2), TEN.slice(0, 2)]);
  });
}

test('a file that is no text, such as a workbook, is refused', async ({ serve }, info) => {
  const api = await serve(allVisible);
  const list = info.outputPath('linki.xlsx');
  await writeFile(list, Buffer.concat([Buffer.from('PK\u0003\u0004\0\0'), Buffer.from(TEN.join('\n'))]));
  expect(await run(['check', list, '--api', api.url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nie jest plikiem tekstowym'),
  });
  expect(api.asked).toEqual([]);
});

test('links are found beside other text, and the numbers of the lines without one are reported', async ({
  serve,
}) => {
  const api = await serve(allVisible);
  const list = `Link;Uwagi\n1;${TEN[0]};tak\nbez linku;\n# ${TEN[1]}\nzobacz ${TEN[2]}, ok\n`;
  const told = await run(['check', '-', '--api', api.url], { stdin: list });
  expect(told).toMatchObject({ code: 0, stderr: 'Pominięte wiersze bez linku: 2 (nr 1, 3).\n' });
  expect(api.asked.map(({ urls }) => urls)).toEqual([[TEN[0], TEN[2]]]);
});

test('more links than one request takes go in several', async ({ serve }) => {
  const api = await serve(allVisible);
  const many = linksOf(2005);
  const { code, stdout } = await run(['check', '-', '--api', api.url, '--ndjson'], {
    stdin: many.join('\n'),
  });
  expect(code).toBe(0);
  expect(api.asked.map(({ urls }) => urls.length)).toEqual([1000, 1000, 5]);
  expect(linesOf(stdout).at(-1)).toMatchObject({ total: 2005, visible: 2005, missing: 0 });
  const long = Array.from(
    { length: 300 },
    (_, index) => `https://www.google.com/maps/reviews/${index}/${'x'.repeat(5000)}`,
  );
  expect(await run(['check', '-', '--api', api.url], { stdin: long.join('\n') })).toMatchObject({ code: 0 });
  expect(api.asked.slice(3).flatMap(({ urls }) => urls)).toEqual(long);
  expect(api.asked).toHaveLength(5);
});
