import { expect } from '@playwright/test';
import { loadCases, type ReviewCase } from '../../fixtures/provider/cases.js';
import type { ReviewQuirks } from '../../fixtures/provider/reviews/quirks.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Answer, type Service, type StartOptions, test } from '../support/service.js';

// "Not visible" is a positive finding (verdicts.md). Here the provider misbehaves in every way that once made it. Only
// the page of the review that is asked for misbehaves: controls are shown, so the page itself decides.

type Fault = Parameters<StandIn['fault']>[0];

const reviews = loadCases().filter((entry): entry is ReviewCase => entry.kind === 'review');
const linkOf = (id: string) => reviews.find((entry) => entry.id === id)?.link ?? '';
const VISIBLE = linkOf('review--visible');
const OTHER_VISIBLE = linkOf('review--long-text');
const REMOVED = linkOf('review--removed');
const HIDDEN = linkOf('review--no-rating-section');
const visibilityOf = (link: string) => `/api/review-visibility?url=${encodeURIComponent(link)}`;
const detailsOf = (link: string) => `/api/review-details?url=${encodeURIComponent(link)}`;
/** The id or the author that a link names. */
const subjectOf = (link: string) => /!1s(\w[\w-]+)/.exec(link)?.[1] ?? 'none';
const isOf = (link: string) => (review: string) => review === subjectOf(link);
const isData = (_host: string, path: string) => path.startsWith('/maps/timeline/_rpc/pc');
const isDataOf = (link: string) => (host: string, path: string) =>
  isData(host, path) && path.includes(subjectOf(link));
const documents = (standIn: StandIn) =>
  standIn.requests.filter(({ path }) => path.startsWith('/maps/reviews/'));

/** The verdict of an answer: "visible", a reason, or the code of a failure. */
function verdictOf({ body }: Answer): string {
  const { data, error } = body as { data?: Record<string, unknown>; error?: { code: string } };
  const details = data?.review_details as Record<string, unknown> | undefined;
  return String(data?.visibility_reason ?? details?.visibility_reason ?? error?.code);
}

const ask = async (service: Service, link: string) => verdictOf(await service.get(visibilityOf(link)));
const verdicts = async (service: Service) =>
  ((await service.get('/readyz')).body as { checks: { verdicts: string } }).checks.verdicts;

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
  'an error message that has closed by itself': {
    quirks: { messageMs: 60 },
    // The message comes after the data, when the page is watched also on a busy machine.
    fault: { kind: 'delay', ms: 1_500, match: isDataOf(VISIBLE) },
  },
  'a limited view of the review': { quirks: { limited: () => true } },
  'the review under changed class names, and its slot is empty': {
    quirks: { drawnWithoutRecord: true, renamed: true },
  },
};

test('gives no verdict about a faulty page; other links are answered as usual', async ({
  service,
  standIn,
}) => {
  for (const [what, { quirks, fault }] of Object.entries(IMPROPER)) {
    standIn.reset();
    standIn.set({ reviewQuirks: { ...quirks, only: isOf(VISIBLE) } });
    if (fault !== undefined) standIn.fault(fault);
    expect(await service.get(visibilityOf(VISIBLE)), what).toMatchObject(NOT_PROPER);
  }
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

for (const LIGHT_LANE of ['auto', 'off']) {
  test(`gives the name on the card of the place, although the name has moved in the data (LIGHT_LANE=${LIGHT_LANE})`, async ({
    start,
    standIn,
  }) => {
    const service = await start({ LIGHT_LANE });
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

test.describe('controls', () => {
  /** A service of the test's own, and its log. */
  const started = async (start: (...options: StartOptions) => Promise<Service>, env = {}) => {
    const lines: string[] = [];
    const service = await start({ LOG_LEVEL: 'warn', ...env }, { write: (line) => void lines.push(line) });
    return { service, lines };
  };
  const changes = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line)).flatMap(({ verdicts: state }) => state ?? []);
  const checks = async (service: Service) => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Object.fromEntries(
      [...text.matchAll(/^place_lookup_control_checks_total\{outcome="(\w+)"\} (\d+)$/gm)].map(
        ([, outcome, count]) => [outcome, Number(count)],
      ),
    );
  };
  /** The reviews whose pages were loaded, in order: the review asked for, or a control. */
  const loaded = (standIn: StandIn, link: string) =>
    documents(standIn).map(({ path }) => (path.includes(subjectOf(link)) ? 'asked' : 'control'));

  test('another review of the same place serves as control, after each load without the review', async ({
    start,
    standIn,
  }) => {
    const { service, lines } = await started(start);
    expect(await verdicts(service)).toBe('unproven');
    expect(await ask(service, HIDDEN)).toBe('no_rating_section');
    expect(loaded(standIn, HIDDEN)).toEqual(['asked', 'control', 'asked', 'control']);
    expect(await verdicts(service)).toBe('ok');
    expect(await checks(service)).toEqual({ seen: 2 });
    expect(changes(lines)).toEqual(['ok']);
    // Where the page says so itself, the control between is left out.
    standIn.requests.length = 0;
    expect(await ask(service, REMOVED)).toBe('no_rating_section');
    expect(loaded(standIn, REMOVED)).toEqual(['asked', 'asked', 'control']);
  });

  test('while a control is not shown, negative verdicts are suspended and positive ones are given', async ({
    start,
    standIn,
  }) => {
    const { service, lines } = await started(start, { CONTROL_REVIEWS: OTHER_VISIBLE });
    standIn.set({ reviewQuirks: { limited: (_load, review) => review !== subjectOf(REMOVED) } });
    const refused = await service.get(visibilityOf(REMOVED));
    expect(refused).toMatchObject({
      status: 503,
      body: {
        error: { code: 'provider_unavailable', message: expect.stringContaining('known to be visible') },
      },
    });
    expect(await verdicts(service)).toBe('suspended');
    expect((await service.get('/readyz')).status).toBe(200);
    // A review that is there is told as ever; it takes three good controls to prove that all is well.
    standIn.set({ reviewQuirks: {} });
    expect(await ask(service, VISIBLE)).toBe('visible');
    const still = await service.get(visibilityOf(REMOVED));
    expect(still).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('three good controls') } },
    });
    expect(Number(still.headers.get('retry-after'))).toBeLessThanOrEqual(40);
    expect(await verdicts(service)).toBe('suspended');
    expect(changes(lines)).toEqual(['suspended']);
  });

  test('links of a bulk check share controls, although one is checked at a time', async ({ start }) => {
    // The breaker passes each link as an operation of its own.
    const env = { BROWSER_CONTEXTS: '2', BREAKER_COOLDOWN_MS: '1000' };
    const { service } = await started(start, env);
    const urls = [REMOVED, HIDDEN, linkOf('review--no-card'), linkOf('review--no-rating')];
    const { body } = await service.post('/api/review-visibility', { urls }, { Accept: 'application/json' });
    const reasons = ['no_rating_section', 'no_rating_section', 'no_business_card', 'no_rating'];
    expect(body).toMatchObject({
      status: 'success',
      data: {
        ...{ total: 4, visible: 0, not_visible: 4, failed: 0 },
        results: reasons.map((visibility_reason, index) => ({ index, is_visible: false, visibility_reason })),
      },
    });
    // By themselves they would take seven.
    expect((await checks(service)).seen).toBeLessThanOrEqual(3);
  });
});
