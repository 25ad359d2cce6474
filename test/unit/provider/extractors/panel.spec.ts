import { expect, test } from '@playwright/test';
import { readPanel } from '../../../../src/provider/extractors/panel.js';
import type { RawPanel } from '../../../../src/provider/raw-state.js';

const PANEL: RawPanel = {
  name: 'Piekarnia Pod Wierzbą',
  category: 'Piekarnia',
  addressLabel: 'Adres: ul. Lipowa 3, 00-001 Warszawa ',
  rating: '4,7',
  reviewCountLabel: '12\u00a0345\u00a0opinii',
  histogramLabels: [
    '5\u00a0gwiazdek, 10\u00a0000\u00a0opinii',
    '4 gwiazdki, 1\u202f345 opinii',
    '3 gwiazdki, 700 opinii',
    '2 gwiazdki, 200 opinii',
    '1 gwiazdka, 100 opinii',
  ],
  saysNoReviews: false,
  reviewsTab: 1,
  matched: {},
};

test('a Polish panel, with both no-break spaces as group separators', () => {
  expect(readPanel(PANEL)).toEqual({
    name: 'Piekarnia Pod Wierzbą',
    category: 'Piekarnia',
    address: 'ul. Lipowa 3, 00-001 Warszawa',
    rating: 4.7,
    reviewCount: 12_345,
    stars: [100, 200, 700, 1345, 10_000],
  });
});

const COUNTS: readonly [string | null, number | null][] = [
  ['8,713 reviews', 8713],
  ['30 avis', 30],
  ['1 opinia', 1],
  ['1.234.567 opinii', 1_234_567],
  ['1\u202f234\u202f567 opinii', 1_234_567],
  ["1'234 Rezensionen", 1234],
  ['Liczba opinii: 12', 12],
  ['1.2K reviews', null],
  ['12tys. opinii', null],
  ['12 tys. opinii', null],
  ['1,2 tys. opinii', null],
  ['4,7 z 5, 30 opinii', null],
  ['opinie', null],
  [null, null],
];

for (const [label, expected] of COUNTS) {
  test(`review count of ${JSON.stringify(label)}`, () => {
    expect(readPanel({ ...PANEL, reviewCountLabel: label }).reviewCount).toBe(expected);
  });
}

for (const [text, expected] of [
  ['5,0', 5],
  ['4.7', 4.7],
  ['5', 5],
  [' 3,9 ', 3.9],
  ['5,1', null],
  ['0,0', null],
  ['47', null],
  ['brak', null],
  [null, null],
] as const) {
  test(`rating of ${JSON.stringify(text)}`, () => {
    expect(readPanel({ ...PANEL, rating: text }).rating).toBe(expected);
  });
}

for (const [name, labels] of [
  ['a row is missing', PANEL.histogramLabels.slice(1)],
  ['a row stands twice', [...PANEL.histogramLabels.slice(0, 4), '5 gwiazdek, 1 opinia']],
  ['a row has no count', [...PANEL.histogramLabels.slice(0, 4), '1 gwiazdka']],
  ['there are none', []],
] as const) {
  test(`the histogram is unknown when ${name}`, () => {
    expect(readPanel({ ...PANEL, histogramLabels: labels }).stars).toBeNull();
  });
}

test('words for "no reviews" make the count 0; a label without a colon is the address itself', () => {
  const panel = readPanel({
    ...PANEL,
    reviewCountLabel: null,
    saysNoReviews: true,
    addressLabel: 'ul. Lipowa 3',
  });
  expect(panel).toMatchObject({ reviewCount: 0, address: 'ul. Lipowa 3' });
});
