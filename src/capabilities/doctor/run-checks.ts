import { settingsOf } from '../../core/config/config.js';
import { WELL_KNOWN_PLACES } from '../../core/config/parsers.js';
import { isAppError } from '../../core/errors.js';
import { classifyQuery } from '../../core/identifiers/classify.js';
import type { PlaceReading } from '../../core/places/place.js';
import type { Scope } from '../../core/runtime/scope.js';
import { createCheckList, type DoctorReport, fail, ok, statusOf, warn } from './check-report.js';
import { type DoctorParts, openRunLookups, type Run } from './doctor-lookups.js';
import { checkEnvironment } from './machine-checks.js';
import { checkLookups, checkPlace, type DoctorPlace } from './place-checks.js';
import { DOCTOR_LOADS } from './published.js';
import { checkReviews } from './review-checks.js';
import { DOCTOR_SETTINGS } from './settings.js';
import { CHECK_IDS } from './texts.js';

/**
 * Makes one run. While loads are paused after a block page, it sends the provider no requests. Never rejects: failures
 * become findings. When `scope` ends, the remaining checks are skipped.
 */
export async function runChecks(core: DoctorParts, quick: boolean, scope: Scope): Promise<DoctorReport> {
  const startedAt = Date.now();
  const since = performance.now();
  const list = createCheckList(scope);
  const opened = openRunLookups(core.parts, quick ? DOCTOR_LOADS.quick : DOCTOR_LOADS.full);
  const run: Run = { ...core, ...opened, list, scope };
  await checkEnvironment(run);
  const pause = await pauseOf(run);
  if (pause === null) await checkProvider(run, quick);
  const blocked = pause ?? list.blocked();
  const page =
    blocked === null ? ok({ code: 'block_page_none' }) : fail({ code: 'block_page_met', ...blocked });
  list.note('block_page', null, page);
  const made = new Set(list.all().map(({ id }) => id));
  for (const id of CHECK_IDS.filter((one) => !made.has(one))) {
    if (blocked !== null) list.skip(id, null, 'blocked');
    // A quick run leaves the checks of reviews out.
    else if (quick && id.startsWith('review')) list.skip(id, null, 'quick');
    // No place is named by a share link.
    else list.skip(id, null, id === 'short_links' ? 'setting' : 'needs_other');
  }
  const checks = list.all().toSorted((a, b) => CHECK_IDS.indexOf(a.id) - CHECK_IDS.indexOf(b.id));
  const ms = Math.round(performance.now() - since);
  return { status: statusOf(checks), quick, startedAt, ms, loads: run.met.loads, checks };
}

/** The current pause after a block page; null = loads are not paused. */
function pauseOf({ parts, scope }: Run) {
  const paused = (error: unknown) => ({ seconds: isAppError(error) ? error.retryAfterSeconds : null });
  return parts.breaker.passable(scope).then(() => null, paused);
}

async function checkProvider(run: Run, quick: boolean): Promise<void> {
  const { list, config, scope } = run;
  const read = async (query: string): Promise<PlaceReading | null> => {
    const place = await placeOf(query, run);
    return place === null ? null : checkPlace(run, place);
  };
  const { DOCTOR_PLACES } = settingsOf(config, DOCTOR_SETTINGS);
  const chosen = [DOCTOR_PLACES, config.CONTROL_PLACES].find((some) => some.length > 0);
  const remaining = (chosen ?? WELL_KNOWN_PLACES).slice(0, quick ? 1 : undefined);
  // Make each kind of check for one place first: the other places are left out when loads or time run out.
  let first: PlaceReading | null = null;
  while (first === null && remaining.length > 0 && list.blocked() === null)
    first = await read(remaining.shift() ?? '');
  if (first === null && list.blocked() === null && !scope.signal.aborted)
    list.note('place_fields', null, fail({ code: 'places_none' }));
  if (first !== null) await checkLookups(run, first);
  if (first !== null && !quick) await checkReviews(first, run);
  for (const query of remaining) await read(query);
}

/** The place that a query names. Following a share link is the check of its host. Null = the place cannot be read. */
async function placeOf(query: string, { list, lookups, scope }: Run): Promise<DoctorPlace | null> {
  // Each text names a place: the service checks its settings when it starts.
  const asked = classifyQuery(query);
  const host = asked.kind === 'share_link' ? new URL(asked.url).hostname : null;
  const resolved = async (): Promise<DoctorPlace> => {
    const { known, page } = await lookups.resolve(query, scope);
    const subject = known?.placeId ?? host ?? (page.kind === 'cid' ? `cid:${page.cid}` : 'place');
    return { subject, page, featureId: known?.featureId ?? null };
  };
  if (host === null)
    return resolved().catch(() => {
      list.note('place_fields', null, warn({ code: 'place_not_shown' }));
      return null;
    });
  return list.check('short_links', host, async () => ({
    ...ok({ code: 'link_followed' }),
    value: await resolved(),
  }));
}
