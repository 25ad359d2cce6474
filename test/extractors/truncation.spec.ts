import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeDocument } from '../../fixtures/provider/place-document.js';
import { extractPlace } from '../../src/core/places/extractors/extract-place.js';
import type { Place, PlaceReading } from '../../src/core/places/place.js';
import { readPlacePayload } from '../../src/core/places/wire/place-payload.js';
import { readSearchPayload } from '../../src/core/places/wire/search-payload.js';
import type { RawPlacePage } from '../../src/core/provider/raw-state.js';
import { readEmbeddedState } from '../../src/core/provider/wire/embedded-state.js';
import { dataAnswer, parseGuarded } from '../../src/core/provider/wire/envelope.js';
import { sentPage, wholePage } from '../support/case-pages.js';
import { damaged, type Json, type Path, pathsIn, valueAt } from '../support/damage.js';
import { isLongRun } from '../support/long-run.js';
import { expect, test } from '../support/test.js';

// A damaged answer gives null for its damaged fields and the truth for the others.
// node:assert and not expect, of which Playwright keeps every call.

const IDS = ['full-polish', 'nbsp-grouping', 'no-reviews', 'no-address', 'one-review', 'odd-name', 'hotel'];
const GUARD = ")]}'\n";
/** `LONG_RUN=1`: more. */
const RUNS = isLongRun ? 200 : 60;

/** The positions of the fields (places.md §6): damage elsewhere is rarely felt. */
const FELT: readonly Path[] = [[6], ...[2, 4, 10, 11, 13, 39, 175].map((slot) => [6, slot]), [6, 175, 3]];

async function readSubject(id: string) {
  const one = loadPlaceCase(`place--${id}`);
  const sent = sentPage(one, 'full');
  const data = (sent.payloads[0]?.data ?? null) as Json;
  const felt = FELT.flatMap((path) => pathsIn(valueAt(data, path), 1).map((rest) => [...path, ...rest]));
  return { one, sent, whole: await wholePage(one, 'full'), data, felt, all: pathsIn(data, 9) };
}

const subjects = new Map<string, Awaited<ReturnType<typeof readSubject>>>();

// Not when the file is loaded: Playwright loads every file once more, to list the tests.
test.beforeAll(async () => {
  for (const id of IDS) subjects.set(id, await readSubject(id));
});

/** A case and the damage to its answer; small, so that a counterexample is readable. */
const damage = fc.constantFrom(...IDS).chain((id) => {
  const { felt, all } = subjectOf(id);
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...felt) },
    { weight: 1, arbitrary: fc.constantFrom(...all) },
  );
  const wounds = fc.array(fc.record({ path, choice: fc.nat(7) }), { minLength: 1, maxLength: 6 });
  return fc.record({ id: fc.constant(id), wounds });
});

test('values of a wrong type give null; the panel or a whole answer completes them', () => {
  fc.assert(
    fc.property(damage, ({ id, wounds }) => {
      const subject = subjectOf(id);
      const { sent, whole, data } = subject;
      const payload = dataAnswer(GUARD + JSON.stringify(damaged(data, wounds)));
      const truth = truthOf(sent);
      assertTruthOrNull(extractPlace({ ...sent, payloads: [payload] }), truth);
      // Without the document the payload alone must name its place.
      assertTruthOrNull(extractPlace({ ...sent, embedded: null, payloads: [payload] }), truth);
      assert.deepEqual(extractPlace({ ...whole, payloads: [payload] })?.place, truth);
      const both = extractPlace({ ...sent, payloads: [payload, ...sent.payloads] });
      assertTruthOrNull(both, truth);
      assert.deepEqual(both?.place.stars, truth.stars);
    }),
    { numRuns: RUNS },
  );
});

test('a cut answer gives no place; the panel gives the whole truth', () => {
  for (const id of IDS) {
    const { sent, whole } = subjectOf(id);
    const payload = sent.payloads[0]?.body ?? '';
    for (const part of [0, 0.3, 0.9]) {
      const cut = dataAnswer(payload.slice(0, Math.floor(part * payload.length)));
      expect(extractPlace({ ...sent, payloads: [cut] }), id).toBeNull();
      expect(extractPlace({ ...whole, payloads: [cut] })?.place, id).toEqual(truthOf(sent));
    }
  }
});

test('a cut document with an inline answer gives the whole truth or no place', () => {
  const served = loadPlaceCase('place--inline-payload');
  const page = sentPage(served, 'full');
  const truth = truthOf(page);
  const html = placeDocument(served, { outcome: 'full' });
  fc.assert(
    fc.property(fc.nat(html.length - 1), (end) => {
      const reading = extractPlace({ ...page, embedded: readEmbeddedState(html.slice(0, end)) });
      if (reading !== null) assert.deepEqual(reading.place, truth);
    }),
    { numRuns: RUNS / 2 },
  );
});

test('a truncated answer gives null for count and star counts, and the truth for the rest', () => {
  for (const id of IDS) {
    const { one, sent } = subjectOf(id);
    const reading = extractPlace(sentPage(one, 'truncated'));
    expect(reading, id).toMatchObject({ degraded: true });
    expect(reading?.place, id).toEqual({ ...truthOf(sent), reviewCount: null, stars: null });
  }
});

test('refuses JSON that is larger or deeper than any answer', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const flat = (items: number) => `[${'1,'.repeat(items - 1)}1]`;
  expect(parseGuarded(deep(900))).toHaveLength(1);
  expect(parseGuarded(flat(1_000_000))).toHaveLength(1_000_000);
  expect(parseGuarded(flat(5_000_000))).toBeUndefined();
  for (const input of ['['.repeat(200_000), deep(1_500_000), '9'.repeat(500_000)]) {
    expect(readPlacePayload(dataAnswer(GUARD + input)).payload).toBeNull();
    expect(readSearchPayload(dataAnswer(GUARD + input))).toEqual([]);
    const embedded = readEmbeddedState(`window.APP_INITIALIZATION_STATE=${input};window.APP_FLAGS=`);
    expect(extractPlace({ url: '', embedded, payloads: [], state: null, readAt: 0 })).toBeNull();
  }
});

function subjectOf(id: string) {
  const subject = subjects.get(id);
  if (subject === undefined) throw new Error(`${id} is not among the subjects`);
  return subject;
}

/** The place of the undamaged page; cases.spec.ts compares it with the golden. */
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
