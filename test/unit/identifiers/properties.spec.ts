import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from '@playwright/test';
import fc from 'fast-check';
import { cidFromDigits, cidOfFeature, parseCid } from '../../../src/identifiers/cid.js';
import { classifyQuery } from '../../../src/identifiers/classify.js';
import {
  featureIdFromHalves,
  halvesOf,
  isPartial,
  parseFeatureId,
} from '../../../src/identifiers/feature-id.js';
import { parsePlaceId, placeIdOfFeature } from '../../../src/identifiers/place-id.js';
import { cidOfGPage } from '../../../src/identifiers/short-link.js';

const MAX = 2n ** 64n - 1n;
/** Thousands of checks a property: node's assert, as `expect` costs about a millisecond each. */
const RUNS = { numRuns: 2000 };

const half = fc.oneof(
  fc.bigInt({ min: 1n, max: MAX }),
  fc.bigInt({ min: 2n ** 63n - 2n, max: 2n ** 63n + 2n }),
  fc.constantFrom(1n, 2n ** 53n + 1n, 2n ** 63n, MAX),
);

test('Place ID, feature id and CID follow from each other for any halves', () => {
  fc.assert(
    fc.property(half, half, (hi, lo) => {
      const featureId = featureIdFromHalves(hi, lo) ?? '';
      const placeId = placeIdOfFeature(featureId) ?? '';
      assert.deepEqual(halvesOf(featureId), { hi, lo });
      assert.equal(isPartial(featureId), false);
      assert.match(placeId, /^ChIJ[\w-]{23}$/);
      assert.deepEqual(parsePlaceId(placeId), { placeId, featureId });
      assert.equal(cidOfFeature(featureId), lo.toString(10));
      assert.equal(Buffer.from(placeId, 'base64url').readBigUInt64LE(12), lo);
    }),
    RUNS,
  );
});

test('any spelling of the same halves is the same feature id', () => {
  fc.assert(
    fc.property(
      half,
      half,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(':', '%3A', '%3a'),
      (hi, lo, pad, upper, mark) => {
        const hex = (value: bigint) => value.toString(16).padStart(pad ? 16 : 1, '0');
        const text = `0x${hex(hi)}${mark}0x${hex(lo)}`;
        assert.equal(parseFeatureId(upper ? text.toUpperCase() : text), featureIdFromHalves(hi, lo));
      },
    ),
    RUNS,
  );
});

test('a CID of 14 digits or more is read back exactly', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n ** 13n, max: MAX }),
      fc.constantFrom('', 'cid:', ' CID: '),
      (value, prefix) => {
        assert.deepEqual(parseCid(`${prefix}${value}`), { ok: true, cid: value.toString() });
        assert.equal(cidFromDigits(value.toString()), value.toString());
      },
    ),
    RUNS,
  );
});

test('a g.page id gives exactly the CID in it', () => {
  fc.assert(
    fc.property(half, fc.integer({ min: 0, max: 127 }), (lo, action) => {
      const bytes = Buffer.concat([Buffer.from([9]), Buffer.alloc(8), Buffer.from([0x10, action])]);
      bytes.writeBigUInt64LE(lo, 1);
      assert.equal(cidOfGPage(bytes.toString('base64url')), lo.toString());
    }),
    RUNS,
  );
});

test('a map link gives exactly the feature id in it, whatever the name beside it', () => {
  fc.assert(
    fc.property(half, half, fc.string({ unit: 'grapheme', maxLength: 40 }), (hi, lo, name) => {
      const featureId = featureIdFromHalves(hi, lo) ?? '';
      const segment = encodeURIComponent(`Lokal ${name}`);
      const link = `https://www.google.com/maps/place/${segment}/data=!4m2!3m1!1s${featureId}`;
      assert.deepEqual(classifyQuery(link), { kind: 'map_url', target: { featureId } });
    }),
    // A name that ends like the beginning of a closing tag.
    { ...RUNS, examples: [[1n, 1n, '<']] },
  );
});
