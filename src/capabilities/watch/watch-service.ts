import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Core } from '../../core/capability.js';
import { settingsOf } from '../../core/config/config.js';
import { AppError } from '../../core/errors.js';
import { LIST_TIMEOUT_MS } from '../../core/reviews/list-reviews.js';
import type { Scope } from '../../core/runtime/scope.js';
import { addWatch, addWatches, type WantedWatch } from './add-watch.js';
import { type Addition, additionsOf } from './additions.js';
import { hashKeyOf } from './authors.js';
import {
  type ChangeOptions,
  changeWatch,
  checkWatchNow,
  removeWatch,
  type WatchChange,
} from './change-watch.js';
import { type Checking, checkSubject } from './check-subject.js';
import type { Days } from './cover.js';
import { WATCH_UNAVAILABLE } from './errors.js';
import { createEvents } from './events.js';
import { createSubjectFinder } from './find-subject.js';
import { dataOfAuthor, forget } from './forget.js';
import { listReviews, listWatches, type Page, type WatchFilter } from './list-watches.js';
import { message } from './messages.js';
import * as owned from './owners.js';
import { presentWatch } from './present-watches.js';
import { ownWatch } from './publish-watch.js';
import { createRetention } from './retention.js';
import { createScheduler } from './scheduler.js';
import type { Row, WatchDatabase } from './schema.js';
import { WATCH_SETTINGS } from './settings.js';
import { createHealth, SHORTLY } from './watch-health.js';

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

/** The watch on its open database, which the caller closes after `stop`. */
export async function openWatch(options: WatchOptions) {
  const { database, keys, jobs, localTime, log, metrics, now = Date.now } = options;
  const config = settingsOf(options.config, WATCH_SETTINGS);
  const { db } = database;
  const key = await hashKeyOf(db);
  const additions: Addition[] = [];
  const added = additionsOf(additions);
  const usable = () => owned.usableByHash(key, keys);
  const owners: owned.Owners = { db, usable, keys, jobs, store: added };
  const { guarded, health, figures, looking } = createHealth({ database, now, log }, owners, added.look);
  const replica = `${hostname()}-${randomBytes(6).toString('base64url')}`;
  const retention = createRetention({
    ...{ db, store: added, clean: added.clean, erase: database.erase, log, now },
    days: { events: config.RETAIN_EVENTS_DAYS, reviews: config.RETAIN_REVIEWS_DAYS },
  });
  const checking = {
    ...{ ...options, db, hashKey: key, now },
    ...{ timeoutMs: config.REQUEST_TIMEOUT_MS, listTimeoutMs: LIST_TIMEOUT_MS },
  };
  const scheduler = createScheduler({
    ...{ database, replica, log, now, write: added.write },
    usable: () => [...usable().keys()],
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
  });
  looking.start();
  await looking.sweep();
  const own = {
    ...{ ...database, hashKey: key, localTime, now },
    admit: () => {
      if (!database.hasRoom()) throw new AppError(WATCH_UNAVAILABLE, message('watchDiskFull'), SHORTLY);
    },
    findSubject: createSubjectFinder(options),
    ...{ limit: config.WATCH_LIMIT, store: added, renameClient: added.renameClient },
    wake: scheduler.wake,
  };
  return {
    watch: {
      ...guarded(methodsOf(own)),
      owners: guarded({
        list: async () => ({ owners: await owned.listOwners(owners) }),
        remove: (id: string) => database.erase(() => owned.removeOwner(owners, id)),
      }),
      /** The keyed hash under which everything of an owner is stored. */
      ownerOf: (name: string) => owned.ownerHash(key, name),
      health: () => (scheduler.paused() === 'database' ? 'unavailable' : health()),
      figures,
      /** For capabilities that keep more about watches. They add themselves before the watch starts. */
      record: {
        ...{ database, replica, usable, now, guarded },
        add: (addition: Addition) => void additions.push(addition),
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

/** What clients do. An owner sees only its own watches; every other id is a 404. */
function methodsOf(own: ChangeOptions & Pick<WatchDatabase, 'kind' | 'erase'>) {
  return {
    ...createEvents(own),
    add: (owner: string, wanted: WantedWatch, scope: Scope) => addWatch(own, owner, wanted, scope),
    addMany: (owner: string, wanted: readonly WantedWatch[], scope: Scope) =>
      addWatches(own, owner, wanted, scope),
    list: (owner: string, filter: WatchFilter, page: Page) => listWatches(own, owner, filter, page),
    get: async (owner: string, id: string) => presentWatch(own, await ownWatch(own.db, owner, id)),
    change: (owner: string, id: string, change: WatchChange) => changeWatch(own, owner, id, change),
    remove: (owner: string, id: string) => own.erase(() => removeWatch(own, owner, id)),
    checkNow: (owner: string, id: string) => checkWatchNow(own, owner, id),
    reviews: (owner: string, id: string, ...of: [Row<'review'>['status'] | undefined, Page & Days]) =>
      listReviews(own, owner, id, ...of),
    /** Deletes what is stored about an author, and keeps it from coming back. @throws AppError `invalid_request` */
    forget: (owner: string, author: string, scope: Scope) =>
      own.erase(() => forget({ ...own, now: own.now() }, owner, author, scope)),
    /** All that is stored about an author. @throws AppError `invalid_request` */
    dataOfAuthor: (owner: string, author: string, scope: Scope) => dataOfAuthor(own, owner, author, scope),
  };
}
