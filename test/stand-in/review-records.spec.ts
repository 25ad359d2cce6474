import { readFileSync } from 'node:fs';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { cidOf } from '../../fixtures/provider/ids.js';
import { listOf } from '../../fixtures/provider/place-payload.js';
import { agoWords } from '../../fixtures/provider/reviews/dates.js';
import { reportUrl, reviewId, reviewUrl } from '../../fixtures/provider/reviews/ids.js';
import { inventReviews } from '../../fixtures/provider/reviews/invent.js';
import type { InventedReview } from '../../fixtures/provider/reviews/model.js';
import { NOW_US } from '../../fixtures/provider/reviews/model.js';
import { plainPlan } from '../../fixtures/provider/reviews/plan.js';
import { expect, test } from '../support/test.js';

const at = (value: unknown, ...path: number[]): unknown =>
  path.reduce<unknown>((inner, index) => (Array.isArray(inner) ? inner[index] : undefined), value);
const withRecords = (id: string) => {
  const list = listOf(loadReviewsCase(id));
  return list.reviews.map((review) => ({ review, r: list.record(review), place: list.place }));
};
/** Index paths that hold a value in a record, photos and questions counted once. */
const pathsOf = (value: unknown, path = ''): string[] =>
  Array.isArray(value)
    ? value.flatMap((inner, index) => (inner === null ? [] : pathsOf(inner, `${path}.${index}`)))
    : [path];

test('shape A: every field at its path of reviews.md §3', () => {
  for (const { review, r, place } of withRecords('reviews--seven')) {
    const { author, created, edited, text, reply, photos } = review;
    expect(at(r, 0)).toBe(reviewId(review.inner));
    expect(at(r, 1, 0)).toBe(`0x0:0x${BigInt(cidOf(place.featureId)).toString(16)}`);
    expect([at(r, 1, 2), at(r, 1, 3)]).toEqual([created, edited]);
    expect([0, 3, 5, 6].map((index) => at(r, 1, 4, 5, index))).toEqual([
      author.name,
      author.id,
      author.reviews,
      author.photos,
    ]);
    expect([at(r, 1, 4, 5, 8, 0), at(r, 1, 4, 5, 8, 1)]).toEqual([author.guide, author.level]);
    expect(at(r, 1, 4, 5, 10, 0)).toContain('\u00a0');
    expect(/^ ?Edytowano /.test(String(at(r, 1, 6)))).toBe(created !== edited);
    expect([at(r, 1, 13, 0), at(r, 1, 13, 4)]).toEqual(['Google', 5]);
    expect([at(r, 2, 0, 0), at(r, 2, 15, 0, 0) ?? null]).toEqual([review.stars, text]);
    expect(at(r, 2, 15, 1, 0) ?? null).toBe(review.translated);
    expect(at(r, 2, 14, 0) ?? null).toBe(review.language);
    const urls = photos.map((_, index) => [at(r, 2, 2, index, 1, 6, 0), at(r, 2, 2, index, 1, 6, 2)]);
    expect(urls).toEqual(photos.map(({ url, width, height }) => [url, [width, height]]));
    expect([at(r, 3, 1) ?? null, at(r, 3, 14, 0, 0) ?? null]).toEqual([
      reply?.created ?? null,
      reply?.text ?? null,
    ]);
    expect(at(r, 4, 6, 1, 0, 1) ?? null).toBe(review.likes);
  }
  expect(withRecords('reviews--seven').map(({ r }) => at(r, 2))).toContainEqual([[5]]);
});

test('a record has no path a recorded one lacks, the marked ones excepted', () => {
  const text = readFileSync('/work/shared/captures/reviews-batch--fr-10.txt', 'utf8');
  const line = text.split('\n').find((one) => one.startsWith('[["wrb.fr"')) ?? '';
  const recorded: unknown[] = JSON.parse(String(at(JSON.parse(line), 0, 2)))[2].map(
    (row: unknown[]) => row[0],
  );
  const translated = ['owner-reply-translated', 'rating-only'].map((name) => {
    return JSON.parse(readFileSync(`/work/shared/captures/review-record--${name}.json`, 'utf8'))[0][0];
  });
  const known = new Set([...recorded, ...translated].flatMap((record) => pathsOf(record)));
  const ours = new Set(withRecords('reviews--two-hundred').flatMap(({ r }) => pathsOf(r)));
  const strange = [...ours].filter(
    (path) => !known.has(path) && !path.startsWith('.2.2.') && !path.startsWith('.2.6.'),
  );
  expect(strange).toEqual([]);
});

test('the ids and links are made as the recorded ones are', () => {
  const inner = 'CAIQACodChtycF9oOkRHUWVzQzE1bDJ3MmxBS2dxLXdxQ1E';
  const id = 'Ci9DQUlRQUNvZENodHljRjlvT2tSSFVXVnpRekUxYkRKM01teEJTMmR4TFhkeFExRRAB';
  expect(reviewId(inner)).toBe(id);
  const text = readFileSync('/work/shared/captures/reviews-batch--fr-10.expected.json', 'utf8');
  const { reviews } = JSON.parse(text);
  const [, second] = reviews;
  expect(reviewUrl('0x1:0x3413388064195613', inner, 'fr')).toBe(second.reviewUrl);
  expect(reportUrl('0x1:0x3413388064195613', inner, '0dl2d2ucNkq')).toBe(second.reportUrl);
});

test('shape B has its author at r[1][4][0] and no size of photos; partners have a score and no stars', () => {
  for (const { review, r } of withRecords('reviews--shape-2023')) {
    const a = at(r, 1, 4, 0);
    expect([at(a, 4), at(a, 13), at(a, 1), at(a, 2)]).toEqual([
      review.author.name,
      review.author.id,
      review.author.reviews,
      review.author.photos,
    ]);
    expect(at(a, 0, 2) === 1).toBe(review.author.guide);
    expect(at(r, 2, 2, 0, 1, 6, 2)).toBeUndefined();
    expect(at(r, 4, 1)).toBe(review.likes);
    expect(at(r, 1, 4, 5)).toBeUndefined();
  }
  const partners = withRecords('reviews--partners').filter(({ review }) => review.source !== 'Google');
  expect(partners.map(({ r }) => [at(r, 2, 0) ?? null, at(r, 2, 8, 1), at(r, 1, 13, 4)])).toEqual([
    [null, 4, 5],
    [null, 8.4, 10],
    [null, 2, 5],
  ]);
});

test('the same plan invents the same reviews; they vary as real ones do', () => {
  const reviews = inventReviews(plainPlan(450, 'variety'));
  expect(inventReviews(plainPlan(450, 'variety'))).toEqual(reviews);
  expect(inventReviews(plainPlan(450, 'other'))).not.toEqual(reviews);
  const some = (test: (review: InventedReview) => boolean) => reviews.filter(test).length;
  expect(some(({ text }) => text === null)).toBeGreaterThan(40);
  expect(some(({ created, edited }) => created < edited)).toBeGreaterThan(20);
  expect(some(({ spaced }) => spaced)).toBeGreaterThan(5);
  expect(some(({ likes }) => likes === null)).toBeGreaterThan(50);
  expect(some(({ author }) => !author.guide && author.level !== null)).toBeGreaterThan(100);
  expect(some(({ photos }) => photos.some(({ url }) => url.endsWith('=k-no')))).toBeGreaterThan(20);
  expect(some(({ photos }) => photos.some(({ url }) => /=w\d+-h\d+-k-no$/.test(url)))).toBeGreaterThan(10);
  expect(some(({ edited }) => edited >= NOW_US)).toBe(0);
});

test('dates in words, U+00A0 after the number', () => {
  const day = 86_400_000_000;
  const ago = (days: number, edited = false) => agoWords(NOW_US - days * day, NOW_US, 'pl', edited);
  expect([ago(400), ago(800), ago(250), ago(800, true), ago(9), ago(21), ago(5), ago(0.1)]).toEqual([
    'rok temu',
    '2\u00a0lata temu',
    '8\u00a0miesięcy temu',
    'Edytowano 2\u00a0lata temu',
    'tydzień temu',
    '3\u00a0tygodnie temu',
    '5\u00a0dni temu',
    '2\u00a0godziny temu',
  ]);
});
