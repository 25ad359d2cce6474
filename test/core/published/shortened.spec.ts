import { shortened, shortenedPair } from '../../../src/core/published/shortened.js';
import { expect, test } from '../../support/test.js';

test('a cut text says how many characters are left out', () => {
  expect(shortened('żółw', 4, 'pl')).toBe('żółw');
  expect(shortened('żółwie', 4, 'pl')).toBe('żółw… [pominięto znaków: 2]');
  expect(shortened('🐢'.repeat(6), 4, 'en')).toBe(`${'🐢'.repeat(4)}… [characters left out: 2]`);
  expect(shortened('', 4, 'en')).toBe('');
});

test('both sides of a change are cut around their first difference', () => {
  const same = 'A'.repeat(600);
  const [before, after] = shortenedPair(`${same}zimno`, `${same}ciepło i miło`, 100, 'en');
  expect(before).toBe(`[characters left out: 575]… ${'A'.repeat(25)}zimno`);
  expect(after).toBe(`[characters left out: 575]… ${'A'.repeat(25)}ciepło i miło`);
  // One side is the beginning of the other side.
  const [short, long] = shortenedPair(same, `${same}${'b'.repeat(500)}`, 100, 'en');
  expect(short).toBe(`[characters left out: 575]… ${'A'.repeat(25)}`);
  expect(long).toBe(
    `[characters left out: 575]… ${'A'.repeat(25)}${'b'.repeat(75)}… [characters left out: 425]`,
  );
  // A difference near the beginning.
  expect(shortenedPair(`x${same}`, `y${same}`, 100, 'pl')).toEqual(
    ['x', 'y'].map((first) => `${first}${'A'.repeat(99)}… [pominięto znaków: 501]`),
  );
  expect(shortenedPair('a', '', 100, 'pl')).toEqual(['a', '']);
});

test('the sides of a change differ wherever the texts differ', () => {
  for (let at = 0; at < 1_000; at += 37) {
    const text = 'ab🐢'.repeat(300);
    const changed = `${text.slice(0, at)}#${text.slice(at)}`;
    const [before, after] = shortenedPair(text, changed, 120, 'en');
    expect(after, String(at)).not.toBe(before);
    expect(after, String(at)).toContain('#');
  }
});
