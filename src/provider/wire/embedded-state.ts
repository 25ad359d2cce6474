import type { FeatureId } from '../../identifiers/feature-id.js';
import { coordinatesOf, type PlaceMarks } from '../../identifiers/place-marks.js';
import { JSON_GUARD, parseJson } from './envelope.js';
import { readField, readFields, valueAt } from './path-table.js';
import { featureId, latitude, longitude, mid } from './value-types.js';

const START = 'window.APP_INITIALIZATION_STATE=';
const END = ';window.APP_FLAGS=';

/** True for a document of the product: all of them carry a state, whole or cut off. */
export function carriesState(html: string): boolean {
  return html.includes(START);
}

/** The page's own state array, or null when the document holds none. places.md §5, 18 of 18 recordings. */
export function readEmbeddedState(html: string): readonly unknown[] | null {
  const start = html.indexOf(START);
  if (start < 0) return null;
  const end = html.indexOf(END, start);
  if (end < 0) return null;
  const state = parseJson(html.slice(start + START.length, end));
  return Array.isArray(state) ? state : null;
}

/** The rest of a document that holds a state. */
export function withoutState(html: string): string {
  const start = html.indexOf(START);
  const end = start < 0 ? -1 : html.indexOf(END, start);
  return end < 0 ? html : html.slice(0, start) + html.slice(end);
}

const STATE_FEATURE_ID = {
  paths: [[5, 3, 2, 0]],
  type: featureId,
} as const;

/** The feature id of the place a document is about. The name beside it may be the query: never read. */
export function stateFeatureId(state: readonly unknown[]): FeatureId | null {
  return readField(state, STATE_FEATURE_ID);
}

/** What distinguishes the place of a document. places.md §5 */
const STATE_MARKS = {
  mid: { paths: [[5, 3, 2, 15]], type: mid },
  lat: { paths: [[5, 3, 2, 7, 2]], type: latitude },
  lng: { paths: [[5, 3, 2, 7, 3]], type: longitude },
} as const;

/** MID and coordinates of the place a document is about. */
export function stateMarks(state: readonly unknown[]): PlaceMarks {
  const { mid: itsMid, lat, lng } = readFields(state, STATE_MARKS);
  return { mid: itsMid, at: coordinatesOf(lat, lng) };
}

/**
 * Guarded bodies kept inside the state: `S[3]`, or any array it holds, at [6] (V1: the place payload),
 * [5] (V2: an echo of the request, no place) and [2] (a search answer). places.md §5, §7.
 */
export function inlineBodies(state: readonly unknown[], slots: readonly number[]): readonly string[] {
  const room = state[3];
  if (typeof room !== 'object' || room === null) return [];
  const arrays = [room, ...Object.values(room)].filter((value) => Array.isArray(value));
  return arrays.flatMap((array) =>
    slots
      .map((slot) => valueAt(array, [slot]))
      .filter((value): value is string => typeof value === 'string' && value.startsWith(JSON_GUARD)),
  );
}

/** Slots of `S[3]` that may hold a place payload. */
export const PLACE_SLOTS = [6, 5] as const;
/** Slot of `S[3]` that may hold a search answer. */
export const SEARCH_SLOTS = [2] as const;
