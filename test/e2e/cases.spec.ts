import { loadCases, readExpected } from '../../fixtures/provider/cases.js';
import { expectGolden } from '../support/golden.js';
import { test } from '../support/service.js';

for (const { id, kind, title, request } of loadCases()) {
  test(`${id}: ${title}`, async ({ service }) => {
    // Thousands of reviews are some hundred batches.
    if (kind === 'reviews') test.setTimeout(120_000);
    expectGolden(await service.get(request.replace(/^GET /, '')), readExpected(id));
  });
}
