import { DiagnosticError, isAppError, PROVIDER_BLOCKED } from '../../core/errors.js';
import { Drift } from '../../core/provider/faults.js';
import type { Scope } from '../../core/runtime/scope.js';
import type { DoctorCheck, DoctorData } from './published.js';
import type { CheckId, Finding } from './texts.js';

/**
 * One check and its result, before it is presented. `warn`: not as expected, but the service works. `fail`: the service
 * cannot work, or would give a wrong answer. `skipped`: not tried.
 */
export interface Check extends Pick<DoctorCheck, 'id' | 'subject' | 'status' | 'ms'> {
  readonly finding: Finding;
}

/** `failing`: the service cannot work. */
export type DoctorStatus = Exclude<DoctorData['status'], 'unknown'>;

/** One run. It holds only codes, counts, hosts and Place IDs, never texts of reviews or names of people. */
export interface DoctorReport extends Pick<NonNullable<DoctorData['run']>, 'quick' | 'ms' | 'loads'> {
  readonly status: DoctorStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly checks: readonly Check[];
}

/**
 * The state of a run. A check that was skipped counts as degraded, unless it was skipped on purpose: the requested run
 * is complete without it.
 */
export function statusOf(checks: readonly Check[]): DoctorStatus {
  if (checks.some(({ status }) => status === 'fail')) return 'failing';
  const onPurpose = ['skipped_quick', 'skipped_setting'];
  const isDegraded = checks.some(
    ({ status, finding }) => status === 'warn' || (status === 'skipped' && !onPurpose.includes(finding.code)),
  );
  return isDegraded ? 'degraded' : 'ok';
}

/** The result of a check, and the value that it read for further checks. */
export interface Result<T = unknown> extends Pick<Check, 'status' | 'finding'> {
  readonly value?: T;
}

/** Why a check was not tried. */
type SkipReason = 'quick' | 'setting' | 'no_loads_left' | 'no_time_left' | 'blocked' | 'needs_other';

/** The loads of a run are used up. A check that needs another load is skipped. */
export class NoLoadsLeft extends DiagnosticError {
  override readonly name = 'NoLoadsLeft';
}

export type CheckList = ReturnType<typeof createCheckList>;

/** Collects the checks of a run, in any order. */
export function createCheckList({ signal }: Pick<Scope, 'signal'>) {
  const checks: Check[] = [];
  let blocked: { readonly seconds: number | null } | null = null;

  const resultOf = (error: unknown, otherwise: 'warn' | 'fail'): Result<never> => {
    if (error instanceof NoLoadsLeft) return skipped('no_loads_left');
    if (signal.aborted) return skipped('no_time_left');
    if (isAppError(error, PROVIDER_BLOCKED)) {
      blocked = { seconds: error.retryAfterSeconds };
      return skipped('blocked');
    }
    const drift = isAppError(error) && error.cause instanceof Drift ? error.cause.kind : null;
    const code = isAppError(error) ? error.code : 'unexpected';
    return { status: otherwise, finding: { code: 'failed', error: code, drift } };
  };
  const note = (id: CheckId, subject: string | null, { status, finding }: Result, ms = 0) => {
    checks.push({ id, subject, status, finding, ms });
  };
  return {
    /**
     * Runs one check, adds its result and returns its value; null = the check has no value. A thrown error becomes a
     * result with the status `otherwise`. After a block page all further checks are skipped. Never rejects.
     */
    check: async <T>(
      id: CheckId,
      subject: string | null,
      work: () => Result<T> | Promise<Result<T>>,
      otherwise: 'warn' | 'fail' = 'warn',
    ): Promise<T | null> => {
      const since = performance.now();
      const tried = async (): Promise<Result<T>> => {
        if (blocked !== null) return skipped('blocked');
        return signal.aborted ? skipped('no_time_left') : work();
      };
      const result = await tried().catch((error: unknown): Result<T> => resultOf(error, otherwise));
      note(id, subject, result, Math.round(performance.now() - since));
      return result.value ?? null;
    },
    /** Adds a known result. */
    note,
    skip: (id: CheckId, subject: string | null, reason: SkipReason) => note(id, subject, skipped(reason)),
    /** Seconds to wait after the block page that the provider showed last; null = it showed no block page. */
    blocked: () => blocked,
    all: (): readonly Check[] => checks,
  };
}

function skipped(reason: SkipReason): Result<never> {
  return { status: 'skipped', finding: { code: `skipped_${reason}` } };
}

function resultWith(status: Check['status']) {
  return (finding: Finding): Result<never> => ({ status, finding });
}

export const ok = resultWith('ok');
export const warn = resultWith('warn');
export const fail = resultWith('fail');
