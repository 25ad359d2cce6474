import { test as base } from '@playwright/test';
import { loadCases } from '../../fixtures/provider/cases.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';

/** Tests with one stand-in per worker, which starts each test afresh. */
export const test = base.extend<{ fresh: undefined }, { standIn: StandIn }>({
  standIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const standIn = await startStandIn();
      await use(standIn);
      await standIn.close();
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ standIn }, use) => {
      standIn.set({
        cases: loadCases(),
        recorded: null,
        cacheable: false,
        consent: 'off',
        documentDelayMs: 0,
        dataDelayMs: 0,
        renderDelayMs: 0,
        reviewsDelayMs: 0,
        reviewQuirks: {},
        drift: null,
      });
      standIn.reset();
      await use(undefined);
    },
    { auto: true },
  ],
});
