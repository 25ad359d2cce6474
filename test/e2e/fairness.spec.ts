import { expect } from '@playwright/test';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { test } from '../support/service.js';

const [GREEDY, MODEST] = [createApiKey('greedy'), createApiKey('modest')];
const [FIRST = '', OTHER = '', ...MORE] = [
  ...['full-polish', 'hotel', 'decimal-comma', 'high-halves', 'odd-name', 'one-review'],
].map((name) => placeIdOf(loadPlaceCase(`place--${name}`).place.featureId));

// Every kind of turn, in virtual time: test/core/traffic/fair-turns.spec.ts. Beside a flood: npm run soak.
test('lookups of one key let another key load its page in between', async ({ start, standIn }) => {
  const env = { API_KEYS: `${GREEDY.entry},${MODEST.entry}::api+metrics`, BROWSER_CONTEXTS: '1' };
  const service = await start(env);
  const get = ({ key }: { readonly key: string }, path: string, signal: AbortSignal | null = null) =>
    fetch(service.url + path, { headers: { 'X-API-Key': key }, signal });
  const ask = (client: { readonly key: string }, place: string, signal: AbortSignal | null = null) =>
    get(client, `/api/details?placeid=${place}`, signal);
  const asked = () =>
    standIn.requests.flatMap(({ path }) => /^\/maps\/place\/\?q=place_id:([\w-]+)/.exec(path)?.[1] ?? []);
  const waiting = async () => {
    const text = await (await get(MODEST, '/metrics')).text();
    return Number(/^place_lookup_queue_length (\d+)$/m.exec(text)?.[1]);
  };
  const repair = standIn.fault({ kind: 'hang', match: (_host, path) => path.includes(FIRST) });
  const leaving = new AbortController();
  const first = ask(GREEDY, FIRST, leaving.signal).catch(() => null);
  await expect.poll(asked).toEqual([FIRST]);
  const greedy = MORE.map((place) => ask(GREEDY, place));
  await expect.poll(waiting).toBe(MORE.length);
  const modest = ask(MODEST, OTHER);
  await expect.poll(waiting).toBe(MORE.length + 1);
  repair();
  leaving.abort();
  await first;
  for (const { status } of await Promise.all([...greedy, modest])) expect(status).toBe(200);
  expect(asked().indexOf(OTHER), asked().join(' ')).toBeLessThanOrEqual(2);
});
