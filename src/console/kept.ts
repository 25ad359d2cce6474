import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

interface Schema extends DBSchema {
  /** Tab, kind of list, and key of the entry; the key of the head of a list is empty. */
  entries: { key: [tab: string, kind: string, key: string]; value: unknown };
  /** When a tab last began a list, milliseconds since 1970. */
  tabs: { key: string; value: number };
}

const NAME = 'place-lookup';
const VERSION = 1;
const TAB = 'place-lookup-tab';
const UNUSED_MS = 7 * 24 * 3_600_000;
/** Entries kept in one step: copying thousands of entries at once would block the page. */
const AT_ONCE = 250;

/** Keeps the current list of one view over a reload of the tab. */
export type Kept<Head, Entry> = ReturnType<typeof keptList<Head, Entry>>;

/**
 * Keeps a list that begins with `head` and has entries by key. If the browser refuses to keep it, the console works
 * without it.
 */
export function keptList<Head, Entry>(kind: string) {
  const range = () => IDBKeyRange.bound([tabId(), kind], [tabId(), kind, []]);
  /** Each change waits for the last change. */
  let last: Promise<unknown> = Promise.resolve();
  const run = <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> => {
    const done = last.then(async () => work(await opened())).catch(() => null);
    last = done;
    return done;
  };
  return {
    /** Begins another list. */
    begin: (head: Head | null) =>
      run(async (database) => {
        await database.delete('entries', range());
        await database.put('tabs', Date.now(), tabId());
        if (head !== null) await database.put('entries', head, [tabId(), kind, '']);
      }),
    /** Adds entries, or replaces entries with the same keys. */
    add: (entries: readonly (readonly [key: string, entry: Entry])[]) =>
      run(async (database) => {
        for (let start = 0; start < entries.length; start += AT_ONCE) {
          const tx = database.transaction('entries', 'readwrite');
          for (const [key, entry] of entries.slice(start, start + AT_ONCE))
            void tx.store.put(entry, [tabId(), kind, key]);
          await tx.done;
        }
      }),
    /** The list of this tab; null if it has none. */
    read: () =>
      run(async (database) => {
        const keys = await database.getAllKeys('entries', range());
        const values = await database.getAll('entries', range());
        const entries = new Map(keys.map(([, , key], index) => [key, values[index]]));
        const head = entries.get('') as Head | undefined;
        entries.delete('');
        return head === undefined ? null : { head, entries: entries as ReadonlyMap<string, Entry> };
      }),
  };
}

/** The id of this tab, which it keeps over a reload. `crypto.randomUUID` is missing over plain HTTP. */
function tabId(): string {
  const id = sessionStorage.getItem(TAB) ?? crypto.getRandomValues(new Uint32Array(3)).join('-');
  sessionStorage.setItem(TAB, id);
  return id;
}

let opening: Promise<IDBPDatabase<Schema>> | null = null;

function opened(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(NAME, VERSION, {
    upgrade: (database) => {
      database.createObjectStore('entries');
      database.createObjectStore('tabs');
    },
    // Close the database, so that a newer version of the console in another tab can upgrade it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  }).then(async (database) => {
    await deleteUnused(database);
    return database;
  });
  return opening;
}

/** Deletes the lists of tabs that are long closed. */
async function deleteUnused(database: IDBPDatabase<Schema>): Promise<void> {
  for (const tab of await database.getAllKeys('tabs')) {
    if (((await database.get('tabs', tab)) ?? 0) > Date.now() - UNUSED_MS) continue;
    await database.delete('entries', IDBKeyRange.bound([tab], [tab, []]));
    await database.delete('tabs', tab);
  }
}
