import { PLACE_ID } from '../../core/api/examples/place-examples.js';
import { REMOVED_LINK } from '../../core/api/examples/review-examples.js';
import { inBothZones } from '../../core/published/times.js';
import type {
  AuthorData,
  ChannelData,
  EventData,
  ForgottenData,
  LedgerData,
  TestData,
  WatchData,
} from './published.js';

export const WATCH_ID = 'w_Jq1cXo0uS2mYV9dTz4hNfA';
const CHECK_ID = 'c_0PZ7yb2mQ1iXk9VtRrW3lA';
const REVIEW_ID = 'ChdDSUhNMG9nS0VJQ0FnSURFblBERzN3RRAB';

/** A time of the examples, two hours ahead of UTC. */
function at<Name extends string>(name: Name, local: string) {
  return inBothZones(name, Date.parse(`${local.replace(' ', 'T')}+02:00`), () => local);
}
function noTime<Name extends string>(name: Name) {
  return inBothZones(name, null, String);
}

export const NEW_WATCH: WatchData = {
  ...{ id: WATCH_ID, kind: 'place', subject: PLACE_ID, label: 'Kraków', note: null },
  ...{ client: 'Hotel Zmyślony', interval_hours: 24, evidence: 'on_loss' },
  ...{ state: 'new' },
  ...at('created_at', '2026-09-14 08:00:00'),
  ...noTime('checked_at'),
  ...noTime('proven_at'),
  ...at('next_check_at', '2026-09-14 08:00:00'),
  ...{ trouble: null, place_name: null, author: null },
  ...noTime('gone_at'),
  ...{ figures: null, coverage: null, counts: null },
  ...noTime('last_event_at'),
};

export const WATCH: WatchData = {
  ...NEW_WATCH,
  state: 'watching',
  ...at('checked_at', '2026-09-16 08:03:10'),
  ...at('proven_at', '2026-09-16 08:03:10'),
  ...at('next_check_at', '2026-09-17 08:05:41'),
  place_name: 'Pierogarnia Testowa',
  figures: { rating: 4.6, review_count: 212, ...at('at', '2026-09-16 08:03:10') },
  coverage: { read: 211, unread: 0, total: 212, complete: false, ...at('at', '2026-09-16 08:03:10') },
  counts: {
    ...{ visible: 211, not_visible: 1, not_seen_lately: 0, unconfirmed: 0 },
    ...noTime('oldest_sighting_at'),
    ...at('at', '2026-09-16 08:03:10'),
  },
  ...at('last_event_at', '2026-09-16 08:03:10'),
};

export const EVENT: EventData = {
  ...{ seq: 17, id: 'e_b8Gd2Lk0oXq4Yw1uZc6n9Q', type: 'review.not_visible' },
  ...at('at', '2026-09-16 08:03:10'),
  ...{ watch_id: WATCH_ID, label: 'Kraków', client: 'Hotel Zmyślony' },
  ...{ place_name: 'Pierogarnia Testowa', review_id: REVIEW_ID, review_url: REMOVED_LINK },
  ...{ author: 'Anna Przykładowa', stars: 2, text: 'Długo czekaliśmy.' },
  ...at('published_at', '2026-09-06 17:20:44'),
  ...noTime('edited_at'),
  before: { stars: 2, text: 'Długo czekaliśmy.' },
  after: { visibility_reason: 'no_rating_section' },
  check_id: CHECK_ID,
  evidence: true,
  ...at('last_seen_at', '2026-09-15 08:04:02'),
  ...at('first_missed_at', '2026-09-16 08:03:10'),
  same_author_review_id: null,
  ...noTime('done_at'),
  done_by: null,
};

export const LEDGER: LedgerData = {
  reviews: [
    {
      ...{ review_id: REVIEW_ID, review_url: REMOVED_LINK, status: 'not_visible' },
      ...{ visibility_reason: 'no_rating_section' },
      ...at('status_at', '2026-09-16 08:03:10'),
      ...at('first_seen_at', '2026-09-14 08:02:31'),
      ...at('last_seen_at', '2026-09-15 08:04:02'),
      ...at('first_missed_at', '2026-09-16 08:03:10'),
      ...at('last_proof_at', '2026-09-16 08:03:10'),
      versions: [
        {
          ...{ number: 1, stars: 2, text: 'Długo czekaliśmy.', photo_count: 0, reply: null },
          ...{ reply_read: true, author: 'Anna Przykładowa', date: 'tydzień temu' },
          ...at('published_at', '2026-09-06 17:20:44'),
          ...noTime('edited_at'),
          ...at('first_seen_at', '2026-09-14 08:02:31'),
          ...at('last_seen_at', '2026-09-15 08:04:02'),
        },
      ],
    },
  ],
  total: 212,
  next: 'WzAsMTc4OTUzODU5MCwiQ2gi',
};

export const CHANNEL: ChannelData = {
  ...{ id: 'ch_9sUo2VfY6c1Qx0kLmN3b7A', kind: 'webhook' },
  ...{ target: 'https://hooks.example.com/place-lookup', pace: 'at_once', lang: 'pl', types: null },
  ...{ max_stars: null, clients: null },
  ...at('created_at', '2026-09-14 08:00:00'),
  ...noTime('ended_at'),
  ended_because: null,
  ...{ waiting: 0, last_error: null },
  ...noTime('last_error_at'),
};

export const CHANNEL_TEST: TestData = { ...at('at', '2026-09-16 08:03:12'), status: 204, error: null };

export const AUTHOR_LINK = 'https://www.google.com/maps/contrib/110483770106878901976';

export const FORGOTTEN: ForgottenData = { reviews: 2, events: 3, packs: 1, watches: [] };

const AUTHOR_REVIEW = LEDGER.reviews[0] as (typeof LEDGER.reviews)[number];
const { id, type, before, after } = EVENT;
const ofReview = { watch_id: WATCH.id, label: WATCH.label, review_id: REVIEW_ID };

export const AUTHOR_DATA: AuthorData = {
  author_id: '110483770106878901976',
  ...noTime('forgotten_at'),
  reviews: [{ ...AUTHOR_REVIEW, ...ofReview }],
  events: [{ id, type, ...at('at', EVENT.at), before, after, ...ofReview, evidence: `${id}.zip` }],
  watches: [
    { watch_id: 'w_8sHkT2nVb5eXqYcRz0LmPw', label: null, subject: `${AUTHOR_LINK}/place/${PLACE_ID}` },
  ],
};
