import { classifyReviewLink } from '../../identifiers/review-url.js';
import { refusalOf } from './refusal-message.js';

/** Invented reviews of an invented place, as all examples show them. */
export const REVIEWED_PLACE_ID = 'ChIJ0Ne3fj76vEcRw0roWQNFjN0';
export const REVIEWED_FEATURE_ID = '0x47bcfa3e7eb7d7d0:0xdd8c450359e84ac3';
export const VISIBLE_LINK = 'https://maps.app.goo.gl/RevVisible';
export const REMOVED_LINK = 'https://maps.app.goo.gl/RevRemoved';
export const FOREIGN_LINK = 'https://example.com/';

const REVIEW_ID = 'Ci9DQUlRQUNvZENodHljRjlvT2xWU1FXdE5WRlZWTTFKd1NWRjBOREo2ZFRneVpESRAB';
const TEXT = 'Zażółć gęślą jaźń! „Najlepszy” żurek w mieście.';
const AUTHOR = 'Łucja Wymyślona-Kęs';

export const REVIEW = {
  review_id: REVIEW_ID,
  stars: 5,
  review_text: TEXT,
  date_text: '3 godziny temu',
  date_unix: 1795165199,
  review_language: 'pl',
  review_url: `https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1s${REVIEW_ID}!2m1!1s0x0:0xdd8c450359e84ac3`,
  report_url: `https://www.google.com/local/content/rap/report?postId=${REVIEW_ID}&t=1`,
  author_name: AUTHOR,
  author_id: '110483770106878901976',
  author_profile_url: 'https://www.google.com/maps/contrib/110483770106878901976?hl=pl',
  author_avatar_url: 'https://lh3.googleusercontent.com/a-/ALV-UjLyMG=s120-c-rp-mo-br100',
  author_total_reviews: 41,
  author_total_photos: 125,
  author_is_local_guide: true,
  author_local_guide_level: 7,
  author_badge_text: 'Lokalny przewodnik · 41 opinii',
  photos_count: 1,
  photos: [
    {
      url: 'https://lh3.googleusercontent.com/grass-cs/ACvplmauuc=k-no',
      thumbnail_url: 'https://lh3.googleusercontent.com/grass-cs/ACvplmauuc=w300-h225-p-k-no',
    },
  ],
  has_owner_response: true,
  owner_response_text: 'Dziękujemy i zapraszamy ponownie!',
  owner_response_date: 'godzinę temu',
  likes_count: 3,
};

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

/** The same, as a bulk check gives them. */
export const VISIBLE_CHECK = {
  ...VISIBLE_VERDICT,
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

export const EDITED_CHECK = {
  ...VISIBLE_VERDICT,
  review: {
    ...VISIBLE_CHECK.review,
    stars: 1,
    date: '2026-03-02',
    is_edited: true,
    edited_date: '2026-11-21',
    place_name: null,
    text_excerpt: '',
  },
};

export const REMOVED_CHECK = { ...REMOVED_VERDICT, review: null };

export const REFUSED_LINK = {
  review_url: FOREIGN_LINK,
  error: {
    code: 'invalid_request',
    message: refusalOf(() => classifyReviewLink(FOREIGN_LINK)),
  },
};
