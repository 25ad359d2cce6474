import { cidOfFeature } from '../../core/identifiers/cid.js';
import { parsePlaceId } from '../../core/identifiers/place-id.js';
import type { Notice } from '../../core/places/place.js';
import type { NoticeKind } from '../../core/published/notices.js';
import type { EventSide, EventType } from './published.js';
import { type Closure, type Fact, type Reading, RULES, type Rule, read } from './rules.js';
import type { Row } from './schema.js';

/** What is known about a place, as the column `place` of a watch keeps it. Null = unknown. */
export interface PlaceState {
  readonly placeId: string | null;
  readonly name: string | null;
  readonly rating: number | null;
  readonly reviewCount: number | null;
  /** When a reading had rating and count; null = neither is known. Two readings without them make them unknown. */
  readonly figuresAt: number | null;
  /** Readings in a row that lacked the rating or the count. */
  readonly figuresMissed: number;
  /** Whether the last page that was read was whole. */
  readonly isWhole: boolean;
  /** What was told last, and is compared with the next reading. */
  readonly facts: {
    readonly rating: Fact<number>;
    readonly count: Fact<number>;
    readonly address: Fact<string>;
    readonly closed: Fact<Closure | null>;
    readonly gone: Fact<boolean>;
    readonly unreadable: Fact<readonly string[]>;
  };
  /** Without closures, by what makes them the same; null until a page answered in full. */
  readonly notices: Readonly<Record<string, Fact<Notice | null>>> | null;
  /** When a check saw this place for the first time, in milliseconds since 1970: reviews of a later date are new. */
  readonly since: number;
  /** The last list that is a result; null = there is none. */
  readonly list: {
    readonly at: number;
    readonly read: number;
    /** Records that could not be read as reviews. */
    readonly unread: number;
    readonly total: number | null;
    readonly isComplete: boolean;
  } | null;
  /** When the last three lists of reviews were read, the oldest first. */
  readonly looks: readonly number[];
}

/** What a check found about a place. Null = unknown. */
export interface SeenPlace extends Pick<PlaceState, 'placeId' | 'name' | 'rating' | 'reviewCount'> {
  readonly address: string | null;
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
  /** The review after the event. */
  readonly review?: Row<'review'>;
  /** JSON of `Version`: what the review said before. */
  readonly was?: string | undefined;
}

/** Readings in a row without a figure after which the figure is unknown. */
const MISSED_READINGS = 2;

const CLOSURES: Partial<Record<NoticeKind, Closure>> = {
  temporarily_closed: 'temporarily',
  permanently_closed: 'permanently',
};

const NOTHING: Fact<never> = { value: undefined };
const NO_FIGURES = { rating: null, reviewCount: null, figuresAt: null, figuresMissed: 0, isWhole: true };
const NO_FACTS: PlaceState['facts'] = {
  ...{ rating: NOTHING, count: NOTHING, address: NOTHING, closed: NOTHING },
  ...{ gone: { value: false }, unreadable: { value: [] } },
};

/** The state of a place that no check has seen. */
export function unknownPlace(at: number): PlaceState {
  const names = { placeId: null, name: null, ...NO_FIGURES };
  return { ...names, facts: NO_FACTS, notices: null, since: at, list: null, looks: [] };
}

/** The column `place` of a watch. */
export function readPlaceState(json: string | null): PlaceState | null {
  return json === null ? null : { ...unknownPlace(0), ...(JSON.parse(json) as Partial<PlaceState>) };
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

/** The place that the provider is proven not to show. */
export function observeGone(state: PlaceState, at: number) {
  const { fact: gone, change } = read(RULES.gone, state.facts.gone, true, at);
  if (gone.value !== true) return { state: { ...state, facts: { ...state.facts, gone } }, events: [] };
  // No further reading of the page confirms what waits.
  const settled = <Value>({ value, since }: Fact<Value>): Fact<Value> => ({ value, since });
  const { address, closed, unreadable } = state.facts;
  const facts = { ...NO_FACTS, gone, ...{ address: settled(address), closed: settled(closed) } };
  const notices = Object.entries(state.notices ?? {}).map(([key, fact]) => [key, settled(fact)]);
  const known = { notices: state.notices && Object.fromEntries(notices), ...NO_FIGURES };
  return {
    state: { ...state, ...known, facts: { ...facts, unreadable: settled(unreadable) } },
    events: change ? [told('place.gone', ratingOf(state), ratingOf(NO_FIGURES))] : [],
  };
}

/** The place as a page showed it, and what is to be told. `known` null = this is the first reading, which has no events. */
export function observePlace(known: PlaceState | null, seen: SeenPlace, at: number) {
  const isMoved = known !== null && !isSamePlace(known.placeId, seen.placeId);
  const before = isMoved || known === null ? unknownPlace(at) : known;
  const { facts } = before;
  const rating = read(RULES.rating, facts.rating, seen.rating ?? undefined, at);
  const count = read(RULES.count, facts.count, seen.reviewCount ?? undefined, at);
  const address = read(RULES.address, facts.address, (seen.isWhole ? seen.address : null) ?? undefined, at);
  const closure = seen.notices.map(({ kind }) => CLOSURES[kind]).find((one) => one !== undefined);
  const closed = readShown(RULES.closed, facts.closed, closure, seen.isWhole, at);
  const notices = readNotices(before.notices, seen, at);
  const state: PlaceState = {
    ...{ placeId: seen.placeId ?? before.placeId, name: seen.name ?? before.name },
    ...{ ...figuresAfter(before, seen, at), isWhole: seen.isWhole },
    facts: {
      ...{ rating: rating.fact, count: count.fact, address: address.fact, closed: closed.fact },
      ...{ gone: { value: false }, unreadable: facts.unreadable },
    },
    notices: notices.facts,
    ...{ since: Math.min(before.since, at), list: before.list, looks: known?.looks ?? [] },
  };
  if (known === null) return { state, events: [] };
  if (isMoved) {
    const moved = told('place.moved', { place_id: known.placeId ?? '' }, { place_id: state.placeId ?? '' });
    return { state, events: [moved] };
  }
  const events: FoundEvent[] = [];
  if (facts.gone.value === true) events.push(told('place.shown_again', null, ratingOf(state)));
  if (rating.change ?? count.change) {
    const side = (end: 'from' | 'to') => ({
      ...(rating.change && { rating: rating.change[end] }),
      ...(count.change && { review_count: count.change[end] }),
    });
    events.push(told('place.rating_changed', side('from'), side('to')));
  }
  if (address.change)
    events.push(told('place.moved', { address: address.change.from }, { address: address.change.to }));
  if (closed.change) {
    const { from, to } = closed.change;
    events.push(told(to === null ? 'place.reopened' : 'place.closed', { closed: from }, { closed: to }));
  }
  if (notices.isChanged)
    events.push(told('notice.changed', noticesOf(before.notices), noticesOf(notices.facts)));
  return { state, events };
}

function told(type: EventType, before: EventSide | null, after: EventSide | null): FoundEvent {
  return { type, reviewId: null, before, after };
}

/** Reads what a page shows or not. A page that is not whole proves no absence, and ends no waiting. */
function readShown<Value>(
  rule: Rule<Value | null>,
  fact: Fact<Value | null>,
  shown: Value | undefined,
  isWhole: boolean,
  at: number,
): Pick<Reading<Value | null>, 'fact' | 'change'> {
  const reading = read(rule, fact, shown ?? (isWhole ? null : undefined), at);
  return isWhole || fact.value === undefined || reading.change ? reading : { fact };
}

/** The notices but closures, which have events of their own. */
function readNotices(known: PlaceState['notices'], seen: SeenPlace, at: number) {
  const shown = new Map(byKey(seen.notices).filter(([, { kind }]) => CLOSURES[kind] === undefined));
  const first = [...shown].map(([key, value]) => [key, { value }] as const);
  if (known === null) return { facts: seen.isWhole ? Object.fromEntries(first) : null, isChanged: false };
  const readings = [...new Set([...Object.keys(known), ...shown.keys()])].map(
    (key) =>
      [
        key,
        readShown(RULES.notice, known[key] ?? { value: null }, shown.get(key), seen.isWhole, at),
      ] as const,
  );
  const facts = readings.flatMap(([key, { fact }]) => (fact.value === null ? [] : [[key, fact] as const]));
  return {
    facts: Object.fromEntries(facts),
    isChanged: readings.some(([, { change }]) => change !== undefined),
  };
}

/** Notices by what makes two of them the same: their kind, and of an unknown kind their letters. The first one counts. */
export function byKey(notices: readonly Notice[]): (readonly [string, Notice])[] {
  const keyOf = ({ kind, text }: Notice) =>
    kind === 'other' ? `other:${text.toLowerCase().replace(/[^\p{L}]/gu, '')}` : kind;
  return [...new Map(notices.toReversed().map((one) => [keyOf(one), one] as const))].toReversed();
}

/** A page without one of the figures leaves both earlier figures, with their time; the second such page in a row does not. */
function figuresAfter(before: PlaceState, { rating, reviewCount }: SeenPlace, at: number) {
  const isRead = reviewCount === 0 || (rating !== null && reviewCount !== null);
  const figuresMissed = isRead ? 0 : before.figuresMissed + 1;
  const isKnown = rating !== null || reviewCount !== null;
  if (isRead || figuresMissed >= MISSED_READINGS)
    return { rating, reviewCount, figuresMissed, figuresAt: isKnown ? at : null };
  const known = before.figuresAt === null ? { rating, reviewCount } : before;
  const figuresAt = before.figuresAt ?? (isKnown ? at : null);
  return { rating: known.rating, reviewCount: known.reviewCount, figuresMissed, figuresAt };
}

function ratingOf({ rating, reviewCount }: Pick<PlaceState, 'rating' | 'reviewCount'>): EventSide {
  return { rating, review_count: reviewCount };
}

function noticesOf(notices: PlaceState['notices']): EventSide {
  const shown = Object.values(notices ?? {}).flatMap(({ value }) => value ?? []);
  return { notices: shown.map(({ kind, text }) => ({ kind, text })) };
}
