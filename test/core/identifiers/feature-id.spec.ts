import {
  featureIdFromHalves,
  halvesOf,
  isPartial,
  parseFeatureId,
} from '../../../src/core/identifiers/feature-id.js';
import { expect, test } from '../../support/test.js';

const MAX = 2n ** 64n - 1n;

const ACCEPTED: readonly [string, string][] = [
  ['0x4720ecc1a2b3c4d5:0xfedcba9876543210', '0x4720ecc1a2b3c4d5:0xfedcba9876543210'],
  ['0X4720ECC1A2B3C4D5:0XFEDCBA9876543210', '0x4720ecc1a2b3c4d5:0xfedcba9876543210'],
  ['0x0720ecc1a2b3c4d5:0x00dcba9876543210', '0x720ecc1a2b3c4d5:0xdcba9876543210'],
  ['0x4720ecc1a2b3c4d5%3A0xfedcba9876543210', '0x4720ecc1a2b3c4d5:0xfedcba9876543210'],
  ['0x4720ecc1a2b3c4d5%3a0x1', '0x4720ecc1a2b3c4d5:0x1'],
  ['0x0:0x7b', '0x0:0x7b'],
  ['0x0000000000000000:0x7b', '0x0:0x7b'],
  ['0x7b:0x0', '0x7b:0x0'],
];

test('reads a feature id in any letter case, padded or percent-encoded', () => {
  for (const [text, expected] of ACCEPTED) expect(parseFeatureId(text), text).toBe(expected);
});

const REFUSED = [
  ...['', '0x', '0x1', '0x1:', ':0x1', '0x1:1', '1:0x1', '0x1:0x', '0x1:0xg', '0x1:0x2:0x3', '0x1::0x2'],
  ...['0x0:0x0', '0x11112222333344445:0x1', '0x1:0x11112222333344445', ' 0x1:0x2', '0x1:0x2 ', '-0x1:0x2'],
  ...['0x1%253A0x2', '0x1：0x2'],
];

test('returns null for any other text', () => {
  for (const text of REFUSED) expect(parseFeatureId(text), text).toBeNull();
});

test('halves are unsigned 64-bit numbers', () => {
  expect(halvesOf('0xffffffffffffffff:0x8000000000000000')).toEqual({ hi: MAX, lo: 2n ** 63n });
  expect(featureIdFromHalves(MAX, 2n ** 63n)).toBe('0xffffffffffffffff:0x8000000000000000');
});

test('returns null for halves that are out of range or both 0', () => {
  expect(featureIdFromHalves(MAX + 1n, 1n)).toBeNull();
  expect(featureIdFromHalves(1n, -1n)).toBeNull();
  expect(featureIdFromHalves(0n, 0n)).toBeNull();
});

test('a feature id with the CID alone is partial', () => {
  expect(isPartial('0x0:0x7b')).toBe(true);
  expect(isPartial('0x1:0x7b')).toBe(false);
  expect(isPartial('0x1:0x0')).toBe(false);
});
