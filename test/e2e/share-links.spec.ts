import { expect } from '@playwright/test';
import { loadReviewCase } from '../../fixtures/provider/cases.js';
import type { FaultRule } from '../../fixtures/provider/faults.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { test } from '../support/service.js';

// Share links through the service and its browser. What becomes of each answer: test/core/places/share-links.spec.ts.

const CODE = 'PoLsKa1Zmysl7';
const SHARE = `https://maps.app.goo.gl/${CODE}`;
const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const REVIEW = 'https://maps.app.goo.gl/RevVisible';
const SEARCH = `/api/search?query=${encodeURIComponent(SHARE)}`;
const VISIBILITY = `/api/review-visibility?url=${encodeURIComponent(REVIEW)}`;
const FOUND = { status: 200, body: { data: { place_id: PLACE_ID } } };
const VISIBLE = { status: 200, body: { data: { is_visible: true } } };
const UNAVAILABLE = { status: 503, body: { error: { code: 'provider_unavailable' } } };
const NO_RESULTS = { status: 404, body: { error: { code: 'no_results' } } };

const isShare = (host: string) => host === 'maps.app.goo.gl';
const asked = ({ requests }: StandIn) => requests.filter(({ host }) => isShare(host)).length;

const PASSING: readonly [string, FaultRule][] = [
  ['a 404', { kind: 'status', code: 404, match: isShare, times: 1 }],
  ['a broken connection', { kind: 'reset', match: isShare, times: 1 }],
];

test('a link that fails for a moment is asked once more: of a place, of a review, in bulk', async ({
  service,
  standIn,
}) => {
  for (const [what, fault] of PASSING) {
    standIn.reset();
    standIn.fault(fault);
    expect(await service.get(SEARCH), what).toMatchObject(FOUND);
    standIn.fault(fault);
    expect(await service.get(VISIBILITY), what).toMatchObject(VISIBLE);
    standIn.fault(fault);
    const bulk = { urls: [REVIEW] };
    const answer = await service.post('/api/review-visibility', bulk, { Accept: 'application/json' });
    expect(answer.body, what).toMatchObject({ data: { visible: 1, failed: 0 } });
    expect(asked(standIn), what).toBe(6);
  }
});

test('a page of JavaScript that leads to share.google/error ends in "leads nowhere"', async ({
  service,
  standIn,
}) => {
  standIn.fault({
    kind: 'body',
    contentType: 'text/html',
    body: "<script>location.replace('https://share.google/error')</script>",
    match: (host, path) => host === 'share.google' && path === '/NigdyNieByl12',
  });
  const link = encodeURIComponent('https://share.google/NigdyNieByl12');
  expect(await service.get(`/api/review-visibility?url=${link}`)).toMatchObject(NO_RESULTS);
});

// Block pages on the way of share links: test/faults/breaker.spec.ts.
test('a share host and pages of places that refuse the address pause everybody', async ({
  start,
  standIn,
}) => {
  const service = await start({ BREAKER_COOLDOWN_MS: '60000' });
  const repair = standIn.fault({ kind: 'status', code: 429, match: isShare });
  standIn.fault({ kind: 'block_page', match: (_host, path) => path.startsWith('/maps/place') });
  expect(await service.get(SEARCH)).toMatchObject({
    status: 503,
    body: { error: { code: 'provider_blocked' } },
  });
  expect(await service.metric('breaker_state')).toBe(2);
  repair();
  expect(await service.get(SEARCH)).toMatchObject({ status: 503 });
});

test('plain requests never ask for the search page at which share.google ends', async ({
  service,
  standIn,
}) => {
  await service.get('/api/search?query=https%3A%2F%2Fshare.google%2FGalazDruga22');
  const plain = standIn.requests.filter(({ userAgent }) => !userAgent.includes('Mozilla'));
  expect(plain.map(({ host, path }) => host + path)).toEqual([
    'share.google/GalazDruga22',
    'www.google.com/share.google?q=GalazDruga22',
  ]);
});

test('a review link that only a browser can follow is judged as the review it leads to', async ({
  service,
  standIn,
}) => {
  const to = loadReviewCase('review--visible').link;
  standIn.fault({
    kind: 'body',
    contentType: 'text/html',
    body: `<script>location.replace(${JSON.stringify(to)})</script>`,
    match: (host) => host === 'share.google',
  });
  const link = encodeURIComponent('https://share.google/OpiniaSkrypt1');
  expect(await service.get(`/api/review-visibility?url=${link}`)).toMatchObject(VISIBLE);
});

test('a hop that leads plain requests to the JavaScript-only page is followed in the browser', async ({
  service,
  standIn,
}) => {
  const to = 'https://www.google.com/httpservice/retry/enablejs?sei=x';
  standIn.fault({
    kind: 'redirect',
    to,
    match: (_host, path) => path.startsWith('/share.google'),
    times: 1,
  });
  expect(await service.get('/api/search?query=https%3A%2F%2Fshare.google%2FGalazDruga22')).toMatchObject({
    status: 200,
    body: { data: { place_id: 'ChIJF8SALp1bFkcRo41GsX_glSw', type: 'map_url' } },
  });
});

test('distinguishes a page that leads to no place from one that leads nowhere', async ({
  service,
  standIn,
}) => {
  const page = (to: string) =>
    ({ kind: 'body', contentType: 'text/html', body: `<script>location.replace('${to}')</script>` }) as const;
  standIn.fault({ ...page('https://www.google.com/maps/@52.2,21.0,12z'), match: isShare, times: 2 });
  expect(await service.get(SEARCH)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request' } },
  });
  standIn.reset();
  standIn.fault({ kind: 'body', contentType: 'text/html', body: '<p>nothing</p>', match: isShare });
  expect(await service.get(SEARCH)).toMatchObject(UNAVAILABLE);
});
