import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Core } from '../../core/capability.js';
import { settingsOf } from '../../core/config/config.js';
import { AppError, INVALID_REQUEST, isAppError } from '../../core/errors.js';
import { LIST_TIMEOUT_MS } from '../../core/reviews/list-reviews.js';
import type { Scope } from '../../core/runtime/scope.js';
import { ofOwners } from '../../kit/store/claims.js';
import { repeatWork } from '../../kit/store/worker.js';
import { addWatch, addWatches, type WantedWatch } from './add-watch.js';
import { type Addition, additionsOf } from './additions.js';
import { hashKeyOf } from './authors.js';
import { changeWatch, checkWatchNow, removeWatch, type WatchChange } from './change-watch.js';
import { type Checking, checkSubject } from './check-subject.js';
import type { Days } from './cover.js';
import { PackFolderError, WATCH_UNAVAILABLE } from './errors.js';
import { createEvents } from './events.js';
import { createSubjectFinder } from './find-subject.js';
import { dataOfAuthor, forget } from './forget.js';
import { listReviews, listWatches, type Page, type WatchFilter } from './list-watches.js';
import { message } from './messages.js';
import * as owned from './owners.js';
import { PHASE, presentWatch } from './present-watches.js';
import { ownWatch } from './publish-watch.js';
import type { WatchHealth } from './published.js';
import { createRetention } from './retention.js';
import { createScheduler, proveWritable } from './scheduler.js';
import type { Database, Row, WatchDatabase } from './schema.js';
import { WATCH_SETTINGS } from './settings.js';

/**
 * The watch, as the HTTP layer sees it. Methods throw AppError `watch_unavailable` while the database fails, or while
 * the folder of evidence packs fails and they need it.
 */
export type Watch = Awaited<ReturnType<typeof openWatch>>['watch'];

type WatchOptions = Parameters<typeof createSubjectFinder>[0] &
  Pick<Checking, 'finder' | 'reviews' | 'inspector' | 'bulk'> &
  Pick<Core, 'isProviderBlocked' | 'verdicts' | 'config' | 'localTime' | 'log'> &
  Pick<owned.Owners, 'keys' | 'jobs'> & {
    readonly metrics: Readonly<Record<'watchCheck' | 'watchEvent', (name: string) => void>>;
    readonly database: WatchDatabase;
    readonly now?: () => number;
  };

interface Figures {
  readonly states: Readonly<Record<string, number>>;
  readonly overdue: number;
  readonly provenAt: number | null;
}

/** Interval of the look at the database that health and metrics show. */
const LOOK_MS = 15_000;
const OVERDUE_MS = 3_600_000;
const RETRY_AFTER_SECONDS = 10;

/** The watch on its open database, which the caller closes after `stop`. */
export async function openWatch(options: WatchOptions) {
  const { database, keys, jobs, localTime, log, metrics, now = Date.now } = options;
  const config = settingsOf(options.config, WATCH_SETTINGS);
  const { db } = database;
  const key = await hashKeyOf(db);
  let health: WatchHealth = 'ok';
  let figures: Figures = { states: {}, overdue: 0, provenAt: null };
  const additions: Addition[] = [];
  const added = additionsOf(additions);
  const reached = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isAppError(error) || error instanceof TypeError) throw error;
      if (isRefusedValue(error)) throw new AppError(INVALID_REQUEST, message('valueRefused'));
      const isFolder = error instanceof PackFolderError;
      if (!isFolder) health = 'unavailable';
      log.warn({ err: error }, isFolder ? error.message : 'the database of the watch cannot be used');
      throw new AppError(
        WATCH_UNAVAILABLE,
        isFolder ? message('evidenceFolderFails') : message('watchDatabaseFails'),
        { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
  };
  const usable = () => owned.usableByHash(key, keys);
  const owners: owned.Owners = { db, usable, keys, jobs, store: added };
  const look = async () => {
    const hasFailed = health !== 'ok';
    try {
      // Reading also works on a full disk: only a write proves that the database can be used again.
      if (hasFailed) await reached(proveWritable(db, now()));
      await reached(owned.noteOwners(owners));
      const late = countOverdue(db, now(), [...usable().keys()]);
      const [states, overdue, provenAt] = await reached(Promise.all([countStates(db), late, lastProven(db)]));
      figures = { states, overdue, provenAt };
      for (const { look: more } of additions) if (more !== undefined) await reached(more());
      if (hasFailed) health = 'ok';
    } catch {
      // `reached` has noted the failure.
    }
  };
  const replica = `${hostname()}-${randomBytes(6).toString('base64url')}`;
  const retention = createRetention({
    ...{ db, store: added, clean: added.clean, erase: database.erase, log, now },
    days: {
      events: config.RETAIN_EVENTS_DAYS,
      reviews: config.RETAIN_REVIEWS_DAYS,
    },
  });
  const checking = {
    ...{ ...options, db, hashKey: key, now },
    ...{ timeoutMs: config.REQUEST_TIMEOUT_MS, listTimeoutMs: LIST_TIMEOUT_MS },
  };
  const scheduler = createScheduler({
    database,
    replica,
    usable: () => [...usable().keys()],
    log,
    now,
    check: (row, scope) => checkSubject(checking, row, scope),
    pauseReason: () => {
      if (options.isProviderBlocked()) return 'provider_blocked';
      return options.verdicts() === 'suspended' ? 'verdicts_suspended' : null;
    },
    recorded: async (_watch, events, { trouble }) => {
      metrics.watchCheck(trouble ?? 'proven');
      for (const { type } of events) metrics.watchEvent(type);
      if (events.length > 0) await added.recorded();
    },
    write: added.write,
  });
  const looking = repeatWork('health of the watch', look, LOOK_MS, log);
  looking.start();
  await looking.sweep();
  const own = {
    ...{ ...database, hashKey: key, localTime, now },
    admit: () => {
      if (!database.hasRoom())
        throw new AppError(WATCH_UNAVAILABLE, message('watchDiskFull'), {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
    },
    findSubject: createSubjectFinder(options),
    limit: config.WATCH_LIMIT,
    wake: () => scheduler.wake(),
    store: added,
    renameClient: added.renameClient,
  };
  return {
    watch: {
      /** An owner sees only its own watches; every other id is a 404. */
      ...eachThrough(reached, {
        ...createEvents(own),
        add: (owner: string, wanted: WantedWatch, scope: Scope) => addWatch(own, owner, wanted, scope),
        addMany: (owner: string, wanted: readonly WantedWatch[], scope: Scope) =>
          addWatches(own, owner, wanted, scope),
        list: (owner: string, filter: WatchFilter, page: Page) => listWatches(own, owner, filter, page),
        get: async (owner: string, id: string) => presentWatch(own, await ownWatch(db, owner, id)),
        change: (owner: string, id: string, change: WatchChange) => changeWatch(own, owner, id, change),
        remove: (owner: string, id: string) => database.erase(() => removeWatch(own, owner, id)),
        checkNow: (owner: string, id: string) => checkWatchNow(own, owner, id),
        reviews: (owner: string, id: string, ...of: [Row<'review'>['status'] | undefined, Page & Days]) =>
          listReviews(own, owner, id, ...of),
        /** Deletes what is stored about an author, and keeps it from coming back. @throws AppError `invalid_request` */
        forget: (owner: string, author: string, scope: Scope) =>
          database.erase(() => forget({ db, store: added, now: now() }, owner, author, scope)),
        /** All that is stored about an author. @throws AppError `invalid_request` */
        dataOfAuthor: (owner: string, author: string, scope: Scope) =>
          dataOfAuthor({ db, localTime }, owner, author, scope),
      }),
      owners: eachThrough(reached, {
        list: async () => ({ owners: await owned.listOwners(owners) }),
        remove: (id: string) => database.erase(() => owned.removeOwner(owners, id)),
      }),
      /** The keyed hash under which everything of an owner is stored. */
      ownerOf: (name: string) => owned.ownerHash(key, name),
      health: (): WatchHealth => {
        if (scheduler.paused() === 'database' || health === 'unavailable') return 'unavailable';
        try {
          return database.hasRoom() ? 'ok' : 'full';
        } catch {
          // The folder of the data is gone.
          return 'unavailable';
        }
      },
      /** Watches of all clients by state, and overdue checks, as of the last look. */
      figures: () => figures,
      /** For capabilities that keep more about watches. They add themselves before the watch starts. */
      record: {
        database,
        replica,
        usable,
        now,
        /** The secret of the database. */
        hashKey: key,
        /** The same methods; a failure of the database becomes AppError `watch_unavailable`. */
        guarded: <T extends Methods>(methods: T) => eachThrough(reached, methods),
        add: (addition: Addition) => {
          additions.push(addition);
        },
      },
    },
    start: () => {
      scheduler.start();
      retention.start();
    },
    /** Ends checks, in bounded time. Requests still have the database. */
    stop: async () => {
      // The count of states under way may wait for a database that does not answer, and nothing needs it any more.
      looking.stop();
      await Promise.all([scheduler.close(), retention.close()]);
    },
    /** Looks for due checks and at the database once, and waits for them; for tests. */
    tick: async () => {
      await scheduler.tick();
      await scheduler.idle();
      await looking.sweep();
    },
  };
}

/** PostgreSQL cannot hold a value of the request, such as a text with U+0000 (class 22, "data exception"). */
function isRefusedValue(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}

type Methods = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/** The same methods, each of which passes its work through `reached`. */
function eachThrough<T extends Methods>(
  reached: (work: Promise<unknown>) => Promise<unknown>,
  methods: T,
): T {
  const through =
    (run: Methods[string]) =>
    (...given: never[]) =>
      reached(run(...given));
  return Object.fromEntries(Object.entries(methods).map(([name, run]) => [name, through(run)])) as T;
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

/** When the last check with a result ended; null = there was none. */
async function lastProven(db: Database): Promise<number | null> {
  const last = db.selectFrom('watch').select(({ fn }) => fn.max('proven_at').as('at'));
  const { at } = await last.executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}

async function countStates(db: Database) {
  const counted = db.selectFrom('watch').select([PHASE.as('state'), ({ fn }) => fn.countAll().as('count')]);
  const rows = await counted.groupBy(PHASE).execute();
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
}
