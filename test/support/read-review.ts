import type { Review } from '../../src/core/reviews/review.js';

/** An invented review as its record gives it: published in August 2026, never edited. */
export const READ_REVIEW: Review = {
  id: 'Ci9DQUlRQUNvZENodHljRjlv',
  placeCid: '15964172340434031299',
  isPartner: false,
  stars: 2,
  text: 'Zimny żurek.',
  cut: null,
  dateText: '3 miesiące temu',
  publishedAt: Date.UTC(2026, 7, 17, 10) / 1000,
  editedAt: null,
  isEdited: false,
  language: 'pl',
  url: null,
  reportUrl: null,
  author: {
    name: 'Zdzisława Nibylska',
    id: '110483770106878901976',
    profileUrl: null,
    avatarUrl: null,
    totalReviews: 5,
    totalPhotos: 0,
    isLocalGuide: false,
    localGuideLevel: null,
    badgeText: null,
  },
  photoCount: 0,
  photos: [],
  ownerReply: null,
  hasNoReply: true,
  likes: 0,
};
