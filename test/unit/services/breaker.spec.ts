import { expect, test } from '@playwright/test';
import { AppError } from '../../../src/errors.js';
import { createLogger } from '../../../src/logger.js';
import { type Scope, startInnerScope, startScope } from '../../../src/scope.js';
import { type BreakerState, createBreaker } from '../../../src/services/breaker.js';
import { createSingleFlight } from '../../../src/services/single-flight.js';
import { deferred } from '../../support/deferred.js';
import { madeUp } from '../../support/made-up.js';

const failWith = (code: 'provider_blocked' | 'provider_unavailable' | 'client_gone' | 'no_results') => () =>
  Promise.reject(new AppError(code, madeUp('made up')));
const fine = async () => 'fine';
/** Work that is a piece of nothing else. */
const ALONE = { operation: null };
const newScope = () => startScope('test', createLogger('silent'), null);

/** A breaker that has met its first block page, and the pauses it has made so far, in milliseconds. */
async function opened(cooldownMs = 40) {
  const pauses: number[] = [];
  const changes: BreakerState[] = [];
  const breaker = createBreaker({ cooldownMs }, (state, pauseMs) => {
    changes.push(state);
    if (state === 'open') pauses.push(pauseMs);
  });
  await expect(breaker.load(ALONE, failWith('provider_blocked'))).rejects.toMatchObject({
    code: 'provider_blocked',
  });
  const untilOver = () => expect.poll(breaker.state, { intervals: [5] }).toBe('half_open');
  return { breaker, pauses, changes, untilOver };
}

test('opens only at a block page', async () => {
  const breaker = createBreaker({ cooldownMs: 60_000 });
  for (const code of ['provider_unavailable', 'client_gone', 'no_results'] as const)
    await expect(breaker.load(ALONE, failWith(code))).rejects.toMatchObject({ code });
  expect(breaker.state()).toBe('closed');
  expect(await breaker.load(ALONE, fine)).toBe('fine');
});

test('open: everything is refused at once, with the time to wait', async () => {
  const { breaker } = await opened(90_000);
  expect(breaker.state()).toBe('open');
  let begun = 0;
  const work = async () => {
    begun += 1;
  };
  for (const attempt of [() => breaker.load(ALONE, work), () => breaker.ask(ALONE, work)])
    await expect(attempt()).rejects.toMatchObject({ code: 'provider_blocked', retryAfterSeconds: 90 });
  expect(() => breaker.assertPassable(ALONE)).toThrow('Wait before asking again');
  expect(begun).toBe(0);
});

test('the answer to a block page names the pause that follows', async () => {
  const breaker = createBreaker({ cooldownMs: 45_000 });
  await expect(breaker.load(ALONE, failWith('provider_blocked'))).rejects.toMatchObject({
    retryAfterSeconds: 45,
  });
});

test('after the pause one load at a time decides; the others are refused meanwhile', async () => {
  const { breaker, untilOver, changes } = await opened();
  await untilOver();
  const answer = deferred<string>();
  const probe = breaker.load(ALONE, () => answer.promise);
  await expect(breaker.load(ALONE, fine)).rejects.toMatchObject({ code: 'provider_blocked' });
  await expect(breaker.ask(ALONE, fine)).rejects.toMatchObject({ code: 'provider_blocked' });
  expect(() => breaker.assertPassable(ALONE)).toThrow();
  answer.resolve('back');
  expect(await probe).toBe('back');
  expect(breaker.state()).toBe('closed');
  expect(await breaker.load(ALONE, fine)).toBe('fine');
  expect(changes).toEqual(['open', 'closed']);
});

test('each failed probe doubles the pause; a success begins anew', async () => {
  const { breaker, untilOver, pauses } = await opened(20);
  for (const code of ['provider_blocked', 'provider_unavailable'] as const) {
    await untilOver();
    await expect(breaker.load(ALONE, failWith(code))).rejects.toMatchObject({ code });
    expect(breaker.state()).toBe('open');
  }
  await untilOver();
  await breaker.load(ALONE, fine);
  await expect(breaker.load(ALONE, failWith('provider_blocked'))).rejects.toBeInstanceOf(AppError);
  expect(pauses).toEqual([20, 40, 80, 20]);
});

test('the pause grows no further than its limit', async () => {
  const pauses: number[] = [];
  const limits = { cooldownMs: 10, longestMs: 35 };
  const breaker = createBreaker(limits, (state, pauseMs) => state === 'open' && pauses.push(pauseMs));
  for (let times = 0; times < 4; times += 1) {
    await expect.poll(breaker.state, { intervals: [5] }).not.toBe('open');
    await expect(breaker.load(ALONE, failWith('provider_blocked'))).rejects.toBeInstanceOf(AppError);
  }
  expect(pauses).toEqual([10, 20, 35, 35]);
});

test('a probe whose client leaves decides nothing: the next load is the probe', async () => {
  const { breaker, untilOver } = await opened();
  await untilOver();
  await expect(breaker.load(ALONE, failWith('client_gone'))).rejects.toMatchObject({ code: 'client_gone' });
  expect(breaker.state()).toBe('half_open');
  expect(await breaker.load(ALONE, fine)).toBe('fine');
  expect(breaker.state()).toBe('closed');
});

test('what began before it opened neither closes nor prolongs it', async () => {
  const breaker = createBreaker({ cooldownMs: 60_000 });
  const good = deferred<string>();
  const bad = deferred<string>();
  const early = [breaker.load(ALONE, () => good.promise), breaker.load(ALONE, () => bad.promise)];
  const met = new AppError('provider_blocked', madeUp('made up'));
  expect(breaker.refused(met)).toMatchObject({ code: 'provider_blocked', retryAfterSeconds: 60, cause: met });
  good.resolve('fine');
  bad.promise.catch(() => undefined);
  bad.reject(new AppError('provider_blocked', madeUp('made up')));
  expect(await early[0]).toBe('fine');
  await expect(early[1]).rejects.toMatchObject({ code: 'provider_blocked', retryAfterSeconds: 60 });
  expect(breaker.state()).toBe('open');
});

test('a smaller request opens it and never closes it', async () => {
  const { breaker, untilOver, pauses } = await opened(20);
  await untilOver();
  expect(await breaker.ask(ALONE, fine)).toBe('fine');
  expect(breaker.state()).toBe('half_open');
  await expect(breaker.ask(ALONE, failWith('provider_blocked'))).rejects.toBeInstanceOf(AppError);
  expect(breaker.state()).toBe('open');
  expect(pauses).toEqual([20, 40]);
});

test('after the pause one smaller request at a time is let through', async () => {
  const { breaker, untilOver } = await opened();
  await untilOver();
  const answer = deferred<string>();
  const first = breaker.ask(ALONE, () => answer.promise);
  await expect(breaker.ask(ALONE, fine)).rejects.toMatchObject({ code: 'provider_blocked' });
  await expect(breaker.load(ALONE, fine)).rejects.toMatchObject({ code: 'provider_blocked' });
  answer.resolve('asked');
  expect(await first).toBe('asked');
  expect(breaker.state()).toBe('half_open');
  expect(await breaker.load(ALONE, fine)).toBe('fine');
  expect(breaker.state()).toBe('closed');
});

test('after the pause an operation that has asked is alone until it ends, and its load decides', async () => {
  const { breaker, untilOver } = await opened();
  await untilOver();
  const flights = createSingleFlight(20_000);
  const resting = deferred<void>();
  const asked = deferred<void>();
  const operation = breaker.runOperation(newScope(), async (scope) => {
    expect(await breaker.ask(scope, fine)).toBe('fine');
    expect(breaker.state()).toBe('half_open');
    asked.resolve();
    await resting.promise;
    // Down to where pages are loaded, through every scope there is on the way.
    return flights.run('key', scope, (own) => breaker.load(startInnerScope(own, 20_000), fine));
  });
  await asked.promise;
  expect(() => breaker.assertPassable(ALONE)).toThrow('Wait before asking again');
  for (const attempt of [breaker.ask, breaker.load])
    await expect(attempt(newScope(), fine)).rejects.toMatchObject({ code: 'provider_blocked' });
  const other = breaker.runOperation(newScope(), (scope) => breaker.ask(scope, fine));
  await expect(other).rejects.toMatchObject({ code: 'provider_blocked' });
  resting.resolve();
  expect(await operation).toBe('fine');
  expect(breaker.state()).toBe('closed');
});

for (const [ending, work] of [
  ['without a load', async () => 'known'],
  ['in a failure of its own', failWith('no_results')],
  ['because its client left', failWith('client_gone')],
] as const) {
  test(`an operation that asked and ended ${ending} decides nothing and frees the probe`, async () => {
    const { breaker, untilOver, pauses } = await opened(20);
    await untilOver();
    const operation = breaker.runOperation(newScope(), async (scope: Scope) => {
      await breaker.ask(scope, fine);
      return work();
    });
    await operation.catch((error) => expect(error).toBeInstanceOf(AppError));
    expect(breaker.state()).toBe('half_open');
    expect(pauses).toEqual([20]);
    expect(await breaker.load(ALONE, fine)).toBe('fine');
    expect(breaker.state()).toBe('closed');
  });
}

test('an operation that met a block page does not hold the probe after the next pause', async () => {
  const { breaker, untilOver } = await opened(20);
  await untilOver();
  const over = deferred<void>();
  const blocked = deferred<void>();
  const operation = breaker.runOperation(newScope(), async (scope) => {
    await breaker.ask(scope, fine);
    await expect(breaker.load(scope, failWith('provider_blocked'))).rejects.toBeInstanceOf(AppError);
    blocked.resolve();
    await over.promise;
  });
  await blocked.promise;
  expect(breaker.state()).toBe('open');
  await untilOver();
  expect(await breaker.load(ALONE, fine)).toBe('fine');
  over.resolve();
  await operation;
  expect(breaker.state()).toBe('closed');
});
