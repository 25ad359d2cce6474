import { REVIEW_FIELD_LIST } from '../../published/review-fields.js';

/** The invented place and reviews of all examples of reviews. */
export const REVIEWED_PLACE_ID = 'ChIJ0Ne3fj76vEcRw0roWQNFjN0';
export const REVIEWED_FEATURE_ID = '0x47bcfa3e7eb7d7d0:0xdd8c450359e84ac3';
export const VISIBLE_LINK = 'https://maps.app.goo.gl/RevVisible';
export const REMOVED_LINK = 'https://maps.app.goo.gl/RevRemoved';
export const FOREIGN_LINK = 'https://example.com/';

export const TEXT = REVIEW_FIELD_LIST.text.example;
export const AUTHOR = REVIEW_FIELD_LIST['author.name'].example;

export const REVIEW = Object.fromEntries(
  Object.values(REVIEW_FIELD_LIST).flatMap(({ published, example }) =>
    example === null ? [] : [[published, example]],
  ),
);

export const LIST_SUMMARY = {
  place_id: REVIEWED_PLACE_ID,
  reviews_count: 1,
  reviews_read: 7,
  total_reviews: 7,
  pages_fetched: 1,
  complete: true,
  stop_reason: 'end',
};

export const CUT_SUMMARY = {
  place_id: REVIEWED_PLACE_ID,
  reviews_count: 1385,
  reviews_read: 1385,
  total_reviews: 1395,
  pages_fetched: 7,
  complete: false,
  stop_reason: 'provider_limit',
};

const EXTRACTED_AT = '2026-11-21 03:12:46';

export const VISIBLE_REVIEW = {
  review_url: VISIBLE_LINK,
  review_details: {
    name: AUTHOR,
    profile_name: AUTHOR,
    review_text: TEXT,
    date: '2026-11-20',
    rating: 5,
    place_name: 'Żurkownia „Zażółć”',
    place_id: REVIEWED_PLACE_ID,
    reviewer_total_reviews: 41,
    reviewer_local_guide_level: 7,
    is_visible: true,
    visibility_reason: 'visible',
  },
  extracted_at: EXTRACTED_AT,
};

export const REMOVED_REVIEW = {
  review_url: REMOVED_LINK,
  review_details: {
    name: null,
    review_text: null,
    date: null,
    rating: null,
    place_name: null,
    place_id: null,
    is_visible: false,
    visibility_reason: 'no_rating_section',
  },
  extracted_at: EXTRACTED_AT,
};

export const VISIBLE_VERDICT = {
  review_url: VISIBLE_LINK,
  is_visible: true,
  visibility_reason: 'visible',
  checked_at: '2026-11-21 03:12:47',
};

export const REMOVED_VERDICT = {
  review_url: REMOVED_LINK,
  is_visible: false,
  visibility_reason: 'no_rating_section',
  checked_at: '2026-11-21 03:12:48',
};
