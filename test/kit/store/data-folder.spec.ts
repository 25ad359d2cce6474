import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writingFault } from '../../../src/kit/store/data-folder.js';
import { makeDataFolder } from '../../support/data-folder.js';
import { expect, test } from '../../support/test.js';

let folder: string;
test.beforeEach(() => {
  folder = makeDataFolder();
});
test.afterEach(() => void spawnSync('umount', ['--lazy', join(folder, 'mounted')]));

const mounted = (options: string) => () => {
  const path = join(folder, 'mounted');
  mkdirSync(path);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  test.skip(status !== 0, 'needs the right to mount a file system');
  return path;
};

/** Folders that cannot be written, by what the system reports. */
const UNUSABLE: Readonly<Record<string, () => string>> = {
  'EROFS: read-only file system': mounted('ro'),
  'ENOSPC: no space left on device': mounted('size=64k'),
  'ENOENT: no such file or directory': () => join(folder, 'none', 'data'),
  'ENOTDIR: not a directory': () => {
    writeFileSync(join(folder, 'file'), 'x');
    return join(folder, 'file');
  },
};
for (const [reason, prepare] of Object.entries(UNUSABLE))
  test(`a folder that cannot be written is reported: ${reason}`, () => {
    expect(writingFault(prepare())).toBe(reason);
  });

test('a folder that is missing is made for its user alone, and stays empty', () => {
  const path = join(folder, 'data');
  expect(writingFault(path)).toBeNull();
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readdirSync(path)).toEqual([]);
});
