import { effect, signal, untracked } from '@preact/signals';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { Verdict } from '../../kit/lists/checked-links.js';
import type { ListSource } from '../../kit/ui/input/source.js';
import { type History, historyOf, joined, type Sighting } from '../../kit/ui/links/history.js';
import { type LinkResult, verdictOf } from '../../kit/ui/links/link-rows.js';
import type { Snapshot } from '../../kit/ui/snapshot.js';
import { readonly, stored } from '../../kit/ui/state/ui-signals.js';
import type { Pace, PlaceLine } from '../place/place-line.js';

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

/** A set of places that this browser keeps. Times are milliseconds since 1970. */
export interface PlaceSet {
  readonly id: string;
  /** The name that the user gave the set; absent if the user gave no name. */
  readonly title?: string;
  readonly queries: readonly string[];
  /** When the last reading began. */
  readonly at: number;
  /** When the set was last read or opened. */
  readonly usedAt: number;
}

interface Schema extends DBSchema {
  lists: { key: string; value: SavedList };
  sources: { key: string; value: { readonly id: string; readonly source: ListSource } };
  results: { key: [string, string]; value: SavedResult; indexes: { url: string } };
  histories: { key: string; value: SavedHistory; indexes: { usedAt: number } };
  places: { key: string; value: RecentPlace };
  sets: { key: string; value: PlaceSet };
  lines: {
    key: [string, number];
    value: { readonly set: string; readonly index: number; readonly line: PlaceLine };
  };
  snapshots: {
    key: [string, string, number];
    value: Snapshot & { readonly set: string };
    indexes: { placeId: string };
  };
  paces: { key: string; value: Pace };
}

export type Database = IDBPDatabase<Schema>;
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

const NAME = 'place-lookup';
const VERSION = 3;
const SWITCH = 'place-lookup-library';
const OFF = 'off';
export const UNUSED_DAYS = [30, 90, 365] as const;
const DEFAULT_UNUSED_DAYS = 90;
const UNUSED = 'place-lookup-library-unused-days';
const NEVER = 'never';
const DAY_MS = 24 * 3_600_000;

export type KeptData = ReturnType<typeof createKeptData>;

/**
 * The data that this browser keeps: lists of links with their results, the history of each link, recent places, and sets
 * of places with their readings. The data never leave the browser. If the browser refuses to keep or read something,
 * `failed` is true, and the console works without it.
 * @param settings the local storage, which holds the switch and the days
 */
export function createKeptData(settings: Storage) {
  const isOn = stored<boolean>(
    settings,
    SWITCH,
    (kept) => kept !== OFF,
    (on) => (on ? null : OFF),
  );
  /** Days without use after which data are deleted; null = never. */
  const unusedDays = stored<number | null>(settings, UNUSED, unusedDaysOf, (days) => String(days ?? NEVER));
  const failed = signal(false);
  let opening: Promise<Database> | null = null;
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(SWITCH) : null;
  const loads: (() => Promise<unknown>)[] = [];
  const load = () => Promise.all(loads.map((one) => one()));

  /** Runs `work` on the database; `fallback` when keeping is off or the browser refuses. */
  const run = async <T>(fallback: T, work: (database: Database) => Promise<T>): Promise<T> => {
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
  const changed = async (shown: () => Promise<unknown>) => {
    await shown();
    channel?.postMessage('changed');
  };
  /** Deletes data that were not used for `unusedDays`, now and once a day while the page stays open. */
  const expire = async () => {
    const days = unusedDays.value;
    await run(undefined, (database) =>
      days === null ? Promise.resolve() : deleteUnused(database, Date.now() - days * DAY_MS),
    );
    await changed(load);
  };
  channel?.addEventListener('message', () => void load());
  /** Resolves when the unused data have been deleted. */
  let expired = Promise.resolve();
  effect(() => {
    if (isOn.value) expired = untracked(expire);
    else void untracked(load);
  });
  setInterval(() => void expire(), DAY_MS);

  return {
    ...readonly({ isOn, failed }),
    /**
     * A change takes effect at the next deletion, so that a user who goes through the choices by keyboard loses
     * nothing.
     */
    unusedDays,
    run,
    /** Resolves when the unused data have been deleted: this tab may have shown some of them long ago. */
    expired: () => expired,
    /**
     * Adds a store that shows a part of the data. `shown` reads the part: now, and after changes by other tabs. Returns a function
     * that changes data and reads it again.
     */
    follow: (shown: () => Promise<unknown>) => {
      loads.push(shown);
      return async (work: (database: Database) => Promise<unknown>): Promise<void> => {
        await run<unknown>(undefined, work);
        await changed(shown);
      };
    },
    /** Switches keeping on or off. Switching it off deletes everything. */
    turn: async (wanted: boolean) => {
      if (!wanted)
        await run<unknown>(undefined, (database) =>
          Promise.all([...database.objectStoreNames].map((store) => database.clear(store))),
        );
      failed.value = false;
      isOn.value = wanted;
      await changed(load);
    },
  };
}

function unusedDaysOf(kept: string | null): number | null {
  if (kept === NEVER) return null;
  return UNUSED_DAYS.find((days) => String(days) === kept) ?? DEFAULT_UNUSED_DAYS;
}

/** A record with another name; an empty title removes the user's name. */
export function renamed<Kept extends { readonly title?: string }>(record: Kept, title: string) {
  const { title: _before, ...unnamed } = record;
  return title === '' ? unnamed : { ...unnamed, title };
}

/** Deletes data that were last used before that time. */
async function deleteUnused(database: Database, before: number): Promise<void> {
  for (const { id, usedAt, checkedAt } of await database.getAll('lists'))
    if ((usedAt ?? checkedAt) < before) await deleteList(database, id, false);
  for (const url of await database.getAllKeysFromIndex('histories', 'usedAt', IDBKeyRange.upperBound(before)))
    await database.delete('histories', url);
  for (const { query, at } of await database.getAll('places'))
    if (at < before) await database.delete('places', query);
  for (const { id, usedAt } of await database.getAll('sets'))
    if (usedAt < before) await deleteSet(database, id);
  for (const { placeId, at } of await database.getAll('paces'))
    if (at < before) await database.delete('paces', placeId);
}

/** @param withHistory also deletes the histories of links that no other list has */
export async function deleteList(database: Database, id: string, withHistory: boolean): Promise<void> {
  const tx = database.transaction(['lists', 'sources', 'results', 'histories'], 'readwrite');
  const results = tx.objectStore('results');
  const links = withHistory ? await results.getAllKeys(keysOf(id)) : [];
  void tx.objectStore('lists').delete(id);
  void tx.objectStore('sources').delete(id);
  void results.delete(keysOf(id));
  for (const [, url] of links)
    if ((await results.index('url').count(url)) === 0) void tx.objectStore('histories').delete(url);
  await tx.done;
}

export async function deleteSet(database: Database, id: string): Promise<void> {
  const tx = database.transaction(['sets', 'lines', 'snapshots'], 'readwrite');
  void tx.objectStore('sets').delete(id);
  void tx.objectStore('lines').delete(keysOf(id));
  void tx.objectStore('snapshots').delete(keysOf(id));
  await tx.done;
}

/** The keys of all results of a list, or of all lines or snapshots of a set. */
export function keysOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

function openDatabase(): Promise<Database> {
  return openDB<Schema>(NAME, VERSION, {
    upgrade: async (database, before, _version, tx) => {
      if (before < 1) {
        database.createObjectStore('lists', { keyPath: 'id' });
        database.createObjectStore('sources', { keyPath: 'id' });
        database.createObjectStore('results', { keyPath: ['list', 'url'] }).createIndex('url', 'url');
        database.createObjectStore('places', { keyPath: 'query' });
      }
      if (before < 3) {
        database.createObjectStore('sets', { keyPath: 'id' });
        database.createObjectStore('lines', { keyPath: ['set', 'index'] });
        const snapshots = database.createObjectStore('snapshots', { keyPath: ['set', 'placeId', 'at'] });
        snapshots.createIndex('placeId', 'placeId');
        database.createObjectStore('paces', { keyPath: 'placeId' });
      }
      if (before < 2) {
        database.createObjectStore('histories', { keyPath: 'url' }).createIndex('usedAt', 'usedAt');
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
            type: 'result',
            index: 0,
            review_url: url,
            is_visible: true,
            visibility_reason: 'visible',
            checked_at: earlier.seen.checkedAt,
            review: earlier.seen.review,
          };
    const verdicts = [seen, earlier?.verdict ?? null, verdictOf({ result })].filter((one) => one !== null);
    const history = joined((await histories.get(url))?.history ?? [], ...verdicts.map(historyOf));
    if (history.length > 0) await histories.put({ url, history, usedAt: Date.now() });
    await cursor.update({ list, url, result });
  }
}
