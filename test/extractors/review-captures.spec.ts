import { parseReviewUrl } from '../../src/core/identifiers/review-url.js';
import { placeArray } from '../../src/core/places/wire/place-payload.js';
import { extractReview } from '../../src/core/reviews/extractors/extract-review.js';
import { inlineReviewRecords, readReviewsBatch } from '../../src/core/reviews/wire/reviews-batch.js';
import { CAPTURES_ABSENT, capturesOf } from '../support/captures.js';
import { expect, test } from '../support/test.js';

interface ExpectedReview {
  reviewId: string;
  placeCidHex: string;
  source: string;
  stars: number | null;
  text: string | null;
  dateText: string;
  createdUs: number;
  editedUs: number;
  language: string | null;
  reviewUrl: string;
  reportUrl: string;
  author: {
    name: string;
    id: string;
    profileUrl: string;
    avatarUrl: string;
    reviews: number;
    photos: number;
    isLocalGuide: boolean;
    level: number | null;
    badge: string | null;
  };
  photos: { url: string }[];
  ownerReply: { text: string; dateText: string } | null;
  likes: number;
}
interface Expected {
  reviews: ExpectedReview[];
  nextToken?: string | null;
}

test('the recorded reviews are there', () => {
  test.skip(CAPTURES_ABSENT !== false, CAPTURES_ABSENT || '');
  expect(capturesOf('reviews-batch').length + capturesOf('review-record').length).toBeGreaterThan(1);
});

for (const { name, body, expected } of capturesOf<Expected>('reviews-batch')) {
  test(`${name}: every field of every record`, () => {
    const reading = readReviewsBatch(body);
    const batch = reading.kind === 'batch' ? reading.batch : null;
    expect(batch?.hasNext).toBe(expected.nextToken !== null);
    expectReviews(batch?.records ?? [], expected.reviews);
  });
}

for (const { name, body, expected } of capturesOf<Expected>('review-record')) {
  test(`${name}: every field`, () => {
    // Recorded as [[record, …]].
    expectReviews([JSON.parse(body)[0][0]], expected.reviews);
  });
}

for (const { name, body, expected } of capturesOf<Expected>('place-payload')) {
  test(`${name}: the records inlined with the place`, () => {
    expectReviews(inlineReviewRecords(placeArray(body) ?? []), expected.reviews);
  });
}

function expectReviews(records: readonly unknown[], expected: readonly ExpectedReview[]): void {
  expect(records.map(extractReview)).toEqual(
    expected.map((review) => ({
      id: review.reviewId,
      placeCid: BigInt(review.placeCidHex.replace(/^.*:/, '')).toString(),
      isPartner: review.source !== 'Google',
      stars: review.stars,
      text: review.text?.trim() ?? '',
      cut: null,
      dateText: review.dateText.trim(),
      publishedAt: Math.floor(review.createdUs / 1_000_000),
      isEdited: review.editedUs > review.createdUs,
      editedAt: review.editedUs > review.createdUs ? Math.floor(review.editedUs / 1_000_000) : null,
      language: review.language,
      url: review.reviewUrl,
      reportUrl: review.reportUrl,
      author: {
        name: review.author.name.trim(),
        id: review.author.id,
        profileUrl: review.author.profileUrl,
        avatarUrl: review.author.avatarUrl,
        totalReviews: review.author.reviews,
        totalPhotos: review.author.photos,
        isLocalGuide: review.author.isLocalGuide,
        localGuideLevel: review.author.level,
        badgeText: review.author.badge,
      },
      photoCount: review.photos.length,
      photos: review.photos.map(({ url }) => ({
        url,
        thumbnailUrl: expect.stringMatching(/=w300-h225-p-k-no$/),
      })),
      hasNoReply: review.ownerReply === null,
      ownerReply: review.ownerReply && {
        text: review.ownerReply.text.trim(),
        cut: null,
        dateText: review.ownerReply.dateText.trim(),
      },
      likes: review.likes,
    })),
  );
  // Links of partner reviews lead elsewhere.
  for (const { reviewId, placeCidHex, reviewUrl, source } of expected) {
    if (source !== 'Google') continue;
    const link = parseReviewUrl(new URL(reviewUrl));
    expect(link, reviewUrl).toMatchObject({ reviewId, featureId: placeCidHex });
  }
}
