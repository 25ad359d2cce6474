import { reconcileStatistics } from '../../../../src/core/places/extractors/review-statistics.js';
import { expect, test } from '../../../support/test.js';

type Said = Parameters<typeof reconcileStatistics>[0][number];
const said = (rating: Said['rating'], reviewCount: Said['reviewCount'], stars: Said['stars']): Said => ({
  rating,
  reviewCount,
  stars,
});
const UNKNOWN = said(null, null, null);

const CASES: readonly [string, readonly Said[], Said][] = [
  ['a consistent source is believed', [said(4.5, 4, [0, 0, 1, 0, 3])], said(4.5, 4, [0, 0, 1, 0, 3])],
  ['nothing known stays unknown', [UNKNOWN, UNKNOWN], UNKNOWN],
  [
    'a truncated payload is completed by the panel',
    [said(4.5, null, null), said(4.5, 4, [0, 0, 1, 0, 3])],
    said(4.5, 4, [0, 0, 1, 0, 3]),
  ],
  [
    'a later consistent source beats an earlier contradiction',
    [said(4.5, 9, [0, 0, 1, 0, 3]), said(4.5, 4, [0, 0, 1, 0, 3])],
    said(4.5, 4, [0, 0, 1, 0, 3]),
  ],
  ['stars that contradict the count are dropped', [said(4.5, 9, [0, 0, 1, 0, 3])], said(4.5, 9, null)],
  ['the histogram alone gives the count', [said(4.5, null, [0, 0, 1, 0, 3])], said(4.5, 4, [0, 0, 1, 0, 3])],
  ['a count alone leaves the stars unknown', [said(4.5, 9, null)], said(4.5, 9, null)],
  ['no reviews, said in words: five zeros', [UNKNOWN, said(null, 0, null)], said(null, 0, [0, 0, 0, 0, 0])],
  ['no reviews, said by the histogram', [said(null, null, [0, 0, 0, 0, 0])], said(null, 0, [0, 0, 0, 0, 0])],
  ['a rated place cannot have no reviews', [said(4.7, 0, [0, 0, 0, 0, 0])], said(4.7, null, null)],
];

for (const [name, sources, expected] of CASES)
  test(`combines the statistics of several sources without contradictions: ${name}`, () => {
    expect(reconcileStatistics(sources)).toEqual(expected);
  });
