import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import { createPages } from '../../src/app/pages.js';
import type { RequestState } from '../../src/core/api/state.js';
import { type Message, published, reasonOf } from '../../src/core/texts/messages.js';
import type { ReviewRow } from '../../src/kit/lists/review-columns.js';
import { localServer } from '../support/local-server.js';
import { madeUp } from '../support/made-up.js';
import { message } from '../support/messages.js';
import { samplePlace, sampleReview, sampleSummary } from './samples.js';

/** One call of the API; the test answers it through `response`. */
export interface FakeCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  /** The JSON sent along, or another body as text; null without. */
  readonly body: unknown;
  readonly response: ServerResponse;
}

export type Answering = (call: FakeCall) => void | Promise<void>;

export interface FakeApi {
  readonly url: string;
  /** Answers the calls from now on. */
  answer: Answering;
  /** Every call, in order. */
  readonly calls: FakeCall[];
  close(): Promise<void>;
}

const NO_JOBS = message('jobsWithoutDatabase');
const NO_EVIDENCE = message('evidenceWithoutKey');
const NO_WATCH = madeUp('This installation has no database.');

/** The pages are read and packed once for all tests of a worker. */
let servePage: ReturnType<typeof createPages> | null = null;

/**
 * Serves the built console with an API that answers as the test says, line by line if it wishes. The question of the
 * console for jobs, evidence packs and watches is answered here by `hasJobs`, `hasEvidence` and `hasWatch`, and is no
 * call.
 */
export async function startFakeApi(
  answer: Answering,
  { hasJobs = false, hasEvidence = false, hasWatch = false, hasMail = true, hasKeys = false } = {},
): Promise<FakeApi> {
  const app = new Koa<RequestState>();
  servePage ??= createPages('Europe/Warsaw');
  const serve = servePage;
  app.use((ctx, next) => serve(ctx) ?? next());
  app.use(async (ctx) => {
    ctx.respond = false;
    const parts: Buffer[] = [];
    for await (const part of ctx.req) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const call = {
      method: ctx.method,
      url: ctx.URL,
      headers: ctx.req.headers,
      body: text === '' ? null : ctx.is('application/json') ? JSON.parse(text) : text,
      response: ctx.res,
    };
    if (call.url.pathname === '/api/capabilities') {
      const offer = (name: string, has: boolean, refusal: Message) => ({
        [name]: has,
        [`${name}_refusal`]: has ? null : refusal.text,
        [`${name}_refusal_reason`]: has ? null : reasonOf(refusal.id),
        [`${name}_refusal_values`]: has ? {} : refusal.values,
      });
      return succeed(call, {
        ...offer('jobs', hasJobs, NO_JOBS),
        ...offer('evidence', hasEvidence, NO_EVIDENCE),
        ...offer('watch', hasWatch, NO_WATCH),
        ...offer('mail', hasWatch && hasMail, message('mailOff')),
      });
    }
    // The question whether the service needs a key is no call either.
    if (call.url.pathname === '/api/info')
      return hasKeys && call.headers['x-api-key'] === undefined
        ? refuse(call, 401, 'unauthorized')
        : succeed(call, { name: 'fake' });
    api.calls.push(call);
    await api.answer(call);
  });
  const { url, close } = await localServer(app.callback());
  const api: FakeApi = { url, answer, calls: [], close };
  return api;
}

/** Answers with JSON at once. */
export function answerJson(
  { response }: FakeCall,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Answers with the data of a success. */
export function succeed(call: FakeCall, data: object): void {
  answerJson(call, 200, { status: 'success', data });
}

/** A refusal as the service words it. */
export function refuse(
  call: FakeCall,
  status: number,
  code: string,
  headers: Record<string, string> = {},
  said = madeUp(`In English: ${code}.`),
): void {
  const error = { code, ...published(said), request_id: 'req-1234' };
  answerJson(call, status, { status: 'error', error }, headers);
}

/** Begins a stream of NDJSON; each line is sent when it is written. */
export function beginLines({ response }: FakeCall): {
  write(...lines: object[]): void;
  end(): void;
  /** As when the connection breaks. */
  cut(): void;
} {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  response.flushHeaders();
  return {
    write: (...lines) => response.write(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    end: () => response.end(),
    cut: () => response.destroy(),
  };
}

/** Answers with a whole stream of NDJSON. */
export function answerLines(call: FakeCall, ...sent: object[]): void {
  const lines = beginLines(call);
  lines.write(...sent);
  lines.end();
}

/** Answers with a list of reviews. */
export function answerReviews(call: FakeCall, reviews: readonly ReviewRow[], summary: object = {}): void {
  const lines = beginLines(call);
  for (let from = 0; from < reviews.length; from += 500) {
    lines.write(...reviews.slice(from, from + 500).map((review) => ({ type: 'review', review })));
  }
  lines.write(sampleSummary(reviews.length, summary));
  lines.end();
}

const SIGNALS = { author_total_reviews: 1, author_is_local_guide: true, photos_count: 3, likes_count: 2 };
const REPLY = { has_owner_response: true, owner_response_text: 'Dziękujemy', stars: null };

/** Answers with something of everything: a place, and an incomplete list of reviews. */
export function answerAnything(call: FakeCall): void {
  const { pathname, searchParams } = call.url;
  if (pathname === '/api/all' && searchParams.get('url') === 'nic')
    refuse(call, 503, 'overloaded', { 'Retry-After': '9' });
  else if (pathname === '/api/all') succeed(call, samplePlace());
  else {
    const reviews = Array.from({ length: 12 }, (_, index) =>
      sampleReview(index * 100, index % 2 ? SIGNALS : {}),
    );
    const summary = { total_reviews: 70, complete: false, stop_reason: 'provider_limit' };
    answerReviews(call, [...reviews, sampleReview(9999, REPLY)], summary);
  }
}
