import { createApiKey, parseApiKeys } from '../../src/core/config/api-keys.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { PLACES, startWatching } from '../support/watching.js';
import { onWatching } from '../support/watching-http.js';

// The token in the address of a feed: it reads one feed of one watch, as long as its key is valid, and nothing else.

const SHOP = createApiKey('shop');
const FARM = createApiKey('farm');
const NEW_SHOP = createApiKey('shop');
const keysOf = (...entries: readonly string[]) =>
  parseApiKeys([{ name: 'API_KEYS', text: entries.join('\n') }]);

test('a feed token reads the feed of its watch only, ends with its key, and stands in no log or metric', async () => {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
  const watching = await startWatching();
  const { watch } = watching;
  let keys = keysOf(SHOP.entry, FARM.entry);
  const apiKeys = {
    get names() {
      return keys.names;
    },
    findKey: (presented: string) => keys.findKey(presented),
    findName: (name: string) => keys.findName(name),
    usable: () => keys.usable(),
  };
  const http = await startHttp({ watch, apiKeys, log });
  const shop = { 'X-API-Key': SHOP.key };
  const add = async (subject: string | undefined, headers: Record<string, string>) => {
    const type = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ subject });
    const { text } = await http.ask('/api/watches', {
      method: 'POST',
      headers: { ...type, ...headers },
      body,
    });
    return JSON.parse(text).data as { id: string; feed_url: string };
  };
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await http.ask(path, { headers })).status;
  try {
    const one = await add(PLACES[0], shop);
    const two = await add(PLACES[1], shop);
    const strange = await add(PLACES[0], { 'X-API-Key': FARM.key });
    const token = new URL(one.feed_url, 'http://service').searchParams.get('token') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const feed = await http.ask(one.feed_url);
    expect([feed.status, feed.headers['content-type']]).toEqual([200, 'application/atom+xml']);
    expect(await statusOf(`${one.feed_url}&lang=en`)).toBe(200);
    const read = await http.ask(`/api/watches/${one.id}`, { headers: shop });
    expect(JSON.parse(read.text).data.feed_url).toBe(one.feed_url);

    // Nothing else opens: other feeds, other endpoints, other methods, other places of the token.
    for (const path of [
      `/api/watches/${two.id}/feed?token=${token}`,
      `/api/watches/${strange.id}/feed?token=${token}`,
      `/api/events/feed?token=${token}`,
      `/api/watches/${one.id}?token=${token}`,
      `/api/watches/${one.id}/events?token=${token}`,
      `/api/watches?token=${token}`,
      `/api/watches/${one.id}/feed`,
      `/api/watches/${one.id}/feed?token=`,
      `/api/watches/${one.id}/feed?token=${token}x`,
      `/api/watches/${one.id}/feed?token=${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `/api/watches/${one.id}/feed?token=${token}&token=${token}`,
      `/api/watches/${one.id}/feed?token=${SHOP.key}`,
    ])
      expect([path, await statusOf(path)]).toEqual([path, 401]);
    expect(await statusOf(`/api/watches/${one.id}/feed`, { 'X-API-Key': token })).toBe(401);
    // A key that is presented counts, not the token.
    expect(await statusOf(one.feed_url, { 'X-API-Key': FARM.key })).toBe(404);
    expect(await statusOf(one.feed_url, { 'X-API-Key': 'plk_wrong' })).toBe(401);

    const list = await http.ask('/api/watches', { headers: shop });
    expect(list.text).not.toContain('feed_url');
    expect(lines.join('\n')).toContain('/api/watches/{id}/feed');
    expect(lines.join('\n')).not.toContain(token);
    keys = keysOf(`${SHOP.entry}::api+metrics`, FARM.entry);
    const metrics = await http.ask('/metrics', { headers: shop });
    expect(metrics.text).toContain('/api/watches/{id}/feed');
    expect(metrics.text).not.toContain(token);

    // Expired, replaced, limited to metrics, deleted.
    for (const entries of [
      [`${SHOP.entry}:2020-01-01`, FARM.entry],
      [NEW_SHOP.entry, FARM.entry],
      [`${SHOP.entry}::metrics`, FARM.entry],
      [FARM.entry],
    ]) {
      keys = keysOf(...entries);
      expect(await statusOf(one.feed_url)).toBe(401);
    }
    keys = keysOf(SHOP.entry);
    expect(await statusOf(one.feed_url)).toBe(200);
  } finally {
    await http.close();
    await watching.close();
  }
});

test(
  'a feed has points of its own: who reads it by its token spends none of the key',
  onWatching({ http: { RATE_LIMIT_PER_MINUTE: 12, apiKeys: keysOf(SHOP.entry) } }, async ({ ask }) => {
    const shop = { 'X-API-Key': SHOP.key };
    const feedOf = async (subject: string | undefined) =>
      String((await ask('post', 'watches', { subject }, shop)).body.feed_url).replace('/api/', '');
    const [one, two] = [await feedOf(PLACES[0]), await feedOf(PLACES[1])];
    const left = async () => (await ask('get', 'info', undefined, shop)).headers.ratelimit;
    const before = await left();
    const statuses = async (feed: string) =>
      [await ask('get', feed), await ask('get', feed), await ask('get', feed)].map(({ status }) => status);
    // A sixth of the points.
    expect(await statuses(one)).toEqual([200, 200, 429]);
    expect(await statuses(two)).toEqual([200, 200, 429]);
    const points = (text = '') => Number(/r=(\d+)/.exec(text)?.[1]);
    expect(points(await left())).toBe(points(before) - 1);
    // The key reads the feed with its own points.
    expect((await ask('get', one.split('?')[0] ?? '', undefined, shop)).status).toBe(200);
  }),
);

test(
  'without keys the address of a feed has no token',
  onWatching({}, async ({ ask }) => {
    const { body } = await ask('post', 'watches', { subject: PLACES[0] });
    expect(body.feed_url).toBe(`/api/watches/${body.id}/feed`);
    expect((await ask('get', `watches/${body.id}/feed`)).status).toBe(200);
  }),
);
