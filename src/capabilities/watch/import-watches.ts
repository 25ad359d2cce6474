import type { WatchImportData } from './published.js';
import { MAX_IMPORT } from './values.js';

/** Watches the subjects of a list of any length: sends it in parts, and adds their answers up. */
export async function importWatchesBy<T>(
  send: (body: { readonly watches: readonly T[] }) => Promise<WatchImportData>,
  watches: readonly T[],
): Promise<WatchImportData> {
  const sum: WatchImportData = { added: 0, existing: 0, refused: [] };
  for (let at = 0; at < watches.length; at += MAX_IMPORT) {
    const part = await send({ watches: watches.slice(at, at + MAX_IMPORT) });
    sum.added += part.added;
    sum.existing += part.existing;
    sum.refused.push(...part.refused.map((row) => ({ ...row, index: row.index + at })));
  }
  return sum;
}
