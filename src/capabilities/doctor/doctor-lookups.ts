import type { Frame, Page } from 'playwright';
import type { ChromiumSupervisor } from '../../core/browser/chromium.js';
import type { Config } from '../../core/config/config.js';
import type { Handshake } from '../../core/egress/handshake.js';
import { isConsentUrl } from '../../core/identifiers/provider-hosts.js';
import type { LoadCounter } from '../../core/lookups.js';
import type { FetchedPlaces } from '../../core/places/fetched-places.js';
import type { RenderedPlaces } from '../../core/places/rendered-places.js';
import type { QueryResolver } from '../../core/places/resolve-query.js';
import type { RulesInfo } from '../../core/provider/rules/load-rules.js';
import type { ProviderUrls } from '../../core/provider/urls.js';
import type { ControlCandidates } from '../../core/reviews/control-candidates.js';
import type { ReviewInspector } from '../../core/reviews/inspect-review.js';
import type { ReviewReader } from '../../core/reviews/review-reader.js';
import type { Scope } from '../../core/runtime/scope.js';
import type { Breaker } from '../../core/traffic/breaker.js';
import type { PageLoads } from '../../core/traffic/page-loads.js';
import { type CheckList, NoLoadsLeft } from './check-report.js';

/** The lookups of the service that a run uses. */
export interface DoctorLookups {
  readonly loads: PageLoads;
  readonly resolve: QueryResolver;
  readonly fast: FetchedPlaces;
  readonly rendered: RenderedPlaces;
  readonly reader: ReviewReader;
  readonly inspector: ReviewInspector;
  /** Adds a fully shown review to the controls of these lookups. */
  readonly remember: ControlCandidates['remember'];
}

/** The access of a run to the provider. */
export interface DoctorProvider {
  readonly breaker: Breaker;
  readonly urls: ProviderUrls;
  readonly settleMs: number;
  /** Adds a fully shown review to the controls of the service. */
  readonly remember: ControlCandidates['remember'];
  /** Opens lookups without caches and with controls of their own. The run wraps page loads and the HTTP fast path. */
  readonly open: (counter: LoadCounter) => DoctorLookups;
}

/** The parts of the service that a run examines. */
export interface DoctorParts {
  readonly config: Config;
  readonly chromium: Pick<ChromiumSupervisor, 'info' | 'health' | 'sandboxed'>;
  /** The sets of rules in use, in the order in which they are tried. */
  readonly rules: readonly RulesInfo[];
  readonly handshake: Handshake;
  readonly provider: DoctorProvider;
  /** Place IDs, feature ids, CIDs and links that replace the places of the configuration; empty = they apply. */
  readonly places?: readonly string[];
}

/** Shared by the checks of one run. */
export interface Run extends DoctorParts {
  readonly list: CheckList;
  readonly scope: Scope;
  readonly lookups: DoctorLookups;
  readonly met: Readonly<Met>;
}

/** Counts of a run so far. */
interface Met {
  /** Page loads and attempts of the HTTP fast path, including loads that the breaker refused. */
  loads: number;
  /** Consent pages that were reached, and consent pages that were left again. */
  consentPages: number;
  consentPagesLeft: number;
  /** Outcome of the last attempt of the HTTP fast path; null = no attempt was made. */
  fastPathOutcome: string | null;
}

/** Opens the lookups of one run: at most `maxLoads` loads, all of them watched. */
export function openRunLookups(
  provider: Pick<DoctorProvider, 'open'>,
  maxLoads: number,
): Pick<Run, 'lookups' | 'met'> {
  const met: Met = { loads: 0, consentPages: 0, consentPagesLeft: 0, fastPathOutcome: null };
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
        // Do not wait in the queue if the loads are used up.
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

/** Counts the consent pages that the page shows while `open` runs. */
async function watched<T>(page: Page, met: Met, open: () => Promise<T>): Promise<T> {
  let isAtConsent = false;
  const onNavigated = (frame: Frame) => {
    if (frame.parentFrame() !== null) return;
    const isConsent = isConsentUrl(frame.url());
    if (isConsent && !isAtConsent) met.consentPages += 1;
    if (!isConsent && isAtConsent) met.consentPagesLeft += 1;
    isAtConsent = isConsent;
  };
  page.on('framenavigated', onNavigated);
  try {
    return await open();
  } finally {
    page.off('framenavigated', onNavigated);
  }
}
