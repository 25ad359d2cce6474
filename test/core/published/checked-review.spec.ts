import { createJobRunner } from '../../../src/capabilities/jobs/job-runner.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import {
  presentReviewDetails,
  presentSummary,
  presentVisibility,
} from '../../../src/core/api/presenters/present-review.js';
import type { Inspection } from '../../../src/core/reviews/inspect-review.js';
import type { Review } from '../../../src/core/reviews/review.js';
import type { Scope } from '../../../src/core/runtime/scope.js';
import { presentCheck, presentWholeCheck } from '../../../src/kit/lists/present-check.js';
import { READY_SERVICES } from '../../support/http-only.js';
import { READ_REVIEW } from '../../support/read-review.js';
import { expect, test } from '../../support/test.js';

const MOMENT = { at: Date.UTC(2026, 10, 22, 12), localTime: createLocalTime('Europe/Warsaw') };
const FEATURE = '0x47bcfa3e7eb7d7d0:0xdd8c450359e84ac3';

const seen = (review: Partial<Review>, rest: Partial<Inspection> = {}): Inspection => ({
  reason: 'visible',
  review: { ...READ_REVIEW, ...review },
  shown: null,
  placeName: 'Żurkownia „Zażółć”',
  featureId: FEATURE,
  notices: [],
  controls: [],
  ...rest,
});
const reviewOf = (inspection: Inspection) => presentCheck('link', inspection, MOMENT).review;

test('a visible review has author, stars, dates, place and the beginning of its text', () => {
  expect(presentCheck('link', seen({}), MOMENT)).toEqual({
    review_url: 'link',
    is_visible: true,
    visibility_reason: 'visible',
    checked_at: '2026-11-22 13:00:00',
    checked_at_utc: '2026-11-22T12:00:00Z',
    review: {
      author_name: 'Zdzisława Nibylska',
      stars: 2,
      date: '2026-08-17',
      is_edited: false,
      edited_date: null,
      place_name: 'Żurkownia „Zażółć”',
      place_id: 'ChIJ0Ne3fj76vEcRw0roWQNFjN0',
      text_excerpt: 'Zimny żurek.',
    },
  });
});

const NOTICED = seen(
  {},
  {
    ...{ reason: 'no_rating_section', review: null, placeName: null, featureId: null },
    notices: [{ kind: 'reviews_withheld', text: 'Ukryte.', min: null, max: null, seenAt: MOMENT.at - 1_000 }],
  },
);

test('single, bulk and job answers have the notices of the place and the time of the verdict', async () => {
  const notice = { kind: 'reviews_withheld', text: 'Ukryte.', min: null, max: null };
  const notices = [{ ...notice, seen_at: '2026-11-22 12:59:59', seen_at_utc: '2026-11-22T11:59:59Z' }];
  const verdict = { is_visible: false, visibility_reason: 'no_rating_section' };
  const local = { checked_at: '2026-11-22 13:00:00' };
  const utc = { checked_at_utc: '2026-11-22T12:00:00Z' };
  expect(presentVisibility('link', NOTICED, MOMENT)).toEqual({
    ...{ review_url: 'link', ...verdict, ...local, notices },
  });
  expect(presentReviewDetails('link', NOTICED, MOMENT)).toMatchObject({
    ...{ review_details: verdict, extracted_at: '2026-11-22 13:00:00', notices },
  });
  expect(presentWholeCheck('link', NOTICED, MOMENT)).toMatchObject({ ...verdict, ...local, ...utc, notices });
  const { finder, reviews, inspector } = READY_SERVICES;
  let reason = NOTICED.reason;
  const run = createJobRunner({
    ...{ finder, reviews, localTime: MOMENT.localTime },
    inspector: { ...inspector, visibility: async () => ({ ...NOTICED, reason }) },
  });
  const task = { type: 'review-visibility', parameters: {}, input: 'link' } as const;
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(await run(task, {} as Scope)).toMatchObject({
    ...{ outcome: 'not_visible', data: { ...verdict, checked_at_utc: time, notices } },
  });
  // Such a link proves nothing about its review.
  reason = 'no_business_data';
  expect(await run(task, {} as Scope)).toMatchObject({ outcome: 'unclear' });
});

test('the summary of a list has the notices of the place', () => {
  const read = {
    ...{ placeId: 'ChIJ', returned: 0, read: 0, total: null, unread: 0 },
    pagesFetched: 0,
    complete: false,
  };
  const summary = presentSummary(
    { ...read, stopReason: 'withheld', notices: NOTICED.notices },
    MOMENT.localTime,
  );
  expect(summary).toMatchObject({
    ...{ stop_reason: 'withheld', notices: [{ text: 'Ukryte.', seen_at: '2026-11-22 12:59:59' }] },
  });
});

test('an edited review has the day of the last change', () => {
  const edited = seen({ editedAt: Date.UTC(2026, 10, 20, 23, 30) / 1000, isEdited: true });
  expect(reviewOf(edited)).toMatchObject({ date: '2026-08-17', is_edited: true, edited_date: '2026-11-21' });
});

test('the text ends after 200 characters, and never splits a character', () => {
  const text = '😀'.repeat(250);
  expect(reviewOf(seen({ text }))?.text_excerpt).toBe('😀'.repeat(200));
  expect(reviewOf(seen({ text: '' }))?.text_excerpt).toBe('');
});

test('a bulk check has the whole text, or null when the provider gave only its beginning', () => {
  const wholeOf = (inspection: Inspection) =>
    presentWholeCheck('link', inspection, MOMENT).review?.review_text;
  const text = 'Zimny żurek. '.repeat(50);
  expect(wholeOf(seen({ text }))).toBe(text);
  expect(wholeOf(seen({ text: '' }))).toBe('');
  const cut = { sent: `${text}…`, start: text };
  expect(presentWholeCheck('link', seen({ text: null, cut }), MOMENT).review).toMatchObject({
    text_excerpt: text.slice(0, 200),
    review_text: null,
  });
  const shown = { author: 'Zdzisława Nibylska', text, stars: 2 };
  expect(wholeOf(seen({}, { review: null, shown }))).toBe(text);
});

test('values that were not read are null', () => {
  const bare = seen(
    {
      publishedAt: null,
      isEdited: null,
      stars: null,
      text: null,
      author: { ...READ_REVIEW.author, name: null },
    },
    { placeName: null, featureId: null },
  );
  expect(Object.values(reviewOf(bare) ?? { none: 1 }).every((value) => value === null)).toBe(true);
  expect(reviewOf(seen({ isEdited: null }))).toMatchObject({ is_edited: null, edited_date: null });
});

test('a review without its record has the values of its card', () => {
  const shown = { author: 'Zdzisława Nibylska', text: 'Zimny żurek.', stars: 2 };
  expect(reviewOf(seen({}, { review: null, shown }))).toMatchObject({
    author_name: 'Zdzisława Nibylska',
    stars: 2,
    text_excerpt: 'Zimny żurek.',
    date: null,
    is_edited: null,
  });
});

test('a review that is not visible is null', () => {
  const gone = {
    ...seen({}, { reason: 'no_rating_section', review: null }),
    placeName: null,
    featureId: null,
  };
  expect(presentCheck('link', gone, MOMENT)).toMatchObject({ is_visible: false, review: null });
});
