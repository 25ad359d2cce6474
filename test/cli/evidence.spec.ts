import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type Reply, refusal } from '../support/fake-api.js';
import { message } from '../support/messages.js';
import { test } from './cli-test.js';
import { linesOf, run } from './command.js';

const link = (name: string) => `https://maps.app.goo.gl/${name}`;
const PACK = Buffer.from('PK\u0003\u0004 a pack');

/** Makes packs of all reviews but "Niepewna"; the answer for "Zerwana" breaks off. */
const makesPacks: Reply = (asked, response) => {
  const url = new URL(asked.path, 'http://x').searchParams.get('url') ?? '';
  if (url.endsWith('Niepewna')) return refusal(503, 'provider_unavailable')(asked, response);
  response.setHeader('Content-Type', 'application/zip');
  const proposed = url.endsWith('Jedna')
    ? 'dowod-opinii-bar-jan-2026-11-27-101112.zip'
    : '../../elsewhere.zip';
  response.setHeader(
    'Content-Disposition',
    `attachment; filename="${proposed}"; filename*=UTF-8''dow%C3%B3d.zip`,
  );
  if (url.endsWith('Zerwana')) response.write(PACK, () => response.destroy());
  else response.end(PACK);
};

test('evidence: one file for each link; a second run makes the missing files', async ({ serve }, info) => {
  const api = await serve(makesPacks);
  const out = info.outputPath('packs');
  const at = (...args: string[]) =>
    run(['evidence', ...args, '--out', out, '--api', api.url, '--retries', '0']);
  const first = await at(link('Jedna'), link('Niepewna'), link('Jedna'), '--blur', 'none');
  expect(first.code).toBe(4);
  expect(first.stdout).toContain('Pakiety zapisane: 1, już istniejące: 0, niesporządzone: 1.');
  const [file = ''] = await readdir(out);
  // The name that the service proposes, with the end by which a second run finds the file.
  expect(file).toMatch(/^dowod-opinii-bar-jan-2026-11-27-101112-[0-9a-f]{12}\.zip$/);
  expect(await readFile(join(out, file))).toEqual(PACK);
  const asked = api.asked.map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams));
  expect(asked[0]).toEqual({ url: link('Jedna'), lang: 'pl', blur: 'none' });

  const list = info.outputPath('linki.txt');
  await writeFile(list, [link('Jedna'), link('Druga'), link('Niepewna')].join('\n'));
  api.asked.length = 0;
  const again = await at(list, '--json');
  expect(again.code).toBe(4);
  expect(JSON.parse(again.stdout)).toMatchObject({
    ...{ total: 3, made: 1, exists: 1, failed: 1, missing: 0 },
    results: [
      { type: 'result', review_url: link('Jedna'), status: 'exists', file: join(out, file), error: null },
      { type: 'result', review_url: link('Druga'), status: 'made' },
      { type: 'error', review_url: link('Niepewna'), file: null, error: { code: 'provider_unavailable' } },
    ],
  });
  expect(api.asked).toHaveLength(2);
  // A proposed name that leads to another folder is not taken.
  const files = (await readdir(out)).sort();
  expect(files).toEqual([file, expect.stringMatching(/^evidence-[0-9a-f]{12}\.zip$/)]);
});

test('evidence: an answer that breaks off leaves no file', async ({ serve }, info) => {
  const api = await serve(makesPacks);
  const out = info.outputPath('packs');
  const args = ['evidence', link('Zerwana'), '--out', out, '--api', api.url, '--retries', '0', '--ndjson'];
  expect(linesOf((await run(args)).stdout)).toMatchObject([
    { status: 'failed', file: null, error: { code: 'cut' } },
    { type: 'summary' },
  ]);
  expect(await readdir(out)).toEqual([]);
});

test('evidence: a service without a key ends the command at the first link', async ({ serve }, info) => {
  const api = await serve(refusal(503, 'evidence_unavailable', {}, message('evidenceWithoutKey')));
  const to = ['--out', info.outputPath('packs'), '--api', api.url, '--retries', '0'];
  const said = await run(['evidence', link('Jedna'), link('Druga'), ...to]);
  expect(said.code).toBe(1);
  expect(said.stderr).toContain('nie sporządza pakietów dowodowych');
  expect(api.asked).toHaveLength(1);
});

test('evidence: a wrong folder, place or option is a usage error', async ({ serve }, info) => {
  const api = await serve(makesPacks);
  const blocked = info.outputPath('blocked');
  await mkdir(info.outputPath(), { recursive: true });
  await writeFile(blocked, 'a file');
  for (const args of [
    [link('Jedna'), '--out', join(blocked, 'packs')],
    ['Pierogarnia Kraków'],
    [link('Jedna'), '--blur', 'all'],
  ]) {
    expect((await run(['evidence', ...args, '--api', api.url])).code).toBe(2);
  }
  expect(api.asked).toEqual([]);
});
