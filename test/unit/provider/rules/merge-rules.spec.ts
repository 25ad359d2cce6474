import { BUILT_IN } from '../../../../src/provider/rules/built-in.js';
import { fingerprintOf, mergeRules } from '../../../../src/provider/rules/load-rules.js';
import { parseRules } from '../../../../src/provider/rules/parse-rules.js';
import { expect, test } from '../../../support/test.js';

test("the operator's entries come first, then the built-in ones; other lists stay", () => {
  const rules = mergeRules({
    selectors: { rating: ['div.new'] },
    paths: { placePayload: { reviewCount: [[4, 9]] } },
    frameIds: { reviews: ['xYz12'] },
  });
  expect(rules.selectors.rating).toEqual(['div.new', ...BUILT_IN.selectors.rating]);
  expect(rules.paths.placePayload.reviewCount).toEqual([
    [4, 9],
    [4, 8],
  ]);
  expect(rules.frameIds.reviews).toEqual(['xYz12', ...BUILT_IN.frameIds.reviews]);
  expect({ ...rules.selectors, rating: null }).toEqual({ ...BUILT_IN.selectors, rating: null });
  expect(rules.words).toEqual(BUILT_IN.words);
});

test('a repeated entry counts once, where it stands first', () => {
  const rules = mergeRules({ paths: { reviewRecord: { likes: [[4, 1]] } } });
  expect(rules.paths.reviewRecord.likes).toEqual([
    [4, 1],
    [4, 6, 1, 0, 1],
  ]);
});

test("labels of tabs: the operator's come last, so that no recorded label loses its tab", () => {
  const { reviewsTab } = mergeRules({ words: { reviewsTab: ['Przegląd'] } }).words;
  expect(reviewsTab).toEqual([...BUILT_IN.words.reviewsTab, 'Przegląd']);
});

test('a set of rules cannot be changed', () => {
  const rules = mergeRules({});
  expect(() => (rules.selectors.rating as string[]).push('x')).toThrow(TypeError);
});

test('the fingerprint depends on entries and their order, not on the order of names', () => {
  const one = fingerprintOf({ selectors: { rating: ['a.b'], card: ['p.q'] } });
  expect(one).toMatch(/^[0-9a-f]{12}$/);
  expect(fingerprintOf({ selectors: { card: ['p.q'], rating: ['a.b'] } })).toBe(one);
  expect(fingerprintOf({ selectors: { card: ['p.q'], rating: ['a.c'] } })).not.toBe(one);
  expect(fingerprintOf({ selectors: { rating: ['b', 'a'] } })).not.toBe(
    fingerprintOf({ selectors: { rating: ['a', 'b'] } }),
  );
});

test('the built-in rules are themselves a valid rules file', () => {
  expect(parseRules(JSON.stringify(BUILT_IN))).toEqual({ kind: 'rules', rules: BUILT_IN });
  expect(mergeRules(BUILT_IN)).toEqual(BUILT_IN);
});
