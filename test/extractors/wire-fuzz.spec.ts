import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { z } from 'zod';
import { extractPlace } from '../../src/places/extractors/place.js';
import { placeArray, readPlacePayload } from '../../src/places/wire/place-payload.js';
import { readSearchPayload } from '../../src/places/wire/search-payload.js';
import { BUILT_IN } from '../../src/provider/rules/built-in.js';
import { inlineBodies, readEmbeddedState, stateFeatureId } from '../../src/provider/wire/embedded-state.js';
import { parseGuarded } from '../../src/provider/wire/envelope.js';
import { readField, readFields, valueAt } from '../../src/provider/wire/path-table.js';

const [JSON_GUARD] = BUILT_IN.marks.jsonGuard;

// Formats and extractors are total: no input makes them throw, and what is no answer is no place.

const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.constantFrom('', JSON_GUARD, `${JSON_GUARD}\n`, '[', '[]]', 'null', '{}', '[[[', '"', '\u0000'),
);
const json = fc.jsonValue({ maxDepth: 6 });
const body = fc.oneof(
  text,
  json.map((value) => JSON.stringify(value)),
  json.map((value) => `${JSON_GUARD}\n${JSON.stringify(value)}`),
  text.map((inner) => JSON_GUARD + inner),
);
const RUNS = { numRuns: 500 };

/** An array of the given length that holds `value` at `index` and anything elsewhere. */
const arrayWith = (index: number, value: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.array(json, { maxLength: 3 }), value).map(([start, chosen]) => {
    const filled: unknown[] = Array.from({ length: index + 2 }, (_, at) => start[at] ?? null);
    filled[index] = chosen;
    return filled;
  });
const document = (state: fc.Arbitrary<unknown>) =>
  fc
    .tuple(text, state, text)
    .map(
      ([before, value, after]) =>
        `${before}<script>window.APP_INITIALIZATION_STATE=${JSON.stringify(value)};window.APP_FLAGS=${after}`,
    );

test('bodies of any text or JSON: readers answer, and never with an invalid place', () => {
  fc.assert(
    fc.property(body, (input) => {
      parseGuarded(input);
      assert.equal(readPlacePayload(input), null);
      assert.deepEqual(readSearchPayload(input) ?? [], []);
      assert.equal(extractPlace({ url: input, html: input, payloads: [input], state: null }), null);
    }),
    RUNS,
  );
});

test('a place array of anything: only fields of their own kind come out', () => {
  const place = fc
    .record({
      array: fc.array(json, { minLength: 12, maxLength: 14 }),
      rating: arrayWith(8, json),
      stars: json,
    })
    .map(({ array, rating, stars }) => {
      const P: unknown[] = Object.assign(
        Array.from({ length: 180 }, () => null),
        array,
      );
      P[4] = rating;
      P[175] = [null, null, null, stars];
      return P;
    });
  fc.assert(
    fc.property(arrayWith(6, place), (D) => {
      const input = JSON.stringify(D);
      assert.notEqual(placeArray(input), null);
      const read = readPlacePayload(input);
      if (read === null) return;
      assert.equal(typeof (read.name ?? ''), 'string');
      assert.notEqual(read.name?.trim(), '');
      assert.match(read.featureId ?? FEATURE_ID, /^0x[0-9a-f]+:0x[0-9a-f]+$/);
      const rating = read.rating ?? 3;
      assert.ok(rating >= 1 && rating <= 5);
      for (const count of [read.reviewCount ?? 0, ...(read.stars ?? [])]) {
        assert.ok(Number.isInteger(count) && count >= 0);
      }
    }),
    RUNS,
  );
});

test('search answers of anything, in both layouts', () => {
  const hit = arrayWith(10, fc.oneof(json, fc.constant(FEATURE_ID)));
  const row = fc.oneof(json, arrayWith(1, hit), arrayWith(14, hit));
  const rows = fc.oneof(json, fc.array(row, { maxLength: 4 }));
  const answer = fc.oneof(arrayWith(64, rows), arrayWith(0, arrayWith(1, rows)));
  let found = 0;
  fc.assert(
    fc.property(answer, (D) => {
      const ids = readSearchPayload(`${JSON_GUARD}\n${JSON.stringify(D)}`);
      found += ids?.length ?? 0;
      for (const { featureId } of ids ?? []) assert.equal(featureId, FEATURE_ID);
    }),
    RUNS,
  );
  expect(found, 'the generator makes answers with results too').toBeGreaterThan(0);
});

test('documents of any text, and with any state between the marks', () => {
  const room = fc.oneof(json, arrayWith(6, body), fc.dictionary(fc.string(), arrayWith(5, body)));
  const state = fc.oneof(json, arrayWith(3, room), arrayWith(5, json));
  const html = fc.oneof(
    text,
    document(state),
    document(fc.constant([])).map((whole) => whole.slice(0, 60)),
  );
  fc.assert(
    fc.property(html, (input) => {
      const read = readEmbeddedState(input);
      if (read !== null) {
        stateFeatureId(read);
        for (const inline of [...inlineBodies(read, 'place'), ...inlineBodies(read, 'search')]) {
          assert.ok(inline.startsWith(JSON_GUARD));
        }
      }
      assert.equal(extractPlace({ url: 'about:blank', html: input, payloads: [], state: null }), null);
    }),
    RUNS,
  );
});

test('paths into anything', () => {
  const paths = [[0], [1, 2, 3], []];
  const type = z.string();
  const path = fc.array(fc.integer({ min: -2, max: 300 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.anything(), path, (root, way) => {
      valueAt(root, way);
      assert.ok(['string', 'object'].includes(typeof readField(root, paths, type)));
      assert.deepEqual(Object.keys(readFields(root, { a: paths, b: paths }, { a: type, b: type })), [
        'a',
        'b',
      ]);
    }),
    RUNS,
  );
});

test('JSON nested too deep or far too long', () => {
  for (const input of [
    '['.repeat(200_000),
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    '9'.repeat(500_000),
  ]) {
    expect(readPlacePayload(JSON_GUARD + input)).toBeNull();
    expect(readSearchPayload(JSON_GUARD + input) ?? []).toEqual([]);
    const html = `window.APP_INITIALIZATION_STATE=${input};window.APP_FLAGS=`;
    assert.equal(extractPlace({ url: '', html, payloads: [], state: null }), null);
  }
});

test('JSON that is larger or deeper than any answer is not parsed: it would halt everyone else', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(parseGuarded(deep(900))).toHaveLength(1);
  expect(parseGuarded(deep(1_500_000))).toBeUndefined();
  const flat = (items: number) => `[${'1,'.repeat(items - 1)}1]`;
  expect(parseGuarded(flat(1_000_000))).toHaveLength(1_000_000);
  expect(parseGuarded(flat(5_000_000))).toBeUndefined();
});
