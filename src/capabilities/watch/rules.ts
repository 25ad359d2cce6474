import type { Notice } from '../../core/places/place.js';
import type { EventSide } from './published.js';

// When a difference between two readings of a field is told: one table for all fields of places and reviews.

export type Closure = NonNullable<EventSide['closed']>;

/** A value that differs from the known one and is not told yet, and when a reading showed it first. */
export interface Waiting {
  readonly since: number;
  readonly value: unknown;
}

/** What is known of a field. Undefined = nothing. */
export interface Fact<Value> {
  readonly value: Value | undefined;
  /** When a reading showed the value first. */
  readonly since?: number | undefined;
  readonly waiting?: Waiting | undefined;
}

/** What a reading makes of a fact. */
export interface Reading<Value> {
  readonly fact: Fact<Value>;
  /** A difference that is to be told. */
  readonly change?: { readonly from: Value; readonly to: Value };
  /** The reading showed the value of the fact, or nothing was ever known. */
  readonly isRead: boolean;
}

export interface Rule<Value> {
  /** Whether two values are the same for people. */
  readonly isSame: (one: Value, other: Value) => boolean;
  /**
   * How long readings must show a difference before it is told, in milliseconds: 0 = two readings in a row; null = it is
   * told at once. `isMass`: most reviews of the list lost the field at once.
   */
  readonly wait: (from: Value, to: Value, isMass: boolean) => number | null;
  /** Whether a reading confirms the difference that waits. */
  readonly confirms: (from: Value, waiting: Value, now: Value) => boolean;
}

const DAY_MS = 86_400_000;

/** Case, spaces and punctuation may differ between two ways to read a page. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** The text without white space: pages break lines in their own way. */
const inkOf = (text: string | null) => text?.replace(/\s+/gu, '') ?? null;
const isEmpty = (value: unknown) => value === null || value === '' || value === 0;
const twice = () => 0;
/** A value that is gone may be missing from one page only. */
const twiceIfEmpty = (_from: unknown, to: unknown) => (isEmpty(to) ? 0 : null);

function rule<Value>(own: Partial<Rule<Value>> = {}): Rule<Value> {
  const isSame = own.isSame ?? ((one: Value, other: Value) => one === other);
  return { isSame, wait: () => null, confirms: (_from, waiting, now) => isSame(waiting, now), ...own };
}

export const RULES = {
  /** The page shows one decimal (docs/provider/places.md, §8). */
  rating: rule<number>({ isSame: (one, other) => Math.round(one * 10) === Math.round(other * 10) }),
  /** Two readings in a row lie above the told count, or both below it. */
  count: rule<number>({
    wait: twice,
    confirms: (told, last, now) => Math.sign(last - told) === Math.sign(now - told),
  }),
  /** A limited view may show the address in another way: only whole readings count. */
  address: rule<string>({ isSame: (one, other) => lettersOf(one) === lettersOf(other), wait: twice }),
  /** Null = open. */
  closed: rule<Closure | null>({ wait: twiceIfEmpty }),
  /** The wording differs between pages: other numbers show that a notice has changed. Null = it is not shown. */
  notice: rule<Notice | null>({
    isSame: (one, other) =>
      one === null || other === null
        ? one === other
        : [one.min, other.min].includes(null) || (one.min === other.min && one.max === other.max),
    wait: twiceIfEmpty,
  }),
  /** Whether the provider is proven to show no such place. */
  gone: rule<boolean>({ wait: (_from, isGone) => (isGone ? 0 : null) }),
  /** The fields that reviews lack, though they are read; none = all fields are read. */
  unreadable: rule<readonly string[]>({
    isSame: (one, other) => (one.length === 0) === (other.length === 0),
    wait: (_from, fields) => (fields.length > 0 ? 0 : null),
    confirms: (_from, waiting, now) => now.some((field) => waiting.includes(field)),
  }),
  stars: rule<number>(),
  text: rule<string>({ isSame: (one, other) => inkOf(one) === inkOf(other), wait: twiceIfEmpty }),
  photos: rule<number>({ wait: twiceIfEmpty }),
  /**
   * Null = no reply. At times answers lack the replies of owners for days (docs/provider/reviews.md §3). That this
   * concerns most replies of a place at once is an assumption of this rule.
   */
  reply: rule<string | null>({
    isSame: (one, other) => inkOf(one) === inkOf(other),
    wait: (_from, to, isMass) => (isEmpty(to) ? (isMass ? DAY_MS : 0) : null),
  }),
};

/** Reads a field. A first value does not count as a change; an unknown value never differs from a known value. */
export function read<Value>(
  { isSame, wait, confirms }: Rule<Value>,
  fact: Fact<Value>,
  seen: Value | undefined,
  at: number,
  isMass = false,
): Reading<Value> {
  const { value: known, since, waiting } = fact;
  if (seen === undefined) return { fact, isRead: known === undefined };
  if (known === undefined) return { fact: { value: seen, since: at }, isRead: true };
  if (isSame(known, seen)) return { fact: { value: known, since }, isRead: true };
  const ms = wait(known, seen, isMass);
  const isAgain = waiting !== undefined && confirms(known, waiting.value as Value, seen);
  // A time in the future was written before the clock was set back.
  const first = isAgain ? Math.min(waiting.since, at) : at;
  if (ms === null || (isAgain && at - first >= ms))
    return { fact: { value: seen, since: first }, change: { from: known, to: seen }, isRead: true };
  return { fact: { value: known, since, waiting: { since: first, value: seen } }, isRead: false };
}
