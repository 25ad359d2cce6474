import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readRulesFile } from '../../../../src/provider/rules/read-rules-file.js';
import { MAX_FILE_BYTES } from '../../../../src/provider/rules/rules-file.js';
import { expect, test } from '../../../support/test.js';

// Which files can be a rules file at all.

const unread = (fault: object) => ({ kind: 'faults', faults: [{ line: null, ...fault }] });

const BLANK = '{}'.padEnd(MAX_FILE_BYTES);

test('a file of the greatest length is read, also behind a link; a longer one is too large', async ({}, info) => {
  const [file, link, longer] = ['rules.json', 'link.json', 'longer.json'].map((name) =>
    info.outputPath(name),
  );
  writeFileSync(file ?? '', BLANK);
  symlinkSync(file ?? '', link ?? '');
  writeFileSync(longer ?? '', `${BLANK} `);
  expect(await readRulesFile(link ?? '')).toEqual({ kind: 'rules', rules: {} });
  expect(await readRulesFile(longer ?? '')).toEqual(unread({ kind: 'too_large', most: MAX_FILE_BYTES }));
});

for (const [what, make] of [
  ['a pipe, whose other end may never be opened', (path: string) => execFileSync('mkfifo', [path])],
  ['a device without an end', (path: string) => symlinkSync('/dev/zero', path)],
  ['a folder', (path: string) => mkdirSync(path)],
] as const) {
  test(`what is no regular file is refused: ${what}`, async ({}, info) => {
    const path = info.outputPath('rules.json');
    make(path);
    expect(await readRulesFile(path)).toEqual(unread({ kind: 'not_regular' }));
  });
}

test('a file that is not there is told apart', async ({}, info) => {
  expect(await readRulesFile(info.outputPath('none'))).toEqual(
    unread({ kind: 'unreadable', code: 'ENOENT' }),
  );
});
