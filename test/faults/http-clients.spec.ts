import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { BulkChecker } from '../../src/capabilities/bulk/check-reviews.js';

import { createDrain } from '../../src/core/api/middleware/drain.js';
import { AppError, CLIENT_GONE, isAppError, NO_RESULTS } from '../../src/core/errors.js';
import type { EmitReviews } from '../../src/core/reviews/read-reviews.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import { race, type Scope } from '../../src/core/runtime/scope.js';
import type { HttpSetup, WatchOfTest } from '../support/http-only.js';
import { madeUp } from '../support/made-up.js';
import { expect, test } from '../support/test.js';
import { BULK, head, IMPATIENT, onSurvivingHttp, open, PLACE_ID, partsOf, watched } from './raw-clients.js';

// Clients that send slowly, stop reading or leave must not hold the service.

const LIST = `/api/place-reviews?placeid=${PLACE_ID}`;
const NDJSON_TYPE = 'application/x-ndjson';
/** For a client that must be served nevertheless: also when the machine itself halts for a while. */
const PATIENT = { patience: { readMs: 1_000 } };
const EVENTS = 10_000;
const EVENT = { kind: 'progress', page: 1, read: 1, total: 1 } as const;
const LISTED = {
  ...{ placeId: PLACE_ID, returned: 0, read: 0, total: 0, pagesFetched: 1, unread: 0 },
  ...({ complete: true, stopReason: 'end', notices: [] } as const),
};
const INFO = head(['GET /api/info HTTP/1.1']);

const posting = (...headers: string[]) =>
  head(['POST /api/convert HTTP/1.1', 'Content-Type: application/json', ...headers]);

// Most of this is waiting: the clients of a table come at the same time, each to a server of its own.
test('clients that send half a request, or byte by byte, are cut off', async () => {
  const clients: readonly (readonly [string, string, string])[] = [
    ['half a request line', 'GET /api/in', ''],
    ['headers byte by byte', 'GET /api/info HTTP/1.1\r\nX-Slow: ', 'x'],
    ['half a body', posting('Content-Length: 99'), ''],
    ['a body byte by byte', posting('Content-Length: 9999'), ' '],
    ['chunks byte by byte', posting('Transfer-Encoding: chunked'), '1\r\n \r\n'],
  ];
  const cutOff = ([what, begin, drip]: (typeof clients)[number]) =>
    onSurvivingHttp(IMPATIENT, async ({ port, connections }) => {
      const { socket, received } = open(port, begin);
      const dripping = setInterval(() => drip !== '' && socket.write(drip), 20);
      const text = await received;
      clearInterval(dripping);
      expect(text, what).toMatch(/^HTTP\/1\.1 400 /);
      expect(text.match(/HTTP\/1\.1/g), what).toHaveLength(1);
      await expect.poll(connections, what).toBe(0);
    })();
  await Promise.all(clients.map(cutOff));
});

test('a connection that ends is answered only if it has begun a request', async () => {
  const clients: readonly (readonly [string, string, string, readonly number[]])[] = [
    ['nothing', '', '', []],
    ['nothing but an empty line', '\r\n', '', []],
    ['a request, and keeps its connection', INFO, '', [200]],
    ['an empty line after the request', `${INFO}\r\n`, '', [200]],
    ['an empty line after the answer', INFO, '\r\n', [200]],
    ['half a request line', 'GET /api/in', '', [400]],
    ['an empty line and half a request line', '\r\nGET /api/in', '', [400]],
    ['half of its headers', 'GET /api/info HTTP/1.1\r\nHo', '', [400]],
    ['half a request after an answer', INFO, 'GET /api/in', [200, 400]],
    ['no HTTP after an answer', INFO, 'hello\r\n\r\n', [200, 400]],
  ];
  const waitForEnd = ([what, first, then, statuses]: (typeof clients)[number]) => {
    const { lines, log, metrics, counted } = watched();
    return onSurvivingHttp({ ...IMPATIENT, log, metrics }, async ({ port, connections }) => {
      const { socket, received } = open(port, first);
      if (then !== '') socket.once('data', () => socket.write(then));
      const answers = (await received).match(/HTTP\/1\.1 \d+/g) ?? [];
      expect(answers, what).toEqual(statuses.map((status) => `HTTP/1.1 ${status}`));
      await expect.poll(connections, what).toBe(0);
      const logged = lines.filter(({ msg }) => msg === 'request').map(({ status }) => status);
      expect(logged, what).toEqual(statuses);
      expect(await counted(), what).toHaveLength(statuses.length);
    })();
  };
  await Promise.all(clients.map(waitForEnd));
});

test('a body that stops coming is logged and counted once, under the id of its answer', async () => {
  const { lines, log, metrics, counted } = watched();
  await onSurvivingHttp({ ...IMPATIENT, log, metrics }, async ({ port, ask, connections }) => {
    const { headers } = partsOf(await open(port, posting('Content-Length: 99')).received);
    await expect.poll(connections).toBe(0);
    // Its line is the last to come, so that all the others are there.
    await ask('/api/nothing');
    const requests = () => lines.filter(({ msg }) => msg === 'request');
    await expect.poll(() => requests().some(({ status }) => status === 404)).toBe(true);
    expect(requests()).toMatchObject([
      { route: '/api/convert', requestId: headers['x-request-id'] },
      { status: 404 },
    ]);
    expect(await counted()).toHaveLength(2);
  })();
});

test('clients that stop reading an answer, a stream or evidence packs are disconnected, and their work ends', async () => {
  const bulk = hugeBulk(40);
  let ended: unknown = null;
  const list = async (_request: unknown, _scope: unknown, emit: EmitReviews) => {
    try {
      for (;;) await emit(EVENT);
    } catch (error) {
      ended = error;
      throw error;
    }
  };
  const clients: readonly (readonly [HttpSetup, string])[] = [
    [{ reviews: { list } }, head([`GET ${LIST} HTTP/1.1`, `Accept: ${NDJSON_TYPE}`])],
    [{ bulk }, bulkRequest('application/json')],
    [{ bulk }, bulkRequest(NDJSON_TYPE)],
    [{ evidence: packs(40_000_000, async () => undefined) }, packsRequest],
  ];
  const stopsReading = ([setup, request]: (typeof clients)[number]) =>
    onSurvivingHttp({ ...IMPATIENT, ...setup }, async ({ port, connections }) => {
      const { socket } = open(port, request);
      await stopReading(socket);
      expect(connections()).toBe(1);
      await expect.poll(connections).toBe(0);
    })();
  await Promise.all(clients.map(stopsReading));
  expect(isAppError(ended, CLIENT_GONE)).toBe(true);
});

/** A client that reads 20 MB slowly. */
const readSlowly = onSurvivingHttp({ ...PATIENT, bulk: hugeBulk(20) }, async ({ port }) => {
  const { socket, received } = open(port, bulkRequest(NDJSON_TYPE));
  const since = performance.now();
  let unread = 0;
  socket.on('data', (chunk) => {
    unread += chunk.length;
    if (unread < 2_000_000) return;
    unread = 0;
    socket.pause();
    setTimeout(() => socket.resume(), 250);
  });
  const text = await received;
  expect(performance.now() - since).toBeGreaterThan(2 * PATIENT.patience.readMs);
  expect(text.length).toBeGreaterThan(20_000_000);
  expect(text.slice(-100)).toContain('}');
});

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 1.5 * PATIENT.patience.readMs));

const slowList = async (_request: unknown, _scope: unknown, emit: EmitReviews) => {
  // More than the client can take at once: it has been waited for before the silence begins.
  for (let count = 0; count < EVENTS; count += 1) await emit(EVENT);
  await pause();
  return LISTED;
};

/** Lists that take long before their first byte, between two lines, and while another answer waits for them. */
const waitForLists = onSurvivingHttp({ ...PATIENT, reviews: { list: slowList } }, async ({ ask, port }) => {
  // A client may have two lists under way.
  const [whole, lines] = await Promise.all([
    ask(LIST, { headers: { Accept: 'application/json' } }),
    ask(LIST, { headers: { Accept: NDJSON_TYPE } }),
  ]);
  // The second answer is ready at once and waits for the first.
  const two = head([`GET ${LIST} HTTP/1.1`]) + head(['GET /api/info HTTP/1.1', 'Connection: close']);
  const pipelined = await open(port, two).received;
  expect(whole.status).toBe(200);
  expect(lines.text.trim().split('\n')).toHaveLength(EVENTS + 1);
  expect(pipelined.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test('clients that read slowly, or wait for a slow answer, get the whole answer', async () => {
  // An evidence pack takes long before its first byte.
  const waitForPack = onSurvivingHttp({ ...PATIENT, evidence: packs(640_000, pause) }, async ({ port }) => {
    const text = await open(port, packsRequest).received;
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toMatch(/\r\n0\r\n\r\n$/);
  });
  await Promise.all([readSlowly(), waitForLists(), waitForPack()]);
});

test('a client that sends several requests at once and leaves ends the work for all of them', async () => {
  const metrics = createMetrics();
  const drain = createDrain();
  let begun = 0;
  const ends: unknown[] = [];
  const list = (_request: unknown, { signal }: Scope) => {
    begun += 1;
    return race(signal, new Promise<never>(() => undefined)).finally(() => ends.push(signal.reason));
  };
  await onSurvivingHttp({ reviews: { list }, metrics, drain }, async ({ port, connections }) => {
    const { socket } = open(port, head([`GET ${LIST} HTTP/1.1`]).repeat(2));
    await expect.poll(() => begun).toBe(2);
    socket.destroy();
    await expect.poll(() => ends.length).toBe(2);
    for (const reason of ends) expect(isAppError(reason, CLIENT_GONE)).toBe(true);
    await expect.poll(connections).toBe(0);
    await drain.idle(60_000);
    expect((await metrics.render()).text).toMatch(/requests_total\{[^}]*code="client_gone"\} 2\n/);
  })();
});

test('a HEAD request for a stream ends its work', async () => {
  let outcome = 'none';
  const list = async (_request: unknown, _scope: unknown, emit: EmitReviews) => {
    outcome = 'working';
    try {
      // Far more than the buffers between the work and the client take.
      for (let count = 0; count < EVENTS; count += 1) await emit(EVENT);
    } finally {
      outcome = 'ended';
    }
    return LISTED;
  };
  await onSurvivingHttp({ reviews: { list } }, async ({ ask }) => {
    const answer = await ask(LIST, { method: 'HEAD', headers: { Accept: NDJSON_TYPE } });
    expect(answer).toMatchObject({ status: 200, text: '' });
    await expect.poll(() => outcome).toBe('ended');
  })();
});

test('a HEAD request for a file closes the file', async () => {
  const folder = test.info().outputPath();
  const path = join(folder, 'pack.zip');
  writeFileSync(path, 'a pack');
  const file = await openFile(path);
  const pack = file.createReadStream();
  const stored = { parts: pack, name: 'pack.zip', displayName: 'pack.zip' };
  const watch = { ownerOf: () => 'o', evidenceOf: async () => stored } as Partial<WatchOfTest> as WatchOfTest;
  await onSurvivingHttp({ watch }, async ({ ask }) => {
    const answer = await ask('/api/events/e_1/evidence', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '' });
    await expect.poll(() => [pack.destroyed, file.fd]).toEqual([true, -1]);
  })();
});

test(
  'the limit of an idle connection is longer than the limits of balancers',
  onSurvivingHttp({}, async ({ port, sockets }) => {
    const { socket } = open(port, head(['GET /api/info HTTP/1.1']));
    await new Promise((resolve) => socket.once('data', resolve));
    // Longer than balancers keep a connection that nobody uses.
    await expect.poll(() => sockets[0]?.timeout).toBeGreaterThan(120_000);
    socket.destroy();
  }),
);

/** Reads the beginning of an answer and nothing more. */
function stopReading(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('data', () => {
      socket.pause();
      resolve();
    });
  });
}

function bulkRequest(accept: string): string {
  const body = '{"urls":["https://maps.app.goo.gl/RevVisible"]}';
  const headers = [
    `POST ${BULK} HTTP/1.1`,
    'Content-Type: application/json',
    `Accept: ${accept}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return head(headers) + body;
}

/** A bulk check of one link that fails at great length. */
function hugeBulk(megabytes: number): BulkChecker {
  const error = new AppError(NO_RESULTS, madeUp('x'.repeat(megabytes * 1_000_000)));
  return async (urls, _scope, emit) => {
    await emit({ url: urls[0] ?? '', indexes: [0], error });
  };
}

/** Evidence packs of a number of bytes, a multiple of 64,000; each is made when `before` has ended. */
const packs = (bytes: number, before: () => Promise<void>) => ({
  key: async () => ({ id: '', publicPem: '', earlier: [], sign: () => Buffer.alloc(0) }),
  print: async () => Buffer.alloc(0),
  sealRecord: async () => [],
  make: async () => {
    await before();
    const zip = Array.from({ length: bytes / 64_000 }, () => randomBytes(64_000));
    const verdict = { is_visible: true, reason: 'visible' } as const;
    return { verdict, place: null, author: null, madeAt: 0, zip };
  },
});
const packsRequest = head([
  'GET /api/review-evidence?url=https://maps.app.goo.gl/a HTTP/1.1',
  'Connection: close',
]);
