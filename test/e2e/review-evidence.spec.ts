import { expect } from '@playwright/test';
import { loadReviewCase } from '../../fixtures/provider/cases.js';
import type { ReviewQuirks } from '../../fixtures/provider/reviews/quirks.js';
import { type Answer, type Service, test } from '../support/service.js';

// "Not visible" is a positive finding (verdicts.md). Here the provider misbehaves in every way that once made it. Only
// the page of the review that is asked for misbehaves: controls are shown, so the page itself decides.

const linkOf = (id: string) => loadReviewCase(id).link;
const VISIBLE = linkOf('review--visible');
const REMOVED = linkOf('review--removed');
const visibilityOf = (link: string) => `/api/review-visibility?url=${encodeURIComponent(link)}`;
/** The id or the author that a link names. */
const subjectOf = (link: string) => /!1s(\w[\w-]+)/.exec(link)?.[1] ?? 'none';
const isOf = (link: string) => (review: string) => review === subjectOf(link);

/** The verdict of an answer: "visible", a reason, or the code of a failure. */
function verdictOf({ body }: Answer): string {
  const { data, error } = body as { data?: Record<string, unknown>; error?: { code: string } };
  const details = data?.review_details as Record<string, unknown> | undefined;
  return String(data?.visibility_reason ?? details?.visibility_reason ?? error?.code);
}

const ask = async (service: Service, link: string) => verdictOf(await service.get(visibilityOf(link)));

/** Refused for what the page is like, not for want of a control. */
const NOT_PROPER = {
  status: 503,
  body: {
    error: { code: 'provider_unavailable', message: expect.stringContaining('did not answer properly') },
  },
};

/**
 * What Chromium alone decides. Data that are refused, pending, repeated or of another shape:
 * test/core/provider/navigation/trouble.spec.ts and test/core/reviews/review-page.spec.ts.
 */
const IMPROPER: Readonly<Record<string, ReviewQuirks>> = {
  'an error message that has closed by itself': { messageMs: 60 },
  'the review under changed class names, and its slot is empty': { drawnWithoutRecord: true, renamed: true },
};

for (const [what, quirks] of Object.entries(IMPROPER))
  test(`gives no verdict: ${what}`, async ({ service, standIn }) => {
    standIn.set({ reviewQuirks: { ...quirks, only: isOf(VISIBLE) } });
    expect(await service.get(visibilityOf(VISIBLE))).toMatchObject(NOT_PROPER);
  });

test('other links are answered as usual after pages that are not proper', async ({ service, standIn }) => {
  // Also in the negative. The stars of other reviews below a removed one are no sighting.
  standIn.set({ reviewQuirks: { others: true, only: isOf(REMOVED) } });
  expect(await ask(service, REMOVED)).toBe('no_rating_section');
});

test('sees a review behind a limited view, or without its record', async ({ service, standIn }) => {
  standIn.set({ reviewQuirks: { limited: (load) => load === 0, only: isOf(VISIBLE) } });
  expect(await ask(service, VISIBLE)).toBe('visible');
  standIn.set({ reviewQuirks: { drawnWithoutRecord: true, only: isOf(VISIBLE) } });
  expect(await ask(service, VISIBLE)).toBe('visible');
});
