import { expect, test } from '@playwright/test';
import { extractCard } from '../../../../src/provider/extractors/review-card.js';
import type { RawReviewCard } from '../../../../src/provider/raw-state.js';

const CARD: RawReviewCard = {
  id: 'Ci9DQUlRMade',
  author: 'Halina Wymyślona',
  profileUrl: null,
  avatarUrl: null,
  authorLine: null,
  starsLabel: '4 gwiazdki',
  score: null,
  dateText: 'tydzień temu',
  text: 'Dobre bułki.',
  cutOff: false,
  photos: [],
  reply: null,
  likes: null,
  matched: {},
};

for (const [shown, likes] of [
  [null, 0],
  ['', 0],
  ['Podoba mi się', 0],
  ['3', 3],
  ['1 234', 1234],
  ['1,2 tys.', null],
  ['1.2K', null],
] as const) {
  test(`a card that shows "${shown}" has ${likes ?? 'an unknown number of'} likes`, () => {
    expect(extractCard({ ...CARD, likes: shown })?.likes).toBe(likes);
  });
}
