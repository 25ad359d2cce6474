import type { Scope } from '../../core/runtime/scope.js';
import { type AddOptions, addWatch, addWatches, type WantedWatch } from './add-watch.js';
import { changeWatch, checkWatchNow, removeWatch, type WatchChange } from './change-watch.js';
import type { RemovedFrom } from './delete-record.js';
import { createEvents, type Days } from './events.js';
import { listChecks, listReviews, listWatches, type Page, type WatchFilter } from './list-watches.js';
import { presentWatch } from './present-watches.js';
import { ownWatch } from './publish-watch.js';
import type { Row, WatchDatabase } from './schema.js';

interface WatchesOptions extends Omit<AddOptions, 'db'> {
  readonly database: Pick<WatchDatabase, 'db' | 'kind' | 'emptyWal'>;
  readonly store: RemovedFrom;
}

/** The watches of clients. An owner sees only its own; every other id is a 404. */
export function createWatches({ database, ...given }: WatchesOptions) {
  const options = { ...given, db: database.db, kind: database.kind };
  return {
    ...createEvents(options),
    add: (owner: string, wanted: WantedWatch, scope: Scope) => addWatch(options, owner, wanted, scope),
    addMany: (owner: string, wanted: readonly WantedWatch[], scope: Scope) =>
      addWatches(options, owner, wanted, scope),
    list: (owner: string, filter: WatchFilter, page: Page) => listWatches(options, owner, filter, page),
    /** @throws AppError `watch_not_found` */
    get: async (owner: string, id: string) => presentWatch(options, await ownWatch(options.db, owner, id)),
    change: (owner: string, id: string, change: WatchChange) => changeWatch(options, owner, id, change),
    remove: async (owner: string, id: string) => {
      const removed = await removeWatch(options, owner, id);
      await database.emptyWal();
      return removed;
    },
    checkNow: (owner: string, id: string) => checkWatchNow(options, owner, id),
    reviews: (owner: string, id: string, status: Row<'review'>['status'] | undefined, page: Page & Days) =>
      listReviews(options, owner, id, status, page),
    checks: (owner: string, id: string, limit: number) => listChecks(options, owner, id, limit),
  };
}
