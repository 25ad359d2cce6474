import { parsePlaceRef } from '../../../src/core/identifiers/classify.js';
import { expect, test } from '../../support/test.js';

const F = '0x4720ecc1a2b3c4d5:0xfedcba9876543210';
const ID = 'ChIJ1cSzosHsIEcREDJUdpi63P4';
const ADDRESS_ID = 'EicxMyBNYXJrZXQgU3QsIFdpbG1pbmd0b24sIE5DIDI4NDAxLCBVU0E';

const ACCEPTED: readonly [string, object][] = [
  [ID, { placeId: ID, featureId: F }],
  [` ${ID}\n`, { placeId: ID, featureId: F }],
  [F, { placeId: ID, featureId: F }],
  [F.toUpperCase().replace(':', '%3A'), { placeId: ID, featureId: F }],
  ['0x0:0x7B', { placeId: null, featureId: '0x0:0x7b' }],
  [ADDRESS_ID, { placeId: ADDRESS_ID, featureId: null }],
];

test('reads a Place ID or a feature id', () => {
  for (const [text, ref] of ACCEPTED) expect(parsePlaceRef(text), text).toEqual(ref);
});

test('refuses a Place ID that is longer than a query may be', () => {
  const idOf = (letters: number) =>
    Buffer.concat([
      Buffer.from([0x12, (letters & 0x7f) | 0x80, letters >> 7]),
      Buffer.alloc(letters, 'a'),
    ]).toString('base64url');
  expect(parsePlaceRef(idOf(1_533))).toMatchObject({ featureId: null });
  expect(idOf(1_533)).toHaveLength(2_048);
  const refusal = { code: 'invalid_request', message: expect.stringContaining('not a Place ID') };
  expect(() => parsePlaceRef(idOf(1_536))).toThrow(expect.objectContaining(refusal));
});

const REFUSED = [
  ...['', ' ', 'Kawa', 'ChIJ', `${ID}A`, '0x1', '0x0:0x0', '12345678901234567890', `place_id:${ID}`],
  ...[`https://www.google.com/maps/place/?q=place_id:${ID}`, `${ID} ${ID}`],
];

test('refuses any other text with invalid_request', () => {
  const refusal = { code: 'invalid_request', message: expect.stringContaining('27') };
  for (const text of REFUSED)
    expect(() => parsePlaceRef(text), text).toThrow(expect.objectContaining(refusal));
});
