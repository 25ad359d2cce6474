import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadReloadableKeys } from '../../src/app/configured-keys.js';
import { createApiKey, parseApiKeys } from '../../src/core/config/api-keys.js';
import { StartupError } from '../../src/core/errors.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { makeDataFolder } from '../support/data-folder.js';
import { type HttpOnly, pointsLeft, startHttp } from '../support/http-only.js';
import { test as base, expect } from '../support/test.js';

// The last day of keys, and their reload without a restart.

const SHOP = createApiKey('shop');
const FARM = createApiKey('farm');
const OLD = createApiKey('old');

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

type ReloadableKeys = Awaited<ReturnType<typeof loadReloadableKeys>>;

interface Fixtures {
  /** Path of a file of keys that does not exist yet. */
  readonly file: string;
  /** Keys of that file, watched every few milliseconds, and what they log. */
  readonly load: (options?: { watched?: boolean }) => Promise<{ keys: ReloadableKeys; lines: Line[] }>;
  readonly serve: (keys: ReloadableKeys['keys']) => Promise<HttpOnly>;
}

const test = base.extend<Fixtures>({
  file: ({}, use) => use(join(makeDataFolder(), 'keys')),
  load: async ({ file }, use) => {
    const loaded: ReloadableKeys[] = [];
    await use(async ({ watched = false } = {}) => {
      const lines: Line[] = [];
      const log = createLogger('debug', { write: (line: string) => void lines.push(JSON.parse(line)) });
      const keys = await loadReloadableKeys({ API_KEYS_FILE: file }, log, {
        lookMs: watched ? 20 : 3_600_000,
      });
      loaded.push(keys);
      return { keys, lines };
    });
    for (const keys of loaded) keys.close();
  },
  serve: async ({}, use) => {
    const started: HttpOnly[] = [];
    await use(async (apiKeys) => {
      const http = await startHttp({ apiKeys, RATE_LIMIT_PER_MINUTE: 100 });
      started.push(http);
      return http;
    });
    await Promise.all(started.map(({ close }) => close()));
  },
});

const statusWith = async (http: HttpOnly, key: string, path = '/api/info') =>
  (await http.ask(path, { headers: { 'X-API-Key': key } })).status;

const { now } = Date;
test.afterEach(() => {
  Date.now = now;
});

test('a key is refused with 401 from the end of its last day on', async ({ serve }) => {
  Date.now = () => Date.parse('2026-01-31T23:59:59.999Z');
  const text = `${OLD.entry}:2026-01-30\n${SHOP.entry}:2026-01-31\n${FARM.entry}`;
  const http = await serve(parseApiKeys([{ name: 'API_KEYS', text }]));
  const refused = await http.ask('/api/info', { headers: { 'X-API-Key': OLD.key } });
  expect(refused.status).toBe(401);
  expect(JSON.parse(refused.text).error).toMatchObject({
    code: 'unauthorized',
    message: expect.stringContaining('has expired'),
  });
  expect(await statusWith(http, OLD.key, '/metrics')).toBe(401);
  expect([await statusWith(http, SHOP.key), await statusWith(http, FARM.key)]).toEqual([200, 200]);
  expect(refused.headers.ratelimit, 'paid from the address').toEqual(pointsLeft(99));
  // After the two requests of the expired key.
  const without = await http.ask('/api/info');
  expect([without.status, without.headers.ratelimit]).toEqual([401, pointsLeft(97)]);
});

test('a reload adds new keys and drops removed keys', async ({ file, load, serve }) => {
  writeFileSync(file, `${SHOP.entry}\n${OLD.entry}\n`);
  const { keys, lines } = await load();
  const http = await serve(keys.keys);
  expect([await statusWith(http, OLD.key), await statusWith(http, FARM.key)]).toEqual([200, 401]);
  writeFileSync(file, `${SHOP.entry}\n${FARM.entry}\n`);
  await keys.reload?.();
  expect([await statusWith(http, OLD.key), await statusWith(http, FARM.key)]).toEqual([401, 200]);
  expect(await statusWith(http, SHOP.key)).toBe(200);
  expect(lines).toMatchObject([{ level: 30, keys: 2, added: ['farm'], removed: ['old'] }]);
});

test('a changed or replaced file is read without a signal', async ({ file, load, serve }) => {
  writeFileSync(file, SHOP.entry);
  const { keys } = await load({ watched: true });
  const http = await serve(keys.keys);
  writeFileSync(file, `${SHOP.entry}\n${FARM.entry}\n`);
  await expect.poll(() => statusWith(http, FARM.key)).toBe(200);
  writeFileSync(`${file}.new`, `${SHOP.entry}\n${OLD.entry}\n`);
  renameSync(`${file}.new`, file);
  await expect.poll(() => statusWith(http, OLD.key)).toBe(200);
  expect(await statusWith(http, FARM.key)).toBe(401);
});

test('a broken file keeps the former keys and says what is wrong', async ({ file, load, serve }) => {
  writeFileSync(file, `${SHOP.entry}\n${OLD.entry}\n`);
  const { keys, lines } = await load();
  const http = await serve(keys.keys);
  for (const [text, problem] of [
    [`${SHOP.entry}\n${FARM.key}\n`, 'entry 2 (line 2)'],
    [`${SHOP.entry}\nfarm:${FARM.key}\n`, 'entry 2 (line 2)'],
    // As while it is being written, and when it is gone.
    ['', 'contains no entry'],
    [null, 'there is no such file'],
  ] as const) {
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
    await keys.reload?.();
    const logged = lines.splice(0);
    expect(logged).toMatchObject([{ level: 50, problem: expect.stringContaining(problem) }]);
    expect(JSON.stringify(logged)).not.toMatch(/plk_|[\da-f]{20}|shop|farm/);
    const statuses = await Promise.all([SHOP, OLD, FARM].map(({ key }) => statusWith(http, key)));
    expect(statuses, problem).toEqual([200, 200, 401]);
  }
  writeFileSync(file, FARM.entry);
  await keys.reload?.();
  expect([await statusWith(http, SHOP.key), await statusWith(http, FARM.key)]).toEqual([401, 200]);
});

test('parallel reloads run one after the other, and the last one counts', async ({ file, load }) => {
  writeFileSync(file, SHOP.entry);
  const { keys } = await load();
  const reloads = [keys.reload?.(), keys.reload?.()];
  writeFileSync(file, FARM.entry);
  await Promise.all([...reloads, keys.reload?.()]);
  expect(keys.keys?.names).toEqual(['farm']);
});

test('without API_KEYS_FILE there is no reload; with REQUIRE_KEYS and without keys the start fails', async () => {
  const log = createLogger('silent');
  expect(await loadReloadableKeys({}, log)).toMatchObject({ keys: null, reload: null });
  expect(await loadReloadableKeys({ API_KEYS: SHOP.entry, REQUIRE_KEYS: true }, log)).toMatchObject({
    reload: null,
  });
  const missing = await loadReloadableKeys({ REQUIRE_KEYS: true }, log).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(StartupError);
  expect(String(missing)).toContain('REQUIRE_KEYS is true');
});
