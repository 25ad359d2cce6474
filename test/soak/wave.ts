import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import type { Dice } from '../../fixtures/provider/reviews/dice.js';
import { refusal } from '../../src/contract/error-body.js';
import type { ErrorCode } from '../../src/contract/errors.js';
import { ERROR_STATUS } from '../../src/http/error-answer.js';
import { nextRequest, type SoakRequest } from './requests.js';
import type { Truth } from './truth.js';

/** What came of one request. `broken` says which promises it broke, in words. */
export interface Outcome {
  readonly kind: string;
  /** `success`, `left`, `none` (no answer at all), or the code of the failure. */
  readonly code: string;
  readonly ms: number;
  readonly broken: readonly string[];
}

/** Until when a request must be answered, in milliseconds. */
export interface Deadlines {
  readonly request: number;
  readonly reviews: number;
  readonly bulk: number;
}

interface Clients {
  readonly url: string;
  readonly truth: Truth;
  readonly roll: Dice;
  readonly requests: number;
  readonly concurrency: number;
  readonly deadlines: Deadlines;
}

/** What a deadline may be exceeded by: the answer has to be written, sent and read on a machine under load. */
export const MARGIN_MS = 10_000;
/** How long a client that was told of trouble waits before it asks again; Retry-After in small. */
const PAUSE_MS = 400;
/** What a request that lacks nothing may be refused with while the provider or the browser is in trouble. */
const HONEST = new Set([
  ...['provider_blocked', 'provider_unavailable', 'browser_unavailable', 'deadline_exceeded', 'overloaded'],
]);

const success = z.strictObject({ status: z.literal('success'), data: z.looseObject({}) });
const failure = z.strictObject({
  status: z.literal('error'),
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    ...refusal,
    request_id: z.string(),
  }),
});
const line = z.object({ type: z.string() }).loose();

/** Sends `requests` requests, `concurrency` at a time, each on a connection of its own. */
export async function runWave(clients: Clients): Promise<readonly Outcome[]> {
  const agent = new Agent({ pipelining: 0, connections: null, headersTimeout: 0, bodyTimeout: 0 });
  const outcomes: Outcome[] = [];
  let left = clients.requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const outcome = await ask(nextRequest(clients.truth, clients.roll), clients, agent);
      outcomes.push(outcome);
      // Or all requests of a wave would be refused within a moment.
      if (outcome.code.startsWith('provider_')) await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: clients.concurrency }, client));
  await agent.close();
  return outcomes;
}

async function ask(soaked: SoakRequest, { url, deadlines }: Clients, agent: Agent): Promise<Outcome> {
  const { kind, path, init, leavesAfterMs } = soaked;
  const limit = deadlines[soaked.deadline] + MARGIN_MS;
  const since = performance.now();
  const over = new AbortController();
  const timer = new AbortController();
  // One that hangs for ever is given up long after its deadline, and counted as unanswered.
  sleep(leavesAfterMs ?? limit * 3, undefined, { signal: timer.signal }).then(
    () => over.abort(),
    () => undefined,
  );
  try {
    const { statusCode, headers, body } = await request(url + path, {
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: { ...(init.headers as Record<string, string> | undefined) },
      body: typeof init.body === 'string' ? init.body : null,
      dispatcher: agent,
      signal: over.signal,
    });
    const text = await body.text();
    const ms = performance.now() - since;
    const judged = judge(soaked, { status: statusCode, headers, text });
    const late = ms > limit ? [`late: ${Math.round(ms)} ms, ${limit} are allowed`] : [];
    return {
      kind,
      ms,
      code: judged.code,
      broken: [...judged.broken, ...late].map((what) => `${path}: ${what}`),
    };
  } catch (error) {
    const ms = performance.now() - since;
    if (leavesAfterMs !== null && over.signal.aborted) return { kind, ms, code: 'left', broken: [] };
    return { kind, ms, code: 'none', broken: [`${path}: no answer after ${Math.round(ms)} ms: ${error}`] };
  } finally {
    timer.abort();
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function judge(soaked: SoakRequest, { status, headers, text }: Answer): Pick<Outcome, 'code' | 'broken'> {
  const { expects, lies } = soaked;
  try {
    const isStream = String(headers['content-type']).startsWith('application/x-ndjson');
    const answer: unknown = isStream ? fromLines(text) : JSON.parse(text);
    if (status === 200) {
      const { data } = success.parse(answer);
      const broken =
        expects === 'success' || expects === 'arithmetic' ? lies(data) : ['it should have been refused'];
      return { code: 'success', broken };
    }
    const { code, request_id: id } = failure.parse(answer).error;
    const broken: string[] = [];
    if (id !== headers['x-request-id']) broken.push('the request id is not that of the header');
    if (ERROR_STATUS[code as ErrorCode] !== status) broken.push(`status ${status} with the code ${code}`);
    if (status === 503 && !/^[1-9]\d*$/.test(String(headers['retry-after'])))
      broken.push('503 without Retry-After');
    const isExpected = expects === 'success' ? HONEST.has(code) : code === expects;
    if (!isExpected) broken.push(`answered ${code}: ${text}`);
    return { code, broken };
  } catch (error) {
    return { code: `status ${status}`, broken: [`not the envelope: ${error}: ${text.slice(0, 300)}`] };
  }
}

/** The lines of a bulk check as the one answer they stand for; one cut short is a failure. */
function fromLines(text: string): unknown {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((one) => line.parse(JSON.parse(one)));
  const last = lines.at(-1);
  if (last?.type !== 'summary') throw new Error('the stream has no summary');
  const { type: _type, ...totals } = last;
  return { status: 'success', data: { ...totals, results: lines.slice(0, -1) } };
}
