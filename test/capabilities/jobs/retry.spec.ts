import { retryDelay, stepAfter } from '../../../src/capabilities/jobs/link-retry.js';
import { AppError, PROVIDER_UNAVAILABLE } from '../../../src/core/errors.js';
import { kindOf, madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

const DAY_MS = 86_400_000;
const FIRST = { attempts: 0, forMs: 0 };
const step = (code: string, postponed = FIRST) =>
  stepAfter(new AppError(kindOf(code), madeUp('')), postponed, DAY_MS);

test('pauses double from half a minute up to a quarter of an hour', () => {
  const seconds = [0, 1, 2, 3, 4, 5, 6, 100].map((attempt) => retryDelay(attempt) / 1_000);
  expect(seconds).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('failures of the service are waited for, failures of a link are tried later, until the time is over', () => {
  const last = { attempts: 90, forMs: DAY_MS - 1 };
  const over = { attempts: 90, forMs: DAY_MS };
  for (const [code, next] of [
    ['invalid_request', 'final'],
    ['no_results', 'final'],
    ['provider_blocked', 'wait'],
    ['overloaded', 'wait'],
    ['browser_unavailable', 'wait'],
    ['provider_unavailable', 'later'],
    ['deadline_exceeded', 'later'],
  ] as const)
    expect([step(code), step(code, last), step(code, over)], code).toEqual([next, next, 'final']);
});

test('a bug is tried three times', () => {
  expect([0, 1, 2].map((attempts) => step('internal_error', { attempts, forMs: 0 }))).toEqual([
    'later',
    'later',
    'final',
  ]);
});

test('without a time for retries every failure is final', () => {
  expect(stepAfter(new AppError(PROVIDER_UNAVAILABLE, madeUp('')), FIRST, 0)).toBe('final');
});
