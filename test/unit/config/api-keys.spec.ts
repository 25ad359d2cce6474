import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { createApiKey, isKeyName, parseApiKeys } from '../../../src/config/api-keys.js';
import { StartupError } from '../../../src/contract/errors.js';
import { loadApiKeys } from '../../../src/http/configured-keys.js';
import { builtFile } from '../../support/built.js';
import { expect, test } from '../../support/test.js';

const parse = (text: string) => parseApiKeys([{ name: 'API_KEYS', text }]);
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

test('a new key opens what its entry admits, and nothing else does', () => {
  const { key, entry } = createApiKey('shop');
  expect(key).toMatch(/^plk_[\w-]{43}$/);
  expect(entry).toBe(`shop:${hashOf(key)}`);
  const keys = parse(entry);
  expect(keys.findKey(key)?.name).toBe('shop');
  for (const other of [createApiKey('shop').key, '', key.slice(1), `${key} `, hashOf(key), entry, 'shop']) {
    expect(keys.findKey(other)).toBeNull();
  }
});

test('every key is new', () => {
  expect(new Set(Array.from({ length: 100 }, () => createApiKey('a').key)).size).toBe(100);
});

test('entries are separated by commas, spaces or lines; comments, case and a byte order mark do not count', () => {
  const [a, b, c, d] = ['a', 'b.2', 'c-3', 'D_4'].map((name) => ({ name, ...createApiKey(name) }));
  const upper = d?.entry.replace(/[\da-f]{64}$/, (hex) => hex.toUpperCase());
  const text = `\uFEFF# keys, of May\r\n${a?.entry},${b?.entry} # two\r\n\r\n\t${c?.entry}\n#x:1\n ,${upper}, `;
  const keys = parse(text);
  for (const made of [a, b, c, d]) expect(keys.findKey(made?.key ?? '')?.name).toBe(made?.name);
});

test('the first, the middle and the last of many keys are found', () => {
  const made = Array.from({ length: 50 }, (_, index) => ({
    name: `k${index}`,
    ...createApiKey(`k${index}`),
  }));
  const keys = parse(made.map(({ entry }) => entry).join('\n'));
  for (const { key, name } of made) expect(keys.findKey(key)?.name).toBe(name);
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
  expect(lines.map((line) => /entry (\d) \(line \1\)/.exec(line)?.[1])).toEqual([
    '1',
    '2',
    '4',
    '5',
    '6',
    '7',
    '8',
  ]);
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

for (const [title, entries, scopes] of [
  ['no entry names a scope: a key opens everything', ['', ''], ['api metrics', 'api metrics']],
  ['one key is for metrics: the others are not', ['', '::metrics'], ['api', 'metrics']],
  ['a key for both', ['', '::api+metrics'], ['api', 'api metrics']],
  ['a key for the API alone takes nothing from others', ['', '::api'], ['api metrics', 'api']],
  [
    'an expired key for metrics still keeps metrics from the others',
    ['', ':2020-01-01:metrics'],
    ['api', 'metrics'],
  ],
  ['scopes in any order, with an empty last day', ['::metrics+api', ''], ['api metrics', 'api']],
  [
    'a key of an operator opens everything and takes nothing from others',
    ['', '::operator'],
    ['api metrics', 'api metrics operator'],
  ],
  [
    'an operator beside a key for metrics',
    ['', '::operator', '::metrics'],
    ['api', 'api metrics operator', 'metrics'],
  ],
] as const) {
  test(`scopes: ${title}`, () => {
    const made = entries.map((rest, index) => ({ rest, ...createApiKey(`k${index}`) }));
    const keys = parse(made.map(({ entry, rest }) => entry + rest).join('\n'));
    expect(made.map(({ key }) => [...(keys.findKey(key)?.scopes ?? [])].join(' '))).toEqual(scopes);
  });
}

for (const [rest, complaint] of [
  [':2027-02-30', 'YYYY-MM-DD'],
  [':2027-1-1', 'YYYY-MM-DD'],
  [':tomorrow', 'YYYY-MM-DD'],
  [':metrics', 'YYYY-MM-DD'],
  [':2027-13-01', 'YYYY-MM-DD'],
  ['::admin', 'scopes joined by "+" (api, metrics, operator)'],
  ['::metrics+', 'scopes joined by "+"'],
  ['::metrics:', 'nothing else'],
  ['::metrics:x', 'nothing else'],
] as const) {
  test(`an entry that ends in ${rest} is refused, by line and without its content`, () => {
    const { entry } = createApiKey('secretive');
    const message = messageOf(() => parse(`# keys\n${entry}${rest}`));
    expect(message).toContain('entry 1 (line 2)');
    expect(message).toContain(complaint);
    expect(message).not.toMatch(/[\da-f]{20}|secretive|tomorrow|admin/);
  });
}

for (const text of [' ', ',', '# all\n#commented out']) {
  test(`keys that are configured but none: ${JSON.stringify(text)} does not mean an open service`, () => {
    expect(messageOf(() => parse(text))).toContain('API_KEYS: contains no entry');
  });
}

test('variable and file count together; neither = open', async () => {
  expect(await loadApiKeys({})).toBeNull();
  const inVariable = createApiKey('variable');
  const inFile = createApiKey('file');
  await withFile(`# keys\n${inFile.entry}\n`, async (API_KEYS_FILE) => {
    const keys = await loadApiKeys({ API_KEYS: inVariable.entry, API_KEYS_FILE });
    expect(keys?.findKey(inVariable.key)?.name).toBe('variable');
    expect(keys?.findKey(inFile.key)?.name).toBe('file');
    const twice = loadApiKeys({ API_KEYS: inFile.entry, API_KEYS_FILE });
    await expect(twice).rejects.toThrow(
      'API_KEYS_FILE: entry 1 (line 2): an earlier entry has the same name',
    );
  });
});

test('reports an unreadable file in one line', async () => {
  const missing = await loadApiKeys({ API_KEYS_FILE: '/nowhere/keys' }).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(StartupError);
  expect(String(missing)).toContain('API_KEYS_FILE /nowhere/keys: there is no such file.');
  await expect(loadApiKeys({ API_KEYS_FILE: tmpdir() })).rejects.toThrow('cannot be read (EISDIR)');
});

test('names are plain', () => {
  expect(['a', 'A1', 'my-app.v2_x', 'x'.repeat(64)].every(isKeyName)).toBe(true);
  expect(['', '-a', '.a', 'a b', 'a:b', 'a,b', 'ż', 'x'.repeat(65), 'a\n'].some(isKeyName)).toBe(false);
});

test('the key command prints a key and the entry that admits it', () => {
  const { status, stdout } = runKeyCommand('my-app');
  expect(status).toBe(0);
  const key = /plk_[\w-]{43}/.exec(stdout)?.[0] ?? '';
  const entry = /my-app:[\da-f]{64}/.exec(stdout)?.[0] ?? '';
  expect(parse(entry).findKey(key)?.name).toBe('my-app');
  expect(stdout).toContain('X-API-Key');
});

for (const args of [
  ['ops', '--operator'],
  ['--operator', 'ops'],
]) {
  test(`the key command marks the key of an operator: ${args.join(' ')}`, () => {
    const { status, stdout } = runKeyCommand(...args);
    expect(status).toBe(0);
    const key = /plk_[\w-]{43}/.exec(stdout)?.[0] ?? '';
    const entry = /ops:[\da-f]{64}::operator$/m.exec(stdout)?.[0] ?? '';
    expect(parse(entry).findKey(key)?.scopes.has('operator')).toBe(true);
  });
}

for (const args of [[], ['a b'], ['-x'], ['a', 'b'], ['--operator'], ['a', '--admin']]) {
  test(`the key command refuses ${JSON.stringify(args)} with its usage`, () => {
    const { status, stdout, stderr } = runKeyCommand(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Usage: npm run key -- <name>');
  });
}

function runKeyCommand(...args: string[]) {
  return spawnSync(process.execPath, [builtFile('operator/new-key.js'), ...args], { encoding: 'utf8' });
}

async function withFile(text: string, use: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'place-lookup-keys-'));
  try {
    const path = join(folder, 'keys');
    writeFileSync(path, text);
    await use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
