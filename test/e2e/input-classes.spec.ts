import { expect } from '@playwright/test';
import { test } from '../support/service.js';

// The place of fixtures/place--full-polish.
const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CID = '4565666864068316694';
const NAME = 'Pierogarnia Pod Zmyśloną Różą';
const DATA = `data=!3m1!4b1!4m6!3m5!1s${FEATURE_ID}!8m2!3d50.06143!4d19.93658!16s%2Fg%2F11zmys01pl`;

const ARITHMETIC: readonly [string, string][] = [
  [PLACE_ID, 'place_id'],
  [`  ${PLACE_ID}\u00a0`, 'place_id'],
  [FEATURE_ID, 'place_id'],
  [FEATURE_ID.toUpperCase().replaceAll('0X', '0x'), 'place_id'],
  [encodeURIComponent(FEATURE_ID), 'place_id'],
  [`https://www.google.com/maps/place/X/@50,19,17z/${DATA}`, 'map_url'],
  [`www.google.pl/maps/place/X/@50,19,17z/${DATA}`, 'map_url'],
  [encodeURIComponent(`https://www.google.com/maps/place//${DATA}`), 'map_url'],
  [`https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`, 'map_url'],
  // The page to write a review, and the list of reviews.
  [`https://www.google.com/maps/place//data=!4m3!3m2!1s${FEATURE_ID}!12e1`, 'map_url'],
  [`https://www.google.com/maps/place//data=!4m4!3m3!1s${FEATURE_ID}!9m1!1b1`, 'map_url'],
  [`https://maps.google.com/?q=X&ftid=${FEATURE_ID}`, 'map_url'],
  [`https://www.google.com/maps/search/?api=1&query=x&query_place_id=${PLACE_ID}`, 'map_url'],
  [`https://www.google.com/maps/place/X/data=!4m7!3m6!8m2!3d1!4d2!19s${PLACE_ID}?rclk=1`, 'map_url'],
];

for (const [query, type] of ARITHMETIC) {
  test(`by arithmetic: ${query}`, async ({ service, standIn }) => {
    const { status, body } = await service.get(`/api/search?query=${encodeURIComponent(query)}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 'success', data: { query, place_id: PLACE_ID, type } },
    });
    expect(standIn.requests).toEqual([]);
  });
}

const LOOKED_UP: readonly [string, string][] = [
  [CID, 'cid'],
  [`cid:${CID}`, 'cid'],
  [`https://www.google.com/maps?cid=${CID}`, 'map_url'],
  [`https://maps.google.com/?cid=${CID}`, 'map_url'],
  [`https://www.google.com/search?q=x&ludocid=${CID}`, 'map_url'],
  [NAME, 'search_result'],
  [NAME.toUpperCase(), 'search_result'],
  // A link that holds a name and no more is a search for it.
  [`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(NAME)}`, 'search_result'],
  [`https://www.google.com/maps/place/${encodeURIComponent(NAME)}`, 'search_result'],
  ['https://maps.app.goo.gl/PoLsKa1Zmysl7', 'map_url'],
  ['maps.app.goo.gl/PoLsKa1Zmysl7?g_st=ic', 'map_url'],
];

for (const [query, type] of LOOKED_UP) {
  test(`by one lookup: ${query}`, async ({ service }) => {
    const { status, body } = await service.get(`/api/search?query=${encodeURIComponent(query)}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 'success', data: { query, place_id: PLACE_ID, type } },
    });
  });
}

const REFUSED = [
  '%20%20',
  'x'.repeat(2049),
  'https://example.com/maps/place/X',
  'https://www.google.com.example.com/maps/place/X',
  'https://www.google.com@example.com/maps',
  'http://127.0.0.1:8080/maps',
  'http://2130706433/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://www.google.com/maps/contrib/123',
  'https://www.google.com/maps/@50.06,19.94,15z',
  'https://www.google.com/maps/dir/A/B',
  '99999999999999999999',
  'ChIJtooShort',
  PLACE_ID.toLowerCase(),
  `-${CID}`,
  '0xzz:0x1',
];

for (const query of REFUSED) {
  test(`refused without a lookup: ${query.slice(0, 60)}`, async ({ service, standIn }) => {
    const { status, body } = await service.get(`/api/search?query=${encodeURIComponent(query)}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'error', error: { code: 'invalid_request' } });
    expect(standIn.requests).toEqual([]);
  });
}

const UNKNOWN = [
  ['a name', '/api/search?query=Nic+Takiego+Nie+Istnieje'],
  ['a CID', '/api/search?query=1111111111111111111'],
  ['a Place ID', '/api/details?placeid=ChIJAQAAAAAAAAERAgAAAAAAAAI'],
  ['a share link', '/api/all?url=https://maps.app.goo.gl/NieMaTakiego1'],
] as const;

for (const [what, path] of UNKNOWN) {
  test(`unknown to the provider: ${what}`, async ({ service }) => {
    const { status, body } = await service.get(path);
    expect(body).toMatchObject({ status: 'error', error: { code: 'no_results' } });
    expect(status).toBe(404);
  });
}
