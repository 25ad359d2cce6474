import { expect } from '@playwright/test';
import { loadCases, type ReviewCase } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Answer, type Service, startService, test } from '../support/service.js';

// "Not visible" is a positive finding (verdicts.md). Here the provider misbehaves in every way that once made it.

const reviews = loadCases().filter((entry): entry is ReviewCase => entry.kind === 'review');
const linkOf = (id: string) => reviews.find((entry) => entry.id === id)?.link ?? '';
const VISIBLE = linkOf('review--visible');
const OTHER_VISIBLE = linkOf('review--long-text');
const REMOVED = linkOf('review--removed');
const HIDDEN = linkOf('review--no-rating-section');
const visibilityOf = (link: string) => `/api/review-visibility?url=${encodeURIComponent(link)}`;
const detailsOf = (link: string) => `/api/review-details?url=${encodeURIComponent(link)}`;
const isData = (_host: string, path: string) => path.startsWith('/maps/timeline/_rpc/pc');
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

/** Shows the service a control in full, unless it has seen one: what follows is judged by the page alone. */
async function prove(service: Service): Promise<void> {
  if ((await verdicts(service)) === 'ok') return;
  expect(verdictOf(await service.get(detailsOf(OTHER_VISIBLE)))).toBe('visible');
  expect(await verdicts(service)).toBe('ok');
}

const NO_ANSWERS = {
  'an empty array': '[]',
  null: 'null',
  'the blocked shape': '[null,null,null,null,null,true]',
  'an error object': '{"error":{"code":429}}',
  'an empty body': '',
  'a cut body': '[null,null,[',
  'a page': '<!DOCTYPE html><title>Error</title>',
  'an array of nulls': '[null,null,null,null,null,null,null,null,null,null,null,null]',
  'another place':
    '[null,null,null,null,null,["0x4711:0x1234567890abcdef","Inny"],null,null,null,null,null,null]',
};

for (const [what, body] of Object.entries(NO_ANSWERS)) {
  for (const cardInDocument of [false, true]) {
    const card = cardInDocument ? ', the card comes with the document' : '';
    test(`gives no verdict when the data is ${what}${card}`, async ({ service, standIn }) => {
      await prove(service);
      standIn.set({ reviewQuirks: { cardInDocument } });
      for (const guard of cardInDocument ? [")]}'\n"] : ['', ")]}'\n"]) {
        standIn.fault({ kind: 'body', contentType: 'application/json', body: guard + body, match: isData });
        const verdict = await ask(service, VISIBLE);
        // Without a place and without a card it may be the lowest rung, were there not the missing page.
        expect(verdict).toBe('provider_unavailable');
        standIn.reset();
      }
    });
  }
}

for (const code of [403, 500, 503]) {
  test(`gives no verdict when the data request is answered ${code} beside a drawn card`, async ({
    service,
    standIn,
  }) => {
    standIn.set({ reviewQuirks: { cardInDocument: true } });
    standIn.fault({ kind: 'status', code, match: isData });
    expect(await ask(service, VISIBLE)).toBe('provider_unavailable');
  });
}

test('gives no verdict when the data request is answered 429 beside a drawn card', async ({
  service,
  standIn,
}) => {
  standIn.set({ reviewQuirks: { cardInDocument: true } });
  standIn.fault({ kind: 'status', code: 429, match: isData });
  expect(await ask(service, VISIBLE)).toBe('provider_blocked');
});

test('gives no verdict while the data request is pending beside a drawn card', async ({ standIn }) => {
  const service = await startService(standIn, { REQUEST_TIMEOUT_MS: '4000' });
  try {
    standIn.set({ reviewQuirks: { cardInDocument: true } });
    standIn.fault({ kind: 'hang', match: isData });
    expect(await ask(service, VISIBLE)).toMatch(/^(provider_unavailable|deadline_exceeded)$/);
  } finally {
    await service.close();
  }
});

test('remembers a data request that failed before it was repeated with success', async ({
  service,
  standIn,
}) => {
  await prove(service);
  standIn.set({ reviewQuirks: { asksAgain: true } });
  const isFirst = (host: string, path: string) => isData(host, path) && !path.includes('again=1');
  standIn.fault({ kind: 'status', code: 503, match: isFirst });
  expect(await ask(service, REMOVED)).toBe('provider_unavailable');
  expect(await ask(service, VISIBLE)).toBe('visible');
});

test('remembers an error message that has closed by itself', async ({ service, standIn }) => {
  await prove(service);
  standIn.set({ reviewQuirks: { messageMs: 60 } });
  expect(await ask(service, VISIBLE)).toBe('provider_unavailable');
});

test('gives no verdict about a limited view of the review', async ({ service, standIn }) => {
  await prove(service);
  standIn.set({ reviewQuirks: { limited: () => true } });
  expect(await ask(service, VISIBLE)).toBe('provider_unavailable');
});

test('sees a review that a limited view hid at first', async ({ service, standIn }) => {
  standIn.set({ reviewQuirks: { limited: (load) => load === 0 } });
  expect(await ask(service, VISIBLE)).toBe('visible');
});

for (const [what, reviewQuirks] of [
  ['its record stands in another slot', { recordSlot: 9 }],
  ['the class names have changed and the record has moved', { renamed: true, recordSlot: 10 }],
  ['its record stands in the document', { recordInDocument: true }],
  ['the record is that of another place', { recordOfOtherPlace: true }],
] as const) {
  test(`gives no verdict when ${what}`, async ({ service, standIn }) => {
    await prove(service);
    standIn.set({ reviewQuirks });
    expect(await ask(service, VISIBLE)).toBe('provider_unavailable');
  });
}

test('gives no verdict when the review is drawn under changed class names and its slot is empty', async ({
  service,
  standIn,
}) => {
  await prove(service);
  standIn.set({ reviewQuirks: { drawnWithoutRecord: true, renamed: true } });
  expect(await ask(service, VISIBLE)).toBe('provider_unavailable');
});

test('sees the review on its own card when its record did not come', async ({ service, standIn }) => {
  standIn.set({ reviewQuirks: { drawnWithoutRecord: true } });
  expect(await ask(service, VISIBLE)).toBe('visible');
});

test('gives no verdict when the answer has fewer slots than that of the control', async ({
  service,
  standIn,
}) => {
  await prove(service);
  standIn.set({ reviewQuirks: { slots: 10 } });
  expect(await ask(service, REMOVED)).toBe('provider_unavailable');
});

test('takes the stars of other reviews below a removed one for no sighting', async ({ service, standIn }) => {
  standIn.set({ reviewQuirks: { others: true } });
  expect(await ask(service, REMOVED)).toBe('no_rating_section');
});

test('one sighting is enough: removed, visible, removed is visible', async ({ service, standIn }) => {
  expect(await ask(service, linkOf('review--flaky-removed-visible-removed'))).toBe('visible');
  expect(documents(standIn).length).toBeLessThanOrEqual(4);
});

test("an author's review of another place is not the one asked for", async ({ service, standIn }) => {
  standIn.set({ reviewQuirks: { recordOfOtherPlace: true } });
  expect(await ask(service, linkOf('review--form-contrib'))).toBe('provider_unavailable');
});

for (const LIGHT_LANE of ['auto', 'off']) {
  test(`the name of the place is that of its card, wherever the data has it (LIGHT_LANE=${LIGHT_LANE})`, async ({
    standIn,
  }) => {
    const service = await startService(standIn, { LIGHT_LANE });
    try {
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
    } finally {
      await service.close();
    }
  });
}

test.describe('controls', () => {
  const withService = async (
    standIn: StandIn,
    env: Record<string, string>,
    work: (service: Service, lines: string[]) => Promise<void>,
  ) => {
    const lines: string[] = [];
    const service = await startService(
      standIn,
      { LOG_LEVEL: 'warn', ...env },
      { write: (line) => void lines.push(line) },
    );
    try {
      await work(service, lines);
    } finally {
      await service.close();
    }
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

  test('another review of the same place serves as control when no other is known', async ({ standIn }) => {
    await withService(standIn, {}, async (service, lines) => {
      expect(await verdicts(service)).toBe('unproven');
      expect(await ask(service, HIDDEN)).toBe('no_rating_section');
      expect(await verdicts(service)).toBe('ok');
      expect(await checks(service)).toEqual({ seen: 1 });
      expect(changes(lines)).toEqual(['ok']);
      // Within its age the control is good for all.
      standIn.requests.length = 0;
      expect(await ask(service, REMOVED)).toBe('no_rating_section');
      expect(documents(standIn)).toHaveLength(2);
      expect(await checks(service)).toEqual({ seen: 1 });
    });
  });

  test('a control is read again when it is too old', async ({ standIn }) => {
    await withService(standIn, { CONTROL_MAX_AGE_SECONDS: '1' }, async (service) => {
      expect(await ask(service, REMOVED)).toBe('no_rating_section');
      const { seen } = await checks(service);
      await expect.poll(() => verdicts(service)).toBe('unproven');
      expect(await ask(service, REMOVED)).toBe('no_rating_section');
      expect((await checks(service)).seen).toBeGreaterThan(Number(seen));
    });
  });

  test('verdicts are suspended while the control is a limited view, and go on when one is seen', async ({
    standIn,
  }) => {
    await withService(standIn, { CONTROL_REVIEWS: OTHER_VISIBLE }, async (service, lines) => {
      const isControl = (review: string) => OTHER_VISIBLE.includes(review);
      standIn.set({ reviewQuirks: { limited: (_load, review) => isControl(review) } });
      const refused = await service.get(visibilityOf(REMOVED));
      expect(refused.status).toBe(503);
      expect(verdictOf(refused)).toBe('provider_unavailable');
      expect(await verdicts(service)).toBe('suspended');
      expect((await service.get('/readyz')).status).toBe(200);
      // A review that is there is told as ever, and proves that the provider answers.
      standIn.set({ reviewQuirks: {} });
      expect(verdictOf(await service.get(detailsOf(VISIBLE)))).toBe('visible');
      expect(await verdicts(service)).toBe('ok');
      expect(await ask(service, REMOVED)).toBe('no_rating_section');
      expect(changes(lines)).toEqual(['suspended', 'ok']);
    });
  });

  test('a control that is gone proves nothing', async ({ standIn }) => {
    await withService(standIn, { CONTROL_REVIEWS: HIDDEN }, async (service) => {
      expect(await ask(service, REMOVED)).toBe('provider_unavailable');
      expect(await verdicts(service)).toBe('suspended');
      expect(await checks(service)).toEqual({ not_seen: 1 });
    });
  });

  test('a review is no control of itself', async ({ standIn }) => {
    await withService(standIn, { CONTROL_REVIEWS: HIDDEN }, async (service) => {
      expect(await ask(service, HIDDEN)).toBe('no_rating_section');
    });
  });

  test('without any control only the words of the provider will do', async ({ standIn }) => {
    await withService(standIn, {}, async (service) => {
      // The place page shows no reviews that could serve.
      standIn.fault({
        kind: 'status',
        code: 500,
        match: (_host, path) => /^\/maps(\/place\/|\?cid=)/.test(path),
      });
      const refused = await service.get(visibilityOf(HIDDEN));
      expect(refused).toMatchObject({
        status: 503,
        body: {
          error: { code: 'provider_unavailable', message: expect.stringContaining('CONTROL_REVIEWS') },
        },
      });
      expect(await verdicts(service)).toBe('unproven');
      expect(await ask(service, REMOVED)).toBe('no_rating_section');
      expect(await ask(service, linkOf('review--no-data'))).toBe('provider_unavailable');
    });
  });

  test('all who wait share one check', async ({ standIn }) => {
    await withService(standIn, { CONTROL_REVIEWS: OTHER_VISIBLE }, async (service) => {
      const links = [REMOVED, HIDDEN, linkOf('review--no-card'), linkOf('review--no-rating')];
      expect(await Promise.all(links.map((link) => ask(service, link)))).toEqual([
        'no_rating_section',
        'no_rating_section',
        'no_business_card',
        'no_rating',
      ]);
      expect(await checks(service)).toEqual({ seen: 1 });
    });
  });
});
