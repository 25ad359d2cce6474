import type { Frame, Page, Response } from 'playwright';
import { mayBeReused } from '../browser/http-cache.js';
import { CONSENT_HOSTS } from '../identifiers/provider-hosts.js';
import type { FastPlaceReader, PlaceReader } from '../places/place-reader.js';
import type { QueryResolver } from '../places/resolve-query.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { ControlCandidates } from '../reviews/control-candidates.js';
import type { ReviewInspector } from '../reviews/inspect-review.js';
import type { ReviewReader } from '../reviews/review-reader.js';
import type { Breaker } from '../traffic/breaker.js';
import type { FastPath } from '../traffic/fast-path.js';
import type { PageLoads } from '../traffic/page-loads.js';
import { NoLoadsLeft } from './check-list.js';

/** The lookups of the service, as a run uses them. */
export interface DoctorLookups {
  readonly loads: PageLoads;
  readonly resolve: QueryResolver;
  readonly fast: FastPlaceReader;
  readonly rendered: PlaceReader;
  readonly reader: ReviewReader;
  readonly inspector: ReviewInspector;
  /** Takes a review that was seen in full: a control for these lookups. */
  readonly remember: ControlCandidates['remember'];
}

/** What a run has of the service. */
export interface DoctorProvider {
  readonly breaker: Breaker;
  readonly urls: ProviderUrls;
  readonly hasFastPath: boolean;
  readonly settleMs: number;
  /** A review seen in full is a control for the service as well. */
  readonly remember: ControlCandidates['remember'];
  /** The lookups without caches and with controls of their own, over the loads and attempts that are given back. */
  readonly open: (counted: {
    readonly loads: (loads: PageLoads) => PageLoads;
    readonly fastPath: (fastPath: FastPath) => FastPath;
    /** Takes how an attempt of the HTTP fast path ended, as in its metric. */
    readonly onFastPath: (outcome: string) => void;
  }) => DoctorLookups;
}

/** What a run has met so far, besides what was read. */
export interface Met {
  /** Page loads and attempts of the HTTP fast path. A load that the breaker refuses counts as well. */
  loads: number;
  /** Consent pages that a page came to, and those it has left again. */
  consentPages: number;
  consentPagesLeft: number;
  /** Documents and data answers, and those of them that a cache may use again. */
  answers: number;
  reusableAnswers: number;
  /** How the last attempt of the HTTP fast path ended; null = none was made. */
  fastPathOutcome: string | null;
}

/** The lookups of one run: `maxLoads` loads at most, each of them watched. */
export function openRunLookups(
  provider: DoctorProvider,
  maxLoads: number,
): { readonly lookups: DoctorLookups; readonly met: Readonly<Met> } {
  const met: Met = {
    loads: 0,
    consentPages: 0,
    consentPagesLeft: 0,
    answers: 0,
    reusableAnswers: 0,
    fastPathOutcome: null,
  };
  const demandLoad = () => {
    if (met.loads >= maxLoads) throw new NoLoadsLeft(`all ${maxLoads} loads are used`);
  };
  const takeLoad = () => {
    demandLoad();
    met.loads += 1;
  };
  const lookups = provider.open({
    onFastPath: (outcome) => {
      met.fastPathOutcome = outcome;
    },
    fastPath: (inner) => ({
      read: async (kind, scope, read) => {
        takeLoad();
        return inner.read(kind, scope, read);
      },
    }),
    loads: (inner) => ({
      withTab: async (scope, work, turnScope) => {
        // No turn is asked for when there is no load left.
        demandLoad();
        return inner.withTab(
          scope,
          (tab) =>
            work({
              ...tab,
              load: async (own, open, isLimited) => {
                takeLoad();
                return tab.load(
                  own,
                  (page, options) => watched(page, met, () => open(page, options)),
                  isLimited,
                );
              },
            }),
          turnScope,
        );
      },
    }),
  });
  return { lookups, met };
}

const KINDS = new Set(['document', 'xhr', 'fetch']);

/** Counts what the page meets while `open` runs. */
async function watched<T>(page: Page, met: Met, open: () => Promise<T>): Promise<T> {
  let isAtConsent = false;
  const onNavigated = (frame: Frame) => {
    if (frame.parentFrame() !== null) return;
    const isConsent = URL.canParse(frame.url()) && CONSENT_HOSTS.has(new URL(frame.url()).hostname);
    if (isConsent && !isAtConsent) met.consentPages += 1;
    if (!isConsent && isAtConsent) met.consentPagesLeft += 1;
    isAtConsent = isConsent;
  };
  const onResponse = (response: Response) => {
    if (!KINDS.has(response.request().resourceType())) return;
    met.answers += 1;
    if (mayBeReused({ status: response.status(), headers: response.headers() })) met.reusableAnswers += 1;
  };
  page.on('framenavigated', onNavigated);
  page.on('response', onResponse);
  try {
    return await open();
  } finally {
    page.off('framenavigated', onNavigated);
    page.off('response', onResponse);
  }
}
