import type { SavedList } from '../library/database.js';
import type { Library } from '../library/store.js';
import { countsOf, type Earlier, type LinkRow, NOTHING_EARLIER, verdictOf } from './rows.js';
import { type ListSource, parseSource } from './source.js';

/** A saved list as the view shows it. */
export interface KeptList {
  readonly source: ListSource;
  readonly rows: readonly LinkRow[];
  /** From now on this list is kept. */
  take(): void;
}

/** Keeps the list that is checked in the library of this browser. */
export interface Keeper {
  /** Begins to keep a list. Returns what earlier checks came to, by link. */
  begin(source: ListSource, rows: readonly LinkRow[]): Promise<ReadonlyMap<string, Earlier>>;
  /** Keeps the rows that are not kept as they are. */
  keep(rows: readonly LinkRow[]): Promise<void>;
  /** Reads a saved list; null when there is none of this id. */
  open(id: string): Promise<KeptList | null>;
}

/** The list of this tab, found again after a reload or a crash. */
const NAME = 'place-lookup-list';

/** The id of the list that this tab showed last. */
export function lastList(tab: Storage): string | null {
  return tab.getItem(NAME);
}

/** @param tab the session storage */
export function createKeeper(library: Library, tab: Storage): Keeper {
  let current: { readonly id: string; readonly source: ListSource } | null = null;
  let kept = new Map<string, LinkRow>();
  const take = (id: string, source: ListSource, rows: readonly LinkRow[]) => {
    current = { id, source };
    kept = new Map(rows.map((row) => [row.url, row]));
    tab.setItem(NAME, id);
  };

  return {
    begin: async (source, rows) => {
      current = null;
      const urls = rows.map(({ url }) => url);
      const same = await library.sameList(urls, linksOf);
      const sightings = await library.sightings(urls);
      const saved = new Map(same?.results.map((result) => [result.url, result]));
      const earlier = new Map<string, Earlier>();
      for (const row of rows) {
        const before = saved.get(row.url);
        const verdict =
          row.earlier.verdict ??
          (before === undefined ? null : (verdictOf(before) ?? before.earlier.verdict));
        const seen = sightings.get(row.url) ?? row.earlier.seen;
        if (verdict !== null || seen !== null) earlier.set(row.url, { verdict, seen });
      }
      const id = same?.summary.id ?? newId();
      take(id, source, []);
      await library.save(summaryOf(id, source, rows), source);
      return earlier;
    },
    keep: async (rows) => {
      if (current === null) return;
      const { id, source } = current;
      const fresh = rows.filter((row, index) => row.first === index && kept.get(row.url) !== row);
      for (const row of fresh) kept.set(row.url, row);
      const results = fresh.map(({ url, result, earlier }) => ({ list: id, url, result, earlier }));
      await library.saveResults(summaryOf(id, source, rows), results);
    },
    open: async (id) => {
      const opened = await library.open(id);
      if (opened === null) return null;
      const saved = new Map(opened.results.map((result) => [result.url, result]));
      const rows = parseSource(opened.source).list.links.map((link): LinkRow => {
        const before = saved.get(link.url);
        return {
          ...link,
          result: before?.result ?? null,
          earlier: before?.earlier ?? NOTHING_EARLIER,
          retried: false,
        };
      });
      return { source: opened.source, rows, take: () => take(id, opened.source, rows) };
    },
  };
}

function linksOf(source: ListSource): readonly string[] {
  return parseSource(source).list.links.map(({ url }) => url);
}

function summaryOf(id: string, source: ListSource, rows: readonly LinkRow[]): SavedList {
  const { visible, hidden, failed, waiting } = countsOf(rows);
  return {
    id,
    name: source.name,
    links: rows.length,
    firstLink: rows[0]?.url ?? '',
    lastLink: rows.at(-1)?.url ?? '',
    checkedAt: Date.now(),
    ...{ visible, hidden, failed, waiting },
  };
}

/** `crypto.randomUUID` is missing where the console is served over plain HTTP. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
