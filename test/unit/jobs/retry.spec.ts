import { AppError, type ErrorCode } from '../../../src/contract/errors.js';
import { nextStep, retryDelay } from '../../../src/jobs/retry.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

const DAY_MS = 86_400_000;
const FIRST = { attempt: 0, forMs: 0 };
const step = (code: ErrorCode, postponed = FIRST) =>
  nextStep(new AppError(code, madeUp('')), postponed, DAY_MS);

test('pauses double from half a minute up to a quarter of an hour', () => {
  const seconds = [0, 1, 2, 3, 4, 5, 6, 100].map((attempt) => retryDelay(attempt) / 1_000);
  expect(seconds).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

for (const code of ['invalid_request', 'no_results'] as const) {
  test(`${code} is final at once`, () => expect(step(code)).toBe('final'));
}
for (const code of ['provider_blocked', 'overloaded', 'browser_unavailable'] as const) {
  test(`${code} is waited for, until the time is over`, () => {
    expect(step(code)).toBe('wait');
    expect(step(code, { attempt: 90, forMs: DAY_MS })).toBe('final');
  });
}
for (const code of ['provider_unavailable', 'deadline_exceeded'] as const) {
  test(`${code} is tried again later, until the time is over`, () => {
    expect(step(code)).toBe('later');
    expect(step(code, { attempt: 90, forMs: DAY_MS - 1 })).toBe('later');
    expect(step(code, { attempt: 90, forMs: DAY_MS })).toBe('final');
  });
}

test('a bug is tried three times', () => {
  expect([0, 1, 2].map((attempt) => step('internal_error', { attempt, forMs: 0 }))).toEqual([
    'later',
    'later',
    'final',
  ]);
});

test('without a time for retries every failure is final', () => {
  expect(nextStep(new AppError('provider_unavailable', madeUp('')), FIRST, 0)).toBe('final');
});
