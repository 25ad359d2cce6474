import type { CheckId, Finding } from '../contract/doctor-texts.js';
import type { Origin } from '../provider/origins.js';

/**
 * `warn`: not as expected, but the service works. `fail`: the service cannot work, or would give a wrong answer.
 * `skipped`: not tried.
 */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skipped';

/** Whether a field of a place was found, and the entry of the rules that found it. */
export interface FieldCheck {
  /** Name inside the service, such as `reviewCount`. */
  readonly field: string;
  readonly found: boolean;
  /** Null = the field was not found, or the entry is unknown. */
  readonly origin: Origin | null;
}

/** One check and its result. */
export interface Check {
  readonly id: CheckId;
  /** A Place ID or host, if the check runs for several places or hosts; else null. */
  readonly subject: string | null;
  readonly status: CheckStatus;
  readonly finding: Finding;
  /** Filled for the check `place_fields`; else empty. */
  readonly fields: readonly FieldCheck[];
  readonly ms: number;
}

/** `failing`: the service cannot work. */
export type DoctorStatus = 'ok' | 'degraded' | 'failing';

/** One run. It holds only codes, counts, hosts and Place IDs, never texts of reviews or names of people. */
export interface DoctorReport {
  readonly status: DoctorStatus;
  readonly quick: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
  /** Page loads and attempts of the HTTP fast path. */
  readonly loads: number;
  readonly checks: readonly Check[];
}

/** Findings of checks that were skipped on purpose: the requested run is complete without them. */
const ON_PURPOSE: ReadonlySet<string> = new Set(['skipped_quick', 'skipped_setting']);

/** The state of a run. A check that was skipped, but not on purpose, counts as degraded. */
export function statusOf(checks: readonly Check[]): DoctorStatus {
  if (checks.some(({ status }) => status === 'fail')) return 'failing';
  const isDegraded = checks.some(
    ({ status, finding }) => status === 'warn' || (status === 'skipped' && !ON_PURPOSE.has(finding.code)),
  );
  return isDegraded ? 'degraded' : 'ok';
}
