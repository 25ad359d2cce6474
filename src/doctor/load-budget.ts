import { DiagnosticError } from '../contract/errors.js';
import type { FastPath } from '../traffic/fast-path.js';
import type { PageLoads } from '../traffic/page-loads.js';
import type { PageObserver } from './page-observer.js';

/** The loads of a run are used up. What needs another one is skipped. */
export class NoLoadsLeft extends DiagnosticError {
  override readonly name = 'NoLoadsLeft';
}

/** Counts the loads of one run: page loads and attempts of the HTTP fast path. */
export interface LoadBudget {
  /** Takes one load. @throws NoLoadsLeft */
  take(): void;
  used(): number;
  left(): number;
}

export function createLoadBudget(most: number): LoadBudget {
  let used = 0;
  return {
    take: () => {
      if (used >= most) throw new NoLoadsLeft(`all ${most} loads are used`);
      used += 1;
    },
    used: () => used,
    left: () => most - used,
  };
}

/** Page loads that count, and are observed. A load that the breaker refuses counts as well. */
export function countedLoads(loads: PageLoads, budget: LoadBudget, observer: PageObserver): PageLoads {
  return {
    withTab: (scope, work, turnScope) => {
      // No turn is asked for when there is no load left.
      if (budget.left() === 0) return Promise.reject(new NoLoadsLeft('no load is left'));
      return loads.withTab(
        scope,
        (tab) =>
          work({
            ...tab,
            load: (inner, open, isLimited) => {
              budget.take();
              return tab.load(
                inner,
                (page, options) => observer.observed(page, () => open(page, options)),
                isLimited,
              );
            },
          }),
        turnScope,
      );
    },
  };
}

/** The HTTP fast path, each attempt counted as one load. */
export function countedFastPath(fastPath: FastPath, budget: LoadBudget): FastPath {
  return {
    read: async (kind, scope, read) => {
      budget.take();
      return fastPath.read(kind, scope, read);
    },
  };
}
