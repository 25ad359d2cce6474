import { EVENT, LEDGER, WATCH } from '../watch/examples.js';
import { clientRecord } from './client-record.js';
import { type WatchExportData, watchExportData } from './published.js';

const [review] = LEDGER.reviews;
const { id, type, at, at_utc, before, after, check_id, last_seen_at, first_missed_at } = EVENT;
const { last_seen_at_utc, first_missed_at_utc } = EVENT;

const { kind, client, label, place_name, subject } = WATCH;
const MADE = { made_at: '2026-10-01 09:00:00', made_at_utc: '2026-10-01T07:00:00Z' };

const DAY = { read: 211, visible: 211, not_visible: 1, unknown: 0 };

export const WATCH_EXPORT: WatchExportData = {
  watch: { id: WATCH.id, kind, client, label, place_name, address: 'ul. Zmyślona 1, 30-001 Kraków', subject },
  operator: null,
  ...{ from: '2026-09-01', to: '2026-09-30', ...MADE },
  time_zone: 'Europe/Warsaw',
  authors: 'pseudonyms',
  checks: 30,
  checks_without_result: 1,
  ...{ proven_at: '2026-09-30 08:03:55', proven_at_utc: '2026-09-30T06:03:55Z' },
  ...{ gone_at: null, gone_at_utc: null, latest: null },
  cover: {
    ...{ compared_from: '2026-09-14 08:02:31', compared_from_utc: '2026-09-14T06:02:31Z' },
    ...{ is_known: false, longest_gap_hours: 48.1, deletions: [] },
    ...{ lists: 16, whole_lists: 16, place_pages: 16, part: null, pending: 0 },
    ...{ began_at: '2026-09-14 08:00:00', began_at_utc: '2026-09-14T06:00:00Z' },
    ...{ first_result_at: '2026-09-14 08:02:31', first_result_at_utc: '2026-09-14T06:02:31Z' },
    ...{ last_result_at: '2026-09-30 08:03:55', last_result_at_utc: '2026-09-30T06:03:55Z' },
  },
  course: [{ ...DAY, day: '2026-09-16', rating: 4.6, review_count: 212 }],
  reviews: [
    watchExportData.shape.reviews.element.parse({
      ...{ ...review, number: 1, author: 'Autor 1', review_id: null, review_url: null },
      versions: review?.versions.map((version) => ({ ...version, author: null })),
    }),
  ],
  events: [
    {
      ...{ id, type, at, at_utc, before, after, check_id, evidence: true, review: 1 },
      ...{ last_seen_at, last_seen_at_utc, first_missed_at, first_missed_at_utc, same_author_visible: false },
    },
  ],
};

export const CLIENT_EXPORT = clientRecord('Hotel Zmyślony', [WATCH_EXPORT]);
