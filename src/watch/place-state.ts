import type { NoticeKind } from '../contract/notices.js';
import type { EventSide, EventType } from '../contract/watch.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { parsePlaceId } from '../identifiers/place-id.js';
import type { Notice } from '../places/place.js';

/** What is known about a place, as the column `place` of a watch keeps it. Null = unknown. */
export interface PlaceState {
  readonly placeId: string | null;
  readonly name: string | null;
  readonly address: string | null;
  readonly rating: number | null;
  readonly reviewCount: number | null;
  /** The highest review count so far: a count that falls and rises again is no news. */
  readonly highestCount: number | null;
  /** Null = not shown as closed; absent = unknown. */
  readonly closed?: Closure | null;
  /** Without closures; null until a page answered in full. */
  readonly notices: readonly Notice[] | null;
  /** When a check saw this place for the first time, in milliseconds since 1970: reviews of a later date are new. */
  readonly since: number;
  /** Known values that the last reading lacked: a value is gone if the next reading lacks it, too. */
  readonly lacking: readonly string[];
}

type Closure = NonNullable<EventSide['closed']>;

/** What a check found about a place. Null = unknown. */
export interface SeenPlace
  extends Pick<PlaceState, 'placeId' | 'name' | 'address' | 'rating' | 'reviewCount'> {
  readonly notices: readonly Notice[];
  /**
   * The page answered in full, so a value that is missing does not exist. On a limited or cut page, a missing value
   * proves nothing.
   */
  readonly isWhole: boolean;
}

/** An event that a check found, before it is stored. */
export interface FoundEvent {
  readonly type: EventType;
  readonly reviewId: string | null;
  readonly before: EventSide | null;
  readonly after: EventSide | null;
}

/** Remembers the values that a reading lacks. `note` returns true if the reading before lacked the value, too. */
export interface Lacking {
  note(key: string): boolean;
}

const CLOSURES: Partial<Record<NoticeKind, Closure>> = {
  temporarily_closed: 'temporarily',
  permanently_closed: 'permanently',
};

/** The state of a place that no check has seen. */
export function unknownPlace(at: number): PlaceState {
  const facts = { placeId: null, name: null, address: null, rating: null, reviewCount: null };
  return { ...facts, highestCount: null, notices: null, since: at, lacking: [] };
}

/** Whether two Place IDs name one place: the first half of a feature id may change, the CID does not. Null = unknown. */
export function isSamePlace(one: string | null, other: string | null): boolean {
  if (one === null || other === null || one === other) return true;
  const [cid, otherCid] = [one, other].map((id) => {
    const featureId = parsePlaceId(id)?.featureId ?? null;
    return featureId === null ? null : cidOfFeature(featureId);
  });
  return cid != null && cid === otherCid;
}

/** Compares a place with what was known. `known` null = this is the first reading, which has no events. */
export function comparePlace(
  known: PlaceState | null,
  seen: SeenPlace,
  at: number,
  lacking: Lacking,
): { readonly state: PlaceState; readonly events: readonly FoundEvent[] } {
  const isMoved = known !== null && !isSamePlace(known.placeId, seen.placeId);
  const before = isMoved || known === null ? unknownPlace(at) : known;
  const notices = noticesAfter(before.notices, seen, lacking);
  const closed = closureAfter(before.closed, seen, lacking);
  // A limited view may show the address in another way: only two whole readings are compared.
  const address = seen.isWhole ? seen.address : null;
  const hasNewAddress = differs(before.address, address);
  const state: PlaceState = {
    placeId: seen.placeId ?? before.placeId,
    name: seen.name ?? before.name,
    address: before.address === null || hasNewAddress ? address : before.address,
    rating: seen.rating ?? before.rating,
    reviewCount: seen.reviewCount ?? before.reviewCount,
    highestCount: highest(before.highestCount, seen.reviewCount),
    ...(closed !== undefined && { closed }),
    notices,
    since: before.since,
    lacking: [],
  };
  const events: FoundEvent[] = [];
  const tell = (type: EventType, was: EventSide, is: EventSide) =>
    events.push({ type, reviewId: null, before: was, after: is });
  if (known === null) return { state, events };
  if (isMoved) {
    tell('place.moved', { place_id: known.placeId ?? '' }, { place_id: state.placeId ?? '' });
    return { state, events };
  }
  const hasNewRating =
    before.rating !== null && state.rating !== null && tenths(state.rating) !== tenths(before.rating);
  const hasNewCount = before.highestCount !== null && state.highestCount !== before.highestCount;
  if (hasNewRating || hasNewCount) tell('place.rating_changed', ratingOf(before), ratingOf(state));
  if (hasNewAddress) tell('place.moved', { address: before.address }, { address: state.address });
  if (before.closed !== undefined && closed !== undefined && closed !== before.closed)
    tell(closed === null ? 'place.reopened' : 'place.closed', { closed: before.closed }, { closed });
  if (before.notices !== null && notices !== before.notices)
    tell('notice.changed', noticesOf(before.notices), noticesOf(notices));
  return { state, events };
}

/**
 * Closures have events of their own. Other notices are added when a page shows them, and removed when two whole
 * readings lack them.
 */
function noticesAfter(
  known: PlaceState['notices'],
  seen: SeenPlace,
  lacking: Lacking,
): PlaceState['notices'] {
  const shown = seen.notices.filter(({ kind }) => CLOSURES[kind] === undefined);
  if (known === null) return seen.isWhole ? shown : null;
  const kept = known.filter(({ kind }) => {
    if (shown.some((one) => one.kind === kind) || !seen.isWhole) return true;
    return !lacking.note(`place ${kind}`);
  });
  const updated = kept.map((one) => {
    const now = shown.find(({ kind }) => kind === one.kind);
    // The wording differs between pages; only other numbers show that the notice has changed.
    const isOther = now?.min != null && one.min !== null && (now.min !== one.min || now.max !== one.max);
    return isOther ? now : one;
  });
  const kinds = new Set(known.map(({ kind }) => kind));
  const added = shown.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
  const after = [...updated, ...added];
  const isUnchanged = after.length === known.length && after.every((one, index) => one === known[index]);
  return isUnchanged ? known : after;
}

function closureAfter(known: PlaceState['closed'], seen: SeenPlace, lacking: Lacking): PlaceState['closed'] {
  const shown = seen.notices.map(({ kind }) => CLOSURES[kind]).find((one) => one !== undefined);
  if (shown !== undefined) return shown;
  if (!seen.isWhole) return known;
  return known == null || lacking.note('place closure') ? null : known;
}

/** Case, spaces and punctuation may differ between two ways to read a page. */
function differs(one: string | null, other: string | null): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return one !== null && other !== null && letters(one) !== letters(other);
}

/** The page shows a rating with one decimal (docs/provider/places.md, §8); more decimals are no change for people. */
function tenths(rating: number): number {
  return Math.round(rating * 10);
}

function highest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function ratingOf({ rating, reviewCount }: PlaceState): EventSide {
  return { rating, review_count: reviewCount };
}

function noticesOf(notices: PlaceState['notices']): EventSide {
  return { notices: (notices ?? []).map(({ kind, text }) => ({ kind, text })) };
}
