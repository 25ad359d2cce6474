import { INVALID_REQUEST } from '../../errors.js';
import { REVIEW_FIELD_LIST } from '../../published/review-fields.js';
import { message, published } from '../../texts/messages.js';
import { presentFault } from '../error-answer.js';

/** The invented place and reviews of all examples of reviews. */
export const REVIEWED_PLACE_ID = 'ChIJ0Ne3fj76vEcRw0roWQNFjN0';
export const REVIEWED_FEATURE_ID = '0x47bcfa3e7eb7d7d0:0xdd8c450359e84ac3';
export const VISIBLE_LINK = 'https://maps.app.goo.gl/RevVisible';
export const REMOVED_LINK = 'https://maps.app.goo.gl/RevRemoved';
export const FOREIGN_LINK = 'https://example.com/';

const TEXT = REVIEW_FIELD_LIST.text.example;
const AUTHOR = REVIEW_FIELD_LIST['author.name'].example;

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

/** The same reviews in a job. */
export const VISIBLE_CHECK = {
  ...VISIBLE_VERDICT,
  checked_at_utc: '2026-11-21T02:12:47Z',
  review: {
    author_name: AUTHOR,
    stars: 5,
    date: '2026-11-20',
    is_edited: false,
    edited_date: null,
    place_name: 'Żurkownia „Zażółć”',
    place_id: REVIEWED_PLACE_ID,
    text_excerpt: TEXT,
  },
};

/** The same reviews in a bulk check. */
export const WHOLE_CHECK = { ...VISIBLE_CHECK, review: { ...VISIBLE_CHECK.review, review_text: TEXT } };

export const EDITED_CHECK = {
  ...VISIBLE_CHECK,
  review: {
    ...VISIBLE_CHECK.review,
    stars: 1,
    date: '2026-03-02',
    is_edited: true,
    edited_date: '2026-11-21',
    place_name: null,
    text_excerpt: '',
    review_text: '',
  },
};

export const REMOVED_CHECK = { ...REMOVED_VERDICT, checked_at_utc: '2026-11-21T02:12:48Z', review: null };

export const REFUSED_LINK = {
  review_url: FOREIGN_LINK,
  error: presentFault({
    kind: INVALID_REQUEST,
    ...published(message('reviewLinkNotToMaps')),
    field: 'urls[2]',
  }),
};
