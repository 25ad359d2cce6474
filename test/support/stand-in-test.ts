import { loadCases } from '../../fixtures/provider/cases.js';
import { test as base } from './test.js';

/** Tests with the stand-in of their worker, which starts each test afresh. */
export const test = base.extend<{ fresh: undefined }>({
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
