import { datedNotices } from '../../../src/core/places/extractors/extract-notices.js';
import { createKnownNotices } from '../../../src/core/places/known-notices.js';
import type { Notice } from '../../../src/core/places/place.js';
import { expect, test } from '../../support/test.js';

const HOUR_MS = 3_600_000;
const notice = (kind: Notice['kind'], text: string): Notice => ({ kind, text, min: null, max: null });
const REMOVED = notice('reviews_removed_defamation', '21 to 50');
const PAUSED = notice('reviews_paused', 'off');

/** The memory with a clock that tests move. */
function atTime() {
  const clock = { at: Date.UTC(2026, 10, 22) };
  const known = createKnownNotices(() => clock.at);
  const show = (cid: string | null, ...notices: readonly Notice[]) =>
    known.note(cid, datedNotices(notices, clock.at));
  return { clock, known, show };
}

test('a page without notices takes nothing back, a later one replaces the same kind', () => {
  const { clock, known, show } = atTime();
  const first = clock.at;
  show('1', REMOVED, PAUSED);
  clock.at += HOUR_MS;
  show('1');
  const more = { ...REMOVED, text: '51 to 100' };
  show('1', more);
  expect(known.of('1')).toEqual([
    { ...more, seenAt: clock.at },
    { ...PAUSED, seenAt: first },
  ]);
});

test('a notice is forgotten 24 hours after it was seen, each by itself', () => {
  const { clock, known, show } = atTime();
  show('1', REMOVED);
  clock.at += 23 * HOUR_MS;
  show('1', PAUSED);
  clock.at += HOUR_MS;
  expect(known.of('1').map(({ kind }) => kind)).toEqual(['reviews_paused']);
});

test('a place without a CID is not remembered, and the number of places is bounded', () => {
  const { known, show } = atTime();
  show(null, REMOVED);
  for (let cid = 0; cid < 2_001; cid += 1) show(String(cid), REMOVED);
  expect(known.of('0')).toEqual([]);
  expect(known.of('1')).toHaveLength(1);
});
