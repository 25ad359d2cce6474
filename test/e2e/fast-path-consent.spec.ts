import { expect } from '@playwright/test';
import { loadCases, readExpected } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { expectGolden } from '../support/golden.js';
import { type Service, startService, test } from '../support/service.js';
import type { Tuning } from '../support/service-messages.js';

// Where the provider asks for consent, as it does in Poland: the HTTP fast path stays switched on.

/** Longer than the test: a fast path that is switched off stays so. */
const PAUSE = { fastPathPauseMs: 600_000 };
const DETAILS = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
/** Places whose first page says all; five failures in a row of another kind would switch the fast path off. */
const SIX = ['full-polish', 'decimal-comma', 'high-halves', 'hotel', 'nbsp-grouping', 'one-review'];
const requestOf = (id: string) =>
  loadCases()
    .find((entry) => entry.id === id)
    ?.request.replace(/^GET /, '') ?? '';

test.beforeEach(({ standIn }) => standIn.set({ consent: 'script' }));

async function withService(
  standIn: StandIn,
  env: Record<string, string>,
  work: (service: Service) => Promise<void>,
  tuning: Tuning = {},
): Promise<void> {
  const options = { ...PAUSE, usesFastPath: true, ...tuning };
  await using service = await startService(standIn, env, undefined, options);
  await work(service);
}

/** Attempts of the HTTP fast path by outcome, and pages loaded. */
async function countsOf({ url }: Service): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(
    /^place_lookup_(fast_path_attempts|page_loads)_total\{outcome="(\w+)"\} (\d+)$/gm,
  );
  return Object.fromEntries(
    [...lines].map(([, name, outcome, count]) => [`${name} ${outcome}`, Number(count)]),
  );
}

const consentPages = (standIn: StandIn) =>
  standIn.requests.filter(({ host, path }) => host.startsWith('consent.') && path.startsWith('/m?')).length;

test('six contexts that meet the consent page at once do not switch the HTTP fast path off', async ({
  standIn,
}) => {
  await withService(standIn, { BROWSER_CONTEXTS: '7' }, async (service) => {
    const asked = SIX.map((id) => service.get(requestOf(`place--${id}`)));
    // The answers are not checked: on a busy machine, a page among six may take longer than its 30 s.
    await Promise.all(asked);
    const before = await countsOf(service);
    expect(before['fast_path_attempts consent']).toBeGreaterThan(5);
    for (let lookups = 1; lookups <= 3; lookups += 1)
      expectGolden(await service.get(DETAILS), readExpected('place--full-polish'));
    expect(await countsOf(service)).toEqual({
      ...before,
      'fast_path_attempts answered': (before['fast_path_attempts answered'] ?? 0) + 3,
    });
  });
});

test('verdicts that cost their context the choice do not switch it off, nor ask for it again', async ({
  standIn,
}) => {
  await withService(standIn, { BROWSER_CONTEXTS: '1' }, async (service) => {
    for (let verdicts = 1; verdicts <= 2; verdicts += 1)
      expectGolden(await service.get(requestOf('review--removed')), readExpected('review--removed'));
    expectGolden(await service.get(requestOf('review--visible')), readExpected('review--visible'));
    expect(consentPages(standIn)).toBe(1);
    expect(await countsOf(service)).toEqual({
      'fast_path_attempts consent': 1,
      'fast_path_attempts undecided': 1,
      'fast_path_attempts answered': 1,
      // Two for each removed review and one for its control, one for the place of the first control, one for the card
      // of the visible one.
      'page_loads answered': 8,
    });
  });
});

test('a context that replaces a worn context starts with the consent choice, also for rendered lookups', async ({
  standIn,
}) => {
  const worn = { BROWSER_CONTEXTS: '1' };
  const lookUpTwice = async (service: Service) => {
    for (let lookups = 1; lookups <= 2; lookups += 1)
      expectGolden(await service.get(DETAILS), readExpected('place--full-polish'));
    expect(consentPages(standIn)).toBe(1);
  };
  await withService(standIn, worn, lookUpTwice, { usesFastPath: false, contextMaxUses: 1 });
});
