import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { translatedFile } from '../support/built.js';
import { makeDataFolder } from '../support/data-folder.js';
import { readConfig } from '../support/read-config.js';
import { expect, test } from '../support/test.js';

// `npm run docs` writes these files. Run it after a change of a setting or a package.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Names the stale files of the repository and of a folder, and rewrites the stale files of the folder. */
const GENERATE = `
import { staleFiles, writeFiles } from '${pathToFileURL(translatedFile('deploy/docs.mjs'))}';
const [, folder] = process.argv;
const [own, stale] = [staleFiles('.'), staleFiles(folder)];
writeFiles(folder, stale);
console.log(JSON.stringify([own, stale].map((files) => files.map(([name]) => name))));`;

/** A process of its own: the order of the schemas is the order in which modules are loaded. */
function generate(folder: string): [own: string[], stale: string[]] {
  const args = ['--input-type=module', '--eval', GENERATE, folder];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' }));
}

test('each stale file is named and written anew; the files of the repository are up to date', () => {
  const folder = makeDataFolder();
  cpSync(join(PROJECT, 'docs'), join(folder, 'docs'), { recursive: true });
  const licences = join(folder, 'docs/licences.md');
  writeFileSync(licences, readFileSync(licences, 'utf8').replace('| MIT |', '| MITTEL |'));
  writeFileSync(join(folder, 'docs/settings.schema.json'), '{}\n');

  const [own, stale] = generate(folder);
  expect(own, 'npm run docs').toEqual([]);
  const wrong = ['docs/licences.md', '.env.example', 'docs/settings.schema.json'];
  expect(stale.sort()).toEqual(wrong.sort());
  for (const name of wrong)
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(readFileSync(join(PROJECT, name), 'utf8'));
});

test('the values of .env.example are those the service has without it', () => {
  const lines = readFileSync(join(PROJECT, '.env.example'), 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm);
  const settings = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  expect(Object.keys(settings)).toContain('PORT');
  expect(readConfig(settings)).toEqual(readConfig({}));
});

test('the JSON Schema of the settings takes what the service takes, and names a wrong value', () => {
  const text = readFileSync(join(PROJECT, 'docs/settings.schema.json'), 'utf8');
  const isValid = new Ajv2020({ strict: true }).compile(JSON.parse(text));
  expect(isValid({ PORT: '3000', API_ENABLED: 'true', TRUST_PROXY: '1', PATH: '/usr/bin' })).toBe(true);
  for (const wrong of [{ PORT: 'x' }, { PORT: 3000 }, { API_ENABLED: 'ja' }, { LOG_LEVEL: 'loud' }]) {
    expect(isValid(wrong), JSON.stringify(wrong)).toBe(false);
    const settings = Object.fromEntries(Object.entries(wrong).map(([name, value]) => [name, String(value)]));
    if (wrong.PORT !== 3000) expect(() => readConfig(settings)).toThrow('The configuration is not valid');
  }
});
