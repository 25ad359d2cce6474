import { parseFeatureId } from '../../identifiers/feature-id.js';
import { BUILT_IN } from '../../provider/rules/built-in.js';
import { currentRules } from '../../provider/rules/current.js';
import { parseGuarded } from '../../provider/wire/envelope.js';
import { arrayAt, valueAt } from '../../provider/wire/path-table.js';
import { readSearchPayload } from './search-payload.js';

/**
 * The content of a search answer. An empty answer was never recorded, so its exact shape is unknown.
 * - `results`: it names places.
 * - `names_no_place`: it answers the query, and names no place except in advertisements.
 * - `unknown_form`: it holds a possible place at an unknown position, or does not echo the query.
 * - `no_answer`: `[]`, `null`, the blocked shape, an error object, HTML, an empty or cut body.
 *
 * places.md §7, verdicts.md, rules 1 and 6.
 */
export type SearchEnvelope = 'results' | 'names_no_place' | 'unknown_form' | 'no_answer';

/** The query as the answer echoes it. */
const QUERY = [0, 0] as const;
/** The head of the echo; after it the places of an answer whose slot 64 is null. */
const ECHO = [0, 1] as const;
/** The slot of the advertisements' own data, and the slot of that data in an entry of the list. Recorded, 2025. */
const ADVERTISEMENTS = 2;
const ADVERTISEMENT = 5;
/** Twice the recorded depth of results. */
const MAX_DEPTH = 12;
const PLACE_ID = /^ChIJ[\w-]{23}$/;

/** Classifies the body of a search answer. */
export function searchEnvelope(body: string): SearchEnvelope {
  const data = parseGuarded(body);
  if (!Array.isArray(data) || data.every(isFiller)) return 'no_answer';
  if ((readSearchPayload(body) ?? []).length > 0) return 'results';
  const query = valueAt(data, QUERY);
  const below = valueAt(data, ECHO) ?? [];
  if (typeof query !== 'string' || !Array.isArray(below) || below.length > 1) return 'unknown_form';
  // True for a row with an unreadable place. An operator's entries can turn `names_no_place` into `unknown_form`,
  // never the reverse.
  const { list, place } = currentRules().paths.searchSince2025;
  const isUnread = (row: unknown) => !Array.isArray(row) || arrayAt(row, place) !== null;
  for (const path of list) {
    const rows = valueAt(data, path) ?? [];
    if (!Array.isArray(rows) || rows.some(isUnread)) return 'unknown_form';
  }
  return namesPlace(withoutAdvertisements(data), query, 0) ? 'unknown_form' : 'names_no_place';
}

function withoutAdvertisements(data: readonly unknown[]): readonly unknown[] {
  const lists: readonly number[] = BUILT_IN.paths.searchSince2025.list.map(([slot]) => slot);
  const without = (row: unknown, slot: number) =>
    Array.isArray(row) ? row.filter((_, at) => at !== slot) : row;
  return data.map((value, slot) =>
    slot === ADVERTISEMENTS
      ? null
      : lists.includes(slot) && Array.isArray(value)
        ? value.map((row) => without(row, ADVERTISEMENT))
        : value,
  );
}

/** The blocked shape holds only these values. */
function isFiller(value: unknown): boolean {
  return value === null || typeof value === 'boolean';
}

/** True if the value names a place. The query may itself be an id: its echo does not name a place. */
function namesPlace(value: unknown, query: string, depth: number): boolean {
  if (typeof value === 'string')
    return value !== query && (PLACE_ID.test(value) || parseFeatureId(value) !== null);
  const isDeeper = Array.isArray(value) && depth <= MAX_DEPTH;
  return isDeeper && value.some((item) => namesPlace(item, query, depth + 1));
}
