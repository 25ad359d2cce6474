import { expect, test } from '@playwright/test';
import {
  contradicts,
  judgeReview,
  type RawReviewPage,
  showsReview,
} from '../../src/provider/extractors/visibility.js';
import type { RawReviewView } from '../../src/provider/pages/page-state.js';
import type { ReviewPageData } from '../../src/provider/wire/review-page-data.js';
import { readReviewPageData } from '../../src/provider/wire/review-page-data.js';

const VIEW: RawReviewView = {
  hasCard: true,
  placeHref: null,
  hasSection: true,
  stars: '4 gwiazdki',
  saysGone: false,
  saysServerError: false,
  author: null,
  text: null,
};
const EMPTY: RawReviewView = { ...VIEW, hasCard: false, hasSection: false, stars: null };
const PLACE: ReviewPageData = { record: null, featureId: '0x1:0x2', placeName: 'Bar' };
const NO_DATA: ReviewPageData = { record: null, featureId: null, placeName: null };
const record = (stars: unknown) => ['ChdDSUhNMG9nS0VJQ0FnSUMtalBmSDVBRRAB', [], [[stars]]];

const LADDER: readonly [string, RawReviewPage, string][] = [
  ['nothing at all', { data: NO_DATA, view: EMPTY }, 'no_business_data'],
  ['data, no card', { data: PLACE, view: EMPTY }, 'no_business_card'],
  ['a card alone', { data: PLACE, view: { ...VIEW, hasSection: false, stars: null } }, 'no_rating_section'],
  [
    '"no longer available"',
    { data: PLACE, view: { ...EMPTY, hasCard: true, saysGone: true } },
    'no_rating_section',
  ],
  ['a section without stars', { data: PLACE, view: { ...VIEW, stars: null } }, 'no_rating'],
  ['stars shown', { data: PLACE, view: VIEW }, 'visible'],
  ['stars shown, no data seen', { data: null, view: VIEW }, 'visible'],
  ['a hotel score', { data: PLACE, view: { ...VIEW, stars: '5/5' } }, 'visible'],
  ['a partner score', { data: PLACE, view: { ...VIEW, stars: '8,4/10' } }, 'visible'],
  ['words before the stars', { data: PLACE, view: { ...VIEW, stars: 'Ocena: 5 gwiazdek' } }, 'visible'],
  ['the record, nothing drawn', { data: { ...PLACE, record: record(3) }, view: null }, 'visible'],
];

for (const [name, raw, verdict] of LADDER) {
  test(`${name}: ${verdict}`, () => {
    expect(judgeReview(raw)).toBe(verdict);
    expect(showsReview(raw)).toBe(verdict === 'visible');
    expect(contradicts(raw)).toBe(false);
  });
}

for (const [name, raw] of [
  ['stars nobody can read', { data: PLACE, view: { ...VIEW, stars: 'gwiazdki' } }],
  ['stars without a card', { data: PLACE, view: { ...VIEW, hasCard: false } }],
  ['a record that is not shown', { data: { ...PLACE, record: record('x') }, view: EMPTY }],
] as const) {
  test(`no ground for a verdict: ${name}`, () => {
    expect(contradicts(raw)).toBe(true);
  });
}

test('the place of a data answer is the one with the CID asked for, never one of several', () => {
  const body = `)]}'\n${JSON.stringify([null, ['0x1:0x2', 'Inny'], [['0x3:0x4', 'Właściwy']]])}`;
  expect(readReviewPageData(body, '4')).toMatchObject({ featureId: '0x3:0x4', placeName: 'Właściwy' });
  expect(readReviewPageData(body, '9')).toMatchObject({ featureId: null, placeName: null });
  expect(readReviewPageData(body, null)).toMatchObject({ featureId: null, placeName: null });
});

test('a data answer that is cut off is none; an empty one is an answer', () => {
  expect(readReviewPageData(")]}'\n[null,[", null)).toBeNull();
  expect(readReviewPageData(")]}'\nnull", null)).toMatchObject({ featureId: null });
});
