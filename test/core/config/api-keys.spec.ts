import { spawnSync } from 'node:child_process';
import crypto, { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { loadReloadableKeys } from '../../../src/app/configured-keys.js';
import { createApiKey, isKeyName, parseApiKeys } from '../../../src/core/config/api-keys.js';
import { StartupError } from '../../../src/core/errors.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { builtFile } from '../../support/built.js';
import { makeDataFolder } from '../../support/data-folder.js';
import { expect, test } from '../../support/test.js';

const parse = (text: string) => parseApiKeys([{ name: 'API_KEYS', text }]);
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

test('a new key is found by its entry, and no other text is found', () => {
  const { key, entry } = createApiKey('shop');
  expect(key).toMatch(/^plk_[\w-]{43}$/);
  expect(createApiKey('shop').key).not.toBe(key);
  expect(entry).toBe(`shop:${hashOf(key)}`);
  const keys = parse(entry);
  expect(keys.findKey(key)?.name).toBe('shop');
  for (const other of [createApiKey('shop').key, '', key.slice(1), `${key} `, hashOf(key), entry, 'shop']) {
    expect(keys.findKey(other)).toBeNull();
  }
});

test('a key is compared with every entry in constant time, whether and where it is found', () => {
  const made = ['first', 'second', 'third'].map((name) => createApiKey(name));
  const keys = parseApiKeys([{ name: 'API_KEYS', text: made.map(({ entry }) => entry).join(',') }]);
  const { timingSafeEqual } = crypto;
  let compared = 0;
  crypto.timingSafeEqual = (...pair) => {
    compared += 1;
    return timingSafeEqual(...pair);
  };
  syncBuiltinESMExports();
  try {
    for (const presented of [...made.map(({ key }) => key), 'unknown', '']) {
      compared = 0;
      keys.findKey(presented);
      expect(compared).toBe(3);
    }
  } finally {
    crypto.timingSafeEqual = timingSafeEqual;
    syncBuiltinESMExports();
  }
});

test('entries are separated by commas, spaces or lines; comments, case and a byte order mark do not count', () => {
  const [a, b, c, d] = ['a', 'b.2', 'c-3', 'D_4'].map((name) => ({ name, ...createApiKey(name) }));
  const upper = d?.entry.replace(/[\da-f]{64}$/, (hex) => hex.toUpperCase());
  const text = `\uFEFF# keys, of May\r\n${a?.entry},${b?.entry} # two\r\n\r\n\t${c?.entry}\n#x:1\n ,${upper}, `;
  const keys = parse(text);
  for (const made of [a, b, c, d]) expect(keys.findKey(made?.key ?? '')?.name).toBe(made?.name);
});

test('reports all problems at once, by place, without the values', () => {
  const { key, entry } = createApiKey('secretive');
  const text = [
    key,
    `pasted:${key}`,
    entry,
    entry.replace('secretive', 'again'),
    `secretive:${hashOf('x')}`,
    `-bad:${hashOf('y')}`,
    `short:${hashOf('z').slice(1)}`,
    `:${hashOf('w')}`,
  ].join('\n');
  const message = messageOf(() => parse(text));
  const lines = message.split('\n').slice(1);
  expect(lines.map((line) => /entry (\d) \(line \1\)/.exec(line)?.[1]).join('')).toBe('1245678');
  expect(message).not.toContain(key);
  expect(message).not.toMatch(/[\da-f]{20}|secretive|pasted|again/);
});

test('a key is valid to the end of its last day, in UTC', () => {
  const { key, entry } = createApiKey('shop');
  const keys = parse(`${entry}:2027-01-31`);
  mock.timers.enable({ apis: ['Date'] });
  try {
    for (const [now, isExpired] of [
      ['2020-01-01T00:00:00Z', false],
      ['2027-01-31T23:59:59.999Z', false],
      ['2027-02-01T00:00:00Z', true],
      ['2028-01-01T00:00:00Z', true],
    ] as const) {
      mock.timers.setTime(Date.parse(now));
      expect(keys.findKey(key), now).toMatchObject({ name: 'shop', isExpired });
      expect(parse(`${entry}:`).findKey(key), now).toMatchObject({ isExpired: false });
    }
  } finally {
    mock.timers.reset();
  }
});

test('scopes: a key without scopes opens the metrics only where it is the only key', () => {
  for (const [entries, scopes] of [
    [[''], ['api metrics']],
    [['::api'], ['api']],
    // Metrics name all clients, also those whose key has expired.
    [
      ['', ''],
      ['api', 'api'],
    ],
    [
      ['', ':2020-01-01'],
      ['api', 'api'],
    ],
    [
      ['', '::metrics'],
      ['api', 'metrics'],
    ],
    [
      ['', ':2020-01-01:metrics'],
      ['api', 'metrics'],
    ],
    [
      ['', '::api+metrics'],
      ['api', 'api metrics'],
    ],
    [
      ['::metrics+api', ''],
      ['api metrics', 'api'],
    ],
    [
      ['', '::operator'],
      ['api', 'api metrics operator'],
    ],
    [
      ['', '::operator', '::metrics'],
      ['api', 'api metrics operator', 'metrics'],
    ],
  ] as const) {
    const made = entries.map((rest, index) => ({ rest, ...createApiKey(`k${index}`) }));
    const keys = parse(made.map(({ entry, rest }) => entry + rest).join('\n'));
    const found = made.map(({ key }) => [...(keys.findKey(key)?.scopes ?? [])].join(' '));
    expect(found, entries.join(' ')).toEqual(scopes);
  }
});

test('refuses an invalid end of an entry, names its line and does not quote it', () => {
  for (const [rest, complaint] of [
    ...[':2027-02-30', ':2027-1-1', ':tomorrow', ':metrics'].map((end) => [end, 'YYYY-MM-DD'] as const),
    ['::admin', 'scopes joined by "+" (api, metrics, operator)'],
    ['::metrics+', 'scopes joined by "+"'],
    ['::metrics:', 'nothing else'],
    ['::metrics:x', 'nothing else'],
  ] as const) {
    const { entry } = createApiKey('secretive');
    const message = messageOf(() => parse(`# keys\n${entry}${rest}`));
    expect(message, rest).toContain('entry 1 (line 2)');
    expect(message, rest).toContain(complaint);
    expect(message, rest).not.toMatch(/[\da-f]{20}|secretive|tomorrow|admin/);
  }
});

test('a setting of keys without any entry is refused: it must not open the service', () => {
  for (const text of [' ', ',', '# all\n#commented out'])
    expect(
      messageOf(() => parse(text)),
      text,
    ).toContain('API_KEYS: contains no entry');
});

const loadApiKeys = async (settings: Parameters<typeof loadReloadableKeys>[0]) => {
  const { keys, close } = await loadReloadableKeys(settings, createLogger('silent'));
  close();
  return keys;
};

test('the keys of API_KEYS and API_KEYS_FILE count together; without both the service is open', async () => {
  expect(await loadApiKeys({})).toBeNull();
  const inVariable = createApiKey('variable');
  const inFile = createApiKey('file');
  const API_KEYS_FILE = join(makeDataFolder(), 'keys');
  writeFileSync(API_KEYS_FILE, `# keys\n${inFile.entry}\n`);
  const keys = await loadApiKeys({ API_KEYS: inVariable.entry, API_KEYS_FILE });
  expect(keys?.findKey(inVariable.key)?.name).toBe('variable');
  expect(keys?.findKey(inFile.key)?.name).toBe('file');
  const twice = loadApiKeys({ API_KEYS: inFile.entry, API_KEYS_FILE });
  await expect(twice).rejects.toThrow('API_KEYS_FILE: entry 1 (line 2): an earlier entry has the same name');
});

test('an API_KEYS_FILE that cannot be read is a StartupError of one line', async () => {
  const missing = await loadApiKeys({ API_KEYS_FILE: '/nowhere/keys' }).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(StartupError);
  expect(String(missing)).toContain('API_KEYS_FILE /nowhere/keys: there is no such file.');
  await expect(loadApiKeys({ API_KEYS_FILE: tmpdir() })).rejects.toThrow('cannot be read (EISDIR)');
});

test('a name has letters, digits, dots, dashes and underscores', () => {
  expect(['a', 'A1', 'my-app.v2_x', 'x'.repeat(64)].every(isKeyName)).toBe(true);
  expect(['', '-a', '.a', 'a b', 'a:b', 'a,b', 'ż', 'x'.repeat(65), 'a\n'].some(isKeyName)).toBe(false);
});

test('the key command prints a key and its entry, on request the entry of an operator', () => {
  for (const [args, entryForm, isOperator] of [
    [['my-app'], /my-app:[\da-f]{64}$/m, false],
    [['--operator', 'ops'], /ops:[\da-f]{64}::operator$/m, true],
  ] as const) {
    const { status, stdout } = runKeyCommand(...args);
    expect([status, stdout]).toEqual([0, expect.stringContaining('X-API-Key')]);
    const key = /plk_[\w-]{43}/.exec(stdout)?.[0] ?? '';
    const found = parse(entryForm.exec(stdout)?.[0] ?? '').findKey(key);
    expect(found?.scopes.has('operator')).toBe(isOperator);
  }
});

test('the key command refuses a wrong name and unknown options with its usage', () => {
  for (const args of [[], ['a b'], ['a', '--admin']]) {
    const { status, stdout, stderr } = runKeyCommand(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Usage: npm run key -- <name>');
  }
});

function runKeyCommand(...args: string[]) {
  return spawnSync(process.execPath, [builtFile('cli/new-key.js'), ...args], { encoding: 'utf8' });
}

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return String(error);
  }
  throw new Error('nothing was thrown');
}
