import type { CheckResult, Known, SeenReview } from './known.js';
import { isRead, type Nominated, nominate } from './nominate.js';
import {
  EMPTIED,
  type Emptied,
  type Look,
  observeLoss,
  observeMissed,
  observeShown,
  sighting,
} from './observe-review.js';
import {
  byKey,
  type FoundEvent,
  isSamePlace,
  observeGone,
  observePlace,
  type PlaceState,
  unknownPlace,
} from './place-state.js';
import type { EventType } from './published.js';
import { RULES, read } from './rules.js';
import type { Row } from './schema.js';

// What a check makes of what was known about a subject. Pure: no database, no clock. rules.ts says when a difference is
// told.

/** Checks in a row without a result after which the owner is told. */
const MAX_FAILURES = 3;
/** If nothing of the subject was ever read: after which the watch pauses, and its owner is told. */
const MAX_BLIND_FAILURES = 4;
/** Lists that lack a review before its owner is told that it is missing without a verdict. */
const MISSED_LISTS = 3;
/** How a list ends that is a result: the others were disturbed. A list below the place's count covers what it read. */
const RESULTS: readonly string[] = ['end', 'provider_limit', 'max_pages', 'unreadable'];
/** Most reviews that had a field lack it: at least this many, and more than this share of them. */
const MIN_EMPTIED = 3;
const MOSTLY = 0.9;
/** The trouble of reviews that are read, but for a field whose shape is not understood. */
const UNREADABLE = 'field_unreadable';

/** The record after a check, as it is written: the only source of events. */
export function observe(known: Known, result: CheckResult) {
  const { watch, reviews: before, deletedUntil } = known;
  const { at, verdicts } = result;
  const isGone = result.isGone === true;
  const earlier = known.place ?? unknownPlace(at);
  const { state: place, events: ofPlace } =
    result.place !== null
      ? observePlace(known.place, result.place, at)
      : isGone
        ? observeGone(earlier, at)
        : { state: earlier, events: [] };
  const isMoved = !isSamePlace(known.place?.placeId ?? null, place.placeId);
  // A list of another place proves nothing while the page of that place has not been read.
  const list = isSamePlace(place.placeId, result.list?.placeId ?? null) ? result.list : null;
  const listed = watch.kind === 'place' && list === null ? [] : result.reviews;
  const pages = new Map(result.pages?.map((one) => [one.id, one]));
  const confirmed = [...verdicts].flatMap(([id, reason]) =>
    reason === 'visible' && before.has(id) ? [pages.get(id) ?? sighting(id)] : [],
  );
  const shown = [...listed, ...confirmed];
  const seen = new Set(shown.map(({ id }) => id));
  const isListed = isRead(list);
  // The list of a place that is another one now says nothing about the reviews that are known.
  const looks = isGone || (isListed && !isMoved) ? looksWith(at, place.looks) : place.looks;
  const unread = EMPTIED.filter((field) =>
    haveMostLost(known, listed, field, field === 'reply' ? undefined : null),
  );
  const notices = byKey(result.notices ?? result.place?.notices ?? []);
  const look: Look = {
    ...{ at, watch, place, shown, deletedUntil, unread },
    thirdLook: { before: thirdOf(place.looks), now: thirdOf(looks) },
    ...{ hasUnread: (list?.unread ?? 0) > 0, isWholeKnown: !isMoved && watch.whole_at !== null },
    alone: new Set((watch.kind === 'review' ? listed : confirmed).map(({ id }) => id)),
    areRepliesLost: haveMostLost(known, listed, 'reply', null),
    notices: notices.map(([, { kind, text }]) => ({ kind, text })),
  };
  const nominated = isMoved ? [] : nominate(known, { at, list, reviews: listed, isGone });
  const missed = nominated.filter(
    ({ review: { review_id: id } }) => verdicts.get(id) == null && !seen.has(id),
  );
  const observed = [
    ...shown.map((one) => observeShown(one, before.get(one.id) ?? null, look)),
    ...missed.map((one) => observeMissed(one, verdicts.has(one.review.review_id) ? null : undefined, look)),
    ...[...verdicts].flatMap(([id, reason]) => {
      const old = before.get(id) ?? null;
      // The author may be forgotten while the review is checked.
      const isOther = old === null && watch.kind === 'place';
      return reason === null || seen.has(id) || isOther ? [] : [observeLoss(id, reason, old, look)];
    }),
  ];
  const rows = observed.map(({ row }) => row);
  const after = [...new Map([...before.values(), ...rows].map((row) => [row.review_id, row])).values()];
  const isBlind = known.place === null && result.place === null && seen.size === 0 && !isGone;
  const { fact: unreadable } = read(
    RULES.unreadable,
    place.facts.unreadable,
    listed.length === 0 ? undefined : unread,
    at,
  );
  const isUnreadable = [place.facts.unreadable, unreadable].map(({ value = [] }) => value.length > 0);
  const { trouble, columns, events: troubles } = troubleAfter(watch, result, isUnreadable, isBlind);
  const wholeAt = list?.complete === true ? at : isMoved ? null : watch.whole_at;
  const state: PlaceState = {
    ...place,
    ...{ looks, facts: { ...place.facts, unreadable } },
    list:
      trouble === null && list !== null
        ? { at, read: list.read, unread: list.unread, total: list.total, isComplete: list.complete }
        : isMoved
          ? null
          : place.list,
  };
  const ofReviews = observed.flatMap(({ row, events }) =>
    events.map((event): FoundEvent => ({ ...event, reviewId: row.review_id, review: row })),
  );
  return {
    events: [...troubles, ...ofPlace, ...ofReviews],
    watch: {
      ...columns,
      place: isBlind ? null : JSON.stringify(state),
      proven_at: trouble === null ? at : watch.proven_at,
      whole_at: wholeAt,
    },
    /** Why the check has no result; null = it has a result. */
    trouble,
    /** Reviews that are new or changed. */
    reviews: rows.filter((row) => hasChanged(row, before.get(row.review_id))),
    /** Reviews that were seen, also unchanged ones, and of these the reviews whose known content was read. */
    seen: [...seen],
    content: rows
      .filter(({ review_id: id, read_at: readAt }) => seen.has(id) && readAt === at)
      .map(({ review_id: id }) => id),
    counts: {
      pending: pendingAfter(after, state, wholeAt, look, missed),
      ...(trouble === null && countsOf(after, isListed || watch.kind === 'review' ? seen : null)),
    },
  };
}

/** The times of the last lists. A time in the future was written before the clock was set back. */
const looksWith = (at: number, before: readonly number[]) =>
  [...before.filter((one) => one < at), at].slice(-MISSED_LISTS);

/** The time of the list before the last two; no time is before it while there are fewer lists. */
const thirdOf = (looks: readonly number[]): number => looks.at(-MISSED_LISTS) ?? Number.NEGATIVE_INFINITY;

/** How many reviews a check saw, and how many are proven not visible. `seen`: null = no list was read. */
function countsOf(after: readonly Row<'review'>[], seen: ReadonlySet<string> | null) {
  const visible = seen?.size ?? null;
  const gone = after.filter(({ status }) => status === 'not_visible').length;
  return { visible, not_visible: gone, unknown: after.length - (visible ?? 0) - gone };
}

/**
 * How many values and reviews are open after a check, whether it has a result or not: differences that wait for a further
 * reading; reviews that wait for a verdict, also after the last whole list, or a list with unreadable records, lacked
 * them; and reviews whose content was not read when they were seen last. The page of the place is one more.
 */
function pendingAfter(
  after: readonly Row<'review'>[],
  { facts, notices, isWhole }: PlaceState,
  wholeAt: number | null,
  { hasUnread, watch }: Look,
  missed: readonly Nominated[],
): number {
  const lacked = new Set(missed.flatMap((one) => (hasUnread && one.isPassed ? one.review.review_id : [])));
  const isOpen = ({ status, waiting, ...row }: Row<'review'>) => {
    if (status !== 'visible' || lacked.has(row.review_id)) return status !== 'not_visible';
    const seenAt = row.last_seen_at ?? 0;
    return waiting !== null || seenAt < (wholeAt ?? 0) || (row.read_at ?? 0) < seenAt;
  };
  const ofPlace = [...Object.values(facts), ...Object.values(notices ?? {})];
  const waits = ofPlace.filter(({ waiting }) => waiting !== undefined).length;
  return waits + after.filter(isOpen).length + Number(watch.kind === 'place' && !isWhole);
}

/** The times of sightings are written for all seen reviews at once. */
const TIMES: ReadonlySet<string> = new Set(['last_seen_at', 'read_at']);

function hasChanged(row: Row<'review'>, old: Row<'review'> | undefined): boolean {
  const names = Object.keys(row) as (keyof Row<'review'>)[];
  return old === undefined || names.some((name) => !TIMES.has(name) && row[name] !== old[name]);
}

/** Whether most reviews of a list that had a field lost it at once. `lost`: the value of a lost field. */
function haveMostLost(
  known: Known,
  listed: readonly SeenReview[],
  field: Emptied,
  lost: null | undefined,
): boolean {
  const had = listed.filter(({ id }) => Boolean(known.reviews.get(id)?.[field]));
  const lacking = had.filter((one) => (field === 'reply' ? one.reply === lost : !one[field]));
  return lacking.length >= MIN_EMPTIED && lacking.length > had.length * MOSTLY;
}

/**
 * What the trouble of a check changes. `trouble`: why the check has no result; null = it has a result. `columns`: what
 * is written to the row of the watch. `events`: the beginning or the end of a trouble. `wasUnreadable`,
 * `isUnreadable`: whether fields cannot be read, before and after the check. `isUnread`: no check read the subject.
 */
function troubleAfter(
  watch: Row<'watch'>,
  { at, list, ...result }: CheckResult,
  [wasUnreadable = false, isUnreadable = false]: readonly boolean[],
  isUnread: boolean,
) {
  const trouble: string | null =
    result.trouble ?? (list === null || RESULTS.includes(list.stopReason) ? null : list.stopReason);
  const failures = trouble === null ? 0 : watch.failures + 1;
  // One disturbed list is usual: it is shown as trouble only if the next list is disturbed, too. The first check has no
  // earlier result to show instead.
  const isShown =
    trouble !== null &&
    (result.trouble !== null || failures > 1 || watch.trouble_since !== null || watch.proven_at === null);
  const events: FoundEvent[] = [];
  const side = (code: string | null) => ({ trouble: code ?? 'unknown' });
  const isBlind = isUnread && watch.proven_at === null;
  const wasBlind = watch.place === null && watch.proven_at === null;
  const wasTold = watch.failures >= (wasBlind ? MAX_BLIND_FAILURES : MAX_FAILURES);
  const pauses = isBlind && failures >= MAX_BLIND_FAILURES;
  const tell = (type: EventType, before: string | null, after: string | null) =>
    events.push({
      ...{ type, reviewId: null },
      before: before === null ? null : side(before),
      after: after === null ? null : side(after),
    });
  if (pauses || (!isBlind && !wasTold && failures >= MAX_FAILURES)) tell('watch.trouble', null, trouble);
  if (trouble === null && wasTold) tell('watch.recovered', watch.trouble ?? 'unknown', null);
  if (!wasUnreadable && isUnreadable) tell('watch.trouble', null, UNREADABLE);
  if (wasUnreadable && !isUnreadable) tell('watch.recovered', UNREADABLE, null);
  const now = isShown ? trouble : trouble === null && isUnreadable ? UNREADABLE : null;
  const columns = {
    trouble: now,
    trouble_since: now === null ? null : (watch.trouble_since ?? at),
    failures,
    ...(pauses && { paused_at: at }),
  };
  return { trouble, columns, events };
}
