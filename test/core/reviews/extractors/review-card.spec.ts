import { contributorAddress } from '../../../../src/core/provider/page-marks.js';
import { extractCard } from '../../../../src/core/reviews/extractors/review-card.js';
import { REVIEW_CARD } from '../../../support/page-states.js';
import { expect, test } from '../../../support/test.js';

const LIKES: readonly [string | null, number | null][] = [
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
];

test('reads likes exactly, 0 from a label without digits, null from a shortened number', () => {
  for (const [label, likes] of LIKES)
    expect(extractCard({ ...REVIEW_CARD, likes: label })?.likes, label ?? 'null').toBe(likes);
});

test('a text that stays cut off is unknown, and a card without an id is no review', () => {
  const text = 'Zimny żurek, …';
  expect(extractCard({ ...REVIEW_CARD, text })).toMatchObject({ text });
  expect(extractCard({ ...REVIEW_CARD, text, cutOff: true })).toMatchObject({ text: null });
  expect(extractCard({ ...REVIEW_CARD, id: '' })).toBeNull();
});

test('only links that lead out are links of a card', () => {
  for (const link of ['', 'javascript:alert(1)', '/maps/contrib/1']) {
    const author = extractCard({ ...REVIEW_CARD, profileUrl: link, avatarUrl: link })?.author;
    expect(author, link).toMatchObject({ profileUrl: null, avatarUrl: null });
  }
});

test('a review is reported at the address with its id', () => {
  const { id } = REVIEW_CARD;
  expect(extractCard(REVIEW_CARD)).toMatchObject({ id, reportUrl: expect.stringContaining(`postId=${id}&`) });
});

const AUTHOR_LINES: readonly [string | null, number | null, number | null, boolean | null][] = [
  ['Lokalny przewodnik · 41 opinii · 125 zdjęć', 41, 125, true],
  ['2 opinie · 1 zdjęcie', 2, 1, false],
  ['1 opinia', 1, 0, false],
  ['Local Guide · 1,234 reviews', 1234, 0, true],
  ['ローカルガイド · 41 件のクチコミ · 写真 125 枚', 41, 125, true],
  ['Místní průvodce · 12 tis. recenzí · 999+ fotek', null, null, true],
  ['Level 5 Local Guide · 41 reviews', null, null, null],
  ['Lokalny przewodnik poziomu 5 · 41 opinii · 125 zdjęć', null, null, null],
  ['Lokalny przewodnik', null, null, null],
  ['٤١ · ١٢٥', null, null, null],
  [null, null, null, null],
];

test('reads reviews and photos of an author, or null when the line may hold a level', () => {
  for (const [authorLine, totalReviews, totalPhotos, isLocalGuide] of AUTHOR_LINES) {
    const author = extractCard({ ...REVIEW_CARD, authorLine })?.author;
    expect(author, authorLine ?? 'no line').toMatchObject({ totalReviews, totalPhotos, isLocalGuide });
  }
});

test('the address of a contributor is not the beginning of the address of another', () => {
  const address = contributorAddress('10000000000000000001');
  expect(address.test('https://www.google.com/maps/contrib/10000000000000000001/reviews')).toBe(true);
  expect(address.test('https://www.google.com/maps/contrib/100000000000000000012?hl=pl')).toBe(false);
});
