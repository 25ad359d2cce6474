import { eventLines, eventTitle, lossText } from '../../../src/capabilities/watch/event-texts.js';
import { expect, test } from '../../support/test.js';
import { inventedEvent } from '../../support/watch-rows.js';

const LOSS = { last_seen_at: '2026-09-10 08:00:00', first_missed_at: '2026-09-13 08:00:00' };

test('a loss is dated by what is known: between the last sighting and the first check that missed it', () => {
  const event = inventedEvent({ ...LOSS, same_author_review_id: 'r_2' });
  const between = 'Przestała być widoczna między 2026-09-10 08:00:00 a 2026-09-13 08:00:00';
  expect(eventLines('pl', event)).toContain(between);
  expect(eventLines('pl', event).join('\n')).toContain('Być może zastąpiła tę opinię.');
  expect(lossText('en', event, (at) => at.slice(0, 10))).toBe(
    'It stopped being shown between 2026-09-10 and 2026-09-13',
  );
  expect(lossText('pl', inventedEvent())).toBeNull();
  const alone = eventLines('en', inventedEvent(LOSS)).join('\n');
  expect(alone).not.toContain('replaced');
});

test('a review that is missing without a verdict is not called "not shown"', () => {
  const lines = eventLines('en', inventedEvent({ ...LOSS, type: 'review.missing', after: null })).join('\n');
  expect(lines).toContain('Last seen: 2026-09-10 08:00:00. Not in the list since: 2026-09-13 08:00:00');
  expect(lines).toContain('does not prove that the review is not shown');
  expect(lines).not.toContain('stopped being shown');
});

test('the title of another rating or count names what is different', () => {
  const titleOf = (after: object) =>
    eventTitle('pl', inventedEvent({ type: 'place.rating_changed', label: 'Hotel', before: null, after }));
  expect(titleOf({ rating: 4.4 })).toBe('Średnia ocen jest inna: Hotel');
  expect(titleOf({ review_count: 3 })).toBe('Liczba opinii jest inna: Hotel');
  expect(titleOf({ rating: 4.4, review_count: 3 })).toBe('Średnia lub liczba opinii jest inna: Hotel');
});
