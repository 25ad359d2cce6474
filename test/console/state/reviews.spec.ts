import { createReviewList, endingSentence } from '../../../src/console/reviews/reviews-store.js';
import { clientFailure, RequestFailed } from '../../../src/core/published/failure.js';
import type { Language } from '../../../src/core/published/language.js';
import type { Api } from '../../../src/kit/client/api.js';
import { loadTexts } from '../../../src/kit/ui/texts.js';
import { expect, test } from '../../support/test.js';
import { sampleReview, sampleSummary } from '../samples.js';

// The sentence at the end of a list of reviews.

/** The sentence at the end of a list of these lines. `end`: what happens after the last line. */
async function sentenceOf(
  lines: readonly object[],
  { language = 'pl', end }: { language?: Language; end?: (stop: () => void) => Error } = {},
): Promise<string> {
  const api = {
    data: async () => {
      throw new RequestFailed(clientFailure('offline'));
    },
    lines: async function* () {
      yield* lines;
      if (end !== undefined) throw end(list.stop);
    },
  } as unknown as Api;
  const list = createReviewList(api, () => null);
  await list.start('ChIJJz6dChxbFkcRFk6Qq9KBXD8');
  const { ending = null, read, total } = list.reading.value ?? { read: 0, total: null };
  if (ending === null) throw new Error('the list did not end');
  return endingSentence(await loadTexts(language), ending, read, total).replace(/\u00a0/g, ' ');
}

const reviewLine = (stars: number | null, number = 1) => ({
  type: 'review',
  review: sampleReview(number, { stars }),
});

test('an incomplete list says why', async () => {
  const counts = { reviews_count: 1385, reviews_read: 1385, total_reviews: 1395, complete: false };
  for (const [reason, words] of [
    ['end', 'lista się skończyła'],
    ['max_pages', 'wczytano wybraną liczbę stron'],
    ['provider_limit', 'Mapy Google nie pokazują dalszych opinii'],
    ['limited_view', 'Mapy Google nie pokazują teraz całej listy niezalogowanym'],
    ['withheld', 'Mapy Google wstrzymały pokazywanie opinii o tym miejscu'],
    ['interrupted', 'Mapy Google przestały poprawnie odpowiadać'],
    ['deadline', 'upłynął czas przeznaczony na wczytywanie'],
    ['reason_of_tomorrow', 'nieznany powód: reason_of_tomorrow'],
  ] as const) {
    const summary = sampleSummary(1385, { ...counts, stop_reason: reason });
    expect(await sentenceOf([summary])).toBe(`1 385 z 1 395 – ${words}.`);
  }
});

test('reviews of partners are counted apart', async () => {
  const reviews = [5, 4, null, null, null].map(reviewLine);
  for (const [summary, words] of [
    [
      { complete: true, total_reviews: 2 },
      'Komplet: 2 opinie. Dodatkowo opinie nieujęte w tej liczbie, na przykład od partnerów: 3.',
    ],
    [
      { complete: false, total_reviews: 9, stop_reason: 'interrupted' },
      '2 z 9 – Mapy Google przestały poprawnie odpowiadać. Dodatkowo opinie nieujęte w tej liczbie, na przykład od partnerów: 3.',
    ],
    [
      { complete: true, total_reviews: 0, reviews_read: 0 },
      'Komplet: 0 opinii. Dodatkowo opinie nieujęte w tej liczbie, na przykład od partnerów: 5.',
    ],
    [
      { complete: false, total_reviews: null, reviews_read: 0, stop_reason: 'provider_limit' },
      '5 opinii – lista się skończyła. Na stronie miejsca nie ma liczby opinii.',
    ],
  ] as const) {
    expect(await sentenceOf([...reviews, sampleSummary(5, { reviews_read: 2, ...summary })])).toBe(words);
  }
});

test('without a review no number is shown, unless the number is known', async () => {
  const failed = () => new RequestFailed(clientFailure('offline'));
  const nothing = 'Nie wczytano żadnej opinii. Nie wiadomo, czy i ile opinii ma to miejsce.';
  expect(await sentenceOf([], { end: failed })).toBe(nothing);
  expect(await sentenceOf([], { end: failed, language: 'en' })).toBe(
    'No review was read. It is unknown whether the place has reviews, and how many.',
  );
  const stopped = (stop: () => void) => {
    stop();
    return new DOMException('stopped', 'AbortError');
  };
  expect(await sentenceOf([], { end: stopped })).toBe(`Zatrzymano. ${nothing}`);
  const limited = { complete: false, stop_reason: 'limited_view' };
  expect(await sentenceOf([sampleSummary(0, { ...limited, total_reviews: null })])).toBe(
    `${nothing} Powód: Mapy Google nie pokazują teraz całej listy niezalogowanym.`,
  );
  expect(await sentenceOf([sampleSummary(0, { ...limited, total_reviews: 120 })])).toBe(
    '0 z 120 – Mapy Google nie pokazują teraz całej listy niezalogowanym.',
  );
  expect((await loadTexts('pl')).reviews.reading(0, null)).toBe('Wczytywanie…');
});
