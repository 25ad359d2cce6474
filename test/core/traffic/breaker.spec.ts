import { AppError } from '../../../src/core/errors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { type Breaker, type BreakerState, createBreaker } from '../../../src/core/traffic/breaker.js';
import { kindOf, madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

type Failure =
  | 'provider_blocked'
  | 'provider_unavailable'
  | 'deadline_exceeded'
  | 'browser_unavailable'
  | 'no_results';
const failure = (code: Failure) => new AppError(kindOf(code), madeUp('made up'));
const failWith = (code: Failure) => () => Promise.reject(failure(code));
const fine = async () => 'fine';
/** A load that the breaker judges; refused while the breaker is open. */
const loadBy = async <T>({ begin }: Breaker, load: () => Promise<T>) => begin()(load());
const { signal } = new AbortController();
const asking = { signal };

/** A breaker whose probes end as `answer` says at the time, with what it did. */
function newBreaker(cooldownMs: number) {
  const pauses: number[] = [];
  const changes: BreakerState[] = [];
  const probes: { readonly count: number; answer: () => Promise<unknown> } = { count: 0, answer: fine };
  let count = 0;
  const breaker = createBreaker({
    cooldownMs,
    probe: async () => {
      count += 1;
      await probes.answer();
    },
    onChange: (state, pauseMs) => {
      changes.push(state);
      if (state === 'open') pauses.push(pauseMs);
    },
  });
  const untilOver = () => expect.poll(breaker.state, { intervals: [5] }).toBe('half_open');
  return { breaker, pauses, changes, probes, probed: () => count, untilOver };
}

/** The same after its first block page. */
async function opened(cooldownMs = 40) {
  const made = newBreaker(cooldownMs);
  await expect(loadBy(made.breaker, failWith('provider_blocked'))).rejects.toMatchObject({
    code: 'provider_blocked',
  });
  return made;
}

test('opens only at a block page', async () => {
  const { breaker } = newBreaker(60_000);
  for (const code of ['provider_unavailable', 'no_results'] as const)
    await expect(loadBy(breaker, failWith(code))).rejects.toMatchObject({ code });
  expect(breaker.state()).toBe('closed');
  expect(await loadBy(breaker, fine)).toBe('fine');
});

test('an open breaker refuses everything at once, with the time to wait', async () => {
  const { breaker, probed } = await opened(90_000);
  let begun = 0;
  const load = loadBy(breaker, async () => {
    begun += 1;
  });
  const refusal = { code: 'provider_blocked', retryAfterSeconds: 90 };
  await expect(load).rejects.toMatchObject(refusal);
  await expect(breaker.passable(asking)).rejects.toMatchObject(refusal);
  expect(await breaker.suspected(failure('provider_blocked'), asking)).toMatchObject(refusal);
  expect(breaker.assertPassable).toThrow('Wait before asking again');
  expect([begun, probed()]).toEqual([0, 0]);
});

test('after the pause all requests wait for one probe, and pass when it succeeds', async () => {
  const { breaker, untilOver, changes, probes, probed } = await opened();
  const answer = deferred<void>();
  probes.answer = () => answer.promise;
  await untilOver();
  const waiting = Array.from({ length: 5 }, () => breaker.passable(asking));
  // Whoever has its turn already does not wait with a page in hand.
  expect(breaker.assertPassable).toThrow('Wait before asking again');
  await expect(loadBy(breaker, fine)).rejects.toMatchObject({ code: 'provider_blocked' });
  answer.resolve();
  await Promise.all(waiting);
  expect(probed()).toBe(1);
  expect(changes).toEqual(['open', 'closed']);
  expect(await loadBy(breaker, fine)).toBe('fine');
});

test('each failed probe doubles the pause, up to ten minutes; a success resets the pause', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { breaker, pauses, probes } = newBreaker(200_000);
    await loadBy(breaker, failWith('provider_blocked')).catch(() => undefined);
    for (const code of ['provider_blocked', 'provider_unavailable', 'deadline_exceeded'] as const) {
      probes.answer = failWith(code);
      await sleep(pauses.at(-1) ?? 0);
      await expect(breaker.passable(asking)).rejects.toMatchObject({ code: 'provider_blocked' });
      expect(breaker.state()).toBe('open');
    }
    probes.answer = fine;
    await sleep(600_000);
    await breaker.passable(asking);
    await loadBy(breaker, failWith('provider_blocked')).catch(() => undefined);
    expect(pauses).toEqual([200_000, 400_000, 600_000, 600_000, 200_000]);
  });
});

test('a probe that fails by a fault of the service leaves the breaker half open', async () => {
  const { breaker, untilOver, pauses, probes } = await opened();
  probes.answer = failWith('browser_unavailable');
  await untilOver();
  await expect(breaker.passable(asking)).rejects.toMatchObject({ code: 'browser_unavailable' });
  expect(breaker.state()).toBe('half_open');
  expect(pauses).toHaveLength(1);
  probes.answer = fine;
  await breaker.passable(asking);
  expect(breaker.state()).toBe('closed');
});

test('a client that leaves during the probe ends its own wait, not the probe', async () => {
  const { breaker, untilOver, probes } = await opened();
  const answer = deferred<void>();
  probes.answer = () => answer.promise;
  await untilOver();
  const leaving = new AbortController();
  const left = breaker.passable(leaving);
  const stayed = breaker.passable(asking);
  leaving.abort(failure('no_results'));
  await expect(left).rejects.toMatchObject({ code: 'no_results' });
  answer.resolve();
  await stayed;
  expect(breaker.state()).toBe('closed');
});

test('a load that began before the breaker opened neither closes nor prolongs the pause', async () => {
  const { breaker } = newBreaker(60_000);
  const good = deferred<string>();
  const bad = deferred<string>();
  const early = [loadBy(breaker, () => good.promise), loadBy(breaker, () => bad.promise)];
  const met = failure('provider_blocked');
  expect(breaker.refused(met)).toMatchObject({ code: 'provider_blocked', retryAfterSeconds: 60, cause: met });
  good.resolve('fine');
  bad.promise.catch(() => undefined);
  bad.reject(failure('provider_blocked'));
  expect(await early[0]).toBe('fine');
  await expect(early[1]).rejects.toMatchObject({ code: 'provider_blocked', retryAfterSeconds: 60 });
  expect(breaker.state()).toBe('open');
});

const met = failure('provider_blocked');

test('a block page that comes when the pause is over names a whole pause', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { breaker } = newBreaker(60_000);
    const late = deferred<string>();
    const load = loadBy(breaker, () => late.promise);
    breaker.refused(met);
    await sleep(60_000);
    await breaker.passable(asking);
    late.reject(met);
    await expect(load).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(breaker.state()).toBe('closed');
  });
});

test("a block page at a client's link opens the breaker only after a probe, which all such links share", async () => {
  const { breaker, changes, probes, probed } = newBreaker(45_000);
  const answer = deferred<void>();
  probes.answer = () => answer.promise;
  const links = [breaker.suspected(met, asking), breaker.suspected(met, asking)];
  // Meanwhile the others go on.
  await breaker.passable(asking);
  expect(await loadBy(breaker, fine)).toBe('fine');
  answer.resolve();
  for (const link of links) expect(await link).toBeNull();
  // The next odd link costs the provider nothing.
  expect(await breaker.suspected(met, asking)).toBeNull();
  expect(probed()).toBe(1);
  expect(changes).toEqual([]);
});

test('a suspicion that the probe confirms opens the breaker', async () => {
  const { breaker, changes, probes } = newBreaker(45_000);
  probes.answer = failWith('provider_blocked');
  expect(await breaker.suspected(met, asking)).toMatchObject({
    code: 'provider_blocked',
    retryAfterSeconds: 45,
  });
  expect(changes).toEqual(['open']);
});

test('a suspicion that cannot be confirmed is the failure of the link, and is asked again', async () => {
  for (const code of ['provider_unavailable', 'deadline_exceeded', 'browser_unavailable'] as const) {
    const { breaker, changes, probes, probed } = newBreaker(45_000);
    probes.answer = failWith(code);
    for (const count of [1, 2]) {
      expect(await breaker.suspected(met, asking)).toBeNull();
      expect(probed()).toBe(count);
    }
    expect(changes).toEqual([]);
  }
});
