import { expect } from '@playwright/test';
import { loadPlaceCase, readExpected } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { expectGolden } from '../support/golden.js';
import { test } from '../support/service.js';

const DETAILS = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';

for (const consent of ['script', 'no_script'] as const) {
  test(`the consent page (${consent}) is declined once per context`, async ({ start, standIn }) => {
    standIn.set({ consent });
    const service = await start({ BROWSER_CONTEXTS: '1' });
    expect((await service.get(DETAILS)).status).toBe(200);
    const before = standIn.requests.length;
    expect((await service.get(DETAILS)).status).toBe(200);
    const saves = standIn.requests.filter(({ path }) => path.startsWith('/save'));
    expect(saves.map(({ method }) => method)).toEqual(['POST']);
    const [first] = documents(standIn.requests.slice(before));
    expect(first?.cookie).toMatch(/^SOCS=[^;]*$/);
  });
}

test('unrelated requests share no storage, window name or history either', async ({ start, standIn }) => {
  const service = await start({ BROWSER_CONTEXTS: '1' });
  const traces = '[localStorage.x,sessionStorage.x,window.name,document.cookie,history.length].join()';
  const leave = 'localStorage.x=sessionStorage.x=window.name="left";document.cookie="left=1"';
  const { featureId } = loadPlaceCase('place--full-polish').place;
  const state = `[null,null,null,null,null,[null,null,null,[null,null,["${featureId}"]]]]`;
  const get = (address: string) => `await (await fetch(${address})).text();`;
  const probe = get(`'/maps/probe?'+encodeURIComponent(${traces})`);
  const data = get(`'/maps/preview/place?pb=!1s${featureId}'`);
  standIn.fault({
    kind: 'body',
    contentType: 'text/html',
    body: `<script>window.APP_INITIALIZATION_STATE=${state};window.APP_FLAGS=1;(async()=>{${probe}${leave};${probe}${data}})()</script>`,
    match: (_host, path) => path.startsWith('/maps/place'),
  });
  const probes = () =>
    standIn.requests.filter(({ path }) => path.startsWith('/maps/probe')).map(({ path }) => path);
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
  const [first, after] = probes();
  expect(after).toContain('left');
  standIn.requests.length = 0;
  expect(await service.get(DETAILS)).toMatchObject({ status: 200 });
  expect(probes()[0]).toBe(first);
  expect(first).not.toContain('left');
});

test('pictures, fonts, tiles and logs are not fetched', async ({ service, standIn }) => {
  const { status } = await service.get(DETAILS);
  expect(status).toBe(200);
  const wasted = standIn.requests.filter(
    ({ host, path }) =>
      /googleusercontent|fonts\.|play\.google/.test(host) || /\/maps\/vt|gen_204|\.woff2/.test(path),
  );
  expect(wasted).toEqual([]);
});

test('five equal lookups at once share one page load', async ({ service, standIn }) => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => service.get(DETAILS)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(documents(standIn.requests)).toHaveLength(1);
});

test('details are cached, as Age and X-Cache show; no-cache bypasses it', async ({ start, standIn }) => {
  const service = await start({
    DETAILS_CACHE_SECONDS: '300',
    IDENTIFIER_CACHE_SECONDS: '86400',
  });
  const miss = await service.get(DETAILS);
  expect([miss.headers.get('X-Cache'), miss.headers.get('Age')]).toEqual(['miss', '0']);
  const hit = await service.get(DETAILS);
  expect([hit.headers.get('X-Cache'), hit.body]).toEqual(['hit', miss.body]);
  expect(Number(hit.headers.get('Age'))).toBeGreaterThanOrEqual(0);
  expect(documents(standIn.requests)).toHaveLength(1);
  const past = await service.get(DETAILS, { 'Cache-Control': 'no-cache' });
  expect(past.headers.get('X-Cache')).toBe('miss');
  expect(documents(standIn.requests)).toHaveLength(2);

  const name = '/api/search?query=pierogarnia%20krak%C3%B3w';
  expect((await service.get(name)).headers.get('X-Cache')).toBe('miss');
  expect((await service.get(name)).headers.get('X-Cache')).toBe('hit');
  const arithmetic = await service.get('/api/search?query=ChIJJz6dChxbFkcRFk6Qq9KBXD8');
  expect(arithmetic.headers.get('X-Cache')).toBeNull();
});

test('returns the first load when the reload meets a block page', async ({ service, standIn }) => {
  const { request } = loadPlaceCase('place--limited-view');
  let loads = 0;
  standIn.fault({
    kind: 'block_page',
    match: (_host, path) => path.startsWith('/maps/place') && ++loads > 1,
  });
  expectGolden(await service.get(request.replace('GET ', '')), readExpected('place--limited-view'));
});

function documents(requests: StandIn['requests']) {
  return requests.filter(
    ({ host, path }) => host === 'www.google.com' && /^\/maps\/(?:place|search)/.test(path),
  );
}
