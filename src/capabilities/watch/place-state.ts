import { cidOfFeature } from '../../core/identifiers/cid.js';
import { parsePlaceId } from '../../core/identifiers/place-id.js';
import type { Notice } from '../../core/places/place.js';
import type { NoticeKind } from '../../core/published/notices.js';
import type { EventSide, EventType } from './published.js';

/** What is known about a place, as the column `place` of a watch keeps it. Null = unknown. */
export interface PlaceState {
  readonly placeId: string | null;
  readonly name: string | null;
  readonly address: string | null;
  readonly rating: number | null;
  readonly reviewCount: number | null;
  /** The count that was told last. Another count is told when two readings in a row show it. */
  readonly toldCount: number | null;
  /** Null = not shown as closed; absent = unknown. */
  readonly closed?: Closure | null;
  /** Without closures; null until a page answered in full. */
  readonly notices: readonly Notice[] | null;
  /** When a check saw this place for the first time, in milliseconds since 1970: reviews of a later date are new. */
  readonly since: number;
  /** Known values that the last reading lacked, with the time of the first reading that lacked them. */
  readonly lacking: Readonly<Record<string, number>>;
  /** Since when the provider is proven to show no such place; told after two checks. Null = it is shown, or not known. */
  readonly gone: { readonly since: number; readonly isTold: boolean } | null;
  /** The last list that is a result; null = there is none. */
  readonly list: {
    readonly at: number;
    readonly read: number;
    readonly total: number | null;
    readonly isComplete: boolean;
  } | null;
  /** When the last three lists of reviews were read, the oldest first. */
  readonly looks: readonly number[];
  /** Since when a field of the reviews cannot be read; null = all fields are read. */
  readonly unreadableSince: number | null;
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
  /** Of the loss of a review: when it was seen last, and when it was missed first. */
  readonly lastSeenAt?: number | null;
  readonly firstMissedAt?: number | null;
  /** Another review of the same author that the check saw. */
  readonly sameAuthorReviewId?: string | null;
  /** Stars of the review after the event. */
  readonly stars?: number | null;
}

/** Remembers the values that a reading lacks. `note` returns true if earlier readings lacked the value for `forMs`, too. */
export interface Lacking {
  note(key: string, forMs?: number): boolean;
}

const CLOSURES: Partial<Record<NoticeKind, Closure>> = {
  temporarily_closed: 'temporarily',
  permanently_closed: 'permanently',
};

/** The state of a place that no check has seen. */
export function unknownPlace(at: number): PlaceState {
  const facts = { placeId: null, name: null, address: null, rating: null, reviewCount: null };
  const lists = { list: null, looks: [], unreadableSince: null };
  return { ...facts, ...lists, toldCount: null, notices: null, since: at, lacking: {}, gone: null };
}

/** The column `place` of a watch. */
export function readPlaceState(json: string | null): PlaceState | null {
  return json === null ? null : { ...unknownPlace(0), ...(JSON.parse(json) as Partial<PlaceState>) };
}

/** The state of a place that the provider is proven not to show. The second such check tells it. */
export function withGone(
  state: PlaceState,
  at: number,
): { readonly state: PlaceState; readonly events: readonly FoundEvent[] } {
  const { gone } = state;
  if (gone === null) return { state: { ...state, gone: { since: at, isTold: false } }, events: [] };
  if (gone.isTold) return { state, events: [] };
  const unknown = { rating: null, reviewCount: null, toldCount: null };
  return {
    state: { ...state, ...unknown, gone: { ...gone, isTold: true } },
    events: [{ type: 'place.gone', reviewId: null, before: ratingOf(state), after: ratingOf(unknown) }],
  };
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
  // A limited view may show the address in another way: a move is told when two whole readings show the new address.
  const address = seen.isWhole ? seen.address : null;
  const hasNewAddress =
    differs(before.address, address) && lacking.note(`place address ${lettersOf(address)}`);
  const state: PlaceState = {
    placeId: seen.placeId ?? before.placeId,
    name: seen.name ?? before.name,
    address: before.address === null || hasNewAddress ? address : before.address,
    rating: seen.rating ?? before.rating,
    reviewCount: seen.reviewCount ?? before.reviewCount,
    toldCount: countAfter(before, seen.reviewCount),
    ...(closed !== undefined && { closed }),
    notices,
    since: before.since,
    ...{ lacking: {}, gone: null, list: before.list, looks: known?.looks ?? [] },
    unreadableSince: before.unreadableSince,
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
  const hasNewCount = before.toldCount !== null && state.toldCount !== before.toldCount;
  if (before.gone?.isTold === true)
    events.push({ type: 'place.shown_again', reviewId: null, before: null, after: ratingOf(state) });
  if (hasNewRating || hasNewCount) {
    const sideOf = ({ rating, toldCount }: PlaceState) => ({
      ...(hasNewRating && { rating }),
      ...(hasNewCount && { review_count: toldCount }),
    });
    tell('place.rating_changed', sideOf(before), sideOf(state));
  }
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
  const kept = known.filter((one) => {
    if (shown.some((other) => keyOf(other) === keyOf(one)) || !seen.isWhole) return true;
    return !lacking.note(`place ${keyOf(one)}`);
  });
  const updated = kept.map((one) => {
    const now = shown.find((other) => keyOf(other) === keyOf(one));
    // The wording differs between pages; only other numbers show that the notice has changed.
    const isOther = now?.min != null && one.min !== null && (now.min !== one.min || now.max !== one.max);
    return isOther ? now : one;
  });
  const keys = new Set(known.map(keyOf));
  const added = shown.filter((one) => !keys.has(keyOf(one)) && keys.add(keyOf(one)));
  const after = [...updated, ...added];
  const isUnchanged = after.length === known.length && after.every((one, index) => one === known[index]);
  return isUnchanged ? known : after;
}

/** What makes two notices the same: their kind, and of an unknown kind their letters. */
function keyOf({ kind, text }: Notice): string {
  return kind === 'other' ? `other:${text.toLowerCase().replace(/[^\p{L}]/gu, '')}` : kind;
}

function closureAfter(known: PlaceState['closed'], seen: SeenPlace, lacking: Lacking): PlaceState['closed'] {
  const shown = seen.notices.map(({ kind }) => CLOSURES[kind]).find((one) => one !== undefined);
  if (shown !== undefined) return shown;
  if (!seen.isWhole) return known;
  return known == null || lacking.note('place closure') ? null : known;
}

/** Case, spaces and punctuation may differ between two ways to read a page. */
const lettersOf = (text: string | null) => text?.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') ?? null;
const differs = (one: string | null, other: string | null) =>
  one !== null && other !== null && lettersOf(one) !== lettersOf(other);

/** The page shows a rating with one decimal (docs/provider/places.md, §8); more decimals are no change for people. */
function tenths(rating: number): number {
  return Math.round(rating * 10);
}

/** The count that is told: another one if this reading and the one before it both lie above, or both below the told count. */
function countAfter({ toldCount: told, reviewCount: last }: PlaceState, now: number | null): number | null {
  if (told === null || now === null) return told ?? now;
  const isAgain = last !== null && Math.sign(last - told) === Math.sign(now - told);
  return isAgain ? now : told;
}

function ratingOf({ rating, reviewCount }: Pick<PlaceState, 'rating' | 'reviewCount'>): EventSide {
  return { rating, review_count: reviewCount };
}

function noticesOf(notices: PlaceState['notices']): EventSide {
  return { notices: (notices ?? []).map(({ kind, text }) => ({ kind, text })) };
}
