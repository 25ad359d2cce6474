import { expect } from '@playwright/test';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Answer, test } from '../support/service.js';

const DETAILS = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const NAME = '/api/search?query=pierogarnia%20krak%C3%B3w';

const isDocument = (host: string, path: string) =>
  host === 'www.google.com' && /^\/maps\/(place|search)/.test(path);
const isData = (_host: string, path: string) => /^\/maps\/preview\/place|^\/search\?/.test(path);

type Fault = Parameters<StandIn['fault']>[0];

/** On the way of the document, of the data, and of the connection; a search has a document and data of its own. */
const FAULTS: readonly [string, string, Fault, string][] = [
  ['the unusual-traffic page', DETAILS, { kind: 'block_page', match: isDocument }, 'provider_blocked'],
  ['the unusual-traffic page', NAME, { kind: 'block_page', match: isDocument }, 'provider_blocked'],
  ['the enable-JavaScript page', DETAILS, { kind: 'script_page', match: isDocument }, 'provider_blocked'],
  ['a document with 429', DETAILS, { kind: 'status', code: 429, match: isDocument }, 'provider_blocked'],
  ['data with 429', NAME, { kind: 'status', code: 429, match: isData }, 'provider_blocked'],
  ['a document with 500', DETAILS, { kind: 'status', code: 500, match: isDocument }, 'provider_unavailable'],
  ['a document with 403', DETAILS, { kind: 'status', code: 403, match: isDocument }, 'provider_unavailable'],
  ['data with 500', NAME, { kind: 'status', code: 500, match: isData }, 'provider_unavailable'],
  ['a reset connection', DETAILS, { kind: 'reset', match: isDocument }, 'provider_unavailable'],
  ['data reset', DETAILS, { kind: 'reset', match: isData }, 'provider_unavailable'],
  ['status 204', DETAILS, { kind: 'empty_204', match: isDocument }, 'provider_unavailable'],
  ['a download', DETAILS, { kind: 'download', match: isDocument }, 'provider_unavailable'],
  [
    'a redirect off the list',
    DETAILS,
    { kind: 'redirect', to: 'https://example.com/', match: isDocument },
    'provider_unavailable',
  ],
];

for (const [what, path, fault, code] of FAULTS)
  test(`returns ${code} for ${what}: ${path}`, async ({ service, standIn }) => {
    standIn.fault(fault);
    expectUnavailable(await service.get(path), code, what);
  });

test('returns the place once the faults are over', async ({ service }) => {
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
});

// Where else a page proves nothing: test/core/places/nothing-found.spec.ts and test/faults/page-load-limit.spec.ts.
test('returns 503, not 404, when a page cannot ask for its CID', async ({ service, standIn }) => {
  const match = (_host: string, path: string) => path.startsWith('/maps/rpc/locate');
  // Cut off in the body, later than a page settles.
  standIn.fault({ kind: 'cut', afterMs: 1_000, match });
  const answer = await service.get('/api/search?query=4565666864068316694');
  expectUnavailable(answer, 'provider_unavailable');
});

test('returns 503 in time when the provider never answers, and the next request is fine', {
  tag: '@time',
}, async ({ start, standIn }) => {
  const service = await start({ REQUEST_TIMEOUT_MS: '3000' });
  const repair = standIn.fault({ kind: 'hang', match: isDocument });
  const since = performance.now();
  expectUnavailable(await service.get(DETAILS), 'deadline_exceeded');
  expect(performance.now() - since).toBeLessThan(10_000);
  repair();
  await expect.poll(async () => (await service.get(DETAILS)).status, { intervals: [10] }).toBe(200);
});

test('a full queue returns 503; a client that leaves frees its page at once', async ({ start, standIn }) => {
  const service = await start({ BROWSER_CONTEXTS: '1' }, undefined, { queueLimit: 0 });
  const repair = standIn.fault({ kind: 'hang', match: isDocument });
  const client = new AbortController();
  const first = fetch(service.url + DETAILS, { signal: client.signal }).catch(() => 'left');
  await expect.poll(() => standIn.requests.length).toBeGreaterThan(0);
  expectUnavailable(await service.get(NAME), 'overloaded');
  repair();
  client.abort();
  expect(await first).toBe('left');
  // The poll ends long before the deadline of the first request, which would free the page as well.
  await expect.poll(async () => (await service.get(NAME)).status, { intervals: [10] }).toBe(200);
});

function expectUnavailable({ status, headers, body }: Answer, code: string, what = code): void {
  expect({ status, body }, what).toMatchObject({ status: 503, body: { status: 'error', error: { code } } });
  expect(Number(headers.get('Retry-After')), what).toBeGreaterThan(0);
}
