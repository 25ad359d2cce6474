import { isWorthAnotherPage } from '../../../src/core/browser/pool.js';
import { refusalOf } from '../../../src/core/errors.js';
import type { StopReason } from '../../../src/core/published/lines.js';
import { judgeListEnd, type ReadingEnd } from '../../../src/core/reviews/list-end.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { readingOf } from '../../support/place-reading.js';
import { expect, test } from '../../support/test.js';

// The end of a list × own reviews read < = > total × total known or not, and facts that rule out an end.

const ENDS: Readonly<Record<string, ReadingEnd>> = {
  end: { kind: 'end' },
  flagged: { kind: 'flagged' },
  empty: { kind: 'empty' },
  stalled: { kind: 'stalled' },
  unsorted: { kind: 'unsorted' },
  drift: { kind: 'drift', what: 'made up' },
  block_page: { kind: 'block_page', cause: 'made up' },
  'failed 403': { kind: 'failed', status: 403 },
  'failed 503': { kind: 'failed', status: 503 },
  'no answer': { kind: 'failed', status: 0 },
  max_pages: { kind: 'max_pages' },
  since: { kind: 'since' },
};

const LIST = {
  read: 10,
  own: 10,
  unread: 0,
  total: 10 as number | null,
  hadLimitedView: false,
  hadTrouble: false,
  hasMoreThanInline: false,
  inlined: 10,
  isUnsorted: false,
};

type JudgedList = typeof LIST;

function listOf(changes: Partial<JudgedList>): Parameters<typeof judgeListEnd>[1] {
  const { total, hadLimitedView, hadTrouble, inlined, ...list } = { ...LIST, ...changes };
  return {
    ...list,
    reading: readingOf({ reviewCount: total }),
    inlineRecords: Array<null>(inlined).fill(null),
    troubles: [...(hadLimitedView ? ['limited view'] : []), ...(hadTrouble ? ['an error message'] : [])],
  };
}
const judge = (end: string, changes: Partial<JudgedList>) =>
  judgeListEnd(ENDS[end] ?? { kind: 'max_pages' }, listOf(changes));

/** The columns: fewer own reviews than the place counts, as many, more, and no count. */
const COUNTS: readonly Partial<JudgedList>[] = [{ own: 9 }, {}, { own: 11, read: 11 }, { total: null }];

const TABLE: Readonly<Record<string, readonly [StopReason, StopReason, StopReason, StopReason]>> = {
  end: ['provider_limit', 'end', 'end', 'provider_limit'],
  // The mark of the end stands in blocked answers, too: the count tells them apart.
  flagged: ['interrupted', 'end', 'end', 'interrupted'],
  empty: ['interrupted', 'interrupted', 'interrupted', 'interrupted'],
  stalled: ['interrupted', 'interrupted', 'interrupted', 'interrupted'],
  unsorted: ['provider_limit', 'end', 'end', 'provider_limit'],
  drift: ['interrupted', 'interrupted', 'interrupted', 'interrupted'],
  block_page: ['interrupted', 'interrupted', 'interrupted', 'interrupted'],
  'failed 403': ['interrupted', 'interrupted', 'interrupted', 'interrupted'],
  'failed 503': ['interrupted', 'interrupted', 'interrupted', 'interrupted'],
  'no answer': ['interrupted', 'interrupted', 'interrupted', 'interrupted'],
  max_pages: ['max_pages', 'max_pages', 'max_pages', 'max_pages'],
  since: ['since', 'since', 'since', 'since'],
};

test('the stop reason follows from the end of the list and the count of the place', () => {
  for (const [end, reasons] of Object.entries(TABLE))
    expect(
      COUNTS.map((list) => judge(end, list)),
      end,
    ).toEqual(reasons);
});

test('records that cannot be read are no interruption: the list was read as far as it goes, but is not complete', () => {
  const reasons = (list: Partial<JudgedList>) =>
    ['end', 'flagged', 'unsorted', 'max_pages', 'since', 'stalled'].map((end) => judge(end, list));
  expect(reasons({ own: 9, unread: 1 })).toEqual([...Array(5).fill('unreadable'), 'interrupted']);
  expect(judge('end', { own: 9, unread: 1, hadTrouble: true })).toBe('interrupted');
  expect(judge('flagged', { own: 8, unread: 1 })).toBe('interrupted');
});

test('a list is read once more that lost its first answer because an address of this machine changed', () => {
  const end: ReadingEnd = { kind: 'failed', status: 0, cause: 'net::ERR_NETWORK_CHANGED' };
  const error = refusalOf(() => judgeListEnd(end, listOf({ read: 0 })));
  const caller = { signal: new AbortController().signal, log: createLogger('silent') };
  expect(isWorthAnotherPage(error, caller)).toBe(true);
  expect(
    isWorthAnotherPage(
      refusalOf(() => judge('no answer', { read: 0 })),
      caller,
    ),
  ).toBe(false);
});

/** Facts that rule out the end, and the reasons that remain possible. */
const AGAINST: readonly (readonly [string, Partial<JudgedList>, readonly StopReason[]])[] = [
  ['a record that could not be read', { unread: 1 }, ['interrupted', 'unreadable']],
  [
    'partner reviews in place of own ones',
    { own: 3, read: 33 },
    ['interrupted', 'max_pages', 'since', 'provider_limit'],
  ],
  ['no own review at all', { own: 0, read: 3 }, ['interrupted', 'max_pages', 'since', 'provider_limit']],
  ['trouble while the page was opened', { hadTrouble: true }, ['interrupted', 'max_pages', 'since']],
  ['the limited view', { hadLimitedView: true }, ['interrupted', 'max_pages', 'limited_view']],
  [
    'the limited view without a count',
    { hadLimitedView: true, total: null },
    ['interrupted', 'max_pages', 'limited_view'],
  ],
  [
    'the limited view and an unread record',
    { hadLimitedView: true, unread: 1 },
    ['interrupted', 'limited_view', 'unreadable'],
  ],
];

for (const [what, list, allowed] of AGAINST)
  test(`a list is never complete with unread records, trouble or a limited view: ${what}`, () => {
    for (const end of Object.keys(ENDS)) expect(allowed, `${what}, ${end}`).toContain(judge(end, list));
  });

test('a list without a sort menu is complete only when the place inlined all of it', () => {
  expect(judge('unsorted', { hasMoreThanInline: true })).toBe('interrupted');
  expect(judge('unsorted', { hasMoreThanInline: false })).toBe('end');
});

test('a short list without a sort menu ends at the limit of the provider only when it was inlined', () => {
  const short = { read: 5, own: 5, total: 300 };
  expect(judge('unsorted', { ...short, inlined: 5 })).toBe('provider_limit');
  expect(judge('unsorted', { ...short, inlined: 5, hasMoreThanInline: true })).toBe('interrupted');
  expect(judge('unsorted', { ...short, inlined: 0 })).toBe('interrupted');
  expect(judge('unsorted', { ...short, inlined: 5, hadTrouble: true })).toBe('interrupted');
  expect(judge('unsorted', { ...short, inlined: 5, hadLimitedView: true })).toBe('limited_view');
});

test('a list that is not sorted by date has no end at a day, however much of it was read', () => {
  const reasons = ['end', 'flagged', 'max_pages', 'stalled', 'block_page'].map((end) =>
    judge(end, { isUnsorted: true }),
  );
  expect(reasons).toEqual(['unsorted', 'unsorted', 'unsorted', 'interrupted', 'interrupted']);
  expect(judge('end', { isUnsorted: true, own: 9 })).toBe('unsorted');
  expect(judge('end', { isUnsorted: true, hadTrouble: true })).toBe('interrupted');
});

test('the list of a place with partner reviews only is complete', () => {
  expect(judge('end', { total: 0, own: 0, read: 3 })).toBe('end');
});

test('a list without a single review is an error', () => {
  for (const end of Object.keys(ENDS)) {
    const isRefused = ['flagged', 'empty', 'failed 403'].includes(end);
    const code = isRefused ? 'provider_blocked' : 'provider_unavailable';
    for (const total of [null, 0, 10])
      expect(() => judge(end, { read: 0, own: 0, total }), end).toThrow(expect.objectContaining({ code }));
  }
});
