import type { Frame, Page, Response } from 'playwright';
import { mayBeReused } from '../browser/http-cache.js';
import { CONSENT_HOSTS } from '../identifiers/provider-hosts.js';

/** What the pages of a run met, besides what was read from them. */
export interface PageObserver {
  /** Watches the page while `open` runs. */
  observed<T>(page: Page, open: () => Promise<T>): Promise<T>;
  /** Consent pages that a page came to, and those it has left again. */
  consent(): { readonly met: number; readonly left: number };
  /** Documents and data answers, and those of them that a cache may use again. */
  answers(): { readonly all: number; readonly reusable: number };
}

const KINDS = new Set(['document', 'xhr', 'fetch']);

export function createPageObserver(): PageObserver {
  const seen = { met: 0, left: 0, all: 0, reusable: 0 };
  return {
    observed: async (page, open) => {
      let isAtConsent = false;
      const onNavigated = (frame: Frame) => {
        if (frame.parentFrame() !== null) return;
        const isConsent = isConsentPage(frame.url());
        if (isConsent && !isAtConsent) seen.met += 1;
        if (!isConsent && isAtConsent) seen.left += 1;
        isAtConsent = isConsent;
      };
      const onResponse = (response: Response) => {
        if (!KINDS.has(response.request().resourceType())) return;
        seen.all += 1;
        if (mayBeReused({ status: response.status(), headers: response.headers() })) seen.reusable += 1;
      };
      page.on('framenavigated', onNavigated);
      page.on('response', onResponse);
      try {
        return await open();
      } finally {
        page.off('framenavigated', onNavigated);
        page.off('response', onResponse);
      }
    },
    consent: () => ({ met: seen.met, left: seen.left }),
    answers: () => ({ all: seen.all, reusable: seen.reusable }),
  };
}

function isConsentPage(url: string): boolean {
  return URL.canParse(url) && CONSENT_HOSTS.has(new URL(url).hostname);
}
