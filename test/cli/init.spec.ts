import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parseApiKeys } from '../../src/core/config/api-keys.js';
import { readConfig } from '../../src/core/config/config.js';
import { ADDED_SETTINGS } from '../../src/installed.js';
import { makeDataFolder } from '../support/data-folder.js';
import { expect, test } from '../support/test.js';
import { run } from './command.js';

const mode = (file: string) => statSync(file).mode & 0o777;

test('init makes settings and keys that the service reads, asks nothing, and overwrites nothing', async () => {
  const folder = join(makeDataFolder(), 'new');
  const args = ['init', folder, '--users', 'anna, crm', '--operator', 'admin', '--team', 'agencja'];
  const sender = 'MAIL_FROM=Usługa <place-lookup@example.com>';
  const { code, stdout, stderr } = await run([...args, '--set', 'PORT=3100', '--set', sender]);
  expect(code, stderr).toBe(0);
  expect([mode(folder), mode(join(folder, '.env')), mode(join(folder, 'keys'))]).toEqual([
    0o700, 0o600, 0o600,
  ]);
  const env = parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>;
  expect(readConfig(ADDED_SETTINGS, env)).toMatchObject({
    PORT: 3100,
    REQUIRE_KEYS: true,
    API_KEYS_FILE: join(folder, 'keys'),
    DATA_DIR: join(folder, 'data'),
    MAIL_FROM: 'Usługa <place-lookup@example.com>',
  });
  const keys = parseApiKeys([{ name: 'file', text: readFileSync(join(folder, 'keys'), 'utf8') }]);
  const shown = [...stdout.matchAll(/^(\w+): (plk_\S+)$/gm)].map(([, name, key = '']) => {
    const { owner, scopes } = keys.findKey(key) ?? {};
    return [name, owner, [...(scopes ?? [])]];
  });
  expect(shown).toEqual([
    ['anna', 'team agencja', ['api']],
    ['crm', 'team agencja', ['api']],
    ['admin', 'team agencja', ['api', 'metrics', 'operator']],
  ]);

  const before = readFileSync(join(folder, 'keys'), 'utf8');
  const again = await run(args);
  expect([again.code, again.stdout]).toEqual([2, '']);
  expect(again.stderr).toContain('niczego nie nadpisano');
  expect(readFileSync(join(folder, 'keys'), 'utf8')).toBe(before);
});

test('init asks when no name is given, and an input that ends leaves the rest out', async () => {
  const folder = makeDataFolder();
  const stdin = 'anna\nadmin\nsmtp://127.0.0.1:25\nplace-lookup@example.com\n';
  const { code, stderr } = await run(['init', folder], { stdin });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('Kto dostanie klucz?');
  const env = readFileSync(join(folder, '.env'), 'utf8');
  expect(env).toContain('SMTP_URL=smtp://127.0.0.1:25\nMAIL_FROM=place-lookup@example.com\n');
});

test('init writes nothing when a name or a setting is wrong', async () => {
  const folder = makeDataFolder();
  const wrong = [
    ['--users', 'Łucja'],
    ['--users', 'anna', '--operator', 'anna'],
    ['--users', ' '],
    ['--users', 'anna', '--set', 'PORT=many'],
    ['--users', 'anna', '--set', 'PROT=3100'],
    ['--users', 'anna', '--set', "OPERATOR_NAME=it's"],
  ];
  for (const args of wrong) expect((await run(['init', folder, ...args])).code, args.join(' ')).toBe(2);
  writeFileSync(join(folder, 'keys'), 'mine');
  expect((await run(['init', folder, '--users', 'anna'])).code).toBe(2);
  expect(readdirSync(folder)).toEqual(['keys']);
});
