import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { RUNNING_JOB } from '../../src/capabilities/jobs/examples.js';
import { published } from '../../src/core/texts/messages.js';
import { localServer } from './local-server.js';
import { madeUp } from './made-up.js';

/** One request as it came in. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The links of a bulk check; empty for others. */
  readonly urls: readonly string[];
  /** The body as text. */
  readonly body: string;
  /** `performance.now()` at its coming. */
  readonly at: number;
}

export type Reply = (asked: Asked, response: ServerResponse) => void;

export interface FakeApi extends AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

/** A service that fails on purpose: the n-th request gets the n-th reply, further ones the last. */
export async function startFakeApi(...replies: [Reply, ...Reply[]]): Promise<FakeApi> {
  const asked: Asked[] = [];
  const { url, close } = await localServer(async (request, response) => {
    const body = await text(request);
    const isJson = request.headers['content-type'] === 'application/json' && body !== '';
    const { urls = [] } = isJson ? (JSON.parse(body) as { urls?: string[] }) : {};
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      urls,
      body,
      at: performance.now(),
    };
    asked.push(call);
    const reply = replies[Math.min(asked.length, replies.length) - 1];
    reply?.(call, response);
  });
  return { url, asked, close, [Symbol.asyncDispose]: close };
}

/** Starts services, each with its own replies. */
export type Serve = (...replies: [Reply, ...Reply[]]) => Promise<FakeApi>;

/** The body of a fixture: services of one test, which end with it. */
export async function serving(use: (serve: Serve) => Promise<void>): Promise<void> {
  const started: FakeApi[] = [];
  await use(async (...replies) => {
    const api = await startFakeApi(...replies);
    started.push(api);
    return api;
  });
  for (const api of started) await api.close();
}

const CHECKED = { checked_at: '2026-11-21 03:12:45', checked_at_utc: '2026-11-21T02:12:45Z' };

/** The line of a visible review. */
export const visible = (index: number, url: string) => ({
  type: 'result',
  index,
  review_url: url,
  is_visible: true,
  visibility_reason: 'visible',
  ...CHECKED,
  review: null,
});

/** The line of a link that could not be checked. */
export const failed = (index: number, url: string) => ({
  type: 'error',
  index,
  review_url: url,
  error: { code: 'provider_unavailable', ...published(madeUp('The map provider does not answer.')) },
});

export function streamLines(response: ServerResponse, ...lines: object[]): void {
  if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  response.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** An error answer. */
export const refusal =
  (
    status: number,
    code: string,
    headers: Record<string, string> = {},
    said = madeUp('Made up for the test.'),
  ): Reply =>
  (_asked, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify({ status: 'error', error: { code, ...published(said), request_id: 'r-1' } }));
  };

/** A success with these data. */
export const success =
  (data: unknown): Reply =>
  (_asked, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ status: 'success', data }));
  };

/** Takes any list as a job, whose results are these lines. */
export const jobWith =
  (...lines: object[]): Reply =>
  (asked, response) => {
    const count = (isKind: (line: object) => boolean) => lines.filter(isKind).length;
    const counts = {
      ...{ total: lines.length, done: lines.length, without_link: 0, failures: {} },
      failed: count((line) => 'error' in line),
      visible: count((line) => 'is_visible' in line && line.is_visible === true),
      not_visible: count((line) => 'is_visible' in line && line.is_visible !== true),
      partial: count((line) => 'complete' in line && line.complete !== true),
    };
    if (!asked.path.includes('/results')) return success({ ...RUNNING_JOB, ...counts })(asked, response);
    const results = lines.map((line, at) => ({ index: at, line: null, ...line, position: at + 1 }));
    const summary = { type: 'summary', position: lines.length, state: 'finished', ...counts };
    streamLines(response, ...results, summary);
    response.end();
  };

/** The entries of a list that was sent as a job. */
export const entriesSent = ({ body, urls }: Asked): readonly string[] =>
  urls.length > 0
    ? urls
    : body
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { url?: string })
        .flatMap(({ url }) => (url === undefined ? [] : [url]));

/** A list of reviews without reviews: only its last line. */
export const listSummary =
  (stop_reason: string, complete: boolean, total_reviews: number | null = 120, count = 30): Reply =>
  (_asked, response) => {
    const counts = { reviews_count: count, reviews_read: complete ? total_reviews : count, total_reviews };
    streamLines(response, {
      ...{ type: 'summary', place_id: 'ChIJx', ...counts, pages_fetched: 1, complete, stop_reason },
    });
    response.end();
  };
