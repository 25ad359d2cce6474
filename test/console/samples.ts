import type { Job } from '../../src/capabilities/jobs/published.js';
import type { PlaceAnswer } from '../../src/console/place/place-store.js';
import { PLACE_FIELDS } from '../../src/core/published/place-fields.js';
import type { CheckedReview } from '../../src/kit/lists/checked-links.js';
import type { ReviewRow } from '../../src/kit/lists/review-columns.js';
import { withUtc } from '../support/with-utc.js';

/** An invented place. `details` replaces values, by the names of `PLACE_FIELDS`. */
export function samplePlace(details: Partial<Record<keyof typeof PLACE_FIELDS, unknown>> = {}): PlaceAnswer {
  const cid = details.cid === null ? null : '4565666864068316694';
  const known = {
    name: 'Pierogarnia Pod Zmyśloną Różą',
    address: 'ul. Nieistniejąca 12, 31-999 Kraków',
    category: 'Restauracja',
    rating: 4.6,
    reviewCount: 8713,
    fiveStars: 6921,
    fourStars: 1039,
    threeStars: 398,
    twoStars: 143,
    oneStar: 212,
    ...details,
    cid,
  };
  const published = Object.entries(PLACE_FIELDS).map(([key, name]) => [
    name,
    known[key as keyof typeof known],
  ]);
  return {
    query: 'pierogarnia',
    place_id: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
    source: 'search_result',
    details: Object.fromEntries(published) as PlaceAnswer['details'],
    cid,
    maps_url: 'https://www.google.com/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8',
    maps_cid_url: cid === null ? null : `https://www.google.com/maps?cid=${cid}`,
  };
}

/** Noon UTC of a day of an invented past, in seconds. */
const FIRST_DAY = Date.UTC(2024, 0, 15, 12) / 1000;

/** An invented review; `number` makes it differ from others: a day later, with other stars. */
export function sampleReview(number: number, changes: Partial<ReviewRow> = {}): ReviewRow {
  return {
    review_id: `review-${number}`,
    stars: (number % 5) + 1,
    review_text: `Opinia numer ${number}`,
    date_text: 'jakiś czas temu',
    date_unix: FIRST_DAY + number * 86_400,
    review_language: 'pl',
    review_url: `https://www.google.com/maps/reviews/${number}`,
    report_url: `https://www.google.com/local/content/rap/report?postId=${number}`,
    author_name: `Zmyślona Osoba ${number}`,
    author_id: String(number),
    author_profile_url: `https://www.google.com/maps/contrib/${number}`,
    author_avatar_url: null,
    author_total_reviews: 40,
    author_total_photos: 0,
    author_is_local_guide: false,
    author_local_guide_level: null,
    author_badge_text: null,
    photos_count: 0,
    photos: [],
    has_owner_response: false,
    likes_count: 0,
    ...changes,
  };
}

/** The last line of a list of reviews. */
export function sampleSummary(read: number, changes: object = {}): object {
  return {
    type: 'summary',
    place_id: 'ChIJOsH9cGTSrkcRy7zh90zxudA',
    reviews_count: read,
    reviews_read: read,
    total_reviews: read,
    pages_fetched: 1,
    complete: true,
    stop_reason: 'end',
    ...changes,
  };
}

/** The notice of the map provider on a place in Germany. */
export const SAMPLE_NOTICE = {
  kind: 'reviews_removed_defamation',
  text: '21 bis 50 <b>Bewertungen</b> aufgrund von Beschwerden wegen Diffamierung entfernt.',
  min: 21,
  max: 50,
  seen_at: '2026-11-22 14:03:11',
  seen_at_utc: '2026-11-22T13:03:11Z',
} as const;

/** One verdict of a bulk check. */
export function sampleVerdict(index: number, url: string, reason = 'visible'): object {
  return {
    type: 'result',
    index,
    review_url: url,
    is_visible: reason === 'visible',
    visibility_reason: reason,
    checked_at: '2026-11-21 03:12:45',
    checked_at_utc: '2026-11-21T02:12:45Z',
    review: null,
  };
}

/** The data that a bulk check reads about an invented visible review. */
export const sampleCheckedReview = (name: string, changes: Partial<CheckedReview> = {}): CheckedReview => ({
  author_name: `Zmyślona Osoba ${name}`,
  stars: 5,
  date: '2026-03-01',
  is_edited: false,
  edited_date: null,
  place_name: 'Pierogarnia Pod Zmyśloną Różą',
  place_id: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  text_excerpt: `Pierogi ${name}`,
  ...changes,
});

/** The link of an invented review. */
export const link = (name: string | number) => `https://maps.app.goo.gl/Rev${name}`;

/** A link of a bulk check without a verdict. */
export function sampleFailure(index: number, url: string, code = 'provider_unavailable'): object {
  return {
    type: 'error',
    index,
    review_url: url,
    error: { code, message: 'In English.', reason: 'other', values: {} },
  };
}

export const JOB_ID = '5f0c6e2a9b7d4c1e8a3f2b60';

/** A running job of review links. */
export function sampleJob(changes: Partial<Job> = {}): Job {
  return withUtc({
    id: JOB_ID,
    type: 'review-visibility',
    parameters: {},
    columns: null,
    state: 'running',
    created_at: '2026-09-14 08:00:00',
    begun_at: '2026-09-14 08:00:01',
    ended_at: null,
    expires_at: null,
    total: 20_000,
    done: 5_120,
    ...{ visible: 4_870, not_visible: 231, unclear: 0, without_link: 0, failed: 19 },
    failures: { invalid_request: 19 },
    retrying: 0,
    next_attempt_at: null,
    links_per_minute: 118.4,
    estimated_end_at: '2026-09-14 10:48:55',
    ...changes,
  });
}

/** A result of a job of places. */
export function samplePlaceRow(position: number): object {
  const place = { ...samplePlace(), ...withUtc({ checked_at: '2026-09-14 08:30:00' }) };
  return { type: 'result', position, index: position - 1, line: null, ...place };
}
