import type { Page } from '@playwright/test';

/** The age of the newest list, and how much older each further one is, in milliseconds. */
const MINUTE = 60_000;

/** Puts lists of one link each, numbered from 1, the first one the newest, and a place into the library of the browser. */
export async function keepLists(page: Page, count: number): Promise<void> {
  const lists = Array.from({ length: count }, (_, index) => ({
    id: `lista-${index + 1}`,
    name: `klienci-${index + 1}.xlsx`,
    links: 1,
    firstLink: `https://maps.app.goo.gl/Rev${index + 1}`,
    lastLink: `https://maps.app.goo.gl/Rev${index + 1}`,
    checkedAt: Date.now() - (index + 1) * MINUTE,
    ...{ visible: 1, hidden: 0, failed: 0, waiting: 0 },
  }));
  await page.evaluate(
    (kept) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('place-lookup');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction(['lists', 'sources', 'places'], 'readwrite');
          writing.objectStore('places').put({ query: 'Zmyślona 1', name: null, at: kept[0]?.checkedAt ?? 0 });
          for (const list of kept) {
            writing.objectStore('lists').put(list);
            const source = { kind: 'text', text: list.firstLink, name: list.name };
            writing.objectStore('sources').put({ id: list.id, source });
          }
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    lists,
  );
}

/** The number of entries in a store of the library of the browser. */
export function countIn(page: Page, store: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('place-lookup');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
    store,
  );
}
