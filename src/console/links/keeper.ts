import type { Signal } from '@preact/signals';
import { type ListSource, parseSource } from '../../kit/ui/input/source.js';
import { type History, joined } from '../../kit/ui/links/history.js';
import { countsOf, type LinkRow, wholeHistory } from '../../kit/ui/links/link-rows.js';
import type { SavedList } from '../library/library-database.js';
import type { Library } from '../library/library-store.js';

export type Keeper = ReturnType<typeof createKeeper>;

interface CurrentList {
  readonly id: string;
  readonly source: ListSource;
  /** The rows as last kept, by link. */
  readonly kept: Map<string, LinkRow>;
}

/**
 * Keeps the current list in the library of this browser.
 * @param shownList the id of the list that this tab shows; the tab keeps it over a reload or a crash
 */
export function createKeeper(library: Library, shownList: Signal<string | null>) {
  let current: CurrentList | null = null;
  /** Counts the lists that this tab has shown. A list that is saved late must not replace a list shown since. */
  let turn = 0;
  /** Resolves when all rows passed to `keep` have been kept. */
  let keeping: Promise<unknown> = Promise.resolve();
  const take = (id: string, source: ListSource, rows: readonly LinkRow[]) => {
    turn += 1;
    current = { id, source, kept: new Map(rows.map((row) => [row.url, row])) };
    shownList.value = id;
  };
  const save = async ({ id, source, kept }: CurrentList, rows: readonly LinkRow[]) => {
    const fresh = rows.filter((row, index) => row.first === index && kept.get(row.url) !== row);
    const results = fresh.map(({ url, result }) => ({ list: id, url, result }));
    const histories = new Map(fresh.map((row) => [row.url, wholeHistory(row)]));
    if (!(await library.saveResults(summaryOf(id, source, rows), results, histories))) return;
    for (const row of fresh) kept.set(row.url, row);
  };
  /** The histories of the reviews by link, from this tab and the library. */
  const historiesOf = async (rows: readonly LinkRow[]) => {
    const kept = await library.histories(rows.map(({ url }) => url));
    return new Map(rows.map(({ url, history }) => [url, joined(kept.get(url) ?? [], history)]));
  };

  return {
    /** Begins to keep a list. Returns the histories of its reviews, by link. */
    begin: async (source: ListSource, rows: readonly LinkRow[]): Promise<ReadonlyMap<string, History>> => {
      current = null;
      turn += 1;
      const begun = turn;
      const same = await library.sameList(
        rows.map(({ url }) => url),
        linksOf,
      );
      const histories = await historiesOf(rows);
      const id = same === null || losesColumns(same.source, source) ? newId() : same.summary.id;
      if (turn === begun) take(id, source, []);
      await library.save(summaryOf(id, source, rows), source);
      return histories;
    },
    /** Keeps the rows that have changed since they were last kept. */
    keep: async (rows: readonly LinkRow[]) => {
      const list = current;
      if (list === null) return;
      // Save in order: a large list takes a while, and old rows must not overwrite newer rows.
      const kept = keeping.then(() => save(list, rows));
      keeping = kept.catch(() => undefined);
      await kept;
    },
    /** Reads a saved list; null when the id is unknown. `take` makes it the list that is kept. */
    open: async (id: string) => {
      const opened = await library.open(id);
      if (opened === null) return null;
      const saved = new Map(opened.results.map((result) => [result.url, result]));
      const found = parseSource(opened.source).list.links.map((link): LinkRow => {
        const result = saved.get(link.url)?.result ?? null;
        return { ...link, result, retried: false, history: [] };
      });
      const histories = await historiesOf(found);
      const rows = found.map((row) => ({ ...row, history: histories.get(row.url) ?? [] }));
      return { source: opened.source, rows, take: () => take(id, opened.source, rows) };
    },
  };
}

/** True if a list without the user's columns would replace a list with columns. */
function losesColumns(before: ListSource, now: ListSource): boolean {
  return parseSource(now).table === null && parseSource(before).table !== null;
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
    visible,
    hidden,
    failed,
    waiting,
  };
}

/** `crypto.randomUUID` is missing where the console is served over plain HTTP. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
