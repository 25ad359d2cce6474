import { expect } from '@playwright/test';
import { test } from '../support/service.js';

/** A name: search-answers.spec.ts. */
const UNKNOWN = [
  ['a CID', '/api/search?query=1111111111111111111'],
  ['a Place ID', '/api/details?placeid=ChIJAQAAAAAAAAERAgAAAAAAAAI'],
  ['a share link', '/api/all?url=https://maps.app.goo.gl/NieMaTakiego1'],
] as const;

for (const [what, path] of UNKNOWN) {
  test(`returns 404 for ${what} that the provider does not know`, async ({ service }) => {
    const body = { status: 'error', error: { code: 'no_results' } };
    expect(await service.get(path)).toMatchObject({ status: 404, body });
  });
}
