import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadCases, loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeDocument } from '../../fixtures/provider/place-document.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { bareDocument } from '../../fixtures/provider/search-document.js';
import { answerOf, searchPayload } from '../../fixtures/provider/search-payload.js';
import { readPlacePayload } from '../../src/core/places/wire/place-payload.js';
import { readSearchPayload } from '../../src/core/places/wire/search-payload.js';
import { RULES } from '../../src/core/provider/rules/built-in.js';
import { readEmbeddedState, stateFeatureId } from '../../src/core/provider/wire/embedded-state.js';
import { dataAnswer, jsonArraysIn, parseGuarded } from '../../src/core/provider/wire/envelope.js';
import { readFields, valueAt } from '../../src/core/provider/wire/path-table.js';
import { count, featureId, text } from '../../src/core/provider/wire/value-types.js';
import type { Json } from '../support/damage.js';
import { test } from '../support/test.js';
import { type JsonWound, jsonWound, slim, subjectOf, woundedJson } from './json-wounds.js';
import { properties } from './plan.js';
import { anyText, type TextWound, textWound, wounded } from './text-wounds.js';
import { assertCount, assertFeature, assertPayload, assertText } from './wire-invariants.js';

const { fuzz, all } = properties();

const [JSON_GUARD = ''] = RULES.marks.jsonGuard;

// Whatever an answer of the provider holds, its readers give values of the right kind or nothing.

const dataOf = (body: string) => slim(JSON.parse(body.slice(JSON_GUARD.length)) as Json);
const places = ['full-polish', 'no-reviews', 'odd-name', 'hotel'].map((id) =>
  subjectOf(dataOf(placePayload(loadPlaceCase(`place--${id}`))), [[6], [6, 4], [6, 13], [6, 175, 3]]),
);
const searches = loadCases()
  .filter((one) => one.kind === 'search')
  .map((one) => subjectOf(dataOf(searchPayload(answerOf(one))), [[64], [0, 1]]));

const jsonWounds = fc.array(jsonWound, { maxLength: 5 });
const textWounds = fc.array(textWound, { maxLength: 2 });
const body = (subjects: typeof places) =>
  fc.record({ subject: fc.nat(subjects.length - 1), inside: jsonWounds, outside: textWounds });
interface SpoiledBody {
  readonly subject: number;
  readonly inside: readonly JsonWound[];
  readonly outside: readonly TextWound[];
}
const bodyOf = (subjects: typeof places, { subject, inside, outside }: SpoiledBody) =>
  wounded(`${JSON_GUARD}\n${woundedJson(at(subjects, subject), inside)}`, outside);

fuzz('wire: place answers', 1200, ['place', 'none'], body(places), (input) => {
  const given = bodyOf(places, input);
  const { payload, place } = readPlacePayload(dataAnswer(given));
  if (payload === null) return 'none';
  assert.ok(place.length > 0);
  assertPayload(payload);
  return 'place';
});

fuzz('wire: search answers', 600, ['places', 'nothing'], body(searches), (input) => {
  const ids = readSearchPayload(dataAnswer(bodyOf(searches, input))).map(({ featureId }) => featureId);
  for (const id of ids) assertFeature(id);
  return ids.length > 0 ? 'places' : 'nothing';
});

const documents = [
  placeDocument(loadPlaceCase('place--full-polish')),
  placeDocument(loadPlaceCase('place--inline-payload')),
  bareDocument({ query: 'x', inline: `${JSON_GUARD}\n[]` }),
  bareDocument({}),
].map((html) => {
  const state = readEmbeddedState(html)?.state;
  assert.notEqual(state, undefined);
  const json = JSON.stringify(state);
  const [before = '', after = ''] = html.split(json);
  return { before, after, subject: subjectOf(slim(state as Json), [[3], [5, 3, 2]]) };
});
const document = fc.record({
  document: fc.nat(documents.length - 1),
  inside: jsonWounds,
  outside: textWounds,
});

fuzz(
  'wire: documents',
  600,
  ['named', 'inline', 'state', 'none'],
  document,
  ({ document: chosen, inside, outside }) => {
    const { before, after, subject } = at(documents, chosen);
    const embedded = readEmbeddedState(wounded(before + woundedJson(subject, inside) + after, outside));
    if (embedded === null) return 'none';
    const id = stateFeatureId(embedded);
    if (id !== null) assertFeature(id);
    const answers = [...embedded.places, ...embedded.searches];
    for (const inline of answers) {
      assert.ok(inline.body.startsWith(JSON_GUARD));
      const { payload } = readPlacePayload(inline);
      if (payload !== null) assertPayload(payload);
    }
    if (answers.length > 0) return id === null ? 'inline' : 'named';
    return 'state';
  },
);

const between = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789\n\r \t"\\{}:,]x'), maxLength: 20 }),
  anyText.map((part) => part.replaceAll('[', '')),
);
const framed = fc.record({
  parts: fc.array(fc.tuple(between, fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 })), {
    maxLength: 5,
  }),
  last: between,
  wounds: textWounds,
});

fuzz('wire: arrays in a text', 1500, ['several', 'one', 'none'], framed, ({ parts, last, wounds }) => {
  const whole = `${parts.map(([gap, array]) => gap + JSON.stringify(array)).join('')}${last}`;
  const arrays = jsonArraysIn(whole);
  assert.deepEqual(arrays, JSON.parse(JSON.stringify(parts.map(([, array]) => array))));
  for (const array of jsonArraysIn(wounded(whole, wounds))) assert.ok(Array.isArray(array));
  assert.doesNotThrow(() => parseGuarded(wounded(whole, wounds)));
  return arrays.length > 1 ? 'several' : arrays.length === 1 ? 'one' : 'none';
});

const TYPES = { text, count, id: featureId } as const;
const PATHS = { text: [[0], [1, 1]], count: [[1], [0, 0], [2, 1]], id: [[2], [2, 0], [0, 1, 0]] } as const;
const tree = subjectOf([['Bar', [3]], ['x', 'Bar'], ['0x1:0x2', 7], [[[['y']]]]], [[]]);
const route = fc.array(fc.oneof(fc.nat(4), fc.constantFrom(-1, 0.5, Number.NaN, 2 ** 32, Infinity)), {
  maxLength: 6,
});

fuzz('wire: paths', 800, ['found', 'not found'], fc.tuple(jsonWounds, route), ([inside, path]) => {
  const root = parseGuarded(woundedJson(tree, inside));
  const found = path.reduce<unknown>(
    (value, index) => (Array.isArray(value) ? value[index] : undefined),
    root,
  );
  assert.equal(valueAt(root, path), found);
  const fields = readFields(root, PATHS, TYPES);
  assert.deepEqual(Object.keys(fields), ['text', 'count', 'id']);
  if (fields.text !== null) assertText(fields.text);
  if (fields.count !== null) assertCount(fields.count);
  if (fields.id !== null) assertFeature(fields.id);
  return found === undefined ? 'not found' : 'found';
});

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error('an index beyond the list');
  return found;
}

test.describe(all);
