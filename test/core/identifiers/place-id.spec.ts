import { Buffer } from 'node:buffer';
import { featureIdFromHalves } from '../../../src/core/identifiers/feature-id.js';
import { parsePlaceId, placeIdOfFeature } from '../../../src/core/identifiers/place-id.js';
import { expect, test } from '../../support/test.js';

const FEATURE_ID = '0x4720ecc1a2b3c4d5:0xfedcba9876543210';
const PLACE_ID = 'ChIJ1cSzosHsIEcREDJUdpi63P4';

test('a feature id and its Place ID are the same bytes', () => {
  expect(placeIdOfFeature(FEATURE_ID)).toBe(PLACE_ID);
  expect(parsePlaceId(PLACE_ID)).toEqual({ placeId: PLACE_ID, featureId: FEATURE_ID });
});

test('returns no Place ID for a feature id that holds only the CID', () => {
  expect(placeIdOfFeature('0x0:0x7b')).toBeNull();
});

test('a Place ID whose second half is 0 holds a feature without CID', () => {
  const placeId = placeIdOfFeature('0x4720ecc1a2b3c4d5:0x0');
  expect(placeId).toMatch(/^ChIJ.{23}$/);
  expect(parsePlaceId(placeId ?? '')?.featureId).toBe('0x4720ecc1a2b3c4d5:0x0');
});

test('halves that are out of range, or both 0, are no feature id', () => {
  for (const [hi, lo] of [
    [2n ** 64n, 1n],
    [1n, -1n],
    [0n, 0n],
  ] as const)
    expect(featureIdFromHalves(hi, lo)).toBeNull();
});

/** Length-delimited protobuf field. */
function part(number: number, bytes: Uint8Array): Buffer {
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7];
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length]), bytes]);
}

function encoded(...parts: Buffer[]): string {
  return Buffer.concat(parts).toString('base64url');
}

function point(lat: number, lng: number): Buffer {
  const bytes = Buffer.alloc(18);
  bytes[0] = 0x09;
  bytes.writeDoubleLE(lat, 1);
  bytes[9] = 0x11;
  bytes.writeDoubleLE(lng, 10);
  return bytes;
}

const ADDRESS = part(2, Buffer.from('ul. Żółta 5, 00-001 Łęczno, Polska'));
const STREET = part(4, part(2, part(1, Buffer.alloc(9, 0x09))));

const WITHOUT_FEATURE: readonly [string, string][] = [
  // The examples of the provider's Place ID documentation.
  ['documented coordinates', 'GhIJQWDl0CIeQUARxks3icF8U8A'],
  ['documented address', 'EicxMyBNYXJrZXQgU3QsIFdpbG1pbmd0b24sIE5DIDI4NDAxLCBVU0E'],
  [
    'documented address with its street',
    'EicxMyBNYXJrZXQgU3QsIFdpbG1pbmd0b24sIE5DIDI4NDAxLCBVU0EiGhIYChQKEgnRTo6ixx-qiRHo_bbmkCm7ZRAN',
  ],
  ['documented address segment', 'IhoSGAoUChIJ0U6OoscfqokR6P225pApu2UQDQ'],
  ['an address with Polish letters', encoded(ADDRESS)],
  ['an address with its street', encoded(ADDRESS, STREET)],
  ['a long address', encoded(part(2, Buffer.from('Plac Długi '.repeat(20))))],
  ['coordinates', encoded(part(3, point(52.25, 21)))],
  ['coordinates of the far east', encoded(part(3, point(-33.9, 151.2)))],
];

test('accepts Place IDs of addresses and coordinates, without a feature id', () => {
  for (const [what, placeId] of WITHOUT_FEATURE)
    expect(parsePlaceId(placeId), what).toEqual({ placeId, featureId: null });
});

const REFUSED: readonly [string, string][] = [
  ['nothing', ''],
  ['26 characters', PLACE_ID.slice(0, -1)],
  ['28 characters', `${PLACE_ID}A`],
  ['padding', `${PLACE_ID}=`],
  ['spaces around', ` ${PLACE_ID} `],
  ['ordinary base64', PLACE_ID.replace('c', '+')],
  ['spare bits set', `${PLACE_ID.slice(0, -1)}5`],
  ['lower case', PLACE_ID.toLowerCase()],
  ['a wrong tag between the halves', `${PLACE_ID.slice(0, 15)}A${PLACE_ID.slice(16)}`],
  ['both halves 0', encoded(Buffer.from(`0a1209${'00'.repeat(8)}11${'00'.repeat(8)}`, 'hex'))],
  ['the prefix alone', 'ChIJ'],
  ['a name', 'Eiscafe'],
  ['a long name in one word', 'Eiscafeteria2000Warszawa'],
  ['a name of 34 letters', 'GhanaianGroceryWarszawaSrodmiescie'],
  ['an address cut short', encoded(ADDRESS).slice(0, -8)],
  ['an address without its last byte', encoded(ADDRESS.subarray(0, -1))],
  ['text that is not UTF-8', encoded(part(2, Buffer.alloc(20, 0xff)))],
  ['text with control characters', encoded(part(2, Buffer.alloc(20, 0x01)))],
  ['a latitude beyond the pole', encoded(part(3, point(91, 21)))],
  ['a longitude beyond the date line', encoded(part(3, point(52.25, 181)))],
  ['coordinates that are no numbers', encoded(part(3, point(Number.NaN, 21)))],
  ['fields in the wrong order', encoded(STREET, ADDRESS)],
  ['an unknown field', encoded(ADDRESS, part(5, Buffer.from('x')))],
  ['a short address', encoded(part(2, Buffer.from('ul. Żółta')))],
];

test('returns null for any other text', () => {
  for (const [what, text] of REFUSED) expect(parsePlaceId(text), what).toBeNull();
});
