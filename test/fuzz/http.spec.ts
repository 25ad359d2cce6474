import assert from 'node:assert/strict';
import { connect } from 'node:net';
import fc from 'fast-check';
import { z } from 'zod';
import { startStandIn } from '../../fixtures/provider/server.js';
import { openApi } from '../support/contract-check.js';
import { ERROR_KINDS } from '../support/made-up.js';
import { startService } from '../support/service.js';
import { expect, test } from '../support/test.js';
import { type WireRequest, wireRequest } from './http-requests.js';
import { SEED, TIMES } from './plan.js';

const REQUESTS = Math.ceil(2_000 * TIMES);
const AT_ONCE = 12;
const DEADLINE_MS = 2_000;

const publishedReasons = () => z.array(z.string()).parse(openApi().components.schemas.RefusalReason?.enum);

const success = z.strictObject({ status: z.literal('success'), data: z.looseObject({}) });
const failure = z.strictObject({
  status: z.literal('error'),
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(10).max(600),
    field: z.string().max(200).nullable().optional(),
    reason: z.string().refine((reason) => publishedReasons().includes(reason)),
    values: z.record(z.string(), z.string()),
    request_id: z.string().min(1),
  }),
});

test(`${REQUESTS} generated requests are answered in the envelope and leave the service intact`, async () => {
  test.setTimeout(180_000 * Math.max(1, TIMES));
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(`${warning.name}: ${warning.message}`);
  process.on('warning', onWarning);
  const standIn = await startStandIn();
  // One page and no queue: a request that needs the provider while another uses it is refused at once.
  const env = {
    BROWSER_CONTEXTS: '1',
    // The requests name hosts of all kinds.
    ALLOWED_HOSTS: '*',
    REQUEST_TIMEOUT_MS: String(DEADLINE_MS),
  };
  const tuning = { queueLimit: 0, listTimeoutMs: DEADLINE_MS };
  const service = await startService(standIn, env, undefined, tuning);
  try {
    const requests = fc.sample(wireRequest, { seed: SEED, numRuns: REQUESTS });
    const outcomes = new Map<string, number>();
    const failures: string[] = [];
    const queue = requests.entries();
    const worker = async () => {
      for (const [index, request] of queue) {
        try {
          const outcome = await ask(service.url, request);
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        } catch (error) {
          const sent = JSON.stringify(request.bytes.toString('latin1', 0, 2_000));
          failures.push(`FUZZ_SEED=${SEED}, request ${index}: ${sent}\n${error}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    assert.equal(failures.length, 0, failures.slice(0, 20).join('\n\n'));
    for (const outcome of ['success', 'invalid_request', 'unknown_endpoint', 'no answer'])
      expect(
        outcomes.get(outcome),
        `answers of the kind "${outcome}": ${JSON.stringify([...outcomes])}`,
      ).toBeGreaterThan(0);
    expect(await service.get('/api/info')).toMatchObject({ status: 200 });
    // The page of a request that was given up comes back in its own time; until then it is busy.
    const details = () => service.get('/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8');
    await expect.poll(async () => (await details()).status).toBe(200);
    expect(warnings).toEqual([]);
  } finally {
    await service.close();
    await standIn.close();
    process.off('warning', onWarning);
  }
});

/** Time for writing, sending and reading an answer on a busy machine, besides its deadline. */
const MARGIN_MS = 20_000;

/** Sends a request, checks its answers, and returns the outcome. */
async function ask(url: string, { bytes, isWhole, isHead }: WireRequest): Promise<string> {
  const since = performance.now();
  const answers = answersIn(await exchange(url, bytes, isWhole ? DEADLINE_MS + MARGIN_MS : 300));
  assert.ok(performance.now() - since < DEADLINE_MS + MARGIN_MS, 'the answer came too late');
  if (isWhole) assert.equal(answers.length, 1, 'not answered exactly once');
  const outcomes = answers.map((answer) => outcomeOf(answer, isHead));
  return outcomes[0] ?? 'no answer';
}

/**
 * Sends bytes and resolves with everything that comes until the server closes the connection. After `patienceMs`
 * without data, the request counts as incomplete, and the client ends its side.
 */
function exchange(url: string, bytes: Buffer, patienceMs: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const done = () => resolve(Buffer.concat(chunks).toString('utf8'));
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let patience = 3;
    socket.setTimeout(patienceMs, () => {
      patience -= 1;
      if (patience > 0) socket.end();
      else {
        reject(new Error('the connection stays open'));
        socket.destroy();
      }
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses a large body resets the connection behind its answer.
    socket.once('error', done).once('close', done);
  });
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** The lines of JSON, without the framing of chunks. */
  readonly lines: readonly string[];
}

/** The answers in all that was received; interim answers (1xx) do not count. */
function answersIn(received: string): Received[] {
  if (received !== '') assert.match(received, /^HTTP\/1\.1 \d{3} /, 'this is no answer');
  const texts = received.split(/^(?=HTTP\/1\.1 \d{3} )/m).filter((text) => /^HTTP\/1\.1 [2-5]/.test(text));
  return texts.map((text) => {
    const [head = '', ...rest] = text.split('\r\n\r\n');
    const [first = '', ...fields] = head.split('\r\n');
    const headers = new Headers(
      fields.map((line) => line.split(/:\s*(.*)/s).slice(0, 2) as [string, string]),
    );
    const lines = rest.join('\r\n\r\n').split(/\r?\n/);
    return {
      status: Number(first.slice(9, 12)),
      headers,
      lines: lines.filter((line) => line.startsWith('{')),
    };
  });
}

const line = z.object({ type: z.string(), error: z.object({ code: z.string() }).optional() });

function outcomeOf({ status, headers, lines }: Received, isHead: boolean): string {
  const requestId = headers.get('x-request-id');
  assert.match(requestId ?? '', /^[\w.:-]{1,128}$/);
  if (isHead && lines.length === 0) {
    assert.ok([200, 304, ...ERROR_KINDS.map((kind) => kind.status)].includes(status), `status ${status}`);
    assert.notEqual(status, 500);
    return 'head';
  }
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/x-ndjson')) {
    assert.equal(status, 200);
    const read = lines.map((text) => line.parse(JSON.parse(text)));
    for (const { error } of read) if (error !== undefined) assertKnown(error.code, null);
    assert.equal(read.at(-1)?.type, 'summary');
    return 'lines';
  }
  // The pages for people, where they have been built.
  if (status === 304 || (status === 200 && type.startsWith('text/html'))) return 'page';
  assert.match(type, /^application\/json/);
  const answer: unknown = JSON.parse(lines.join('\n'));
  if (status === 200) {
    if (JSON.stringify(answer) !== '{"status":"ok"}') success.parse(answer);
    return 'success';
  }
  const { error } = failure.parse(answer);
  assert.equal(error.request_id, requestId);
  assertKnown(error.code, status);
  if (status === 503 || status === 429) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  return error.code;
}

function assertKnown(code: string, status: number | null): void {
  const known = ERROR_KINDS.find((kind) => kind.code === code)?.status;
  assert.notEqual(known, undefined, `the code ${code}`);
  assert.notEqual(known, 500, 'an internal error');
  if (status !== null) assert.equal(status, known, code);
}
