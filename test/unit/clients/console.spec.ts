import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { datedName } from '../../../src/clients/console/download/files.js';
import { featureIdOf } from '../../../src/clients/console/place/feature-id.js';
import { arrange, fold, UNFILTERED } from '../../../src/clients/console/reviews/arrange.js';
import { monthStatistics } from '../../../src/clients/console/reviews/month-statistics.js';
import { formatRoute, parseRoute, type Route } from '../../../src/clients/console/state/route.js';
import { en } from '../../../src/clients/console/texts/en.js';
import { pl } from '../../../src/clients/console/texts/pl.js';
import { featureIdFromHalves } from '../../../src/identifiers/feature-id.js';
import { placeIdOfFeature } from '../../../src/identifiers/place-id.js';
import { sampleReview } from '../../console/samples.js';

// The parts of the console that need no browser.

test('the feature id of a Place ID is the one the service reads', () => {
  const half = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(half, half, (hi, lo) => {
      const featureId = featureIdFromHalves(hi, lo) ?? '';
      expect(featureIdOf(placeIdOfFeature(featureId) ?? '')).toBe(featureId);
    }),
  );
  for (const other of ['', 'ChIJ', `E${'a'.repeat(26)}`, `ChIJ${'A'.repeat(23)}`]) {
    expect(featureIdOf(other), other).toBeNull();
  }
});

const unix = (text: string) => Date.parse(text) / 1000;

test('months: gaps are filled, reviews without stars count but do not weigh', () => {
  const reviews = [
    { date_unix: unix('2025-11-10T12:00:00Z'), stars: 5 },
    { date_unix: unix('2025-11-20T12:00:00Z'), stars: 2 },
    { date_unix: unix('2025-11-20T12:00:00Z'), stars: null },
    { date_unix: unix('2026-01-10T12:00:00Z'), stars: null },
    { date_unix: null, stars: 1 },
  ] as const;
  const months = monthStatistics(reviews, true);
  expect(months).toEqual([
    { year: 2025, month: 10, count: 3, average: 3.5 },
    { year: 2025, month: 11, count: 0, average: null },
    { year: 2026, month: 0, count: 1, average: null },
  ]);
  expect(monthStatistics(reviews, false)[1]).toEqual({ year: 2025, month: 11, count: null, average: null });
  expect(monthStatistics([], true)).toEqual([]);
  expect(monthStatistics([{ date_unix: null, stars: 5 }], true)).toEqual([]);
});

test('what is unknown comes last in every order', () => {
  const reviews = [sampleReview(1, { date_unix: null, stars: null }), sampleReview(2), sampleReview(3)];
  for (const sort of ['newest', 'oldest', 'lowest', 'highest'] as const) {
    const arranged = arrange(reviews, { ...UNFILTERED, sort });
    expect(arranged.at(-1)?.review_id, sort).toBe('review-1');
  }
  expect(arrange(reviews, { ...UNFILTERED, stars: new Set([null]) })).toHaveLength(1);
});

test('a search does not mind case, accents and spaces', () => {
  expect(fold('  ZAŻÓŁĆ\u00a0 gęślą\n')).toBe('zazolc gesla');
});

test('every route comes back from its address', () => {
  const routes: Route[] = [
    { view: 'links' },
    { view: 'place', query: '' },
    { view: 'place', query: 'https://maps.app.goo.gl/a?b=c&d=#e ż' },
    { view: 'places' },
    { view: 'reviews', place: '', maxPages: 50, arrangement: UNFILTERED },
    { view: 'reviews', place: '0x1:0x2', maxPages: 5, arrangement: UNFILTERED },
    {
      view: 'reviews',
      place: 'https://maps.app.goo.gl/a?b=c&d=#e ż',
      maxPages: 50,
      arrangement: {
        stars: new Set([5, null]),
        marks: new Set(['unanswered', 'new-account']),
        from: '2026-01-01',
        to: '2026-02-28',
        search: 'zimna zupa & „coś”',
        sort: 'lowest',
      },
    },
    { view: 'jobs', id: '' },
    { view: 'jobs', id: '5f0c&e ż' },
  ];
  for (const route of routes) expect(parseRoute(formatRoute(route))).toEqual(route);
  for (const hash of ['', '#', '#/', '#/nic?q='])
    expect(parseRoute(hash)).toEqual({ view: 'place', query: '' });
  for (const pages of ['0', '51', '1.5', 'x']) {
    expect(parseRoute(`#/opinie?placeid=a&strony=${pages}`)).toMatchObject({ maxPages: 50 });
  }
});

test('Polish counts as Poles do', () => {
  expect([0, 1, 2, 5, 12, 22, 1385].map(pl.place.reviews)).toEqual([
    '0 opinii',
    '1 opinia',
    '2 opinie',
    '5 opinii',
    '12 opinii',
    '22 opinie',
    '1\u00a0385 opinii',
  ]);
  expect([1, 1385].map(en.place.reviews)).toEqual(['1 review', '1,385 reviews']);
});

test('no text is left in the other language', () => {
  const polish = /[ąćęłńóśźż]/i;
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(texts)
        : [];
  expect(texts(en).filter((text) => polish.test(text) && !text.startsWith('e.g.'))).toEqual([]);
  expect(texts(en).length).toBe(texts(pl).length);
});

test('a file has a plain name and its day', () => {
  expect(datedName('Żurkownia „Zażółć” / 2', new Date(2026, 10, 1))).toBe('zurkownia-zazolc-2-2026-11-01');
});
