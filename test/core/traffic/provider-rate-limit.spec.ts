import { createProviderRateLimit } from '../../../src/core/traffic/provider-rate-limit.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../support/virtual-time.js';

test('without a limit there is always a turn, and none is reserved', () => {
  const rateLimit = createProviderRateLimit(0);
  for (let loads = 0; loads < 1_000; loads += 1) rateLimit.take().begun();
  expect(rateLimit.left()).toBe(Number.POSITIVE_INFINITY);
  expect(rateLimit.untilNextMs()).toBe(Number.POSITIVE_INFINITY);
  expect(rateLimit.reserve).toBe(0);
});

test('allows the loads of five seconds at once, then one load in each interval', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const rateLimit = createProviderRateLimit(120);
    expect(rateLimit.left()).toBe(10);
    expect(rateLimit.untilNextMs()).toBe(Number.POSITIVE_INFINITY);
    for (let loads = 0; loads < 10; loads += 1) rateLimit.take().begun();
    expect([rateLimit.left(), rateLimit.untilNextMs()]).toEqual([0, 500]);
    await sleep(1_300);
    expect([rateLimit.left(), Math.round(rateLimit.untilNextMs())]).toEqual([2, 200]);
    await sleep(60_000);
    expect(rateLimit.left()).toBe(10);
  });
});

test('a limit too small for bursts allows one load at a time', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const rateLimit = createProviderRateLimit(1);
    expect([rateLimit.left(), rateLimit.reserve]).toEqual([1, 0]);
    rateLimit.take().begun();
    await sleep(59_000);
    expect(rateLimit.left()).toBe(0);
    await sleep(1_000);
    expect(rateLimit.left()).toBe(1);
  });
});

test('a turn that is given back can be taken again', () => {
  const rateLimit = createProviderRateLimit(60);
  const turns = Array.from({ length: 5 }, () => rateLimit.take());
  expect(rateLimit.left()).toBe(0);
  for (const turn of turns) turn.giveBack();
  expect(rateLimit.left()).toBe(5);
});

test('a turn whose load has not begun does not refill until it begins', () =>
  inVirtualTime(async ({ sleep }) => {
    const rateLimit = createProviderRateLimit(12);
    const turn = rateLimit.take();
    await sleep(60_000);
    turn.begun();
    expect(rateLimit.left()).toBe(0);
    await sleep(5_001);
    expect(rateLimit.left()).toBe(1);
  }));

/** Loads that take their turns at once and begin `lateMs` later, as many as there may be; when each began. */
async function beginLate({ now, sleep }: VirtualTime, perMinute: number, lateMs: number): Promise<number[]> {
  const rateLimit = createProviderRateLimit(perMinute);
  const begun: number[] = [];
  while (now() < 180_000) {
    // Every second load needs its time until it begins: a context is opened.
    while (rateLimit.left() > 0) {
      const turn = rateLimit.take();
      void sleep(begun.length % 2 === 0 ? lateMs : 1).then(() => {
        turn.begun();
        begun.push(now());
      });
    }
    await sleep(10);
  }
  return begun.sort((a, b) => a - b);
}

test('a minute has at most the loads of the limit and one burst, also when loads begin late', async () => {
  for (const lateMs of [1, 700, 8_000]) {
    const begun = await inVirtualTime((time) => beginLate(time, 120, lateMs));
    const inMinutes = begun.map((from) => begun.filter((at) => at >= from && at < from + 60_000).length);
    expect(Math.max(...inMinutes)).toBeLessThanOrEqual(130);
    if (lateMs === 1) expect(begun.length).toBeGreaterThan(360);
  }
});
