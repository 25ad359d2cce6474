import { expect } from '@playwright/test';
import { STATIC_HOSTS } from '../../fixtures/provider/assets.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Service, test } from '../support/service.js';

// What the service does when the provider refuses it, and how it limits its rate of loads.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const DETAILS = `/api/details?placeid=${PLACE_ID}`;
const SHARE = '/api/search?query=https%3A%2F%2Fmaps.app.goo.gl%2FPoLsKa1Zmysl7';
const REVIEWS = '/api/place-reviews?placeid=ChIJ0Ne3fj76vEcRw0roWQNFjN0';
const isDocument = (_host: string, path: string) => path.startsWith('/maps/place');
const LIST = '/api/place-reviews?placeid=ChIJOsH9cGTSrkcRy7zh90zxudA';
const REFUSED_AT_ONCE = '/api/place-reviews?placeid=ChIJgRRDde2h10cRBMHXAIj6l5M';
const isBatch = (_host: string, path: string) => path.includes('/data/batchexecute');
const FAILED = { status: 503, body: { error: { code: 'provider_unavailable' } } };
const BLOCKED = { status: 503, body: { error: { code: 'provider_blocked' } } };
const isShareHost = (host: string) => host === 'maps.app.goo.gl';

// Tests that leave the breaker closed share one service.
test.use({
  serviceEnv: { BREAKER_COOLDOWN_MS: '60000', BROWSER_CONTEXTS: '2' },
  serviceTuning: { usesFastPath: true },
});

test('a probe ends the pause after a block page, and the service is ready before the probe', async ({
  start,
  standIn,
}) => {
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

/** 0 closed, 1 half open, 2 open. */
const breakerState = (service: Service) => service.metric('breaker_state');
const answeredLoads = (service: Service) => service.metric('page_loads_total{outcome="answered"}');
const javascriptOnly = (service: Service) =>
  service.metric('fast_path_attempts_total{outcome="javascript_only"}');

/** What the service asks for itself: the first of the well-known places. */
const isProbe = (_host: string, path: string) => path.includes('ChIJLU7jZClu5kcR4PcOOO6p3I0');
const probesOf = ({ requests }: StandIn) =>
  requests.filter(({ path }) => isDocument('', path) && isProbe('', path)).length;

const ODD_LINK = 'https://maps.app.goo.gl/OddLink1';
const sorryPage = (about: string) =>
  `https://www.google.com/sorry/index?continue=${encodeURIComponent(about)}&q=EgQxAAAA`;

test('a share link to a block page stops no other client', async ({ service, standIn }) => {
  for (const [about, probes] of [
    ['https://www.google.com/maps/place/x', 0],
    ['nothing', 0],
    [ODD_LINK, 1],
  ] as const) {
    standIn.reset();
    standIn.fault({ kind: 'redirect', to: sorryPage(about), match: isShareHost });
    for (let times = 0; times < 3; times += 1)
      expect(await service.get(`/api/all?url=${encodeURIComponent(ODD_LINK)}`), about).toMatchObject(FAILED);
    expect(await breakerState(service), about).toBe(0);
    expect(probesOf(standIn), about).toBe(probes);
  }
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
});

test('a share link that the browser follows to a block page stops no other client', async ({
  service,
  standIn,
}) => {
  standIn.fault({ kind: 'script_page', match: isShareHost, only: 'plain' });
  standIn.fault({ kind: 'redirect', to: sorryPage(ODD_LINK), match: isShareHost });
  expect(await service.get(`/api/all?url=${encodeURIComponent(ODD_LINK)}`)).toMatchObject(FAILED);
  expect(await breakerState(service)).toBe(0);
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
});

test('a list that meets a block page half way returns the reviews read so far, and opens the breaker', async ({
  start,
  standIn,
}) => {
  const service = await start({ BREAKER_COOLDOWN_MS: '60000' });
  let batches = 0;
  standIn.fault({ kind: 'block_page', match: (host, path) => isBatch(host, path) && ++batches > 2 });
  const list = await service.get(LIST);
  expect(list).toMatchObject({
    status: 200,
    body: { data: { reviews_read: 20, stop_reason: 'interrupted', complete: false } },
  });
  expect(await service.get(DETAILS)).toMatchObject(BLOCKED);
});

test('returns provider_blocked with the time to wait for a first batch of reviews redirected to the block page, and for all later requests; conversions go on', async ({
  start,
  standIn,
}) => {
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

test('a list refused in another way than by a block page fails alone: the breaker stays closed', async ({
  service,
  standIn,
}) => {
  // An empty batch may be an expired one, or all a limited view gives (reviews.md §2, §7).
  expect(await service.get(REFUSED_AT_ONCE)).toMatchObject(BLOCKED);
  // 403 is the answer to signed-out visitors (reviews.md §1).
  standIn.fault({ kind: 'status', code: 403, match: isBatch });
  expect(await service.get(LIST)).toMatchObject(BLOCKED);
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
});

test('a query that names the script page does not open the breaker', async ({ service }) => {
  const query = encodeURIComponent('bar /httpservice/retry/enablejs');
  const loadsBefore = await answeredLoads(service);
  expect(await service.get(`/api/search?query=${query}`)).toMatchObject({ status: 404 });
  expect(await answeredLoads(service)).toBeGreaterThan(loadsBefore);
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
});

const REVIEW = `/api/review-visibility?url=${encodeURIComponent('https://maps.app.goo.gl/RevVisible')}`;
const isReviewData = (_host: string, path: string) => path.startsWith('/maps/timeline/_rpc/pc');
const isSearchPage = (_host: string, path: string) => path.startsWith('/maps/search/');

test('renders a page when plain requests get the JavaScript-only page', async ({ service, standIn }) => {
  for (const [path, match] of [
    [DETAILS, isDocument],
    ['/api/search?query=Planetarium%20w%20Olsztynie', isSearchPage],
    [REVIEW, isReviewData],
  ] as const) {
    const before = await javascriptOnly(service);
    const repair = standIn.fault({ kind: 'script_page', match, only: 'plain' });
    expect(await service.get(path), path).toMatchObject({ status: 200 });
    expect((await javascriptOnly(service)) - before, path).toBe(1);
    repair();
  }
  expect(await breakerState(service)).toBe(0);
});

test('loads keep to the provider rate limit; waiting for it counts toward the deadline', async ({
  start,
  standIn,
}) => {
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
