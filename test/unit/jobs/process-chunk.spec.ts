import { AppError, shuttingDown } from '../../../src/contract/errors.js';
import type { JobRunner } from '../../../src/jobs/job.js';
import { createChunkProcessor } from '../../../src/jobs/process-chunk.js';
import type { ChunkEntry, NewResult } from '../../../src/jobs/work-store.js';
import { deferred } from '../../../src/runtime/deferred.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

// What a worker does with the links of a chunk; the store is in memory.

const ENTRY: ChunkEntry = { owner: 'o', job: 'j', chunk: 0, attempt: 0, since: 0, turn: 1 };
const VISIBLE = { outcome: 'visible', data: { is_visible: true }, rows: 1 } as const;

const HOLD_MS = 100;

function setUp(inputs: readonly string[], runner: JobRunner) {
  const results = new Map<number, NewResult>();
  const postponed: number[] = [];
  const waiting: number[] = [];
  const state = { isOpen: true, lose: [] as number[], failure: null as Error | null };
  const counted: string[] = [];
  const open = () =>
    inputs.map((input, index) => ({ index, input })).filter(({ index }) => !results.has(index));
  const store: Parameters<typeof createChunkProcessor>[0]['store'] = {
    start: async () => ({
      type: 'review-visibility',
      parameters: {},
      first: 0,
      count: inputs.length,
      links: open(),
    }),
    isOpen: async () => state.isOpen,
    record: async (_, added) => {
      if (state.failure !== null) throw state.failure;
      if (!state.isOpen) return { isOpen: false, added: 0 };
      for (const result of added) results.set(result.index, result);
      return { isOpen: true, added: added.length };
    },
    settle: async () => {
      for (const index of state.lose.splice(0)) results.delete(index);
      return open().map(({ index }) => index);
    },
    postpone: async (_entry, _chunk, delayMs, links = []) => {
      postponed.push(delayMs);
      waiting.push(...links.map(({ index }) => index));
    },
  };
  const timeouts = { 'review-visibility': 1_000, 'place-details': 1_000, 'place-reviews': 1_000 };
  const processor = createChunkProcessor({
    store,
    runner,
    timeouts,
    retryMs: 86_400_000,
    metrics: { jobLink: (outcome, count) => void counted.push(`${outcome} ${count}`) },
    log: createLogger('silent'),
    holdMs: HOLD_MS,
  });
  return { processor, results, postponed, waiting, state, counted };
}

/** Fails for the inputs that begin with a code, as often as the number behind it says. */
function failing(asked: string[], retryAfterSeconds = 0.01): JobRunner {
  return async ({ input }) => {
    asked.push(input);
    const [code, times = '1000'] = input.split(' ');
    if (code === undefined || code === 'ok' || asked.filter((one) => one === input).length > Number(times))
      return VISIBLE;
    if (code === 'bug') throw new TypeError('a bug');
    throw new AppError(code as 'no_results', madeUp('It failed.'), { retryAfterSeconds });
  };
}

test('every link is asked and its result stored', async () => {
  const { processor, results, counted } = setUp(['ok', 'no_results'], failing([]));
  expect(await processor.process(ENTRY)).toBe(true);
  expect([0, 1].map((index) => results.get(index)?.counters)).toEqual([
    { visible: 1, rows: 1 },
    { failed: 1, 'f:no_results': 1, rows: 1 },
  ]);
  expect(JSON.parse(results.get(1)?.packed ?? '')).toEqual({
    error: { code: 'no_results', message: 'It failed.' },
    at: expect.any(Number),
  });
  expect(counted.toSorted()).toEqual(['no_results 1', 'visible 1']);
});

test('links are asked as bulk links of their owner, so that single requests go first', async () => {
  const asked: unknown[] = [];
  const { processor } = setUp(['a'], async (_, { priority, client }) => {
    asked.push({ priority, client });
    return VISIBLE;
  });
  await processor.process(ENTRY);
  expect(asked).toEqual([{ priority: 'bulk', client: 'job o' }]);
});

test('equal links are asked once, and each gets the answer', async () => {
  const asked: string[] = [];
  const { processor, results } = setUp(['ok', 'ok 2', ' ok'], failing(asked));
  await processor.process(ENTRY);
  expect(asked).toEqual(['ok', 'ok 2']);
  expect([...results.keys()].toSorted()).toEqual([0, 1, 2]);
});

test('while the provider blocks, the same link is asked again after Retry-After', async () => {
  const asked: string[] = [];
  const { processor, postponed } = setUp(['provider_blocked 3', 'ok'], failing(asked));
  expect(await processor.process(ENTRY)).toBe(true);
  expect(asked.toSorted()).toEqual(['ok', ...Array(4).fill('provider_blocked 3')]);
  expect(postponed).toEqual([]);
});

test('a block that lasts longer than a chunk is held postpones the chunk', async () => {
  const asked: string[] = [];
  const { processor, postponed } = setUp(['provider_blocked', 'ok'], failing(asked, 600));
  const began = performance.now();
  expect(await processor.process(ENTRY)).toBe(true);
  // Otherwise the worker would postpone all chunks at once.
  expect(performance.now() - began).toBeGreaterThan(HOLD_MS - 20);
  expect(asked).toEqual(['provider_blocked', 'ok']);
  expect(postponed).toEqual([30_000]);
});

test('a temporary failure postpones the chunk after its other links', async () => {
  const links = ['provider_unavailable', 'ok', 'bug'];
  const { processor, results, postponed, waiting } = setUp(links, failing([]));
  expect(await processor.process({ ...ENTRY, attempt: 1 })).toBe(true);
  expect([...results.keys()]).toEqual([1]);
  expect(waiting).toEqual([0, 2]);
  expect(postponed).toEqual([60_000]);
});

test('a failure that lasts for the whole retry time is the result', async () => {
  const since = Math.floor(Date.now() / 1_000) - 86_401;
  const { processor, results, postponed } = setUp(['provider_unavailable', 'bug'], failing([]));
  await processor.process({ ...ENTRY, attempt: 99, since });
  expect([...results.values()].map(({ packed }) => JSON.parse(packed).error.code)).toEqual([
    'provider_unavailable',
    'internal_error',
  ]);
  expect(postponed).toEqual([]);
});

test('results that Redis has lost are asked for again', async () => {
  const asked: string[] = [];
  const { processor, results, state } = setUp(['ok', 'ok 2'], failing(asked));
  state.lose = [1];
  expect(await processor.process(ENTRY)).toBe(true);
  expect(asked).toEqual(['ok', 'ok 2', 'ok 2']);
  expect(results.size).toBe(2);
});

/** The links of two whole chunks: more than are looked up at once. */
const MANY = Array.from({ length: 20 }, (_, index) => `ok ${index}`);

test('the links of a chunk are looked up at the same time', async () => {
  const asked: string[] = [];
  const answer = deferred<void>();
  const { processor, results } = setUp(MANY.slice(0, 10), async ({ input }) => {
    asked.push(input);
    if (asked.length === 10) answer.resolve();
    await answer.promise;
    return VISIBLE;
  });
  expect(await processor.process(ENTRY)).toBe(true);
  expect(results.size).toBe(10);
});

for (const [what, fail] of [
  ['', false],
  [', also when its links fail for now', true],
] as const)
  test(`a cancelled job begins no further link${what}`, async () => {
    const asked: string[] = [];
    const { processor, state, postponed } = setUp(MANY, async ({ input }) => {
      asked.push(input);
      state.isOpen = false;
      if (fail) throw new AppError('provider_unavailable', madeUp('It failed.'));
      return VISIBLE;
    });
    expect(await processor.process(ENTRY)).toBe(true);
    expect(asked).toEqual(MANY.slice(0, 10));
    expect(postponed).toEqual([]);
  });

test('a worker that stops finishes the links that have begun and gives the chunk back', async () => {
  const asked: string[] = [];
  const begun = deferred<void>();
  const answer = deferred<void>();
  const { processor, results } = setUp(MANY, async ({ input }) => {
    if (asked.push(input) === 10) begun.resolve();
    await answer.promise;
    return VISIBLE;
  });
  const ended = processor.process(ENTRY);
  await begun.promise;
  processor.stop();
  answer.resolve();
  expect(await ended).toBe(false);
  expect([...results.keys()]).toEqual(MANY.slice(0, 10).map((_, index) => index));
  expect(await processor.process(ENTRY)).toBe(false);
});

test('a store that fails ends the chunk after the links that have begun, and no further link begins', async () => {
  const asked: string[] = [];
  const slow = deferred<void>();
  const { processor, state } = setUp(MANY, async ({ input }) => {
    asked.push(input);
    if (input === 'ok 1') await slow.promise;
    return VISIBLE;
  });
  state.failure = new Error('the store failed');
  const ended = processor.process(ENTRY);
  let isOver = false;
  ended
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  await expect.poll(() => asked.length).toBe(10);
  expect(isOver).toBe(false);
  slow.resolve();
  await expect(ended).rejects.toThrow('the store failed');
  expect(asked).toHaveLength(10);
});

test('a worker that is aborted gives its chunk back without a result', async () => {
  const begun = deferred<void>();
  const { processor, results } = setUp(['a'], (_, { signal }) => {
    begun.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const ended = processor.process(ENTRY);
  await begun.promise;
  processor.abort(shuttingDown());
  expect(await ended).toBe(false);
  expect(results.size).toBe(0);
});

test('a link has a deadline of its own', async () => {
  const { processor, postponed } = setUp(
    ['a'],
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  expect(await processor.process(ENTRY)).toBe(true);
  expect(postponed).toEqual([30_000]);
});
