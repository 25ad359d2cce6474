import { MESSAGES, PLACEHOLDER } from '../../../src/contract/messages.js';
import { REASONS, refusalReason } from '../../../src/contract/reasons.js';
import { expect, test } from '../../support/test.js';

const nameOf = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const refusals = Object.entries(MESSAGES).filter(([id]) => REASONS.includes(nameOf(id)));

test('every reason is the name of a message, besides "other"', () => {
  expect(refusals).toHaveLength(REASONS.length - 1);
  expect(REASONS).toContain('other');
});

test('the reason of a refusal is found by its text with any values', () => {
  for (const [id, { en }] of refusals) {
    for (const value of ['7', 'two words', 'A. Sentence.']) {
      expect(refusalReason(en.replaceAll(PLACEHOLDER, value)), id).toBe(nameOf(id));
    }
  }
});

test('several refusals have the reason of the first one, and a text of no refusal has "other"', () => {
  const first = MESSAGES.queryEmpty.en;
  expect(refusalReason(`${first} ${MESSAGES.starsReversed.en}`)).toBe('query_empty');
  expect(refusalReason('Something new.')).toBe('other');
});
