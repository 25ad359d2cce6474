import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobRunner } from '../../../src/capabilities/jobs/job.js';
import type { ClaimedLinks, NewResult } from '../../../src/capabilities/jobs/link-work.js';
import { LinkProcessor } from '../../../src/capabilities/jobs/process-links.js';
import { AppError, PROVIDER_UNAVAILABLE, shuttingDown } from '../../../src/core/errors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { kindOf, madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

// What a worker does with the links of a claim; the store is in memory.

const VISIBLE = { outcome: 'visible', data: { is_visible: true }, rows: 1 } as const;

/** Longer than a test may take. */
const LONG_MS = 600_000;

function setUp(
  inputs: readonly string[],
  runner: JobRunner,
  link = { attempts: 0, forMs: 0 },
  holdMs = LONG_MS,
) {
  const results = new Map<number, NewResult>();
  const postponed: number[] = [];
  const waiting: number[] = [];
  const released: number[] = [];
  const state = { isOpen: true, fails: 0 };
  const counted: string[] = [];
  const store: ConstructorParameters<typeof LinkProcessor>[0]['store'] = {
    isOpen: async () => state.isOpen,
    record: async (_, numbers, result) => {
      if (state.fails > 0) {
        state.fails -= 1;
        throw new Error('the database is away');
      }
      if (!state.isOpen) return { isOpen: false, added: 0 };
      for (const number of numbers) results.set(number, result);
      return { isOpen: true, added: numbers.length };
    },
    postpone: async (_, numbers, delayMs) => {
      postponed.push(delayMs);
      waiting.push(...numbers);
    },
    release: async (_, delayMs = 0) => void released.push(delayMs),
    renew: async (claims) => [...claims],
  };
  const claim: ClaimedLinks = {
    ...{ owner: 'o', job: 'j', type: 'review-visibility', parameters: {}, name: 'n' },
    links: inputs.map((input, number) => ({ number, input, ...link })),
  };
  const timeouts = { 'review-visibility': LONG_MS, 'place-details': 100, 'place-reviews': LONG_MS };
  const processor = new LinkProcessor({
    store,
    runner,
    timeouts,
    retryMs: 86_400_000,
    metrics: { jobLink: (outcome, count) => void counted.push(`${outcome} ${count}`) },
    log: createLogger('silent'),
    ...{ holdMs, storeAgainMs: 1 },
  });
  return { claim, processor, results, postponed, waiting, released, state, counted };
}

/** Fails for the inputs that begin with a code, as often as the number behind it says. */
function failing(asked: string[], retryAfterSeconds = 0.01): JobRunner {
  return async ({ input }) => {
    asked.push(input);
    const [code, times = '1000'] = input.split(' ');
    if (code === undefined || code === 'ok' || asked.filter((one) => one === input).length > Number(times))
      return VISIBLE;
    if (code === 'bug') throw new TypeError('a bug');
    throw new AppError(kindOf(code), madeUp('It failed.'), { retryAfterSeconds });
  };
}

test('every link is asked and its result stored', async () => {
  const { claim, processor, results, counted } = setUp(['ok', 'no_results'], failing([]));
  await processor.process(claim);
  expect([0, 1].map((number) => results.get(number))).toMatchObject([
    { outcome: 'visible', rows: 1 },
    { outcome: 'no_results', rows: 1 },
  ]);
  expect(JSON.parse(String(results.get(1)?.data))).toEqual({
    error: { code: 'no_results', message: 'It failed.', reason: 'other', values: {} },
    at: expect.any(Number),
  });
  expect(counted.toSorted()).toEqual(['no_results 1', 'visible 1']);
});

test('links are asked as bulk links of their owner, so that single requests go first', async () => {
  const asked: unknown[] = [];
  const { claim, processor } = setUp(['a'], async (_, { priority, client }) => {
    asked.push({ priority, client });
    return VISIBLE;
  });
  await processor.process(claim);
  expect(asked).toEqual([{ priority: 'bulk', client: 'job o' }]);
});

test('equal links are asked once, and each gets the answer', async () => {
  const asked: string[] = [];
  const { claim, processor, results } = setUp(['ok', 'ok 2', ' ok'], failing(asked));
  await processor.process(claim);
  expect(asked).toEqual(['ok', 'ok 2']);
  expect([...results.keys()].toSorted()).toEqual([0, 1, 2]);
});

test('while the provider blocks, the same link is asked again after Retry-After', async () => {
  const asked: string[] = [];
  const { claim, processor, postponed } = setUp(['provider_blocked 3', 'ok'], failing(asked));
  await processor.process(claim);
  expect(asked.toSorted()).toEqual(['ok', ...Array(4).fill('provider_blocked 3')]);
  expect(postponed).toEqual([]);
});

test('a block that lasts longer than links are held postpones the link, and gives the others back', async () => {
  const asked: string[] = [];
  const { claim, processor, postponed, waiting, released } = setUp(
    ['provider_blocked', 'ok'],
    failing(asked, 600),
    { attempts: 0, forMs: 0 },
    100,
  );
  const began = performance.now();
  await processor.process(claim);
  // Otherwise the worker would claim and postpone all links of the job at once.
  expect(performance.now() - began).toBeGreaterThan(80);
  expect(asked).toEqual(['provider_blocked', 'ok']);
  expect([postponed, waiting, released]).toEqual([[30_000], [0], [30_000]]);
});

test('a temporary failure postpones its link alone', async () => {
  const { claim, processor, results, postponed, waiting } = setUp(
    ['provider_unavailable', 'ok', 'bug'],
    failing([]),
    { attempts: 1, forMs: 0 },
  );
  await processor.process(claim);
  expect([...results.keys()]).toEqual([1]);
  expect(waiting).toEqual([0, 2]);
  expect(postponed).toEqual([60_000, 60_000]);
});

test('a failure that lasts for the whole retry time is the result', async () => {
  const last = { attempts: 99, forMs: 86_400_001 };
  const { claim, processor, results, postponed } = setUp(['provider_unavailable', 'bug'], failing([]), last);
  await processor.process(claim);
  expect([0, 1].map((number) => results.get(number)?.outcome)).toEqual([
    'provider_unavailable',
    'internal_error',
  ]);
  expect(postponed).toEqual([]);
});

test('a result waits for a database that is away, and its link is not asked again', async () => {
  const asked: string[] = [];
  const { claim, processor, results, state } = setUp(['ok', 'ok 2'], failing(asked));
  state.fails = 3;
  await processor.process(claim);
  expect(asked).toEqual(['ok', 'ok 2']);
  expect(results.size).toBe(2);
});

test('a lost claim ends the work on it', async () => {
  const begun = deferred<void>();
  const { claim, processor, results, released } = setUp(['a', 'b'], (_, { signal }) => {
    begun.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const ended = processor.process(claim);
  await begun.promise;
  await processor.renew([claim]);
  await ended;
  expect([results.size, released]).toEqual([0, [0]]);
});

/** The links of two whole claims: more than are looked up at once. */
const MANY = Array.from({ length: 20 }, (_, index) => `ok ${index}`);

test('the links of a claim are looked up at the same time', async () => {
  const asked: string[] = [];
  const answer = deferred<void>();
  const { claim, processor, results } = setUp(MANY.slice(0, 10), async ({ input }) => {
    asked.push(input);
    if (asked.length === 10) answer.resolve();
    await answer.promise;
    return VISIBLE;
  });
  await processor.process(claim);
  expect(results.size).toBe(10);
});

for (const [what, fail] of [
  ['', false],
  [', also when its links fail for now', true],
] as const)
  test(`a cancelled job begins no further link${what}`, async () => {
    const asked: string[] = [];
    const { claim, processor, state, postponed } = setUp(MANY, async ({ input }) => {
      asked.push(input);
      state.isOpen = false;
      if (fail) throw new AppError(PROVIDER_UNAVAILABLE, madeUp('It failed.'));
      return VISIBLE;
    });
    await processor.process(claim);
    expect(asked).toEqual(MANY.slice(0, 10));
    expect(postponed).toEqual([]);
  });

test('a worker that stops finishes the links that have begun and gives the others back', async () => {
  const asked: string[] = [];
  const begun = deferred<void>();
  const answer = deferred<void>();
  const { claim, processor, results, released } = setUp(MANY, async ({ input }) => {
    if (asked.push(input) === 10) begun.resolve();
    await answer.promise;
    return VISIBLE;
  });
  const ended = processor.process(claim);
  await begun.promise;
  processor.stop();
  answer.resolve();
  await ended;
  expect([...results.keys()]).toEqual(MANY.slice(0, 10).map((_, index) => index));
  expect(released).toEqual([0]);
});

test('a worker that is aborted gives its chunk back without a result', async () => {
  const begun = deferred<void>();
  const { claim, processor, results } = setUp(['a'], (_, { signal }) => {
    begun.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const ended = processor.process(claim);
  await begun.promise;
  processor.abort(shuttingDown());
  await ended;
  expect(results.size).toBe(0);
});

test('a link has a deadline of its own', async () => {
  const { claim, processor, postponed } = setUp(
    ['a'],
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  await processor.process({ ...claim, type: 'place-details' });
  expect(postponed).toEqual([30_000]);
});

test('links that are refused at once leave the event loop to others', async () => {
  const inputs = Array.from({ length: 200 }, (_, at) => `invalid_request 1000 ${at}`);
  const { claim, processor, results } = setUp(inputs, failing([]));
  let isOver = false;
  const working = processor.process(claim).finally(() => {
    isOver = true;
  });
  const inTurns: number[] = [];
  for (let before = 0; !isOver; before = results.size) {
    await nextTurn();
    inTurns.push(results.size - before);
  }
  await working;
  expect(results.size).toBe(200);
  // The links that are asked at the same time.
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(10);
});
