import { isCut, readText, withShownTexts } from '../../../../src/reviews/extractors/cut-text.js';
import { READ_REVIEW } from '../../../support/read-review.js';
import { expect, test } from '../../../support/test.js';

// Texts that came cut, "… More", are known to be whole only by what the page shows (docs/provider/reviews.md §6).

const START = 'Pierogi jak u babci,\nale kolejka';
const SENT = `${START}… Więcej`;

for (const [what, sent, start] of [
  ['in Polish', SENT, START],
  ['in English, before a space', `${START} … More `, START],
  ['with a no-break space', `${START}…\u00a0Mehr`, START],
  ['with three dots', `${START}... More`, START],
  ['that is nothing else', '… More', ''],
] as const) {
  test(`a text with a mark ${what} came cut`, () => {
    expect(readText(sent)).toEqual({ text: null, cut: { sent, start } });
  });
}

for (const sent of [
  null,
  '',
  'Więcej',
  'Chcę więcej',
  `${START}…`,
  `${START} … więcej pierogów`,
  `${START} Więcej`,
  `${SENT} i jeszcze trochę`,
]) {
  test(`${JSON.stringify(sent)} is read as it is`, () => {
    expect(readText(sent)).toEqual({ text: sent, cut: null });
  });
}

const review = { ...READ_REVIEW, ...readText(SENT) };
const shownAs = (text: string | null) => {
  const { text: whole, cut } = withShownTexts(review, { text, reply: null });
  return cut === null ? whole : 'still cut';
};

for (const [what, shown, expected] of [
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
] as const) {
  test(`a text that came cut, of which the page shows ${what}`, () => {
    expect(shownAs(shown)).toBe(expected);
  });
}

test("an owner's reply that came cut is completed by itself", () => {
  const reply = { dateText: null, ...readText('Dziękujemy za… Więcej') };
  const replied = { ...READ_REVIEW, ownerReply: reply };
  expect(isCut(replied)).toBe(true);
  expect(isCut(READ_REVIEW)).toBe(false);
  const shown = withShownTexts(replied, { text: 'Inny tekst', reply: 'Dziękujemy za wizytę!' });
  expect(shown).toMatchObject({ text: READ_REVIEW.text, ownerReply: { text: 'Dziękujemy za wizytę!' } });
  expect(isCut(shown)).toBe(false);
});
