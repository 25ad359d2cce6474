import { expect } from '@playwright/test';
import { pathOf, readExpected } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { expectGolden } from '../support/golden.js';
import { type Service, test } from '../support/service.js';

// Where the provider asks for consent, as it does in Poland: the HTTP fast path stays switched on.

/** The pause is longer than the test: a fast path that is switched off stays so. */
const TUNED = { fastPathPauseMs: 600_000, usesFastPath: true };
const DETAILS = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
/** Places whose first page says all; five failures in a row of another kind would switch the fast path off. */
const SIX = ['full-polish', 'decimal-comma', 'high-halves', 'hotel', 'nbsp-grouping', 'one-review'];

test.beforeEach(({ standIn }) => standIn.set({ consent: 'script' }));

/** Attempts of the HTTP fast path by outcome, and pages loaded. */
async function countsOf(service: Service): Promise<Record<string, number>> {
  const text = await service.metrics();
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
  start,
}) => {
  const service = await start({ BROWSER_CONTEXTS: '7' }, undefined, TUNED);
  // The answers are not checked: on a busy machine, a page among six may take longer than its 30 s.
  await Promise.all(SIX.map((id) => service.get(pathOf(`place--${id}`))));
  const before = await countsOf(service);
  expect(before['fast_path_attempts consent']).toBeGreaterThan(5);
  for (let lookups = 1; lookups <= 3; lookups += 1)
    expectGolden(await service.get(DETAILS), readExpected('place--full-polish'));
  expect(await countsOf(service)).toEqual({
    ...before,
    'fast_path_attempts answered': (before['fast_path_attempts answered'] ?? 0) + 3,
  });
});

test('verdicts that cost their context the choice do not switch it off, nor ask for it again', async ({
  start,
  standIn,
}) => {
  const service = await start({ BROWSER_CONTEXTS: '1' }, undefined, TUNED);
  for (let verdicts = 1; verdicts <= 2; verdicts += 1)
    expectGolden(await service.get(pathOf('review--removed')), readExpected('review--removed'));
  expectGolden(await service.get(pathOf('review--visible')), readExpected('review--visible'));
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

test('a context that replaces a worn context starts with the consent choice, also for rendered lookups', async ({
  start,
  standIn,
}) => {
  const service = await start({ BROWSER_CONTEXTS: '1' }, undefined, { contextMaxUses: 1 });
  for (let lookups = 1; lookups <= 2; lookups += 1)
    expectGolden(await service.get(DETAILS), readExpected('place--full-polish'));
  expect(consentPages(standIn)).toBe(1);
});
