import type { FeatureId } from './feature-id.js';
import { cleanName } from './input-text.js';

export interface Coordinates {
  /** Degrees, north positive. */
  readonly lat: number;
  /** Degrees, east positive. */
  readonly lng: number;
}

/** The known marks that distinguish a place from others of the same name. */
export interface PlaceMarks {
  /** The provider's MID, `/g/…` or `/m/…`. places.md §1 */
  readonly mid: string | null;
  readonly at: Coordinates | null;
}

/** A place that a link names by its name and by marks. */
export interface WantedPlace {
  readonly name: string;
  readonly marks: PlaceMarks;
}

export interface MarkedPlace {
  readonly featureId: FeatureId;
  readonly name: string | null;
  readonly marks: PlaceMarks;
}

/** One place of a search answer, as the answer describes it. Null = the answer does not name the value. */
export interface SearchCandidate {
  readonly featureId: FeatureId;
  readonly name: string | null;
  readonly address: string | null;
  /** 1 to 5. */
  readonly rating: number | null;
}

export interface SearchedPlace extends MarkedPlace {
  /** All places of the search answer, in its order; absent where the page had no search answer. */
  readonly candidates?: readonly SearchCandidate[] | undefined;
}

/** `unknown`: the two descriptions have no comparable marks. */
type Agreement = 'same' | 'other' | 'unknown';

export const NO_MARKS: PlaceMarks = { mid: null, at: null };

/** Results on one page of a search. */
const MAX_CANDIDATES = 20;
/** Two places farther apart are two branches: verdicts.md, rule 9. */
const SAME_PLACE_METRES = 150;
const EARTH_RADIUS_METRES = 6_371_009;
const MID = /^\/[gm]\/[\w-]{2,40}$/;

/** Reads a MID, else null. */
export function parseMid(text: string | null | undefined): string | null {
  return text != null && MID.test(text) ? text : null;
}

/** Two numbers as a point on the globe, else null. */
export function coordinatesOf(lat: number | null, lng: number | null): Coordinates | null {
  const isPoint = lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isPoint ? { lat, lng } : null;
}

/**
 * Compares two descriptions of places. If both have a MID, the MID alone decides, also for a place that has moved.
 * Otherwise the distance decides.
 */
export function compareMarks(wanted: PlaceMarks, found: PlaceMarks): Agreement {
  if (wanted.mid !== null && found.mid !== null) return wanted.mid === found.mid ? 'same' : 'other';
  if (wanted.at === null || found.at === null) return 'unknown';
  return metresBetween(wanted.at, found.at) <= SAME_PLACE_METRES ? 'same' : 'other';
}

/** The candidates of a search by name if this place is its first result; empty unless there are several. */
export function severalFrom(
  featureId: FeatureId,
  candidates: readonly SearchCandidate[],
): readonly SearchCandidate[] {
  const isFirst = candidates.length > 1 && candidates[0]?.featureId === featureId;
  return isFirst ? candidates.slice(0, MAX_CANDIDATES) : [];
}

/** Merges the marks of two descriptions of the same place; the first is preferred. */
export function mergeMarks(first: PlaceMarks, second: PlaceMarks): PlaceMarks {
  return { mid: first.mid ?? second.mid, at: first.at ?? second.at };
}

/**
 * Returns the result that is the wanted place, else the first result, whose marks the caller must compare. Among
 * several results nearby, the result with the wanted name wins, then the nearest. Null without results.
 */
export function chooseMarked<T extends MarkedPlace>(
  results: readonly T[],
  wanted: WantedPlace | null,
): T | null {
  const [first = null] = results;
  if (wanted === null) return first;
  const same = results.filter(({ marks }) => compareMarks(wanted.marks, marks) === 'same');
  const identical = same.find(({ marks }) => marks.mid !== null && marks.mid === wanted.marks.mid);
  const named = same.filter(({ name }) => isSameName(name, wanted.name));
  return identical ?? nearest(named, wanted.marks.at) ?? nearest(same, wanted.marks.at) ?? first;
}

function nearest<T extends MarkedPlace>(places: readonly T[], to: Coordinates | null): T | null {
  const metres = ({ marks: { at } }: T) => (to === null || at === null ? 0 : metresBetween(to, at));
  return places.toSorted((one, other) => metres(one) - metres(other))[0] ?? null;
}

/** True for two names that differ only in case and white space; false if one is unknown. */
export function isSameName(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && cleanName(one).toLowerCase() === cleanName(other).toLowerCase();
}

/** Great-circle distance (haversine). */
function metresBetween(one: Coordinates, other: Coordinates): number {
  const rise = haversine(radians(other.lat - one.lat));
  const run = haversine(radians(other.lng - one.lng));
  const share = rise + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * run;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, share)));
}

const haversine = (angle: number): number => Math.sin(angle / 2) ** 2;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
