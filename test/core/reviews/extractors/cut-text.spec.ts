import { isCut, readText, withShownTexts } from '../../../../src/core/reviews/extractors/cut-text.js';
import { READ_REVIEW } from '../../../support/read-review.js';
import { expect, test } from '../../../support/test.js';

// Cut texts, "… More", are completed with the texts of the page (docs/provider/reviews.md §6).

const START = 'Pierogi jak u babci,\nale kolejka';
const SENT = `${START}… Więcej`;

test('a text that ends with an ellipsis and the label of the button is cut', () => {
  for (const mark of ['… Więcej', ' … More ', '…\u00a0Mehr', '... More'])
    expect(readText(START + mark)).toEqual({ text: null, cut: { sent: START + mark, start: START } });
  expect(readText('… More')).toEqual({ text: null, cut: { sent: '… More', start: '' } });
});

test('any other text is whole', () => {
  const ends = ['…', ' … więcej pierogów', ' Więcej', '… Więcej i jeszcze trochę'];
  for (const sent of [null, '', 'Więcej', 'Chcę więcej', ...ends.map((end) => START + end)])
    expect(readText(sent), sent ?? 'null').toEqual({ text: sent, cut: null });
});

const review = { ...READ_REVIEW, ...readText(SENT) };
const shownAs = (text: string | null) => {
  const { text: whole, cut } = withShownTexts(review, { text, reply: null });
  return cut === null ? whole : 'still cut';
};

const SHOWN: readonly [string, string | null, string][] = [
  ['the rest as well', ` ${START} była na godzinę. `, `${START} była na godzinę.`],
  [
    'the rest without line breaks',
    'Pierogi jak u babci,ale kolejka była.',
    'Pierogi jak u babci,ale kolejka była.',
  ],
  ['the same end as its own', SENT, SENT],
  ['the same end without line breaks', SENT.replace('\n', ''), SENT],
  ['the beginning alone', START, 'still cut'],
  ['the beginning with an ellipsis', `${START} …`, 'still cut'],
  ['a translation', 'Dumplings like at grandma’s, but the queue was an hour long.', 'still cut'],
  ['nothing', null, 'still cut'],
];

for (const [what, shown, expected] of SHOWN)
  test(`completes a cut text with the text on the page, unless that is cut or different: ${what}`, () => {
    expect(shownAs(shown)).toBe(expected);
  });

test("completes the owner's reply independently of the text", () => {
  const reply = { dateText: null, ...readText('Dziękujemy za… Więcej') };
  const replied = { ...READ_REVIEW, ownerReply: reply };
  expect(isCut(replied)).toBe(true);
  expect(isCut(READ_REVIEW)).toBe(false);
  const shown = withShownTexts(replied, { text: 'Inny tekst', reply: 'Dziękujemy za wizytę!' });
  expect(shown).toMatchObject({ text: READ_REVIEW.text, ownerReply: { text: 'Dziękujemy za wizytę!' } });
  expect(isCut(shown)).toBe(false);
});
