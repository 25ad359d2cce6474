import { longJson } from '../../../src/core/runtime/long-json.js';
import { expect, test } from '../../support/test.js';

// JSON that is made in steps.

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

test('the text is that of JSON.stringify', async () => {
  for (const value of [MADE, {}, [], [MADE], { a: MADE }])
    expect(await longJson(value)).toBe(JSON.stringify(value));
});

test('other events run while a long list is written', async () => {
  const data = Array.from({ length: 100_000 }, (_, at) => ({ at, text: 'x'.repeat(100) }));
  let events = 0;
  const timer = setInterval(() => {
    events += 1;
  }, 1);
  const text = await longJson({ data });
  clearInterval(timer);
  expect(text).toBe(JSON.stringify({ data }));
  expect(events).toBeGreaterThan(0);
});
