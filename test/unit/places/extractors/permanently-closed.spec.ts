import { expect, test } from '@playwright/test';
import { loadPlaceCase } from '../../../../fixtures/provider/cases.js';
import { placePayload } from '../../../../fixtures/provider/place-payload.js';
import { extractPlace } from '../../../../src/places/extractors/place.js';
import { withOperatorRules } from '../../../support/operator-rules.js';

const open = loadPlaceCase('place--full-polish');

/** What is read of a place whose array has these values; null = it is not said to be closed. */
function closureWith(values: Readonly<Record<number, unknown>>): true | null {
  const [guard = '', ...rest] = placePayload(open).split('\n');
  const answer: unknown[] = JSON.parse(rest.join('\n'));
  const place = answer[6] as unknown[];
  for (const [index, value] of Object.entries(values)) place[Number(index)] = value;
  const url = `https://www.google.com/maps/place/X/data=!4m2!3m1!1s${open.place.featureId}`;
  const payloads = [`${guard}\n${JSON.stringify(answer)}`];
  const reading = extractPlace({ url, html: null, payloads, state: null });
  return reading?.notices.some(({ kind }) => kind === 'permanently_closed') === true ? true : null;
}

/** `P[203]`: the code of the opening status, its words, and its short word. places.md §6 */
const status = (text: string | null, code: number | null = null, word: string | null = null) => [
  null,
  [null, null, code, null, text && [text], null, null, null, word && [word]],
];

for (const [name, values, closed] of [
  ['an open place', {}, null],
  ['the flag', { 23: 1, 34: null, 203: null }, true],
  ['the flag beside opening hours', { 23: 1 }, null],
  ['the flag beside words of another language', { 23: 1, 203: status('Fermé définitivement') }, null],
  ['the words', { 203: status('Zamknięte na stałe') }, true],
  ['the words in English', { 203: status('Permanently closed') }, true],
  [
    'the words where only the hours have them',
    { 34: [0, 0, 0, 0, [0, 0, 0, 0, 'Zamknięte na stałe']], 203: null },
    true,
  ],
  ['closed for a time', { 203: status('Tymczasowo zamknięte') }, null],
  ['closed for a time, beside the flag', { 23: 1, 203: status('Temporarily closed') }, null],
  ['closed at this hour', { 203: status('Zamknięte ⋅ Otwarcie: pon. 09:00') }, null],
  ['words in a longer text', { 203: status('Nie jest zamknięte na stałe') }, null],
  ['the badge alone', { 34: null, 203: null, 88: ['CLOSED'] }, null],
  ['the short word', { 203: status(null, null, 'Permanently closed') }, true],
  ['the short word for closed now', { 23: 1, 34: null, 203: status(null, null, 'Closed') }, null],
  ['another code beside the words', { 203: status('Zamknięte na stałe', 9) }, true],
  ['another code beside the flag', { 23: 1, 34: null, 203: status(null, 9) }, true],
  ['another number', { 23: 2 }, null],
  ['no place for the flag', { 23: [1], 203: 'Zamknięte na stałe' }, null],
] as const) {
  test(`permanently closed: ${name} → ${closed ?? 'unknown'}`, () => {
    expect(closureWith(values)).toBe(closed);
  });
}

for (const code of [1, 2, 4, 5]) {
  test(`permanently closed: opening code ${code} contradicts flag and words`, () => {
    expect(closureWith({ 23: 1, 34: null, 203: status(null, code) })).toBeNull();
    expect(closureWith({ 23: 1, 203: status('Zamknięte na stałe', code) })).toBeNull();
  });

  for (const word of ['Closed', 'Zamknięte']) {
    test(`a bare "${word}" with opening code ${code} is not permanently closed, even if a rule says so`, async () => {
      await withOperatorRules({ words: { permanentlyClosed: [word] } }, () => {
        expect(closureWith({ 203: status(`${word} ⋅ 09:00`, code, word) })).toBeNull();
        expect(closureWith({ 203: status(null, code, word) })).toBeNull();
        expect(closureWith({ 203: status(null, null, word) })).toBe(true);
      });
    });
  }
}

test('an operator can add the badge', async () => {
  const rules = {
    paths: { placePayload: { openingStatus: [[88, 0]] } },
    words: { permanentlyClosed: ['CLOSED'] },
  };
  await withOperatorRules(rules, () => {
    expect(closureWith({ 34: null, 203: null, 88: ['CLOSED'] })).toBe(true);
    expect(closureWith({})).toBeNull();
  });
});
