import { CORE_ERRORS } from '../../../src/core/errors.js';
import { failureText } from '../../../src/core/texts/outcomes.js';
import { expect, test } from '../../support/test.js';

test('every code of the core has a text, and a code of a later version is shown with its status', () => {
  const unknown = failureText('en', { code: 'a_later_code', status: null });
  for (const { code } of CORE_ERRORS)
    expect(failureText('en', { code, status: null }), code).not.toBe(unknown);
  expect(failureText('en', { code: 'a_later_code', status: 418 })).toBe(`${unknown} HTTP 418.`);
  expect(failureText('pl', { code: 'constructor', status: 418 })).toMatch(/ HTTP 418\.$/);
});
