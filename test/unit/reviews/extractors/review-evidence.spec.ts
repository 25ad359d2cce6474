import { mentions, pathsOfId, pathsOfText } from '../../../../src/provider/wire/text-paths.js';
import {
  type AbsenceEvidence,
  type AnswerShape,
  answerShape,
  judgeAbsences,
} from '../../../../src/reviews/extractors/review-evidence.js';
import { expect, test } from '../../../support/test.js';

const ID = 'ChdDSUhNMG9nS0VJQ0FnSUMtalBmSDVBRRAB';
const SHAPE: AnswerShape = { slots: 12, dataEchoes: [], documentEchoes: [] };
const ABSENT: AbsenceEvidence = { reason: 'no_rating_section', shape: SHAPE, saysGone: false };
const SAID: AbsenceEvidence = { ...ABSENT, saysGone: true };
/** Absences, each with the control that was read after it. */
const judge = (evidence: readonly AbsenceEvidence[], control: AnswerShape = SHAPE) =>
  judgeAbsences(evidence.map((one) => ({ evidence: one, control })));
const slotsOf = (evidence: AbsenceEvidence, slots: number) => ({ ...evidence, shape: { ...SHAPE, slots } });

test('absences of the same shape as their controls give the reason they agree on', () => {
  expect(judge([ABSENT, ABSENT])).toEqual({ reason: 'no_rating_section' });
  expect(judge([SAID, ABSENT, SAID])).toEqual({ reason: 'no_rating_section' });
});

test('loads that differ contradict each other, also the last of three', () => {
  const other = { ...ABSENT, reason: 'no_business_card' } as const;
  expect(judge([ABSENT, other])).toEqual({ contradiction: expect.stringContaining('no_business_card') });
  expect(judge([ABSENT, ABSENT, other])).toHaveProperty('contradiction');
});

test('without any absence there is no reason', () => {
  expect(judge([])).toHaveProperty('contradiction');
});

for (const slots of [11, 13]) {
  test(`an answer with ${slots} slots, where its control has 12, proves nothing by itself`, () => {
    expect(judge([ABSENT, slotsOf(ABSENT, slots)])).toHaveProperty('contradiction');
    expect(judge([slotsOf(SAID, slots), ABSENT])).toHaveProperty('contradiction');
  });

  test(`an answer with ${slots} slots counts where every load says that the review is gone`, () => {
    expect(judge([slotsOf(SAID, slots), SAID])).toEqual({ reason: 'no_rating_section' });
    expect(judge([slotsOf(SAID, slots), slotsOf(SAID, slots)])).toEqual({ reason: 'no_rating_section' });
  });
}

test('each absence is compared with its own control', () => {
  const nine = { ...SHAPE, slots: 9 };
  const absences = [
    { evidence: ABSENT, control: SHAPE },
    { evidence: slotsOf(ABSENT, 9), control: nine },
  ];
  expect(judgeAbsences(absences)).toEqual({ reason: 'no_rating_section' });
  expect(judge([ABSENT, slotsOf(ABSENT, 9)])).toHaveProperty('contradiction');
});

for (const echoes of ['dataEchoes', 'documentEchoes'] as const) {
  test(`the id at a place where the control has none contradicts, also the words of the page: ${echoes}`, () => {
    for (const evidence of [ABSENT, SAID]) {
      const found = { ...evidence, shape: { ...SHAPE, [echoes]: ['9.0'] } };
      expect(judge([evidence, found])).toEqual({ contradiction: expect.stringContaining('9.0') });
      expect(judge([evidence, found], { ...SHAPE, [echoes]: ['9.0'] })).toEqual({ reason: evidence.reason });
    }
  });
}

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
  expect(pathsOfId([null, ID, { key: [inner] }, [[ID]]], ID)).toEqual(['1', '2.*.0.1.0', '3.0.0']);
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
    otherCid: null,
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

test('a link that names no review id has no echoes', () => {
  const data = {
    ...{ answer: [null, ID], record: null, featureId: null },
    ...{ namesPlace: true, holdsPlace: true, otherCid: null },
  };
  expect(answerShape(data, `<p>${ID}</p>`, null)).toEqual({ slots: 2, dataEchoes: [], documentEchoes: [] });
});
