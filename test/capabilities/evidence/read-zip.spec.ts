import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { sha256Of } from '../../../src/capabilities/evidence/proof/digest.js';
import { TOOLS } from '../../../src/capabilities/evidence/proof/node-tools.js';
import { type Packed, readZip } from '../../../src/capabilities/evidence/proof/read-zip.js';
import { inventedPack, zipped } from '../../support/evidence-pack.js';
import { expect, test } from '../../support/test.js';

// A pack has one reading: the check, unzip, Python and Java see the same files in it.

const FORM = { code: 'zip_form', where: null };
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());
const formOf = async (zip: Buffer) => {
  const read = readZip(zip);
  if ('code' in read) return read;
  return Promise.all(read.map(async ({ name, packed }) => [name, textOf(await TOOLS.unpack(packed))]));
};

/** Writes the ZIP of the pieces, with the directory of `listed` (by default, all pieces). */
function written(pieces: readonly Piece[], listed = pieces.filter(({ entry }) => entry !== null)): Buffer {
  const positions = new Map<Piece, number>();
  let at = 0;
  for (const piece of pieces) {
    positions.set(piece, at);
    at += piece.local.length;
  }
  const directory = listed.map((piece) => {
    const entry = Buffer.from(piece.entry ?? []);
    entry.writeUInt32LE(positions.get(piece) ?? 0, 42);
    return entry;
  });
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(listed.length, 8);
  end.writeUInt16LE(listed.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces.map(({ local }) => local), ...directory, end]);
}

interface Piece {
  /** Local header, name and data. */
  readonly local: Buffer;
  /** The entry of the directory; null = bytes that no entry names. */
  readonly entry: Buffer | null;
}

/** An entry as zipSync writes it: one file, stored. */
function piece(name: string, text: string): Piece {
  const zip = Buffer.from(zipSync({ [name]: [Buffer.from(text), { level: 0 }] }));
  const directoryAt = zip.readUInt32LE(zip.length - 6);
  return { local: zip.subarray(0, directoryAt), entry: zip.subarray(directoryAt, -22) };
}

const changed = (bytes: Buffer | null, at: number, value: number) => {
  const copy = Buffer.from(bytes ?? []);
  copy.writeUInt16LE(value, at);
  return copy;
};

/** The same header with an extra field: Info-ZIP's Unicode path, which some programs take for the name. */
function withExtra(header: Buffer, lengthAt: number, fixed: number): Buffer {
  const nameBytes = header.readUInt16LE(lengthAt - 2);
  const extra = Buffer.from([0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, 0x62]);
  const copy = changed(header, lengthAt, extra.length);
  return Buffer.concat([copy.subarray(0, fixed + nameBytes), extra, copy.subarray(fixed + nameBytes)]);
}

test('reads entries back to back, whether their sums stand before or behind the data', async () => {
  const [a, b] = [piece('a.txt', 'one'), piece('b.txt', 'two')];
  const files = [
    ['a.txt', 'one'],
    ['b.txt', 'two'],
  ];
  expect(await formOf(written([a, b]))).toEqual(files);
  const streamed = await zipped(files.map(([path = '', text = '']) => ({ path, bytes: Buffer.from(text) })));
  expect(streamed.readUInt16LE(6) & 8).toBe(8);
  expect(await formOf(streamed)).toEqual(files);
});

test('refuses every form in which programs may see other files', async () => {
  const [a, b] = [piece('a.txt', 'one'), piece('b.txt', 'two')];
  const whole = written([a, b]);
  const junk: Piece = { local: Buffer.from('junk'), entry: null };
  const forms: Readonly<Record<string, readonly [zip: Buffer, where: string | null]>> = {
    'data before the first entry': [Buffer.concat([Buffer.from('MZ'), whole]), null],
    'data before the first entry, with the positions moved': [written([junk, a, b]), 'a.txt'],
    'data behind the end': [Buffer.concat([whole, Buffer.from('!')]), null],
    'a comment of the ZIP': [Buffer.concat([changed(whole, whole.length - 2, 1), Buffer.from('!')]), null],
    'a gap between entries': [written([a, junk, b]), 'b.txt'],
    'a gap before the directory': [written([a, b, junk]), null],
    'an entry that the directory does not name': [written([a, b], [a]), null],
    'an entry in front that the directory does not name': [written([a, b], [b]), 'b.txt'],
    'the directory in another order': [written([a, b], [b, a]), 'b.txt'],
    'one entry twice in the directory': [written([a], [a, a]), 'a.txt'],
    'an extra field in the directory': [
      written([{ local: a.local, entry: withExtra(a.entry ?? Buffer.alloc(0), 30, 46) }]),
      'a.txt',
    ],
    'an extra field in the local header': [written([{ ...a, local: withExtra(a.local, 28, 30) }]), 'a.txt'],
    'a comment of an entry': [
      written([{ local: a.local, entry: Buffer.concat([changed(a.entry, 32, 1), Buffer.from('!')]) }]),
      'a.txt',
    ],
    'another name in the local header': [
      written([
        { ...a, local: Buffer.concat([a.local.subarray(0, 30), Buffer.from('c.txt'), a.local.subarray(35)]) },
      ]),
      'a.txt',
    ],
    'another checksum in the local header': [written([{ ...a, local: changed(a.local, 14, 1) }]), 'a.txt'],
    'another size in the local header': [written([{ ...a, local: changed(a.local, 22, 2) }]), 'a.txt'],
    'another method in the local header': [written([{ ...a, local: changed(a.local, 8, 8) }]), 'a.txt'],
    'another time in the local header': [written([{ ...a, local: changed(a.local, 10, 1) }]), 'a.txt'],
    'an encrypted entry': [
      written([{ local: changed(a.local, 6, 1), entry: changed(a.entry, 8, 1) }]),
      'a.txt',
    ],
    'a second disk': [written([{ local: a.local, entry: changed(a.entry, 34, 1) }]), 'a.txt'],
  };
  for (const [what, [zip, where]] of Object.entries(forms))
    expect(await formOf(zip), what).toEqual({ ...FORM, where });
  expect(await formOf(Buffer.from('PK'))).toEqual({ code: 'not_a_zip', where: null });
});

test('refuses a description behind the data that differs from the directory', async () => {
  const zip = await zipped([{ path: 'a.txt', bytes: Buffer.from('one') }]);
  const mark = zip.indexOf(Buffer.from([0x50, 0x4b, 7, 8]));
  for (const at of [0, 4, 8, 12])
    expect(await formOf(changed(zip, mark + at, 0xffff)), `byte ${at}`).toEqual({ ...FORM, where: 'a.txt' });
});

test('refuses data that goes on behind the content, and content of another length or checksum', async () => {
  const text = Buffer.from('one'.repeat(50));
  const packed = (data: Buffer, size: number, sum?: number): Buffer => {
    const base = Buffer.from(zipSync({ 'a.txt': text }));
    const directoryAt = base.readUInt32LE(base.length - 6);
    const [local, entry] = [base.subarray(0, directoryAt), base.subarray(directoryAt, -22)];
    const head = Buffer.from(local.subarray(0, 35));
    const inDirectory = Buffer.from(entry);
    for (const [header, at] of [
      [head, 14],
      [inDirectory, 16],
    ] as const) {
      if (sum !== undefined) header.writeUInt32LE(sum, at);
      header.writeUInt32LE(data.length, at + 4);
      header.writeUInt32LE(size, at + 8);
    }
    return written([{ local: Buffer.concat([head, data]), entry: inDirectory }]);
  };
  const data = deflateRawSync(text);
  expect(await formOf(packed(data, text.length))).toEqual([['a.txt', text.toString()]]);
  for (const zip of [
    packed(Buffer.concat([data, Buffer.from('hidden')]), text.length),
    packed(data, text.length - 1),
    packed(data, text.length + 1),
    packed(data, text.length, 1),
    packed(data.subarray(0, -3), text.length),
  ])
    expect(await formOf(zip)).toEqual([['a.txt', null]]);
});

test.describe('other programs see the same files', () => {
  let file: string;
  let sums: Readonly<Record<string, string>>;
  test.beforeAll(async () => {
    const { files } = await inventedPack();
    const zip = await zipped(files);
    file = test.info().outputPath('dowod.zip');
    writeFileSync(file, zip);
    const read = readZip(zip);
    const items = 'code' in read ? [] : read;
    const sumOf = async (packed: Packed) => sha256Of((await TOOLS.unpack(packed)) ?? Buffer.alloc(0));
    const named = items.map(async ({ name, packed }) => [name, await sumOf(packed)] as const);
    sums = Object.fromEntries(await Promise.all(named));
    expect(Object.keys(sums)).toHaveLength(files.length);
  });

  const PYTHON = `import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}))`;
  const readers: Readonly<Record<string, () => Record<string, string>>> = {
    unzip: () => {
      execFileSync('unzip', ['-tqq', file]);
      const names = execFileSync('unzip', ['-Z1', file]).toString().trim().split('\n');
      return Object.fromEntries(
        names.map((name) => [name, sha256Of(execFileSync('unzip', ['-p', file, name]))]),
      );
    },
    python3: () => JSON.parse(execFileSync('python3', ['-c', PYTHON, file]).toString()),
    jar: () => {
      const folder = test.info().outputPath('jar');
      mkdirSync(folder);
      execFileSync('jar', ['xf', file], { cwd: folder });
      const names = execFileSync('jar', ['tf', file]).toString().trim().split('\n');
      return Object.fromEntries(names.map((name) => [name, sha256Of(readFileSync(join(folder, name)))]));
    },
  };
  for (const [program, read] of Object.entries(readers)) {
    test(program, () => {
      test.skip(spawnSync(program, ['--version']).error !== undefined, `needs ${program}`);
      const found = read();
      expect(found).toEqual(sums);
      expect(Object.keys(found)).toEqual(Object.keys(sums));
    });
  }
});
