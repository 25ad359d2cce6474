import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { AppError, INVALID_REQUEST, isAppError, RATE_LIMITED } from '../../core/errors.js';
import { inBothZones } from '../../core/published/times.js';
import { type Scope, startInnerScope } from '../../core/runtime/scope.js';
import { createTurns } from '../../core/runtime/turns.js';
import { chunksOf, newId } from '../../kit/store/rows.js';
import { authorKey, forgottenAuthors } from './authors.js';
import { deleteWatch, type RemovedFrom } from './delete-record.js';
import { derivedColumns, lowerCase } from './derived.js';
import { WATCH_EXISTS } from './errors.js';
import { createEvents } from './events.js';
import { authorOf, identityOf, type Subject } from './identity.js';
import { byReview, versionsOf } from './ledger.js';
import { message } from './messages.js';
import { type PlaceState, readPlaceState } from './place-state.js';
import {
  knownClient,
  type LocalTime,
  ledgerReview,
  maybeTimes,
  ownWatch,
  placeName,
} from './publish-watch.js';
import type {
  ForecastData,
  LedgerData,
  WatchChecksData,
  WatchData,
  WatchesData,
  WatchImportData,
} from './published.js';
import type { Database, NewRow, Row, Schema, WatchDatabase } from './schema.js';
import {
  DEFAULT_INTERVAL_HOURS,
  type EvidencePolicy,
  type LISTED_STATES,
  MAX_INTERVAL_HOURS,
} from './values.js';

/** A subject to watch, as a client asks for it. */
interface WantedWatch {
  readonly subject: string;
  /** By default a day for places, and six hours for reviews. */
  readonly interval_hours?: number | undefined;
  readonly label?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly client?: string | null | undefined;
  readonly evidence?: EvidencePolicy | undefined;
  readonly legal_hold?: boolean | undefined;
}

/** What a client changes of a watch. A field that is undefined stays as it is. */
export type WatchChange = Omit<WantedWatch, 'subject'> & {
  readonly paused?: boolean | undefined;
  readonly archived?: boolean | undefined;
};

interface WatchFilter {
  /** `attention`: in trouble, without a result for two intervals, or with a review that is missing without a verdict. */
  readonly state?: (typeof LISTED_STATES)[number] | undefined;
  readonly kind?: WatchData['kind'] | undefined;
  readonly client?: string | undefined;
  /** A part of label, note, subject or name of the place; upper and lower case are the same. */
  readonly query?: string | undefined;
}

interface Page {
  readonly limit: number;
  /** `next` of the page before; undefined = the first page. */
  readonly after?: string | undefined;
}

interface WatchesOptions {
  readonly database: Pick<WatchDatabase, 'db' | 'kind'>;
  readonly findSubject: (text: string, scope: Scope) => Promise<Subject>;
  /** Maximum watches of one owner; 0 = no limit. */
  readonly limit: number;
  readonly minIntervalHours: number;
  /** 0 = the provider rate limiter has no limit. */
  readonly loadsPerMinute: number;
  /** The share of the loads that checks may need, in percent. */
  readonly sharePercent: number;
  /** Called when a check became due: it may begin at once. */
  readonly wake: () => void;
  readonly store: RemovedFrom;
  /** The secret of the database. */
  readonly hashKey: string;
  readonly localTime: LocalTime;
  readonly now: () => number;
}

const MINUTES_A_DAY = 1_440;
/** Loads of a check as long as none was measured: a place is read with its list, a review is read once or twice. */
const DEFAULT_LOADS = { place: 4, review: 2 } as const;
/** The newest checks whose loads are averaged. */
const MEASURED_CHECKS = 200;
/** Only owners with less than their equal part get the rest of the share. */
const SHARED_PART = 0.75;
/** A subject that was checked is not checked again on demand for this time. */
const RECHECK_MS = 600_000;
const LOOKUPS_AT_ONCE = 4;
/** The answer to a list is written in this time; subjects that are not found by then are refused. */
const ANSWER_MS = 3_000;
/** Watches whose reviews are counted in one statement, and watches that one statement adds. */
const COUNTED_AT_ONCE = 25;
const ADDED_AT_ONCE = 200;
/** Maximum clients that the answer to a list names. */
const MAX_CLIENTS = 1_000;
/** Intervals after which a watch without a result needs attention. */
const MAX_AGE = 2;
/** The order of a ledger. */
const LEDGER_ORDER = ['not_visible', 'missing', 'visible'] as const;

/** The watches of clients. An owner sees only its own; every other id is a 404. */
export function createWatches(options: WatchesOptions) {
  const { database, findSubject, loadsPerMinute, localTime, now } = options;
  const { db } = database;
  /** @throws AppError `invalid_request` */
  const minutesOf = (kind: Subject['kind'], hours: number | undefined): number => {
    const min = options.minIntervalHours;
    if (hours === undefined) return 60 * Math.max(DEFAULT_INTERVAL_HOURS[kind], min);
    if (hours >= min && hours <= MAX_INTERVAL_HOURS) return Math.round(hours * 60);
    throw new AppError(
      INVALID_REQUEST,
      message('intervalInvalid', { least: min, most: MAX_INTERVAL_HOURS }),
      {
        field: 'interval_hours',
      },
    );
  };
  const own = (owner: string, id: string) => ownWatch(db, owner, id);
  /** When a subject may be checked on demand. A check in the future was made before the clock was set back. */
  const recheckAt = ({ checked_at: at }: Row<'watch'>) => (at === null || at > now() ? 0 : at + RECHECK_MS);

  /** Watches as they are published, in the order of `rows`. */
  const present = async (rows: readonly Row<'watch'>[]): Promise<WatchData[]> => {
    const counts = new Map<string, Awaited<ReturnType<typeof countReviews>>[number]>();
    const more = new Map<string, { readonly state: WatchData['state']; readonly at: number | null }>();
    const own = new Map<string, Pick<Row<'review_version'>, 'author' | 'stars'>>();
    const watched = new Set(rows.filter(({ kind }) => kind === 'review').map(({ id }) => id));
    const turn = createTurns();
    for (const ids of chunksOf(
      rows.map(({ id }) => id),
      COUNTED_AT_ONCE,
    )) {
      for (const one of await countReviews(db, ids)) counts.set(`${one.watch_id} ${one.status}`, one);
      const last = await db
        .selectFrom('watch')
        .select(['id', STATE.as('state'), (from) => newestEvent(from).select('event.at').as('at')])
        .where('id', 'in', ids)
        .execute();
      for (const one of last) more.set(one.id, one);
      const reviews = ids.filter((id) => watched.has(id));
      const versions = db
        .selectFrom('review_version')
        .select(['watch_id', 'author', 'stars'])
        .orderBy('number');
      if (reviews.length > 0)
        for (const one of await versions.where('watch_id', 'in', reviews).execute())
          own.set(one.watch_id, one);
      await turn();
    }
    const published: WatchData[] = [];
    for (const row of rows) {
      await turn();
      const place = row.proven_at === null ? null : readPlaceState(row.place);
      const of = (status: Row<'review'>['status']) => counts.get(`${row.id} ${status}`);
      /** Before the first result no number is known. */
      const known = (count: unknown) => (row.proven_at === null ? null : Number(count ?? 0));
      const [visible, notVisible] = [of('visible'), of('not_visible')];
      const lately = Number(visible?.count ?? 0) - Number(visible?.fresh ?? 0);
      const { id, kind, subject, label, note, client, evidence, trouble, duplicate_of, proven_at } = row;
      const { author = null, stars = null } = own.get(id) ?? {};
      const { state = 'new', at: newest = null } = more.get(id) ?? {};
      published.push({
        ...{ id, kind, subject, label, note, client, evidence, state, trouble, duplicate_of },
        interval_hours: Math.round((row.interval_minutes / 60) * 100) / 100,
        legal_hold: row.legal_hold === 1,
        ...inBothZones('created_at', row.created_at, localTime),
        ...maybeTimes(
          {
            ...{ archived_at: row.archived_at, checked_at: row.checked_at, proven_at, last_event_at: newest },
            next_check_at: row.paused_at === null ? row.due_at : null,
            gone_at: place?.gone?.isTold === true ? place.gone.since : null,
            oldest_sighting_at: proven_at === null ? null : numberOf(visible?.oldest),
          },
          localTime,
        ),
        ...{ place_name: placeName(row.place ?? null), author, stars },
        ...{ rating: place?.rating ?? null, review_count: place?.reviewCount ?? null },
        coverage: coverageOf(place, localTime),
        ...{ visible: known(visible?.fresh), not_visible: known(notVisible?.count) },
        ...{ not_seen_lately: known(lately), unconfirmed: known(of('missing')?.count) },
      });
    }
    return published;
  };
  const presentOne = async (row: Row<'watch'>): Promise<WatchData> => {
    const [data] = await present([row]);
    if (data === undefined) throw new Error('a watch was not presented');
    return data;
  };

  const rowsOf = async (ids: readonly string[]): Promise<Row<'watch'>[]> => {
    if (ids.length === 0) return [];
    const rows = await db.selectFrom('watch').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  };

  /** Average number of loads of a check, by kind. */
  const loadsOfChecks = async (on: Database) => {
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
  };

  /** The load of all watches that are not paused, and how much more there may be for an owner. */
  const load = async (on: Database, owner: string) => {
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
    const share = ((available ?? 0) * options.sharePercent) / 100;
    /** An owner may need its equal part, and more of the share as long as a quarter of the share is left. */
    const most = Math.max(share / owners, owners === 1 ? share : share * SHARED_PART - others);
    const perDay = (kind: Subject['kind'], minutes: number) => (MINUTES_A_DAY / minutes) * loads[kind];
    return {
      watches: kinds.reduce((all, { count }) => all + Number(count), 0),
      own,
      needed: own + others,
      available,
      /** The part of the available loads that all watches may need, with those of the owner, in percent. */
      limitPercent: available === null ? options.sharePercent : ((others + most) / available) * 100,
      perDay,
      /** Why the checks of the owner may not need this number of loads a day; null = they may. */
      refusal: (loadsADay: number): AppError | null => {
        if (available === null || loadsADay <= most) return null;
        const values = { available, percent: options.sharePercent, needed: Math.round(loadsADay) };
        return new AppError(
          INVALID_REQUEST,
          owners === 1
            ? message('watchShareExceeded', values)
            : message('watchPartExceeded', { ...values, owners, most: Math.floor(most) }),
        );
      },
    };
  };

  /** Finds all subjects, several at a time. The result is in the order of `wanted`. */
  const findAll = async (wanted: readonly WantedWatch[], scope: Scope) => {
    const inner = startInnerScope(
      scope,
      scope.remaining() - ANSWER_MS,
      wanted.length > 1 ? 'bulk' : 'single',
    );
    const found: ((Subject & { readonly minutes: number }) | AppError)[] = [];
    const waiting = wanted.entries();
    const turn = createTurns();
    const work = async () => {
      for (const [index, { subject, interval_hours }] of waiting) {
        await turn();
        try {
          const wish = await findSubject(subject, inner);
          found[index] = { ...wish, minutes: minutesOf(wish.kind, interval_hours) };
        } catch (error) {
          if (!isAppError(error) || scope.signal.aborted) throw error;
          found[index] = error;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, work));
    } finally {
      inner.dispose();
    }
    return found;
  };

  /** Adds watches. The result, in the order of `wanted`: the watch and whether it is new, or why it was refused. */
  const addAll = async (owner: string, wanted: readonly WantedWatch[], scope: Scope) => {
    const found = await findAll(wanted, scope);
    return db.transaction().execute(async (transaction) => {
      const turn = createTurns();
      const identities: string[] = [];
      for (const subject of found) {
        if (!isAppError(subject)) identities.push(identityOf(subject));
        await turn();
      }
      /** The ids of the owner's watches of these subjects: a subject has links of several shapes. */
      const existing = async () => {
        const ids = new Map<string, string>();
        for (const some of chunksOf(identities)) {
          const rows = await transaction
            .selectFrom('watch')
            .select(['id', 'identity'])
            .where('owner', '=', owner)
            .where('identity', 'in', some)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .execute();
          for (const { id, identity } of rows) if (identity !== null) ids.set(identity, id);
          await turn();
        }
        return ids;
      };
      const before = await existing();
      const { count } = await transaction
        .selectFrom('watch')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow();
      let room = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit - Number(count);
      const { own, perDay, refusal } = await load(transaction, owner);
      const forgotten = await forgottenAuthors(transaction, { owner, legal_hold: 0 });
      let loadsADay = own;
      const fresh = new Map<string, NewRow<'watch'>>();
      const outcomeOf = (subject: (typeof found)[number], index: number) => {
        if (isAppError(subject)) return subject;
        const author = authorOf(subject);
        if (author !== null && forgotten.has(authorKey(options.hashKey, author)))
          return new AppError(INVALID_REQUEST, message('authorForgotten'), { field: 'subject' });
        const identity = identityOf(subject);
        if (before.has(identity) || fresh.has(identity)) return identity;
        if (room <= 0)
          return new AppError(INVALID_REQUEST, message('tooManyWatches', { most: options.limit }));
        const more = loadsADay + perDay(subject.kind, subject.minutes);
        const refused = refusal(more);
        if (refused !== null) return refused;
        loadsADay = more;
        room -= 1;
        fresh.set(identity, newRow(owner, subject, wanted[index], now()));
        return identity;
      };
      const outcomes: (string | AppError)[] = [];
      for (const [index, subject] of found.entries()) {
        outcomes.push(outcomeOf(subject, index));
        await turn();
      }
      // Another request may add the same subject at this moment.
      for (const some of chunksOf([...fresh.values()], ADDED_AT_ONCE)) {
        await transaction
          .insertInto('watch')
          .values(some)
          .onConflict((one) => one.doNothing())
          .execute();
        await turn();
      }
      const after = await existing();
      const seen = new Set<string>();
      return outcomes.map((identity) => {
        if (isAppError(identity)) return identity;
        const id = after.get(identity) ?? '';
        const isNew = fresh.get(identity)?.id === id && !seen.has(id);
        seen.add(id);
        return { id, isNew };
      });
    });
  };

  return {
    ...createEvents({ db, localTime, now }),
    /** @throws AppError `watch_exists`, `invalid_request`, `no_results`, any 503 code */
    add: async (owner: string, wanted: WantedWatch, scope: Scope): Promise<WatchData> => {
      const [outcome] = await addAll(owner, [wanted], scope);
      if (outcome === undefined || isAppError(outcome)) throw outcome;
      const { id, isNew } = outcome;
      if (isNew) options.wake();
      if (isNew) return presentOne(await own(owner, id));
      throw new AppError(WATCH_EXISTS, message('watchExists', { id }), { existingId: id });
    },
    /** Adds as many watches as the deadline of the scope allows, and gives the reason of each refusal. */
    addMany: async (
      owner: string,
      wanted: readonly WantedWatch[],
      scope: Scope,
    ): Promise<WatchImportData> => {
      const outcomes = await addAll(owner, wanted, scope);
      options.wake();
      const added = outcomes.filter((one) => !isAppError(one) && one.isNew).length;
      const refused = outcomes.flatMap((one, index) => {
        if (!isAppError(one)) return [];
        const { code, message, reason, values } = one;
        return [{ index, subject: wanted[index]?.subject ?? '', code, message, reason, values }];
      });
      return { added, existing: outcomes.length - added - refused.length, refused };
    },
    /** Watches in trouble first, then the watches with the newest events. @throws AppError `invalid_request` */
    list: async (owner: string, filter: WatchFilter, { limit, after }: Page): Promise<WatchesData> => {
      await knownClient(db, owner, filter.client);
      const last = after === undefined ? null : readCursor(after);
      const fitting = fittingWatches(db, owner, filter, now());
      const { total } = await fitting.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
      const trouble = sql<number>`case when ${PHASE} = 'trouble' then 1 else 0 end`;
      const seq = (from: ExpressionBuilder<Schema, 'watch'>) =>
        sql<number>`coalesce(${newestEvent(from).select('event.seq')}, 0)`.as('seq');
      // The order of the letters of ids, not that of a language.
      const id = database.kind === 'postgres' ? sql<string>`id collate "C"` : sql<string>`id`;
      const rows = await db
        .with(
          (name) => name('position').materialized(),
          () => fitting.select(['watch.id', trouble.as('trouble'), seq]),
        )
        .selectFrom('position')
        .select(['id', 'trouble', 'seq'])
        .$if(last !== null, (query) => query.where(isBehind(last ?? [0, 0, ''], id)))
        .orderBy('trouble', 'desc')
        .orderBy('seq', 'desc')
        .orderBy(id)
        .limit(limit + 1)
        .execute();
      const clients = await db
        .selectFrom('watch')
        .select('client')
        .distinct()
        .where('owner', '=', owner)
        .where('client', 'is not', null)
        .orderBy('client')
        .limit(MAX_CLIENTS)
        .execute();
      const page = rows.slice(0, limit);
      const end = page.at(-1);
      const full = await rowsOf(page.map((row) => row.id));
      return {
        watches: await present(full),
        total: Number(total),
        clients: clients.flatMap(({ client }) => client ?? []),
        next:
          rows.length > limit && end !== undefined
            ? cursorOf([Number(end.trouble), Number(end.seq), end.id])
            : null,
      };
    },
    /** @throws AppError `watch_not_found` */
    get: async (owner: string, id: string): Promise<WatchData> => presentOne(await own(owner, id)),
    /** @throws AppError `watch_not_found`, `invalid_request` */
    change: async (owner: string, id: string, change: WatchChange): Promise<WatchData> => {
      const before = await own(owner, id);
      const { interval_hours } = change;
      const minutes =
        interval_hours === undefined ? before.interval_minutes : minutesOf(before.kind, interval_hours);
      const asked = change.archived ?? change.paused;
      const isPaused = asked ?? before.paused_at !== null;
      const resumes = before.paused_at !== null && !isPaused;
      if (!isPaused && (resumes || minutes < before.interval_minutes)) {
        const { own: needed, perDay, refusal } = await load(db, owner);
        const less = resumes ? 0 : perDay(before.kind, before.interval_minutes);
        const refused = refusal(needed - less + perDay(before.kind, minutes));
        if (refused !== null) throw refused;
      }
      const soonest = now() + minutes * 60_000;
      const changed = (on: Database) =>
        on
          .updateTable('watch')
          .set({
            // Another request, or a check that finds an older watch of the subject, may change other columns meanwhile.
            due_at: resumes
              ? Math.max(now(), recheckAt(before))
              : sql<number>`case when due_at > ${soonest} then ${soonest} else due_at end`,
            ...(interval_hours !== undefined && { interval_minutes: minutes }),
            ...(asked !== undefined && { paused_at: isPaused ? now() : null }),
            ...(change.archived === true && { archived_at: now() }),
            ...(resumes && { duplicate_of: null, archived_at: null }),
            ...(change.label !== undefined && { label: change.label }),
            ...(change.note !== undefined && { note: change.note }),
            ...(change.client !== undefined && { client: change.client || null }),
            ...(change.evidence !== undefined && { evidence: change.evidence }),
            ...(change.legal_hold !== undefined && { legal_hold: change.legal_hold ? 1 : 0 }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
      await db.transaction().execute(async (transaction) => {
        // From here on, the row is locked: nobody else changes its texts.
        const row = await changed(transaction);
        if (row === undefined) return;
        await transaction.updateTable('watch').set(derivedColumns(row)).where('id', '=', id).execute();
      });
      if (resumes) options.wake();
      return presentOne(await own(owner, id));
    },
    /** Removes a watch with its record, and returns it as it was. @throws AppError `watch_not_found`, `invalid_request` */
    remove: async (owner: string, id: string): Promise<WatchData> => {
      const row = await own(owner, id);
      if (row.legal_hold === 1) throw new AppError(INVALID_REQUEST, message('watchOnHold'));
      const data = await presentOne(row);
      await deleteWatch(db, options.store, id);
      return data;
    },
    /**
     * Makes the next check due at once. @throws AppError `watch_not_found`, `invalid_request` while the watch is paused,
     * `rate_limited` soon after a check
     */
    checkNow: async (owner: string, id: string): Promise<WatchData> => {
      const row = await own(owner, id);
      if (row.paused_at !== null) throw new AppError(INVALID_REQUEST, message('watchPaused'));
      const waitMs = recheckAt(row) - now();
      if (waitMs > 0)
        throw new AppError(RATE_LIMITED, message('watchJustChecked', { minutes: RECHECK_MS / 60_000 }), {
          retryAfterSeconds: Math.ceil(waitMs / 1_000),
        });
      await db.updateTable('watch').set({ due_at: now() }).where('id', '=', id).execute();
      options.wake();
      return presentOne({ ...row, due_at: now() });
    },
    /** The ledger of a watch: not visible first, then the newest. @throws AppError `watch_not_found`, `invalid_request` */
    reviews: async (
      owner: string,
      id: string,
      status: Row<'review'>['status'] | undefined,
      { limit, after }: Page,
    ): Promise<LedgerData> => {
      await own(owner, id);
      const last = after === undefined ? null : readCursor(after);
      const of = db.selectFrom('review').where('watch_id', '=', id);
      const { total } = await of
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'visible'))
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      const rows: Row<'review'>[] = [];
      for (const [rank, one] of LEDGER_ORDER.entries()) {
        if ((status ?? one) !== one || rows.length > limit) continue;
        const [lastRank, lastAt, lastId] = last ?? [-1, 0, ''];
        if (rank < lastRank) continue;
        const behind = sql<boolean>`(status_at < ${number(lastAt)} or (status_at = ${number(lastAt)} and review_id > ${lastId}))`;
        const some = await of
          .selectAll()
          .where('status', '=', one)
          .$if(rank === lastRank, (query) => query.where(behind))
          .orderBy('status_at', 'desc')
          .orderBy('review_id')
          .limit(limit + 1 - rows.length)
          .execute();
        rows.push(...some);
      }
      const page = rows.slice(0, limit);
      const end = page.at(-1);
      const ids = page.map(({ review_id }) => review_id);
      const versions = byReview(ids.length === 0 ? [] : await versionsOf(db, id, ids));
      return {
        reviews: page.map((row) => {
          const own = versions.get(row.review_id) ?? [];
          return { ...ledgerReview(row, own, localTime), evidence: row.evidence !== null };
        }),
        total: Number(total),
        next:
          rows.length > limit && end !== undefined
            ? cursorOf([LEDGER_ORDER.indexOf(end.status), end.status_at, end.review_id])
            : null,
      };
    },
    /** The newest first. @throws AppError `watch_not_found` */
    checks: async (owner: string, id: string, limit: number): Promise<WatchChecksData> => {
      await own(owner, id);
      const rows = await db
        .selectFrom('watch_check')
        .selectAll()
        .where('watch_id', '=', id)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute();
      const checks = rows.map(({ watch_id, took_ms, at, complete, ...check }) => ({
        ...check,
        ...inBothZones('at', at, localTime),
        complete: complete === null ? null : complete === 1,
      }));
      return { checks };
    },
    /** The loads that all watches need a day, with `subjects` more watches of the owner. */
    forecast: async (
      owner: string,
      subjects: number,
      kind: Subject['kind'],
      intervalHours: number | undefined,
    ): Promise<ForecastData> => {
      const { watches, needed, available, perDay, limitPercent } = await load(db, owner);
      const more = subjects * perDay(kind, minutesOf(kind, intervalHours));
      const loads = needed + more;
      return {
        watches: watches + subjects,
        loads_a_day: Math.round(loads),
        loads_available_a_day: available,
        share_percent: available === null ? null : Math.round((loads / available) * 1000) / 10,
        limit_percent: Math.round(limitPercent * 10) / 10,
      };
    },
  };
}

function newRow(
  owner: string,
  { kind, subject, minutes }: Subject & { readonly minutes: number },
  wanted: WantedWatch | undefined,
  now: number,
): NewRow<'watch'> {
  const { label = null, note = null, client = null, evidence = 'on_loss' } = wanted ?? {};
  return {
    ...{ id: newId('w'), owner, kind, subject, label, note, client: client || null, evidence },
    ...{ interval_minutes: minutes, legal_hold: wanted?.legal_hold === true ? 1 : 0 },
    ...{ created_at: now, due_at: now, ...derivedColumns({ kind, subject, label, note }) },
  };
}

/** The state of a watch, without the verdict on a watched review. */
export const PHASE = sql<
  WatchData['state']
>`case when archived_at is not null then 'archived' when paused_at is not null then 'paused'
  when trouble_since is not null then 'trouble' when proven_at is null then 'new' else 'watching' end`;
/** The state of a watch as it is published. */
const STATE = sql<
  WatchData['state']
>`case when ${PHASE} <> 'watching' or kind = 'place' then ${PHASE} else coalesce(
  (select case when first_seen_at is null then 'never_visible' else 'not_visible' end from "review"
    where "review"."watch_id" = "watch"."id" and status = 'not_visible' limit 1), 'visible') end`;

/** Whether a watch needs attention: the words "all checks have results" are true only if no watch does. */
function needsAttention(at: number) {
  const before = sql`cast(${at} as bigint) - ${MAX_AGE} * cast("interval_minutes" as bigint) * 60000`;
  const isMissing = sql`exists (select 1 from "review" where "review"."watch_id" = "watch"."id"
    and "review"."status" = 'missing' and "review"."first_missed_at" <= ${before})`;
  return sql<boolean>`(paused_at is null and (trouble_since is not null
    or coalesce(proven_at, created_at) < ${before} or ${isMissing}))`;
}

/** Reviews of the ledger by watch and status. `fresh`: seen by the last check with a result; `ever`: seen by any check. */
function countReviews(db: Database, ids: readonly string[]) {
  const isFresh = sql<boolean>`"review"."last_seen_at" >= "watch"."proven_at"`;
  return db
    .selectFrom('review')
    .innerJoin('watch', 'watch.id', 'review.watch_id')
    .select(['review.watch_id', 'review.status'])
    .select(({ fn }) => fn.countAll().as('count'))
    .select(sql<number>`sum(case when ${isFresh} then 1 else 0 end)`.as('fresh'))
    .select(sql<number | null>`min(case when not ${isFresh} then "review"."last_seen_at" end)`.as('oldest'))
    .where('review.watch_id', 'in', ids)
    .groupBy(['review.watch_id', 'review.status'])
    .execute();
}

/** PostgreSQL gives sums and times of 64 bits as texts. */
const numberOf = (value: unknown) => (value == null ? null : Number(value));

function coverageOf(place: PlaceState | null, localTime: LocalTime): WatchData['coverage'] {
  if (place?.list == null) return null;
  const { at, read, total, isComplete } = place.list;
  return { read, total, complete: isComplete, ...inBothZones('at', at, localTime) };
}

/** The watches of an owner that a filter lets through. */
function fittingWatches(
  db: Database,
  owner: string,
  { state, kind, client, query }: WatchFilter,
  at: number,
) {
  const words = lowerCase(query?.trim() ?? '');
  // No text of the database has these characters: SQLite and PostgreSQL store neither.
  const isStorable = !words.includes('\0') && !/\p{Cs}/u.test(words);
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const isFound = isStorable ? sql<boolean>`searched like ${pattern} escape '\\'` : sql<boolean>`1 = 0`;
  return db
    .selectFrom('watch')
    .where('owner', '=', owner)
    .$if(state !== 'archived', (rows) => rows.where('archived_at', 'is', null))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'place'))
    .$if(client !== undefined, (rows) => rows.where('client', '=', client ?? ''))
    .$if(state !== undefined, (rows) =>
      rows.where(state === 'attention' ? needsAttention(at) : sql<boolean>`${STATE} = ${state}`),
    )
    .$if(words !== '', (rows) => rows.where(isFound));
}

/** The newest event of the watch of the outer query. */
function newestEvent(from: ExpressionBuilder<Schema, 'watch'>) {
  return from
    .selectFrom('event')
    .whereRef('event.watch_id', '=', 'watch.id')
    .orderBy('event.seq', 'desc')
    .limit(1);
}

/** The position of a row in a list: two numbers, the higher first, then an id. */
type Position = readonly [first: number, second: number, id: string];

/** A number of a cursor: a client may send any number, and PostgreSQL would refuse one that is no integer. */
const number = (value: number) => sql<number>`cast(${value} as double precision)`;

/** Whether a row of the list comes after a position. */
function isBehind([first, second, last]: Position, id: RawBuilder<string>): RawBuilder<boolean> {
  const seq = sql`(seq < ${number(second)} or (seq = ${number(second)} and ${id} > ${last}))`;
  return sql<boolean>`(trouble < ${number(first)} or (trouble = ${number(first)} and ${seq}))`;
}

function cursorOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** @throws AppError `invalid_request` */
function readCursor(text: string): Position {
  try {
    return z
      .tuple([z.number(), z.number(), z.string()])
      .parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new AppError(INVALID_REQUEST, message('cursorInvalid'), { field: 'after' });
  }
}
