import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { replaceFile } from '../../src/kit/terminal/files.js';
import { loadTexts } from '../../src/kit/terminal/texts.js';
import { expect, test } from '../support/test.js';
import { runProcess } from './command.js';
import { stdin } from './links-to-check.js';

// Files that the command line must not change. Files of results: lists.spec.ts.

test('a file that cannot be replaced keeps its content, and no temporary file is left', async () => {
  const info = test.info();
  const target = info.outputPath('wyniki');
  await writeFile(target, 'alt\n');
  const broken = function* () {
    yield Buffer.from('neu\n');
    throw new Error('disk full');
  };
  await expect(replaceFile(target, broken(), await loadTexts('en'))).rejects.toThrow('disk full');
  expect(readFileSync(target, 'utf8')).toBe('alt\n');
  expect(await readdir(info.outputPath())).toEqual(['wyniki']);
});

test('check refuses to replace the file it reads from standard input', async () => {
  const input = test.info().outputPath('linki.txt');
  await writeFile(input, stdin);
  const told = await runProcess(['check', '-', '--xlsx', input], { stdinFile: input });
  expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('listą do sprawdzenia') });
  expect(await readFile(input, 'utf8')).toBe(stdin);
});
