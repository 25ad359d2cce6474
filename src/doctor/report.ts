import type { DoctorCheck, DoctorData } from '../contract/doctor.js';
import type { Finding } from '../contract/doctor-texts.js';
import type { Origin } from '../provider/origins.js';

/** Whether a field of a place was found, and the entry of the rules that found it. */
export interface FieldCheck {
  /** Name inside the service, such as `reviewCount`. */
  readonly field: string;
  readonly found: boolean;
  /** Null = the field was not found, or the entry is unknown. */
  readonly origin: Origin | null;
}

/**
 * One check and its result, before it is presented. `warn`: not as expected, but the service works. `fail`: the service
 * cannot work, or would give a wrong answer. `skipped`: not tried.
 */
export interface Check extends Pick<DoctorCheck, 'id' | 'subject' | 'status' | 'ms'> {
  readonly finding: Finding;
  /** Filled for the check `place_fields`; else empty. */
  readonly fields: readonly FieldCheck[];
}

/** `failing`: the service cannot work. */
export type DoctorStatus = Exclude<DoctorData['status'], 'unknown'>;

/** One run. It holds only codes, counts, hosts and Place IDs, never texts of reviews or names of people. */
export interface DoctorReport extends Pick<NonNullable<DoctorData['run']>, 'quick' | 'ms' | 'loads'> {
  readonly status: DoctorStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** `performance.now()` at its end. */
  readonly endedAt: number;
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
