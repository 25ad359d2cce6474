import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { checkSignature } from '../../../src/capabilities/evidence/proof/check-signature.js';
import { TOOLS } from '../../../src/capabilities/evidence/proof/node-tools.js';
import {
  type EvidenceKey,
  openEvidenceKey,
  readPublicKey,
  readPublicKeys,
} from '../../../src/capabilities/evidence/proof/signature.js';
import { SettingsError } from '../../../src/core/errors.js';
import { expect, test } from '../../support/test.js';

const MANIFEST = Buffer.from('{"a":1}');

test('the key is made at the first use, for its owner alone, and is the same later', async () => {
  const file = test.info().outputPath('keys', 'evidence.pem');
  const [first, second] = await Promise.all([openEvidenceKey(file), openEvidenceKey(file)]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file)).sort()).toEqual(['evidence.pem', 'evidence.pem.public']);
  expect(second.id).toBe(first.id);
  expect((await openEvidenceKey(file)).id).toBe(first.id);
  expect(first.id).toMatch(/^[0-9a-f]{64}$/);
  expect(readPublicKey(first.publicPem)?.id).toBe(first.id);
  expect(readFileSync(file, 'utf8')).toContain('-----BEGIN PRIVATE KEY-----');
});

test('the public keys of earlier keys stay, also where the folder cannot be written', async () => {
  const file = test.info().outputPath('evidence.pem');
  const first = await openEvidenceKey(file);
  expect(first.earlier).toEqual([]);
  renameSync(file, `${file}.old`);
  const second = await openEvidenceKey(file);
  renameSync(file, `${file}.older`);
  const third = await openEvidenceKey(file);
  const publicOf = ({ id, publicPem }: Pick<EvidenceKey, 'id' | 'publicPem'>) => ({ id, publicPem });
  expect(third.earlier).toEqual([publicOf(first), publicOf(second)]);
  // The first key is used again.
  renameSync(`${file}.old`, file);
  expect((await openEvidenceKey(file)).earlier).toEqual([publicOf(second), publicOf(third)]);
  expect(readPublicKeys(readFileSync(`${file}.public`, 'utf8'))?.map(({ id }) => id)).toEqual([
    ...[first.id, second.id, third.id],
  ]);
  const mounted = test.info().outputPath('mounted.pem');
  writeFileSync(mounted, readFileSync(file), { mode: 0o600 });
  writeFileSync(`${mounted}.public`, second.publicPem, { mode: 0o444 });
  expect((await openEvidenceKey(mounted)).earlier).toEqual([publicOf(second)]);
});

test('a file of public keys that others may change, or that holds something else, is refused', async () => {
  const file = test.info().outputPath('evidence.pem');
  await openEvidenceKey(file);
  chmodSync(`${file}.public`, 0o666);
  await expect(openEvidenceKey(file)).rejects.toThrow('others may change it; set mode 644');
  chmodSync(`${file}.public`, 0o644);
  for (const text of ['tajne', readFileSync(file, 'utf8')]) {
    writeFileSync(`${file}.public`, text);
    await expect(openEvidenceKey(file)).rejects.toThrow('it holds something that is no public Ed25519 key');
  }
});

test('a key file that others may read or change is refused, with what to do', async () => {
  const file = test.info().outputPath('evidence.pem');
  await openEvidenceKey(file);
  for (const mode of [0o604, 0o640, 0o620, 0o666]) {
    chmodSync(file, mode);
    const text = `${file} cannot be used: others may read or change it (mode ${mode.toString(8)}); set mode 600.`;
    await expect(openEvidenceKey(file)).rejects.toThrow(text);
    await expect(openEvidenceKey(file)).rejects.toBeInstanceOf(SettingsError);
  }
  chmodSync(file, 0o400);
  await openEvidenceKey(file);
});

test('a file that is no private Ed25519 key is refused, and its content is never shown', async () => {
  const file = test.info().outputPath('other.pem');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const locked = generateKeyPairSync('ed25519').privateKey.export({
    ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'haslo' },
  });
  for (const [content, why] of [
    [rsa, 'its key is not an Ed25519 key'],
    [locked, 'it holds no private key in PEM that can be read without a password'],
    ['tajne', 'it holds no private key in PEM that can be read without a password'],
    ['', 'it holds no private key in PEM that can be read without a password'],
  ] as const) {
    writeFileSync(file, content, { mode: 0o600 });
    await expect(openEvidenceKey(file)).rejects.toThrow(`EVIDENCE_KEY_FILE: ${file} cannot be used: ${why}.`);
  }
  mkdirSync(test.info().outputPath('folder'), { mode: 0o700 });
  await expect(openEvidenceKey(test.info().outputPath('folder'))).rejects.toThrow('EISDIR');
  await expect(openEvidenceKey('/dev/null/key.pem')).rejects.toThrow('ENOTDIR');
});

test('a signature holds for its manifest alone', async () => {
  const file = test.info().outputPath('evidence.pem');
  const key = await openEvidenceKey(file);
  const signature = key.sign(MANIFEST);
  expect(await checkSignature(signature, MANIFEST, TOOLS)).toEqual({ state: 'valid', keyId: key.id });
  const other = await checkSignature(signature, Buffer.from('{"a":2}'), TOOLS);
  expect(other).toEqual({ state: 'other_manifest' });
});

test('a signature with a changed value, another key or another shape is not valid', async () => {
  const key = await openEvidenceKey(test.info().outputPath('one.pem'));
  const other = await openEvidenceKey(test.info().outputPath('other.pem'));
  const signature = JSON.parse(key.sign(MANIFEST).toString());
  const foreign = JSON.parse(other.sign(MANIFEST).toString());
  const check = (changes: object) =>
    checkSignature(Buffer.from(JSON.stringify({ ...signature, ...changes })), MANIFEST, TOOLS);
  expect(await check({})).toEqual({ state: 'valid', keyId: key.id });
  expect(await check({ signature: foreign.signature })).toEqual({ state: 'invalid' });
  expect(await check({ signature: '' })).toEqual({ state: 'invalid' });
  const { key_id, public_key } = foreign;
  expect(await check({ key_id, public_key })).toEqual({ state: 'invalid' });
  for (const changes of [
    { key_id },
    { public_key },
    { public_key: 'AAAA' },
    { algorithm: 'none' },
    { signature: 1 },
  ])
    expect(await check(changes)).toEqual({ state: 'unreadable' });
  expect(await checkSignature(Buffer.from('['), MANIFEST, TOOLS)).toEqual({ state: 'unreadable' });
});
