import { BEAT_MS, silenceAfter } from '../../src/app/watchdog.js';
import { expect, test } from '../support/test.js';

const silenceOf = (looks: readonly (readonly [hasBeaten: boolean, elapsedMs: number])[]) =>
  looks.reduce((silence, [hasBeaten, elapsedMs]) => silenceAfter(silence, hasBeaten, elapsedMs), 0);

test('silence adds up look by look, and a beat ends it', () => {
  const silent = Array.from({ length: 29 }, () => [false, BEAT_MS] as const);
  expect(silenceOf(silent)).toBe(29 * BEAT_MS);
  expect(silenceOf([...silent, [true, BEAT_MS], [false, BEAT_MS]])).toBe(BEAT_MS);
});

test('time in which the whole process stood still is no silence', () => {
  expect(silenceOf([[false, 8 * 3_600_000]])).toBe(2 * BEAT_MS);
});
