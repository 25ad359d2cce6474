import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Pace, PlaceLine, Snapshot } from '../place/line.js';
import { readonly } from '../state/signals.js';

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

export const MAX_SETS = 50;
const DAY_MS = 24 * 3_600_000;

export type PlaceSets = ReturnType<typeof createPlaceSets>;

/**
 * The sets of places that this browser keeps, with the answers of the last reading and a snapshot of each reading. They
 * have a database of their own, and follow the switch and the days of the library.
 */
export function createPlaceSets(library: {
  readonly isOn: ReadonlySignal<boolean>;
  readonly unusedDays: ReadonlySignal<number | null>;
}) {
  const sets = signal<readonly PlaceSet[]>([]);
  const paces = signal<ReadonlyMap<string, Pace>>(new Map());
  const failed = signal(false);
  let opening: Promise<Database> | null = null;

  /** Runs `work` on the database; `fallback` when the library is off or the browser refuses. */
  const withDatabase = async <T>(fallback: T, work: (database: Database) => Promise<T>): Promise<T> => {
    try {
      opening ??= openDatabase();
      return await work(await opening);
    } catch {
      opening = null;
      failed.value = true;
      return fallback;
    }
  };
  const whenOn: typeof withDatabase = async (fallback, work) =>
    library.isOn.peek() ? withDatabase(fallback, work) : fallback;
  const load = (database: Database) =>
    Promise.all([database.getAll('sets'), database.getAll('paces')]).then(([kept, known]) => {
      sets.value = kept.sort((a, b) => b.at - a.at);
      paces.value = new Map(known.map((pace) => [pace.placeId, pace]));
    });
  /** Deletes unused sets, or all sets while the library is off. A change of the days takes effect the next time. */
  const expire = () => {
    const days = library.isOn.peek() ? library.unusedDays.peek() : 0;
    return withDatabase(undefined, async (database) => {
      if (days !== null) await deleteUnused(database, Date.now() - days * DAY_MS);
      await load(database);
    });
  };
  /** Resolves when the sets have been read and the unused sets deleted. */
  let loaded = Promise.resolve();
  effect(() => {
    void library.isOn.value;
    loaded = expire();
  });
  setInterval(() => void expire(), DAY_MS);
  return {
    ...readonly({ sets, paces, failed }),
    /** Keeps a set, and deletes the oldest sets beyond MAX_SETS. */
    save: (set: PlaceSet) =>
      whenOn(undefined, async (database) => {
        await database.put('sets', set);
        for (const { id } of sets.value.filter(({ id }) => id !== set.id).slice(MAX_SETS - 1))
          await deleteSet(database, id);
        await load(database);
      }),
    /** Keeps a line and its snapshot. Returns all snapshots of the place, from all sets, the oldest first. */
    saveLine: (set: string, index: number, line: PlaceLine, snapshot: Snapshot | null) =>
      whenOn<readonly Snapshot[]>(snapshot === null ? [] : [snapshot], async (database) => {
        if ((await database.getKey('sets', set)) === undefined) return [];
        await database.put('lines', { set, index, line });
        if (snapshot === null) return [];
        await database.put('snapshots', { set, ...snapshot });
        return snapshotsOf(database, snapshot.placeId);
      }),
    /** Reads a set; null when it is unknown. */
    open: async (id: string) => {
      await loaded;
      return whenOn(null, async (database) => {
        const set = await database.get('sets', id);
        if (set === undefined) return null;
        await database.put('sets', { ...set, usedAt: Date.now() });
        const kept = await database.getAll('lines', keysOf(id));
        const lines = new Map(kept.map(({ index, line }) => [index, line]));
        const ids = kept.flatMap(({ line: { outcome } }) =>
          outcome !== null && 'data' in outcome ? [outcome.data.place_id] : [],
        );
        const history = new Map<string, readonly Snapshot[]>();
        for (const placeId of new Set(ids)) history.set(placeId, await snapshotsOf(database, placeId));
        return { set, lines, history };
      });
    },
    /** Renames a set; an empty title removes the user's name. */
    rename: (id: string, title: string) =>
      whenOn(undefined, async (database) => {
        const { title: _before, ...set } = (await database.get('sets', id)) ?? {};
        if ('id' in set) await database.put('sets', title === '' ? set : { ...set, title });
        await load(database);
      }),
    remove: (id: string) =>
      whenOn(undefined, async (database) => {
        await deleteSet(database, id);
        await load(database);
      }),
    notePace: (pace: Pace) =>
      whenOn(undefined, async (database) => {
        await database.put('paces', pace);
        await load(database);
      }),
  };
}

interface PlacesSchema extends DBSchema {
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

type Database = IDBPDatabase<PlacesSchema>;

function openDatabase(): Promise<Database> {
  return openDB<PlacesSchema>('place-lookup-places', 1, {
    upgrade: (database) => {
      database.createObjectStore('sets', { keyPath: 'id' });
      database.createObjectStore('lines', { keyPath: ['set', 'index'] });
      const snapshots = database.createObjectStore('snapshots', { keyPath: ['set', 'placeId', 'at'] });
      snapshots.createIndex('placeId', 'placeId');
      database.createObjectStore('paces', { keyPath: 'placeId' });
    },
    // Close the database, so that a newer version of the console in another tab can upgrade it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  });
}

async function snapshotsOf(database: Database, placeId: string): Promise<Snapshot[]> {
  return (await database.getAllFromIndex('snapshots', 'placeId', placeId)).sort((a, b) => a.at - b.at);
}

async function deleteSet(database: Database, id: string): Promise<void> {
  const tx = database.transaction(['sets', 'lines', 'snapshots'], 'readwrite');
  void tx.objectStore('sets').delete(id);
  void tx.objectStore('lines').delete(keysOf(id));
  void tx.objectStore('snapshots').delete(keysOf(id));
  await tx.done;
}

async function deleteUnused(database: Database, before: number): Promise<void> {
  for (const { id, usedAt } of await database.getAll('sets'))
    if (usedAt < before) await deleteSet(database, id);
  for (const { placeId, at } of await database.getAll('paces'))
    if (at < before) await database.delete('paces', placeId);
}

/** The keys of all lines or snapshots of a set. */
function keysOf(set: string): IDBKeyRange {
  return IDBKeyRange.bound([set], [set, []]);
}
