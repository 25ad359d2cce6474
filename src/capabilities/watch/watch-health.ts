import { AppError, INVALID_REQUEST, isAppError } from '../../core/errors.js';
import { ofOwners } from '../../kit/store/claims.js';
import { repeatWork } from '../../kit/store/worker.js';
import { PackFolderError, WATCH_UNAVAILABLE } from './errors.js';
import { message } from './messages.js';
import { noteOwners, type Owners } from './owners.js';
import { PHASE } from './present-watches.js';
import type { WatchHealth } from './published.js';
import { type createScheduler, proveWritable } from './scheduler.js';
import type { Database } from './schema.js';

type Methods = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/** Interval of the look at the database that health and metrics show. */
const LOOK_MS = 15_000;
const OVERDUE_MS = 3_600_000;
/** When a failure of the database is worth another attempt. */
export const SHORTLY = { retryAfterSeconds: 10 };

/**
 * Whether the database of the watch can be used, as of its last use, and what metrics show, as of the last look. `more`:
 * what additions read for them.
 */
export function createHealth(
  { database, log, now }: Pick<Parameters<typeof createScheduler>[0], 'database' | 'log' | 'now'>,
  owners: Owners,
  more: () => Promise<void>,
) {
  const { db, hasRoom } = database;
  let isAway = false;
  let figures: Awaited<ReturnType<typeof countWatches>> & { readonly overdue: number };
  figures = { states: {}, overdue: 0, provenAt: null };
  const reached = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isAppError(error) || error instanceof TypeError) throw error;
      if (isRefusedValue(error)) throw new AppError(INVALID_REQUEST, message('valueRefused'));
      const isFolder = error instanceof PackFolderError;
      if (!isFolder) isAway = true;
      log.warn({ err: error }, isFolder ? error.message : 'the database of the watch cannot be used');
      const said = message(isFolder ? 'evidenceFolderFails' : 'watchDatabaseFails');
      throw new AppError(WATCH_UNAVAILABLE, said, { cause: error, ...SHORTLY });
    }
  };
  const look = async () => {
    const wasAway = isAway;
    try {
      // Reading also works on a full disk: only a write proves that the database can be used again.
      if (wasAway) await reached(proveWritable(db, now()));
      await reached(noteOwners(owners));
      const late = countOverdue(db, now(), [...owners.usable().keys()]);
      const [counted, overdue] = await reached(Promise.all([countWatches(db), late]));
      figures = { ...counted, overdue };
      await reached(more());
      if (wasAway) isAway = false;
    } catch {
      // `reached` has noted the failure.
    }
  };
  return {
    /** The same methods; a failure of the database becomes AppError `watch_unavailable`. */
    guarded: <T extends Methods>(methods: T): T => {
      const guard = ([name, run]: [string, Methods[string]]) => {
        return [name, (...given: never[]) => reached(run(...given))];
      };
      return Object.fromEntries(Object.entries(methods).map(guard)) as T;
    },
    health: (): WatchHealth => {
      try {
        return isAway ? 'unavailable' : hasRoom() ? 'ok' : 'full';
      } catch {
        // The folder of the data is gone.
        return 'unavailable';
      }
    },
    /** Watches of all clients by state, and overdue checks, as of the last look. */
    figures: () => figures,
    looking: repeatWork('health of the watch', look, LOOK_MS, log),
  };
}

/** PostgreSQL cannot hold a value of the request, such as a text with U+0000 (class 22, "data exception"). */
function isRefusedValue(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}

/** The number of watches of these owners that have waited for their check for longer than an hour. */
async function countOverdue(db: Database, at: number, owners: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('watch')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('due_at', '<', at - OVERDUE_MS)
    .where('paused_at', 'is', null)
    .where(ofOwners('owner', owners))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Watches by state, and when the last check with a result ended; null = there was none. */
async function countWatches(db: Database) {
  const counted = db.selectFrom('watch').select([PHASE.as('state'), ({ fn }) => fn.countAll().as('count')]);
  const dated = counted.select(({ fn }) => fn.max('proven_at').as('at')).groupBy(PHASE);
  const rows = await dated.execute();
  const states: Record<string, number> = {};
  for (const { state, count } of rows) states[state] = Number(count);
  return {
    states,
    provenAt: rows.length === 0 ? null : Math.max(...rows.map(({ at }) => Number(at))) || null,
  };
}
