import { readPanel } from '../../../../src/core/places/extractors/panel.js';
import type { RawPanel } from '../../../../src/core/provider/raw-state.js';
import { expect, test } from '../../../support/test.js';

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
};

test('reads a Polish panel with both no-break spaces as group separators', () => {
  expect(readPanel(PANEL)).toEqual({
    name: 'Piekarnia Pod Wierzbą',
    category: 'Piekarnia',
    address: 'ul. Lipowa 3, 00-001 Warszawa',
    rating: 4.7,
    reviewCount: 12_345,
    stars: [100, 200, 700, 1345, 10_000],
  });
});

const COUNTS: readonly [string, number][] = [
  ['8,713 reviews', 8713],
  ['30 avis', 30],
  ['1 opinia', 1],
  ['1.234.567 opinii', 1_234_567],
  ['1\u202f234\u202f567 opinii', 1_234_567],
  ["1'234 Rezensionen", 1234],
  ['Liczba opinii: 12', 12],
  ['1 234 件のクチコミ', 1234],
  ['12 tistów', 12],
  ['12 Milanówek', 12],
  ['(8\u202f713)', 8713],
  ['8’713 Rezensionen', 8713],
  ['12345 reseñas', 12_345],
  ['\u200f1,234 ביקורות', 1234],
];

/** Labels whose number is shortened, inexact or ambiguous. */
const INEXACT = `
  1.2K reviews | 12tys. opinii | 12 tys. opinii | 1,2 tys. opinii | 4,7 z 5, 30 opinii | 12 tis. recenzí |
  12\u00a0Tsd. Rezensionen | 12 mil reseñas | 12 mil | 12 тыс. отзывов | 12 тыс | 12 万件のクチコミ | 12 萬 則評論 |
  12 천 | 12 mille avis | 12 tysięcy opinii | 12 TYS. OPINII | 2 ΔΙΣ. ΚΡΙΤΙΚΕΣ | 12 k anmeldelser | 1.2K | 12K | elfu 12 |
  999+ | 999+ opinii | >250 opinii | ok. ~250 opinii | 12 % | 1,2 tys. opinii, 30 zdjęć | 1 234,5 opinii |
  1.234,567 opinii | 0,700 opinii | 12½ | ١٢ | 1.234 K | opinie`;

const countOf = (reviewCountLabel: string | null) => readPanel({ ...PANEL, reviewCountLabel }).reviewCount;

test('reads an exact count, and null from a shortened, inexact or ambiguous label', () => {
  for (const [label, expected] of COUNTS) expect(countOf(label), label).toBe(expected);
  for (const label of INEXACT.split('|')) expect(countOf(label.trim()), label).toBeNull();
  expect(countOf(null)).toBeNull();
});

const LANGUAGES =
  'pl en de fr es it pt cs sk uk ru nl sv da nb fi hu ro el tr ja ko zh ar he hi th vi id'.split(' ');

test('reads a count of any language exactly or not at all', () => {
  for (const language of LANGUAGES) {
    const format = (options: Intl.NumberFormatOptions = {}) =>
      new Intl.NumberFormat(language, { numberingSystem: 'latn', ...options });
    const full = format();
    const compact = (['short', 'long'] as const).map((compactDisplay) =>
      format({ notation: 'compact', compactDisplay }),
    );
    for (const number of [0, 7, 999, 1000, 1234, 12_345, 999_999, 1_234_567, 12_000_000]) {
      for (const short of compact.map((style) => style.format(number))) {
        // German writes thousands in full, also in short.
        expect([number, null], short).toContain(countOf(short));
        expect([number, null], short).toContain(countOf(`${short} x`));
      }
      // Hindi groups by two digits above a hundred thousand.
      const isGrouped = language !== 'hi' || number < 100_000;
      expect(countOf(`${full.format(number)} x`), language).toBe(isGrouped ? number : null);
    }
  }
});

const RATINGS: readonly [string | null, number | null][] = [
  ['5,0', 5],
  ['4.7', 4.7],
  ['5', 5],
  [' 3,9 ', 3.9],
  ['5,1', null],
  ['0,0', null],
  ['47', null],
  ['brak', null],
  [null, null],
];

test('reads a rating from 1 to 5 with one decimal', () => {
  for (const [text, rating] of RATINGS)
    expect(readPanel({ ...PANEL, rating: text }).rating, text ?? 'null').toBe(rating);
});

const BROKEN_HISTOGRAMS: readonly [string, readonly string[]][] = [
  ['a row is missing', PANEL.histogramLabels.slice(1)],
  ['a row stands twice', [...PANEL.histogramLabels.slice(0, 4), '5 gwiazdek, 1 opinia']],
  ['a row has a shortened count', [...PANEL.histogramLabels.slice(0, 4), '1 gwiazdka, 12 tis. opinii']],
  ['a row has no count', [...PANEL.histogramLabels.slice(0, 4), '1 gwiazdka']],
  ['all rows are missing', []],
];

for (const [name, histogramLabels] of BROKEN_HISTOGRAMS)
  test(`reads no star counts from a histogram that is not whole: ${name}`, () => {
    expect(readPanel({ ...PANEL, histogramLabels }).stars).toBeNull();
  });

test('words for "no reviews" make the count 0; a label without a colon is the address itself', () => {
  const panel = readPanel({
    ...PANEL,
    reviewCountLabel: null,
    saysNoReviews: true,
    addressLabel: 'ul. Lipowa 3',
  });
  expect(panel).toMatchObject({ reviewCount: 0, address: 'ul. Lipowa 3' });
});
