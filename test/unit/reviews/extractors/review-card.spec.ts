import type { RawReviewCard } from '../../../../src/provider/raw-state.js';
import { extractCard } from '../../../../src/reviews/extractors/review-card.js';
import { expect, test } from '../../../support/test.js';

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
  ['999+', null],
  ['12 mil', null],
  ['١٢', null],
] as const) {
  test(`a card that shows "${shown}" has ${likes ?? 'an unknown number of'} likes`, () => {
    expect(extractCard({ ...CARD, likes: shown })?.likes).toBe(likes);
  });
}

for (const [line, totalReviews, totalPhotos, isLocalGuide] of [
  ['Lokalny przewodnik · 41 opinii · 125 zdjęć', 41, 125, true],
  ['2 opinie · 1 zdjęcie', 2, 1, false],
  ['1 opinia', 1, 0, false],
  ['Local Guide · 1,234 reviews', 1234, 0, true],
  ['ローカルガイド · 41 件のクチコミ · 写真 125 枚', 41, 125, true],
  ['Místní průvodce · 12 tis. recenzí · 999+ fotek', null, null, true],
  ['Level 5 Local Guide · 41 reviews', null, null, false],
  ['Lokalny przewodnik poziomu 5 · 41 opinii · 125 zdjęć', null, null, false],
  ['Lokalny przewodnik', null, null, false],
  ['٤١ · ١٢٥', null, null, false],
] as const) {
  test(`the line "${line}" says ${totalReviews ?? 'no'} reviews and ${totalPhotos ?? 'no'} photos`, () => {
    const author = extractCard({ ...CARD, authorLine: line })?.author;
    expect(author).toMatchObject({ totalReviews, totalPhotos, isLocalGuide });
  });
}
