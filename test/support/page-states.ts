import type {
  RawPageState,
  RawPanel,
  RawReviewCard,
  RawReviewPart,
  RawReviewView,
} from '../../src/core/provider/raw-state.js';

// Raw states of pages that show nothing. Tests add the parts that they are about.

export const EMPTY_PANEL: RawPanel = {
  name: '',
  category: null,
  addressLabel: null,
  rating: null,
  reviewCountLabel: null,
  histogramLabels: [],
  saysNoReviews: false,
  reviewsTab: -1,
};

export const EMPTY_STATE: RawPageState = {
  panel: null,
  cards: null,
  review: null,
  reviewIds: [],
  notices: [],
  limitedView: false,
  errorMessage: false,
  saysNotFound: false,
  blockPage: false,
  consent: false,
};

/** A part of a review's page without a review. */
export const EMPTY_PART: RawReviewPart = {
  id: null,
  authorIds: [],
  hasSection: false,
  stars: null,
  starLabels: [],
  author: null,
  text: null,
};

/** The page of a review without a card and without a review. */
export const EMPTY_REVIEW_VIEW: RawReviewView = {
  hasCard: false,
  placeHref: null,
  cardHeading: null,
  cards: [],
  loose: EMPTY_PART,
  saysGone: false,
  mentionsReview: false,
};

/** A review card with its author, four stars and nothing else. */
export const REVIEW_CARD: RawReviewCard = {
  id: 'Ci9DQUlRMade',
  author: 'Halina Wymyślona',
  profileUrl: null,
  avatarUrl: null,
  authorLine: null,
  starsLabel: '4 gwiazdki',
  score: null,
  dateText: null,
  text: null,
  cutOff: false,
  photos: [],
  reply: null,
  likes: null,
};
