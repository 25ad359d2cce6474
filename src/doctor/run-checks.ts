import { isAppError } from '../contract/errors.js';
import { classifyQuery } from '../identifiers/classify.js';
import type { PlaceReading } from '../places/place.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../runtime/scope.js';
import { CHECK_IDS, type CheckId, type DoctorReport, statusOf } from './check.js';
import { type CheckList, createCheckList, fail, ok, warn } from './check-list.js';
import { checkEnvironment, type DoctorEnvironment } from './environment-checks.js';
import { createLoadBudget } from './load-budget.js';
import { checkNetwork, checkShareHosts, type DoctorNetwork } from './network-checks.js';
import { checkLookups, checkPlace, type DoctorPlace } from './place-checks.js';
import { type DoctorProvider, openRunReaders, type RunReaders } from './provider-access.js';
import { checkReviews } from './review-checks.js';

/** What a run examines. */
export interface DoctorParts {
  readonly environment: DoctorEnvironment;
  readonly network: DoctorNetwork;
  readonly provider: DoctorProvider;
  /** Place IDs, feature ids, CIDs and links of the places that are read. */
  readonly places: readonly string[];
}

/** Page loads and attempts of the HTTP fast path in one run, at most. */
export const MOST_LOADS = { full: 15, quick: 4 } as const;

const LOADING_CHECKS: readonly CheckId[] = [
  ...(['consent', 'place_fields', 'place_view', 'fast_path', 'search', 'cid', 'short_links'] as const),
  ...(['reviews_batches', 'reviews_order', 'reviews_count', 'review_visible', 'review_made_up'] as const),
  'http_cache',
];
const REVIEW_CHECKS: readonly CheckId[] = [
  'reviews_batches',
  'reviews_order',
  'reviews_count',
  'review_visible',
  'review_made_up',
];

/**
 * Makes one run. While loads are paused after a block page nothing is asked of the provider. Never rejects: what goes
 * wrong is a finding. `scope` ends the run; what was not tried by then is skipped.
 */
export async function runChecks(parts: DoctorParts, quick: boolean, scope: Scope): Promise<DoctorReport> {
  const startedAt = Date.now();
  const since = performance.now();
  const list = createCheckList(scope);
  const budget = createLoadBudget(quick ? MOST_LOADS.quick : MOST_LOADS.full);
  await checkEnvironment(list, parts.environment);
  const pause = await pauseOf(parts.provider, scope);
  if (pause === null) {
    await checkNetwork(list, parts.network, parts.environment, scope, startedAt);
    const readers = openRunReaders(parts.provider, budget, scope);
    await checkProvider(list, readers, parts, quick, scope);
  } else {
    list.note('block_page', null, fail({ code: 'block_page_met', ...pause }));
    for (const id of ['dns', 'tls', ...LOADING_CHECKS] as const) list.skip(id, null, 'blocked');
  }
  const checks = list.all().toSorted((a, b) => CHECK_IDS.indexOf(a.id) - CHECK_IDS.indexOf(b.id));
  return {
    status: statusOf(checks),
    quick,
    startedAt,
    ms: Math.round(performance.now() - since),
    loads: budget.used(),
    checks,
  };
}

async function checkProvider(
  list: CheckList,
  readers: RunReaders,
  { provider, network, places, environment }: DoctorParts,
  quick: boolean,
  scope: Scope,
): Promise<void> {
  const hasFastPath = provider.fastPathMode === 'auto';
  const followed = new Set<string>();
  const read = async (query: string): Promise<PlaceReading | null> => {
    const place = await placeOf(query, list, readers, provider.urls, followed, scope);
    return place === null ? null : checkPlace(list, readers, place, hasFastPath, scope);
  };
  // One of each kind first: when loads or time run out, the other places are what is left out.
  const [first, ...others] = quick ? places.slice(0, 1) : places;
  let chosen: PlaceReading | null = first === undefined ? null : await read(first);
  const remaining = [...others];
  while (chosen === null && remaining.length > 0 && list.blocked() === null)
    chosen = await read(remaining.shift() ?? '');
  if (chosen === null && list.blocked() === null && !scope.signal.aborted)
    list.note('place_fields', null, fail({ code: 'places_none' }));
  if (chosen === null) for (const id of ['search', 'cid'] as const) list.skip(id, null, reasonOf(list));
  else await checkLookups(list, readers, chosen, provider.urls, scope);
  if (quick || chosen === null)
    for (const id of REVIEW_CHECKS) list.skip(id, null, quick ? 'quick' : reasonOf(list));
  else
    await checkReviews(chosen, {
      list,
      readers,
      urls: provider.urls,
      settleMs: provider.settleMs,
      remember: provider.remember,
      scope,
    });
  for (const query of remaining) await read(query);
  if (quick) list.skip('short_links', null, 'quick');
  else await checkShareHosts(list, network, scope, followed);
  noteSeen(list, readers, environment);
}

function reasonOf(list: CheckList): 'blocked' | 'needs_other' {
  return list.blocked() === null ? 'needs_other' : 'blocked';
}

/** What the pages of the run met. */
function noteSeen(list: CheckList, { observer }: RunReaders, { route }: DoctorEnvironment): void {
  const blocked = list.blocked();
  list.note(
    'block_page',
    null,
    blocked === null ? ok({ code: 'block_page_none' }) : fail({ code: 'block_page_met', ...blocked }),
  );
  const { met, left } = observer.consent();
  if (met === 0) list.note('consent', null, ok({ code: 'consent_not_met' }));
  else if (left < met) list.note('consent', null, fail({ code: 'consent_stuck', times: met - left }));
  else list.note('consent', null, ok({ code: 'consent_declined', times: met }));
  const { all, reusable } = observer.answers();
  if (all === 0) list.skip('http_cache', null, blocked === null ? 'needs_other' : 'blocked');
  // Under certificate errors, as behind an override, Chromium caches nothing.
  else if (reusable === 0 || route === 'override')
    list.note('http_cache', null, ok({ code: 'cache_not_allowed', answers: all }));
  else list.note('http_cache', null, ok({ code: 'cache_bypassed', answers: reusable }));
}

/** The pause after a block page; null = there is none. */
async function pauseOf(
  { breaker }: DoctorProvider,
  scope: Scope,
): Promise<{ readonly seconds: number | null } | null> {
  try {
    await breaker.passable(scope);
    return null;
  } catch (error) {
    return { seconds: isAppError(error) ? error.retryAfterSeconds : null };
  }
}

/** What a query names; a share link is followed, as the check of its host. Null = nothing that can be read. */
async function placeOf(
  query: string,
  list: CheckList,
  { resolve }: RunReaders,
  urls: ProviderUrls,
  followed: Set<string>,
  scope: Scope,
): Promise<DoctorPlace | null> {
  const host = shareHostOf(query);
  let place: DoctorPlace | null = null;
  const work = async () => {
    const found = await resolve(query, scope);
    if ('known' in found) {
      const { placeId, featureId } = found.known;
      place = { subject: placeId, page: { kind: 'place', url: urls.place(placeId) }, featureId };
    } else place = { subject: host ?? subjectOfKey(found.cid), page: found.page, featureId: null };
    return ok({ code: 'link_followed' });
  };
  if (host !== null) {
    followed.add(host);
    const { status } = await list.check('short_links', host, work);
    return status === 'ok' ? place : null;
  }
  try {
    await work();
    return place;
  } catch {
    list.note('place_fields', null, warn({ code: 'place_not_shown' }));
    return null;
  }
}

function shareHostOf(query: string): string | null {
  try {
    const read = classifyQuery(query);
    return read.kind === 'share_link' ? new URL(read.url).hostname : null;
  } catch {
    return null;
  }
}

function subjectOfKey(cid: string | null): string {
  return cid === null ? 'place' : `cid:${cid}`;
}
