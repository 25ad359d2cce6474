import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { reviewList } from '../../fixtures/provider/reviews/list.js';
import { presentReview } from '../../src/core/api/presenters/present-review.js';
import { readPlacePayload } from '../../src/core/places/wire/place-payload.js';
import { dataAnswer } from '../../src/core/provider/wire/envelope.js';
import { extractReview } from '../../src/core/reviews/extractors/extract-review.js';
import { extractCard } from '../../src/core/reviews/extractors/review-card.js';
import { type Json, type Path, replace } from '../support/damage.js';
import { REVIEW_CARD } from '../support/page-states.js';
import { expect, test } from '../support/test.js';

// 0 and an empty list need a record without a value: an invalid value is unknown.

/** The record of a review that has a text, photos and likes, with other values in some places. */
function recordWith(...changes: readonly (readonly [Path, Json])[]): unknown {
  const { place, reviews } = loadReviewsCase('reviews--seven');
  const list = reviewList(place, reviews);
  const full = list.reviews.find(({ photos, text }) => photos.length > 1 && text !== null);
  if (full === undefined) throw new Error('reviews--seven has no review with text and photos');
  const record = structuredClone(list.record({ ...full, likes: 3 })) as Json;
  for (const [path, value] of changes) replace(record, path, value);
  return record;
}
const read = (...changes: readonly (readonly [Path, Json])[]) => extractReview(recordWith(...changes));

const ABSURD: readonly Json[] = [-1, 1.5, '3', true, {}, [], [[3]], 1_784_000_000_000_000, 1e300];
const LIKES = [4, 6, 1, 0, 1] as const;

test('likes: the number, 0 without a value, null for an invalid value', () => {
  expect(read()?.likes).toBe(3);
  for (const none of [0, null]) expect(read([LIKES, none])?.likes).toBe(0);
  for (const value of ABSURD) expect(read([LIKES, value])?.likes, JSON.stringify(value)).toBeNull();
});

test('photos: 0 without a value, null when a photo cannot be read', () => {
  const whole = read();
  expect(whole?.photoCount).toBe(whole?.photos.length);
  expect(whole?.photoCount).toBeGreaterThan(1);
  for (const none of [null, []]) expect(read([[2, 2], none])).toMatchObject({ photoCount: 0, photos: [] });
  for (const odd of [7, 'x', {}, true])
    expect(read([[2, 2], odd])).toMatchObject({ photoCount: null, photos: [] });
  const one = read([[2, 2, 0, 1, 6, 0], 7]);
  expect(one).toMatchObject({ photoCount: null, photos: whole?.photos.slice(1) ?? [] });
  expect(one === null ? null : presentReview(one).photos_count).toBeNull();
});

test('local guide: no without a flag, null for an invalid flag or an author without the part', () => {
  const flag = [1, 4, 5, 8, 0] as const;
  for (const [value, isLocalGuide] of [
    [1, true],
    [true, true],
    [0, false],
    [null, false],
    [2, null],
    ['1', null],
    [[1], null],
  ] as const)
    expect(read([flag, value as Json])?.author, JSON.stringify(value)).toMatchObject({ isLocalGuide });
  expect(read([flag.slice(0, 4), null])?.author).toMatchObject({ isLocalGuide: null, localGuideLevel: null });
});

test('text: empty without a value, null for an invalid value', () => {
  for (const path of [
    [2, 15],
    [2, 15, 0],
    [2, 15, 0, 0],
  ])
    expect(read([path, null])?.text).toBe('');
  for (const odd of [7, true, [], {}]) expect(read([[2, 15, 0, 0], odd])?.text).toBeNull();
  // A translation alone is no review without a text.
  expect(
    read(
      [[2, 15, 0], null],
      [
        [2, 15, 1],
        ['Good soup', null],
      ],
    )?.text,
  ).toBeNull();
});

test('a reply: shown, none where the record has the part for it, else unknown', () => {
  const replied = (...changes: readonly (readonly [Path, Json])[]) => {
    const review = read(...changes);
    return review && presentReview(review).has_owner_response;
  };
  expect(replied([[3], [null, 'x']])).toBe(true);
  for (const none of [[], [null, null]]) expect(replied([[3], none])).toBe(false);
  for (const odd of [null, 7, 'x', {}, [null, null, null, 'wczoraj']])
    expect(replied([[3], odd]), JSON.stringify(odd)).toBeNull();
  const card = extractCard(REVIEW_CARD);
  expect(card && presentReview({ ...card, ownerReply: null }).has_owner_response).toBeNull();
});

test('dates: null for a number that is no time in microseconds', () => {
  for (const odd of [
    ...ABSURD.filter((value) => value !== 1_784_000_000_000_000),
    1_784_000_000,
    1_784_000_000_000,
  ])
    expect(read([[1, 2], odd], [[1, 3], odd])).toMatchObject({
      publishedAt: null,
      editedAt: null,
      isEdited: null,
    });
});

// A review of a partner has a score in place of stars.
const SOURCE = [1, 13, 0] as const;
const STARS = [2, 0, 0] as const;
const SCORE = [2, 8] as const;
for (const [what, source, stars, score, isPartner] of [
  ['the own source, whatever stands beside it', 'Google', null, 8, false],
  ['no source and stars', null, 4, 8, false],
  ['no source and a score', null, null, 8, true],
  ['no source, stars or score', null, null, null, null],
  ["a partner's name and a score", 'Hotele.example', null, 8, true],
  ["a partner's name and stars", 'Hotele.example', 4, null, null],
] as const)
  test(`partner or not, by ${what}: ${isPartner}`, () => {
    expect(read([SOURCE, source], [STARS, stars], [SCORE, [null, score]])?.isPartner).toBe(isPartner);
  });

test('a record without the part that holds a field gives null', () => {
  for (const odd of [null, 7, {}]) {
    expect(read([[4], odd])?.likes).toBeNull();
    expect(read([[2], odd])).toMatchObject({ stars: null, text: null, photoCount: null, photos: [] });
  }
});

test(`the author's numbers: null for invalid values`, () => {
  const author = [1, 4, 5];
  const [reviews, photos] = [5, 6];
  for (const value of [...ABSURD, null]) {
    const changed = read([[...author, reviews], value], [[...author, photos], value]);
    expect(changed?.author).toMatchObject({ totalReviews: null, totalPhotos: null });
  }
  expect(read([[...author, photos], 0])?.author.totalPhotos).toBe(0);
});

test('likes: null when the list that holds them is invalid', () => {
  for (const path of [
    [4, 6],
    [4, 6, 1],
    [4, 6, 1, 0],
  ]) {
    expect(read([path, 'x'])?.likes).toBeNull();
    expect(read([path, null])?.likes).toBe(0);
  }
  // The former position counts only if the present position is empty.
  expect(read([LIKES, 'x'], [[4, 1], 9])?.likes).toBeNull();
  expect(read([LIKES, null], [[4, 1], 9])?.likes).toBe(9);
});

test('photos of a card: null when a photo cannot be read', () => {
  const photo = 'url("https://lh5.googleusercontent.com/p/Made=w300")';
  expect(extractCard(REVIEW_CARD)?.photoCount).toBe(0);
  expect(extractCard({ ...REVIEW_CARD, photos: [photo, photo] })?.photoCount).toBe(2);
  expect(extractCard({ ...REVIEW_CARD, photos: [photo, ''] })).toMatchObject({
    photoCount: null,
    photos: [{ url: 'https://lh5.googleusercontent.com/p/Made=w300' }],
  });
});

test("a place's numbers: null for invalid values", () => {
  const place: Json[] = Array.from({ length: 176 }, () => null);
  place[11] = 'Pierogarnia';
  for (const value of ABSURD) {
    place[4] = [null, null, null, null, null, null, null, value, value];
    place[175] = [null, null, null, [1, 2, 3, 4, value]];
    const { payload } = readPlacePayload(dataAnswer(JSON.stringify([0, 0, 0, 0, 0, 0, place])));
    expect(payload).toMatchObject({ reviewCount: null, stars: null, rating: value === 1.5 ? 1.5 : null });
  }
});
