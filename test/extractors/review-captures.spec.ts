import { parseReviewUrl } from '../../src/core/identifiers/review-url.js';
import { inlineReviewRecords, readPlacePayload } from '../../src/core/places/wire/place-payload.js';
import { dataAnswer } from '../../src/core/provider/wire/envelope.js';
import { valueAt } from '../../src/core/provider/wire/path-table.js';
import { extractReview } from '../../src/core/reviews/extractors/extract-review.js';
import { readReviewsBatch } from '../../src/core/reviews/wire/reviews-batch.js';
import { capturesOf } from '../support/captures.js';
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
    expectReviews(inlineReviewRecords(readPlacePayload(dataAnswer(body)).place), expected.reviews);
  });
}

/** Records of 2023 to mid-2024 have the author elsewhere. reviews.md §3 */
const hasAuthor = (record: unknown) => valueAt(record, [1, 4, 5]) != null;

const authorOf = ({ author }: ExpectedReview) => ({
  name: author.name.trim(),
  id: author.id,
  profileUrl: author.profileUrl,
  avatarUrl: author.avatarUrl,
  totalReviews: author.reviews,
  totalPhotos: author.photos,
  isLocalGuide: author.isLocalGuide,
  localGuideLevel: author.level,
  badgeText: author.badge,
});
const NO_AUTHOR = {
  ...{ name: null, id: null, profileUrl: null, avatarUrl: null, totalReviews: null, totalPhotos: null },
  ...{ isLocalGuide: null, localGuideLevel: null, badgeText: null },
};

function expectReviews(records: readonly unknown[], expected: readonly ExpectedReview[]): void {
  expect(records.map(extractReview)).toEqual(
    expected.map((review, index) => ({
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
      author: hasAuthor(records[index]) ? authorOf(review) : NO_AUTHOR,
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
