import { expect } from '@playwright/test';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { type Answer, type Service, startService, test } from '../support/service.js';

const DETAILS = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const NAME = '/api/search?query=pierogarnia%20krak%C3%B3w';

const isDocument = (host: string, path: string) =>
  host === 'www.google.com' && /^\/maps\/(place|search)/.test(path);
const isData = (_host: string, path: string) => /^\/maps\/preview\/place|^\/search\?/.test(path);

type Fault = Parameters<StandIn['fault']>[0];

const FAULTS: readonly [string, Fault, string][] = [
  ['the unusual-traffic page', { kind: 'block_page', match: isDocument }, 'provider_blocked'],
  ['the enable-JavaScript page', { kind: 'script_page', match: isDocument }, 'provider_blocked'],
  ['a document with status 429', { kind: 'status', code: 429, match: isDocument }, 'provider_blocked'],
  ['data with status 429', { kind: 'status', code: 429, match: isData }, 'provider_blocked'],
  ['a document with status 500', { kind: 'status', code: 500, match: isDocument }, 'provider_unavailable'],
  ['a document with status 403', { kind: 'status', code: 403, match: isDocument }, 'provider_unavailable'],
  ['data with status 500', { kind: 'status', code: 500, match: isData }, 'provider_unavailable'],
  ['a reset connection', { kind: 'reset', match: isDocument }, 'provider_unavailable'],
  ['data reset', { kind: 'reset', match: isData }, 'provider_unavailable'],
  ['status 204', { kind: 'empty_204', match: isDocument }, 'provider_unavailable'],
  ['a download', { kind: 'download', match: isDocument }, 'provider_unavailable'],
  [
    'a redirect off the list',
    { kind: 'redirect', to: 'https://example.com/', match: isDocument },
    'provider_unavailable',
  ],
];

/** A search asks for its own document and data; faults of the connection are the same for both. */
const OF_SEARCHES = [
  'the unusual-traffic page',
  'data with status 429',
  'data with status 500',
  'data reset',
];

for (const [name, fault, code] of FAULTS) {
  for (const path of OF_SEARCHES.includes(name) ? [DETAILS, NAME] : [DETAILS]) {
    test(`${name}: ${path} answers 503 ${code}, the next request is fine`, async ({ service, standIn }) => {
      const repair = standIn.fault(fault);
      expectUnavailable(await service.get(path), code);
      repair();
      expect(await service.get(path)).toMatchObject({ status: 200 });
    });
  }
}

const isLocate = (_host: string, path: string) => path.startsWith('/maps/rpc/locate');
/** What else a page proves nothing by: test/unit/places/nothing-found.spec.ts. */
const LOST: readonly [string, Fault, string?][] = [
  ['status 429', { kind: 'status', code: 429, match: isLocate }, 'provider_blocked'],
  ['cut off in the body, later than a page settles', { kind: 'cut', afterMs: 1_000, match: isLocate }],
  ['never answered', { kind: 'hang', match: isLocate }],
];

for (const [name, fault, code = 'provider_unavailable'] of LOST) {
  test(`a CID whose page cannot ask where it is (${name}): 503, not 404`, async ({ service, standIn }) => {
    standIn.fault(fault);
    const answer = await service.get('/api/search?query=4565666864068316694');
    expectUnavailable(answer, code);
  });
}

test('a page that leaves a long answer unread has shown all the same that there is nothing', async ({
  service,
  standIn,
}) => {
  const search = "fetch('/search?tbm=map&q=nic').then((answer) => answer.text())";
  standIn.fault({
    kind: 'body',
    contentType: 'text/html',
    body: `<script>window.APP_INITIALIZATION_STATE=[];window.APP_FLAGS=1;${search};fetch('/maps/long')</script>`,
    match: (_host, path) => path.startsWith('/maps/search') && path.includes('query=nic'),
  });
  // The page has no words for it: the control is a search for a place that is known.
  const answer = await service.get('/api/search?query=nic');
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'no_results' } } });
  expect(standIn.requests.filter(({ path }) => path === '/maps/long')).toHaveLength(2);
});

test('what never comes is 503 deadline_exceeded in time, and the next request is fine', async ({
  start,
  standIn,
}) => {
  const service = await start({ REQUEST_TIMEOUT_MS: '5000', BROWSER_CONTEXTS: '3' });
  // Most of this is waiting: each of three places is answered in another way, at the same time.
  const slow = (['hang', 'drip', 'hang'] as const).map((kind, index) => {
    const { place } = loadPlaceCase(`place--${['full-polish', 'hotel', 'one-review'][index]}`);
    const isOf = index < 2 ? isDocument : isData;
    const ids = [placeIdOf(place.featureId), encodeURIComponent(place.featureId)];
    const match = (host: string, path: string) => isOf(host, path) && ids.some((id) => path.includes(id));
    return {
      path: `/api/details?placeid=${placeIdOf(place.featureId)}`,
      repair: standIn.fault({ kind, match }),
    };
  });
  const ask = () => Promise.all(slow.map(({ path }) => service.get(path)));
  const since = performance.now();
  for (const answer of await ask()) expectUnavailable(answer, 'deadline_exceeded');
  expect(performance.now() - since).toBeLessThan(30_000);
  for (const { repair } of slow) repair();
  expect(await ask()).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
});

test('a full queue answers 503 overloaded at once', async ({ start, standIn }) => {
  const service = await start({ BROWSER_CONTEXTS: '1', QUEUE_LIMIT: '0' });
  standIn.fault({ kind: 'hang', match: isDocument });
  const client = new AbortController();
  const first = fetch(service.url + DETAILS, { signal: client.signal }).catch(() => 'left');
  await expect.poll(() => standIn.requests.length).toBeGreaterThan(0);
  expectUnavailable(await service.get(NAME), 'overloaded');
  client.abort();
  expect(await first).toBe('left');
});

test('a client that leaves frees its page at once', async ({ start, standIn }) => {
  const service = await start({ BROWSER_CONTEXTS: '1' });
  const repair = standIn.fault({ kind: 'hang', match: isDocument });
  const client = new AbortController();
  const left = fetch(service.url + DETAILS, { signal: client.signal }).catch(() => 'left');
  await expect.poll(() => standIn.requests.length).toBeGreaterThan(0);
  repair();
  client.abort();
  expect(await left).toBe('left');
  const since = performance.now();
  expect(await service.get(NAME)).toMatchObject({ status: 200 });
  expect(performance.now() - since, 'the deadline is 30 s').toBeLessThan(25_000);
});

test('a provider that is down: lookups 503, arithmetic goes on', async () => {
  const service = await startDown();
  try {
    expectUnavailable(await service.get(DETAILS), 'provider_unavailable');
    expectUnavailable(
      await service.get('/api/all?url=https://maps.app.goo.gl/PoLsKa1Zmysl7'),
      'provider_unavailable',
    );
    expectUnavailable(
      await service.post('/api/convert', { cid: '4565666864068316694' }),
      'provider_unavailable',
    );
    const converted = await service.post('/api/convert', { place_id: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8' });
    expect(converted.status).toBe(200);
  } finally {
    await service.close();
  }
});

for (const [link, status, code] of [
  ['https://maps.app.goo.gl/PozaLista11', 400, 'invalid_request'],
  ['https://maps.app.goo.gl/WKolko22', 503, 'provider_unavailable'],
] as const) {
  test(`share link ${link}: ${status} ${code}`, async ({ service, standIn }) => {
    const to = code === 'invalid_request' ? 'http://169.254.169.254/latest/meta-data' : link;
    standIn.fault({ kind: 'redirect', to, match: (host) => host === 'maps.app.goo.gl' });
    const answer = await service.get(`/api/all?url=${encodeURIComponent(link)}`);
    expect(answer).toMatchObject({ status, body: { status: 'error', error: { code } } });
  });
}

function expectUnavailable({ status, headers, body }: Answer, code: string): void {
  expect({ status, body }).toMatchObject({ status: 503, body: { status: 'error', error: { code } } });
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
}

/** A service whose provider's port is closed. */
async function startDown(): Promise<Service> {
  const standIn = await startStandIn({ cases: [] });
  await standIn.close();
  return startService(standIn);
}
