import { expect } from '@playwright/test';
import { aliveBody } from '../../src/core/published/health.js';
import { startHttp } from '../support/http-only.js';
import { type Service, test } from '../support/service.js';

// What an operator's tools see. The paths stand outside /api and answer whatever the API's own state is.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const DETAILS = `/api/details?placeid=${PLACE_ID}`;
const READY = {
  status: 'ready',
  checks: {
    ...{ browser: 'ok', provider: 'ok', verdicts: 'unproven' },
    ...{ watch: 'ok', evidence_store: 'ok', shutdown: false },
  },
  chromium: { version: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/), age_days: expect.any(Number) },
};

test('/healthz answers GET and HEAD', async () => {
  await using http = await startHttp();
  const { status, headers, text } = await http.ask('/healthz');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(aliveBody.strict().parse(JSON.parse(text))).toEqual({ status: 'ok' });
  expect(await http.ask('/healthz', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

// That API_ENABLED reaches the service: test/faults/start.spec.ts.
test('an API that is switched off leaves health and metrics open', async () => {
  await using http = await startHttp({ isEnabled: () => false });
  for (const [method, path] of [
    ['GET', '/api/info'],
    ['GET', '/api/nothing'],
    ['GET', DETAILS],
    ['POST', '/api/convert'],
  ] as const) {
    const { status, headers, text } = await http.ask(path, { method });
    expect([status, JSON.parse(text).error.code], path).toEqual([503, 'api_disabled']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  for (const path of ['/api/openapi.json', '/healthz', '/readyz'])
    expect((await http.ask(path)).status, path).toBe(200);
  expect((await http.ask('/metrics')).text).toContain(
    'place_lookup_requests_total{route="/api/info",method="GET",status="503",code="api_disabled"} 1',
  );
});

// That a block page begins the pause, and that it ends: test/faults/breaker.spec.ts.
test('/readyz returns 503 during the pause after a block page', async () => {
  await using http = await startHttp({ isProviderBlocked: () => true });
  const blocked = await http.ask('/readyz');
  expect([blocked.status, JSON.parse(blocked.text)]).toMatchObject([
    503,
    { status: 'not_ready', checks: { browser: 'ok', provider: 'blocked', shutdown: false } },
  ]);
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
  const ignoring = await http.ask('/readyz?ignore=provider');
  expect([ignoring.status, JSON.parse(ignoring.text)]).toMatchObject([
    200,
    { status: 'ready', checks: { provider: 'blocked' } },
  ]);
  expect((await http.ask('/readyz?ignore=browser')).status).toBe(400);
});

test('/readyz names its checks; metrics count requests and have no queries', async ({ start }) => {
  const service = await start();
  await expect.poll(async () => (await service.get('/readyz')).status).toBe(200);
  const answer = await service.get('/readyz');
  expect(answer.body).toEqual(READY);
  expect(answer.headers.get('retry-after')).toBeNull();
  expect((await fetch(`${service.url}/readyz`, { method: 'HEAD' })).status).toBe(200);
  expect((await service.get(DETAILS)).status).toBe(200);
  expect((await service.get('/api/search?query=Teatr%20Sekretny')).status).toBe(404);
  expect((await service.get('/api/search')).status).toBe(400);
  expect((await service.get('/api/Sekretna-Droga?x=Sekret')).status).toBe(404);
  expect((await fetch(`${service.url}/api/search`, { method: 'PROPFIND' })).status).toBe(404);
  const text = await metricsOf(service);
  for (const line of [
    'requests_total{route="/api/details",method="GET",status="200",code=""} 1',
    'requests_total{route="/api/search",method="GET",status="404",code="no_results"} 1',
    'requests_total{route="/api/search",method="GET",status="400",code="invalid_request"} 1',
    'requests_total{route="none",method="GET",status="404",code="unknown_endpoint"} 1',
    'requests_total{route="none",method="other",status="404",code="unknown_endpoint"} 1',
    'request_duration_seconds_count{route="/api/details"} 1',
    'queue_wait_seconds_count 3',
    'browser_launches_total 1',
    'browser_crashes_total 0',
  ]) {
    expect(text).toContain(`\nplace_lookup_${line}\n`);
  }
  expect(text).toMatch(/\nplace_lookup_chromium_info\{version="\d+\.[\d.]+"\} 1\n/);
  const { chromium } = answer.body as { chromium: { age_days: number } };
  expect(text).toMatch(
    new RegExp(`\\nplace_lookup_chromium_age_days\\{version="[\\d.]+"\\} ${chromium.age_days}\\n`),
  );
  expect(text).toMatch(/\nplace_lookup_page_loads_total\{outcome="\w+"\} \d/);
  expect(text).not.toMatch(/sekret|PROPFIND|ChIJ/i);
});

async function metricsOf(service: Service): Promise<string> {
  const response = await fetch(`${service.url}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return response.text();
}
