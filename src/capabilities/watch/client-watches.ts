import type { Scope } from '../../core/runtime/scope.js';
import { addWatch, addWatches, type WantedWatch } from './add-watch.js';
import {
  type ChangeOptions,
  changeWatch,
  checkWatchNow,
  removeWatch,
  type WatchChange,
} from './change-watch.js';
import { createEvents, type Days } from './events.js';
import { listReviews, listWatches, type Page, type WatchFilter } from './list-watches.js';
import { presentWatch } from './present-watches.js';
import { ownWatch } from './publish-watch.js';
import type { Row, WatchDatabase } from './schema.js';

interface WatchesOptions extends Omit<ChangeOptions, 'db' | 'eraseSoon'> {
  readonly database: Pick<WatchDatabase, 'db' | 'kind' | 'erase' | 'eraseSoon'>;
}

/** The watches of clients. An owner sees only its own; every other id is a 404. */
export function createWatches({ database, ...given }: WatchesOptions) {
  const { db, kind, eraseSoon } = database;
  const options = { ...given, db, kind, eraseSoon };
  return {
    ...createEvents(options),
    add: (owner: string, wanted: WantedWatch, scope: Scope) => addWatch(options, owner, wanted, scope),
    addMany: (owner: string, wanted: readonly WantedWatch[], scope: Scope) =>
      addWatches(options, owner, wanted, scope),
    list: (owner: string, filter: WatchFilter, page: Page) => listWatches(options, owner, filter, page),
    /** @throws AppError `watch_not_found` */
    get: async (owner: string, id: string) => presentWatch(options, await ownWatch(options.db, owner, id)),
    change: (owner: string, id: string, change: WatchChange) => changeWatch(options, owner, id, change),
    remove: (owner: string, id: string) => database.erase(() => removeWatch(options, owner, id)),
    checkNow: (owner: string, id: string) => checkWatchNow(options, owner, id),
    reviews: (owner: string, id: string, status: Row<'review'>['status'] | undefined, page: Page & Days) =>
      listReviews(options, owner, id, status, page),
  };
}
