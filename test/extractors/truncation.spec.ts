import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadPlaceCase, loadPlaceCases } from '../../fixtures/provider/cases.js';
import { extractPlace } from '../../src/places/extractors/place.js';
import type { Place, PlaceReading } from '../../src/places/place.js';
import { readPlacePayload } from '../../src/places/wire/place-payload.js';
import { readSearchPayload } from '../../src/places/wire/search-payload.js';
import type { RawPlacePage } from '../../src/provider/raw-state.js';
import { parseGuarded } from '../../src/provider/wire/envelope.js';
import { OUTCOMES, sentPage, wholePage } from '../support/case-pages.js';
import { damaged, type Json, type Path, pathsIn, replace, valueAt } from '../support/damage.js';
import { isLongRun } from '../support/long-run.js';
import { expect, test } from '../support/test.js';

// A damaged answer gives null for what is damaged and the truth for the rest: nothing else, ever.
// node:assert and not expect, of which Playwright keeps every call.

const IDS = ['full-polish', 'nbsp-grouping', 'no-reviews', 'no-address', 'one-review', 'odd-name', 'hotel'];
const GUARD = ")]}'\n";
/** Of each property; `LONG_RUN=1`: more. */
const RUNS = isLongRun ? 200 : 80;

/** Where the fields stand (places.md §6): damage elsewhere is rarely felt. */
const FELT: readonly Path[] = [
  [6],
  [6, 2],
  [6, 4],
  [6, 10],
  [6, 11],
  [6, 13],
  [6, 39],
  [6, 175],
  [6, 175, 3],
];

async function readSubject(id: string) {
  const one = loadPlaceCase(`place--${id}`);
  const sent = sentPage(one, 'full');
  const data = JSON.parse(sent.payloads[0]?.slice(GUARD.length) ?? 'null') as Json;
  const felt = FELT.flatMap((path) => pathsIn(valueAt(data, path), 1).map((rest) => [...path, ...rest]));
  return { one, sent, whole: await wholePage(one, 'full'), data, felt, all: pathsIn(data, 9) };
}

const subjects = new Map<string, Awaited<ReturnType<typeof readSubject>>>();

// Not when the file is loaded: Playwright loads every file once more, to list the tests.
test.beforeAll(async () => {
  for (const id of IDS) subjects.set(id, await readSubject(id));
});

/** Kept small, so that a counterexample can be read: a case and what is done to its answer. */
const damage = fc.constantFrom(...IDS).chain((id) => {
  const { felt, all } = subjectOf(id);
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...felt) },
    { weight: 1, arbitrary: fc.constantFrom(...all) },
  );
  const wounds = fc.array(fc.record({ path, choice: fc.nat(7) }), { minLength: 1, maxLength: 6 });
  return fc.record({ id: fc.constant(id), wounds });
});

test('values replaced by others of the wrong kind: the truth or null', () => {
  fc.assert(
    fc.property(damage, ({ id, wounds }) => {
      const subject = subjectOf(id);
      const payload = GUARD + JSON.stringify(damaged(subject.data, wounds));
      const truth = truthOf(subject.sent);
      assertTruthOrNull(extractPlace({ ...subject.sent, payloads: [payload] }), truth);
      // Without the document the payload alone must say which place it is about.
      assertTruthOrNull(extractPlace({ ...subject.sent, html: null, payloads: [payload] }), truth);
    }),
    { numRuns: 2 * RUNS },
  );
});

test('values replaced by others of the wrong kind: the panel or a whole answer makes up for it', () => {
  fc.assert(
    fc.property(damage, ({ id, wounds }) => {
      const subject = subjectOf(id);
      const payload = GUARD + JSON.stringify(damaged(subject.data, wounds));
      const truth = truthOf(subject.sent);
      assert.deepEqual(extractPlace({ ...subject.whole, payloads: [payload] })?.place, truth);
      for (const payloads of [
        [payload, ...subject.sent.payloads],
        [...subject.sent.payloads, payload],
      ]) {
        const reading = extractPlace({ ...subject.sent, payloads });
        assertTruthOrNull(reading, truth);
        assert.deepEqual(reading?.place.stars, truth.stars);
      }
    }),
    { numRuns: RUNS },
  );
});

test('numbers that contradict each other: count and star counts agree or one of them is null', () => {
  const numbers = fc.array(fc.nat(9), { minLength: 5, maxLength: 5 });
  const subject = subjectOf('full-polish');
  fc.assert(
    fc.property(numbers, fc.nat(45), fc.boolean(), (stars, count, withPanel) => {
      const data = structuredClone(subject.data);
      replace(data, [6, 175, 3], stars);
      replace(data, [6, 4, 8], count);
      const page = withPanel ? subject.whole : subject.sent;
      const place = extractPlace({ ...page, payloads: [GUARD + JSON.stringify(data)] })?.place;
      assert.equal(place?.name, subject.one.place.name);
      if (place?.stars != null && place.reviewCount !== null) {
        assert.equal(sum(place.stars), place.reviewCount);
      }
    }),
    { numRuns: RUNS },
  );
});

test('an answer cut anywhere is no answer', () => {
  fc.assert(
    fc.property(fc.constantFrom(...IDS), fc.double({ min: 0, max: 1, noNaN: true }), (id, part) => {
      const subject = subjectOf(id);
      const [payload = ''] = subject.sent.payloads;
      const cut = payload.slice(0, Math.floor(part * (payload.length - 1)));
      assert.equal(extractPlace({ ...subject.sent, payloads: [cut] }), null);
      assert.deepEqual(extractPlace({ ...subject.whole, payloads: [cut] })?.place, truthOf(subject.sent));
    }),
    { numRuns: RUNS },
  );
});

test('a document cut anywhere: the whole truth or no place, also with the answer inside it', () => {
  const one = loadPlaceCase('place--inline-payload');
  const page = sentPage(one, 'full');
  const truth = truthOf(page);
  const html = page.html ?? '';
  fc.assert(
    fc.property(fc.nat(html.length - 1), (end) => {
      const reading = extractPlace({ ...page, html: html.slice(0, end) });
      if (reading !== null) assert.deepEqual(reading.place, truth);
    }),
    { numRuns: RUNS },
  );
});

test('the truncated answer of every case: count and star counts are null, the rest is true', () => {
  for (const one of loadPlaceCases().filter(({ serve }) => serve.payload !== 'none')) {
    const truth = truthOf(sentPage(one, OUTCOMES[one.serve.view].last));
    expect(extractPlace(sentPage(one, 'truncated'))).toEqual({
      place: { ...truth, reviewCount: null, stars: null },
      missing: Object.keys(truth).filter(
        (name) => ['reviewCount', 'stars'].includes(name) || truth[name as keyof Place] === null,
      ),
      // The part that says it is not cut off; what it says about reviews is.
      notices: extractPlace(sentPage(one, OUTCOMES[one.serve.view].last))?.notices.filter(({ kind }) =>
        kind.endsWith('_closed'),
      ),
      degraded: true,
      fromPayload: true,
      limitedView: false,
      foreignPayloads: 0,
      origins: expect.objectContaining({ reviewCount: null, stars: null }),
      marks: { mid: one.place.mid, at: { lat: one.place.lat, lng: one.place.lng } },
    });
  }
});

test('JSON nested too deep or far too long', () => {
  for (const input of [
    '['.repeat(200_000),
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    '9'.repeat(500_000),
  ]) {
    expect(readPlacePayload(GUARD + input)).toBeNull();
    expect(readSearchPayload(GUARD + input) ?? []).toEqual([]);
    const html = `window.APP_INITIALIZATION_STATE=${input};window.APP_FLAGS=`;
    assert.equal(extractPlace({ url: '', html, payloads: [], state: null }), null);
  }
});

test('JSON that is larger or deeper than any answer is not parsed: it would halt everyone else', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(parseGuarded(deep(900))).toHaveLength(1);
  expect(parseGuarded(deep(1_500_000))).toBeUndefined();
  const flat = (items: number) => `[${'1,'.repeat(items - 1)}1]`;
  expect(parseGuarded(flat(1_000_000))).toHaveLength(1_000_000);
  expect(parseGuarded(flat(5_000_000))).toBeUndefined();
});

function subjectOf(id: string) {
  const subject = subjects.get(id);
  if (subject === undefined) throw new Error(`${id} is not among the subjects`);
  return subject;
}

/** What the undamaged page says; that it is true is held by cases.spec.ts. */
function truthOf(page: RawPlacePage): Place {
  const reading = extractPlace(page);
  if (reading === null) throw new Error('the undamaged page shows no place');
  return reading.place;
}

function assertTruthOrNull(reading: PlaceReading | null, truth: Place): void {
  if (reading === null) return;
  const { place, missing } = reading;
  const known = Object.entries(place).filter(([, value]) => value !== null);
  assert.deepEqual({ ...truth, ...Object.fromEntries(known) }, truth);
  const unknown = Object.keys(truth).filter((name) => place[name as keyof Place] === null);
  assert.deepEqual(missing, unknown);
  if (place.stars === null || place.reviewCount === null) return;
  assert.equal(sum(place.stars), place.reviewCount);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
