import { expect, test } from '@playwright/test';
import { AppError } from '../../src/errors.js';
import { loggableError } from '../../src/logger.js';

test('a logged error names hosts, not what was asked of them, in its causes neither', () => {
  const url = 'https://www.google.com/maps/search/?api=1&query=Piekarnia%20Sekretna';
  const driver = new Error(
    `page.goto: net::ERR_FAILED at ${url}\nCall log:\n  - navigating to "${url}", waiting`,
  );
  const logged = JSON.stringify(
    loggableError(new AppError('provider_unavailable', 'No answer.', { cause: driver })),
  );
  expect(logged).toContain('net::ERR_FAILED at https://www.google.com/…');
  expect(logged).not.toContain('Sekretna');
  expect(logged).not.toContain('/maps/search');
});
