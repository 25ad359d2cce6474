import { expect } from '@playwright/test';
import { loadReviewCase } from '../../fixtures/provider/cases.js';
import type { ReviewQuirks } from '../../fixtures/provider/reviews/quirks.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Answer, type Service, test } from '../support/service.js';

// "Not visible" is a positive finding (verdicts.md). Here the provider misbehaves in every way that once made it. Only
// the page of the review that is asked for misbehaves: controls are shown, so the page itself decides.

type Fault = Parameters<StandIn['fault']>[0];

const linkOf = (id: string) => loadReviewCase(id).link;
const VISIBLE = linkOf('review--visible');
const OTHER_VISIBLE = linkOf('review--long-text');
const REMOVED = linkOf('review--removed');
const visibilityOf = (link: string) => `/api/review-visibility?url=${encodeURIComponent(link)}`;
const detailsOf = (link: string) => `/api/review-details?url=${encodeURIComponent(link)}`;
/** The id or the author that a link names. */
const subjectOf = (link: string) => /!1s(\w[\w-]+)/.exec(link)?.[1] ?? 'none';
const isOf = (link: string) => (review: string) => review === subjectOf(link);
const isData = (_host: string, path: string) => path.startsWith('/maps/timeline/_rpc/pc');
const isDataOf = (link: string) => (host: string, path: string) =>
  isData(host, path) && path.includes(subjectOf(link));

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

interface Sight {
  readonly quirks: ReviewQuirks;
  readonly fault?: Fault;
}
/** Every shape of an answer and what a record says: test/core/reviews/extractors. */
const IMPROPER: Readonly<Record<string, Sight>> = {
  'data of the blocked shape, and a card that comes with the document': {
    quirks: { cardInDocument: true },
    fault: {
      ...{ kind: 'body', contentType: 'application/json', match: isDataOf(VISIBLE) },
      body: ")]}'\n[null,null,null,null,null,true]",
    },
  },
  'data answered 503 beside a drawn card': {
    quirks: { cardInDocument: true },
    fault: { kind: 'status', code: 503, match: isDataOf(VISIBLE) },
  },
  'an error message that has closed by itself': { quirks: { messageMs: 60 } },
  'a limited view of the review': { quirks: { limited: () => true } },
  'the review under changed class names, and its slot is empty': {
    quirks: { drawnWithoutRecord: true, renamed: true },
  },
};

for (const [what, { quirks, fault }] of Object.entries(IMPROPER))
  test(`gives no verdict: ${what}`, async ({ service, standIn }) => {
    standIn.set({ reviewQuirks: { ...quirks, only: isOf(VISIBLE) } });
    if (fault !== undefined) standIn.fault(fault);
    expect(await service.get(visibilityOf(VISIBLE))).toMatchObject(NOT_PROPER);
  });

test('other links are answered as usual after pages that are not proper', async ({ service, standIn }) => {
  // Also in the negative. The stars of other reviews below a removed one are no sighting.
  standIn.set({ reviewQuirks: { others: true, only: isOf(REMOVED) } });
  expect(await ask(service, REMOVED)).toBe('no_rating_section');
});

test('gives no verdict when the data request is answered 429 beside a drawn card', async ({
  service,
  standIn,
}) => {
  standIn.set({ reviewQuirks: { cardInDocument: true } });
  standIn.fault({ kind: 'status', code: 429, match: isDataOf(VISIBLE) });
  expect(await ask(service, VISIBLE)).toBe('provider_blocked');
});

test('gives no verdict while the data request is pending beside a drawn card', async ({ start, standIn }) => {
  const service = await start({ REQUEST_TIMEOUT_MS: '2000' });
  standIn.set({ reviewQuirks: { cardInDocument: true } });
  standIn.fault({ kind: 'hang', match: isDataOf(VISIBLE) });
  expect(await ask(service, VISIBLE)).toMatch(/^(provider_unavailable|deadline_exceeded)$/);
});

test('remembers a data request that failed before it was repeated with success', async ({
  service,
  standIn,
}) => {
  standIn.set({ reviewQuirks: { asksAgain: true } });
  const isFirst = (host: string, path: string) => isDataOf(REMOVED)(host, path) && !path.includes('again=1');
  standIn.fault({ kind: 'status', code: 503, match: isFirst });
  expect(await service.get(visibilityOf(REMOVED))).toMatchObject(NOT_PROPER);
  standIn.reset();
  const isOther = (host: string, path: string) => isDataOf(VISIBLE)(host, path) && !path.includes('again=1');
  standIn.fault({ kind: 'status', code: 503, match: isOther });
  expect(await ask(service, VISIBLE)).toBe('visible');
});

test('sees a review that a limited view hid at first, and a review whose record did not come', async ({
  service,
  standIn,
}) => {
  standIn.set({ reviewQuirks: { limited: (load) => load === 0, only: isOf(VISIBLE) } });
  expect(await ask(service, VISIBLE)).toBe('visible');
  standIn.set({ reviewQuirks: { drawnWithoutRecord: true, only: isOf(VISIBLE) } });
  expect(await ask(service, VISIBLE)).toBe('visible');
});

for (const usesFastPath of [true, false]) {
  test(`gives the name on the card of the place, although the name has moved in the data (fast path: ${usesFastPath})`, async ({
    start,
    standIn,
  }) => {
    const service = await start({}, undefined, { usesFastPath });
    const name = async (link: string) => {
      const { body } = await service.get(detailsOf(link));
      return (body as { data: { review_details: { place_name: unknown } } }).data.review_details.place_name;
    };
    const known = await name(VISIBLE);
    expect(known).toEqual(expect.any(String));
    // The fast path sees no card: it may repeat the name of a place it has seen.
    expect(await name(linkOf('review--rating-only'))).toBe(known);
    standIn.set({ reviewQuirks: { nameMoved: true } });
    expect(await name(OTHER_VISIBLE)).toBe(known);
  });
}
