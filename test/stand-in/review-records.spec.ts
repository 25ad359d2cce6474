import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { listOf } from '../../fixtures/provider/place-payload.js';
import { reportUrl, reviewId, reviewUrl } from '../../fixtures/provider/reviews/ids.js';
import { CAPTURES_ABSENT, capturesOf } from '../support/captures.js';
import { expect, test } from '../support/test.js';

interface RecordedBatch {
  readonly reviews: readonly { readonly reviewUrl: string; readonly reportUrl: string }[];
}
const [BATCH = { body: '', expected: { reviews: [] } }] = capturesOf<RecordedBatch>('reviews-batch');
const at = (value: unknown, ...path: number[]): unknown =>
  path.reduce<unknown>((inner, index) => (Array.isArray(inner) ? inner[index] : undefined), value);
/** Index paths that hold a value in a record, photos and questions counted once. */
const pathsOf = (value: unknown, path = ''): string[] =>
  Array.isArray(value)
    ? value.flatMap((inner, index) => (inner === null ? [] : pathsOf(inner, `${path}.${index}`)))
    : [path];

test('a record has no path a recorded one lacks, the marked ones excepted', () => {
  test.skip(CAPTURES_ABSENT !== false, CAPTURES_ABSENT || '');
  const line = BATCH.body.split('\n').find((one) => one.startsWith('[["wrb.fr"')) ?? '';
  const recorded: unknown[] = JSON.parse(String(at(JSON.parse(line), 0, 2)))[2].map(
    (row: unknown[]) => row[0],
  );
  const translated = capturesOf('review-record').map(({ body }) => JSON.parse(body)[0][0]);
  const known = new Set([...recorded, ...translated].flatMap((record) => pathsOf(record)));
  const list = listOf(loadReviewsCase('reviews--two-hundred'));
  const ours = new Set(list.reviews.flatMap((review) => pathsOf(list.record(review))));
  const strange = [...ours].filter(
    (path) => !known.has(path) && !path.startsWith('.2.2.') && !path.startsWith('.2.6.'),
  );
  expect(strange).toEqual([]);
});

test('the ids and links are made as the recorded ones are', () => {
  test.skip(CAPTURES_ABSENT !== false, CAPTURES_ABSENT || '');
  const inner = 'CAIQACodChtycF9oOkRHUWVzQzE1bDJ3MmxBS2dxLXdxQ1E';
  const id = 'Ci9DQUlRQUNvZENodHljRjlvT2tSSFVXVnpRekUxYkRKM01teEJTMmR4TFhkeFExRRAB';
  expect(reviewId(inner)).toBe(id);
  const second = BATCH.expected.reviews[1];
  expect(reviewUrl('0x1:0x3413388064195613', inner, 'fr')).toBe(second?.reviewUrl);
  expect(reportUrl('0x1:0x3413388064195613', inner, '0dl2d2ucNkq')).toBe(second?.reportUrl);
});
