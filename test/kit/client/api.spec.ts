import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import {
  answerFailure,
  type Failure,
  lineFailure,
  RequestFailed,
} from '../../../src/core/published/failure.js';
import { type Api, createApi, type Guard } from '../../../src/kit/client/api.js';
import { waitBeforeRetry } from '../../../src/kit/client/retry.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

async function valuesOf(lines: AsyncGenerator<unknown, void>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of lines) values.push(value);
  return values;
}

test('Retry-After is read in seconds, as a date, and replaced when it is neither', () => {
  const now = Date.parse('2026-11-21T03:12:45Z');
  const seconds = (header: string) =>
    answerFailure(null, 503, new Headers({ 'Retry-After': header }), now).retryAfterSeconds;
  expect(seconds('7')).toBe(7);
  expect(seconds('0')).toBe(0);
  expect(seconds('Sat, 21 Nov 2026 03:13:00 GMT')).toBe(15);
  expect(seconds('Sat, 21 Nov 2026 03:00:00 GMT')).toBe(0);
  expect(seconds('soon')).toBe(10);
});

const NOW = Date.parse('2026-11-21T03:12:45Z');

test('an error answer keeps its code, message, request id and waiting time', () => {
  const headers = new Headers({ 'Retry-After': '7', 'X-Request-Id': 'from-header' });
  const error = { code: 'overloaded', message: 'm', request_id: 'r' };
  expect(answerFailure({ status: 'error', error }, 503, headers, NOW)).toEqual({
    code: 'overloaded',
    serviceCode: 'overloaded',
    message: 'm',
    requestId: 'r',
    retryAfterSeconds: 7,
    status: 503,
    detail: null,
    brokeOff: false,
  });
});

test('an error code of a later version is kept, with what the service said', () => {
  expect(lineFailure({ error: { code: 'new', message: 'm' } })).toMatchObject({
    code: 'new',
    serviceCode: 'new',
    message: 'm',
  });
});

test('an error answer of another service is unexpected', () => {
  for (const body of [null, {}, 'text', { error: null }, { error: { code: 5 } }]) {
    expect(answerFailure(body, 502, new Headers({ 'X-Request-Id': 'h' }), NOW)).toMatchObject({
      code: 'unexpected',
      requestId: 'h',
      retryAfterSeconds: null,
      detail: 'HTTP 502',
    });
  }
});

/** The wait that begins before an attempt; null = there is no further attempt. */
async function secondsBefore(failure: Failure, attempt: number): Promise<number | null> {
  const waits: number[] = [];
  const ended = { signal: AbortSignal.abort(), onWait: (seconds: number) => waits.push(seconds) };
  await waitBeforeRetry({ failure, attempt, retries: 99, ...ended }).catch(() => undefined);
  return waits[0] ?? null;
}

test('a retry waits as long as the service says, and only after temporary failures', async () => {
  const failure = (changes: Partial<Failure>): Failure => ({
    ...lineFailure({ error: { code: 'internal_error' } }),
    ...changes,
  });
  const all = (one: Failure, attempts: readonly number[]) =>
    Promise.all(attempts.map((attempt) => secondsBefore(one, attempt)));
  expect(await secondsBefore(failure({ status: 429, retryAfterSeconds: 7 }), 3)).toBe(7);
  expect(await secondsBefore(failure({ status: 503, retryAfterSeconds: 301 }), 1)).toBeNull();
  for (const refusal of [failure({ status: 503 }), failure({ code: 'provider_blocked' })])
    expect(await all(refusal, [1, 2, 3, 4, 5, 20])).toEqual([5, 10, 20, 40, 80, 300]);
  for (const lost of [failure({ code: 'cut', brokeOff: true }), failure({ code: 'offline' })])
    expect(await all(lost, [1, 2, 3, 4, 5, 6, 7])).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(await secondsBefore(failure({ status: 500 }), 1)).toBeNull();
});

const isObject: Guard<object> = (value): value is object => typeof value === 'object' && value !== null;

const { fetch: realFetch } = globalThis;
const servers: Server[] = [];
test.afterEach(() => {
  globalThis.fetch = realFetch;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A client of a server that answers with `listener` until the test ends. */
async function clientOf(
  listener: RequestListener,
  options: Partial<Parameters<typeof createApi>[0]> = {},
): Promise<Api> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createApi({ base, key: () => null, retries: 0, ...options });
}
const { signal } = new AbortController();

async function failureIn(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof RequestFailed) return error.failure;
  throw new Error('the request did not fail', { cause: error });
}

test('a request sends query, body and key, and asks for another key after a 401', async () => {
  const seen: unknown[] = [];
  let key: string | null = null;
  const listener: RequestListener = (request, response) => {
    seen.push([request.method, request.url, request.headers['x-api-key']]);
    response.statusCode = request.headers['x-api-key'] === 'right' ? 200 : 401;
    response.end('{"data":{"a":1}}');
  };
  const askForKey = async (tried: string | null) => {
    key = tried === null ? 'wrong' : 'right';
    return true;
  };
  const api = await clientOf(listener, { key: () => key, askForKey });
  const query = { url: 'ż&b', max_pages: undefined };
  expect(await api.data({ path: 'all', query, signal }, isObject)).toEqual({ a: 1 });
  expect(await api.data({ path: 'convert', body: {}, signal }, isObject)).toEqual({ a: 1 });
  expect(seen).toEqual([
    ['GET', '/api/all?url=%C5%BC%26b', undefined],
    ['GET', '/api/all?url=%C5%BC%26b', 'wrong'],
    ['GET', '/api/all?url=%C5%BC%26b', 'right'],
    ['POST', '/api/convert', 'right'],
  ]);
});

test('an answer without the expected data is unexpected, for data and for lines', async () => {
  for (const text of ['<html>', '{}', '{"data":5}', '5']) {
    const api = await clientOf((_request, response) => response.end(text));
    for (const asked of [
      api.data({ path: 'all', signal }, isObject),
      valuesOf(api.lines({ path: 'all', signal }, isObject)),
    ])
      expect(await failureIn(asked)).toMatchObject({ code: 'unexpected' });
  }
});

for (const [rest, code] of [
  ['', 'cut'],
  ['{"type":"error","status":"error","error":{"code":"shutting_down"}}\n', 'shutting_down'],
  ['<html>\n', 'unexpected'],
] as const)
  test(`a stream reports a cut connection, and an error line of the service itself: ${code}`, async () => {
    const api = await clientOf((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.write(`{"type":"a"}\n${rest}`, () => response.destroy());
    });
    const lines: unknown[] = [];
    const reading = async () => {
      for await (const line of api.lines({ path: 'all', signal }, isObject)) lines.push(line);
    };
    expect(await failureIn(reading())).toMatchObject({ code, brokeOff: code !== 'unexpected' });
    expect(lines).toEqual([{ type: 'a' }]);
  });

test('an abort ends a request with its reason, also while it waits for a retry', async () => {
  const stopped = new Error('stopped by the user');
  const asking = new AbortController();
  const silent = await clientOf(() => asking.abort(stopped));
  await expect(silent.data({ path: 'all', signal: asking.signal }, isObject)).rejects.toBe(stopped);
  const waiting = new AbortController();
  const busy = await clientOf(
    (_request, response) => response.writeHead(429, { 'Retry-After': '200' }).end(),
    { retries: 1, onRetry: () => waiting.abort(stopped) },
  );
  await expect(busy.data({ path: 'all', signal: waiting.signal }, isObject)).rejects.toBe(stopped);
});

test('an abort ends a stream with its reason, also after garbage was collected', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const api = await clientOf((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.write('{"type":"a"}\n');
  });
  const controller = new AbortController();
  const lines = api.lines({ path: 'all', signal: controller.signal }, isObject);
  await lines.next();
  const next = lines.next();
  // Node.js 20 then forgets the signal that `fetch` was given.
  collectGarbage();
  controller.abort(new Error('stopped by the user'));
  await expect(next).rejects.toThrow('stopped by the user');
});

test('no service at the address is offline, with the technical reason', async () => {
  const api = await clientOf((_request, response) => response.destroy());
  const failure = await failureIn(api.data({ path: 'all', signal }, isObject));
  expect(failure.code).toBe('offline');
  expect(failure.detail).not.toContain('fetch failed');
});

/** The lines of an NDJSON body that arrives in these parts. */
function linesIn(...parts: readonly Uint8Array[]) {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  globalThis.fetch = async () => new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
  const api = createApi({ base: '', key: () => null, retries: 0 });
  const isAny = (value: unknown): value is unknown => value !== undefined;
  return valuesOf(api.lines({ path: 'all', signal }, isAny));
}

test('NDJSON lines are whole wherever the body is cut, and the unfinished last line is left out', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.nat(), async (values, seed) => {
      const text = `${values.map((value) => `${JSON.stringify(value)}\n`).join('')}{"cut`;
      const bytes = new TextEncoder().encode(text);
      const at = seed % bytes.length;
      const read = await linesIn(bytes.slice(0, at), bytes.slice(at));
      expect(read).toEqual(JSON.parse(JSON.stringify(values)));
    }),
  );
});

test('NDJSON: letters that are cut in two are read, blank lines are left out', async () => {
  const bytes = new TextEncoder().encode('{"type":"żółć"}\n\n{"type":"b"}\n{"type":"cut');
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await linesIn(...single)).toEqual([{ type: 'żółć' }, { type: 'b' }]);
});

const rejection = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

for (const [what, code] of [
  ['before the answer', 'offline'],
  ['in the middle of a stream', 'cut'],
] as const) {
  test(`gives up after 300 s of silence ${what}`, async () => {
    globalThis.fetch = async (_address, init) => {
      if (code === 'offline') return rejection(init?.signal);
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          sent += 1;
          if (sent > 3) await rejection(init?.signal).catch((error) => controller.error(error));
          else {
            await new Promise((resolve) => setTimeout(resolve, 200_000));
            controller.enqueue(new TextEncoder().encode('{"type":"a"}\n'));
          }
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
    };
    await inVirtualTime(async ({ now }) => {
      const api = createApi({ base: '', key: () => null, retries: 0 });
      const failure = await failureIn(valuesOf(api.lines({ path: 'all', signal }, isObject)));
      expect(failure).toMatchObject({ code, detail: 'no data for 300 s' });
      // Data that arrives starts the time again.
      expect(now()).toBe(code === 'offline' ? 300_000 : 900_000);
    });
  });
}
