import { PLACE_ID } from '../../core/api/examples/place-examples.js';
import { REMOVED_LINK } from '../../core/api/examples/review-examples.js';
import type {
  AuthorData,
  ChannelData,
  DeliveryData,
  EventData,
  ForecastData,
  ForgottenData,
  LedgerData,
  WatchData,
} from './published.js';

export const WATCH_ID = 'w_Jq1cXo0uS2mYV9dTz4hNfA';
const CHECK_ID = 'c_0PZ7yb2mQ1iXk9VtRrW3lA';
const REVIEW_ID = 'ChdDSUhNMG9nS0VJQ0FnSURFblBERzN3RRAB';

export const NEW_WATCH: WatchData = {
  id: WATCH_ID,
  kind: 'place',
  subject: PLACE_ID,
  label: 'Kraków',
  note: null,
  interval_hours: 24,
  evidence: 'on_loss',
  legal_hold: false,
  state: 'new',
  created_at: '2026-09-14 08:00:00',
  created_at_utc: '2026-09-14T06:00:00Z',
  checked_at: null,
  checked_at_utc: null,
  proven_at: null,
  proven_at_utc: null,
  next_check_at: '2026-09-14 08:00:00',
  next_check_at_utc: '2026-09-14T06:00:00Z',
  trouble: null,
  duplicate_of: null,
  place_name: null,
  rating: null,
  review_count: null,
  gone_at: null,
  gone_at_utc: null,
  coverage: null,
  visible: null,
  not_visible: null,
  not_seen_lately: null,
  oldest_sighting_at: null,
  oldest_sighting_at_utc: null,
  unconfirmed: null,
  last_event_at: null,
  last_event_at_utc: null,
};

export const WATCH: WatchData = {
  ...NEW_WATCH,
  state: 'watching',
  checked_at: '2026-09-16 08:03:10',
  checked_at_utc: '2026-09-16T06:03:10Z',
  proven_at: '2026-09-16 08:03:10',
  proven_at_utc: '2026-09-16T06:03:10Z',
  next_check_at: '2026-09-17 08:05:41',
  next_check_at_utc: '2026-09-17T06:05:41Z',
  place_name: 'Pierogarnia Testowa',
  rating: 4.6,
  review_count: 212,
  coverage: {
    read: 211,
    total: 212,
    complete: false,
    at: '2026-09-16 08:03:10',
    at_utc: '2026-09-16T06:03:10Z',
  },
  visible: 211,
  not_visible: 1,
  not_seen_lately: 0,
  unconfirmed: 0,
  last_event_at: '2026-09-16 08:03:10',
  last_event_at_utc: '2026-09-16T06:03:10Z',
};

export const EVENT: EventData = {
  seq: 17,
  id: 'e_b8Gd2Lk0oXq4Yw1uZc6n9Q',
  type: 'review.not_visible',
  at: '2026-09-16 08:03:10',
  at_utc: '2026-09-16T06:03:10Z',
  watch_id: WATCH_ID,
  label: 'Kraków',
  place_name: 'Pierogarnia Testowa',
  review_id: REVIEW_ID,
  review_url: REMOVED_LINK,
  author: 'Anna Przykładowa',
  before: { stars: 2, text: 'Długo czekaliśmy.' },
  after: { visibility_reason: 'no_rating_section' },
  check_id: CHECK_ID,
  evidence: true,
  last_seen_at: '2026-09-15 08:04:02',
  last_seen_at_utc: '2026-09-15T06:04:02Z',
  first_missed_at: '2026-09-16 08:03:10',
  first_missed_at_utc: '2026-09-16T06:03:10Z',
  same_author_review_id: null,
};

export const LEDGER: LedgerData = {
  reviews: [
    {
      review_id: REVIEW_ID,
      review_url: REMOVED_LINK,
      status: 'not_visible',
      visibility_reason: 'no_rating_section',
      status_at: '2026-09-16 08:03:10',
      status_at_utc: '2026-09-16T06:03:10Z',
      first_seen_at: '2026-09-14 08:02:31',
      first_seen_at_utc: '2026-09-14T06:02:31Z',
      last_seen_at: '2026-09-15 08:04:02',
      last_seen_at_utc: '2026-09-15T06:04:02Z',
      first_missed_at: '2026-09-16 08:03:10',
      first_missed_at_utc: '2026-09-16T06:03:10Z',
      last_proof_at: '2026-09-16 08:03:10',
      last_proof_at_utc: '2026-09-16T06:03:10Z',
      evidence: false,
      versions: [
        {
          number: 1,
          stars: 2,
          text: 'Długo czekaliśmy.',
          photo_count: 0,
          reply: null,
          author: 'Anna Przykładowa',
          date: 'tydzień temu',
          published_at: '2026-09-06 17:20:44',
          published_at_utc: '2026-09-06T15:20:44Z',
          first_seen_at: '2026-09-14 08:02:31',
          first_seen_at_utc: '2026-09-14T06:02:31Z',
          last_seen_at: '2026-09-15 08:04:02',
          last_seen_at_utc: '2026-09-15T06:04:02Z',
        },
      ],
    },
  ],
  total: 212,
  next: 'WzAsMTc4OTUzODU5MCwiQ2gi',
};

export const CHECK = {
  id: CHECK_ID,
  at: '2026-09-16 08:03:10',
  at_utc: '2026-09-16T06:03:10Z',
  loads: 6,
  trouble: null,
  complete: true,
  read: 211,
  review_count: 212,
  rating: 4.6,
  left_over: 0,
};

export const FORECAST: ForecastData = {
  watches: 421,
  loads_a_day: 3_909,
  loads_available_a_day: 172_800,
  share_percent: 2.3,
  limit_percent: 50,
};

export const CHANNEL: ChannelData = {
  id: 'ch_9sUo2VfY6c1Qx0kLmN3b7A',
  kind: 'webhook',
  target: 'https://hooks.example.com/place-lookup',
  pace: 'at_once',
  lang: 'pl',
  types: null,
  max_stars: null,
  clients: null,
  created_at: '2026-09-14 08:00:00',
  created_at_utc: '2026-09-14T06:00:00Z',
  ended_at: null,
  ended_at_utc: null,
  waiting: 0,
  held: null,
};

export const DELIVERY: DeliveryData = {
  id: 'd_h2Kc7Vn0sWq5Zb1xYt8u3g',
  event_id: EVENT.id,
  created_at: '2026-09-16 08:03:10',
  created_at_utc: '2026-09-16T06:03:10Z',
  state: 'delivered',
  next_attempt_at: null,
  next_attempt_at_utc: null,
  attempts: [{ at: '2026-09-16 08:03:12', at_utc: '2026-09-16T06:03:12Z', status: 204, error: null }],
};

export const AUTHOR_LINK = 'https://www.google.com/maps/contrib/110483770106878901976';

export const FORGOTTEN: ForgottenData = {
  reviews: 2,
  events: 3,
  packs: 1,
  job_reviews: 2,
  watches: [],
  held: [{ watch_id: WATCH.id, label: WATCH.label, reviews: 1 }],
};

const { evidence: _pack, ...AUTHOR_REVIEW } = LEDGER.reviews[0] as (typeof LEDGER.reviews)[number];
const { id, type, at, at_utc, before, after } = EVENT;
const ofReview = { watch_id: WATCH.id, label: WATCH.label, review_id: REVIEW_ID };

export const AUTHOR_DATA: AuthorData = {
  author_id: '110483770106878901976',
  forgotten_at: null,
  forgotten_at_utc: null,
  reviews: [{ ...AUTHOR_REVIEW, ...ofReview, evidence: null }],
  events: [{ id, type, at, at_utc, before, after, ...ofReview, evidence: `${id}.zip` }],
};
