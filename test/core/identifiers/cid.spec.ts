import { cidOfFeature, parseCid } from '../../../src/core/identifiers/cid.js';
import { expect, test } from '../../support/test.js';

const ACCEPTED: readonly [string, string][] = [
  ['12345678901234', '12345678901234'],
  ['9223372036854775808', '9223372036854775808'],
  ['18446744073709551615', '18446744073709551615'],
  ['cid:12345678901234567890', '12345678901234567890'],
  [' CID : 12345678901234567890 ', '12345678901234567890'],
  ['00012345678901234567', '12345678901234567'],
  ['4565666864068310000', '4565666864068310000'],
];

test('reads 14 to 20 digits from 1 to 2^64-1, also after "cid:"', () => {
  for (const [text, cid] of ACCEPTED) expect(parseCid(text), text).toEqual({ ok: true, cid });
});

const REFUSED: readonly [string, RegExp][] = [
  ['', /14 to 20 decimal digits/],
  ['1234567890123', /this number has 13/],
  ['4 565 666 864 068 310 000', /rounded/],
  ['123456789012345678901', /this number has 21/],
  ['00000000000000', /between 1 and 18446744073709551615/],
  ['18446744073709551616', /between 1 and 18446744073709551615/],
  ['99999999999999999999', /outside that range/],
  ['-12345678901234', /no minus sign.* 18446731728030650382\./],
  ['-1', /14 to 20 decimal digits/],
  ['\u2013 4565666864068316694', /no minus sign.* 13881077209641234922\./],
  ['-18446744073709551615', /decimal digits/],
  ['-', /decimal digits/],
  ['12345678901234.0', /decimal digits/],
  ['1.2345678901234e13', /rounded/],
  ['0x1234567890abcdef', /decimal digits/],
  ['1234567 8901234', /decimal digits/],
  ['１２３４５６７８９０１２３４', /decimal digits/],
  ['cid:cid:12345678901234', /decimal digits/],
];

test('refuses any other text with the reason', () => {
  for (const [text, reason] of REFUSED)
    expect(parseCid(text), text).toMatchObject({
      ok: false,
      reason: { text: expect.stringMatching(reason) },
    });
});

test('cidOfFeature returns the second half as an unsigned number', () => {
  expect(cidOfFeature('0x1:0xffffffffffffffff')).toBe('18446744073709551615');
  expect(cidOfFeature('0x0:0x20000000000001')).toBe('9007199254740993');
  expect(cidOfFeature('0x1:0x0')).toBeNull();
});
