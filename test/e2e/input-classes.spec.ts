import { expect } from '@playwright/test';
import { type Service, test } from '../support/service.js';

// The place of fixtures/place--full-polish.
const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CID = '4565666864068316694';
const NAME = 'Pierogarnia Pod Zmyśloną Różą';
const DATA = `data=!3m1!4b1!4m6!3m5!1s${FEATURE_ID}!8m2!3d50.06143!4d19.93658!16s%2Fg%2F11zmys01pl`;

// One of each way through the service. Every form of query and link: test/core/identifiers, test/security/urls.spec.ts.
const ARITHMETIC: readonly [string, string][] = [
  [`  ${PLACE_ID}\u00a0`, 'place_id'],
  [FEATURE_ID, 'place_id'],
  [`https://www.google.com/maps/place/X/@50,19,17z/${DATA}`, 'map_url'],
];
const LOOKED_UP: readonly [string, string][] = [
  [CID, 'cid'],
  [`https://www.google.com/maps?cid=${CID}`, 'map_url'],
  [NAME, 'search_result'],
  // A link that holds a name and no more is a search for it.
  [`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(NAME)}`, 'search_result'],
  ['maps.app.goo.gl/PoLsKa1Zmysl7?g_st=ic', 'map_url'],
];
const REFUSED = [
  ...['%20%20', 'x'.repeat(2049), 'https://example.com/maps/place/X'],
  ...['https://www.google.com/maps/contrib/123', '99999999999999999999', 'ChIJtooShort'],
];
/** A name: search-answers.spec.ts. */
const UNKNOWN = [
  ['a CID', '/api/search?query=1111111111111111111'],
  ['a Place ID', '/api/details?placeid=ChIJAQAAAAAAAAERAgAAAAAAAAI'],
  ['a share link', '/api/all?url=https://maps.app.goo.gl/NieMaTakiego1'],
] as const;

async function expectFound({ get }: Service, [query, type]: readonly [string, string]): Promise<void> {
  const { status, body } = await get(`/api/search?query=${encodeURIComponent(query)}`);
  const data = { query, place_id: PLACE_ID, type };
  expect({ status, body }, query).toEqual({ status: 200, body: { status: 'success', data } });
}

test('converts ids by arithmetic and refuses texts that name no place, both without a lookup', async ({
  service,
  standIn,
}) => {
  for (const one of ARITHMETIC) await expectFound(service, one);
  for (const query of REFUSED) {
    const answer = await service.get(`/api/search?query=${encodeURIComponent(query)}`);
    const body = { status: 'error', error: { code: 'invalid_request' } };
    expect(answer, query).toMatchObject({ status: 400, body });
  }
  expect(standIn.requests).toEqual([]);
});

test('looks up a CID, a name and a share link', async ({ service }) => {
  for (const one of LOOKED_UP) await expectFound(service, one);
});

for (const [what, path] of UNKNOWN) {
  test(`returns 404 for ${what} that the provider does not know`, async ({ service }) => {
    const body = { status: 'error', error: { code: 'no_results' } };
    expect(await service.get(path)).toMatchObject({ status: 404, body });
  });
}
