import assert from 'node:assert/strict';
import { reviewDetailsData } from '../../src/contract/review.js';
import { reviewRecord } from '../../src/contract/review-record.js';
import { createLocalTime } from '../../src/http/local-time.js';
import { presentReview, presentReviewDetails } from '../../src/http/presenters/review.js';
import type { Review } from '../../src/reviews/review.js';
import { assertCount } from './wire-invariants.js';

/** A review as it is published, in both forms: what the contract says, unknown as null, links that lead out. */
export function assertPublished(review: Review): void {
  const published = presentReview(review);
  assert.deepEqual(reviewRecord.parse(published), published);
  for (const [name, value] of Object.entries(published)) {
    if (name !== 'review_text') assert.notEqual(value, '', `${name} is empty, not null`);
    if (typeof value === 'number') assertCount(value);
  }
  const { review_url, report_url, author_profile_url, author_avatar_url, photos } = published;
  const links = [review_url, report_url, author_profile_url, author_avatar_url];
  for (const link of [...links, ...photos.flatMap((photo) => Object.values(photo))]) {
    if (link !== null) assert.match(link, /^https?:\/\/./i);
  }
  if (!published.author_is_local_guide) assert.equal(published.author_local_guide_level, null);
  assertDetails(review);
}

function assertDetails(review: Review): void {
  const unknown = { shown: null, placeName: null, featureId: null, notices: [] } as const;
  const inspection = { reason: 'visible', review, ...unknown } as const;
  const moment = { at: Date.UTC(2026, 10, 21), localTime: createLocalTime('Europe/Warsaw') };
  const data = presentReviewDetails('https://maps.app.goo.gl/x', inspection, moment);
  assert.deepEqual(reviewDetailsData.parse(data), data);
  for (const value of Object.values(data.review_details)) assert.notEqual(value, '');
  const { date } = data.review_details;
  if (date !== null) assert.match(date, /^\d{4}-\d{2}-\d{2}$/);
}
