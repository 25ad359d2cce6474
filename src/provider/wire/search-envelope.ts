import { BUILT_IN } from '../rules/built-in.js';
import { currentRules } from '../rules/current.js';
import { parseGuarded } from './envelope.js';
import { arrayAt, readField, valueAt } from './path-table.js';
import { readSearchPayload } from './search-payload.js';
import { featureId } from './value-types.js';

/**
 * What the body of a search answer is. `results`: it names places. `empty`: a recognised envelope whose result
 * slot is empty, the provider's statement that it found nothing. `none`: no answer at all (`[]`, `null`, the
 * blocked shape, an error object, HTML, a body that is empty or cut). `unknown`: an answer of a form nobody has
 * recorded. places.md §7.
 */
export type SearchEnvelope = 'results' | 'empty' | 'none' | 'unknown';

/** The slot of the advertisements' own data, which names their places. Recorded, 2025. */
const ADVERTISEMENTS = 2;
/** Where the echo of the query keeps its head, and the results of 2024. */
const ECHO = [0, 1] as const;
/** Results stood at the top level or two levels below it so far. */
const MAX_DEPTH = 4;

/** Recognises the body of a search answer; only `empty` may be reported as "nothing found". */
export function searchEnvelope(body: string): SearchEnvelope {
  const data = parseGuarded(body);
  if (!Array.isArray(data) || data.every(isFiller)) return 'none';
  if ((readSearchPayload(body) ?? []).length > 0) return 'results';
  const echo = valueAt(data, ECHO);
  if (!Array.isArray(echo) || echo.length > 1) return 'unknown';
  // All slots where results are known to stand must be there, and without a place: an array that does not reach them
  // is no answer. Further entries of the rules make it harder to be "empty", never easier.
  const { list, place } = currentRules().paths.searchSince2025;
  const slots = list.map(([slot = 0]) => slot);
  if (data.length <= Math.max(...slots)) return 'unknown';
  // A row with a place that cannot be read, or a place where none is known to stand: the form has changed.
  const isUnread = (row: unknown) => !Array.isArray(row) || arrayAt(row, place) !== null;
  for (const path of list) {
    const rows = valueAt(data, path) ?? [];
    if (!Array.isArray(rows) || rows.some(isUnread)) return 'unknown';
  }
  const withAds: readonly number[] = [
    ADVERTISEMENTS,
    ...BUILT_IN.paths.searchSince2025.list.map(([slot]) => slot),
  ];
  const others = data.filter((_, slot) => !withAds.includes(slot));
  return holdsPlace(others, 0) ? 'unknown' : 'empty';
}

/** The blocked shape holds nothing but these. */
function isFiller(value: unknown): boolean {
  return value === null || typeof value === 'boolean';
}

function holdsPlace(value: unknown, depth: number): boolean {
  if (!Array.isArray(value) || depth > MAX_DEPTH) return false;
  return (
    readField(value, currentRules().paths.searchResult.featureId, featureId) !== null ||
    value.some((item) => holdsPlace(item, depth + 1))
  );
}
