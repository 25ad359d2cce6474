import { isAppError } from '../contract/errors.js';
import { Drift } from '../provider/navigation/block-pages.js';
import type { Scope } from '../runtime/scope.js';
import type { Check, CheckId, CheckStatus, FieldCheck, Finding, SkipReason } from './check.js';
import { NoLoadsLeft } from './load-budget.js';

/** The result of a check, without its time. */
export interface Result {
  readonly status: CheckStatus;
  readonly finding: Finding;
  readonly fields?: readonly FieldCheck[];
}

/** Takes the checks of a run, in any order. */
export interface CheckList {
  /**
   * Runs one check and takes its result. What is thrown becomes a result: `otherwise` is the status of a failure. After
   * a block page nothing more is tried. Never rejects.
   */
  check(
    id: CheckId,
    subject: string | null,
    work: () => Result | Promise<Result>,
    otherwise?: 'warn' | 'fail',
  ): Promise<Result>;
  /** Takes a result that is known already. */
  note(id: CheckId, subject: string | null, result: Result): void;
  skip(id: CheckId, subject: string | null, reason: SkipReason): void;
  /** The longest time the provider asked to wait, in seconds, since it showed a block page; null = it showed none. */
  blocked(): { readonly seconds: number | null } | null;
  all(): readonly Check[];
}

export function createCheckList(scope: Pick<Scope, 'signal'>): CheckList {
  const checks: Check[] = [];
  let blocked: { readonly seconds: number | null } | null = null;

  const resultOf = (error: unknown, otherwise: 'warn' | 'fail'): Result => {
    if (error instanceof NoLoadsLeft) return skipped('no_loads_left');
    if (scope.signal.aborted) return skipped('no_time_left');
    if (isAppError(error, 'provider_blocked')) {
      blocked = { seconds: error.retryAfterSeconds };
      return skipped('blocked');
    }
    const drift = isAppError(error) && error.cause instanceof Drift ? error.cause.kind : null;
    return {
      status: otherwise,
      finding: { code: 'failed', error: isAppError(error) ? error.code : 'unexpected', drift },
    };
  };

  const add = (id: CheckId, subject: string | null, { status, finding, fields = [] }: Result, ms: number) => {
    checks.push({ id, subject, status, finding, fields, ms: Math.round(ms) });
  };
  return {
    check: async (id, subject, work, otherwise = 'warn') => {
      const since = performance.now();
      let result: Result;
      try {
        if (blocked !== null) result = skipped('blocked');
        else if (scope.signal.aborted) result = skipped('no_time_left');
        else result = await work();
      } catch (error) {
        result = resultOf(error, otherwise);
      }
      add(id, subject, result, performance.now() - since);
      return result;
    },
    note: (id, subject, result) => add(id, subject, result, 0),
    skip: (id, subject, reason) => add(id, subject, skipped(reason), 0),
    blocked: () => blocked,
    all: () => checks,
  };
}

function skipped(reason: SkipReason): { readonly status: 'skipped'; readonly finding: Finding } {
  return { status: 'skipped', finding: { code: `skipped_${reason}` } };
}

/** As it should be. */
export function ok(finding: Finding): Result {
  return { status: 'ok', finding };
}

/** Not as it should be; the service still works. */
export function warn(finding: Finding): Result {
  return { status: 'warn', finding };
}

/** The service cannot work so. */
export function fail(finding: Finding): Result {
  return { status: 'fail', finding };
}
