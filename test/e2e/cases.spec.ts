import { expect } from '@playwright/test';
import { loadCases, readExpected } from '../../fixtures/provider/cases.js';
import { test } from '../support/service.js';

for (const { id, title, request } of loadCases()) {
  test(`${id}: ${title}`, async ({ service }) => {
    const path = request.replace(/^GET /, '');
    const { status, body } = await service.get(path);
    expect(body).toEqual(readExpected(id));
    expect(status).toBe(200);
  });
}
