import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createFieldDrift, type FieldPresence } from '../../../src/core/provider/field-drift.js';
import { expect, test } from '../../support/test.js';

/** Notes answers with or without the field; returns the number of the first answer that changed the state, or null. */
function firstChange(drift: ReturnType<typeof followed>, answers: readonly boolean[]): number | null {
  for (const [index, present] of answers.entries()) {
    const before = drift.changes.length;
    drift.note(present);
    if (drift.changes.length > before) return index + 1;
  }
  return null;
}

function followed(source: 'payload' | 'form' = 'payload') {
  const changes: FieldPresence[] = [];
  const drift = createFieldDrift((presence) => changes.push(presence));
  const note = (present: boolean) => drift.note(source, { reviewCount: present });
  return { ...drift, changes, note };
}

const times = (count: number, present: boolean) => Array.from({ length: count }, () => present);
/** Answers of which a share has the field, drawn from numbers of 0 to 99. */
const drawn = (percent: number, draws: readonly number[]) => draws.map((draw) => draw < percent);
const draws = (count: number) =>
  fc.noBias(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: count, maxLength: count }));

test('reports a field of every answer after 21 answers without it', () => {
  for (const before of [50, 200, 1_000]) {
    const drift = followed();
    expect(firstChange(drift, times(before, true))).toBeNull();
    expect(firstChange(drift, times(50, false)), `${before}`).toBe(21);
    expect(drift.drifting()).toEqual(['payload.reviewCount']);
    const [presence] = drift.snapshot();
    expect(presence).toMatchObject({ field: 'reviewCount', source: 'payload', usual: 1, drifting: true });
  }
});

test('reports a field that half of the places have within 50 answers', () => {
  fc.assert(
    fc.property(draws(160), (numbers) => {
      const drift = followed();
      const usual = drawn(60, numbers);
      if (firstChange(drift, usual) !== null) return;
      const seenLately = usual.slice(0, -40).filter(Boolean).length;
      // Draws may leave too little of the field to miss it.
      fc.pre(seenLately >= 60);
      const at = firstChange(drift, times(50, false));
      assert.ok(at !== null && at <= 50);
    }),
    { numRuns: 100 },
  );
});

test('does not report a field that a few places lack', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(12), fc.array(fc.nat(399), { maxLength: 15 }), (start, length, odd) => {
      const drift = followed();
      const answers = times(400, true).map(
        (present, index) => present && !(index >= start && index < start + length) && !odd.includes(index),
      );
      // Fifteen strays could stand beside the row.
      const lacking = (from: number) => answers.slice(from, from + 40).filter((present) => !present).length;
      fc.pre(answers.every((_, index) => lacking(index) <= 20));
      assert.equal(firstChange(drift, answers), null);
    }),
    { numRuns: 100 },
  );
});

test('reports a field that comes and goes by chance at most once in 100,000 answers', () => {
  let reports = 0;
  fc.assert(
    fc.property(fc.constantFrom(20, 40, 60, 80, 95), draws(1_000), (percent, numbers) => {
      const drift = followed();
      if (firstChange(drift, drawn(percent, numbers)) !== null) reports += 1;
    }),
    { numRuns: 100, seed: 20_261_122 },
  );
  expect(reports, 'in 100,000 answers').toBeLessThanOrEqual(1);
});

test('a field that was never there does not drift', () => {
  const drift = followed();
  expect(firstChange(drift, times(500, false))).toBeNull();
});

test('a drift ends within 20 answers with the field, and its answers start no other drift', () => {
  const drift = followed();
  firstChange(drift, times(100, true));
  expect(firstChange(drift, times(100, false))).toBe(21);
  expect(firstChange(drift, times(100, false))).toBeNull();
  expect(firstChange(drift, times(20, true))).toBe(15);
  expect(drift.drifting()).toEqual([]);
  expect(firstChange(drift, times(400, true))).toBeNull();
  expect(firstChange(drift, times(50, false))).toBe(21);
});

test('the usual presence does not learn from a drift', () => {
  const drift = followed();
  firstChange(drift, times(100, true));
  firstChange(drift, times(1_000, false));
  expect(drift.snapshot()[0]).toMatchObject({ usual: 1, drifting: true });
});

test('reports an unknown shape after six of ten answers, also in a new process', () => {
  const drift = followed('form');
  expect(firstChange(drift, times(10, false))).toBe(6);
  expect(firstChange(drift, times(10, true))).toBeLessThanOrEqual(5);
  expect(firstChange(drift, [false, false, true, false, true, true, false])).toBeNull();
});

test('tracks each source separately and keeps 200 answers of each field', () => {
  const drift = createFieldDrift();
  for (let index = 0; index < 100; index += 1) drift.note('payload', { rating: true });
  for (let index = 0; index < 100; index += 1) drift.note('panel', { rating: true });
  for (let index = 0; index < 30; index += 1) drift.note('payload', { rating: false });
  expect(drift.drifting()).toEqual(['payload.rating']);
  for (let index = 0; index < 500; index += 1) drift.note('panel', { rating: true });
  expect(drift.snapshot().map(({ total }) => total)).toEqual([121, 200]);
});
