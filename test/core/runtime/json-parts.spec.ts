import { jsonParts } from '../../../src/core/runtime/json-parts.js';
import { expect, test } from '../../support/test.js';

// JSON that is made in parts.

const MADE = {
  status: 'success',
  none: undefined,
  nothing: null,
  'żółć "cytat"\n': 'żółć "cytat"\n\u2028',
  at: new Date(0),
  counts: [1, Number.NaN, undefined, [2, [3]], { a: [], b: {} }],
  empty: [],
  data: { reviews: [{ text: 'a\nb', left: undefined }], method: () => 1, more: { deep: [{}] } },
};

test('the parts are the text of JSON.stringify', () => {
  for (const value of [MADE, {}, [], [MADE], { a: MADE }])
    expect([...jsonParts(value)].join('')).toBe(JSON.stringify(value));
});

test('a long list is made part by part, and no part is long', () => {
  let made = 0;
  const entry = {
    text: 'x'.repeat(100),
    get at() {
      made += 1;
      return made;
    },
  };
  const lengths: number[] = [];
  for (const part of jsonParts({ data: Array.from({ length: 10_000 }, () => entry) })) {
    lengths.push(part.length);
    if (lengths.length === 1) expect(made).toBeLessThan(500);
  }
  expect(made).toBe(10_000);
  expect(Math.max(...lengths)).toBeLessThan(40_000);
});
