import { expect, test } from '@playwright/test';
import type { FieldName } from '../../../src/services/field-drift.js';
import {
  createNegativeAnswers,
  DriftingFields,
  type NegativeAnswer,
} from '../../../src/services/negative-answers.js';

const ANSWERS: readonly NegativeAnswer[] = ['no_place', 'no_reviews', 'complete_list', 'review_not_visible'];

/** The negative answers that are withheld while a field drifts. */
const withheld = (field: FieldName) => {
  const negatives = createNegativeAnswers({ drifting: () => [field] });
  return ANSWERS.filter((answer) => !negatives.isSound(answer));
};

test('while nothing drifts every negative answer can be given', () => {
  const negatives = createNegativeAnswers({ drifting: () => [] });
  for (const answer of ANSWERS) {
    expect(negatives.isSound(answer)).toBe(true);
    expect(() => negatives.assertSound(answer)).not.toThrow();
  }
});

const CASES: readonly (readonly [FieldName, readonly NegativeAnswer[]])[] = [
  ['payload.reviewCount', ['no_reviews', 'complete_list']],
  ['panel.reviewsTab', ['no_reviews']],
  ['record.stars', ['complete_list', 'review_not_visible']],
  ['record.id', ['complete_list', 'review_not_visible']],
  ['card.author.name', ['review_not_visible']],
  ['form.list_frame', ['no_reviews', 'complete_list']],
  ['form.search_answer', ['no_place']],
  ['form.consent_form', ['no_place']],
  ['form.review_answer', ['review_not_visible']],
  // What nobody concludes an absence from.
  ['payload.address', []],
  ['panel.category', []],
  ['record.dateText', []],
];
for (const [field, answers] of CASES) {
  test(`while ${field} drifts these are withheld: ${answers.join(', ') || 'none'}`, () => {
    expect(withheld(field)).toEqual(answers);
  });
}

test('the error is a 503 of the provider that names the fields', () => {
  const negatives = createNegativeAnswers({ drifting: () => ['payload.stars', 'panel.category'] });
  expect(() => negatives.assertSound('no_reviews')).toThrow(
    expect.objectContaining({
      code: 'provider_unavailable',
      message: expect.stringContaining('payload.stars'),
      retryAfterSeconds: 60,
      cause: expect.objectContaining({ fields: ['payload.stars'] }),
    }),
  );
  expect(new DriftingFields('no_reviews', ['payload.stars']).message).toContain('payload.stars');
});
