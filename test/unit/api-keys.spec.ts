import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { StartupError } from '../../src/errors.js';
import { createApiKey, isKeyName, parseApiKeys } from '../../src/http/api-keys.js';
import { loadApiKeys } from '../../src/http/load-api-keys.js';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

const parse = (text: string) => parseApiKeys([{ name: 'API_KEYS', text }]);
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

test('a new key opens what its entry admits, and nothing else does', () => {
  const { key, entry } = createApiKey('shop');
  expect(key).toMatch(/^plk_[\w-]{43}$/);
  expect(entry).toBe(`shop:${hashOf(key)}`);
  const keys = parse(entry);
  expect(keys.findKey(key)).toBe('shop');
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
  for (const made of [a, b, c, d]) expect(keys.findKey(made?.key ?? '')).toBe(made?.name);
});

test('the first, the middle and the last of many keys are found', () => {
  const made = Array.from({ length: 50 }, (_, index) => ({
    name: `k${index}`,
    ...createApiKey(`k${index}`),
  }));
  const keys = parse(made.map(({ entry }) => entry).join('\n'));
  for (const { key, name } of made) expect(keys.findKey(key)).toBe(name);
});

test('all problems are told at once, by place, and nothing written there is repeated', () => {
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

for (const text of [' ', ',', '# all\n#commented out']) {
  test(`keys that are configured but none: ${JSON.stringify(text)} does not mean an open service`, () => {
    expect(messageOf(() => parse(text))).toContain('API_KEYS: holds no entry');
  });
}

test('variable and file count together; neither = open', async () => {
  expect(await loadApiKeys({})).toBeNull();
  const inVariable = createApiKey('variable');
  const inFile = createApiKey('file');
  await withFile(`# keys\n${inFile.entry}\n`, async (API_KEYS_FILE) => {
    const keys = await loadApiKeys({ API_KEYS: inVariable.entry, API_KEYS_FILE });
    expect(keys?.findKey(inVariable.key)).toBe('variable');
    expect(keys?.findKey(inFile.key)).toBe('file');
    const twice = loadApiKeys({ API_KEYS: inFile.entry, API_KEYS_FILE });
    await expect(twice).rejects.toThrow('API_KEYS_FILE: entry 1 (line 2): its name is taken');
  });
});

test('a file that cannot be read is told in one line', async () => {
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
  expect(parse(entry).findKey(key)).toBe('my-app');
  expect(stdout).toContain('X-API-Key');
});

for (const args of [[], ['a b'], ['-x'], ['a', 'b']]) {
  test(`the key command refuses ${JSON.stringify(args)} with its usage`, () => {
    const { status, stdout, stderr } = runKeyCommand(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Usage: npm run key -- <name>');
  });
}

function runKeyCommand(...args: string[]) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'src/new-key.ts', ...args], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
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
