import { type Zippable, zipSync } from 'fflate';
import type { PackFile } from '../../../src/capabilities/evidence/make/pack-zip.js';
import { checkPack, isProven, type Problem } from '../../../src/capabilities/evidence/proof/check-pack.js';
import { TOOLS } from '../../../src/capabilities/evidence/proof/node-tools.js';
import { canonicalBytes, type Manifest } from '../../../src/capabilities/evidence/proof/pack-manifest.js';
import type { EvidenceKey } from '../../../src/capabilities/evidence/proof/signature.js';
import { inventedDraft, inventedPack, PIXEL, readPackManifest, zipped } from '../../support/evidence-pack.js';
import { expect, test } from '../../support/test.js';

const OPTIONS = { keyIds: null, trusted: [], now: Date.now() + 60_000 };
const PICTURE = 'loads/01-review/page.png';

async function problemsOf(pack: Buffer | Uint8Array, options = {}): Promise<readonly Problem[]> {
  return (await checkPack(Buffer.from(pack), { ...OPTIONS, ...options }, TOOLS)).problems;
}

/** The problems of a pack after its files were changed. */
async function afterChange(change: (files: PackFile[]) => PackFile[]): Promise<readonly Problem[]> {
  const { files } = await inventedPack();
  return problemsOf(await zipped(change([...files])));
}

const bytesOf = (files: readonly PackFile[], path: string) =>
  Buffer.from(files.find((file) => file.path === path)?.bytes ?? []);

const replaced = (files: readonly PackFile[], path: string, bytes: Uint8Array) =>
  files.map((file) => (file.path === path ? { path, bytes } : file));

const rewritten = (files: readonly PackFile[], change: (manifest: Manifest) => void) => {
  const manifest = structuredClone(readPackManifest(bytesOf(files, 'manifest.json')));
  change(manifest);
  return replaced(files, 'manifest.json', canonicalBytes(manifest));
};

const signedBy = (key: EvidenceKey, files: readonly PackFile[]) =>
  replaced(files, 'signature.json', key.sign(bytesOf(files, 'manifest.json')));

test('accepts a pack and says what it holds', async () => {
  const { key, files } = await inventedPack();
  const found = await checkPack(await zipped(files), { ...OPTIONS, keyIds: [key.id] }, TOOLS);
  expect(found).toMatchObject({ problems: [], files: files.length, keyId: key.id, stamp: null });
  expect(found.manifest).toMatchObject({
    verdict: { is_visible: false, reason: 'no_rating_section' },
    timestamp: { status: 'none', authority: null, why: null },
  });
  const order = found.manifest?.loads.map(({ purpose, outcome }) => `${purpose} ${outcome}`);
  expect(order).toEqual(['review absent', 'control shown', 'review absent', 'control shown']);
  expect(files.map(({ path }) => path).slice(0, 6)).toEqual([
    ...['manifest.json', 'signature.json', 'raport.pdf', 'jak-sprawdzic.txt', 'sprawdz-dowod.html', PICTURE],
  ]);
});

test('names every file in which one byte was changed', async () => {
  const { files } = await inventedPack();
  const named = new Map<string, readonly Problem[]>();
  for (const { path, bytes } of files) {
    const changed = Buffer.from(bytes);
    const at = Math.floor(changed.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    named.set(path, await problemsOf(await zipped(replaced(files, path, changed))));
  }
  expect(named.size).toBeGreaterThan(5);
  for (const [path, problems] of named) {
    if (path === 'manifest.json')
      expect(problems).toContainEqual({ code: 'signature_other_manifest', subject: 'signature.json' });
    else if (path === 'signature.json') expect(problems[0]?.code).toMatch(/^signature_/);
    else expect(problems).toEqual([{ code: 'file_changed', subject: path }]);
  }
});

test('names a file that was added, removed or renamed', async () => {
  const more = { path: 'more.txt', bytes: PIXEL };
  const renamed = 'loads/01-review/other.png';
  const added = (subject: string) => ({ code: 'file_added', subject });
  const missing = { code: 'file_missing', subject: PICTURE };
  for (const [change, problems] of [
    [(files: PackFile[]) => [...files, more], [added(more.path)]],
    [(files: PackFile[]) => files.filter(({ path }) => path !== PICTURE), [missing]],
    [
      (files: PackFile[]) => files.map((file) => (file.path === PICTURE ? { ...file, path: renamed } : file)),
      [missing, added(renamed)],
    ],
  ] as const)
    expect(await afterChange(change)).toEqual(problems);
});

test('a rewritten manifest does not fit its signature, also with a signature of another pack', async () => {
  const other = await inventedPack({ draft: inventedDraft(Date.now() - 60_000) });
  const change = (manifest: Manifest) => {
    manifest.link.given = 'https://maps.app.goo.gl/Inny';
  };
  const foreign = { code: 'signature_other_manifest', subject: 'signature.json' };
  expect(await afterChange((files) => rewritten(files, change))).toEqual([foreign]);
  const swapped = await afterChange((files) =>
    replaced(files, 'signature.json', bytesOf(other.files, 'signature.json')),
  );
  expect(swapped).toEqual([foreign]);
  const claimed = await afterChange((files) => {
    const changed = rewritten(files, change);
    const signature = JSON.parse(bytesOf(changed, 'signature.json').toString());
    const hash = other.key.sign(bytesOf(changed, 'manifest.json'));
    const { manifest_sha256 } = JSON.parse(hash.toString());
    return replaced(changed, 'signature.json', canonicalBytes({ ...signature, manifest_sha256 }));
  });
  expect(claimed).toEqual([{ code: 'signature_invalid', subject: 'signature.json' }]);
});

test('a pack that is signed anew has another key; only a given key proves who signed it', async () => {
  const { key, files } = await inventedPack();
  const forger = (await inventedPack()).key;
  const changed = rewritten(files, (manifest) => {
    manifest.link.given = 'https://maps.app.goo.gl/Inny';
  });
  const pack = await zipped(signedBy(forger, changed));
  const unknown = await checkPack(pack, OPTIONS, TOOLS);
  expect(unknown).toMatchObject({ problems: [], keyId: forger.id, signer: 'unknown' });
  expect(isProven(unknown)).toBe(false);
  expect(await problemsOf(pack, { keyIds: [key.id] })).toEqual([{ code: 'key_other', subject: forger.id }]);
  const either = await checkPack(pack, { ...OPTIONS, keyIds: [key.id, forger.id] }, TOOLS);
  expect(either).toMatchObject({ problems: [], signer: 'given' });
  expect(isProven(either)).toBe(true);
});

test('a verdict that somebody signs into a pack must follow from its loads', async () => {
  const { key, files } = await inventedPack();
  const signedWith = async (change: (manifest: Manifest) => void) =>
    problemsOf(await zipped(signedBy(key, rewritten(files, change))), { keyIds: [key.id] });
  const flawed = (subject: string) => [{ code: 'verdict_not_supported', subject }];
  const single = await signedWith((manifest) => {
    manifest.loads = manifest.loads.slice(0, 1);
  });
  expect(single).toEqual(flawed('too_few_absences: 1'));
  const turned = await signedWith((manifest) => {
    manifest.verdict = { is_visible: true, reason: 'visible' };
  });
  expect(turned).toEqual(flawed('not_shown_in_full: 1, 3'));
});

test('a pack from which the page of the place was taken out is refused, although it is signed anew', async () => {
  const draft = inventedDraft();
  const silent = draft.loads.map((load) => ({
    ...load,
    signals: load.signals && { ...load.signals, says_gone: false },
  }));
  const [first, ...others] = silent;
  if (first === undefined) throw new Error('no load');
  const page = {
    ...{ ...first, purpose: 'place' as const, outcome: 'read' as const, signals: null },
    asked_url: `https://www.google.com/maps?cid=${draft.place.cid}&hl=pl&gl=pl`,
    started_at_utc: first.ended_at_utc,
    started_at_local: new Date(Date.parse(first.ended_at_utc) + 3_600_000)
      .toISOString()
      .replace('Z', '+01:00'),
  };
  const loads = [first, page, ...others].map((load, index) => ({
    ...{ ...load, number: index + 1, folder: `loads/0${index + 1}-${load.purpose}` },
    files: { ...load.files, picture: null, answer: `loads/0${index + 1}-${load.purpose}/answer.json` },
  }));
  const { key, files } = await inventedPack({ draft: { ...draft, loads } });
  expect(await problemsOf(await zipped(files), { keyIds: [key.id] })).toEqual([]);
  const without = rewritten(files, (manifest) => {
    manifest.loads = manifest.loads.filter(({ purpose }) => purpose !== 'place');
  });
  expect(await problemsOf(await zipped(signedBy(key, without)), { keyIds: [key.id] })).toEqual([
    { code: 'verdict_not_supported', subject: 'no_place_page: 1, 4' },
  ]);
});

test('a pack without signature or manifest, and a manifest of another shape, are named', async () => {
  const without = (name: string) => afterChange((files) => files.filter(({ path }) => path !== name));
  expect(await without('signature.json')).toEqual([{ code: 'signature_missing', subject: 'signature.json' }]);
  expect(await without('manifest.json')).toEqual([{ code: 'no_manifest', subject: null }]);
  for (const [change, subject] of [
    [(text: string) => `${text}\n`, 'it is not canonical JSON (RFC 8785)'],
    [() => '{"format":1', 'it is not JSON'],
    [() => '{}', expect.stringContaining('the field format')],
  ] as const) {
    const problems = await afterChange((files) => {
      const text = change(bytesOf(files, 'manifest.json').toString());
      return replaced(files, 'manifest.json', Buffer.from(text));
    });
    expect(problems).toContainEqual({ code: 'manifest_invalid', subject });
  }
});

test('times that contradict each other or lie in the future are named', async () => {
  const late = inventedDraft();
  const [first, second] = late.loads;
  if (first === undefined || second === undefined) throw new Error('no loads');
  const swapped = await inventedPack({ draft: { ...late, loads: [second, first, ...late.loads.slice(2)] } });
  expect(await problemsOf(await zipped(swapped.files))).toContainEqual({
    ...{ code: 'times_out_of_order', subject: first.started_at_utc },
  });
  const shifted = await inventedPack({ draft: { ...late, made_at_local: '2020-01-01T00:00:00+01:00' } });
  expect((await problemsOf(await zipped(shifted.files))).map(({ code }) => code)).toEqual([
    'times_out_of_order',
  ]);
  const ahead = inventedDraft(Date.now() + 3_600_000);
  const future = await inventedPack({ draft: ahead });
  expect(await problemsOf(await zipped(future.files))).toEqual([
    { code: 'made_in_future', subject: ahead.made_at_utc },
  ]);
});

test('refuses a ZIP bomb, also one that lies about its size', async () => {
  const zeros = new Uint8Array(20_000_000);
  const bomb = Buffer.from(zipSync({ 'manifest.json': PIXEL, 'a.txt': [zeros, { level: 9 }] }));
  expect(await problemsOf(bomb)).toEqual([{ code: 'too_large', subject: null }]);
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}.txt`, PIXEL]));
  expect(await problemsOf(zipSync(many))).toEqual([{ code: 'too_large', subject: null }]);
  // The directory says 50 bytes where 20,000,000 come.
  const size = Buffer.alloc(4);
  size.writeUInt32LE(zeros.length);
  let at = bomb.indexOf(size);
  while (at >= 0) {
    bomb.writeUInt32LE(50, at);
    at = bomb.indexOf(size, at + 4);
  }
  expect(await problemsOf(bomb)).toEqual([{ code: 'unreadable_file', subject: 'a.txt' }]);
});

test('refuses paths outside, names that occur twice, symbolic links and what is no ZIP', async () => {
  for (const path of ['../a.txt', '/etc/a', 'a\\b.txt', 'C:/a', 'a//b', './a', 'A.TXT', 'a\nb'])
    expect(await problemsOf(zipSync({ [path]: PIXEL }))).toEqual([
      { code: 'path_outside', subject: JSON.stringify(path) },
    ]);
  const twice = Buffer.from(zipSync({ 'a.txt': PIXEL, 'b.txt': PIXEL }).map((byte) => byte));
  for (let at = twice.indexOf('b.txt'); at >= 0; at = twice.indexOf('b.txt')) twice.write('a', at);
  expect(await problemsOf(twice)).toEqual([{ code: 'duplicate_name', subject: 'a.txt' }]);
  const symbolic: Zippable = { 'a.txt': [Buffer.from('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] };
  expect(await problemsOf(zipSync(symbolic))).toEqual([{ code: 'not_a_file', subject: 'a.txt' }]);
  expect(await problemsOf(Buffer.from('no ZIP at all'))).toEqual([{ code: 'not_a_zip', subject: null }]);
  expect(await problemsOf(Buffer.alloc(0))).toEqual([{ code: 'not_a_zip', subject: null }]);
});
