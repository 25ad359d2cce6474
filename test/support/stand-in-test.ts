import { loadCases } from '../../fixtures/provider/cases.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { test as base } from './test.js';

/** Tests with one stand-in per worker, which starts each test afresh. */
export const test = base.extend<{ fresh: undefined }, { standIn: StandIn }>({
  standIn: [
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
