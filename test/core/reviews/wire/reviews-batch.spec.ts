import { readReviewRecord } from '../../../../src/core/reviews/wire/review-record.js';
import { type BatchReading, readReviewsBatch } from '../../../../src/core/reviews/wire/reviews-batch.js';
import { expect, test } from '../../../support/test.js';

// One answer of the reviews request: records, an answer without records, or an unknown shape.

const frame = (payload: unknown, id = 'qv9Egd') => {
  const packed = payload === undefined ? null : JSON.stringify(payload);
  return `)]}'\n\n9\n${JSON.stringify([['wrb.fr', id, packed, null, null, null, 'generic']])}\n9\n[["di",40]]\n9\n[["e",4]]\n`;
};
const ROWS = [[['r1']], [['r2']]];
const RECORDS = [['r1'], ['r2']];

const READINGS: Readonly<Record<string, readonly [string, BatchReading]>> = {
  'records and a token': [
    frame([null, 'next', ROWS]),
    { kind: 'batch', batch: { records: RECORDS, hasNext: true } },
  ],
  'the last records': [
    frame([null, null, ROWS, null, null, true]),
    { kind: 'batch', batch: { records: RECORDS, hasNext: false } },
  ],
  'the long id': [
    frame([null, null, ROWS], '/MapsUgcPostService.ListUgcPosts'),
    { kind: 'batch', batch: { records: RECORDS, hasNext: false } },
  ],
  'a row without a record': [
    frame([null, null, [['r1'], 7]]),
    { kind: 'batch', batch: { records: ['r1', undefined], hasNext: false } },
  ],
  'the blocked form, or the end': [
    frame([null, null, null, null, null, true]),
    { kind: 'empty', saysEnd: true },
  ],
  'a token beside the mark of the end': [
    frame([null, 'next', null, null, null, true]),
    { kind: 'empty', saysEnd: false },
  ],
  'no records and no mark': [frame([null, null, []]), { kind: 'empty', saysEnd: false }],
  'a null payload': [frame(undefined), { kind: 'empty', saysEnd: false }],
  'a payload of the text null': [frame(null), { kind: 'empty', saysEnd: false }],
};

for (const [what, [body, expected]] of Object.entries(READINGS))
  test(`reads records, or an answer without records: ${what}`, () => {
    expect(readReviewsBatch(body)).toEqual(expected);
  });

const UNKNOWN: readonly [string, unknown][] = [
  ['an empty array', []],
  ['two slots', [null, null]],
  ['an object', { error: { code: 429 } }],
  ['a number', 7],
  ['records one slot further', [null, 'next', null, ROWS]],
  ['records two slots further', [null, null, null, null, ROWS, true]],
  ['records that are an object', [null, 'next', { 0: ROWS }]],
  ['a token that is a number', [null, 7, ROWS]],
  ['an end mark that is a text', [null, null, null, null, null, 'end']],
];

for (const [what, payload] of UNKNOWN)
  test(`reports a payload of unknown shape, also beside a readable frame: ${what}`, () => {
    for (const before of ['', frame([null, null, ROWS])])
      expect(readReviewsBatch(before + frame(payload)).kind).toBe('unknown_form');
  });

const UNFRAMED: readonly [string, string][] = [
  ['nothing', ''],
  ['[]', '[]'],
  ['null', 'null'],
  ['the blocked form without a frame', '[null,null,null,null,null,true]'],
  ['an error object', '{"error":{"code":429}}'],
  ['HTML', '<!DOCTYPE html><html><body><script>var a=[[1]];</script></body></html>'],
  ['a cut frame', frame([null, 'next', ROWS]).slice(0, 50)],
  ['an unknown frame', frame([null, 'next', ROWS], 'Zm8xUc')],
  ['an error frame', ')]}\'\n\n9\n[["er",null,null,null,null,500,null,null,null,13]]\n'],
];

for (const [what, body] of UNFRAMED)
  test(`reports a body without a frame of reviews: ${what}`, () => {
    expect(readReviewsBatch(body).kind).toBe('unframed');
  });

test('describes an unknown call for the log by its name, and other bodies by their shape', () => {
  const what = (body: string) => Object(readReviewsBatch(body)).what;
  expect(what(frame([null, 'next', ROWS], 'Zm8xUc'))).toBe('frames of Zm8xUc');
  expect(what(frame([null, 'next', ROWS], 'Jan Kowal'))).toBe('frames of text of 9 characters');
  expect(what('["Jan Kowal",[1,2],null,{"a":1}]')).toBe(
    'no frames: list of 4 (0: text of 9 characters, 1: list of 2, 3: object of 1)',
  );
  expect(what('Jan Kowal')).toBe('no frames: 9 characters that are not JSON');
});

test('a record without an id is no record', () => {
  expect(readReviewRecord(['r1'])?.id).toBe('r1');
  for (const record of [[null, []], [7], null]) expect(readReviewRecord(record)).toBeNull();
});
