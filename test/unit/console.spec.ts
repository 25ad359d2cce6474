import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { failureOf } from '../../src/clients/console/api/failure.js';
import { createLineSplitter, parseLine, readLines } from '../../src/clients/console/api/lines.js';
import { datedName } from '../../src/clients/console/download/files.js';
import { batchesOf, parseLinks } from '../../src/clients/console/links/parse-links.js';
import { featureIdOf } from '../../src/clients/console/place/feature-id.js';
import { arrange, fold } from '../../src/clients/console/reviews/arrange.js';
import { monthStatistics } from '../../src/clients/console/reviews/month-statistics.js';
import { formatRoute, parseRoute, type Route } from '../../src/clients/console/state/route.js';
import { en } from '../../src/clients/console/texts/en.js';
import { pl } from '../../src/clients/console/texts/pl.js';
import { featureIdFromHalves } from '../../src/identifiers/feature-id.js';
import { placeIdOfFeature } from '../../src/identifiers/place-id.js';
import { sampleReview } from '../console/samples.js';

// The parts of the console that need no browser.

test('lines come out whole however the text is cut, and the unfinished one never does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }).filter((line) => /^\S[^\n]*$/.test(line))),
      fc.nat(),
      (lines, seed) => {
        const text = lines.map((line) => `${line}\n`).join('');
        const at = text.length === 0 ? 0 : seed % text.length;
        const split = createLineSplitter();
        expect([...split(text.slice(0, at)), ...split(text.slice(at)), ...split('unfinished')]).toEqual(
          lines,
        );
      },
    ),
  );
});

test('only JSON objects with a type are lines', () => {
  expect(parseLine('{"type":"summary","total":1}')).toEqual({ type: 'summary', total: 1 });
  for (const broken of ['{"type":"resu', 'null', '5', '[]', '{}', '{"type":3}'])
    expect(parseLine(broken)).toBeNull();
});

test('a stream is read to its end, letters cut in two included; a broken one rejects', async () => {
  const bytes = new TextEncoder().encode('{"type":"żółć"}\n{"type":"b"}\n{"type":"cut');
  const stream = (fails: boolean) => {
    let at = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, ++at));
        else if (fails) controller.error(new Error('gone'));
        else controller.close();
      },
    });
  };
  const types: string[] = [];
  await readLines(stream(false), ({ type }) => types.push(type));
  expect(types).toEqual(['żółć', 'b']);
  await expect(readLines(stream(true), () => undefined)).rejects.toThrow('gone');
});

test('a refusal keeps its code, number and waiting time; an unknown one is said to be so', () => {
  const known = new Set(['overloaded']);
  const headers = new Headers({ 'Retry-After': '7', 'X-Request-Id': 'from-header' });
  const error = { code: 'overloaded', message: 'm', request_id: 'r' };
  expect(failureOf({ status: 'error', error }, headers, known)).toEqual({
    code: 'overloaded',
    message: 'm',
    requestId: 'r',
    retryAfterSeconds: 7,
  });
  for (const [header, seconds] of [
    ['0', 0],
    ['Sat, 21 Nov 2026 03:13:00 GMT', 15],
    ['soon', 10],
  ] as const) {
    const now = Date.parse('2026-11-21T03:12:45Z');
    const told = failureOf({ error }, new Headers({ 'Retry-After': header }), known, now);
    expect(told.retryAfterSeconds).toBe(seconds);
  }
  for (const body of [null, {}, { error: { code: 'new' } }, 'text', { error: null }]) {
    expect(failureOf(body, new Headers({ 'X-Request-Id': 'h' }), known)).toMatchObject({
      code: 'unexpected',
      requestId: 'h',
      retryAfterSeconds: null,
    });
  }
});

for (const [text, urls, skipped] of [
  ['https://maps.app.goo.gl/a', ['https://maps.app.goo.gl/a'], 0],
  ['maps.app.goo.gl/a', ['https://maps.app.goo.gl/a'], 0],
  ['www.google.com/maps/reviews/data=!4m8', ['https://www.google.com/maps/reviews/data=!4m8'], 0],
  ['1;"https://goo.gl/a";tak', ['https://goo.gl/a'], 0],
  ['https://goo.gl/a,https://goo.gl/b', ['https://goo.gl/a', 'https://goo.gl/b'], 0],
  [
    'https://www.google.com/maps/reviews/@50.1,21.0,17z/data=!3m1',
    ['https://www.google.com/maps/reviews/@50.1,21.0,17z/data=!3m1'],
    0,
  ],
  ['zobacz (https://goo.gl/a).', ['https://goo.gl/a'], 0],
  ['link\r\n\r\nhttps://goo.gl/a\rnic', ['https://goo.gl/a'], 2],
  ['javascript:alert(1)', [], 1],
  [
    "https://www.google.com/maps/place/McDonald's/@50.1,21.0,17z/data=!4m6",
    ["https://www.google.com/maps/place/McDonald's/@50.1,21.0,17z/data=!4m6"],
    0,
  ],
  [
    'https://www.google.com/maps/place/A;B|C/data=!4m6!3m5$*~(x)',
    ['https://www.google.com/maps/place/A;B|C/data=!4m6!3m5$*~(x'],
    0,
  ],
  [
    "www.google.pl/maps/place/Kot+i+Spół'ka;+2/data=!4m6",
    ["https://www.google.pl/maps/place/Kot+i+Spół'ka;+2/data=!4m6"],
    0,
  ],
  [
    "href='https://www.google.com/maps/place/McDonald's/'>tu",
    ["https://www.google.com/maps/place/McDonald's/"],
    0,
  ],
  ["['https://goo.gl/a','https://goo.gl/b']", ['https://goo.gl/a', 'https://goo.gl/b'], 0],
  [
    "['https://www.google.com/maps/a','https://www.google.com/maps/b']",
    ['https://www.google.com/maps/a', 'https://www.google.com/maps/b'],
    0,
  ],
  [
    'https://goo.gl/a;https://goo.gl/b|https://goo.gl/c',
    ['https://goo.gl/a', 'https://goo.gl/b', 'https://goo.gl/c'],
    0,
  ],
  ['https://goo.gl/a;tak;24/05/2026', ['https://goo.gl/a'], 0],
  ['https://maps.app.goo.gl/a?g_st=ic,tak', ['https://maps.app.goo.gl/a?g_st=ic'], 0],
  [
    'https://www.google.com/maps/reviews/data=!4m8;tak;5',
    ['https://www.google.com/maps/reviews/data=!4m8'],
    0,
  ],
  [
    '1;https://www.google.com/maps/reviews/data=!4m8;24/05/2026',
    ['https://www.google.com/maps/reviews/data=!4m8'],
    0,
  ],
  [
    'a|https://www.google.com/maps/reviews/data=!4m8|x/y',
    ['https://www.google.com/maps/reviews/data=!4m8'],
    0,
  ],
  [
    'link;data\nhttps://www.google.com/maps/reviews/data=!4m8;24/05/2026',
    ['https://www.google.com/maps/reviews/data=!4m8'],
    1,
  ],
  ['maps.app.goo.gl/a;tak', ['https://maps.app.goo.gl/a'], 0],
  ['share.google/a', ['https://share.google/a'], 0],
  [
    'https://maps.app.goo.gl/?link=https://www.google.com/maps/reviews/@52.2,21.0,17z/data=!4m8',
    ['https://maps.app.goo.gl/?link=https://www.google.com/maps/reviews/@52.2,21.0,17z/data=!4m8'],
    0,
  ],
] as const) {
  test(`links of ${JSON.stringify(text)}`, () => {
    const parsed = parseLinks(text);
    expect(parsed.links.map(({ url }) => url)).toEqual([...urls]);
    expect(parsed.skipped).toBe(skipped);
  });
}

test('repeated links point to their first place', () => {
  const { links, repeated } = parseLinks('https://goo.gl/a\nhttps://goo.gl/b\nhttps://goo.gl/a');
  expect(links.map(({ first }) => first)).toEqual([0, 1, 0]);
  expect(repeated).toBe(1);
});

test('batches keep to a thousand links and to the size of a body, and lose none', () => {
  const urls = Array.from({ length: 2500 }, (_, index) => `https://goo.gl/${index}`);
  expect(batchesOf(urls).map(({ length }) => length)).toEqual([1000, 1000, 500]);
  const long = Array.from({ length: 900 }, (_, index) => `https://goo.gl/${index}${'x'.repeat(2000)}`);
  expect(batchesOf(long).flat()).toEqual(long);
  for (const batch of batchesOf(long)) expect(JSON.stringify({ urls: batch }).length).toBeLessThan(400_000);
  expect(batchesOf([])).toEqual([]);
});

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
    const arranged = arrange(reviews, { stars: new Set(), search: '', sort });
    expect(arranged.at(-1)?.review_id, sort).toBe('review-1');
  }
  expect(arrange(reviews, { stars: new Set([null]), search: '', sort: 'newest' })).toHaveLength(1);
});

test('a search does not mind case, accents and spaces', () => {
  expect(fold('  ZAŻÓŁĆ\u00a0 gęślą\n')).toBe('zazolc gesla');
});

test('every route comes back from its address', () => {
  const routes: Route[] = [
    { view: 'links' },
    { view: 'place', query: '' },
    { view: 'place', query: 'https://maps.app.goo.gl/a?b=c&d=#e ż' },
    { view: 'reviews', placeId: '', maxPages: 50 },
    { view: 'reviews', placeId: '0x1:0x2', maxPages: 5 },
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
