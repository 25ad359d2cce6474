import assert from 'node:assert/strict';
import fc from 'fast-check';
import { z } from 'zod';
import { startStandIn } from '../../fixtures/provider/server.js';
import type { ErrorCode } from '../../src/contract/errors.js';
import { REASONS } from '../../src/contract/reasons.js';
import { ERROR_STATUS } from '../../src/http/error-answer.js';
import { startService } from '../support/service.js';
import { expect, test } from '../support/test.js';
import { type WireRequest, wireRequest } from './http-requests.js';
import { SEED, TIMES } from './plan.js';
import { exchange, type RawAnswer } from './raw-http.js';

const REQUESTS = Math.ceil(2_000 * TIMES);
const AT_ONCE = 12;
const DEADLINE_MS = 2_000;

const success = z.strictObject({ status: z.literal('success'), data: z.looseObject({}) });
const failure = z.strictObject({
  status: z.literal('error'),
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(10).max(600),
    field: z.string().max(200).nullable().optional(),
    reason: z.enum(REASONS).optional(),
    request_id: z.string().min(1),
  }),
});

test(`${REQUESTS} requests of every kind: each is answered in the envelope, none breaks the service`, async () => {
  test.setTimeout(180_000 * Math.max(1, TIMES));
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(`${warning.name}: ${warning.message}`);
  process.on('warning', onWarning);
  const standIn = await startStandIn();
  // One page and no queue: whoever needs the provider while another does is refused at once.
  const service = await startService(standIn, {
    BROWSER_CONTEXTS: '1',
    // The requests name hosts of all kinds.
    ALLOWED_HOSTS: '*',
    QUEUE_LIMIT: '0',
    REQUEST_TIMEOUT_MS: String(DEADLINE_MS),
    REVIEWS_TIMEOUT_MS: String(DEADLINE_MS),
  });
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

/** An answer may be so much later than its deadline: it is written, sent and read on a busy machine. */
const MARGIN_MS = 20_000;

/** Sends a request, holds its answers against the contract, and names what came of it. */
async function ask(url: string, { bytes, isWhole, isHead }: WireRequest): Promise<string> {
  const since = performance.now();
  const patienceMs = isWhole ? DEADLINE_MS + MARGIN_MS : 300;
  const answers = await exchange(url, bytes, { isHead, patienceMs });
  assert.ok(performance.now() - since < DEADLINE_MS + MARGIN_MS, 'the answer came too late');
  if (isWhole) assert.equal(answers.length, 1, 'not answered exactly once');
  const outcomes = answers.map((answer) =>
    isHead && answer.body === '' ? headOutcome(answer) : outcomeOf(answer),
  );
  return outcomes[0] ?? 'no answer';
}

function outcomeOf({ status, headers, body }: RawAnswer): string {
  const requestId = headers.get('x-request-id');
  assert.match(requestId ?? '', /^[\w.:-]{1,128}$/);
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/x-ndjson')) return lineOutcome(status, body);
  // The pages for people, where they have been built.
  if (status === 304 || (status === 200 && type.startsWith('text/html'))) return 'page';
  assert.match(type, /^application\/json/);
  const answer: unknown = JSON.parse(body);
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

function headOutcome({ status, headers }: RawAnswer): string {
  assert.match(headers.get('x-request-id') ?? '', /^[\w.:-]{1,128}$/);
  assert.ok([200, 304, ...Object.values(ERROR_STATUS)].includes(status), `status ${status}`);
  assert.notEqual(status, 500);
  return 'head';
}

const line = z.object({ type: z.string(), error: z.object({ code: z.string() }).optional() });

function lineOutcome(status: number, body: string): string {
  assert.equal(status, 200);
  const lines = body
    .trimEnd()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)));
  for (const { error } of lines) if (error !== undefined) assertKnown(error.code, null);
  assert.equal(lines.at(-1)?.type, 'summary');
  return 'lines';
}

function assertKnown(code: string, status: number | null): void {
  const known = ERROR_STATUS[code as ErrorCode];
  assert.notEqual(known, undefined, `the code ${code}`);
  assert.notEqual(known, 500, 'an internal error');
  if (status !== null) assert.equal(status, known, code);
}
