import { expect } from '@playwright/test';
import { STATIC_HOSTS } from '../../fixtures/provider/assets.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { test } from '../support/service.js';

// What the service does when the provider refuses it, and how it limits its rate of loads.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const DETAILS = `/api/details?placeid=${PLACE_ID}`;
const SHARE = '/api/search?query=https%3A%2F%2Fmaps.app.goo.gl%2FPoLsKa1Zmysl7';
const REVIEWS = '/api/place-reviews?placeid=ChIJ0Ne3fj76vEcRw0roWQNFjN0';
const isDocument = (_host: string, path: string) => path.startsWith('/maps/place');
const LIST = '/api/place-reviews?placeid=ChIJOsH9cGTSrkcRy7zh90zxudA';
const REFUSED_AT_ONCE = '/api/place-reviews?placeid=ChIJgRRDde2h10cRBMHXAIj6l5M';
const isBatch = (_host: string, path: string) => path.includes('/data/batchexecute');
const BLOCKED = { status: 503, body: { error: { code: 'provider_blocked' } } };

// Tests that leave the breaker closed share one service.
test.use({
  serviceEnv: { BREAKER_COOLDOWN_MS: '60000', BROWSER_CONTEXTS: '2' },
  serviceTuning: { usesFastPath: true },
});

test('a probe ends the pause after a block page; readiness comes first', async ({ start, standIn }) => {
  const service = await start({ BREAKER_COOLDOWN_MS: '100', BROWSER_CONTEXTS: '2' });
  const repair = standIn.fault({ kind: 'block_page', match: isDocument });
  expect(await service.get(DETAILS)).toMatchObject(BLOCKED);
  repair();
  standIn.requests.length = 0;
  // Else no request would come that could find the provider back.
  await expect.poll(async () => (await service.get('/readyz')).status).toBe(200);
  expect(standIn.requests).toEqual([]);
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
  expect(probesOf(standIn)).toBe(1);
});

/** What the service asks for itself: the first of the well-known places. */
const isProbe = (_host: string, path: string) => path.includes('ChIJLU7jZClu5kcR4PcOOO6p3I0');
const probesOf = ({ requests }: StandIn) =>
  requests.filter(({ path }) => isDocument('', path) && isProbe('', path)).length;

test('a block page half way ends a list and opens the breaker', async ({ start, standIn }) => {
  const service = await start({ BREAKER_COOLDOWN_MS: '60000' });
  let batches = 0;
  standIn.fault({ kind: 'block_page', match: (host, path) => isBatch(host, path) && ++batches > 2 });
  const list = await service.get(LIST);
  expect(list).toMatchObject({
    status: 200,
    body: { data: { reviews_read: 20, stop_reason: 'interrupted', complete: false } },
  });
  expect(await service.get(DETAILS)).toMatchObject(BLOCKED);
  const ofReadiness = { status: 503, body: { checks: { browser: 'ok', provider: 'blocked' } } };
  expect(await service.get('/readyz')).toMatchObject(ofReadiness);
});

test('a block page for a first batch refuses all later requests', async ({ start, standIn }) => {
  const service = await start({ BREAKER_COOLDOWN_MS: '600000' });
  const repair = standIn.fault({ kind: 'block_page', match: isBatch });
  const blocked = await service.get(LIST);
  expect(blocked).toMatchObject(BLOCKED);
  expect(blocked.headers.get('retry-after')).toBe('600');
  repair();
  standIn.requests.length = 0;
  for (const later of [DETAILS, SHARE, REVIEWS, '/api/search?query=teatr']) {
    const answer = await service.get(later);
    expect(answer, later).toMatchObject(BLOCKED);
    expect(Number(answer.headers.get('retry-after')), later).toBeGreaterThan(0);
  }
  const urls = ['https://maps.app.goo.gl/RevVisible'];
  const bulk = await service.post('/api/review-visibility', { urls }, { Accept: 'application/json' });
  expect(bulk.body).toMatchObject({ data: { failed: 1, not_visible: 0 } });
  expect(await service.post('/api/convert', { place_id: PLACE_ID })).toMatchObject({ status: 200 });
  // The rest of the blocked page's own style and scripts may still be asked for.
  const asked = standIn.requests.filter(({ host }) => !STATIC_HOSTS.includes(host));
  expect(asked).toEqual([]);
});

test('a list refused in another way leaves the breaker closed', async ({ service, standIn }) => {
  // An empty batch may be an expired one, or all a limited view gives (reviews.md §2, §7).
  expect(await service.get(REFUSED_AT_ONCE)).toMatchObject(BLOCKED);
  // 403 is the answer to signed-out visitors (reviews.md §1).
  standIn.fault({ kind: 'status', code: 403, match: isBatch });
  expect(await service.get(LIST)).toMatchObject(BLOCKED);
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
});

test('loads keep to the rate limit; waiting counts toward the deadline', async ({ start, standIn }) => {
  const env = { PROVIDER_LOADS_PER_MINUTE: '1', REQUEST_TIMEOUT_MS: '2500' };
  const service = await start(env, undefined, { usesFastPath: true });
  // On a slow machine its deadline may end it: it has had the load of this minute.
  await service.get(DETAILS);
  expect(standIn.requests.length).toBeGreaterThan(0);
  standIn.requests.length = 0;
  const answer = await service.get(DETAILS);
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'deadline_exceeded' } } });
  expect(standIn.requests).toEqual([]);
});
