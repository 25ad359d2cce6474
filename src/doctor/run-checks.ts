import { CHECK_TITLES, type CheckId } from '../contract/doctor-texts.js';
import { isAppError } from '../contract/errors.js';
import { classifyQuery } from '../identifiers/classify.js';
import type { PlaceReading } from '../places/place.js';
import type { Scope } from '../runtime/scope.js';
import { type CheckList, createCheckList, fail, ok, warn } from './check-list.js';
import { type DoctorLookups, type DoctorProvider, type Met, openRunLookups } from './lookups.js';
import { checkEnvironment, checkNetwork, checkShareHosts, type DoctorMachine } from './machine-checks.js';
import { checkLookups, checkPlace, type DoctorPlace } from './place-checks.js';
import { type DoctorReport, statusOf } from './report.js';
import { checkReviews, REVIEW_CHECKS } from './review-checks.js';

/** The parts that a run examines. */
export interface DoctorParts {
  readonly machine: DoctorMachine;
  readonly provider: DoctorProvider;
  /** Place IDs, feature ids, CIDs and links of the places that are read. */
  readonly places: readonly string[];
}

/** Maximum page loads and attempts of the HTTP fast path in one run. */
export const MAX_LOADS = { full: 15, quick: 4 } as const;

const IN_ORDER = Object.keys(CHECK_TITLES) as CheckId[];

/**
 * Makes one run. While loads are paused after a block page, it sends the provider no requests. Never rejects: failures
 * become findings. When `scope` ends, the remaining checks are skipped.
 */
export async function runChecks(parts: DoctorParts, quick: boolean, scope: Scope): Promise<DoctorReport> {
  const { machine, provider } = parts;
  const startedAt = Date.now();
  const since = performance.now();
  const list = createCheckList(scope);
  const { lookups, met } = openRunLookups(provider, quick ? MAX_LOADS.quick : MAX_LOADS.full);
  await checkEnvironment(list, machine);
  const pause = await pauseOf(provider, scope);
  if (pause === null) {
    await checkNetwork(list, machine, scope, startedAt);
    await checkProvider(list, lookups, met, parts, quick, scope);
    noteMet(list, met, machine);
  } else {
    list.note('block_page', null, fail({ code: 'block_page_met', ...pause }));
    const made = new Set(list.all().map(({ id }) => id));
    for (const id of IN_ORDER) if (!made.has(id)) list.skip(id, null, 'blocked');
  }
  const checks = list.all().toSorted((a, b) => IN_ORDER.indexOf(a.id) - IN_ORDER.indexOf(b.id));
  const endedAt = performance.now();
  const ms = Math.round(endedAt - since);
  return { status: statusOf(checks), quick, startedAt, endedAt, ms, loads: met.loads, checks };
}

/** The current pause after a block page; null = loads are not paused. */
async function pauseOf(
  { breaker }: DoctorProvider,
  scope: Scope,
): Promise<{ seconds: number | null } | null> {
  try {
    await breaker.passable(scope);
    return null;
  } catch (error) {
    return { seconds: isAppError(error) ? error.retryAfterSeconds : null };
  }
}

async function checkProvider(
  list: CheckList,
  lookups: DoctorLookups,
  met: Met,
  { provider, machine, places }: DoctorParts,
  quick: boolean,
  scope: Scope,
): Promise<void> {
  const followed = new Set<string>();
  const fastPathOutcome = provider.hasFastPath ? () => met.fastPathOutcome : null;
  const read = async (query: string): Promise<PlaceReading | null> => {
    const place = await placeOf(query, list, lookups, followed, scope);
    return place === null ? null : checkPlace(list, lookups, place, fastPathOutcome, scope);
  };
  // Make each kind of check for one place first: the other places are left out when loads or time run out.
  const remaining = quick ? places.slice(0, 1) : [...places];
  let chosen: PlaceReading | null = null;
  while (chosen === null && remaining.length > 0 && list.blocked() === null)
    chosen = await read(remaining.shift() ?? '');
  if (chosen === null && list.blocked() === null && !scope.signal.aborted)
    list.note('place_fields', null, fail({ code: 'places_none' }));
  const reason = list.blocked() === null ? 'needs_other' : 'blocked';
  if (chosen === null) for (const id of ['search', 'cid'] as const) list.skip(id, null, reason);
  else await checkLookups(list, lookups, chosen, provider.urls, scope);
  if (quick || chosen === null) for (const id of REVIEW_CHECKS) list.skip(id, null, quick ? 'quick' : reason);
  else await checkReviews(chosen, { list, lookups, provider, scope });
  for (const query of remaining) await read(query);
  if (quick) list.skip('short_links', null, 'quick');
  else await checkShareHosts(list, machine, scope, followed);
}

/** Adds the results about block pages, consent pages and the HTTP cache. */
function noteMet(list: CheckList, met: Met, { route }: DoctorMachine): void {
  const blocked = list.blocked();
  list.note(
    'block_page',
    null,
    blocked === null ? ok({ code: 'block_page_none' }) : fail({ code: 'block_page_met', ...blocked }),
  );
  const stuck = met.consentPages - met.consentPagesLeft;
  if (met.consentPages === 0) list.note('consent', null, ok({ code: 'consent_not_met' }));
  else if (stuck > 0) list.note('consent', null, fail({ code: 'consent_stuck', times: stuck }));
  else list.note('consent', null, ok({ code: 'consent_declined', times: met.consentPages }));
  if (met.answers === 0) list.skip('http_cache', null, blocked === null ? 'needs_other' : 'blocked');
  // With certificate errors, as behind an override, Chromium caches nothing.
  else if (met.reusableAnswers === 0 || route === 'override')
    list.note('http_cache', null, ok({ code: 'cache_not_allowed', answers: met.answers }));
  else list.note('http_cache', null, ok({ code: 'cache_bypassed', answers: met.reusableAnswers }));
}

/** The place that a query names. Following a share link is the check of its host. Null = the place cannot be read. */
async function placeOf(
  query: string,
  list: CheckList,
  { resolve }: DoctorLookups,
  followed: Set<string>,
  scope: Scope,
): Promise<DoctorPlace | null> {
  const host = shareHostOf(query);
  const resolved = async (): Promise<DoctorPlace> => {
    const { known, cid, page } = await resolve(query, scope);
    const subject = known?.placeId ?? host ?? (cid === null ? 'place' : `cid:${cid}`);
    return { subject, page, featureId: known?.featureId ?? null };
  };
  if (host === null)
    return resolved().catch(() => {
      list.note('place_fields', null, warn({ code: 'place_not_shown' }));
      return null;
    });
  followed.add(host);
  const seen: { place: DoctorPlace | null } = { place: null };
  await list.check('short_links', host, async () => {
    seen.place = await resolved();
    return ok({ code: 'link_followed' });
  });
  return seen.place;
}

function shareHostOf(query: string): string | null {
  try {
    const read = classifyQuery(query);
    return read.kind === 'share_link' ? new URL(read.url).hostname : null;
  } catch {
    return null;
  }
}
