import type { CheckId, Finding } from '../contract/doctor-texts.js';
import type { Origin } from '../provider/origins.js';

/**
 * `warn`: works, but not as it should. `fail`: the service cannot work so, or would give a wrong answer. `skipped`:
 * not tried.
 */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skipped';

/** Whether a field of a place was found, and by which entry of the rules. */
export interface FieldCheck {
  /** Name inside the service, such as `reviewCount`. */
  readonly field: string;
  readonly found: boolean;
  /** Null = unknown, or the field was not found. */
  readonly origin: Origin | null;
}

/** One check and its result. */
export interface Check {
  readonly id: CheckId;
  /** What it is about where there are several: a Place ID or a host; else null. */
  readonly subject: string | null;
  readonly status: CheckStatus;
  readonly finding: Finding;
  /** Of `place_fields`; else empty. */
  readonly fields: readonly FieldCheck[];
  readonly ms: number;
}

/** `failing`: the service cannot work. */
export type DoctorStatus = 'ok' | 'degraded' | 'failing';

/** One run. It holds no text of a review and no name of a person: only codes, counts, hosts and Place IDs. */
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

/** Skipped on purpose: what was asked for is complete without it. */
const ON_PURPOSE: ReadonlySet<string> = new Set(['skipped_quick', 'skipped_setting']);

/** The state a list of checks adds up to. A check that had to be left out counts as degraded. */
export function statusOf(checks: readonly Check[]): DoctorStatus {
  if (checks.some(({ status }) => status === 'fail')) return 'failing';
  const isDegraded = checks.some(
    ({ status, finding }) => status === 'warn' || (status === 'skipped' && !ON_PURPOSE.has(finding.code)),
  );
  return isDegraded ? 'degraded' : 'ok';
}
