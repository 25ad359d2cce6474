import { createApiKey, parseApiKeys } from '../../src/core/config/api-keys.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { hookReceiver } from '../support/hook-receiver.js';
import { startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { PLACES, startWatching } from '../support/watching.js';
import { OPS } from './test-keys.js';

// Who sees and changes what, when keys share a team, are revoked or replaced, or do not exist.

const OLA = createApiKey('ola', { team: 'agencja' });
const JAN = createApiKey('jan', { team: 'agencja' });
const SHOP = createApiKey('shop');
const NEW_SHOP = createApiKey('shop');

const open: { close(): unknown }[] = [];
test.afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A service with these keys until the test ends; `change` puts others in place. */
async function serveKeys(...first: readonly string[]) {
  const read = (entries: readonly string[]) =>
    entries.length === 0 ? null : parseApiKeys([{ name: 'API_KEYS', text: entries.join('\n') }]);
  let current = read(first);
  const apiKeys =
    current === null
      ? null
      : {
          get names() {
            return current?.names ?? [];
          },
          findKey: (presented: string) => current?.findKey(presented) ?? null,
          findName: (name: string) => current?.findName(name) ?? null,
          usable: () => current?.usable() ?? [],
        };
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const receiver = await hookReceiver();
  const watching = await startWatching({ WEBHOOK_HOSTS: receiver.host }, undefined, { keys: apiKeys });
  const http = await startHttp({ watch: watching.watch, apiKeys, log });
  open.push(receiver, watching, http);
  const ask = async (key: string | null, method: string, path: string, body?: object) => {
    const { status, text } = await http.ask(`/api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(key !== null && { 'X-API-Key': key }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { data, error } = JSON.parse(text);
    return { status, data: (data ?? error) as Record<string, unknown> };
  };
  const change = (...entries: string[]) => {
    current = read(entries);
  };
  return { ask, change, tick: watching.tick, lines, receiver };
}

test('the keys of a team see one list; the access log names the key', async () => {
  const { ask, lines, receiver } = await serveKeys(OLA.entry, JAN.entry, SHOP.entry);
  const { data } = await ask(OLA.key, 'POST', 'watches', { subject: PLACES[0] });
  await ask(JAN.key, 'POST', 'channels', { kind: 'webhook', target: receiver.url });
  for (const key of [OLA.key, JAN.key]) {
    expect((await ask(key, 'GET', 'watches')).data).toMatchObject({ total: 1, watches: [{ id: data.id }] });
    expect((await ask(key, 'GET', 'channels')).data).toMatchObject({
      channels: [{ target: receiver.url }],
    });
    expect((await ask(key, 'GET', `watches/${data.id}`)).status).toBe(200);
  }
  expect((await ask(JAN.key, 'POST', 'watches', { subject: PLACES[0] })).status).toBe(409);
  expect((await ask(SHOP.key, 'GET', `watches/${data.id}`)).status).toBe(404);
  expect((await ask(SHOP.key, 'GET', 'channels')).data).toEqual({ channels: [] });
  const clients = lines.map((line) => JSON.parse(line).client);
  expect(new Set(clients.filter(Boolean))).toEqual(new Set(['ola', 'jan', 'shop']));
});

test('the deliveries of a revoked key wait until a key of the same name is there', async () => {
  const { ask, change, tick, receiver } = await serveKeys(SHOP.entry, OLA.entry);
  await ask(SHOP.key, 'POST', 'watches', { subject: PLACES[0] });
  const { data } = await ask(SHOP.key, 'POST', 'channels', { kind: 'webhook', target: receiver.url });
  change(OLA.entry);
  expect((await ask(SHOP.key, 'POST', `channels/${data.id}/test`)).status).toBe(401);
  await tick();
  expect(receiver.ids).toEqual([]);
  change(NEW_SHOP.entry, OLA.entry);
  expect((await ask(NEW_SHOP.key, 'POST', `channels/${data.id}/test`)).data).toMatchObject({ error: null });
  expect(receiver.ids).toHaveLength(1);
});

test('only an operator lists and deletes owners', async () => {
  const { ask } = await serveKeys(SHOP.entry, OLA.entry, OPS.entry);
  await ask(SHOP.key, 'POST', 'watches', { subject: PLACES[0] });
  for (const key of [SHOP.key, null]) {
    expect((await ask(key, 'GET', 'owners')).status).toBe(401);
    expect((await ask(key, 'DELETE', 'owners/x')).status).toBe(401);
  }
  const { data } = await ask(OPS.key, 'GET', 'owners');
  const owners = data.owners as { id: string; name: string }[];
  expect(owners.map(({ name }) => name)).toEqual(['key ops', 'key shop', 'team agencja']);
  expect((await ask(OPS.key, 'DELETE', `owners/${owners[1]?.id}`)).data).toMatchObject({ watches: 1 });
  expect((await ask(SHOP.key, 'GET', 'watches')).data).toMatchObject({ total: 0 });
  expect((await ask(OPS.key, 'DELETE', 'owners/none')).status).toBe(404);
});
