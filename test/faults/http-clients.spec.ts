import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { type AppError, isAppError } from '../../src/errors.js';
import { createDrain } from '../../src/http/middleware/drain.js';
import type { HttpOptions } from '../../src/http/server.js';
import { createLogger } from '../../src/logger.js';
import { createMetrics } from '../../src/metrics.js';
import { race, type Scope } from '../../src/scope.js';
import type { EmitReviews } from '../../src/services/read-reviews.js';
import { type HttpOnly, startHttp } from '../support/http-only.js';

// Clients that send slowly, too much or nonsense, and clients that stop reading. None may hold the service.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const LIST = `/api/place-reviews?placeid=${PLACE_ID}`;
const BULK = '/api/review-visibility';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const NDJSON_TYPE = 'application/x-ndjson';
/** For clients that send slowly, and for those that stop reading. */
const IMPATIENT = { patience: { headersMs: 300, requestMs: 600, readMs: 300, checkMs: 50 } };
/** For a client that must be served nevertheless: also when the machine itself halts for a while. */
const PATIENT = { patience: { readMs: 1_500 } };
const EVENTS = 10_000;
const EVENT = { kind: 'progress', page: 1, read: 1, total: 1 } as const;

function onHttp(options: Partial<HttpOptions>, use: (http: HttpOnly) => Promise<void>) {
  return async () => {
    const http = await startHttp(options);
    try {
      await use(http);
      // Whatever the client did, the next one is served.
      expect((await http.ask('/api/info')).status).toBe(200);
    } finally {
      await http.close();
    }
  };
}

const head = (lines: readonly string[]) => [...lines, 'Host: x', '', ''].join('\r\n');

for (const [what, begin, drip] of [
  ['sends nothing at all', '', ''],
  ['sends half a request line', 'GET /api/in', ''],
  ['sends its headers byte by byte', 'GET /api/info HTTP/1.1\r\nX-Slow: ', 'x'],
  [
    'stops within its body',
    head(['POST /api/convert HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 99']),
    '',
  ],
  [
    'sends its body byte by byte',
    head(['POST /api/convert HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 9999']),
    ' ',
  ],
  [
    'sends chunks byte by byte',
    head(['POST /api/convert HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked']),
    '1\r\n \r\n',
  ],
] as const) {
  test(
    `a client that ${what} is cut off`,
    onHttp(IMPATIENT, async ({ port, connections }) => {
      const since = performance.now();
      const { socket, received } = open(port, begin);
      const dripping = setInterval(() => drip !== '' && socket.write(drip), 20);
      const text = await received;
      clearInterval(dripping);
      expect(performance.now() - since).toBeLessThan(5_000);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
      await expect.poll(connections).toBe(0);
    }),
  );
}

for (const [what, path, length, limit] of [
  ['a body announced as 1 GB', '/api/convert', 'Content-Length: 1000000000', '64kb'],
  ['a body that never ends', '/api/convert', 'Transfer-Encoding: chunked', '64kb'],
  ['a bulk body that never ends', BULK, 'Transfer-Encoding: chunked', '1mb'],
] as const) {
  test(
    `${what} is refused as too large, once, and cut off`,
    // The limit must be reached before the time is over.
    onHttp(
      { patience: { headersMs: 3_000, requestMs: 3_000, checkMs: 50 } },
      async ({ port, connections }) => {
        const start = head([`POST ${path} HTTP/1.1`, 'Content-Type: application/json', length]);
        const chunk = 'x'.repeat(0x10000);
        const framed = length.startsWith('Content') ? chunk : `10000\r\n${chunk}\r\n`;
        const { socket, received } = open(port, start + framed.repeat(17));
        const pouring = setInterval(() => socket.writableLength === 0 && socket.write(framed), 5);
        const text = await received;
        clearInterval(pouring);
        expect(text).toMatch(/^HTTP\/1\.1 400 /);
        expect(text).toContain(`"The body is larger than ${limit}."`);
        expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
        await expect.poll(connections).toBe(0);
      },
    ),
  );
}

test(
  'bodies up to the limit are read, one byte more is refused',
  onHttp({}, async ({ ask }) => {
    for (const [path, limit] of [
      ['/api/convert', 64 * 1024],
      [BULK, 1024 * 1024],
    ] as const) {
      const body = (size: number) => JSON.stringify({ x: 'y'.repeat(size - 8) });
      const asking = { method: 'POST', headers: JSON_TYPE };
      expect(body(limit)).toHaveLength(limit);
      const largest = await ask(path, { ...asking, body: body(limit) });
      expect(largest.status).toBe(400);
      expect(largest.text).not.toContain('larger');
      const tooLarge = await ask(path, { ...asking, body: body(limit + 1) });
      expect(tooLarge.status).toBe(400);
      expect(tooLarge.text).toContain('larger');
    }
  }),
);

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const NONSENSE: readonly [string, string | Buffer, Record<string, string | string[]>?][] = [
  ['another type', JSON.stringify({ place_id: PLACE_ID }), { 'Content-Type': 'text/plain' }],
  ['a JSON dialect as type', '{}', { 'Content-Type': 'application/vnd.api+json' }],
  ['no type', JSON.stringify({ place_id: PLACE_ID }), {}],
  ['a broken type', '{}', { 'Content-Type': ';;;' }],
  ['broken JSON', '{"place_id": "'],
  ['no body', ''],
  ['only white space', ' \r\n\t '],
  ['a byte order mark alone', '\uFEFF'],
  ['UTF-16', Buffer.from('\uFEFF{"place_id":"x"}', 'utf16le')],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['zero bytes', Buffer.alloc(1_000)],
  ['30,000 arrays in one another', deep('[', ']', 30_000)],
  ['10,000 objects in one another', deep('{"a":', '}', 10_000).replace('}', '1}')],
  ['30,000 arrays as a value', `{"cid":${deep('[', ']', 30_000)}}`],
  ['arrays that are never closed', '['.repeat(60_000)],
  ['__proto__', `{"__proto__":{"place_id":"${PLACE_ID}"}}`],
  ['__proto__ within', '{"cid":{"\\u005f_proto__":1}}'],
  ['constructor.prototype', `{"constructor":{"prototype":{"place_id":"${PLACE_ID}"}}}`],
  ['a gzip bomb', gzipSync(Buffer.alloc(30_000_000, ' ')), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ['gzip', gzipSync(`{"place_id":"${PLACE_ID}"}`), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ['broken gzip', 'no gzip', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ['an unknown encoding', '{}', { ...JSON_TYPE, 'Content-Encoding': 'x' }],
  ['several encodings', '{}', { ...JSON_TYPE, 'Content-Encoding': ['identity', 'br'] }],
];

for (const [what, body, headers = JSON_TYPE] of NONSENSE) {
  test(
    `400 for ${what}`,
    onHttp({}, async ({ ask }) => {
      for (const path of ['/api/convert', BULK]) {
        const { status, text } = await ask(path, { method: 'POST', headers, body });
        expect(JSON.parse(text)).toMatchObject({ status: 'error', error: { code: 'invalid_request' } });
        expect(status).toBe(400);
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
  );
}

test(
  '50,000 arrays in one another, and as a link: 400',
  onHttp({}, async ({ ask }) => {
    const nested = deep('[', ']', 50_000);
    for (const body of [nested, `{"urls":${nested}}`, `{"urls":["x",${nested}]}`]) {
      const { status, text } = await ask(BULK, { method: 'POST', headers: JSON_TYPE, body });
      expect(status).toBe(400);
      expect(text).toContain('invalid_request');
    }
  }),
);

test(
  'a byte order mark before JSON does not matter, nor does a body with GET',
  onHttp({}, async ({ ask }) => {
    const body = `\uFEFF{"place_id":"${PLACE_ID}"}`;
    expect((await ask('/api/convert', { method: 'POST', headers: JSON_TYPE, body })).status).toBe(200);
    const withBody = { headers: { ...JSON_TYPE, 'Content-Length': '1' }, body: '{' };
    expect((await ask('/api/info', withBody)).status).toBe(200);
  }),
);

for (const [what, headers] of [
  ['two lengths', ['Content-Length: 2', 'Content-Length: 3']],
  ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
  ['a negative length', ['Content-Length: -1']],
  ['a length that is no number', ['Content-Length: 2x']],
  ['a header name with a space', ['Con tent: 1']],
  ['20 KB of headers', [`X-Long: ${'x'.repeat(20_000)}`]],
] as const) {
  test(
    `400 with a JSON body, once, for ${what}`,
    onHttp({}, async ({ port }) => {
      const start = ['POST /api/convert HTTP/1.1', 'Content-Type: application/json', ...headers];
      const text = await open(port, `${head(start)}{}`).received;
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ error: { code: 'invalid_request' } });
    }),
  );
}

for (const text of ['hello\r\n\r\n', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n']) {
  test(
    `a client that sends ${text.slice(0, 7).trim()} and never hangs up is hung up on`,
    onHttp(IMPATIENT, async ({ port, connections }) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
      socket.on('error', () => undefined).resume();
      await new Promise((resolve) => socket.once('end', resolve));
      await expect.poll(connections).toBe(0);
      socket.destroy();
    }),
  );
}

test(
  'CONNECT is answered with a JSON error, and hung up on',
  onHttp({}, async ({ port, connections }) => {
    const { received } = open(
      port,
      'CONNECT www.google.com:443 HTTP/1.1\r\nHost: www.google.com:443\r\n\r\n',
    );
    const answer = await received;
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"invalid_request"');
    expect(connections()).toBe(0);
  }),
);

for (const [what, text] of [
  ['no HTTP', 'hello\r\n\r\n'],
  ['headers too long', head(['GET /api/info HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`])],
  ['half a request', 'GET /api/in'],
  ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n'],
  ['an expectation', head(['GET /api/info HTTP/1.1', 'Expect: miracles'])],
] as const) {
  test(`${what}: refused with the headers of every refusal, logged and counted like one`, async () => {
    const { lines, log, metrics, counted } = watched();
    await onHttp({ ...IMPATIENT, log, metrics }, async ({ port, ask }) => {
      const usual = await ask('/api/search');
      const { headers, body } = partsOf(await open(port, text).received);
      for (const [name, value] of Object.entries(usual.headers)) {
        if (!OF_ITS_OWN.has(name)) expect(headers[name], name).toBe(value);
      }
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
      const requestId = headers['x-request-id'];
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid_request', request_id: requestId } });
      expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([
        { level: 30, msg: 'request', method: null, route: null, status: 400, code: 'invalid_request' },
      ]);
      expect(await counted()).toEqual([
        'place_lookup_requests_total{route="/api/search",method="GET",status="400",code="invalid_request"} 1',
        'place_lookup_requests_total{route="none",method="other",status="400",code="invalid_request"} 1',
      ]);
    })();
  });
}

test('what comes after an answered request is logged and counted for itself', async () => {
  const { lines, log, metrics } = watched();
  await onHttp({ ...IMPATIENT, log, metrics }, async ({ port }) => {
    const { socket, received } = open(port, head(['GET /api/info HTTP/1.1']));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('hello\r\n\r\n');
    expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    const statuses = lines.filter(({ msg }) => msg === 'request').map(({ status }) => status);
    expect(statuses).toEqual([200, 400]);
  })();
});

test('a body that stops coming is logged and counted once, under the id of its answer', async () => {
  const { lines, log, metrics, counted } = watched();
  const start = ['POST /api/convert HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 99'];
  await onHttp({ ...IMPATIENT, log, metrics }, async ({ port, ask, connections }) => {
    const { headers } = partsOf(await open(port, head(start)).received);
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

test(
  'of a type sent twice the first counts',
  onHttp({}, async ({ ask }) => {
    const body = `{"place_id":"${PLACE_ID}"}`;
    const asking = (types: string[]) => ({ method: 'POST', headers: { 'Content-Type': types }, body });
    expect((await ask('/api/convert', asking(['application/json', 'text/plain']))).status).toBe(200);
    expect((await ask('/api/convert', asking(['text/plain', 'application/json']))).status).toBe(400);
  }),
);

test('a client that stops reading a stream ends the work for it', async () => {
  let ended: unknown = null;
  const list = async (emit: EmitReviews) => {
    try {
      for (;;) await emit(EVENT);
    } catch (error) {
      ended = error;
      throw error;
    }
  };
  const reviews = { list: (_request: unknown, _scope: unknown, emit: EmitReviews) => list(emit) };
  await onHttp({ ...IMPATIENT, reviews }, async ({ port, connections }) => {
    const { socket } = open(port, head([`GET ${LIST} HTTP/1.1`, `Accept: ${NDJSON_TYPE}`]));
    await stopReading(socket);
    await expect.poll(() => ended, { timeout: 10_000 }).not.toBeNull();
    expect(isAppError(ended, 'client_gone')).toBe(true);
    await expect.poll(connections).toBe(0);
  })();
});

for (const [what, accept] of [
  ['an answer', 'application/json'],
  ['the end of a stream', NDJSON_TYPE],
] as const) {
  test(
    `a client that stops reading ${what} of 40 MB is hung up on`,
    onHttp({ ...IMPATIENT, bulk: hugeBulk(40) }, async ({ port, connections }) => {
      const { socket } = open(port, bulkRequest(accept));
      await stopReading(socket);
      expect(connections()).toBe(1);
      await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    }),
  );
}

for (const accept of ['application/json', NDJSON_TYPE]) {
  test(
    `a client that reads slowly gets all of it (${accept})`,
    onHttp({ ...PATIENT, bulk: hugeBulk(20) }, async ({ port }) => {
      const { socket, received } = open(port, bulkRequest(accept));
      const since = performance.now();
      let unread = 0;
      socket.on('data', (chunk) => {
        unread += chunk.length;
        if (unread < 2_000_000) return;
        unread = 0;
        socket.pause();
        setTimeout(() => socket.resume(), 400);
      });
      const text = await received;
      expect(performance.now() - since).toBeGreaterThan(2 * PATIENT.patience.readMs);
      expect(text.length).toBeGreaterThan(20_000_000);
      expect(text.slice(-100)).toContain('}');
    }),
  );
}

test('a client that sends several requests at once and leaves ends the work for all of them', async () => {
  const metrics = createMetrics();
  const drain = createDrain();
  let begun = 0;
  const ends: unknown[] = [];
  const list = (_request: unknown, { signal }: Scope) => {
    begun += 1;
    return race(signal, new Promise<never>(() => undefined)).finally(() => ends.push(signal.reason));
  };
  await onHttp({ reviews: { list }, metrics, drain }, async ({ port, connections }) => {
    const { socket } = open(port, head([`GET ${LIST} HTTP/1.1`]).repeat(12));
    await expect.poll(() => begun).toBe(12);
    socket.destroy();
    await expect.poll(() => ends.length).toBe(12);
    for (const reason of ends) expect(isAppError(reason, 'client_gone')).toBe(true);
    await expect.poll(connections).toBe(0);
    await drain.idle(60_000);
    expect((await metrics.render()).text).toMatch(/requests_total\{[^}]*code="client_gone"\} 12\n/);
  })();
});

test('an answer may be long in the making, before its first byte and between two lines', async () => {
  const listed = {
    placeId: PLACE_ID,
    returned: 0,
    read: 0,
    total: 0,
    pagesFetched: 1,
    complete: true,
    stopReason: 'end',
  } as const;
  const reviews = {
    list: async (_request: unknown, _scope: unknown, emit: EmitReviews) => {
      // So much that the client cannot take it at once: it has been waited for before the silence begins.
      for (let count = 0; count < EVENTS; count += 1) await emit(EVENT);
      await new Promise((resolve) => setTimeout(resolve, 2 * PATIENT.patience.readMs));
      return listed;
    },
  };
  await onHttp({ ...PATIENT, reviews }, async ({ ask, port }) => {
    const [whole, lines, pipelined] = await Promise.all([
      ask(LIST, { headers: { Accept: 'application/json' } }),
      ask(LIST, { headers: { Accept: NDJSON_TYPE } }),
      // The second answer is ready at once and waits for the first.
      open(port, head([`GET ${LIST} HTTP/1.1`]) + head(['GET /api/info HTTP/1.1', 'Connection: close']))
        .received,
    ]);
    expect(whole.status).toBe(200);
    expect(lines.text.trim().split('\n')).toHaveLength(EVENTS + 1);
    expect(pipelined.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  })();
});

test(
  'an idle connection keeps the timer that ends it',
  onHttp({}, async ({ port, sockets }) => {
    const { socket } = open(port, head(['GET /api/info HTTP/1.1']));
    await new Promise((resolve) => socket.once('data', resolve));
    await expect.poll(() => sockets[0]?.timeout).toBeGreaterThan(0);
    expect(sockets[0]?.timeout).toBeLessThan(10_000);
    socket.destroy();
  }),
);

/** Headers that differ from answer to answer, or belong to a connection that stays open. */
const OF_ITS_OWN = new Set(['content-length', 'x-request-id', 'connection', 'keep-alive', 'date']);

/** What the service logs and counts. */
function watched() {
  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics();
  return {
    lines,
    log: createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }),
    metrics,
    counted: async () => {
      const { text } = await metrics.render();
      return text.split('\n').filter((line) => line.startsWith('place_lookup_requests_total{'));
    },
  };
}

/** An answer taken apart, the names of its headers in lower case. */
function partsOf(answer: string): { headers: Record<string, string>; body: string } {
  const end = answer.indexOf('\r\n\r\n');
  const fields = answer.slice(0, end).split('\r\n').slice(1);
  const entries = fields.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(entries), body: answer.slice(end + 4) };
}

/** A connection that has sent `text`, and all it receives until it is closed. */
function open(port: number, text: string): { socket: Socket; received: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  // Sent once connected, and before all that is written later.
  socket.write(text);
  const received = new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Being cut off while one still sends ends in an error; what came before it counts.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  return { socket, received };
}

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
function hugeBulk(megabytes: number): HttpOptions['bulk'] {
  const error = { code: 'no_results', message: 'x'.repeat(megabytes * 1_000_000) } as AppError;
  return async (urls, _scope, emit) => {
    await emit({ url: urls[0] ?? '', indexes: [0], error });
  };
}
