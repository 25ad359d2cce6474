import type { Origin } from '../provider/origins.js';

/**
 * `warn`: works, but not as it should. `fail`: the service cannot work so, or would give a wrong answer. `skipped`:
 * not tried; never counted as well.
 */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skipped';

/** Every check, in the order of the report. */
export const CHECK_IDS = [
  'node',
  'chromium',
  'sandbox',
  'rules',
  'egress',
  'dns',
  'tls',
  'consent',
  'block_page',
  'place_fields',
  'place_view',
  'fast_path',
  'search',
  'cid',
  'short_links',
  'reviews_batches',
  'reviews_order',
  'reviews_count',
  'review_visible',
  'review_made_up',
  'http_cache',
] as const;

export type CheckId = (typeof CHECK_IDS)[number];

/** Why a check was not tried. */
export type SkipReason = 'quick' | 'setting' | 'no_loads_left' | 'no_time_left' | 'blocked' | 'needs_other';

/**
 * What a check saw. The set is closed: clients turn it into a sentence, and into advice. No finding quotes the
 * provider.
 */
export type Finding =
  | { readonly code: 'as_expected' }
  | { readonly code: `skipped_${SkipReason}` }
  /** `error`: a code of `ErrorCode`, or `unexpected`; `drift`: the kind of an unknown form, if it was one. */
  | { readonly code: 'failed'; readonly error: string; readonly drift: string | null }
  | { readonly code: 'node_version' | 'node_too_old'; readonly version: string; readonly needed: string }
  | {
      readonly code: 'chromium_version' | 'chromium_old';
      readonly version: string;
      readonly days: number | null;
    }
  | { readonly code: 'chromium_unavailable' }
  | { readonly code: 'sandbox_on' | 'sandbox_off_by_setting' | 'sandbox_off' | 'sandbox_unknown' }
  | { readonly code: 'rules_built_in' | 'rules_operator'; readonly fingerprint: string }
  | { readonly code: 'egress_direct' | 'egress_upstream' | 'egress_override' }
  | { readonly code: 'dns_resolved'; readonly addresses: number }
  | { readonly code: 'dns_private' | 'dns_failed' }
  | { readonly code: 'tls_valid' | 'tls_expires_soon'; readonly protocol: string; readonly days: number }
  | { readonly code: 'tls_unchecked' | 'tls_failed' }
  | { readonly code: 'consent_not_met' | 'consent_known' }
  | { readonly code: 'consent_declined' | 'consent_stuck'; readonly times: number }
  | { readonly code: 'block_page_none' }
  | { readonly code: 'block_page_met'; readonly seconds: number | null }
  | {
      readonly code: 'fields_all' | 'fields_missing' | 'fields_none';
      readonly found: number;
      readonly all: number;
    }
  | { readonly code: 'place_not_shown' | 'place_other' | 'places_none' }
  | { readonly code: 'view_full' | 'view_limited' }
  | { readonly code: 'fast_path_equal' }
  | { readonly code: 'fast_path_differs'; readonly differing: readonly string[] }
  /** `outcome`: as in the metric of the HTTP fast path. */
  | { readonly code: 'fast_path_undecided'; readonly outcome: string }
  | { readonly code: 'search_found' | 'search_other' | 'search_nothing' }
  | { readonly code: 'cid_found' | 'cid_other' | 'cid_nothing' }
  | { readonly code: 'link_followed' | 'link_other' | 'host_reachable' | 'host_unreachable' }
  | {
      readonly code: 'batches_read' | 'batches_unread' | 'batches_none';
      readonly batches: number;
      readonly reviews: number;
      readonly unread: number;
      readonly frames: readonly string[];
      /** How the list ended, if it did; null = it goes on. */
      readonly end: string | null;
    }
  | { readonly code: 'order_newest' | 'order_mixed'; readonly reviews: number; readonly misplaced: number }
  | { readonly code: 'order_unknown' }
  | {
      readonly code: 'count_plausible' | 'count_short';
      readonly read: number;
      readonly total: number;
    }
  | { readonly code: 'count_unknown'; readonly read: number }
  | { readonly code: 'review_in_full' | 'review_in_part' | 'review_not_shown' | 'review_none' }
  | { readonly code: 'made_up_absent'; readonly reason: string }
  | { readonly code: 'made_up_visible' | 'made_up_unproven' | 'made_up_undecided' }
  | { readonly code: 'cache_not_allowed' | 'cache_bypassed'; readonly answers: number };

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

/** The state a list of checks adds up to. What had to be left out counts as degraded. */
export function statusOf(checks: readonly Check[]): DoctorStatus {
  if (checks.some(({ status }) => status === 'fail')) return 'failing';
  const isDegraded = checks.some(
    ({ status, finding }) => status === 'warn' || (status === 'skipped' && !ON_PURPOSE.has(finding.code)),
  );
  return isDegraded ? 'degraded' : 'ok';
}
