import { z } from 'zod';
import { parseFeatureId } from '../../identifiers/feature-id.js';
import { percentDecoded } from '../../identifiers/input-text.js';
import { FEATURE_PLACE_ID } from '../../identifiers/place-id.js';
import { coordinatesOf, type MarkedPlace, type SearchCandidate } from '../../identifiers/place-marks.js';
import { RULES } from '../../provider/rules/built-in.js';
import type { DataAnswer } from '../../provider/wire/envelope.js';
import { arrayAt, readFields, valueAt } from '../../provider/wire/path-table.js';
import { featureId, latitude, longitude, mid, text } from '../../provider/wire/value-types.js';

const SEARCH_RESULT = {
  featureId,
  name: text,
  address: text,
  rating: z.number().min(1).max(5),
  mid,
  lat: latitude,
  lng: longitude,
} as const;

interface SearchResult extends MarkedPlace, SearchCandidate {}

/**
 * The places of a search answer in page order, without advertisements. Empty proves nothing: `searchEnvelope` says
 * whether the provider answered at all.
 */
export function readSearchPayload({ data }: DataAnswer): readonly SearchResult[] {
  const { searchSince2025, searchBefore2025 } = RULES.paths;
  for (const layout of [searchSince2025, searchBefore2025]) {
    for (const list of layout.list) {
      const items = valueAt(data, list);
      if (!Array.isArray(items)) continue;
      const results = items.flatMap((item) => resultOf(arrayAt(item, layout.place)));
      if (results.length > 0) return results;
    }
  }
  return [];
}

/** Empty when the result has no feature id. */
function resultOf(place: unknown): SearchResult[] {
  const read = readFields(place, RULES.paths.searchResult, SEARCH_RESULT);
  const { featureId: id, mid: itsMid, lat, lng, ...said } = read;
  return id === null ? [] : [{ featureId: id, ...said, marks: { mid: itsMid, at: coordinatesOf(lat, lng) } }];
}

/** The candidates of the results, each place once. */
export function candidatesOf(results: readonly SearchResult[]): readonly SearchCandidate[] {
  const byFeature = new Map(results.toReversed().map((result) => [result.featureId, result]));
  return [...byFeature.values()]
    .toReversed()
    .map(({ featureId, name, address, rating }) => ({ featureId, name, address, rating }));
}

/**
 * The content of a search answer. An empty answer was never recorded, so its exact shape is unknown.
 * - `results`: it names places.
 * - `names_no_place`: it answers the query, and names no place except in advertisements.
 * - `without_echo`: it names no place, and does not echo the query.
 * - `unknown_form`: it holds a possible place at an unknown position.
 * - `no_answer`: `[]`, `null`, the blocked shape, an error object, HTML, an empty or cut body.
 *
 * places.md §7, verdicts.md, rules 1 and 6.
 */
type SearchEnvelope = 'results' | 'names_no_place' | 'without_echo' | 'unknown_form' | 'no_answer';

/** The query as the answer echoes it. */
const QUERY = [0, 0] as const;
/** The array that begins with the echo. In an answer whose slot 64 is null, the places follow the echo. */
const ECHO = [0, 1] as const;
/** The slot of the advertisements' own data, and the slot of that data in an entry of the list. Recorded, 2025. */
const ADVERTISEMENTS = 2;
const ADVERTISEMENT = 5;
/** Twice the recorded depth of results. */
const MAX_DEPTH = 12;

/** Classifies a search answer. `asked`: the address of the page; the answer may repeat the id in it. */
export function searchEnvelope(answer: DataAnswer, asked = ''): SearchEnvelope {
  const { data } = answer;
  if (!Array.isArray(data) || data.every(isFiller)) return 'no_answer';
  if (readSearchPayload(answer).length > 0) return 'results';
  const query = valueAt(data, QUERY);
  const below = valueAt(data, ECHO) ?? [];
  if (!Array.isArray(below) || below.length > 1) return 'unknown_form';
  // True for a row that may hold an unreadable place.
  const { list, place } = RULES.paths.searchSince2025;
  const isUnread = (row: unknown) => !Array.isArray(row) || arrayAt(row, place) !== null;
  for (const path of list) {
    const rows = valueAt(data, path) ?? [];
    if (!Array.isArray(rows) || rows.some(isUnread)) return 'unknown_form';
  }
  const isAsked = (text: string) => text === query || percentDecoded(asked)?.includes(text) === true;
  if (namesPlace(withoutAdvertisements(data), isAsked, 0)) return 'unknown_form';
  return typeof query === 'string' ? 'names_no_place' : 'without_echo';
}

function withoutAdvertisements(data: readonly unknown[]): readonly unknown[] {
  const lists = RULES.paths.searchSince2025.list.flatMap(([slot]) => slot ?? []);
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
const isFiller = (value: unknown): boolean => value === null || typeof value === 'boolean';

/** True if the value names a place. The query may itself be an id: its echo does not name a place. */
function namesPlace(value: unknown, isAsked: (text: string) => boolean, depth: number): boolean {
  if (typeof value === 'string')
    return (FEATURE_PLACE_ID.test(value) || parseFeatureId(value) !== null) && !isAsked(value);
  const isDeeper = Array.isArray(value) && depth <= MAX_DEPTH;
  return isDeeper && value.some((item) => namesPlace(item, isAsked, depth + 1));
}
