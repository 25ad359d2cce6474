import type { CheckId, Finding } from '../contract/doctor-texts.js';
import { DiagnosticError, isAppError } from '../contract/errors.js';
import { Drift } from '../provider/navigation/block-pages.js';
import type { Scope } from '../runtime/scope.js';
import type { Check } from './report.js';

/** The result of a check, without its time. */
export type Result = Pick<Check, 'status' | 'finding'> & Partial<Pick<Check, 'fields'>>;

/** Why a check was not tried. */
type SkipReason = 'quick' | 'setting' | 'no_loads_left' | 'no_time_left' | 'blocked' | 'needs_other';

/** The loads of a run are used up. A check that needs another load is skipped. */
export class NoLoadsLeft extends DiagnosticError {
  override readonly name = 'NoLoadsLeft';
}

/** Collects the checks of a run, in any order. */
export interface CheckList {
  /**
   * Runs one check and adds its result. A thrown error becomes a result with the status `otherwise`. After a block page
   * all further checks are skipped. Never rejects.
   */
  check(
    id: CheckId,
    subject: string | null,
    work: () => Result | Promise<Result>,
    otherwise?: 'warn' | 'fail',
  ): Promise<Result>;
  /** Adds a known result. */
  note(id: CheckId, subject: string | null, result: Result): void;
  skip(id: CheckId, subject: string | null, reason: SkipReason): void;
  /** Seconds to wait after the block page that the provider showed last; null = it showed no block page. */
  blocked(): { readonly seconds: number | null } | null;
  all(): readonly Check[];
}

export function createCheckList({ signal }: Pick<Scope, 'signal'>): CheckList {
  const checks: Check[] = [];
  let blocked: { readonly seconds: number | null } | null = null;

  const resultOf = (error: unknown, otherwise: 'warn' | 'fail'): Result => {
    if (error instanceof NoLoadsLeft) return skipped('no_loads_left');
    if (signal.aborted) return skipped('no_time_left');
    if (isAppError(error, 'provider_blocked')) {
      blocked = { seconds: error.retryAfterSeconds };
      return skipped('blocked');
    }
    const drift = isAppError(error) && error.cause instanceof Drift ? error.cause.kind : null;
    const code = isAppError(error) ? error.code : 'unexpected';
    return { status: otherwise, finding: { code: 'failed', error: code, drift } };
  };
  const note: CheckList['note'] = (id, subject, result) =>
    checks.push({ id, subject, fields: [], ms: 0, ...result });
  return {
    check: async (id, subject, work, otherwise = 'warn') => {
      const since = performance.now();
      let result: Result;
      try {
        if (blocked !== null) result = skipped('blocked');
        else if (signal.aborted) result = skipped('no_time_left');
        else result = await work();
      } catch (error) {
        result = resultOf(error, otherwise);
      }
      checks.push({ id, subject, fields: [], ...result, ms: Math.round(performance.now() - since) });
      return result;
    },
    note,
    skip: (id, subject, reason) => note(id, subject, skipped(reason)),
    blocked: () => blocked,
    all: () => checks,
  };
}

function skipped(reason: SkipReason): Result {
  return { status: 'skipped', finding: { code: `skipped_${reason}` } };
}

/** The result is as expected. */
export function ok(finding: Finding): Result {
  return { status: 'ok', finding };
}

/** The result is not as expected, but the service still works. */
export function warn(finding: Finding): Result {
  return { status: 'warn', finding };
}

/** The service cannot work with this result. */
export function fail(finding: Finding): Result {
  return { status: 'fail', finding };
}
