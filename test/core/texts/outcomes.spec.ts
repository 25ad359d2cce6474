import { CORE_ERRORS } from '../../../src/core/errors.js';
import { endingText, failureText } from '../../../src/core/texts/outcomes.js';
import { expect, test } from '../../support/test.js';

test('every code of the core has a text, and a code of a later version is shown with its status', () => {
  const unknown = failureText('en', { code: 'a_later_code', status: null });
  for (const { code } of CORE_ERRORS)
    expect(failureText('en', { code, status: null }), code).not.toBe(unknown);
  expect(failureText('en', { code: 'a_later_code', status: 418 })).toBe(`${unknown} HTTP 418.`);
  expect(failureText('pl', { code: 'constructor', status: 418 })).toMatch(/ HTTP 418\.$/);
});

test('a list without a count that ends at a limit ended, unless it shows no review', () => {
  const ending = (
    stop_reason: 'end' | 'provider_limit',
    reviews_count: number,
    total_reviews: number | null,
  ) => endingText('en', { stop_reason, reviews_count, total_reviews });
  expect(ending('provider_limit', 1, null)).toBe(ending('end', 1, null));
  for (const [shown, total] of [
    [0, null],
    [1, 2],
  ] as const)
    expect(ending('provider_limit', shown, total)).not.toBe(ending('end', shown, total));
});
