import { effect, signal, untracked } from '@preact/signals';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { Verdict } from '../../contract/lines.js';
import type { ListSource } from '../input/source.js';
import { type History, historyOf, joined, type Sighting } from '../links/history.js';
import { type LinkResult, verdictOf } from '../links/rows.js';
import { readonly, stored } from '../state/signals.js';

/** The summary of a list that this browser keeps. Times are milliseconds since 1970. */
export interface SavedList {
  readonly id: string;
  /** The name of its file; null for a list that was typed or pasted. */
  readonly name: string | null;
  /** The name that the user gave the list; absent if the user gave no name. */
  readonly title?: string;
  readonly links: number;
  readonly firstLink: string;
  readonly lastLink: string;
  readonly checkedAt: number;
  /** When the list was last checked, opened or renamed; absent if an earlier version of the console saved the list. */
  readonly usedAt?: number;
  readonly visible: number;
  readonly hidden: number;
  readonly failed: number;
  readonly waiting: number;
}

/** The result of one link of a list. */
export interface SavedResult {
  readonly list: string;
  readonly url: string;
  readonly result: LinkResult | null;
}

/** The checks of one link in all lists. */
interface SavedHistory {
  readonly url: string;
  readonly history: History;
  /** When a list with this link was last checked. Milliseconds since 1970. */
  readonly usedAt: number;
}

interface RecentPlace {
  readonly query: string;
  readonly name: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export const MAX_LISTS = 50;
const MAX_PLACES = 20;
/** Results kept in one step: copying thousands of results at once would block the page. */
const AT_ONCE = 250;
const SWITCH = 'place-lookup-library';
const OFF = 'off';
export const UNUSED_DAYS = [30, 90, 365] as const;
const DEFAULT_UNUSED_DAYS = 90;
const UNUSED = 'place-lookup-library-unused-days';
const NEVER = 'never';
const DAY_MS = 24 * 3_600_000;

export type Library = ReturnType<typeof createLibrary>;

/**
 * The data that this browser keeps: lists of links with their results, the history of each link, and recent places. The
 * data never leave the browser. If the browser refuses to keep or read something, `failed` is true, and the console
 * works without it.
 * @param settings the local storage, which holds the switch and the days
 */
export function createLibrary(settings: Storage) {
  const isOn = stored<boolean>(
    settings,
    SWITCH,
    (kept) => kept !== OFF,
    (on) => (on ? null : OFF),
  );
  /** Days without use after which lists and places are deleted; null = never. */
  const unusedDays = stored<number | null>(settings, UNUSED, unusedDaysOf, (days) => String(days ?? NEVER));
  const failed = signal(false);
  const lists = signal<readonly SavedList[]>([]);
  const places = signal<readonly RecentPlace[]>([]);
  let opening: Promise<Database> | null = null;
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(SWITCH) : null;

  /** Runs `work` on the database; `fallback` when the library is off or the browser refuses. */
  const withDatabase = async <T>(fallback: T, work: (database: Database) => Promise<T>): Promise<T> => {
    if (!isOn.value) return fallback;
    try {
      opening ??= openDatabase();
      return await work(await opening);
    } catch {
      opening = null;
      failed.value = true;
      return fallback;
    }
  };
  const load = () =>
    withDatabase(undefined, async (database) => {
      lists.value = (await database.getAll('lists')).sort((a, b) => b.checkedAt - a.checkedAt);
      places.value = (await database.getAll('places')).sort((a, b) => b.at - a.at);
    });
  const changed = async () => {
    await load();
    channel?.postMessage('changed');
  };
  const clear = (database: Database) => Promise.all(STORES.map((store) => database.clear(store)));
  /** Deletes data that were not used for `unusedDays`, now and once a day while the page stays open. */
  const expire = async () => {
    const days = unusedDays.value;
    await withDatabase(undefined, (database) =>
      days === null ? Promise.resolve() : deleteUnused(database, Date.now() - days * DAY_MS),
    );
    await changed();
  };
  const read = (id: string) =>
    withDatabase(null, async (database) => {
      const summary = await database.get('lists', id);
      const kept = await database.get('sources', id);
      if (summary === undefined || kept === undefined) return null;
      return { summary, source: kept.source, results: await database.getAll('results', resultsOf(id)) };
    });
  const remove = (id: string) =>
    withDatabase(undefined, (database) => deleteList(database, id, true)).then(changed);

  channel?.addEventListener('message', () => void load());
  /** Resolves when the unused lists have been deleted. */
  let expired = Promise.resolve();
  effect(() => {
    if (isOn.value) {
      expired = untracked(expire);
      return;
    }
    lists.value = [];
    places.value = [];
  });
  setInterval(() => void expire(), DAY_MS);

  return {
    ...readonly({ isOn, failed, lists, places }),
    /** A change deletes later, so that a user who goes through the choices by keyboard loses nothing. */
    unusedDays,
    /** Switches the library on or off. Switching it off deletes everything. */
    turn: async (wanted: boolean) => {
      if (!wanted) await withDatabase(undefined, clear);
      failed.value = false;
      isOn.value = wanted;
      await changed();
    },
    /** Keeps a list and deletes the oldest lists beyond MAX_LISTS. */
    save: async (summary: SavedList, source: ListSource) => {
      await withDatabase(undefined, async (database) => {
        const tx = database.transaction(['lists', 'sources'], 'readwrite');
        await tx.objectStore('lists').put(asUsed(summary, await tx.objectStore('lists').get(summary.id)));
        await tx.objectStore('sources').put({ id: summary.id, source });
        await tx.done;
        // Keep the new list, even if the clock was set back and the list seems to be the oldest.
        const others = (await database.getAll('lists')).filter(({ id }) => id !== summary.id);
        others.sort((a, b) => b.checkedAt - a.checkedAt);
        for (const { id } of others.slice(MAX_LISTS - 1)) await deleteList(database, id, false);
      });
      await changed();
    },
    /**
     * Keeps results of a list and the histories of its links, unless the list was deleted. False when the browser did
     * not keep them.
     */
    saveResults: async (
      summary: SavedList,
      results: readonly SavedResult[],
      histories: ReadonlyMap<string, History>,
    ) => {
      const isTaken = await withDatabase(false, async (database) => {
        for (let start = 0; start === 0 || start < results.length; start += AT_ONCE) {
          const isLast = start + AT_ONCE >= results.length;
          const tx = database.transaction(['lists', 'results', 'histories'], 'readwrite');
          const kept = await tx.objectStore('lists').get(summary.id);
          if (kept !== undefined) {
            if (isLast) void tx.objectStore('lists').put(asUsed(summary, kept));
            const some = results.slice(start, start + AT_ONCE);
            for (const result of some) void tx.objectStore('results').put(result);
            const all = tx.objectStore('histories');
            await Promise.all(
              some.map(async ({ url }) => {
                // Another tab may have checked the link.
                const history = joined((await all.get(url))?.history ?? [], histories.get(url) ?? []);
                if (history.length > 0) await all.put({ url, history, usedAt: Date.now() });
              }),
            );
          }
          await tx.done;
        }
        return true;
      });
      await changed();
      return isTaken;
    },
    open: async (id: string) => {
      // Wait for the deletion of unused lists: this tab may have shown its list long ago.
      await expired;
      const opened = await read(id);
      if (opened !== null)
        await withDatabase(undefined, (database) =>
          database.put('lists', asUsed(opened.summary, opened.summary)),
        );
      return opened;
    },
    /** The saved list with exactly these links; null if it does not exist. */
    sameList: async (urls: readonly string[], linksOf: (source: ListSource) => readonly string[]) => {
      const alike = lists.value.filter(
        ({ links, firstLink, lastLink }) =>
          links === urls.length && firstLink === urls[0] && lastLink === urls.at(-1),
      );
      return withDatabase(null, async (database) => {
        for (const summary of alike) {
          const source = (await database.get('sources', summary.id))?.source;
          if (source !== undefined && linksOf(source).every((url, index) => url === urls[index]))
            return { summary, source };
        }
        return null;
      });
    },
    /** The histories of links, from all lists. Links without a history are left out. */
    histories: (urls: Iterable<string>) =>
      withDatabase(new Map<string, History>(), async (database) => {
        const all = database.transaction('histories').store;
        const found = await Promise.all([...new Set(urls)].map((url) => all.get(url)));
        return new Map(found.flatMap((kept) => (kept === undefined ? [] : [[kept.url, kept.history]])));
      }),
    /** Renames a list; an empty title removes the user's name. */
    rename: async (id: string, title: string) => {
      await withDatabase(undefined, async (database) => {
        const tx = database.transaction('lists', 'readwrite');
        const before = await tx.store.get(id);
        if (before !== undefined) {
          const { title: _before, ...list } = before;
          void tx.store.put(asUsed(list, title === '' ? undefined : { ...list, title }));
        }
        await tx.done;
      });
      await changed();
    },
    remove,
    notePlace: async (query: string, name: string | null) => {
      await withDatabase(undefined, async (database) => {
        await database.put('places', { query, name, at: Date.now() });
        const all = (await database.getAll('places')).sort((a, b) => b.at - a.at);
        for (const old of all.slice(MAX_PLACES)) await database.delete('places', old.query);
      });
      await changed();
    },
    removePlaces: () => withDatabase(undefined, (database) => database.clear('places')).then(changed),
  };
}

/** Marks a list as used now, and keeps its title in the library. */
function asUsed(summary: SavedList, kept: SavedList | undefined): SavedList {
  const title = kept?.title === undefined ? {} : { title: kept.title };
  return { ...summary, ...title, usedAt: Date.now() };
}

function unusedDaysOf(kept: string | null): number | null {
  if (kept === NEVER) return null;
  return UNUSED_DAYS.find((days) => String(days) === kept) ?? DEFAULT_UNUSED_DAYS;
}

/** Deletes lists, histories and places that were last used before that time. */
async function deleteUnused(database: Database, before: number): Promise<void> {
  for (const { id, usedAt, checkedAt } of await database.getAll('lists'))
    if ((usedAt ?? checkedAt) < before) await deleteList(database, id, false);
  for (const url of await database.getAllKeysFromIndex('histories', 'usedAt', IDBKeyRange.upperBound(before)))
    await database.delete('histories', url);
  for (const { query, at } of await database.getAll('places'))
    if (at < before) await database.delete('places', query);
}

/** @param withHistory also deletes the histories of links that no other list has */
async function deleteList(database: Database, id: string, withHistory: boolean): Promise<void> {
  const tx = database.transaction(['lists', 'sources', 'results', 'histories'], 'readwrite');
  const results = tx.objectStore('results');
  const links = withHistory ? await results.getAllKeys(resultsOf(id)) : [];
  void tx.objectStore('lists').delete(id);
  void tx.objectStore('sources').delete(id);
  void results.delete(resultsOf(id));
  for (const [, url] of links)
    if ((await results.index('url').count(url)) === 0) void tx.objectStore('histories').delete(url);
  await tx.done;
}

interface LibrarySchema extends DBSchema {
  lists: { key: string; value: SavedList };
  sources: { key: string; value: { readonly id: string; readonly source: ListSource } };
  results: { key: [string, string]; value: SavedResult; indexes: { url: string } };
  histories: { key: string; value: SavedHistory; indexes: { usedAt: number } };
  places: { key: string; value: RecentPlace };
}

type Database = IDBPDatabase<LibrarySchema>;
type Upgrade = IDBPTransaction<LibrarySchema, StoreNames<LibrarySchema>[], 'versionchange'>;

const DATABASE = 'place-lookup';
const VERSION = 2;
const STORES = ['lists', 'sources', 'results', 'histories', 'places'] as const;

function openDatabase(): Promise<Database> {
  return openDB<LibrarySchema>(DATABASE, VERSION, {
    upgrade: async (database, before, _version, tx) => {
      if (before < 1) {
        database.createObjectStore('lists', { keyPath: 'id' });
        database.createObjectStore('sources', { keyPath: 'id' });
        const results = database.createObjectStore('results', { keyPath: ['list', 'url'] });
        results.createIndex('url', 'url');
        database.createObjectStore('places', { keyPath: 'query' });
      }
      if (before < 2) {
        const histories = database.createObjectStore('histories', { keyPath: 'url' });
        histories.createIndex('usedAt', 'usedAt');
        await makeHistories(tx);
      }
    },
    // Close the database, so that a newer version of the console in another tab can upgrade it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  });
}

/** What version 1 kept of earlier checks, in each result. */
interface EarlierOfVersion1 {
  readonly earlier?: { readonly verdict: Verdict | null; readonly seen: Sighting | null };
}

/** Makes the histories of version 2 from the results of version 1. */
async function makeHistories(tx: Upgrade): Promise<void> {
  const histories = tx.objectStore('histories');
  for await (const cursor of tx.objectStore('results').index('url')) {
    const { list, url, result, earlier }: SavedResult & EarlierOfVersion1 = cursor.value;
    const seen: Verdict | null =
      earlier?.seen == null
        ? null
        : {
            ...{ type: 'result', index: 0, review_url: url, is_visible: true, visibility_reason: 'visible' },
            ...{ checked_at: earlier.seen.checkedAt, review: earlier.seen.review },
          };
    const verdicts = [seen, earlier?.verdict ?? null, verdictOf({ result })].filter((one) => one !== null);
    const history = joined((await histories.get(url))?.history ?? [], ...verdicts.map(historyOf));
    if (history.length > 0) await histories.put({ url, history, usedAt: Date.now() });
    await cursor.update({ list, url, result });
  }
}

/** The keys of all results of a list. */
function resultsOf(list: string): IDBKeyRange {
  return IDBKeyRange.bound([list], [list, []]);
}
