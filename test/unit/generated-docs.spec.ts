import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { readConfig } from '../../src/config/config.js';

// `npm run docs` writes these files; whoever changes a setting or a package has to run it.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const GENERATED = [
  'docs/configuration.md',
  'docs/licences.md',
  '.env.example',
  'docs/provider-rules.schema.json',
  'integrations/client/place-lookup.d.ts',
  ...collectionFiles(PROJECT),
];

/** The files of the Bruno collection below a folder, by their path. */
function collectionFiles(folder: string): string[] {
  return readdirSync(join(folder, 'integrations/bruno'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Runs the generator. What it said, and whether it was content. */
async function generate(...args: readonly string[]): Promise<{ code: number; said: string }> {
  const command = ['--import', 'tsx', 'deploy/docs.mjs', ...args];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd: PROJECT });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

test('each stale file is named and written anew; the files of the repository are up to date', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    cpSync(join(PROJECT, 'docs'), join(folder, 'docs'), { recursive: true });
    const [configuration = '', licences = '', , schema = ''] = GENERATED.map((name) => join(folder, name));
    writeFileSync(schema, '{}\n');
    writeFileSync(configuration, readFileSync(configuration, 'utf8').replace('| 3000 |', '| 3001 |'));
    writeFileSync(licences, readFileSync(licences, 'utf8').replace('| koa |', '| koala |'));
    // .env.example is not there at all, and an operation of the collection no longer exists.
    const gone = 'integrations/bruno/Places/gone.bru';
    mkdirSync(dirname(join(folder, gone)), { recursive: true });
    writeFileSync(join(folder, gone), '');
    const { code, said } = await generate('--check', '--in', folder);
    expect(code).toBe(1);
    for (const name of [...GENERATED, gone]) expect(said).toContain(`${name} is stale: run "npm run docs"`);

    expect((await generate('--in', folder)).code).toBe(0);
    expect(collectionFiles(folder)).toEqual(collectionFiles(PROJECT));
    for (const name of GENERATED) {
      expect(readFileSync(join(PROJECT, name), 'utf8'), `${name}: npm run docs`).toBe(
        readFileSync(join(folder, name), 'utf8'),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the values of .env.example are those the service has without it', () => {
  const lines = readFileSync(join(PROJECT, '.env.example'), 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm);
  const settings = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  expect(Object.keys(settings)).toContain('PORT');
  expect(readConfig(settings)).toEqual(readConfig({}));
});
