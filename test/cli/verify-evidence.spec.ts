import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { sealRecord } from '../../src/capabilities/evidence/make/make-pack.js';
import { openEvidenceKey } from '../../src/capabilities/evidence/proof/signature.js';
import { inventedPack, zipped } from '../support/evidence-pack.js';
import { readConfig } from '../support/read-config.js';
import { test } from './cli-test.js';
import { run } from './command.js';

// `verify-evidence` needs no service and no network. What it finds: test/capabilities/evidence.

function written(name: string, content: string | Uint8Array): string {
  const file = test.info().outputPath(name);
  writeFileSync(file, content);
  return file;
}

test('verify-evidence: a valid pack, in both languages and as JSON', async () => {
  const { key, files } = await inventedPack();
  const file = written('dowod.zip', await zipped(files));
  const polish = await run(['verify-evidence', file]);
  // Without the operator's key nobody knows who signed the pack.
  expect(polish).toMatchObject({ code: 4, stderr: '' });
  expect(polish.stdout).toContain(`✓ Pliki: ${files.length}, wszystkie zgodne z manifestem.`);
  expect(polish.stdout).toContain(
    `? Podpisano kluczem ${key.id}. Każdy może podpisać pakiet własnym kluczem`,
  );
  expect(polish.stdout).toContain('✓ Werdykt wynika z wczytań: opinia niewidoczna, no_rating_section');
  expect(polish.stdout).toContain('- Pakiet nie ma znacznika czasu.');
  expect(polish.stdout).toContain('pakiet jest nienaruszony, ale nie wiadomo, kto go podpisał.');
  // A file may hold the earlier keys of the operator, too.
  const other = (await inventedPack()).key.publicPem;
  const publicKey = written('key.pem', `${other}${key.publicPem}`);
  const english = await run(['--lang', 'en', 'verify-evidence', file, '--public-key', publicKey]);
  expect(english.code).toBe(0);
  expect(english.stdout).toContain(`✓ Signed by the given key ${key.id}.`);
  expect(english.stdout).toContain('(loads without the review: 1, 3; controls: 2, 4)');
  expect(english.stdout).toContain('the pack is valid.');
  const json = await run(['verify-evidence', file, '--json']);
  expect(json.code).toBe(4);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ file, valid: false, unchanged: true, signer: 'unknown', verdict_follows: true },
    ...{ problems: [], key_id: key.id, stamp: null },
    verdict: { is_visible: false, reason: 'no_rating_section' },
  });
  const known = await run(['verify-evidence', file, '--json', '--public-key', publicKey]);
  expect(known.code).toBe(0);
  expect(JSON.parse(known.stdout)).toMatchObject({ valid: true, signer: 'given' });
});

test('verify-evidence: the signed record of a client', async () => {
  const key = await openEvidenceKey(test.info().outputPath('key.pem'));
  const record = { client: 'Hotel', from: '2026-09-01', to: '2026-09-30' };
  const files = [{ path: 'record.json', bytes: Buffer.from('{}') }];
  const parts = { config: readConfig({}), key };
  const zip = await sealRecord(parts, record, files, { signal: AbortSignal.timeout(30_000) });
  const file = written('zapis.zip', Buffer.concat(zip));
  const publicKey = written('public.pem', key.publicPem);
  const polish = await run(['verify-evidence', file, '--public-key', publicKey]);
  expect(polish.code).toBe(0);
  expect(polish.stdout).toContain('✓ Zapis klienta Hotel, od 2026-09-01 do 2026-09-30: pliki są takie');
  const json = await run(['verify-evidence', file, '--json']);
  expect(json.code).toBe(4);
  expect(JSON.parse(json.stdout)).toMatchObject({ record, verdict: null, unchanged: true, problems: [] });
});

test('verify-evidence: a changed pack and another key end with exit code 1 and name the problem', async () => {
  const { files } = await inventedPack();
  const changed = files.map((file) =>
    file.path === 'raport.pdf' ? { ...file, bytes: Buffer.from('%PDF changed') } : file,
  );
  const file = written('dowod.zip', await zipped(changed));
  const polish = await run(['verify-evidence', file]);
  expect(polish).toEqual({
    code: 1,
    stdout: `✗ Plik różni się od zapisu w manifeście: raport.pdf\n${file}: pakiet jest nieprawidłowy.\n`,
    stderr: '',
  });
  const other = written('other.pem', (await inventedPack()).key.publicPem);
  const json = await run(['verify-evidence', file, '--json', '--public-key', other]);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout).problems.map(({ code }: { code: string }) => code)).toEqual([
    'key_other',
    'file_changed',
  ]);
});

test('verify-evidence: files that cannot be used are usage errors', async () => {
  const { files } = await inventedPack();
  const file = written('dowod.zip', await zipped(files));
  const text = written('text.txt', 'nic');
  const missing = test.info().outputPath('missing.zip');
  for (const args of [
    [missing],
    [test.info().outputPath()],
    [file, '--public-key', text],
    [file, '--public-key', missing],
    [file, '--ca', text],
    [file, '--ca', missing],
    [file, '--csv'],
  ])
    expect(await run(['verify-evidence', ...args])).toMatchObject({ code: 2, stdout: '' });
  const json = await run(['verify-evidence', missing, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ status: 'error', error: { code: 'usage' } });
  expect(await run(['verify-evidence', text])).toMatchObject({ code: 1, stderr: '' });
});
