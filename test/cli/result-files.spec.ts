import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { allVisible, cutAfter, failed, type Reply, streamLines, visible } from '../support/fake-api.js';
import { test } from './cli-test.js';
import { linesOf, run, start } from './command.js';
import { checkTen, stdin, TEN, urlsOf } from './links-to-check.js';

// Files of results: interruption, --resume, repair, and what is refused before the work.

test('Ctrl-C keeps the results so far in the file, and --resume asks only for the others', async ({
  serve,
}, info) => {
  const out = info.outputPath('wyniki.ndjson');
  const list = info.outputPath('linki.txt');
  await writeFile(list, stdin);
  const threeThenNothing: Reply = ({ urls }, response) => {
    streamLines(response, visible(0, urls[0] ?? ''), failed(1, urls[1] ?? ''), visible(2, urls[2] ?? ''));
  };
  const api = await serve(threeThenNothing, allVisible);
  const args = ['check', list, '--api', api.url, '--out', out];
  const running = start(args);
  await expect
    .poll(() =>
      readFile(out, 'utf8').then(
        (text) => text.split('\n').length,
        () => 0,
      ),
    )
    .toBe(4);
  running.process.kill('SIGINT');
  const interrupted = await running.outcome;
  expect(interrupted).toMatchObject({ code: 130, stderr: expect.stringContaining('--resume') });
  expect(interrupted.stdout).toContain('niesprawdzone: 7');
  expect(linesOf(await readFile(out, 'utf8'))).toHaveLength(3);

  expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--resume') });
  expect(api.asked).toHaveLength(1);

  const resumed = await run([...args, '--resume', '--ndjson']);
  expect(api.asked[1]?.urls).toEqual([TEN[1], ...TEN.slice(3)]);
  expect(resumed.code).toBe(0);
  expect(linesOf(resumed.stdout).at(-1)).toMatchObject({ total: 10, visible: 10, failed: 0, missing: 0 });
  const rows = linesOf(await readFile(out, 'utf8'));
  expect(rows.map(({ index }) => index).sort()).toEqual(TEN.map((_, index) => index));
  for (const row of rows) expect(row.review_url).toBe(TEN[row.index as number]);

  await run([...args, '--resume']);
  expect(api.asked, 'nothing is left to ask').toHaveLength(2);
});

test('results are written through a symbolic link, also when its target does not exist yet, and with --resume', async ({
  serve,
}, info) => {
  for (const target of ['a file', 'no file yet']) {
    const folder = info.outputPath(target);
    await mkdir(`${folder}/dysk`, { recursive: true });
    const [real, out] = [`${folder}/dysk/wyniki.ndjson`, `${folder}/link.ndjson`];
    if (target === 'a file') await writeFile(real, '', { mode: 0o600 });
    await symlink('dysk/wyniki.ndjson', out);
    const api = await serve(cutAfter(1), allVisible);
    const early = checkTen(api, '--out', out, '--retries', '0');
    expect(await run(early, { stdin })).toMatchObject({ code: 1 });
    expect(linesOf(await readFile(real, 'utf8'))).toHaveLength(1);
    expect(await run(checkTen(api, '--out', out, '--resume'), { stdin })).toMatchObject({ code: 0 });
    expect(await readlink(out)).toBe('dysk/wyniki.ndjson');
    expect(new Set(urlsOf(linesOf(await readFile(real, 'utf8'))))).toEqual(new Set(TEN));
    if (target === 'a file') expect((await stat(real)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder, { recursive: true })).toHaveLength(3);
  }
});

test('--resume repairs a last row that was cut, and asks for links that were added to the list', async ({
  serve,
}, info) => {
  const out = info.outputPath('wyniki.ndjson');
  const stranger = visible(0, 'https://maps.app.goo.gl/ZInnejListy');
  await writeFile(
    out,
    [stranger, visible(0, TEN[0] ?? ''), visible(1, TEN[1] ?? '')]
      .map((row) => JSON.stringify(row))
      .join('\n')
      .slice(0, -20),
  );
  const api = await serve(allVisible);
  const list = [TEN[2], TEN[0], TEN[1], TEN[2]].join('\n');
  const { code } = await run(checkTen(api, '--out', out, '--resume'), { stdin: list });
  expect(code).toBe(0);
  expect(api.asked.map(({ urls }) => urls)).toEqual([[TEN[2], TEN[1]]]);
  expect(linesOf(await readFile(out, 'utf8'))).toEqual([
    stranger,
    visible(1, TEN[0] ?? ''),
    visible(0, TEN[2] ?? ''),
    visible(3, TEN[2] ?? ''),
    visible(2, TEN[1] ?? ''),
  ]);
});

test('a file without results is refused and not changed', async ({ serve }, info) => {
  const api = await serve(allVisible);
  for (const [name, content] of [
    ['one-line.txt', TEN[0] ?? ''],
    ['notes.txt', 'ważne\nnotatki\n'],
  ] as const) {
    const out = info.outputPath(name);
    await writeFile(out, content);
    for (const more of [[], ['--resume']]) {
      expect(await run(checkTen(api, '--out', out, ...more), { stdin })).toMatchObject({ code: 2 });
    }
    expect(await readFile(out, 'utf8')).toBe(content);
  }
  expect(api.asked).toEqual([]);
});

test('a workbook that cannot be written is refused before the work', async ({ serve }) => {
  const api = await serve(allVisible);
  const { code, stderr } = await run(checkTen(api, '--xlsx', '/nie/ma/takiego/katalogu.xlsx'), { stdin });
  expect(stderr).toContain('ENOENT');
  expect(code).toBe(2);
  expect(api.asked).toEqual([]);
});
