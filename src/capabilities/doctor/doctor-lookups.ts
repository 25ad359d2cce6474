import type { Core } from '../../core/capability.js';
import { NO_CACHE } from '../../core/lookups.js';
import type { Scope } from '../../core/runtime/scope.js';
import { type CheckList, NoLoadsLeft } from './check-report.js';

export interface DoctorParts extends Pick<Core, 'config' | 'parts'> {
  readonly chromium: Pick<Core['chromium'], 'info' | 'health' | 'sandboxed'>;
}

export interface Run extends DoctorParts {
  readonly list: CheckList;
  readonly scope: Scope;
  readonly lookups: ReturnType<Core['parts']['lookupsWith']>;
  readonly met: Readonly<Met>;
}

interface Met {
  /** Page loads, also those made once more after a page was lost, and attempts of the HTTP fast path. */
  loads: number;
  /** Outcome of the last attempt of the HTTP fast path; null = no attempt was made. */
  fastPathOutcome: string | null;
}

/**
 * Opens the lookups of one run: at most `maxLoads` loads, without those made once more. They have no cache, and their
 * only control is the review that the run has seen itself. Their verdicts say nothing about the service.
 */
export function openRunLookups(
  { config, metrics, log, loads, fastPathWith, lookupsWith }: Core['parts'],
  maxLoads: number,
): Pick<Run, 'lookups' | 'met'> {
  const met: Met = { loads: 0, fastPathOutcome: null };
  let left = maxLoads;
  const demandLoad = () => {
    if (left === 0) throw new NoLoadsLeft(`all ${maxLoads} loads are used`);
  };
  const takeLoad = () => {
    demandLoad();
    left -= 1;
  };
  const fastPath = fastPathWith(0, {
    fastPathAttempt: (outcome) => {
      met.fastPathOutcome = outcome;
      metrics.fastPathAttempt(outcome);
    },
  });
  const lookups = lookupsWith({
    config: { ...config, ...NO_CACHE, CONTROL_REVIEWS: [], CONTROL_PLACES: [] },
    metrics: { ...metrics, verdict: () => undefined, controlCheck: () => undefined },
    log: log.child({}, { level: 'silent' }),
    fastPath: {
      read: async (kind, scope, read) => {
        takeLoad();
        met.loads += 1;
        return fastPath.read(kind, scope, read);
      },
    },
    loads: {
      take: async (scope, turnScope) => {
        // Do not wait in the queue if the loads are used up.
        demandLoad();
        const tab = await loads.take(scope, turnScope);
        return {
          ...tab,
          load: async (own, opening, isLimited) => {
            takeLoad();
            const counted: typeof opening = (page, options) => {
              met.loads += 1;
              return opening(page, options);
            };
            return tab.load(own, counted, isLimited);
          },
        };
      },
    },
  });
  return { lookups, met };
}
