import { sql } from 'kysely';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import type { Subject } from './identity.js';
import { message } from './messages.js';
import type { ForecastData } from './published.js';
import type { Database } from './schema.js';
import { DEFAULT_INTERVAL_HOURS, MAX_INTERVAL_HOURS } from './values.js';

const MINUTES_A_DAY = 1_440;
/** Loads of a check as long as none was measured: a place is read with its list, a review is read once or twice. */
const DEFAULT_LOADS = { place: 4, review: 2 } as const;
/** The newest checks whose loads are averaged. */
const MEASURED_CHECKS = 200;
/** Only owners with less than their equal part get the rest of the share. */
const SHARED_PART = 0.75;

/** The loads that all checks may need. */
export interface LoadBudget {
  /** 0 = the provider rate limiter has no limit. */
  readonly loadsPerMinute: number;
  /** The share of the loads that checks may need, in percent. */
  readonly sharePercent: number;
}

interface ForecastOptions extends LoadBudget {
  readonly db: Database;
  readonly minIntervalHours: number;
}

/** The interval of a subject in minutes; `min`: the shortest interval in hours. @throws AppError `invalid_request` */
export function minutesOf(kind: Subject['kind'], hours: number | undefined, min: number): number {
  if (hours === undefined) return 60 * Math.max(DEFAULT_INTERVAL_HOURS[kind], min);
  if (hours >= min && hours <= MAX_INTERVAL_HOURS) return Math.round(hours * 60);
  throw new AppError(INVALID_REQUEST, message('intervalInvalid', { least: min, most: MAX_INTERVAL_HOURS }), {
    field: 'interval_hours',
  });
}

/** Average number of loads of a check, by kind. */
async function loadsOfChecks(on: Database) {
  const checked = on
    .selectFrom('watch')
    .select(['id', 'kind', 'checked_at'])
    .where('checked_at', 'is not', null)
    .orderBy('checked_at', 'desc')
    .limit(MEASURED_CHECKS)
    .as('checked');
  const measured = await on
    .selectFrom(checked)
    .innerJoin('watch_check', (join) =>
      join
        .onRef('watch_check.watch_id', '=', 'checked.id')
        .onRef('watch_check.at', '=', 'checked.checked_at')
        .on('watch_check.trouble', 'is', null),
    )
    .select(['checked.kind', ({ fn }) => fn.avg('watch_check.loads').as('loads')])
    .groupBy('checked.kind')
    .execute();
  const of = (kind: Subject['kind']) =>
    Math.max(1, Number(measured.find((one) => one.kind === kind)?.loads ?? DEFAULT_LOADS[kind]));
  return { place: of('place'), review: of('review') };
}

/** The load of all watches that are not paused, and how much more there may be for an owner. */
export async function loadFor(on: Database, owner: string, { loadsPerMinute, sharePercent }: LoadBudget) {
  const loads = await loadsOfChecks(on);
  const kinds = await on
    .selectFrom('watch')
    .select(['owner', 'kind', ({ fn }) => fn.countAll().as('count')])
    .select(sql<number>`sum(${MINUTES_A_DAY} * 1.0 / interval_minutes)`.as('checks'))
    .where('paused_at', 'is', null)
    .groupBy(['owner', 'kind'])
    .execute();
  const available = loadsPerMinute === 0 ? null : loadsPerMinute * MINUTES_A_DAY;
  const sum = (of: typeof kinds) =>
    of.reduce((all, { kind, checks }) => all + Number(checks) * loads[kind], 0);
  const own = sum(kinds.filter((one) => one.owner === owner));
  const others = sum(kinds) - own;
  const owners = new Set([owner, ...kinds.map((one) => one.owner)]).size;
  const share = ((available ?? 0) * sharePercent) / 100;
  /** An owner may need its equal part, and more of the share as long as a quarter of the share is left. */
  const most = Math.max(share / owners, owners === 1 ? share : share * SHARED_PART - others);
  const perDay = (kind: Subject['kind'], minutes: number) => (MINUTES_A_DAY / minutes) * loads[kind];
  return {
    watches: kinds.reduce((all, { count }) => all + Number(count), 0),
    own,
    needed: own + others,
    available,
    /** The part of the available loads that all watches may need, with those of the owner, in percent. */
    limitPercent: available === null ? sharePercent : ((others + most) / available) * 100,
    perDay,
    /** Why the checks of the owner may not need this number of loads a day; null = they may. */
    refusal: (loadsADay: number): AppError | null => {
      if (available === null || loadsADay <= most) return null;
      const values = { available, percent: sharePercent, needed: Math.round(loadsADay) };
      return new AppError(
        INVALID_REQUEST,
        owners === 1
          ? message('watchShareExceeded', values)
          : message('watchPartExceeded', { ...values, owners, most: Math.floor(most) }),
      );
    },
  };
}

/** The loads that all watches need a day, with `subjects` more watches of the owner. */
export async function forecastLoads(
  options: ForecastOptions,
  owner: string,
  subjects: number,
  kind: Subject['kind'],
  intervalHours: number | undefined,
): Promise<ForecastData> {
  const { watches, needed, available, perDay, limitPercent } = await loadFor(options.db, owner, options);
  const more = subjects * perDay(kind, minutesOf(kind, intervalHours, options.minIntervalHours));
  const loads = needed + more;
  return {
    watches: watches + subjects,
    loads_a_day: Math.round(loads),
    loads_available_a_day: available,
    share_percent: available === null ? null : Math.round((loads / available) * 1000) / 10,
    limit_percent: Math.round(limitPercent * 10) / 10,
  };
}
