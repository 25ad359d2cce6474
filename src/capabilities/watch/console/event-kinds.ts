import type { Tone } from '../../../kit/ui/signs.js';
import type { EventData, EventType, WatchData } from '../published.js';

/** The types of events by what they mean for a reader. */
const KINDS = {
  new: ['review.appeared'],
  lost: ['review.not_visible', 'place.gone'],
  back: ['review.visible_again', 'place.shown_again'],
  changed: ['review.edited', 'reply.appeared', 'reply.edited', 'reply.withdrawn'],
  unproven: ['review.missing', 'watch.trouble', 'watch.recovered'],
  place: ['place.rating_changed', 'notice.changed', 'place.closed', 'place.reopened', 'place.moved'],
} as const satisfies Readonly<Record<string, readonly EventType[]>>;
export type EventKind = keyof typeof KINDS;
export const EVENT_KINDS = Object.keys(KINDS) as EventKind[];

export const kindOfType = (type: string): EventKind | null =>
  EVENT_KINDS.find((kind) => (KINDS[kind] as readonly string[]).includes(type)) ?? null;

const SIGNS: Readonly<Record<EventKind, readonly [tone: Tone, sign: string]>> = {
  new: ['plain', '+'],
  lost: ['bad', '✕'],
  back: ['good', '✓'],
  changed: ['changed', '✎'],
  unproven: ['warn', '?'],
  place: ['plain', '•'],
};

/** The colour and sign of an event, in lists and charts. */
export function signOf(type: EventType): readonly [tone: Tone, sign: string] {
  if (type === 'watch.recovered') return ['good', '✓'];
  return SIGNS[kindOfType(type) ?? 'place'];
}

/** What one check found: causes, and what followed from them. */
export interface CheckEvents {
  readonly key: string;
  readonly causes: readonly EventData[];
  readonly effects: readonly EventData[];
}

/** The events of each check, in their order. Rating and count follow from reviews of the same check, if it found any. */
export function byCheck(events: readonly EventData[], all: readonly EventData[] = events): CheckEvents[] {
  const keyOf = ({ watch_id: watch, check_id: check, at }: EventData) => `${watch} ${check} ${at}`;
  const isEffect = ({ type }: EventData) => type === 'place.rating_changed';
  const keys = [...new Set(events.map(keyOf))];
  return keys.map((key) => {
    const own = events.filter((event) => keyOf(event) === key);
    const causes = own.filter((event) => !isEffect(event));
    if (causes.length === 0) return { key, causes: own, effects: [] };
    return { key, causes, effects: all.filter((event) => keyOf(event) === key && isEffect(event)) };
  });
}

/** What a reader has to see first: lost reviews, new ones with few stars, other reviews, the rest. */
export function weightOf({ causes }: CheckEvents): number {
  const weights = causes.map(({ type, stars }) => {
    const kind = kindOfType(type);
    if (kind === 'lost') return 0;
    if (kind === 'new' && stars !== null && stars <= 2) return 1;
    return kind === 'place' || kind === 'unproven' ? 3 : 2;
  });
  return Math.min(...weights);
}

/** Groups in the order of their first member. */
export function grouped<T>(all: readonly T[], nameOf: (one: T) => string): [name: string, ofName: T[]][] {
  return [...new Set(all.map(nameOf))].map((name) => [name, all.filter((one) => nameOf(one) === name)]);
}

/** The changes of ratings in the last 30 days, by the id of the watch; null = not known. Without an entry, none was told. */
export type Changes = ReadonlyMap<string, number | null>;

/** The changes by all events about ratings and places since the day `from`. A place with another Place ID is another place. */
export function changesOf(watches: readonly WatchData[], told: readonly EventData[], from: string): Changes {
  const toldOf = new Map(grouped(told, ({ watch_id: id }) => id));
  const changes = new Map<string, number | null>();
  for (const { id, figures } of watches.filter(({ kind }) => kind === 'place')) {
    const events = toldOf.get(id) ?? [];
    const first = events.find(({ before, after }) => (before?.rating ?? after?.rating) != null);
    const [now = null, was = null] = [figures?.rating, first?.before?.rating];
    const isOther = events.some(({ after }) => after?.place_id !== undefined);
    const isKnown = now !== null && !isOther && (figures?.at ?? '') >= from;
    if (!isKnown || first !== undefined) changes.set(id, isKnown && was !== null ? now - was : null);
  }
  return changes;
}
