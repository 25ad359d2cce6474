import { expect, test } from '@playwright/test';
import {
  type AbsenceEvidence,
  type AnswerShape,
  answerShape,
  proveAbsence,
} from '../../../../src/provider/extractors/review-evidence.js';
import { BUILT_IN } from '../../../../src/provider/rules/built-in.js';
import { mentions, pathsOfId, pathsOfText } from '../../../../src/provider/wire/text-paths.js';

const ID = 'ChdDSUhNMG9nS0VJQ0FnSUMtalBmSDVBRRAB';
const SHAPE: AnswerShape = { slots: 12, dataEchoes: [], documentEchoes: [] };
const ABSENT: AbsenceEvidence = {
  reason: 'no_rating_section',
  shape: SHAPE,
  saysGone: false,
  rules: BUILT_IN,
};
const SAID: AbsenceEvidence = { ...ABSENT, saysGone: true };

test('two loads and a control of the same form prove that a review is not shown', () => {
  expect(proveAbsence(ABSENT, ABSENT, SHAPE)).toEqual({ reason: 'no_rating_section' });
});

test('two loads that differ prove nothing', () => {
  expect(proveAbsence(ABSENT, { ...ABSENT, reason: 'no_business_card' }, SHAPE)).toHaveProperty('drift');
});

test('an answer with fewer or more slots than the control is drift', () => {
  for (const slots of [11, 13])
    expect(proveAbsence(ABSENT, { ...ABSENT, shape: { ...SHAPE, slots } }, SHAPE)).toHaveProperty('drift');
});

for (const echoes of ['dataEchoes', 'documentEchoes'] as const) {
  test(`the id at an unknown place is drift, at one the control has too it is an echo: ${echoes}`, () => {
    const found = { ...SAID, shape: { ...SHAPE, [echoes]: ['9.0'] } };
    expect(proveAbsence(SAID, found, SHAPE)).toHaveProperty('drift');
    expect(proveAbsence(SAID, found, null)).toHaveProperty('drift');
    expect(proveAbsence(SAID, found, { ...SHAPE, [echoes]: ['9.0'] })).toEqual({ reason: SAID.reason });
  });
}

test('without a control only the words of the provider in both loads will do', () => {
  expect(proveAbsence(SAID, SAID, null)).toEqual({ reason: 'no_rating_section' });
  expect(proveAbsence(SAID, ABSENT, null)).toEqual({ needsControl: true });
  expect(proveAbsence(ABSENT, ABSENT, null)).toEqual({ needsControl: true });
  const bare = { ...SAID, reason: 'no_business_data' } as const;
  expect(proveAbsence(bare, bare, null)).toEqual({ needsControl: true });
});

test('an id is mentioned alone or in a longer text, not as the parameter of a link', () => {
  expect(mentions(ID, ID)).toBe(true);
  expect(mentions(`["${ID}",1]`, ID)).toBe(true);
  expect(mentions(`/maps/reviews/data=!1s${ID}!2m1`, ID)).toBe(false);
  expect(mentions(`pb=%2111s${ID}%21`, ID)).toBe(false);
  expect(mentions(`x${ID}`, ID)).toBe(false);
  expect(mentions(`!1s${ID}!x ${ID}`, ID)).toBe(true);
});

test('paths lead to an id, also within guarded JSON; the record is left out', () => {
  const inner = `)]}'\n${JSON.stringify([null, [ID]])}`;
  expect(pathsOfId([null, ID, { key: [inner] }, [[ID]]], ID)).toEqual(['1', '2.key.0.1.0', '3.0.0']);
  expect(pathsOfId([null, null, null, null, null, null, null, [ID], [ID]], ID, ['7'])).toEqual(['8.0']);
  expect(pathsOfText(['a\u00a0b', ['a b'], 'a b c'], 'a b')).toEqual(['0', '1.0']);
});

test('the shape of an answer describes slots and echoes in data and document', () => {
  const data = {
    answer: [null, ID, null, null, null, null, null, [ID], null],
    record: [ID],
    featureId: null,
    namesPlace: true,
    holdsPlace: true,
  };
  const page = (state: unknown, rest = '') =>
    `<link href="/x?pb=!11s${ID}!"><script>window.APP_INITIALIZATION_STATE=${JSON.stringify(state)};window.APP_FLAGS=[];${rest}</script>`;
  expect(answerShape(data, page([null, ['q', ID]]), ID)).toEqual({
    slots: 9,
    dataEchoes: ['1'],
    documentEchoes: ['1.1'],
  });
  expect(answerShape(data, page([null], `x="${ID}"`), ID).documentEchoes).toEqual([]);
  expect(answerShape(data, page([null], `x=['${ID}']`), ID).documentEchoes).toEqual(['text']);
  expect(answerShape(data, page([`!1s${ID}!`]), ID).documentEchoes).toEqual([]);
});
