import { type Review, statusReason, voiceOf } from '../../../src/capabilities/reports/record-words.js';
import { eventChanges, eventLines } from '../../../src/capabilities/watch/event-texts.js';
import { EVENT } from '../../../src/capabilities/watch/examples.js';
import { expect, test } from '../../support/test.js';

const text = (end: string) => ({ text: `${'A'.repeat(2_500)}${end}` });
const EDITED = { ...EVENT, type: 'review.edited' as const, before: text('zimno'), after: text('ciepło') };

test('the lines of an event show both sides of an edit behind the limit', () => {
  const lines = eventLines('en', EDITED).join('\n');
  expect(lines).toMatch(
    /Text: \[characters left out: \d+\]… A+ciepło \(before: \[characters left out: \d+\]… A+zimno\)/,
  );
  const [change] = eventChanges('pl', { before: text(''), after: null });
  expect(change?.before).toMatch(/^A{2000}… \[pominięto znaków: 500\]$/);
});

test('an empty text is said in words', () => {
  const [change] = eventChanges('en', { before: { text: '' }, after: { text: 'Zimno' } });
  expect(change).toMatchObject({ before: '(no text)', after: 'Zimno' });
});

test('a review that its link had shown was lost, so that the link is not incomplete', () => {
  const after = { visibility_reason: 'no_business_data' } as const;
  const [change] = eventChanges('pl', { before: null, after });
  expect(change?.after).toBe('strona otwiera się bez danych miejsca');
});

test('the record of a review that was never seen says that its link may be incomplete', () => {
  const review = { status: 'not_visible', visibility_reason: 'no_business_data' } as const;
  const said = (first_seen_at: string | null) =>
    statusReason({ ...review, first_seen_at } as Review, voiceOf('en', true));
  expect(said(null)).toContain('may be incomplete');
  expect(said('2026-01-01T00:00:00Z')).not.toContain('may be incomplete');
});
