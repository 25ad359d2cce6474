import type { Page } from '@playwright/test';
import { sampleVerdict } from './samples.js';

export const MINUTE = 60_000;

/** Puts records into the library of the browser, by the name of their store. */
export async function keepRecords(
  page: Page,
  records: Readonly<Record<string, readonly object[]>>,
): Promise<void> {
  await page.evaluate(
    (kept) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('place-lookup');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction(Object.keys(kept), 'readwrite');
          for (const [store, some] of Object.entries(kept))
            for (const record of some) writing.objectStore(store).put(record);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    records,
  );
}

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
  await keepRecords(page, {
    lists,
    sources: lists.map(({ id, name, firstLink }) => ({
      id,
      source: { kind: 'text', text: firstLink, name },
    })),
    places: [{ query: 'Zmyślona 1', name: null, at: Date.now() - MINUTE }],
  });
}

/** Puts an earlier check into the library of the browser, which found each of these reviews visible. */
export async function keepHistories(page: Page, urls: readonly string[]): Promise<void> {
  const at = '2026-11-14 03:12:45';
  const histories = urls.map((url, index) => ({
    url,
    history: [{ verdict: { ...sampleVerdict(index, url), checked_at: at, review: null }, checks: [at] }],
    usedAt: Date.now(),
  }));
  await keepRecords(page, { histories });
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

/** Deletes all entries of a store of the library of the browser. */
export function clearStore(page: Page, store: string): Promise<void> {
  return page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('place-lookup');
        opening.onsuccess = () => {
          const deleting = opening.result.transaction(name, 'readwrite');
          deleting.objectStore(name).clear();
          deleting.oncomplete = () => resolve();
        };
      }),
    store,
  );
}
