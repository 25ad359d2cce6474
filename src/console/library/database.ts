import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Earlier, LinkResult } from '../links/rows.js';
import type { ListSource } from '../links/source.js';

/** A list of links that this browser keeps, without its content. Times are milliseconds since 1970. */
export interface SavedList {
  readonly id: string;
  /** The name of its file; null for a list that was typed or pasted. */
  readonly name: string | null;
  /** The name that the user gave it; absent where they gave none. */
  readonly title?: string;
  readonly links: number;
  readonly firstLink: string;
  readonly lastLink: string;
  readonly checkedAt: number;
  /** When the list was last checked, opened or renamed; absent where an earlier version of the console kept it. */
  readonly usedAt?: number;
  readonly visible: number;
  readonly hidden: number;
  readonly failed: number;
  readonly waiting: number;
}

/** What a link of a list came to, now and before. */
export interface SavedResult {
  readonly list: string;
  readonly url: string;
  readonly result: LinkResult | null;
  readonly earlier: Earlier;
}

/** A place that was found. */
export interface RecentPlace {
  /** What it was found by. */
  readonly query: string;
  readonly name: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface LibrarySchema extends DBSchema {
  lists: { key: string; value: SavedList };
  sources: { key: string; value: { readonly id: string; readonly source: ListSource } };
  results: { key: [string, string]; value: SavedResult; indexes: { url: string } };
  places: { key: string; value: RecentPlace };
}

export type Database = IDBPDatabase<LibrarySchema>;

const NAME = 'place-lookup';
const VERSION = 1;

export function openDatabase(): Promise<Database> {
  return openDB<LibrarySchema>(NAME, VERSION, {
    upgrade: (database) => {
      database.createObjectStore('lists', { keyPath: 'id' });
      database.createObjectStore('sources', { keyPath: 'id' });
      const results = database.createObjectStore('results', { keyPath: ['list', 'url'] });
      results.createIndex('url', 'url');
      database.createObjectStore('places', { keyPath: 'query' });
    },
    // A newer version of the console in another tab may go on.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  });
}

/** The keys of all results of a list. */
export function resultsOf(list: string): IDBKeyRange {
  return IDBKeyRange.bound([list], [list, []]);
}
