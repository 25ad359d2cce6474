import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pageAddress, verifyText } from '../../../src/capabilities/evidence/make/verify-text.js';
import { createStampAuthority } from '../../../src/capabilities/evidence/proof/timestamp.js';
import { inventedPack } from '../../support/evidence-pack.js';
import { localServer, opensslAuthority, stamping } from '../../support/stamp-authority.js';
import { expect, test } from '../../support/test.js';

// A stranger checks a pack with nothing but its instructions, sha256sum and openssl.

/** The commands of each numbered step of the instructions, as they stand there. */
function stepsOf(text: string): string[] {
  const steps = text.split(/^\d\. /m).slice(1);
  return steps.map((step) => {
    const lines = step
      .split('\n')
      .filter((line) => /^ {4}(?:\S* ?(?:sha256sum|grep|openssl|sed)\b)/.test(line));
    return lines.map((line) => line.slice(4)).join('\n');
  });
}

test('a stranger checks a pack by its instructions, which have the same commands in both languages', async () => {
  const openssl = opensslAuthority(test.info().outputPath());
  const server = await localServer(stamping(openssl.answer));
  const folder = test.info().outputPath('unpacked');
  const authority = createStampAuthority(server.url);
  const { key, files } = await inventedPack({ authority }).finally(server.close);
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  writeFileSync(join(folder, 'ca.pem'), openssl.ca);
  const run = (script = '') => {
    const env = { ...process.env, LC_ALL: 'C' };
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], { cwd: folder, env });
    return { status, said: `${stdout}${stderr}` };
  };
  const operator = { name: null, contact: null, key_url: 'https://zapis.example/app/api/evidence-key' };
  const steps = stepsOf(readFileSync(join(folder, 'jak-sprawdzic.txt'), 'utf8'));
  for (const lang of ['pl', 'en'] as const) {
    const text = verifyText(lang, key.id, pageAddress(operator));
    expect(stepsOf(text)).toEqual(steps);
    expect(text).toContain(key.id);
    expect(text).toContain('\n    https://zapis.example/app/console/sprawdz-dowod.html\n');
    const paragraphs = text.split('\n').filter((line) => !line.startsWith('    '));
    expect(Math.max(...paragraphs.map((line) => line.length))).toBeLessThan(96);
  }
  const [sums, list, signature, keyStep, stamp, ...others] = steps;
  expect(others).toEqual([]);

  expect(run(sums)).toMatchObject({ status: 0 });
  expect(run(list)).toEqual({ status: 0, said: '1\n' });
  expect(run(signature)).toMatchObject({
    ...{ status: 0, said: expect.stringContaining('Signature Verified Successfully') },
  });
  const { said } = run(keyStep);
  expect(said).toContain(key.id);
  expect(said).toContain(key.publicPem);
  expect(run(stamp)).toMatchObject({
    ...{ status: 0, said: expect.stringMatching(/Verification: OK[\s\S]*Time stamp: /) },
  });

  const answer = 'loads/01-review/answer.json';
  const original = readFileSync(join(folder, answer));
  writeFileSync(join(folder, answer), 'changed');
  const changed = run(sums);
  expect(changed.status).not.toBe(0);
  expect(changed.said).toContain(`${answer}: FAILED`);
  writeFileSync(join(folder, answer), original);
  writeFileSync(join(folder, 'sha256sums.txt'), 'changed');
  expect(run(list).said).toBe('0\n');
  writeFileSync(join(folder, 'manifest.json'), '{}');
  expect(run(signature).said).toContain('Signature Verification Failure');
  expect(run(stamp).said).toContain('Verification: FAILED');
});
