import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobRunner } from '../../../src/capabilities/jobs/job.js';
import type { NewResult } from '../../../src/capabilities/jobs/job-store.js';
import type { ClaimedLink } from '../../../src/capabilities/jobs/link-work.js';
import { LinkProcessor } from '../../../src/capabilities/jobs/process-links.js';
import { AppError, shuttingDown } from '../../../src/core/errors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { kindOf, madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

// What a worker does with a link that it has claimed; the store is in memory.

const VISIBLE = { outcome: 'visible', data: { is_visible: true }, rows: 1 } as const;

/** Longer than a test may take. */
const LONG_MS = 600_000;

function setUp(runner: JobRunner, link: Partial<ClaimedLink> = {}) {
  const results: NewResult[] = [];
  const postponed: number[] = [];
  const state = { fails: 0, released: 0, now: 0, refusal: {} };
  const counted: string[] = [];
  const store: ConstructorParameters<typeof LinkProcessor>[0]['store'] = {
    record: async (_, result) => {
      if (state.fails > 0) {
        state.fails -= 1;
        throw Object.assign(new Error('the database is away'), state.refusal);
      }
      results.push(result);
      return 1;
    },
    postpone: async (_, delayMs) => void postponed.push(delayMs),
    release: async () => {
      state.released += 1;
    },
  };
  const timeouts = { 'review-visibility': LONG_MS, 'place-details': 100, 'place-reviews': LONG_MS };
  const log = createLogger('silent');
  const processor = new LinkProcessor({
    ...{ store, runner, timeouts, log, storeAgainMs: 1 },
    now: () => state.now,
    metrics: { jobLink: (outcome) => void counted.push(outcome) },
  });
  const scope = startScope('job-j-0', log, null, 'bulk', 'job o');
  const process = (input: string) =>
    processor.process(
      {
        ...{ owner: 'o', job: 'j', type: 'review-visibility', parameters: {}, name: 'n', number: 0, input },
        ...{ numbers: [0], attempts: 0, bugs: 0, forMs: 0, ...link },
      },
      scope,
    );
  return { process, processor, scope, results, postponed, state, counted };
}

/** Fails with the code that is the input. */
function failing(asked: string[] = [], retryAfterSeconds = 7): JobRunner {
  return async ({ input }) => {
    asked.push(input);
    if (input === 'ok') return VISIBLE;
    if (input === 'bug') throw new TypeError('a bug');
    throw new AppError(kindOf(input), madeUp('It failed.'), { retryAfterSeconds });
  };
}

/** Answers nothing until the scope ends. */
function hanging() {
  const begun = deferred<void>();
  const runner: JobRunner = (_, { signal }) => {
    begun.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  return { begun: begun.promise, runner };
}

test('a link is asked and its result stored', async () => {
  const { process, results, counted } = setUp(failing());
  await process('ok');
  await process('no_results');
  expect(results).toMatchObject([
    { outcome: 'visible', rows: 1 },
    { outcome: 'no_results', rows: 1 },
  ]);
  expect(JSON.parse(String(results[1]?.data))).toEqual({
    error: { code: 'no_results', message: 'It failed.', reason: 'other', values: {} },
    at: expect.any(Number),
  });
  expect(counted).toEqual(['visible', 'no_results']);
});

test('links are asked as bulk links of their owner, so that single requests go first', async () => {
  const asked: unknown[] = [];
  const { process } = setUp(async (_, { priority, client }) => {
    asked.push({ priority, client });
    return VISIBLE;
  });
  await process('a');
  expect(asked).toEqual([{ priority: 'bulk', client: 'job o' }]);
});

test('while the provider blocks, the worker pauses, and the link waits as long as Retry-After says', async () => {
  const { process, processor, results, postponed } = setUp(failing());
  await process('provider_blocked');
  expect([processor.isPaused('review-visibility'), postponed, results]).toEqual([true, [7_000], []]);
});

test('a pause is of one type of links, and a later failure does not shorten it', async () => {
  let retryAfterSeconds = 60;
  const { process, processor, postponed, state } = setUp(
    (task, scope) => failing([], retryAfterSeconds)(task, scope),
    { type: 'place-reviews', attempts: 1 },
  );
  await process('provider_blocked');
  retryAfterSeconds = 0.001;
  await process('browser_unavailable');
  state.now = 59_999;
  expect([processor.isPaused('place-reviews'), processor.isPaused('review-visibility')]).toEqual([
    true,
    false,
  ]);
  state.now = 60_000;
  expect(processor.isPaused('place-reviews')).toBe(false);
  expect(postponed).toEqual([120_000, 2]);
});

test('a temporary failure of a link postpones this link alone', async () => {
  const { process, processor, results, postponed } = setUp(failing(), { attempts: 1 });
  for (const input of ['provider_unavailable', 'ok', 'bug']) await process(input);
  expect([results.length, processor.isPaused('review-visibility')]).toEqual([1, false]);
  expect(postponed).toEqual([60_000, 60_000]);
});

test('a failure that lasts for the whole retry time is the result', async () => {
  const { process, processor, results, postponed } = setUp(failing(), { bugs: 2, forMs: 86_400_001 });
  const codes = ['provider_unavailable', 'provider_blocked', 'internal_error'];
  for (const input of ['provider_unavailable', 'provider_blocked', 'bug']) await process(input);
  expect(results.map(({ outcome }) => outcome)).toEqual(codes);
  expect([postponed, processor.isPaused('review-visibility')]).toEqual([[], false]);
});

// XX000 is also what proxies of PostgreSQL say that have no connection left.
const PASSING = [
  ...['55P03', '57014', '40P01', '25006', 'XX000'].map((code) => ({ code })),
  { errcode: 517 },
  {},
];
for (const refusal of PASSING)
  test(`a result waits for a database that refuses it now: ${JSON.stringify(refusal)}`, async () => {
    const asked: string[] = [];
    const { process, results, state } = setUp(failing(asked));
    Object.assign(state, { fails: 12, refusal });
    await process('ok');
    expect([asked, results]).toMatchObject([['ok'], [{ outcome: 'visible' }]]);
  });

for (const refusal of [{ code: '22021' }, { code: 'XX001' }, { errcode: 1299 }, { name: 'TypeError' }])
  test(`what a database can never take is given up: ${JSON.stringify(refusal)}`, async () => {
    const { process, results, state } = setUp(failing());
    Object.assign(state, { fails: Number.POSITIVE_INFINITY, refusal });
    await expect(process('ok')).rejects.toThrow('the database is away');
    expect(results).toEqual([]);
  });

test('a link whose claims ended three times by themselves is not asked again', async () => {
  const asked: string[] = [];
  const { process, results } = setUp(failing(asked), { bugs: 3 });
  await process('ok');
  expect([asked, results]).toMatchObject([[], [{ outcome: 'internal_error' }]]);
});

test('a result does not wait for the database longer than its scope lasts', async () => {
  const { process, scope, state } = setUp(async () => {
    setTimeout(() => scope.abort(shuttingDown()), 1);
    return VISIBLE;
  });
  state.fails = Number.POSITIVE_INFINITY;
  await expect(process('a')).rejects.toThrow('the database is away');
  expect(state.released).toBe(1);
});

test('a link whose scope ends is given back without a result', async () => {
  const { begun, runner } = hanging();
  const { process, scope, results, postponed, state } = setUp(runner);
  const ended = process('a');
  await begun;
  scope.abort(shuttingDown());
  await ended;
  // The scope has ended before the link is asked.
  await process('b');
  expect([results, postponed, state.released]).toEqual([[], [], 2]);
});

test('a link has a deadline of its own', async () => {
  const { process, postponed } = setUp(hanging().runner, { type: 'place-details' });
  await process('a');
  expect(postponed).toEqual([30_000]);
});

test('links that are refused at once leave the event loop to others', async () => {
  const { process, results } = setUp(failing());
  const one = async (): Promise<void> => {
    if (results.length >= 200) return;
    await process('invalid_request');
    return one();
  };
  let isOver = false;
  const working = Promise.all(Array.from({ length: 10 }, one)).finally(() => {
    isOver = true;
  });
  const inTurns: number[] = [];
  for (let before = 0; !isOver; before = results.length) {
    await nextTurn();
    inTurns.push(results.length - before);
  }
  await working;
  // The links that are asked at the same time.
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(10);
});
