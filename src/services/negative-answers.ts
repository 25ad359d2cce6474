import { AppError, DiagnosticError } from '../errors.js';
import type { FieldDrift, FieldName } from './field-drift.js';

/**
 * Answers that say that there is nothing. `no_place`: there is no such place, or a CID leads to another one.
 * `no_reviews`: a place has no reviews. `complete_list`: there are no more reviews than those listed.
 * `review_not_visible`: a review is not shown, for whatever reason.
 */
export type NegativeAnswer = 'no_place' | 'no_reviews' | 'complete_list' | 'review_not_visible';

/** Decides whether a negative answer can be given. verdicts.md, rule 10. */
export interface NegativeAnswers {
  /** @throws AppError `provider_unavailable` that names the fields that drift */
  assertSound(answer: NegativeAnswer): void;
  isSound(answer: NegativeAnswer): boolean;
}

const STATISTICS = ['payload.reviewCount', 'payload.stars', 'panel.reviewCount', 'panel.stars'] as const;
const RECORDS = ['record.id', 'record.placeCid', 'record.stars'] as const;

/**
 * The fields each negative answer depends on, in every source: if one of them had been there and not been found, the
 * answer would be the same.
 */
const DEPENDS_ON: Readonly<Record<NegativeAnswer, readonly FieldName[]>> = {
  no_place: [
    'form.search_answer',
    'form.place_payload',
    'form.consent_form',
    ...(['payload.featureId', 'payload.name', 'panel.name'] as const),
  ],
  no_reviews: [
    'form.list_frame',
    ...STATISTICS,
    ...(['payload.rating', 'panel.rating', 'panel.reviewsTab'] as const),
  ],
  complete_list: ['form.list_frame', ...STATISTICS, ...RECORDS],
  review_not_visible: [
    'form.review_answer',
    ...RECORDS,
    'record.author.id',
    ...(['card.stars', 'card.author.name', 'card.section', 'card.place'] as const),
  ],
};

const RETRY_AFTER_SECONDS = 60;

/** The cause of an error in place of a negative answer: the fields it depends on drift. */
export class DriftingFields extends DiagnosticError {
  override readonly name = 'DriftingFields';
  readonly fields: readonly FieldName[];

  constructor(answer: NegativeAnswer, fields: readonly FieldName[]) {
    super(`${answer} depends on ${fields.join(', ')}: less than half as often there as usual`);
    this.fields = fields;
  }
}

/** Withholds negative answers while a field that they depend on drifts. */
export function createNegativeAnswers(drift: Pick<FieldDrift, 'drifting'>): NegativeAnswers {
  const drifting = (answer: NegativeAnswer) =>
    drift.drifting().filter((field) => DEPENDS_ON[answer].includes(field));
  return {
    isSound: (answer) => drifting(answer).length === 0,
    assertSound: (answer) => {
      const fields = drifting(answer);
      if (fields.length === 0) return;
      throw new AppError(
        'provider_unavailable',
        `The map provider has changed its pages: ${fields.join(', ')} can no longer be read as usual, so it cannot be said that there is nothing. GET /readyz shows when this is over.`,
        { cause: new DriftingFields(answer, fields), retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    },
  };
}
