import { readSearchPayload, searchEnvelope } from '../../../../src/core/places/wire/search-payload.js';
import { dataAnswer } from '../../../../src/core/provider/wire/envelope.js';
import { expect, test } from '../../../support/test.js';

// Classification of search answers (docs/provider/places.md §7, verdicts.md, rules 1 and 6).

const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const HEAD = [null, null, ['bar', 0]];
/** An array of the provider: index → value, everything else null. */
const slots = (length: number, own: Readonly<Record<number, unknown>>) =>
  Array.from({ length }, (_, slot) => own[slot] ?? null);
const PLACE = slots(20, { 10: FEATURE_ID, 11: 'Bar' });
const AD = slots(6, { 5: [FEATURE_ID, 'Bar'] });
const echo = (...rows: readonly unknown[]) => ['bar', [HEAD, ...rows], null, 1];
const at2024 = slots(16, { 14: PLACE });

const ANSWERS: Readonly<Record<string, readonly [unknown, ReturnType<typeof searchEnvelope>]>> = {
  'places in slot 64': [slots(67, { 0: echo(), 64: [AD, [null, PLACE]] }), 'results'],
  'places below the echo, slot 64 null': [slots(67, { 0: echo(at2024) }), 'results'],
  'places below the echo, advertisements in slot 64': [slots(67, { 0: echo(at2024), 64: [AD] }), 'results'],
  'places below the echo, slot 64 missing': [[echo(at2024)], 'results'],
  'slot 64 null, places missing': [slots(67, { 0: echo() }), 'names_no_place'],
  'slot 64 empty': [slots(67, { 0: echo(), 64: [] }), 'names_no_place'],
  'advertisements alone': [slots(67, { 0: echo(), 2: [[FEATURE_ID, 'Bar']], 64: [AD] }), 'names_no_place'],
  'nothing after slot 20': [slots(20, { 0: echo() }), 'names_no_place'],
  'the echo alone': [[['bar']], 'names_no_place'],
  'the echo of a Place ID': [
    [['ChIJAQAAAAAAAAERAgAAAAAAAAI', [], 'ChIJAQAAAAAAAAERAgAAAAAAAAI']],
    'names_no_place',
  ],
  'a missing echo': [slots(67, { 7: 'x' }), 'without_echo'],
  'a missing echo, and a place': [slots(67, { 7: 'x', 9: [FEATURE_ID] }), 'unknown_form'],
  'a missing echo, and a row that cannot be read': [slots(67, { 7: 'x', 64: [[null, [1]]] }), 'unknown_form'],
  'an echo of another kind': [slots(67, { 0: 'bar' }), 'without_echo'],
  'a place in a slot that nobody knows': [slots(67, { 0: echo(), 65: [[null, PLACE]] }), 'unknown_form'],
  'a Place ID deep in it': [
    slots(67, { 0: echo(), 9: [[[[[['ChIJJz6dChxbFkcRFk6Qq9KBXD8']]]]]] }),
    'unknown_form',
  ],
  'a place in slot 64 that cannot be read': [slots(67, { 0: echo(), 64: [[null, [1]]] }), 'unknown_form'],
  'a place elsewhere in a row of slot 64': [
    slots(67, { 0: echo(), 64: [[null, null, null, PLACE]] }),
    'unknown_form',
  ],
  'a row below the echo that cannot be read': [
    slots(67, { 0: echo(slots(16, { 15: [1] })) }),
    'unknown_form',
  ],
  'slot 64 of another kind': [slots(67, { 0: echo(), 64: 'x' }), 'unknown_form'],
  'an empty array': [[], 'no_answer'],
  null: [null, 'no_answer'],
  'the blocked shape': [[null, null, null, null, null, true], 'no_answer'],
  'nothing in any slot': [slots(67, {}), 'no_answer'],
  'an error object': [{ error: { code: 429 } }, 'no_answer'],
};

for (const [what, [answer, envelope]] of Object.entries(ANSWERS))
  test(`classifies search answers by their content: ${what}`, () => {
    expect(searchEnvelope(dataAnswer(`)]}'\n${JSON.stringify(answer)}`))).toBe(envelope);
  });

test('an empty, cut or HTML body is not an answer', () => {
  const cut = JSON.stringify(slots(67, { 0: echo() })).slice(0, 60);
  for (const body of ['', cut, '<!DOCTYPE html><title>Error</title>'])
    expect(searchEnvelope(dataAnswer(body)), body).toBe('no_answer');
});

test('places below the echo are read in their order', () => {
  const other = slots(20, { 10: '0x1:0x2', 11: 'Karczma' });
  const answer = slots(67, { 0: echo(at2024, slots(16, { 14: other })) });
  const names = readSearchPayload(dataAnswer(JSON.stringify(answer))).map(({ name }) => name);
  expect(names).toEqual(['Bar', 'Karczma']);
});
