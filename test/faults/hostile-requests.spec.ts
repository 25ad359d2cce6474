import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/test.js';
import { BULK, head, IMPATIENT, onSurvivingHttp, open, PLACE_ID, partsOf, watched } from './raw-clients.js';

// Clients that send too much or malformed requests must not hold the service.

const JSON_TYPE = { 'Content-Type': 'application/json' };

test('a body of 1 GB or without end is refused once as too large, and cut off', {
  tag: '@gate',
}, async () => {
  const bodies: readonly (readonly [string, string, string])[] = [
    ['/api/convert', 'Content-Length: 1000000000', '64kb'],
    ['/api/convert', 'Transfer-Encoding: chunked', '64kb'],
    [BULK, 'Transfer-Encoding: chunked', '1mb'],
  ];
  // The limit must be reached before the time is over.
  const patience = { headersMs: 2_500, requestMs: 2_500, checkMs: 50 };
  // Each takes all of this time: the three come together.
  const pour = ([path, length, limit]: (typeof bodies)[number]) =>
    onSurvivingHttp({ patience }, async ({ port, connections }) => {
      const start = head([`POST ${path} HTTP/1.1`, 'Content-Type: application/json', length]);
      const chunk = 'x'.repeat(0x10000);
      const framed = length.startsWith('Content') ? chunk : `10000\r\n${chunk}\r\n`;
      const { socket, received } = open(port, start + framed.repeat(17));
      const pouring = setInterval(() => socket.writableLength === 0 && socket.write(framed), 50);
      const text = await received;
      clearInterval(pouring);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain(`"The body is larger than ${limit}."`);
      expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
      await expect.poll(connections).toBe(0);
    })();
  await Promise.all(bodies.map(pour));
});

test(
  'bodies up to the limit are read, one byte more is refused',
  onSurvivingHttp({}, async ({ ask }) => {
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
  ['30,000 arrays as a link', `{"urls":["x",${deep('[', ']', 30_000)}]}`],
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

test(
  'returns 400 for a body that is not a JSON object, or has another type or encoding',
  onSurvivingHttp({}, async ({ ask }) => {
    for (const [what, body, headers = JSON_TYPE] of NONSENSE)
      for (const path of ['/api/convert', BULK]) {
        const { status, text } = await ask(path, { method: 'POST', headers, body });
        expect(JSON.parse(text), what).toMatchObject({ status: 'error', error: { code: 'invalid_request' } });
        expect(status, what).toBe(400);
      }
    expect(Object.keys(Object.prototype)).toEqual([]);
  }),
);

test(
  'refuses more than 100,000 JSON values before parsing them, and does not count signs inside texts',
  onSurvivingHttp({}, async ({ ask }) => {
    const send = (body: string) => ask(BULK, { method: 'POST', headers: JSON_TYPE, body });
    const text = JSON.stringify('\\",[{'.repeat(30_000));
    const empty = (count: number) => `,${Array(count).fill('1').join(',')}`;
    const few = await send(`{"urls":["\\\\",${text}${empty(99_990)}]}`);
    expect(few.text).toContain('1 to 1000 review links');
    const many = await send(`{"urls":["\\\\",${text}${empty(100_000)}`);
    expect(many.text).toContain('more than 100000 JSON values');
    expect([few.status, many.status]).toEqual([400, 400]);
  }),
);

test(
  'accepts a byte order mark before JSON, and a body with GET',
  onSurvivingHttp({}, async ({ ask }) => {
    const body = `\uFEFF{"place_id":"${PLACE_ID}"}`;
    expect((await ask('/api/convert', { method: 'POST', headers: JSON_TYPE, body })).status).toBe(200);
    const withBody = { headers: { ...JSON_TYPE, 'Content-Length': '1' }, body: '{' };
    expect((await ask('/api/info', withBody)).status).toBe(200);
  }),
);

/** Requests that are no HTTP, or never become a whole request. */
const MALFORMED: Readonly<Record<string, string>> = {
  'no HTTP': 'hello\r\n\r\n',
  'headers too long': head(['GET /api/info HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`]),
  'half a request': 'GET /api/in',
  CONNECT: 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n',
  'an expectation': head(['GET /api/info HTTP/1.1', 'Expect: miracles']),
  ...Object.fromEntries(
    [
      ['Content-Length: 2', 'Content-Length: 3'],
      ['Content-Length: 2', 'Transfer-Encoding: chunked'],
      ['Content-Length: -1'],
      ['Content-Length: 2x'],
      ['Con tent: 1'],
    ].map((headers) => [headers.join(', '), `${head(['POST /api/convert HTTP/1.1', ...headers])}{}`]),
  ),
};

test('a malformed request is refused once, with the headers, log line and count of every refusal', async () => {
  const refuse = async ([what, text]: readonly [string, string]) => {
    const { lines, log, metrics, counted } = watched();
    await onSurvivingHttp({ ...IMPATIENT, log, metrics }, async ({ port, ask, connections }) => {
      const usual = await ask('/api/search');
      const answer = await open(port, text).received;
      expect(answer, what).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer.match(/HTTP\/1\.1/g), what).toHaveLength(1);
      const { headers, body } = partsOf(answer);
      for (const [name, value] of Object.entries(usual.headers)) {
        if (!OF_ITS_OWN.has(name)) expect(headers[name], `${what}: ${name}`).toBe(value);
      }
      const requestId = headers['x-request-id'];
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid_request', request_id: requestId } });
      expect(
        lines.filter((line) => line.requestId === requestId),
        what,
      ).toMatchObject([
        { level: 30, msg: 'request', method: null, route: null, status: 400, code: 'invalid_request' },
      ]);
      expect(await counted(), what).toEqual([
        'place_lookup_requests_total{route="/api/search",method="GET",status="400",code="invalid_request"} 1',
        'place_lookup_requests_total{route="none",method="other",status="400",code="invalid_request"} 1',
      ]);
      await expect.poll(connections).toBe(0);
    })();
  };
  await Promise.all(Object.entries(MALFORMED).map(refuse));
});

test(
  'closes the connection of a client that does not close it after a malformed request',
  onSurvivingHttp(IMPATIENT, async ({ port, connections }) => {
    for (const text of [MALFORMED['no HTTP'], MALFORMED.CONNECT]) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
        socket.write(text ?? ''),
      );
      socket.on('error', () => undefined).resume();
      await new Promise((resolve) => socket.once('end', resolve));
      await expect.poll(connections).toBe(0);
      socket.destroy();
    }
  }),
);

test(
  'the first of two Content-Type headers counts',
  onSurvivingHttp({}, async ({ ask }) => {
    const body = `{"place_id":"${PLACE_ID}"}`;
    const asking = (types: string[]) => ({ method: 'POST', headers: { 'Content-Type': types }, body });
    expect((await ask('/api/convert', asking(['application/json', 'text/plain']))).status).toBe(200);
    expect((await ask('/api/convert', asking(['text/plain', 'application/json']))).status).toBe(400);
  }),
);

/** Headers that differ from answer to answer, or belong to a connection that stays open. */
const OF_ITS_OWN = new Set(['content-length', 'x-request-id', 'connection', 'keep-alive', 'date']);
