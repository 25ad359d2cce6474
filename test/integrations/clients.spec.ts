import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DETAILS, PLACE_ID } from '../../src/core/api/examples/place-examples.js';
import { REMOVED_CHECK, WHOLE_CHECK } from '../../src/kit/lists/check-examples.js';
import { makeArtefacts } from '../support/artefacts.js';
import { type Reply, refusal, type Serve, serving, success } from '../support/fake-api.js';
import { madeUp } from '../support/made-up.js';
import { test as base, expect } from '../support/test.js';

// The programs of integrations/clients print what docs/integrations.md says.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(PROJECT, 'docs/integrations.md'), 'utf8');
const printed = /^```text\n(.*?)^```$/ms.exec(page)?.[1];

interface Program {
  readonly file: string;
  readonly command: readonly [string, ...string[]];
  /** Arguments with which the program ends without an error where it can run the file. */
  readonly probe?: readonly string[];
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  ts: { file: 'client.ts', command: [process.execPath, '--import', 'tsx'] },
  python: { file: 'client.py', command: ['python3'] },
  php: { file: 'client.php', command: ['php'], probe: ['-r', 'exit((int) !extension_loaded("curl"));'] },
};

interface Fixtures {
  /** A folder with the programs, as their readers have it. */
  readonly folder: string;
  readonly serve: Serve;
}

const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'clients-'));
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    cpSync(join(PROJECT, 'integrations/clients'), folder, { recursive: true });
    await use(folder);
  },
  serve: ({}, use) => serving(use),
});

const lines =
  (...all: object[]): Reply =>
  (_asked, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.end(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
const htmlOfProxy: Reply = (_asked, response) =>
  void response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>502 Bad Gateway</html>');
const details = success({ place_id: PLACE_ID, details: DETAILS });
const results = [WHOLE_CHECK, REMOVED_CHECK].map((check, index) => ({ type: 'result', index, ...check }));
const summary = { type: 'summary', total: 2, visible: 1, not_visible: 1, unclear: 0, failed: 0 };

function isInstalled({ command: [program], probe = ['--version'] }: Program): boolean {
  try {
    execFileSync(program, probe, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

for (const [language, client] of Object.entries(PROGRAMS)) {
  const { file, command } = client;
  const [program, ...options] = command;
  const run = (folder: string, api: string) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const env = { PATH: process.env.PATH, PLACE_LOOKUP_API: api, PLACE_LOOKUP_API_KEY: 'the-key' };
      execFile(program, [...options, file], { cwd: folder, env }, (failure, stdout, stderr) =>
        resolve({ code: Number(failure?.code ?? 0), stdout, stderr }),
      );
    });

  test.describe(language, () => {
    test.skip(!isInstalled(client), `${program} is not installed, or lacks an extension`);

    test(`${file} waits as asked, and reads a place and two verdicts`, async ({ folder, serve }) => {
      const api = await serve(
        refusal(429, 'rate_limited', { 'Retry-After': '1' }),
        details,
        lines(...results, summary),
      );
      const { code, stdout, stderr } = await run(folder, api.url);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toBe(printed);
      const [first, second, third] = api.asked;
      expect(api.asked.map(({ path }) => path.split('?')[0])).toEqual([
        ...['/api/details', '/api/details', '/api/review-visibility'],
      ]);
      expect(Number(second?.at) - Number(first?.at)).toBeGreaterThan(950);
      expect(third?.headers).toMatchObject({ accept: 'application/x-ndjson', 'x-api-key': 'the-key' });
      expect(third?.urls).toHaveLength(2);
    });

    test(`${file} fails on a cut stream, a refusal and a proxy, and says why`, async ({ folder, serve }) => {
      const [cut, refusing, proxy] = await Promise.all([
        serve(details, lines(...results)),
        serve(refusal(400, 'invalid_request', {}, madeUp('This is not a Place ID.'))),
        serve(details, htmlOfProxy),
      ]);
      const [broken, refused, foreign] = await Promise.all(
        [cut, refusing, proxy].map(({ url }) => run(folder, url)),
      );
      for (const [ended, reason] of [
        [broken, 'the answer broke off'],
        [refused, 'This is not a Place ID.'],
        [foreign, 'HTTP 502: the answer is no JSON of the service'],
      ] as const) {
        expect(ended?.code).not.toBe(0);
        expect(`${ended?.stdout}${ended?.stderr}`).toContain(reason);
      }
      expect(refusing.asked).toHaveLength(1);
    });
  });
}

test('client.ts fits the types of the API', ({ folder }) => {
  makeArtefacts(folder);
  const compiler = join(PROJECT, 'node_modules/typescript-native/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
  const args = [compiler, ...options, '--types', 'node', 'client.ts'];
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).toBe('');
});
