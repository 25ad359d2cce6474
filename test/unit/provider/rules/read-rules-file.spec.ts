import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readRulesFile } from '../../../../src/provider/rules/load-rules.js';
import { MAX_FILE_BYTES } from '../../../../src/provider/rules/rules-file.js';
import { expect, test } from '../../../support/test.js';

const unread = (fault: object) => ({ kind: 'faults', faults: [{ line: null, ...fault }] });

const BLANK = '{}'.padEnd(MAX_FILE_BYTES);

test('reads a file of the maximum length, also behind a link, and refuses a longer file', async ({}, info) => {
  const [file, link, longer] = [info.outputPath('rules'), info.outputPath('link'), info.outputPath('longer')];
  writeFileSync(file, BLANK);
  symlinkSync(file, link);
  writeFileSync(longer, `${BLANK} `);
  expect(await readRulesFile(link)).toEqual({ kind: 'rules', rules: {} });
  expect(await readRulesFile(longer)).toEqual(unread({ kind: 'too_large', most: MAX_FILE_BYTES }));
});

test('refuses a pipe, a device and a folder without waiting, and a missing file', async ({}, info) => {
  const [pipe, device, folder] = [
    info.outputPath('pipe'),
    info.outputPath('device'),
    info.outputPath('folder'),
  ];
  execFileSync('mkfifo', [pipe]);
  symlinkSync('/dev/zero', device);
  mkdirSync(folder);
  for (const path of [pipe, device, folder])
    expect(await readRulesFile(path), path).toEqual(unread({ kind: 'not_regular' }));
  const missing = unread({ kind: 'unreadable', code: 'ENOENT' });
  expect(await readRulesFile(info.outputPath('none'))).toEqual(missing);
});
