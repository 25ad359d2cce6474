import { _baseTest, type Browser, expect } from '@playwright/test';
import type { StandIn } from '../../fixtures/provider/server.js';
import type { Canary } from './canary.js';
import type { ServiceFor } from './service.js';

/** What the tests of a worker share. Each part is started when a test first asks for it, and ends with the worker. */
interface Shared {
  readonly standIn: StandIn;
  readonly serviceFor: ServiceFor;
  /** A bare browser for which the stand-in is the whole internet besides 127.0.0.1. A test has a context of its own. */
  readonly bareBrowser: Browser;
  /** The aim of attacks on the shared service. */
  readonly canary: Canary;
}

/**
 * `test` for everything that uses no fixture of a browser. `test` of the package sets up the 27 options of a browser
 * for each test and takes them down again: a test then costs eight milliseconds of CPU more, and there are thousands.
 * What workers share is declared here for all: tests with other fixtures of workers have other workers, and the start
 * of a worker costs seconds of CPU.
 */
export const test = _baseTest.extend<object, Shared>({
  standIn: [
    async ({}, use) => {
      const { startStandIn } = await import('../../fixtures/provider/server.js');
      const standIn = await startStandIn();
      await use(standIn);
      await standIn.close();
    },
    { scope: 'worker' },
  ],
  serviceFor: [
    async ({ standIn }, use) => {
      const { shareService } = await import('./service.js');
      const serviceFor = shareService(standIn);
      await use(serviceFor);
      await serviceFor.end();
    },
    { scope: 'worker' },
  ],
  bareBrowser: [
    async ({ standIn }, use) => {
      const { launchFor } = await import('./stand-in-browser.js');
      await using browser = await launchFor(standIn);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  canary: [
    async ({ serviceFor }, use) => {
      const { startCanary } = await import('./canary.js');
      await using canary = await startCanary();
      await use(canary);
      await serviceFor.end();
      expect([canary.seen(), canary.hits], 'nothing came late either').toEqual([[], []]);
    },
    { scope: 'worker' },
  ],
});
export { expect };
