import { observedDocument } from '../../../../src/core/provider/navigation/observation.js';
import { mentions, pathsOfId, pathsOfText } from '../../../../src/core/provider/wire/text-paths.js';
import {
  type AbsenceSigns,
  type AnswerShape,
  answerShape,
  judgeAbsences,
} from '../../../../src/core/reviews/extractors/absence-signs.js';
import type { ReviewPageData } from '../../../../src/core/reviews/wire/review-page-data.js';
import { expect, test } from '../../../support/test.js';

const ID = 'ChdDSUhNMG9nS0VJQ0FnSUMtalBmSDVBRRAB';
const SHAPE: AnswerShape = { slots: 12, dataEchoes: [], documentEchoes: [] };
const ABSENT: AbsenceSigns = { reason: 'no_rating_section', shape: SHAPE, saysGone: false };
const SAID: AbsenceSigns = { ...ABSENT, saysGone: true };
/** Absences, each with the control that was read after it. */
const judge = (signs: readonly AbsenceSigns[], control: AnswerShape = SHAPE) =>
  judgeAbsences(signs.map((one) => ({ signs: one, control })));
const slotsOf = (signs: AbsenceSigns, slots: number) => ({ ...signs, shape: { ...SHAPE, slots } });

test('gives the common reason of absences whose shapes equal those of their controls', () => {
  expect(judge([ABSENT, ABSENT])).toEqual({ reason: 'no_rating_section' });
  expect(judge([SAID, ABSENT, SAID])).toEqual({ reason: 'no_rating_section' });
});

test('loads with different reasons contradict each other', () => {
  const other = { ...ABSENT, reason: 'no_business_card' } as const;
  expect(judge([ABSENT, other])).toEqual({ contradiction: expect.stringContaining('no_business_card') });
  expect(judge([ABSENT, ABSENT, other])).toHaveProperty('contradiction');
});

test('no absence is a contradiction', () => {
  expect(judge([])).toHaveProperty('contradiction');
});

test('accepts another number of slots than the control only if every load states that the review is gone', () => {
  for (const slots of [11, 13]) {
    expect(judge([ABSENT, slotsOf(ABSENT, slots)]), `${slots}`).toHaveProperty('contradiction');
    expect(judge([slotsOf(SAID, slots), ABSENT]), `${slots}`).toHaveProperty('contradiction');
    for (const second of [SAID, slotsOf(SAID, slots)])
      expect(judge([slotsOf(SAID, slots), second]), `${slots}`).toEqual({ reason: 'no_rating_section' });
  }
});

test('each absence is compared with its own control', () => {
  const nine = { ...SHAPE, slots: 9 };
  const absences = [
    { signs: ABSENT, control: SHAPE },
    { signs: slotsOf(ABSENT, 9), control: nine },
  ];
  expect(judgeAbsences(absences)).toEqual({ reason: 'no_rating_section' });
  expect(judge([ABSENT, slotsOf(ABSENT, 9)])).toHaveProperty('contradiction');
});

test('an id at a position where the control has no id is a contradiction', () => {
  for (const echoes of ['dataEchoes', 'documentEchoes'])
    for (const signs of [ABSENT, SAID]) {
      const shape = { ...SHAPE, [echoes]: ['9.0'] };
      const loads = [signs, { ...signs, shape }];
      expect(judge(loads), echoes).toEqual({ contradiction: expect.stringContaining('9.0') });
      expect(judge(loads, shape), echoes).toEqual({ reason: signs.reason });
    }
});

test('mentions finds an id alone or in a text, but not in the parameter of a link', () => {
  expect(mentions(ID, ID)).toBe(true);
  expect(mentions(`["${ID}",1]`, ID)).toBe(true);
  expect(mentions(`/maps/reviews/data=!1s${ID}!2m1`, ID)).toBe(false);
  expect(mentions(`pb=%2111s${ID}%21`, ID)).toBe(false);
  expect(mentions(`x${ID}`, ID)).toBe(false);
  expect(mentions(`!1s${ID}!x ${ID}`, ID)).toBe(true);
});

test('pathsOfId searches arrays, objects and guarded JSON, and skips the given paths', () => {
  const inner = `)]}'\n${JSON.stringify([null, [ID]])}`;
  expect(pathsOfId([null, ID, { key: [inner] }, [[ID]]], ID)).toEqual(['1', '2.*.0.1.0', '3.0.0']);
  expect(pathsOfId([null, null, null, null, null, null, null, [ID], [ID]], ID, ['7'])).toEqual(['8.0']);
  expect(pathsOfText(['a\u00a0b', ['a b'], 'a b c'], 'a b')).toEqual(['0', '1.0']);
});

const DATA: ReviewPageData = {
  ...{ answer: [], record: null, featureId: null },
  ...{ namesPlace: true, holdsPlace: true, otherCid: null },
};

test('the shape of an answer describes slots and echoes in data and document', () => {
  const data = { ...DATA, answer: [null, ID, null, null, null, null, null, [ID], null], record: [ID] };
  const page = (state: unknown, rest = '') =>
    observedDocument(
      '',
      200,
      `<link href="/x?pb=!11s${ID}!"><script>window.APP_INITIALIZATION_STATE=${JSON.stringify(state)};window.APP_FLAGS=[];${rest}</script>`,
    );
  expect(answerShape(data, page([null, ['q', ID]]), ID)).toEqual({
    slots: 9,
    dataEchoes: ['1'],
    documentEchoes: ['1.1'],
  });
  expect(answerShape(data, page([null], `x="${ID}"`), ID).documentEchoes).toEqual([]);
  expect(answerShape(data, page([null], `x=['${ID}']`), ID).documentEchoes).toEqual(['text']);
  expect(answerShape(data, page([`!1s${ID}!`]), ID).documentEchoes).toEqual([]);
});

test('a link that names no review id has no echoes', () => {
  expect(
    answerShape({ ...DATA, answer: [null, ID] }, observedDocument('', 200, `<p>${ID}</p>`), null),
  ).toEqual({
    slots: 2,
    dataEchoes: [],
    documentEchoes: [],
  });
});
