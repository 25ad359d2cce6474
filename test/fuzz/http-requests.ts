import fc from 'fast-check';
import { anyText, HOSTILE, textWound, wounded } from './text-wounds.js';
import { PLACE_QUERIES, REVIEW_LINKS } from './valid-links.js';

/** One request as it is sent. */
export interface WireRequest {
  readonly bytes: Buffer;
  /** True = the request is complete and well-formed, so it must be answered exactly once. */
  readonly isWhole: boolean;
  readonly isHead: boolean;
}

const oneOf = (words: string) => fc.constantFrom(...words.trim().split(/\s+/));
/** Mostly one of `usual`, sometimes one of `odd`. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...odd: readonly fc.Arbitrary<T>[]) =>
  fc.oneof(
    { weight: 4 * odd.length, arbitrary: usual },
    ...odd.map((arbitrary) => ({ weight: 1, arbitrary })),
  );

const latin = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
/** Keeps the characters that a header may hold. */
const headerSafe = (text: string) =>
  latin(text)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim();
/** Encodes the characters that the first line must not hold. */
const targetSafe = (text: string) => latin(text).replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char));

const spoiled = fc
  .tuple(
    fc.constantFrom(...PLACE_QUERIES, ...REVIEW_LINKS),
    fc.array(textWound, { minLength: 1, maxLength: 3 }),
  )
  .map(([text, wounds]) => wounded(text, wounds));

const parameter = fc
  .tuple(
    fc.constantFrom(
      ...'query placeid url url max_pages min_stars query[] url[0] __proto__ a.b'.split(' '),
      '',
    ),
    fc.oneof(
      spoiled.map((text) => encodeURIComponent(Buffer.from(text).toString())),
      fc.constantFrom(...HOSTILE).map(targetSafe),
      fc.integer({ min: 2_000, max: 15_000 }).map((length) => 'a'.repeat(length)),
    ),
  )
  .map(([key, text]) => `${encodeURIComponent(key)}=${text}`);
const queryString = fc
  .array(parameter, { maxLength: 3 })
  .map((list) => (list.length === 0 ? '' : `?${list.join('&')}`));

const path = mostly(
  oneOf('info search details all convert place-reviews review-details review-visibility').map(
    (name) => `/api/${name}`,
  ),
  oneOf(`
    / /api /api/ /api//info //api/info /API/INFO /api/info/ /api/info/x /api/%69nfo /api/../api/info /api/info%00
    /%c0%af /api/% /..%2f..%2fetc/passwd /api/info;x=1 * http://evil.example/api/info https://www.google.com/
    /healthz /healthz/ /favicon.ico /? /#x`),
  anyText.map((text) => `/${targetSafe(text)}`),
);
const method = mostly(
  oneOf('GET POST'),
  oneOf('HEAD PUT DELETE PATCH OPTIONS TRACE PROPFIND PURGE M-SEARCH'),
);

const id = fc.constantFrom(
  ...['4565666864068316694', 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', '0', '', 'ChIJ', '18446744073709551616'],
);
const json = fc.oneof(
  fc.dictionary(
    oneOf('place_id cid urls __proto__ constructor'),
    fc.oneof(id, fc.jsonValue({ maxDepth: 2 })),
    { maxKeys: 2 },
  ),
  fc.record({ place_id: id }),
  fc.record({ urls: fc.array(fc.oneof(spoiled, id), { maxLength: 4 }) }),
  fc.jsonValue({ maxDepth: 3 }),
);
const body = mostly(
  json.map((data) => JSON.stringify(data)),
  fc.tuple(json, textWound).map(([data, wound]) => wounded(JSON.stringify(data), [wound])),
  anyText,
  fc.constantFrom('', '[', '"x"', 'null', '{"cid":1e400}', '{"cid":"1","cid":"2"}'),
);
const contentType = mostly(
  fc.constant('application/json'),
  fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'application/json;;', 'json', '', '*/*'),
);
const header = fc.oneof(
  fc
    .tuple(
      oneOf(`
        X-Request-Id Cache-Control Cookie Authorization X-API-Key X-Forwarded-For Forwarded Origin Accept
        Accept-Language Accept-Encoding If-None-Match Range X-HTTP-Method-Override Referer Te`),
      anyText.map(headerSafe),
    )
    .map((pair) => pair.join(': ')),
  fc.constantFrom(
    ...['Accept: application/x-ndjson', 'Accept: application/json', 'Accept: text/html;q=;,,'],
    ...['X-Request-Id: fuzz-1', 'Upgrade: websocket', 'Expect: 100-continue', 'Content-Encoding: gzip'],
    ...['If-Modified-Since: x', 'Cache-Control: no-cache', `Cookie: ${'a='.repeat(2_000)}`],
  ),
);

const whole = fc
  .record({
    ...{ method, path, queryString, contentType, body },
    headers: fc.array(header, { maxLength: 4 }),
    isChunked: fc.boolean(),
  })
  .map((request): WireRequest => {
    const hasBody = !['GET', 'HEAD'].includes(request.method);
    const sent = Buffer.from(hasBody ? request.body : '');
    const framing = request.isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sent.length}`;
    const lines = [
      `${request.method} ${request.path}${request.queryString} HTTP/1.1`,
      ...['Host: service.test', 'Connection: close', ...request.headers],
      ...(hasBody ? [`Content-Type: ${request.contentType}`, framing] : []),
    ];
    const framed = request.isChunked && hasBody ? chunked(sent) : sent;
    const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), framed]);
    return { bytes, isWhole: true, isHead: request.method === 'HEAD' };
  });

const convert = (...lines: string[]) => ['POST /api/convert HTTP/1.1', 'Host: x', ...lines].join('\r\n');

/** Complete requests that were cut or spoiled, and what other protocols send first. */
const broken = fc.oneof(
  fc.tuple(whole, fc.array(textWound, { minLength: 1, maxLength: 2 })).map(([{ bytes, isHead }, wounds]) => ({
    bytes: Buffer.from(wounded(bytes.toString('latin1'), wounds), 'latin1'),
    isHead,
  })),
  fc
    .constantFrom(
      ...['hello\r\n\r\n', '\r\n\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET /api/info\r\n\r\n'],
      ...['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\u0016\u0003\u0001\u0002\u0000\u0001'],
      ...['GET /api/info HTTP/1.1\nHost: x\n\n', ' GET /api/info HTTP/1.1\r\n\r\n'],
      ...['GET /api/info HTTP/1.1\r\nHost: x\r\nX\u0000Y: z\r\n\r\n', 'GET /x HTTP/1.1\r\nX : z\r\n\r\n'],
      'GET /api/info HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
      convert('Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', ''),
      convert('Content-Type: application/json', 'Transfer-Encoding: chunked', '', 'zz', ''),
      convert('Content-Type: application/json', 'Content-Length: 50', '', '{"cid":'),
      `GET /api/info HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
    )
    .map((text) => ({ bytes: Buffer.from(text, 'latin1'), isHead: false })),
  fc
    .uint8Array({ minLength: 1, maxLength: 300 })
    .map((bytes) => ({ bytes: Buffer.from(bytes), isHead: false })),
);

export const wireRequest: fc.Arbitrary<WireRequest> = fc.oneof(
  { weight: 9, arbitrary: whole },
  { weight: 1, arbitrary: broken.map((request) => ({ ...request, isWhole: false })) },
);

function chunked(bytes: Buffer): Buffer {
  const size = bytes.length.toString(16);
  return bytes.length === 0
    ? Buffer.from('0\r\n\r\n')
    : Buffer.from(`${size}\r\n${bytes.toString('latin1')}\r\n0\r\n\r\n`, 'latin1');
}
