import { createListSummary } from '../../../src/capabilities/jobs/list-summary.js';
import { verdictKind } from '../../../src/core/texts/outcomes.js';
import type { VerdictRow } from '../../../src/kit/lists/checked-links.js';
import { expect, test } from '../../support/test.js';
import { withUtc } from '../../support/with-utc.js';

const verdict = (reason: string, checked_at: string, checked_at_utc: string) =>
  ({
    ...{ type: 'result', index: 0, review_url: 'https://maps.app.goo.gl/A', review: null },
    ...{ is_visible: reason === 'visible', visibility_reason: reason, checked_at, checked_at_utc },
  }) as VerdictRow;
const failed: VerdictRow = {
  ...{ type: 'error', index: 0, review_url: 'https://example.com/' },
  error: { code: 'invalid_request', message: 'No link to a review.' },
};

/** The cells of the sheet by their headings. */
const cellsOf = ({ sheet }: ReturnType<typeof createListSummary>, inFile: number | null = null) =>
  Object.fromEntries(sheet('en', inFile).columns.map(({ header, value }) => [header, value(null)]));

test('the counts say of how many links they are, and when the links were checked', () => {
  const summary = createListSummary('review-visibility');
  // The same hour comes twice on this day.
  for (const row of [
    verdict('visible', '2026-10-25 02:10:00', '2026-10-25T01:10:00Z'),
    verdict('no_rating', '2026-10-25 02:50:00', '2026-10-25T00:50:00Z'),
    verdict('no_business_data', '2026-10-25 02:20:00', '2026-10-25T01:20:00Z'),
    failed,
  ])
    summary.note(row.type === 'error' ? 'failed' : verdictKind(row), row);
  summary.note('waiting', {});
  summary.note('none', {});
  expect(cellsOf(summary)).toEqual({
    'What was checked': expect.stringContaining('signed-out visitor'),
    ...{ Links: 5, 'With a result': 3, 'No result': 1, 'Not checked': 1, 'Without a link': 1 },
    ...{ Visible: 1, 'Not visible': 1, 'Check link': 1 },
    ...{ 'First checked': '2026-10-25 02:50:00', 'Last checked': '2026-10-25 02:20:00' },
  });
  expect(cellsOf(summary, 2)).toMatchObject({ Links: 5, 'Rows in this file': 2 });
});

test('without a result, no count of verdicts is known, and none is 0', () => {
  const summary = createListSummary('review-visibility');
  summary.note('waiting', {});
  summary.note('failed', {});
  expect(cellsOf(summary)).toMatchObject({
    ...{ Links: 2, 'With a result': 0, 'No result': 1, 'Not checked': 1 },
    ...{ Visible: '–', 'Not visible': '–', 'Check link': '–', 'First checked': '–', 'Last checked': '–' },
  });
});

test('lists of reviews say how many reviews were read, and of how many', () => {
  const summary = createListSummary('place-reviews');
  const checked = withUtc({ checked_at: '2026-11-21 08:00:00' });
  const list = {
    reviews_count: 10,
    reviews_read: 10,
    complete: false,
    stop_reason: 'provider_limit',
  } as const;
  summary.note('read', checked, { ...list, total_reviews: 300 });
  summary.note('read', checked, { ...list, total_reviews: 10, complete: true, stop_reason: 'end' });
  const counts = { 'Complete lists': 1, 'Reviews read': 20, 'Review count of Google Maps': 310 };
  expect(cellsOf(summary)).toMatchObject({ Links: 2, 'With a result': 2, ...counts });
  summary.note('read', checked, { ...list, total_reviews: null });
  expect(cellsOf(summary)).toMatchObject({ 'Reviews read': 30, 'Review count of Google Maps': '–' });
});
