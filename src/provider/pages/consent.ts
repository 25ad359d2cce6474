import type { Page } from 'playwright';
import { SELECTORS } from '../selectors.js';

const CLICK_TIMEOUT_MS = 5_000;
const LEAVE_TIMEOUT_MS = 10_000;

/**
 * Declines cookies on the consent page: the form that holds set_eom=true, in the variant with buttons and
 * in the one with plain submit inputs (places.md §3). Resolves when the page has left for where it was
 * headed; rejects with the driver's timeout when it stays.
 */
export async function declineConsent(page: Page): Promise<void> {
  const forms = page.locator(SELECTORS.consentReject);
  const control = forms.locator(SELECTORS.consentControl).filter({ visible: true }).first();
  const consentUrl = page.url();
  const left = page.waitForURL((url) => url.href !== consentUrl, {
    waitUntil: 'commit',
    timeout: LEAVE_TIMEOUT_MS,
  });
  await Promise.all([left, control.click({ timeout: CLICK_TIMEOUT_MS, noWaitAfter: true })]);
}
