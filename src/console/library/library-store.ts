import { signal } from '@preact/signals';
import type { ListSource } from '../../kit/ui/input/source.js';
import { type History, joined } from '../../kit/ui/links/history.js';
import { readonly } from '../../kit/ui/state/ui-signals.js';
import {
  deleteList,
  type KeptData,
  keysOf,
  renamed,
  type SavedList,
  type SavedResult,
} from './library-database.js';

export const MAX_LISTS = 50;
const MAX_PLACES = 20;
/** Results kept in one step: copying thousands of results at once would block the page. */
const AT_ONCE = 250;

export type Library = ReturnType<typeof createLibrary>;

/** The lists of links that this browser keeps, with their results, the history of each link, and recent places. */
export function createLibrary({ run, expired, follow }: KeptData) {
  const lists = signal<readonly SavedList[]>([]);
  const places = signal<readonly { readonly query: string; readonly name: string | null }[]>([]);
  const change = follow(async () => {
    lists.value = (await run([], (database) => database.getAll('lists'))).sort(
      (a, b) => b.checkedAt - a.checkedAt,
    );
    places.value = (await run([], (database) => database.getAll('places'))).sort((a, b) => b.at - a.at);
  });
  return {
    ...readonly({ lists, places }),
    /** Keeps a list and deletes the oldest lists beyond MAX_LISTS. */
    save: async (summary: SavedList, source: ListSource) => {
      await change(async (database) => {
        const tx = database.transaction(['lists', 'sources'], 'readwrite');
        await tx.objectStore('lists').put(asUsed(summary, await tx.objectStore('lists').get(summary.id)));
        await tx.objectStore('sources').put({ id: summary.id, source });
        await tx.done;
        // Keep the new list, even if the clock was set back and the list seems to be the oldest.
        const others = (await database.getAll('lists')).filter(({ id }) => id !== summary.id);
        others.sort((a, b) => b.checkedAt - a.checkedAt);
        for (const { id } of others.slice(MAX_LISTS - 1)) await deleteList(database, id, false);
      });
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
      let isTaken = false;
      await change(async (database) => {
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
        isTaken = true;
      });
      return isTaken;
    },
    open: async (id: string) => {
      await expired();
      return run(null, async (database) => {
        const summary = await database.get('lists', id);
        const kept = await database.get('sources', id);
        if (summary === undefined || kept === undefined) return null;
        await database.put('lists', { ...summary, usedAt: Date.now() });
        return { source: kept.source, results: await database.getAll('results', keysOf(id)) };
      });
    },
    /** The saved list with exactly these links; null if it does not exist. */
    sameList: async (urls: readonly string[], linksOf: (source: ListSource) => readonly string[]) => {
      const alike = lists.value.filter(
        ({ links, firstLink, lastLink }) =>
          links === urls.length && firstLink === urls[0] && lastLink === urls.at(-1),
      );
      return run(null, async (database) => {
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
      run(new Map<string, History>(), async (database) => {
        const all = database.transaction('histories').store;
        const found = await Promise.all([...new Set(urls)].map((url) => all.get(url)));
        return new Map(found.flatMap((kept) => (kept === undefined ? [] : [[kept.url, kept.history]])));
      }),
    /** Renames a list; an empty title removes the user's name. */
    rename: (id: string, title: string) =>
      change(async (database) => {
        const list = await database.get('lists', id);
        if (list !== undefined) await database.put('lists', { ...renamed(list, title), usedAt: Date.now() });
      }),
    remove: (id: string) => change((database) => deleteList(database, id, true)),
    notePlace: (query: string, name: string | null) =>
      change(async (database) => {
        await database.put('places', { query, name, at: Date.now() });
        const all = (await database.getAll('places')).sort((a, b) => b.at - a.at);
        for (const old of all.slice(MAX_PLACES)) await database.delete('places', old.query);
      }),
    removePlaces: () => change((database) => database.clear('places')),
  };
}

/** Marks a list as used now, and keeps its title in the library. */
function asUsed(summary: SavedList, kept: SavedList | undefined): SavedList {
  const title = kept?.title === undefined ? {} : { title: kept.title };
  return { ...summary, ...title, usedAt: Date.now() };
}
