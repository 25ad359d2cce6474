import { expect } from '@playwright/test';
import { loadCases, type ReviewCase, readExpected } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { checkContract } from '../support/contract-check.js';
import { expectGolden } from '../support/golden.js';
import { type Service, startService, test } from '../support/service.js';

const reviews = loadCases().filter((entry): entry is ReviewCase => entry.kind === 'review');
const linkOf = (id: string) => reviews.find((entry) => entry.id === id)?.link ?? '';
const visibilityOf = (link: string) => `/api/review-visibility?url=${encodeURIComponent(link)}`;
const VISIBLE = linkOf('review--visible');
const REMOVED = linkOf('review--removed');
const cutAt = (mark: string, digits = 0) => REMOVED.slice(0, REMOVED.indexOf(mark) + mark.length + digits);

// Some reviews are shown in one load and not in the next: what they were seen as would make them controls.
test.use({ serviceEnv: { CONTROL_REVIEWS: linkOf('review--long-text') } });

// Every link that names no review: test/unit/identifiers/review-url.spec.ts.
for (const [what, link, words] of [
  ['a name', 'Pierogarnia', 'not a link'],
  ['a link cut inside its CID', cutAt('0x0:0x', 14), 'its end is missing'],
  ['a share link to a place', 'https://maps.app.goo.gl/PoLsKa1Zmysl7', 'place, not a review'],
] as const) {
  for (const endpoint of ['review-details', 'review-visibility']) {
    test(`${endpoint}: ${what} is refused`, async ({ service }) => {
      const answer = await service.get(`/api/${endpoint}?url=${encodeURIComponent(link)}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', message: expect.stringContaining(words) } },
      });
    });
  }
}

/** One of each outcome. cases.spec.ts compares the details of every case with the goldens. */
const JUDGED = ['review--visible', 'review--removed', 'review--server-error'];

for (const entry of reviews.filter(({ id }) => JUDGED.includes(id))) {
  test(`visibility of ${entry.id} is the verdict of its details`, async ({ service }) => {
    const details = readExpected(entry.id) as {
      data?: { review_details: { is_visible: boolean; visibility_reason: string } };
    };
    const golden = details.data
      ? {
          status: 'success',
          data: {
            review_url: entry.link,
            is_visible: details.data.review_details.is_visible,
            visibility_reason: details.data.review_details.visibility_reason,
            checked_at: '<now>',
          },
        }
      : details;
    expectGolden(await service.get(visibilityOf(entry.link)), golden);
  });
}

// A service that has seen no trouble: after trouble an answer takes a third load.
const testAlone = test.extend<{ alone: Service }>({
  alone: async ({ standIn }, use) => {
    const service = await startService(standIn);
    await use(service);
    await service.close();
  },
});

testAlone(
  'a negative verdict takes two loads in contexts that share nothing, a positive one takes one',
  async ({ alone: service, standIn }) => {
    await service.get(visibilityOf(VISIBLE));
    expect(documents(standIn)).toHaveLength(1);
    standIn.reset();
    const before = await retiredContexts(service);
    await service.get(visibilityOf(REMOVED));
    // The context of each load is closed: a cleaned one might still remember what made the review look gone.
    await expect.poll(() => retiredContexts(service)).toBe(before + 2);
    // The control is another review: its load does not count.
    const id = /!1s([\w-]{20,})/.exec(REMOVED)?.[1] ?? 'none';
    const loads = documents(standIn).filter(({ path }) => path.includes(id));
    expect(loads).toHaveLength(2);
    expect(loads.map(({ cookie }) => cookie)).toEqual(['', '']);
  },
);

testAlone(
  'bulk: one line a link in the order of completion, duplicates asked once, a summary',
  async ({ alone: service, standIn }) => {
    const urls = [REMOVED, VISIBLE, 'https://example.com/', VISIBLE, cutAt('0x0:0x', 14)];
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
    expect(lines.at(-1)).toEqual({ type: 'summary', total: 5, visible: 2, not_visible: 1, failed: 2 });
    const byIndex = new Map(lines.slice(0, -1).map((line) => [line.index, line]));
    expect([...byIndex.keys()].sort()).toEqual([0, 1, 2, 3, 4]);
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
    // One load of the visible review, two of the removed one, and a control.
    expect(documents(standIn)).toHaveLength(4);
  },
);

test('bulk with Accept: application/json is one envelope in the order of the links', async ({ service }) => {
  const urls = [REMOVED, VISIBLE];
  const answer = await service.post('/api/review-visibility', { urls }, { Accept: 'application/json' });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      status: 'success',
      data: {
        total: 2,
        visible: 1,
        not_visible: 1,
        failed: 0,
        results: [
          { index: 0, is_visible: false },
          { index: 1, is_visible: true },
        ],
      },
    },
  });
});

for (const [what, body] of [
  ['no links', { urls: [] }],
  ['1001 links', { urls: Array.from({ length: 1001 }, () => VISIBLE) }],
  ['a number', { urls: [1] }],
  ['no list', { urls: VISIBLE }],
  ['nothing', {}],
] as const) {
  test(`400 bulk with ${what}`, async ({ service }) => {
    expect(await service.post('/api/review-visibility', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
  });
}

function isDocument(path: string): boolean {
  return path.startsWith('/maps/reviews/');
}

function documents(standIn: StandIn) {
  return standIn.requests.filter(({ path }) => isDocument(path));
}

async function retiredContexts({ url }: Service): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^place_lookup_contexts_recycled_total\{reason="retired"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
