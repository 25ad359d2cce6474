import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createFieldDrift, type FieldPresence } from '../../../src/provider/field-drift.js';
import { expect, test } from '../../support/test.js';

/** Notes answers whose field is there or not; the number of the first that changed the state, from 1; else null. */
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

for (const before of [50, 60, 100, 200, 1_000]) {
  test(`a field of every answer that goes away after ${before} answers is reported within 50`, () => {
    const drift = followed();
    expect(firstChange(drift, times(before, true))).toBeNull();
    expect(firstChange(drift, times(50, false))).toBe(21);
    expect(drift.drifting()).toEqual(['payload.reviewCount']);
    expect(drift.snapshot()).toEqual([
      {
        field: 'reviewCount',
        source: 'payload',
        present: expect.any(Number),
        total: expect.any(Number),
        usual: 1,
        drifting: true,
      },
    ]);
  });
}

test('a field that half of the places have is reported within 50 answers, too', () => {
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
    { numRuns: 200 },
  );
});

test('a few places without the field trip nothing, wherever they stand', () => {
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
    { numRuns: 300 },
  );
});

test('a field that comes and goes by chance is hardly ever reported', () => {
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

test('with the mended rules a drift is over within 20 answers, and what came meanwhile starts none', () => {
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

test('a form is reported by six of ten answers, also of a process that has seen none before', () => {
  const drift = followed('form');
  expect(firstChange(drift, times(10, false))).toBe(6);
  expect(firstChange(drift, times(10, true))).toBeLessThanOrEqual(5);
  expect(firstChange(drift, [false, false, true, false, true, true, false])).toBeNull();
});

test('sources are followed apart, and each field keeps 200 answers', () => {
  const drift = createFieldDrift();
  for (let index = 0; index < 100; index += 1) drift.note('payload', { rating: true });
  for (let index = 0; index < 100; index += 1) drift.note('panel', { rating: true });
  for (let index = 0; index < 30; index += 1) drift.note('payload', { rating: false });
  expect(drift.drifting()).toEqual(['payload.rating']);
  for (let index = 0; index < 500; index += 1) drift.note('panel', { rating: true });
  expect(drift.snapshot().map(({ total }) => total)).toEqual([121, 200]);
});
