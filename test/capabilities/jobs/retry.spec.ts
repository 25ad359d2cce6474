import { stepAfter } from '../../../src/capabilities/jobs/link-retry.js';
import { AppError } from '../../../src/core/errors.js';
import { kindOf, madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

const DAY_MS = 86_400_000;
const FIRST = { attempts: 0, bugs: 0, forMs: 0 };
const FINAL = { waitMs: null, pauseMs: 0 };
const step = (code: string, postponed = FIRST) =>
  stepAfter(new AppError(kindOf(code), madeUp(''), { retryAfterSeconds: 7 }), postponed);

test('pauses double from half a minute up to a quarter of an hour', () => {
  const seconds = [0, 1, 2, 3, 4, 5, 6, 100].map(
    (attempts) => (step('provider_unavailable', { ...FIRST, attempts }).waitMs ?? 0) / 1_000,
  );
  expect(seconds).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('failures of the service are waited for, failures of a link are tried later, until the time is over', () => {
  const last = { attempts: 90, bugs: 0, forMs: DAY_MS - 1 };
  const over = { attempts: 90, bugs: 0, forMs: DAY_MS };
  const pause = { waitMs: 7_000, pauseMs: 7_000 };
  const longPause = { waitMs: 900_000, pauseMs: 7_000 };
  for (const [code, next, later] of [
    ['invalid_request', FINAL, FINAL],
    ['no_results', FINAL, FINAL],
    ['provider_blocked', pause, longPause],
    ['overloaded', pause, longPause],
    ['browser_unavailable', pause, longPause],
    ['provider_unavailable', { waitMs: 30_000, pauseMs: 0 }, { waitMs: 900_000, pauseMs: 0 }],
    ['deadline_exceeded', { waitMs: 30_000, pauseMs: 0 }, { waitMs: 900_000, pauseMs: 0 }],
  ] as const)
    expect([step(code), step(code, last), step(code, over)], code).toEqual([next, later, FINAL]);
});

test('a bug is tried three times, however often the link waited for the provider', () => {
  for (const attempts of [2, 90]) {
    const waits = [0, 1, 2].map((bugs) => step('internal_error', { ...FIRST, attempts, bugs }).waitMs);
    expect(waits).toEqual([expect.any(Number), expect.any(Number), null]);
  }
});
