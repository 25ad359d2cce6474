import { currentRules } from '../../provider/rules/current.js';
import { parseGuarded } from '../../provider/wire/envelope.js';
import { readField, valueAt } from '../../provider/wire/path-table.js';
import { readSearchPayload } from '../../provider/wire/search-payload.js';
import { featureId } from '../../provider/wire/value-types.js';
import { findValues, likeness } from './find-values.js';
import { builtInEntries, isAccepted, isInUse, type Proposal, type RuleLine, readWith } from './proposal.js';

const LIST = 'paths.searchSince2025.list';
const PLACE = 'paths.searchSince2025.place';
const MOST_STEPS = 3;
/** Holds the places of advertisements. places.md §7. */
const ADVERTISEMENTS = 2;

/** Lines by which a search answer that names no place becomes readable; `count`: how many results it must have. */
export function searchProposals(body: string, count: number | null): readonly Proposal[] {
  const data = parseGuarded(body);
  return findValues(data, (value) => placeSlot(value) !== null)
    .filter(({ path }) => path.length <= MOST_STEPS)
    .flatMap(({ path, value }): Proposal[] => {
      const slot = placeSlot(value) ?? 0;
      const all: readonly RuleLine[] = [
        { list: LIST, entry: path },
        { list: PLACE, entry: [slot] },
      ];
      const lines = all.filter((line) => !isInUse(line));
      if (lines.length === 0 || !isAccepted(lines)) return [];
      const results = readWith(lines, () => readSearchPayload(body)) ?? [];
      if (results.length === 0) return [];
      const isWanted = count === null || count === results.length;
      const known = builtInEntries(LIST).filter((entry) => typeof entry !== 'string');
      const alike = Math.max(...known.map((entry) => likeness(path, entry)));
      return [
        {
          field: 'results',
          lines,
          reads: results
            .slice(0, 3)
            .map(({ name, featureId: id }) => name ?? id)
            .join(', '),
          agrees: isWanted ? 1 : 0,
          contradicts: isWanted ? 0 : 1,
          samples: 1,
          finds: 1,
          near: JSON.stringify(known[0] ?? null),
          score: (isWanted ? 1 : 0) + alike + results.length / 100 - (path[0] === ADVERTISEMENTS ? 1 : 0),
        },
      ];
    });
}

/** Where in a row its place stands; null = this is no list of places. Rows without a place may be among them. */
function placeSlot(rows: unknown): number | null {
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every((row) => Array.isArray(row))) return null;
  const paths = currentRules().paths.searchResult.featureId;
  const holdsPlace = (value: unknown) => readField(value, paths, featureId) !== null;
  for (const row of rows as readonly (readonly unknown[])[]) {
    const slot = row.findIndex(holdsPlace);
    if (slot < 0) continue;
    const filled = rows.filter((one) => valueAt(one, [slot]) != null);
    return filled.every((one) => holdsPlace(valueAt(one, [slot]))) ? slot : null;
  }
  return null;
}
