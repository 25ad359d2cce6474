import { expect } from '@playwright/test';
import { askStandIn } from '../../fixtures/provider/ask.js';
import { loadCases, loadReviewsCase, type ReviewCase, readExpected } from '../../fixtures/provider/cases.js';
import { listOf } from '../../fixtures/provider/place-payload.js';
import { reviewId } from '../../fixtures/provider/reviews/ids.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { test } from '../support/stand-in-test.js';

const CASES = loadCases().filter((entry) => entry.kind === 'review');
const reviewOf = ({ place, index }: ReviewCase) => listOf(loadReviewsCase(place)).reviews[index];
const dataOf = async (standIn: StandIn, link: string) => {
  const { body } = await askStandIn(standIn, link);
  const preload = /<link href="(\/maps\/timeline\/_rpc\/pc\?[^"]+)" as="fetch"/.exec(body)?.[1];
  return askStandIn(standIn, new URL((preload ?? '').replace(/&amp;/g, '&'), link).href);
};
const parsed = (body: string): unknown[] => JSON.parse(body.slice(body.indexOf('\n') + 1));

test('the data answer: the record at [7], the full feature id beside it; none of it once removed', async ({
  standIn,
}) => {
  for (const entry of CASES) {
    standIn.reset();
    const review = reviewOf(entry);
    const id = reviewId(review?.inner ?? '');
    const { status, body } = await dataOf(standIn, entry.link);
    const { featureId, name } = loadReviewsCase(entry.place).place;
    const state = entry.states[0] ?? 'visible';
    expect(status, entry.id).toBe(state === 'nothing' ? 500 : 200);
    if (state === 'nothing') continue;
    const there = state === 'visible' || state === 'no_rating';
    expect(body.startsWith(")]}'\n"), entry.id).toBe(true);
    expect(body.includes(id), entry.id).toBe(there);
    expect(body.includes(featureId), entry.id).toBe(state !== 'no_data');
    const record = parsed(body)[7];
    expect(Array.isArray(record) ? record[0] : null, entry.id).toBe(there ? id : null);
    if (there) expect(body, entry.id).toContain(JSON.stringify([review?.author.id, review?.author.name]));
    if (state !== 'no_data') expect(body, entry.id).toContain(JSON.stringify(name));
  }
});

test('every case is well-formed: its link names its review or author, its golden asks for it', () => {
  for (const entry of CASES) {
    const review = reviewOf(entry);
    const names = [reviewId(review?.inner ?? ''), String(review?.author.id)];
    expect(
      names.some((name) => entry.link.includes(name)),
      entry.id,
    ).toBe(true);
    const asked = new URL(entry.request.slice('GET '.length), 'http://x').searchParams.get('url');
    expect([entry.link, ...entry.hops.map(({ at }) => at)], entry.id).toContain(asked);
    const golden = entry.states[0] === 'nothing' && entry.states.length === 1 ? 'error' : 'success';
    expect(readExpected(entry.id), entry.id).toMatchObject({ status: golden });
  }
});
