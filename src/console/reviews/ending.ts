import type { Failure } from '../../contract/failure.js';
import type { Language } from '../../contract/language.js';
import type { ReviewsSummary } from '../../contract/lines.js';
import { endingText, partnersText } from '../../contract/texts/outcomes.js';
import type { Texts } from '../texts/pl.js';

/** How reading a list ended. */
export type Ending =
  | { readonly kind: 'summary'; readonly summary: ReviewsSummary }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Says whether all reviews were read, and if not, why. */
export function endingSentence(
  texts: Texts,
  language: Language,
  ending: Ending,
  read: number,
  total: number | null,
): string {
  if (ending.kind === 'stopped') return texts.reviews.stopped(read, total);
  if (ending.kind === 'failed') return texts.reviews.broken(read, total);
  const { summary } = ending;
  const { complete, reviews_count: count, reviews_read: own, total_reviews: counted } = summary;
  if (complete && count === 0) return texts.reviews.none;
  const reason = endingText(language, summary);
  if (!complete && own === 0 && counted === null) return texts.reviews.incomplete(count, null, reason);
  const partners = partnersText(language, summary);
  const sentence = complete ? texts.reviews.complete(own) : texts.reviews.incomplete(own, counted, reason);
  return partners === null ? sentence : `${sentence} ${partners}`;
}
