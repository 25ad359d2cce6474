import { expect } from '@playwright/test';
import { loadCases, type ReviewCase } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { test } from '../support/service.js';

// Bursts in which pages of reviews show the bare card of their place and nothing says so, in Chromium. The same over
// 1,000 checks, without a browser: test/unit/controls/verdicts-simulation.spec.ts.

const linkOf = (id: string) =>
  loadCases().find((entry): entry is ReviewCase => entry.kind === 'review' && entry.id === id)?.link ?? '';
const pathOf = (link: string) => `/api/review-visibility?url=${encodeURIComponent(link)}`;
const reviewPages = ({ requests }: StandIn) =>
  requests.filter(({ path }) => path.startsWith('/maps/reviews/')).length;

test('a burst over the first review pages never makes a visible review not visible', async ({
  start,
  standIn,
}) => {
  const service = await start();
  standIn.set({ reviewQuirks: { bare: () => reviewPages(standIn) <= 1 } });
  const { status, body } = await service.get(pathOf(linkOf('review--visible')));
  const { data, error } = body as { data?: { is_visible: boolean }; error?: { code: string } };
  if (status === 200) expect(data?.is_visible).toBe(true);
  else expect(error?.code).toBe('provider_unavailable');
});

test('an unknown CID is a 404, and none while place pages are disturbed', async ({ start, standIn }) => {
  const service = await start();
  const path = '/api/search?query=9911223344556677';
  expect((await service.get(path)).status).toBe(404);
  // The page of every place is an empty map.
  const isLocated = (_host: string, asked: string) =>
    asked.includes('locate') || asked.includes('/maps/preview/');
  standIn.fault({ kind: 'body', contentType: 'application/json', body: '[]', match: isLocated });
  expect((await service.get(path)).status).toBe(503);
});
