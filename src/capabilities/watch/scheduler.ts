import { sql } from 'kysely';
import { INTERNAL_ERROR } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { type Scope, startScope } from '../../core/runtime/scope.js';
import { bringBack, newClaim, ofOwners, UNCLAIMED, unclaimed } from '../../kit/store/claims.js';
import { addCost, takeTurn, turnOf } from '../../kit/store/owner-turns.js';
import { Worker } from '../../kit/store/worker.js';
import type { Addition } from './additions.js';
import { NOTHING, type SubjectChecker } from './check-subject.js';
import type { CheckResult } from './known.js';
import { ClaimLost, JITTER, MAX_ENDED, recordCheck, storeValue } from './ledger.js';
import type { Database, Row, WatchDatabase } from './schema.js';

/**
 * Why no checks begin. `provider_blocked`: the breaker is open. `verdicts_suspended`: the service gives no negative
 * answers; then one check a minute begins, because nothing else may read the controls that end the suspension.
 */
export type PauseReason = 'provider_blocked' | 'verdicts_suspended';

interface SchedulerOptions {
  readonly database: WatchDatabase;
  /** The name of this process, different from all others. */
  readonly replica: string;
  /** The owners that have a usable key now. */
  readonly usable: () => readonly string[];
  readonly check: SubjectChecker;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Checks under way at the same time. */
  readonly atOnce?: number;
  readonly pauseReason?: () => PauseReason | null;
  /** Called after each check that was recorded. The next check waits for it. */
  readonly recorded?: (
    watch: Row<'watch'>,
    events: readonly Row<'event'>[],
    result: CheckResult,
  ) => Promise<void>;
  /** Writes what belongs to new events, in their transaction. */
  readonly write?: Addition['write'];
  /** From 0 to 1; for tests. */
  readonly random?: () => number;
}

/** How long a claim counts without a renewal. A replica that was frozen for longer has lost its claims. */
const CLAIM_MS = 120_000;
/** A claim that ends later than this was written before the clock was set back. */
const MAX_CLAIM_MS = 2 * CLAIM_MS;
const RENEW_MS = 20_000;
/** Between two searches for times that are too far away, and between two checks while verdicts are suspended. */
const MINUTE_MS = 60_000;
/** How long a check waits after a failure of this service. */
const RETRY_MS = 600_000;
/** An owner with a check under way leaves a third of these to other owners, whose first check may not wait long. */
const AT_ONCE = 3;
/** The name of the value that is written to find out whether the database can be written. */
const WRITTEN = 'written_at';

/** Writes a row. Rejects if the database can only be read, as on a full disk. */
export const proveWritable = (db: Database, at: number) => storeValue(db, WRITTEN, String(at));

/**
 * Checks the subjects of watches when they are due. Owners take turns: the owner whose checks took the fewest loads is
 * next. Several replicas can work on one database: each check is claimed by one of them. A database that cannot be used
 * pauses the checks and ends nothing.
 */
export function createScheduler(options: SchedulerOptions) {
  const { database, replica, usable, check, log, now, atOnce = AT_ONCE, random, write, recorded } = options;
  const { db } = database;
  const pauseReason = () => options.pauseReason?.() ?? null;
  let lastBeganAt = Number.NEGATIVE_INFINITY;

  /** Claims the watch that has been due longest, of the owner whose turn it is. */
  const claim = (busy: readonly string[], isKept: boolean, running: readonly Row<'watch'>[]) =>
    db.transaction().execute(async (transaction): Promise<Row<'watch'> | null> => {
      const at = now();
      if (!database.hasRoom()) return null;
      const ids = running.map(({ id }) => id);
      // A claim that ended by itself may have ended its process: such checks begin one at a time.
      const [isFree, hasEnded] = [sql<boolean>`claimed_by is null`, running.some(({ ended }) => ended > 0)];
      const due = transaction
        .selectFrom('watch')
        .select('id')
        .where('due_at', '<=', at)
        .where('paused_at', 'is', null)
        .where(ofOwners('owner', usable()))
        .where(unclaimed(at, 'watch'))
        .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
        .$if(hasEnded, (query) => query.where(isFree))
        .$if(isKept && busy.length > 0, (query) => query.where('owner', 'not in', busy))
        .$if(busy.length > 0, (query) =>
          query.orderBy(({ eb }) => eb.case().when('owner', 'in', busy).then(1).else(0).end()),
        )
        .orderBy(turnOf('check', 'watch.owner'))
        .orderBy('due_at')
        .limit(1)
        .$if(database.kind === 'postgres', (query) => query.forUpdate().skipLocked());
      const ended = sql<number>`ended + case when ${isFree} then 0 else 1 end`;
      const claimed = transaction.updateTable('watch').set({ ...newClaim(replica, at + CLAIM_MS), ended });
      const watch = await claimed.where('id', '=', due).returningAll().executeTakeFirst();
      if (watch === undefined) return null;
      await takeTurn(transaction, 'check', watch.owner);
      return watch;
    });
  const work = async (watch: Row<'watch'>, scope: Scope): Promise<void> => {
    lastBeganAt = now();
    try {
      scope.signal.throwIfAborted();
      // Once more, it may end this process, too.
      const isEndless = watch.ended >= MAX_ENDED;
      if (isEndless) log.error({ watch: watch.id }, 'the checks of a watch had no end in several claims');
      const failed = { ...NOTHING, at: now(), loads: 0, trouble: INTERNAL_ERROR.code };
      const result = isEndless ? failed : await check(watch, scope);
      const events = await recordCheck(database, watch, result, random, write);
      // The claim has taken one turn already.
      if (result.loads > 1) await addCost(db, 'check', watch.owner, result.loads - 1);
      await recorded?.(watch, events, result);
    } catch (error) {
      const [isLate, isEnded] = [error instanceof ClaimLost, scope.signal.aborted];
      if (!isEnded)
        log.warn({ err: error, watch: watch.id }, isLate ? 'a check ended too late' : 'a check failed');
      // If the database cannot be reached, the claim expires. Nothing of the check was written, so the check is
      // repeated. A check that was recorded has no claim to release.
      await release(db, watch, isEnded ? null : now() + RETRY_MS).catch(() => undefined);
    }
  };
  const room = (count: number) => {
    const reason = pauseReason();
    if (reason === 'provider_blocked') return 0;
    const isWaiting = count > 0 || Math.abs(now() - lastBeganAt) < MINUTE_MS;
    if (reason === 'verdicts_suspended') return isWaiting ? 0 : 1;
    return atOnce - count;
  };

  const ownerOf = ({ owner }: Row<'watch'>) => owner;
  const scopeOf = ({ id, owner }: Row<'watch'>) =>
    startScope(`watch-${id}`, log, null, 'background', `watch ${owner}`);
  const worker = new Worker<Row<'watch'>>(
    {
      ...{ name: 'checks of the watch', claim, ownerOf, scopeOf, work, room },
      renew: (held) => renew(db, held, now() + CLAIM_MS),
      sweep: () => sweep(db, now()),
    },
    { atOnce, kept: Math.floor(atOnce / 3), renewMs: RENEW_MS, sweepMs: MINUTE_MS, log },
  );
  return {
    /** Looks for due watches from now on, every five seconds. */
    start: () => worker.start(),
    /** Looks for due watches at once. */
    wake: () => worker.wake(),
    /** Begins the checks that are due, as many as there is room for. Returns their number. Never rejects. */
    tick: () => worker.tick(),
    /** Resolves when no check is under way. */
    idle: () => worker.idle(),
    /** Null = checks go on. `database`: the database cannot be used at the moment. */
    paused: () => (worker.isFailing() ? ('database' as const) : pauseReason()),
    /** Ends the checks under way, within three seconds, and releases their claims. */
    close: () => worker.close(),
  };
}

/** Renews claims, and returns the watches whose claim is lost. A check that is recorded has no claim any more. */
async function renew(db: Database, held: readonly Row<'watch'>[], until: number) {
  const own = held.map(({ id, claimed_by }) => [id, claimed_by] as const);
  const kept = await db
    .updateTable('watch')
    .set({ claimed_until: until })
    .where(({ or, eb }) => or(own.map(([id, name]) => eb('id', '=', id).and('claimed_by', '=', name))))
    .returning('id')
    .execute();
  const ids = new Set(kept.map(({ id }) => id));
  return held.filter(({ id }) => !ids.has(id));
}

/** Writes a row first: a statement that changes no row succeeds on a full disk, too. */
async function sweep(db: Database, at: number) {
  await proveWritable(db, at);
  const wait = sql<number>`interval_minutes * cast(60000 as bigint)`;
  const max = sql<number>`interval_minutes * cast(${Math.ceil(60_000 * (1 + JITTER))} as bigint)`;
  await bringBack(db, at, { table: 'watch', column: 'due_at', max, wait });
  await bringBack(db, at, { table: 'watch', column: 'claimed_until', max: MAX_CLAIM_MS });
}

/** Releases a claim. `dueAt`: when the check is due again; null = the due time stays. */
function release(db: Database, { id, claimed_by }: Row<'watch'>, dueAt: number | null) {
  const own = db.updateTable('watch').where('id', '=', id).where('claimed_by', '=', claimed_by);
  return own.set({ ...UNCLAIMED, ...(dueAt !== null && { due_at: dueAt }) }).execute();
}
