import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, CLIENT_GONE } from '../../../src/core/errors.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { createTurns, nextStep } from '../../../src/core/runtime/turns.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

const scopeOf = (client: string) => startScope('test', createLogger('silent'), null, 'single', client);

test('ten pieces of long work make one step in a turn of the event loop', async () => {
  const STEPS = 20;
  let steps = 0;
  let isOver = false;
  const work = async () => {
    for (let step = 0; step < STEPS; step += 1) {
      await nextStep(scopeOf('busy'));
      steps += 1;
    }
  };
  const working = Promise.all(Array.from({ length: 10 }, work)).then(() => {
    isOver = true;
  });
  const inTurns: number[] = [];
  for (let before = steps; !isOver; before = steps) {
    await nextTurn();
    inTurns.push(steps - before);
  }
  await working;
  expect(steps).toBe(10 * STEPS);
  expect(Math.max(...inTurns)).toBe(1);
});

test('a step that took its time is the only one of its turn', async () => {
  const turnOf: number[] = [];
  let turns = 0;
  const turn = createTurns();
  const work = (async () => {
    await nextStep();
    for (let part = 0; part < 2; part += 1) {
      const until = performance.now() + 3;
      while (performance.now() < until);
      turnOf.push(turns);
      await turn();
    }
  })();
  const counting = (async () => {
    for (; turnOf.length < 2; turns += 1) await nextTurn();
  })();
  await Promise.all([work, counting]);
  expect(turnOf[1]).toBeGreaterThan(turnOf[0] ?? 0);
});

test('clients take turns, however many pieces of work one of them has', async () => {
  const order: string[] = [];
  const work = async (client: string) => {
    for (let step = 0; step < 3; step += 1) {
      await nextStep(scopeOf(client));
      order.push(client);
    }
  };
  await Promise.all([work('A'), work('A'), work('A'), work('B')]);
  // B has made its three steps after six in all.
  expect(order.slice(0, 7).filter((client) => client === 'B')).toHaveLength(3);
});

test('long work ends with its request, also while it waits for its next step', async () => {
  const scope = scopeOf('A');
  const gone = new AppError(CLIENT_GONE, madeUp('made up'));
  const turn = createTurns(scope);
  let steps = 0;
  const work = async () => {
    for (;;) {
      const until = performance.now() + 11;
      while (performance.now() < until);
      await turn();
      steps += 1;
    }
  };
  const working = work();
  await nextTurn();
  await nextTurn();
  scope.abort(gone);
  await expect(working).rejects.toBe(gone);
  expect(steps).toBeGreaterThan(0);
});
