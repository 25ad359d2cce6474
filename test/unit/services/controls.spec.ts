import { expect, test } from '@playwright/test';
import { AppError } from '../../../src/errors.js';
import { createLogger } from '../../../src/logger.js';
import type { AnswerShape } from '../../../src/provider/extractors/review-evidence.js';
import { currentRules } from '../../../src/provider/rules/current.js';
import { startScope } from '../../../src/scope.js';
import { type ControlReading, type ControlReview, createControls } from '../../../src/services/controls.js';
import { createSingleFlight } from '../../../src/services/single-flight.js';
import { madeUp } from '../../support/made-up.js';
import { withOperatorRules } from '../../support/operator-rules.js';

const SHAPE: AnswerShape = { slots: 12, dataEchoes: [], documentEchoes: [] };
const seenAs = (reviewId: string): ControlReading => ({
  outcome: 'seen',
  sighting: { reviewId, shape: SHAPE, rules: currentRules() },
});
const review = (reviewId: string, cid: string | null = null): ControlReview => ({
  link: `https://review/${reviewId}`,
  reviewId,
  cid,
});
const ASKED = { cid: '7', reviewId: 'asked' };

interface Setup {
  readonly configured?: readonly ControlReview[];
  readonly found?: readonly ControlReview[];
  readonly readings?: Readonly<Record<string, ControlReading | Error>>;
  readonly maxAgeMs?: number;
}

/** Controls whose reviews are seen by default; `read` and `outcomes` record what they did. */
function setUp({ configured = [], found = [], readings = {}, maxAgeMs = 60_000 }: Setup = {}) {
  const read: string[] = [];
  const outcomes: string[] = [];
  const states: string[] = [];
  let searches = 0;
  const log = createLogger('warn', {
    write: (line: string) => {
      const { verdicts } = JSON.parse(line);
      if (verdicts !== undefined) states.push(verdicts);
    },
  });
  const controls = createControls({
    configured,
    maxAgeMs,
    flights: createSingleFlight(60_000),
    load: async ({ reviewId }) => {
      read.push(reviewId ?? '');
      const reading = readings[reviewId ?? ''] ?? seenAs(reviewId ?? '');
      if (reading instanceof Error) throw reading;
      return reading;
    },
    discover: async () => {
      searches += 1;
      return found;
    },
    metrics: { controlCheck: (outcome) => void outcomes.push(outcome) },
    log,
  });
  const scope = startScope('test', log, 60_000);
  return { controls, scope, read, outcomes, states, searches: () => searches };
}

const GONE: ControlReading = { outcome: 'not_seen', why: 'no_rating_section' };

test("takes the operator's links and no others, where there are any", async () => {
  const { controls, scope, read, searches } = setUp({
    configured: [review('named'), review('second')],
    found: [review('found', '7')],
    readings: { named: GONE, second: GONE },
  });
  controls.remember(review('same', '7'));
  await expect(controls.ensure(ASKED, scope)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(read).toEqual(['named', 'second']);
  expect(searches()).toBe(0);
  controls.close();
});

test('takes a review of the same place before one of another', async () => {
  const { controls, scope, read } = setUp({ readings: { same: GONE } });
  controls.remember(review('same', '7'));
  controls.remember(review('elsewhere', '9'));
  expect((await controls.ensure(ASKED, scope))?.slots).toBe(12);
  expect(read).toEqual(['same', 'elsewhere']);
  controls.close();
});

test('looks on the page of the place only when nothing else is known', async () => {
  const known = setUp({ configured: [review('named')] });
  await known.controls.ensure(ASKED, known.scope);
  expect(known.searches()).toBe(0);
  const bare = setUp({ found: [review('asked', '7'), review('other', '7')] });
  expect(await bare.controls.ensure(ASKED, bare.scope)).toEqual(SHAPE);
  expect(bare.searches()).toBe(1);
  // A review is no control of itself.
  expect(bare.read).toEqual(['other']);
  known.controls.close();
  bare.controls.close();
});

test('one control is valid for its age, for all requests', async () => {
  const { controls, scope, read, states } = setUp({ configured: [review('named')] });
  expect(controls.state()).toBe('unproven');
  await Promise.all([controls.ensure(ASKED, scope), controls.ensure({ cid: '8', reviewId: 'x' }, scope)]);
  await controls.ensure(ASKED, scope);
  expect(read).toEqual(['named']);
  expect(controls.state()).toBe('ok');
  expect(states).toEqual(['ok']);
  controls.close();
});

test('an old control is read again, and the change is logged', async () => {
  const { controls, scope, read, states } = setUp({ configured: [review('named')], maxAgeMs: 30 });
  await controls.ensure(ASKED, scope);
  await expect.poll(() => states).toEqual(['ok', 'unproven']);
  await controls.ensure(ASKED, scope);
  expect(read).toEqual(['named', 'named']);
  controls.close();
});

test('a timer that runs early does not lose the moment when a control is old', async () => {
  const { now } = performance;
  const { setTimeout } = globalThis;
  let clock = 0;
  const timers: { run: () => void; ms: number }[] = [];
  const start = (run: () => void, ms: number) => {
    timers.push({ run, ms });
    return { unref: () => undefined };
  };
  const { controls, states } = setUp({ maxAgeMs: 20 });
  performance.now = () => clock;
  Object.assign(globalThis, { setTimeout: start });
  try {
    controls.seen(() => ({ reviewId: 'named', shape: SHAPE, rules: currentRules() }));
    expect(timers).toMatchObject([{ ms: 21 }]);
    // The timer runs, and by the clock the control is still fresh.
    clock = 19.5;
    timers.shift()?.run();
    expect(states).toEqual(['ok']);
    expect(timers).toMatchObject([{ ms: 1.5 }]);
    clock = 21;
    timers.shift()?.run();
    expect(states).toEqual(['ok', 'unproven']);
    expect(timers).toEqual([]);
  } finally {
    performance.now = now;
    Object.assign(globalThis, { setTimeout });
    controls.close();
  }
});

test('a control that is not seen suspends verdicts until one is', async () => {
  const { controls, scope, states, outcomes } = setUp({
    configured: [review('named')],
    readings: { named: GONE },
  });
  await expect(controls.ensure(ASKED, scope)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(controls.state()).toBe('suspended');
  controls.seen(() => ({ reviewId: 'any', shape: SHAPE, rules: currentRules() }));
  expect(controls.state()).toBe('ok');
  expect(await controls.ensure(ASKED, scope)).toEqual(SHAPE);
  expect(states).toEqual(['suspended', 'ok']);
  expect(outcomes).toEqual(['not_seen']);
  controls.close();
});

test('a control the provider does not answer suspends verdicts, one that could not be asked for does not', async () => {
  const broken = new AppError('provider_unavailable', madeUp('limited'));
  const silent = setUp({ configured: [review('named')], readings: { named: broken } });
  await expect(silent.controls.ensure(ASKED, silent.scope)).rejects.toMatchObject({
    code: 'provider_unavailable',
  });
  expect(silent.controls.state()).toBe('suspended');
  const full = new AppError('overloaded', madeUp('too many'));
  const busy = setUp({ configured: [review('named')], readings: { named: full } });
  await expect(busy.controls.ensure(ASKED, busy.scope)).rejects.toMatchObject({ code: 'overloaded' });
  expect(busy.controls.state()).toBe('unproven');
  silent.controls.close();
  busy.controls.close();
});

test('tries three controls at most', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const { controls, scope, read } = setUp({
    configured: names.map((name) => review(name)),
    readings: Object.fromEntries(names.map((name) => [name, GONE])),
  });
  await expect(controls.ensure(ASKED, scope)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(read).toEqual(['a', 'b', 'c']);
  controls.close();
});

test('without any control ensure says so, and require names the setting', async () => {
  const { controls, scope, outcomes } = setUp({ found: [review('asked', '7')] });
  expect(await controls.ensure(ASKED, scope)).toBeNull();
  expect(controls.state()).toBe('unproven');
  await expect(controls.require(ASKED, scope)).rejects.toMatchObject({
    code: 'provider_unavailable',
    message: expect.stringContaining('CONTROL_REVIEWS'),
  });
  expect(outcomes).toEqual(['none', 'none']);
  controls.close();
});

test('a sighting of the review itself is no control of it, another one is', async () => {
  const { controls, scope, read } = setUp({ configured: [review('named')] });
  controls.seen(() => ({ reviewId: 'asked', shape: SHAPE, rules: currentRules() }));
  expect(controls.state()).toBe('ok');
  await controls.ensure(ASKED, scope);
  expect(read).toEqual(['named']);
  await controls.ensure(ASKED, scope);
  expect(read).toEqual(['named']);
  controls.close();
});

test('who waits for a check that reads the very review asked about is not answered by it', async () => {
  const { controls, scope, read } = setUp({ configured: [review('asked'), review('named')] });
  const other = { cid: null, reviewId: 'other' };
  await Promise.all([controls.ensure(other, scope), controls.ensure(ASKED, scope)]);
  expect(read).toEqual(['asked', 'named']);
  controls.close();
});

test('skips a control whose link leads nowhere, without an error for the client', async () => {
  const wrong = new AppError('no_results', madeUp('leads nowhere'));
  const { controls, scope, read } = setUp({
    configured: [review('typo'), review('named')],
    readings: { typo: wrong },
  });
  expect(await controls.ensure(ASKED, scope)).toEqual(SHAPE);
  expect(read).toEqual(['typo', 'named']);
  controls.close();
});

test('looks on the page of the place when what it knows is no longer shown', async () => {
  const { controls, scope, read } = setUp({
    found: [review('fresh', '7')],
    readings: { old: GONE, older: GONE },
  });
  controls.remember(review('older', '9'));
  controls.remember(review('old', '9'));
  expect(await controls.ensure(ASKED, scope)).toEqual(SHAPE);
  expect(read).toEqual(['old', 'fresh']);
  controls.close();
});

test('a control is not renewed by every review that is seen, but in time', () => {
  let taken = 0;
  const sighting = () => {
    taken += 1;
    return { reviewId: `review ${taken}`, shape: SHAPE, rules: currentRules() };
  };
  const { controls } = setUp();
  for (let seen = 0; seen < 5; seen += 1) controls.seen(sighting);
  expect(taken).toBe(2);
  controls.close();
});

test('rules that are replaced: what was seen before proves nothing, and a control is read anew', async () => {
  const { controls, scope, read, states } = setUp({ configured: [review('c1')] });
  await controls.ensure(ASKED, scope);
  expect([controls.state(), read]).toEqual(['ok', ['c1']]);
  controls.forget();
  expect(controls.state()).toBe('unproven');
  expect(await controls.ensure(ASKED, scope)).toEqual(SHAPE);
  expect([controls.state(), read, states]).toEqual(['ok', ['c1', 'c1'], ['ok', 'unproven', 'ok']]);
  controls.close();
});

test('a page that was opened before the rules were replaced is no control for the new ones', async () => {
  const { controls } = setUp();
  const rules = currentRules();
  await withOperatorRules({ frameIds: { reviews: ['moved'] } }, () => {
    controls.forget();
    controls.seen(() => ({ reviewId: 'late', shape: SHAPE, rules }));
    expect(controls.state()).toBe('unproven');
    controls.seen(() => ({ reviewId: 'later', shape: SHAPE, rules: currentRules() }));
    expect(controls.state()).toBe('ok');
  });
  controls.close();
});
