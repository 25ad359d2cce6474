import { notePlaceName, withPlaceName } from '../clients/check-links.js';
import type { ResultRow, Slot } from '../lists/result-rows.js';
import type { VerdictRow } from '../lists/verdict-columns.js';

/** Hands rows on in the order of the list, as soon as those before them are known. */
export interface Order {
  add(row: VerdictRow): Promise<void>;
  /** Hands on what is left. Links without a result keep their row if it has cells of the user's. */
  end(): Promise<void>;
}

/** Puts the results of a check into the order of the list, as they arrive. */
export function createOrder(slots: readonly Slot[], write: (row: ResultRow) => Promise<void>): Order {
  const results = new Map<number, VerdictRow>();
  const names = new Map<string, string>();
  let next = 0;
  const writeSlot = async ({ own, link }: Slot) => {
    const verdict = link === null ? null : (results.get(link) ?? null);
    if (link !== null) results.delete(link);
    if (verdict !== null || own !== null)
      await write({ own, verdict: verdict === null ? null : withPlaceName(verdict, names) });
  };
  return {
    add: async (row) => {
      results.set(row.index, row);
      notePlaceName(names, row);
      for (let slot = slots[next]; slot !== undefined; slot = slots[next]) {
        if (slot.link !== null && !results.has(slot.link)) return;
        next += 1;
        await writeSlot(slot);
      }
    },
    end: async () => {
      for (const slot of slots.slice(next)) await writeSlot(slot);
      next = slots.length;
    },
  };
}
