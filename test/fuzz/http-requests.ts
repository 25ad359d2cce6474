import fc from 'fast-check';
import { anyText, HOSTILE, textWound, wounded } from './text-wounds.js';
import { PLACE_QUERIES, REVIEW_LINKS } from './valid-links.js';

/** One request as it is sent. */
export interface WireRequest {
  readonly bytes: Buffer;
  /** Nothing lacks and nothing is broken: it must be answered, and exactly once. */
  readonly isWhole: boolean;
  readonly isHead: boolean;
}

const ENDPOINTS = [
  'info',
  'search',
  'details',
  'all',
  'convert',
  'place-reviews',
  'review-details',
  'review-visibility',
];

const latin = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
/** What may stand in a header's value. */
const headerSafe = (text: string) =>
  latin(text)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim();
/** What may stand in the first line. */
const targetSafe = (text: string) => latin(text).replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char));

const spoiled = fc
  .tuple(
    fc.constantFrom(...PLACE_QUERIES, ...REVIEW_LINKS),
    fc.array(textWound, { minLength: 1, maxLength: 3 }),
  )
  .map(([text, wounds]) => wounded(text, wounds));
const value = fc.oneof(
  { weight: 6, arbitrary: spoiled.map((text) => encodeURIComponent(Buffer.from(text).toString())) },
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE).map(targetSafe) },
  { weight: 1, arbitrary: fc.constantFrom(...PLACE_QUERIES, ...REVIEW_LINKS).map(encodeURIComponent) },
  { weight: 1, arbitrary: fc.integer({ min: 2_000, max: 15_000 }).map((length) => 'a'.repeat(length)) },
);
const parameter = fc
  .tuple(
    fc.constantFrom(
      'query',
      'placeid',
      'url',
      'url',
      'max_pages',
      'min_stars',
      'query[]',
      'url[0]',
      '__proto__',
      'a.b',
      '',
    ),
    value,
  )
  .map(([key, text]) => `${encodeURIComponent(key)}=${text}`);
const queryString = fc
  .array(parameter, { maxLength: 3 })
  .map((list) => (list.length === 0 ? '' : `?${list.join('&')}`));

const path = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...ENDPOINTS).map((name) => `/api/${name}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        '/',
        '/api',
        '/api/',
        '/api//info',
        '//api/info',
        '/API/INFO',
        '/api/info/',
        '/api/info/x',
        '/api/%69nfo',
      ],
      ...[
        '/api/../api/info',
        '/api/info%00',
        '/%c0%af',
        '/api/%',
        '/..%2f..%2fetc/passwd',
        '/api/info;x=1',
        '*',
      ],
      ...[
        'http://evil.example/api/info',
        'https://www.google.com/',
        '/healthz',
        '/healthz/',
        '/favicon.ico',
        '/?',
        '/#x',
      ],
    ),
  },
  { weight: 1, arbitrary: anyText.map((text) => `/${targetSafe(text)}`) },
);
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'POST') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'HEAD',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'PURGE',
      'M-SEARCH',
    ),
  },
);

const id = fc.constantFrom(
  '4565666864068316694',
  'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  '0',
  '',
  'ChIJ',
  '18446744073709551616',
);
const json = fc.oneof(
  fc.dictionary(
    fc.constantFrom('place_id', 'cid', 'urls', '__proto__', 'constructor'),
    fc.oneof(id, fc.jsonValue({ maxDepth: 2 })),
    {
      maxKeys: 2,
    },
  ),
  fc.record({ place_id: id }),
  fc.record({ urls: fc.array(fc.oneof(spoiled, id), { maxLength: 4 }) }),
  fc.jsonValue({ maxDepth: 3 }),
);
const body = fc.oneof(
  { weight: 6, arbitrary: json.map((data) => JSON.stringify(data)) },
  {
    weight: 2,
    arbitrary: fc.tuple(json, textWound).map(([data, wound]) => wounded(JSON.stringify(data), [wound])),
  },
  { weight: 1, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '',
        '[',
        '"x"',
        'null',
        '{"cid":1e400}',
        '{"cid":"1","cid":"2"}',
        `{"cid":"${'1'.repeat(66_000)}"}`,
      ],
      ...[`${'['.repeat(30_000)}${']'.repeat(30_000)}`, `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
    ),
  },
);
const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        'text/plain',
        'application/json; charset=utf-16',
        'application/json;;',
        'application/x-www-form-urlencoded',
      ],
      ...[
        'multipart/form-data; boundary=x',
        'application/vnd.api+json',
        'APPLICATION/JSON',
        'json',
        '',
        '*/*',
        'a/b/c',
      ],
    ),
  },
);
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      ...[
        'X-Request-Id',
        'Cache-Control',
        'Cookie',
        'Authorization',
        'X-API-Key',
        'X-Forwarded-For',
        'Forwarded',
        'Origin',
      ],
      ...[
        'Accept',
        'Accept-Language',
        'Accept-Encoding',
        'If-None-Match',
        'Range',
        'X-HTTP-Method-Override',
        'Referer',
        'Te',
      ],
    ),
    anyText.map(headerSafe),
  ),
  fc.constantFrom<[string, string]>(
    ...([
      ['Accept', 'application/x-ndjson'],
      ['Accept', 'application/json'],
      ['Accept', 'text/html;q=;,,'],
      ['X-Request-Id', 'fuzz-1'],
    ] as [string, string][]),
    ...([
      ['Upgrade', 'websocket'],
      ['Expect', '100-continue'],
      ['Content-Encoding', 'gzip'],
      ['Content-Encoding', 'nope'],
    ] as [string, string][]),
    ...([
      ['If-Modified-Since', 'x'],
      ['Cache-Control', 'no-cache'],
      ['Range', 'bytes=0-1'],
      ['Cookie', 'a='.repeat(2_000)],
    ] as [string, string][]),
  ),
);
const framing = fc.constantFrom('length', 'length', 'chunked');

const whole = fc
  .record({
    method,
    path,
    queryString,
    headers: fc.array(header, { maxLength: 4 }),
    contentType,
    body,
    framing,
  })
  .map((request): WireRequest => {
    const isPost = !['GET', 'HEAD'].includes(request.method);
    const sent = Buffer.from(isPost ? request.body : '');
    const lines = [
      `${request.method} ${request.path}${request.queryString} HTTP/1.1`,
      'Host: service.test',
      'Connection: close',
      ...request.headers.map(([name, text]) => `${name}: ${text}`),
      ...(isPost ? [`Content-Type: ${request.contentType}`] : []),
      ...(isPost
        ? [request.framing === 'length' ? `Content-Length: ${sent.length}` : 'Transfer-Encoding: chunked']
        : []),
    ];
    const framed = request.framing === 'length' || !isPost ? sent : chunked(sent);
    const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), framed]);
    return { bytes, isWhole: true, isHead: request.method === 'HEAD' };
  });

/** Whole requests cut short or spoiled byte by byte, and what other protocols say first. */
const broken = fc.oneof(
  fc.tuple(whole, fc.array(textWound, { minLength: 1, maxLength: 2 })).map(([{ bytes, isHead }, wounds]) => ({
    bytes: Buffer.from(wounded(bytes.toString('latin1'), wounds), 'latin1'),
    isWhole: false,
    isHead,
  })),
  fc
    .constantFrom(
      ...[
        'hello\r\n\r\n',
        '\r\n\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        'GET /api/info\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      ],
      ...[
        '\u0016\u0003\u0001\u0002\u0000\u0001',
        'GET /api/info HTTP/1.1\nHost: x\n\n',
        ' GET /api/info HTTP/1.1\r\n\r\n',
      ],
      'GET /api/info HTTP/1.1\r\nConnection: close\r\n\r\n',
      'GET /api/info HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n',
      'CONNECT www.google.com:443 HTTP/1.1\r\nHost: www.google.com:443\r\n\r\n',
      'POST /api/convert HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /api/convert HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST /api/convert HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'POST /api/convert HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"cid":',
      `GET /api/info HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
      `GET /api/info HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
      'GET /api/info HTTP/1.1\r\nHost: x\r\nX\u0000Y: z\r\n\r\n',
      'GET /api/info HTTP/1.1\r\nHost: x\r\nX : z\r\n\r\n',
      'GET /api/info HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
    )
    .map((text) => ({ bytes: Buffer.from(text, 'latin1'), isWhole: false, isHead: false })),
  fc
    .uint8Array({ minLength: 1, maxLength: 300 })
    .map((bytes) => ({ bytes: Buffer.from(bytes), isWhole: false, isHead: false })),
);

export const wireRequest: fc.Arbitrary<WireRequest> = fc.oneof(
  { weight: 9, arbitrary: whole },
  { weight: 1, arbitrary: broken },
);

function chunked(bytes: Buffer): Buffer {
  const half = Math.ceil(bytes.length / 2);
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
  const framed = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...framed, Buffer.from('0\r\n\r\n')]);
}
