import { type Browser, chromium } from '@playwright/test';
import type { StandIn } from '../../fixtures/provider/server.js';
import { findChromium } from '../../src/core/browser/executable.js';

/** Where the tests' Chromium is; throws when there is none. */
export function chromiumForTests(): string {
  const found = findChromium({ chromiumPath: process.env.CHROMIUM_PATH });
  if (found === null) throw new Error('no Chromium: run "npm run setup"');
  return found;
}

/** A bare browser for which the stand-in is the whole internet besides 127.0.0.1. */
export function launchFor(standIn: StandIn): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumForTests(),
    args: ['--no-sandbox', `--host-resolver-rules=MAP * ${standIn.address}, EXCLUDE 127.0.0.1`],
  });
}
