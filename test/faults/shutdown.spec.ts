import { connect } from 'node:net';
import { pathOf } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { NO_PROCESS_LIST, stillRunning } from '../support/chromium-processes.js';
import { test } from '../support/service.js';
import type { ServiceProcess } from '../support/service-process.js';
import { expect } from '../support/test.js';

// Signals that end the built service, as a process of its own; no process of Chromium may stay behind.

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const DETAILS = `/api/details?placeid=${PLACE}`;
/** A list of 4,490 reviews. */
const LONG_LIST = pathOf('reviews--capped');
/** A grace that no test lasts: waiting for its end fails the test. */
const FOREVER = '600000';
const SPIN = '<!doctype html><title>spin</title><script>for (;;);</script>';
const NDJSON = { Accept: 'application/x-ndjson' };

const isDocument = (_host: string, path: string) => path.startsWith('/maps/place') && path.includes(PLACE);

test.skip(NO_PROCESS_LIST !== false, NO_PROCESS_LIST || '');

test('Ctrl-C, also twice, ends the service after its last answer', async ({ startProcess, standIn }) => {
  const service = await startProcess({ SHUTDOWN_GRACE_MS: FOREVER });
  const { hostname, port } = new URL(service.url);
  // An unused and a kept connection do not hold the end.
  const unused = connect(Number(port), hostname).on('error', () => undefined);
  expect(await ask(service, '/healthz')).toMatchObject({ status: 200 });
  standIn.set({ documentDelayMs: 700 });
  const answer = ask(service, DETAILS);
  await arrival(standIn);
  const processes = service.processes();
  expect(processes.length, 'node and several of Chromium').toBeGreaterThan(3);
  service.signal('SIGINT');
  // The terminal and npm both pass on a Ctrl-C: the second signal must come within a second.
  const isHeard = () => service.log.some(({ msg }) => msg === 'shutting down');
  await expect.poll(isHeard, { intervals: [10] }).toBe(true);
  service.signal('SIGINT');
  expect(await answer).toMatchObject({ status: 200 });
  expect(await service.ended).toBe(0);
  unused.destroy();
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  const routes = service.log.filter(({ msg }) => msg === 'request').map(({ route }) => route);
  expect(routes, 'health checks are not in the log').toEqual(['/api/details']);
});

test('SIGTERM refuses new requests at once, cuts long lists, a page that spins and a request without end after the grace, and ends in order', {
  tag: '@time',
}, async ({ startProcess, standIn }) => {
  standIn.set({ reviewsDelayMs: 150 });
  const service = await startProcess({ SHUTDOWN_GRACE_MS: '3000' });
  expect((await ask(service, '/readyz')).status).toBe(200);
  const whole = ask(service, LONG_LIST);
  const stream = await fetch(service.url + LONG_LIST, { headers: NDJSON });
  expect(stream.status).toBe(200);
  const streamed = stream.text();
  const unended = beginRequest(service);
  standIn.fault({ kind: 'body', contentType: 'text/html', body: SPIN, match: isDocument });
  // The arrival of this later request shows that the service has read the beginning of the other one.
  const spinning = ask(service, DETAILS);
  await arrival(standIn);

  const since = performance.now();
  service.signal('SIGTERM');
  await expect
    .poll(() => ask(service, '/readyz'))
    .toMatchObject({
      status: 503,
      body: { status: 'not_ready', checks: { browser: 'unchecked', provider: 'ok', shutdown: true } },
    });
  expect(await ask(service, '/healthz')).toMatchObject({ status: 200 });
  const refused = await ask(service, '/api/info');
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'shutting_down' } } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('connection')).toBe('close');
  const processes = service.processes();

  const cut = await whole;
  expect(performance.now() - since, 'the grace was granted').toBeGreaterThan(2_900);
  expect(cut).toMatchObject({ status: 503, body: { error: { code: 'shutting_down' } } });
  expect(Number(cut.headers.get('retry-after'))).toBeGreaterThan(0);
  const lines = (await streamed).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    type: 'error',
    status: 'error',
    error: { code: 'shutting_down' },
  });
  expect(await spinning).toMatchObject({ status: 503, body: { error: { code: 'shutting_down' } } });
  expect(await service.ended).toBe(0);
  await unended;
  expect(performance.now() - since, 'the end is bounded').toBeLessThan(15_000);
  const lost = service.log.filter(({ msg }) => msg?.includes('were lost: trying once more'));
  expect(lost, 'the work was ended before its browser was').toEqual([]);
  await expect.poll(() => stillRunning(processes)).toEqual([]);
});

test('a second SIGTERM ends the service at once, Chromium too', async ({ startProcess, standIn }) => {
  standIn.fault({ kind: 'hang', match: isDocument });
  const service = await startProcess({ SHUTDOWN_GRACE_MS: FOREVER });
  const answer = ask(service, DETAILS).catch(() => 'cut off');
  await arrival(standIn);
  const processes = service.processes();
  service.signal('SIGTERM');
  await expect.poll(() => service.log.some(({ msg }) => msg === 'shutting down')).toBe(true);
  service.signal('SIGTERM');
  expect(await service.ended).toBe(1);
  expect(await answer).toBe('cut off');
  await expect.poll(() => stillRunning(processes)).toEqual([]);
});

/** Sends the beginning of a request and nothing more. @returns when the service closes the connection */
function beginRequest({ url }: ServiceProcess): Promise<unknown> {
  const { hostname, port } = new URL(url);
  const client = connect(Number(port), hostname);
  client.on('error', () => undefined).resume();
  const head = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 9', '', '{'];
  client.write(['POST /api/convert HTTP/1.1', ...head].join('\r\n'));
  return new Promise((resolve) => client.once('close', resolve));
}

async function ask(service: ServiceProcess, path: string, init: RequestInit = {}) {
  const response = await fetch(service.url + path, init);
  const body: unknown = await response.json();
  return { status: response.status, headers: response.headers, body };
}

/** The provider has been asked for a place. */
async function arrival(standIn: StandIn): Promise<void> {
  await expect.poll(() => standIn.requests.some(({ path }) => isDocument('', path))).toBe(true);
}
