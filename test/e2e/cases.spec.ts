import { loadCases, readExpected } from '../../fixtures/provider/cases.js';
import { expectGolden } from '../support/golden.js';
import { test } from '../support/service.js';

for (const { id, title, request } of loadCases()) {
  test(`${id}: ${title}`, async ({ service }) => {
    expectGolden(await service.get(request.replace(/^GET /, '')), readExpected(id));
  });
}
