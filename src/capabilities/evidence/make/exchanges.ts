import type { Page, Request, Response } from 'playwright';
import { isDocument } from '../../../core/provider/navigation/observation.js';

/** One request of a page and its answer, without bodies and cookies. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly isDocument: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requestHeaders: Headers;
  /** Null = no answer came. */
  response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: Headers;
    readonly timing: ReturnType<Request['timing']>;
  } | null;
  /** Milliseconds from the request to the end of the answer; null = it has not ended. */
  totalMs: number | null;
  /** Why the request failed; null = it did not fail. */
  failure: string | null;
}

type Headers = Readonly<Record<string, string>>;

/** Records the requests of a page until `stop` is called. */
export function watchExchanges(page: Page) {
  const known = new Map<Request, Exchange>();
  /** The last answer to a navigation of the page itself. */
  let document: Response | null = null;
  const onRequest = (request: Request) => {
    known.set(request, {
      method: request.method(),
      url: request.url(),
      isDocument: isDocument(request, page),
      startedAt: Date.now(),
      requestHeaders: withoutCookies(request.headers()),
      response: null,
      totalMs: null,
      failure: null,
    });
  };
  const onResponse = (response: Response) => {
    const request = response.request();
    const exchange = known.get(request);
    if (exchange === undefined) return;
    if (exchange.isDocument) document = response;
    exchange.response = {
      status: response.status(),
      statusText: response.statusText(),
      headers: withoutCookies(response.headers()),
      timing: request.timing(),
    };
  };
  const onEnd = (request: Request) => {
    const exchange = known.get(request);
    if (exchange === undefined) return;
    exchange.totalMs = Date.now() - exchange.startedAt;
    exchange.failure = request.failure()?.errorText ?? null;
  };
  page.on('request', onRequest).on('response', onResponse);
  page.on('requestfinished', onEnd).on('requestfailed', onEnd);
  return {
    all: (): readonly Exchange[] => [...known.values()],
    document: () => document,
    stop: () => {
      page.off('request', onRequest).off('response', onResponse);
      page.off('requestfinished', onEnd).off('requestfailed', onEnd);
    },
  };
}

const SECRET_HEADERS = /^(?:cookie|set-cookie|authorization|proxy-authorization)$/i;

function withoutCookies(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.test(name)));
}

/** The exchanges as HAR 1.2. */
export function harOf(exchanges: readonly Exchange[], creator: { readonly version: string }): string {
  const entries = exchanges.map(({ method, url, startedAt, requestHeaders, response, totalMs, failure }) => ({
    startedDateTime: new Date(startedAt).toISOString(),
    time: totalMs ?? -1,
    request: {
      method,
      url,
      httpVersion: 'unknown',
      cookies: [],
      headers: pairs(requestHeaders),
      queryString: URL.canParse(url)
        ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
        : [],
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      // A HAR viewer shows status 0 as "no answer".
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: 'unknown',
      cookies: [],
      headers: pairs(response?.headers ?? {}),
      content: { size: -1, mimeType: response?.headers['content-type'] ?? '' },
      redirectURL: response?.headers.location ?? '',
      headersSize: -1,
      bodySize: -1,
      ...(failure !== null && { _error: failure }),
    },
    cache: {},
    timings: timingsOf(response?.timing ?? null, totalMs),
  }));
  const log = { version: '1.2', creator: { name: 'place-lookup', ...creator }, entries };
  return `${JSON.stringify({ log }, null, 1)}\n`;
}

function pairs(headers: Headers) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** -1 = does not apply, or unknown. */
function timingsOf(timing: ReturnType<Request['timing']> | null, totalMs: number | null) {
  if (timing === null) return { send: -1, wait: -1, receive: -1 };
  const { domainLookupStart, domainLookupEnd, connectStart, connectEnd, requestStart, responseStart } =
    timing;
  const between = (from: number, to: number) => (from < 0 || to < 0 ? -1 : Math.round((to - from) * 10) / 10);
  return {
    dns: between(domainLookupStart, domainLookupEnd),
    connect: between(connectStart, connectEnd),
    ssl: between(timing.secureConnectionStart, connectEnd),
    send: 0,
    wait: between(requestStart, responseStart),
    receive: totalMs === null || responseStart < 0 ? -1 : Math.max(0, totalMs - responseStart),
  };
}
