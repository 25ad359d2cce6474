import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from '@playwright/test';
import { type Case, loadCases, loadReviewsCase } from '../../fixtures/provider/cases.js';
import { tally } from '../../fixtures/provider/reviews/plan.js';
import type { WatchExportData } from '../../src/capabilities/reports/published.js';
import type { EventData, LedgerData, WatchData } from '../../src/capabilities/watch/published.js';
import { type Answer, test } from '../support/service.js';

const TEN = 'reviews--ten';
const [, PLACE_ID = ''] = loadReviewsCase(TEN).request.split('placeid=');
/** Enough for a check on a machine that is much slower. */
const CHECK_MS = 90_000;

const dataOf = <T>({ body }: Answer) => (body as { data: T }).data;

/** The same world, in which the oldest review of the place is gone. */
const withoutOne = (): Case[] =>
  loadCases().map((one) => {
    if (one.kind !== 'reviews' || one.id !== TEN) return one;
    const reviews = { ...one.reviews, count: 9 };
    return { ...one, reviews, place: { ...one.place, ...tally(reviews) } };
  });

/** A check that a client asks for comes ten minutes after the last check at the earliest. */
function elevenMinutesLater(path: string): void {
  const file = new DatabaseSync(path, { timeout: 60_000 });
  file.exec('update watch set checked_at = checked_at - 660000');
  file.close();
}

test('a review that is not shown any more is an event of its check', async ({ standIn, start }, info) => {
  test.setTimeout(3 * CHECK_MS);
  const file = info.outputPath('watch.db');
  const service = await start({ DATABASE_URL: `sqlite:${file}`, EVIDENCE_MAX_MB: '5' });
  const get = async <T>(path: string) => dataOf<T>(await service.get(`/api/${path}`));
  const events = async () => (await get<{ events: EventData[] }>('events')).events;
  const added = dataOf<WatchData>(await service.post('/api/watches', { subject: PLACE_ID }));
  const watch = () => get<WatchData>(`watches/${added.id}`);
  const checks = async () => {
    const record = await get<WatchExportData>(`watches/${added.id}/export`);
    return [record.checks, record.checks_without_result];
  };
  const proven = () => expect.poll(checks, { timeout: CHECK_MS });
  await proven().toEqual([1, 0]);
  expect(await watch()).toMatchObject({ state: 'watching', counts: { visible: 10, not_visible: 0 } });
  expect(await events()).toEqual([]);

  standIn.set({ cases: withoutOne() });
  elevenMinutesLater(file);
  expect((await service.post(`/api/watches/${added.id}/check`, undefined)).status).toBe(202);
  await proven().toEqual([2, 0]);
  const found = await events();
  expect(found.map(({ type }) => type)).toContain('review.not_visible');
  const loss = found.find(({ type }) => type === 'review.not_visible');
  expect(loss).toMatchObject({
    watch_id: added.id,
    review_id: expect.any(String),
    author: expect.any(String),
  });
  expect(loss?.after?.visibility_reason).not.toBe('visible');
  expect(await watch()).toMatchObject({ counts: { visible: 9, not_visible: 1, unconfirmed: 0 } });
  const { reviews } = await get<LedgerData>(`watches/${added.id}/reviews?status=not_visible`);
  expect(reviews.map(({ review_id }) => review_id)).toEqual([loss?.review_id]);

  // The store has less room than a pack needs.
  expect(await service.get('/readyz')).toMatchObject({
    status: 200,
    body: { checks: { evidence_store: 'full' } },
  });
  const metrics = await service.metrics();
  for (const line of ['store_state 1', 'store_bytes 0', 'packs_waiting \\d'])
    expect(metrics).toMatch(new RegExp(`^place_lookup_evidence_${line}$`, 'm'));
});
