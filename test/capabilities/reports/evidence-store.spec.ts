import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createEvidenceStore } from '../../../src/capabilities/reports/evidence-store.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { mountSmallDisk } from '../../support/small-disk.js';
import { expect, test } from '../../support/test.js';

const log = createLogger('silent');
let base: string;
let folder: string;
test.beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'store-'));
  folder = join(base, 'data', 'evidence');
});

const storeOf = (maxBytes = 20_000_000, at = folder) => createEvidenceStore({ folder: at, maxBytes, log });

const zipOf = (...parts: readonly string[]) => parts.map((part) => Buffer.from(part));

async function readAll(store: ReturnType<typeof storeOf>, name: string): Promise<string | null> {
  const file = await store.open(name);
  return file === null ? null : (await buffer(file)).toString();
}

test('a pack is kept for its owner only, read, counted, replaced and removed', async () => {
  const store = storeOf();
  expect(await store.usage()).toEqual({ bytes: 0, is_full: false });
  expect(await store.save('e_1-A', zipOf('PK', 'one'))).toBe('e_1-A.zip');
  expect(statSync(join(folder, 'e_1-A.zip')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await store.save('e_1-A', zipOf('PK', 'other'));
  expect(await readAll(store, 'e_1-A.zip')).toBe('PKother');
  expect(await store.usage()).toEqual({ bytes: 7, is_full: false });
  await store.remove('e_1-A.zip');
  await store.remove('e_1-A.zip');
  expect(await readAll(store, 'e_1-A.zip')).toBeNull();
});

test('a pack above the limit is not stored, and leaves nothing', async () => {
  const store = storeOf(10);
  expect(await store.save('e_1', zipOf('12345', '123456'))).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  expect(await store.save('e_2', zipOf('12345', '12345'))).toBe('e_2.zip');
  expect(await store.save('e_3', zipOf('1'))).toBeNull();
  expect(await store.usage()).toEqual({ bytes: 10, is_full: true });
});

test('a disk that refuses the pack leaves no pack and no error', async () => {
  writeFileSync(join(base, 'data'), 'a file where the folder should be');
  expect(await storeOf().save('e_1', zipOf('PK'))).toBeNull();
  await expect(storeOf().usage()).rejects.toThrow('ENOTDIR');
});

test('a full disk leaves no pack and no error', async () => {
  const disk = mountSmallDisk(100_000);
  try {
    const at = join(disk.folder, 'evidence');
    const store = storeOf(2_000_000_000, at);
    expect(await store.save('e_1', zipOf('x'.repeat(40_000)))).toBe('e_1.zip');
    expect(await store.usage()).toMatchObject({ is_full: false });
    disk.fill();
    expect(await store.usage()).toMatchObject({ is_full: true });
    disk.leave(400_000);
    expect(await store.save('e_2', zipOf('x'.repeat(40_000), 'x'.repeat(16_000_000)))).toBeNull();
    expect(readdirSync(at)).toEqual(['e_1.zip']);
    disk.empty();
    expect(await store.save('e_2', zipOf('x'.repeat(40_000)))).toBe('e_2.zip');
    expect(await store.usage()).toMatchObject({ is_full: false });
  } finally {
    disk.close();
  }
});

test('a folder that may not be written leaves no pack and no error', async () => {
  test.skip(userInfo().uid === 0, 'root may write everywhere');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o500);
  expect(await storeOf().save('e_1', zipOf('PK'))).toBeNull();
});

test('no name and no link leads out of the folder', async () => {
  const store = storeOf();
  await store.save('e_1', zipOf('PK'));
  const outside = join(base, 'data', 'secret.zip');
  writeFileSync(outside, 'secret');
  symlinkSync(outside, join(folder, 'link.zip'));
  const names = [
    '../secret.zip',
    '..%2fsecret.zip',
    outside,
    'e_1.zip\0',
    'e_1.zip/',
    '.zip',
    '',
    'link.zip',
  ];
  for (const name of [...names, 'a/../e_1.zip', 'e_1', 'e_1.ZIP', '..\\secret.zip']) {
    expect(await store.open(name), name).toBeNull();
    await store.remove(name);
  }
  expect(readFileSync(outside, 'utf8')).toBe('secret');
  expect(await readAll(store, 'e_1.zip')).toBe('PK');
  for (const id of ['../x', 'a/b', '', 'x'.repeat(200), 'a.b', 'a\n'])
    await expect(store.save(id, zipOf('PK')), id).rejects.toThrow('cannot be the name of a file');
});

test('a file that a crash left unfinished is removed after five minutes, and not before', async () => {
  const store = storeOf();
  await store.save('e_1', zipOf('PK'));
  for (const name of ['old.part', 'new.part']) writeFileSync(join(folder, name), 'half');
  const old = Date.now() / 1_000 - 310;
  utimesSync(join(folder, 'old.part'), old, old);
  expect(await store.usage()).toMatchObject({ bytes: 6 });
  expect(readdirSync(folder).sort()).toEqual(['e_1.zip', 'new.part']);
});
