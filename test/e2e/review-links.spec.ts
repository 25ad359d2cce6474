import { expect } from '@playwright/test';
import { loadReviewCase, readExpected } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { checkContract } from '../support/contract-check.js';
import { expectGolden } from '../support/golden.js';
import { test } from '../support/service.js';

const linkOf = (id: string) => loadReviewCase(id).link;
const visibilityOf = (link: string) => `/api/review-visibility?url=${encodeURIComponent(link)}`;
const VISIBLE = linkOf('review--visible');
const REMOVED = linkOf('review--removed');
const cutAt = (mark: string, digits = 0) => REMOVED.slice(0, REMOVED.indexOf(mark) + mark.length + digits);

// Some reviews are shown in one load and not in the next: what they were seen as would make them controls.
test.use({ serviceEnv: { CONTROL_REVIEWS: linkOf('review--long-text') } });

/** A verdict and a failure. cases.spec.ts and fast-path.spec.ts compare the details of every case with the goldens. */
for (const entry of ['review--removed', 'review--server-error'].map(loadReviewCase)) {
  test(`visibility of ${entry.id} is the verdict of its details`, async ({ service }) => {
    const details = readExpected(entry.id) as { readonly data?: { readonly review_details: object } };
    const { is_visible, visibility_reason } = { ...details.data?.review_details } as Record<string, unknown>;
    const data = { review_url: entry.link, is_visible, visibility_reason, checked_at: '<now>' };
    const golden = details.data === undefined ? details : { status: 'success', data };
    expectGolden(await service.get(visibilityOf(entry.link)), golden);
  });
}

// A service that has seen no trouble: after trouble an answer takes a third load.
test.describe('without earlier trouble', () => {
  test.use({ serviceEnv: {} });

  test('a negative verdict takes two separate loads, a positive one load', async ({ service, standIn }) => {
    await service.get(visibilityOf(VISIBLE));
    expect(documents(standIn)).toHaveLength(1);
    standIn.reset();
    const retired = () => service.metric('contexts_recycled_total{reason="retired"}');
    const before = await retired();
    await service.get(visibilityOf(REMOVED));
    // The context of each load is closed: a cleaned one might still remember what made the review look gone.
    await expect.poll(retired).toBe(before + 2);
    // The control is another review: its load does not count.
    const id = /!1s([\w-]{20,})/.exec(REMOVED)?.[1] ?? 'none';
    const loads = documents(standIn).filter(({ path }) => path.includes(id));
    expect(loads).toHaveLength(2);
    expect(loads.map(({ cookie }) => cookie)).toEqual(['', '']);
  });

  test('a bulk check streams one line for each link and a summary, and asks for duplicates once', async ({
    service,
    standIn,
  }) => {
    const urls = [
      REMOVED,
      VISIBLE,
      'https://example.com/',
      VISIBLE,
      cutAt('0x0:0x', 14),
      linkOf('review--no-data'),
    ];
    const response = await fetch(`${service.url}/api/review-visibility`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ urls }),
    });
    expect(response.headers.get('Content-Type')).toContain('application/x-ndjson');
    const text = await response.text();
    const { status, headers } = response;
    checkContract({ method: 'POST', path: '/api/review-visibility', status, headers, text });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const failed = lines.filter(({ type }) => type === 'error');
    expect(failed, JSON.stringify(failed)).toHaveLength(2);
    expect(lines.at(-1)).toEqual({
      ...{ type: 'summary', total: 6, visible: 2, not_visible: 1, unclear: 1, failed: 2 },
    });
    const byIndex = new Map(lines.slice(0, -1).map((line) => [line.index, line]));
    expect([...byIndex.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(byIndex.get(0)).toMatchObject({
      type: 'result',
      is_visible: false,
      visibility_reason: 'no_rating_section',
      review: null,
    });
    expect(byIndex.get(1)).toMatchObject({
      type: 'result',
      is_visible: true,
      review_url: VISIBLE,
      review: { author_name: expect.any(String), stars: expect.any(Number), is_edited: expect.any(Boolean) },
    });
    expect(byIndex.get(2)).toMatchObject({ type: 'error', error: { code: 'invalid_request' } });
    expect(byIndex.get(4)).toMatchObject({
      type: 'error',
      error: { code: 'invalid_request', message: expect.stringContaining('its end is missing') },
    });
    expect(byIndex.get(5)).toMatchObject({ is_visible: false, visibility_reason: 'no_business_data' });
    // One load of the visible review, two of each that is not, and a control of each place.
    expect(documents(standIn)).toHaveLength(7);
  });
});

function isDocument(path: string): boolean {
  return path.startsWith('/maps/reviews/');
}

function documents(standIn: StandIn) {
  return standIn.requests.filter(({ path }) => isDocument(path));
}
