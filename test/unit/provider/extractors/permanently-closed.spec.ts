import { expect, test } from '@playwright/test';
import { loadPlaceCase } from '../../../../fixtures/provider/cases.js';
import { placePayload } from '../../../../fixtures/provider/place-payload.js';
import { extractPlace } from '../../../../src/provider/extractors/place.js';
import { withOperatorRules } from '../../../support/operator-rules.js';

const open = loadPlaceCase('place--full-polish');

/** What is read of a place whose array has these values; null = it is not said to be closed. */
function closureWith(values: Readonly<Record<number, unknown>>): true | null | undefined {
  const [guard = '', ...rest] = placePayload(open).split('\n');
  const answer: unknown[] = JSON.parse(rest.join('\n'));
  const place = answer[6] as unknown[];
  for (const [index, value] of Object.entries(values)) place[Number(index)] = value;
  const url = `https://www.google.com/maps/place/X/data=!4m2!3m1!1s${open.place.featureId}`;
  const payloads = [`${guard}\n${JSON.stringify(answer)}`];
  return extractPlace({ url, html: null, payloads, state: null })?.permanentlyClosed;
}

const status = (text: string) => [null, [null, null, 5, null, [text]]];

for (const [name, values, closed] of [
  ['an open place', {}, null],
  ['the flag', { 23: 1, 34: null, 203: null }, true],
  ['the flag beside opening hours', { 23: 1 }, null],
  ['the flag beside words of another language', { 23: 1, 203: status('Dauerhaft geschlossen') }, null],
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
  ['another number', { 23: 2 }, null],
  ['no place for the flag', { 23: [1], 203: 'Zamknięte na stałe' }, null],
] as const) {
  test(`permanently closed: ${name} → ${closed ?? 'unknown'}`, () => {
    expect(closureWith(values)).toBe(closed);
  });
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
