import { sql } from 'kysely';
import { shuttingDown } from '../contract/errors.js';
import type { Logger } from '../runtime/logger.js';
import { type OwnedScope, startScope } from '../runtime/scope.js';
import { within } from '../runtime/timeout.js';
import type { SubjectChecker } from './check-subject.js';
import { newClaim, unclaimed } from './claims.js';
import type { CheckResult } from './compare.js';
import { ClaimLost, JITTER, recordCheck } from './ledger.js';
import { repeat } from './repeat.js';
import type { Database, Row, WatchDatabase } from './schema.js';

/**
 * Why no checks begin. `provider_blocked`: the breaker is open. `verdicts_suspended`: the service gives no negative
 * answers; then one check a minute begins, because nothing else may read the controls that end the suspension.
 */
export type Brake = 'provider_blocked' | 'verdicts_suspended';

interface SchedulerState {
  /** Null = checks go on. `database`: the database cannot be used at the moment. */
  readonly paused: Brake | 'database' | null;
  /** Checks under way in this process. */
  readonly running: number;
}

interface SchedulerOptions {
  readonly database: WatchDatabase;
  /** The name of this process, different from all others. */
  readonly replica: string;
  readonly check: SubjectChecker;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Checks under way at the same time. */
  readonly atOnce?: number;
  readonly brake?: () => Brake | null;
  /** Called after each check that was recorded. The next check waits for it. */
  readonly recorded?: (
    watch: Row<'watch'>,
    events: readonly Row<'event'>[],
    result: CheckResult,
  ) => Promise<void>;
  /** From 0 to 1; for tests. */
  readonly random?: () => number;
}

/** How long a claim counts without a renewal. A replica that was frozen for longer has lost its claims. */
const CLAIM_MS = 120_000;
/** A claim that ends later than this was written before the clock was set back. */
const MAX_CLAIM_MS = 2 * CLAIM_MS;
const POLL_MS = 5_000;
/** Between two searches for due times that are too far away, and between two checks while verdicts are suspended. */
const MINUTE_MS = 60_000;
/** How long a check waits after a failure of this service. */
const RETRY_MS = 600_000;
const CLOSE_MS = 3_000;
const AT_ONCE = 2;
/** The name of the value that is written to find out whether the database can be written. */
const WRITTEN = 'written_at';

/** Writes a row. Rejects if the database can only be read, as on a full disk. */
export async function proveWritable(db: Database, at: number): Promise<void> {
  await db
    .insertInto('stored_value')
    .values({ name: WRITTEN, value: String(at) })
    .onConflict((one) => one.column('name').doUpdateSet({ value: String(at) }))
    .execute();
}

/**
 * Checks the subjects of watches when they are due. Several replicas can work on one database: each check is claimed by
 * one of them. A database that cannot be used pauses the checks and ends nothing.
 */
export function createScheduler({ database, replica, check, log, now, ...options }: SchedulerOptions) {
  const { db, kind } = database;
  const atOnce = options.atOnce ?? AT_ONCE;
  /** The checks under way, by the id of their watch. */
  const running = new Map<string, { readonly scope: OwnedScope; readonly done: Promise<void> }>();
  /** The claims of checks that are not recorded, by the id of their watch. */
  const claims = new Map<string, string>();
  let paused: SchedulerState['paused'] = null;
  let tidiedAt = Number.NEGATIVE_INFINITY;
  let lastBeganAt = Number.NEGATIVE_INFINITY;
  let isStarted = false;
  let isClosed = false;

  /**
   * Brings due times back that are further away than an interval, because the clock was set back. Writes a row first: a
   * statement that changes no row succeeds on a full disk, too.
   */
  const tidy = async () => {
    const at = now();
    if (Math.abs(at - tidiedAt) < MINUTE_MS) return;
    await proveWritable(db, at);
    const after = (factor: number) =>
      sql<number>`cast(${at} as bigint) + interval_minutes * cast(${Math.ceil(60_000 * factor)} as bigint)`;
    await db
      .updateTable('watch')
      .set({ due_at: after(1) })
      .where('due_at', '>', at)
      .where('due_at', '>', after(1 + JITTER))
      .execute();
    tidiedAt = at;
  };

  /** Claims the watches that have been due longest. */
  const claim = async (count: number): Promise<Row<'watch'>[]> => {
    const at = now();
    const due = db
      .selectFrom('watch')
      .select('id')
      .where('due_at', '<=', at)
      .where('paused_at', 'is', null)
      .where(unclaimed(at, MAX_CLAIM_MS))
      .$if(running.size > 0, (query) => query.where('id', 'not in', [...running.keys()]))
      .orderBy('due_at')
      .limit(count)
      .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked());
    return db
      .updateTable('watch')
      .set(newClaim(replica, at + CLAIM_MS))
      .where('id', 'in', due)
      .returningAll()
      .execute();
  };

  /** Renews the claims of the checks under way. A check whose claim is lost ends. */
  const renew = async () => {
    const held = [...claims];
    if (held.length === 0) return;
    const kept = await db
      .updateTable('watch')
      .set({ claimed_until: now() + CLAIM_MS })
      .where(({ or, eb }) => or(held.map(([id, name]) => eb('id', '=', id).and('claimed_by', '=', name))))
      .returning('id')
      .execute();
    const ids = new Set(kept.map(({ id }) => id));
    for (const [id, name] of held) {
      if (ids.has(id) || claims.get(id) !== name) continue;
      log.warn({ watch: id }, 'the claim of a check is lost: the check ends');
      running.get(id)?.scope.abort(shuttingDown());
    }
  };

  /** Releases a claim. `delayMs`: time until the check is due again; 0 = the due time stays. */
  const release = ([id, name]: readonly [id: string, name: string], delayMs: number) =>
    db
      .updateTable('watch')
      .set({ claimed_by: null, claimed_until: null, ...(delayMs > 0 && { due_at: now() + delayMs }) })
      .where('id', '=', id)
      .where('claimed_by', '=', name)
      .execute();

  const run = async (watch: Row<'watch'>, scope: OwnedScope): Promise<void> => {
    const claimed = [watch.id, watch.claimed_by ?? ''] as const;
    try {
      const result = await check(watch, scope);
      const events = await recordCheck(database, watch, result, options.random);
      claims.delete(watch.id);
      await options.recorded?.(watch, events, result);
    } catch (error) {
      const isLate = error instanceof ClaimLost;
      if (!scope.signal.aborted)
        log.warn({ err: error, watch: watch.id }, isLate ? 'a check ended too late' : 'a check failed');
      // If the database cannot be reached, the claim expires. Nothing of the check was written, so the check is
      // repeated.
      const isOver = isLate || !claims.has(watch.id);
      if (!isOver) await release(claimed, scope.signal.aborted ? 0 : RETRY_MS).catch(() => undefined);
    } finally {
      claims.delete(watch.id);
      scope.dispose();
    }
  };

  const begin = (watch: Row<'watch'>) => {
    const scope = startScope(`watch-${watch.id}`, log, null, 'watch', `watch ${watch.owner}`);
    claims.set(watch.id, watch.claimed_by ?? '');
    const done = run(watch, scope).finally(() => {
      running.delete(watch.id);
      if (isStarted) void repeated.tick();
    });
    running.set(watch.id, { scope, done });
  };

  /** Checks that may begin now. */
  const room = (): number => {
    const brake = options.brake?.() ?? null;
    paused = paused === 'database' ? paused : brake;
    if (isClosed || brake === 'provider_blocked') return 0;
    const isWaiting = running.size > 0 || Math.abs(now() - lastBeganAt) < MINUTE_MS;
    if (brake === 'verdicts_suspended') return isWaiting ? 0 : 1;
    return atOnce - running.size;
  };

  const beginDue = async (): Promise<number> => {
    await renew();
    await tidy();
    const count = room();
    const claimed = count > 0 ? await claim(count) : [];
    for (const watch of claimed) begin(watch);
    if (claimed.length > 0) lastBeganAt = now();
    return claimed.length;
  };

  /** Begins the checks that are due, as many as there is room for. Returns their number. Never rejects. */
  const search = async (): Promise<number> => {
    if (isClosed) return 0;
    try {
      const count = await beginDue();
      if (paused === 'database') {
        log.info('the database of the watch can be used again: checks go on');
        paused = options.brake?.() ?? null;
      }
      return count;
    } catch (error) {
      if (paused !== 'database') log.warn({ err: error }, 'the database cannot be used: the watch pauses');
      paused = 'database';
      return 0;
    }
  };
  const repeated = repeat(search, POLL_MS, () => undefined);

  const idle = async () => {
    while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
  };

  return {
    /** Looks for due watches from now on, every five seconds. */
    start: () => {
      isStarted = true;
      repeated.start();
    },
    tick: repeated.tick,
    /** Resolves when no check is under way. */
    idle,
    state: (): SchedulerState => ({ paused, running: running.size }),
    /** Ends the checks under way, within three seconds, and releases their claims. */
    close: async () => {
      isClosed = true;
      isStarted = false;
      for (const { scope } of running.values()) scope.abort(shuttingDown());
      await within(CLOSE_MS, Promise.all([idle(), repeated.close()]));
    },
  };
}
