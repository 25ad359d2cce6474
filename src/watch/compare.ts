import { createHash } from 'node:crypto';
import type { VisibilityReason } from '../contract/lines.js';
import type { EventSide, EventType } from '../contract/watch.js';
import type { Notice } from '../places/place.js';
import type { ReviewsSummary } from '../reviews/list-reviews.js';
import { authorOfReview } from './authors.js';
import type { SeenSubject } from './identity.js';
import {
  comparePlace,
  type FoundEvent,
  isSamePlace,
  type Lacking,
  type PlaceState,
  type SeenPlace,
  unknownPlace,
} from './place-state.js';
import type { NewRow, Row } from './schema.js';

// Compares what was known about a subject with what a check found. Pure: no database, no clock.

/** A review that a check saw. Null = unknown. */
export interface SeenReview {
  readonly id: string;
  /** The link of the review, without its query. */
  readonly url: string | null;
  readonly authorKey: string | null;
  /** True if the place's count certainly includes the review: then a complete list holds it. */
  readonly isOwn: boolean;
  readonly stars: number | null;
  /** "" = the review has no text. */
  readonly text: string | null;
  readonly photos: number | null;
  /** Null = the review has no reply; undefined = unknown. */
  readonly reply: string | null | undefined;
  readonly author: string | null;
  readonly dateText: string | null;
  /** Seconds since 1970. */
  readonly publishedAt: number | null;
}

/** How the reading of a list ended. */
type SeenList = Pick<ReviewsSummary, 'placeId' | 'complete' | 'stopReason' | 'read'>;

/** What one check of a subject found. */
export interface CheckResult {
  /** When the check ended, in milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
  readonly loads: number;
  /** Error code of a step that failed, or why a verdict does not count; null = every step was answered. */
  readonly trouble: string | null;
  /** Null = the place was not read. */
  readonly place: SeenPlace | null;
  /** Null = no list was read. */
  readonly list: SeenList | null;
  readonly reviews: readonly SeenReview[];
  /** The ids of the subject that the check saw; absent = the check did not see the subject. */
  readonly subject?: SeenSubject;
  /** Notices of the place of a single review; absent = those of `place`. */
  readonly notices?: readonly Notice[];
  /** Verdicts of single reviews, by review id; null = the review was checked without a verdict. */
  readonly verdicts: ReadonlyMap<string, VisibilityReason | null>;
}

/** A review of the ledger with its last version; null = its content was never seen. */
export interface KnownReview extends Row<'review'> {
  readonly version: Row<'review_version'> | null;
}

/** What is known about a subject before a check. */
export interface Known {
  readonly watch: Row<'watch'>;
  readonly place: PlaceState | null;
  readonly reviews: ReadonlyMap<string, KnownReview>;
}

/** Checks in a row without a result after which the owner is told. */
const MAX_FAILURES = 3;
/** Checks in a row without a result after which a watch pauses, if nothing of its subject was ever read. */
export const MAX_BLIND_FAILURES = 4;
/**
 * If a field becomes empty in at least this many reviews, and in more than this share of the reviews that had it, the
 * service can no longer read the field: it counts as unknown.
 */
const MIN_EMPTIED = 3;
const MOSTLY = 0.9;

type Content = Pick<SeenReview, 'stars' | 'text' | 'photos' | 'reply'>;

/**
 * The reviews that a check did not see and that need a verdict of their own, in the order in which they are due. A
 * review becomes missing if a complete list lacks it and an earlier list was complete, too. A missing review stays
 * missing until it is seen. A list whose reviews the provider withholds proves nothing.
 */
export function missingReviews(
  known: Known,
  list: SeenList | null,
  seen: ReadonlySet<string>,
): KnownReview[] {
  if (list === null || list.stopReason === 'withheld') return [];
  if (!isSamePlace(known.place?.placeId ?? null, list.placeId)) return [];
  const isProof = list.complete && wholeSince(known.watch) !== null;
  const waitsSince = ({ status, status_at, last_seen_at }: KnownReview) =>
    status === 'missing' ? status_at : (last_seen_at ?? 0);
  return [...known.reviews.values()]
    .filter(
      ({ review_id: id, status }) =>
        !seen.has(id) && (status === 'missing' || (isProof && status === 'visible')),
    )
    .sort(
      (one, other) =>
        waitsSince(one) - waitsSince(other) ||
        Number(other.status === 'missing') - Number(one.status === 'missing'),
    );
}

/**
 * When a whole list was read; null before the first check without trouble, because lists before that check make no
 * events.
 */
function wholeSince({ proven_at, whole_at }: Row<'watch'>): number | null {
  return proven_at === null ? null : whole_at;
}

/** Compares the result of a check with what was known. The first check with a result has no events. */
export function compare(known: Known, result: CheckResult) {
  const { watch } = known;
  const { at } = result;
  const events: FoundEvent[] = [];
  const lacked: string[] = [];
  const lacking = {
    note: (key: string) => {
      if (known.place?.lacking.includes(key) === true) return true;
      lacked.push(key);
      return false;
    },
  };
  let place = known.place ?? unknownPlace(at);
  if (result.place !== null) {
    const compared = comparePlace(known.place, result.place, at, lacking);
    place = compared.state;
    events.push(...compared.events);
  }
  const isMoved = !isSamePlace(known.place?.placeId ?? null, place.placeId);
  const whole = isMoved ? null : wholeSince(watch);
  // A list of another place proves nothing while the page of that place has not been read.
  const list = isSamePlace(place.placeId, result.list?.placeId ?? null) ? result.list : null;
  const listed = watch.kind === 'place' && list === null ? [] : result.reviews;
  const confirmed = [...result.verdicts].flatMap(([id, reason]) =>
    reason === 'visible' && known.reviews.has(id) ? [sighting(id)] : [],
  );
  const shown = [...listed, ...confirmed];

  const reviews: NewRow<'review'>[] = [];
  const versions: NewRow<'review_version'>[] = [];
  const tell = (type: EventType, reviewId: string, before: EventSide | null, after: EventSide | null) =>
    events.push({ type, reviewId, before, after });
  const unread = unreadFields(known, shown);
  for (const seen of shown) {
    const old = known.reviews.get(seen.id) ?? null;
    const row = { ...(old === null ? newRow(watch.id, seen.id, at) : rowOf(old)), ...visibleSince(old, at) };
    row.url = seen.url ?? row.url ?? null;
    row.author_key = seen.authorKey ?? row.author_key ?? null;
    row.first_seen_at ??= at;
    if (old === null || hasChanged(row, rowOf(old))) reviews.push({ ...row, last_seen_at: at });
    const isNew = seen.isOwn && whole !== null;
    const isLater = seen.publishedAt !== null && seen.publishedAt * 1_000 > place.since;
    if (old === null && watch.kind === 'place' && (isNew || isLater))
      tell('review.appeared', seen.id, null, sideOf(seen));
    if (old?.status === 'not_visible')
      tell('review.visible_again', seen.id, verdictSide(old.reason), verdictSide('visible'));
    const content = { ...seen, ...Object.fromEntries(unread.map((field) => [field, UNKNOWN[field]])) };
    const next = nextVersion(watch.id, old?.version ?? null, content, at, lacking);
    if (next.version !== null) versions.push(next.version);
    for (const { type, before, after } of next.events) tell(type, seen.id, before, after);
  }

  const seen = new Set(shown.map(({ id }) => id));
  const missing = watch.kind === 'place' && !isMoved ? missingReviews(known, list, seen) : [];
  const undecided = missing.filter(({ review_id: id }) => result.verdicts.get(id) == null);
  for (const old of undecided) {
    const verdict = result.verdicts.get(old.review_id);
    // The time of the last attempt, so that other missing reviews are checked first.
    const since = verdict === undefined && old.status === 'missing' ? old.status_at : at;
    reviews.push({ ...rowOf(old), status: 'missing', status_at: since });
  }
  const notices = (result.notices ?? result.place?.notices ?? []).map(({ kind, text }) => ({ kind, text }));
  for (const [id, reason] of result.verdicts) {
    const old = known.reviews.get(id) ?? null;
    // The author may be forgotten while the review is checked.
    if (reason === null || seen.has(id) || (old === null && watch.kind === 'place')) continue;
    const row = old === null ? newRow(watch.id, id, at) : rowOf(old);
    const since = old?.status === 'not_visible' ? old.status_at : at;
    reviews.push({ ...row, status: 'not_visible', reason, status_at: since });
    if (old !== null && old.status !== 'not_visible')
      tell('review.not_visible', id, verdictSide('visible'), {
        ...verdictSide(reason),
        ...(notices.length > 0 && { notices }),
      });
  }

  const isBlind = known.place === null && result.place === null && seen.size === 0;
  const { trouble, columns, events: troubleEvents } = troubleAfter(watch, result, isBlind);
  const isBaseline = watch.proven_at === null && trouble === null;
  const read = new Map(shown.map((one) => [one.id, one]));
  const isUnread = (key: string) => {
    const [field, id = ''] = key.split(' ') as [Emptied | 'place', string?];
    if (field === 'place') return result.place?.isWhole !== true;
    return known.reviews.has(id) && (read.get(id)?.[field] === UNKNOWN[field] || !read.has(id));
  };
  const kept = isMoved ? [] : (known.place?.lacking ?? []).filter(isUnread);
  const state = { ...place, lacking: [...kept, ...lacked] };
  return {
    events: [...troubleEvents, ...(isBaseline ? [] : events)],
    watch: {
      ...columns,
      place: isBlind ? null : JSON.stringify(state),
      proven_at: trouble === null ? at : watch.proven_at,
      whole_at: list?.complete === true ? at : isMoved ? null : watch.whole_at,
    },
    /** Why the check has no result; null = it has a result. */
    trouble,
    /** Missing reviews that are left for the next check. */
    leftOver: undecided.filter(({ review_id: id }) => !result.verdicts.has(id)).length,
    /** Reviews that are new or changed, and versions that are new or have more known fields. */
    reviews,
    versions,
    /** Reviews that were seen, also unchanged ones. */
    seen: [...seen],
  };
}

/**
 * What a check without a result changes. `isBlind`: nothing of the subject was ever read. `trouble`: why the check has no
 * result; null = it has a result. `columns`: what is written to the row of the watch. `events`: the beginning or the end
 * of a trouble, or the pause of the watch.
 */
function troubleAfter(watch: Row<'watch'>, { at, list, ...result }: CheckResult, isBlind: boolean) {
  const trouble: string | null = result.trouble ?? (list === null || list.complete ? null : list.stopReason);
  const failures = trouble === null ? 0 : watch.failures + 1;
  // One incomplete list is usual: it is shown as trouble only if the next list is incomplete, too.
  const isShown =
    trouble !== null && (result.trouble !== null || failures > 1 || watch.trouble_since !== null);
  const events: FoundEvent[] = [];
  const side = (code: string | null) => ({ trouble: code ?? 'unknown' });
  const pauses = isBlind && watch.proven_at === null && failures >= MAX_BLIND_FAILURES;
  if (failures === MAX_FAILURES || pauses)
    events.push({ type: 'watch.trouble', reviewId: null, before: null, after: side(trouble) });
  if (trouble === null && watch.failures >= MAX_FAILURES)
    events.push({ type: 'watch.recovered', reviewId: null, before: side(watch.trouble), after: null });
  const columns = {
    trouble: isShown ? trouble : null,
    trouble_since: isShown ? (watch.trouble_since ?? at) : null,
    failures,
    ...(pauses && { paused_at: at }),
  };
  return { trouble, columns, events };
}

/** A review that was seen, but whose data were not read. */
export function sighting(id: string): SeenReview {
  const unknown = { url: null, authorKey: null, stars: null, text: null, photos: null, reply: undefined };
  return { id, isOwn: true, ...unknown, author: null, dateText: null, publishedAt: null };
}

function newRow(watchId: string, reviewId: string, at: number): NewRow<'review'> {
  const unknown = { url: null, reason: null, first_seen_at: null, last_seen_at: null };
  const ids = { watch_id: watchId, review_id: reviewId, author_key: authorOfReview(reviewId) };
  return { ...ids, ...unknown, status: 'visible', status_at: at };
}

/** The row of a review as a check writes it: without `evidence`, which is written beside the checks. */
function rowOf({ version, evidence, ...row }: KnownReview): NewRow<'review'> {
  return row;
}

function visibleSince(old: KnownReview | null, at: number) {
  const since = old?.status === 'visible' ? old.status_at : at;
  return { status: 'visible', reason: null, status_at: since } as const;
}

function hasChanged(row: NewRow<'review'>, old: NewRow<'review'>): boolean {
  return (['url', 'author_key', 'status', 'first_seen_at'] as const).some((name) => row[name] !== old[name]);
}

/** The reply of a version whose reply was never read: it is published as null. */
export const UNREAD = '';
const UNKNOWN = { text: null, photos: null, reply: undefined } as const;
type Emptied = keyof typeof UNKNOWN;

/** The fields that became empty in most reviews of a list at once, because the service can no longer read them. */
function unreadFields(known: Known, seen: readonly SeenReview[]): Emptied[] {
  const fields = Object.keys(UNKNOWN) as Emptied[];
  return fields.filter((field) => {
    const had = seen.filter(({ id }) => Boolean(known.reviews.get(id)?.version?.[field]));
    const emptied = had.filter((one) => isEmpty(one[field]));
    return emptied.length >= MIN_EMPTIED && emptied.length > had.length * MOSTLY;
  });
}

function isEmpty(value: string | number | null | undefined): boolean {
  return value === '' || value === 0 || value === null;
}

/** The next version of a review and the events of the difference; an unknown value never differs from a known value. */
function nextVersion(
  watchId: string,
  old: Row<'review_version'> | null,
  seen: SeenReview,
  at: number,
  lacking: Lacking,
): { version: NewRow<'review_version'> | null; events: Omit<FoundEvent, 'reviewId'>[] } {
  const facts = { author: seen.author, date_text: seen.dateText, published_at: seen.publishedAt };
  if (old === null) {
    const isUnknown = [seen.stars, seen.text, seen.photos].every((value) => value === null);
    if (isUnknown && seen.reply === undefined) return { version: null, events: [] };
    const first = { ...contentOf(seen), ...facts };
    const key = { watch_id: watchId, review_id: seen.id, number: 1 };
    const times = { first_seen_at: at, last_seen_at: at };
    return { version: { ...key, hash: hashOf(first), ...first, ...times }, events: [] };
  }
  /** True if the known value stays: the field is unknown, or it is empty for the first time. */
  const isKept = (field: Emptied) =>
    seen[field] === UNKNOWN[field] ||
    (isEmpty(seen[field]) && Boolean(old[field]) && !lacking.note(`${field} ${seen.id}`));
  const stars = seen.stars ?? old.stars;
  const text = isKept('text') ? old.text : seen.text;
  const photos = isKept('photos') ? old.photos : seen.photos;
  const reply = isKept('reply') ? old.reply : (seen.reply ?? null);
  const isEdited = {
    stars: old.stars !== null && stars !== old.stars,
    text: old.text !== null && letters(text) !== letters(old.text),
    photo_count: old.photos !== null && photos !== old.photos,
  };
  const wasUnread = old.reply === UNREAD;
  const hasReplyChanged = !wasUnread && letters(reply) !== letters(old.reply);
  const content = {
    stars,
    text: old.text === null || isEdited.text ? text : old.text,
    photos,
    reply: hasReplyChanged || wasUnread ? reply : old.reply,
  };
  const events: Omit<FoundEvent, 'reviewId'>[] = [];
  const edited = (Object.keys(isEdited) as (keyof typeof isEdited)[]).filter((name) => isEdited[name]);
  const side = (of: Content): EventSide => {
    const all = { stars: of.stars, text: of.text, photo_count: of.photos };
    return Object.fromEntries(edited.map((name) => [name, all[name]]));
  };
  if (edited.length > 0) events.push({ type: 'review.edited', before: side(old), after: side(content) });
  if (hasReplyChanged) {
    const type = old.reply === null ? 'reply.appeared' : reply === null ? 'reply.withdrawn' : 'reply.edited';
    events.push({ type, before: { reply: old.reply }, after: { reply } });
  }
  const hash = hashOf(content);
  const named = { author: seen.author ?? old.author, published_at: old.published_at ?? seen.publishedAt };
  if (events.length > 0) {
    const next = { ...old, ...content, ...facts, ...named, number: old.number + 1, hash };
    return { version: { ...next, first_seen_at: at, last_seen_at: at }, events };
  }
  if (hash === old.hash && named.author === old.author) return { version: null, events };
  // A field has become known, or the author has another name: the version stays the same.
  return { version: { ...old, ...content, ...named, hash, last_seen_at: at }, events };
}

function contentOf({ stars, text, photos, reply }: Content) {
  return { stars, text, photos, reply: reply === undefined ? UNREAD : reply };
}

/** The text without white space: pages break lines in their own way. */
function letters(text: string | null | undefined): string | null {
  return text?.replace(/\s+/gu, '') ?? null;
}

function hashOf({ stars, text, photos, reply }: Content): string {
  const content = JSON.stringify([stars, text, photos, reply ?? null]);
  return createHash('sha256').update(content).digest('base64url');
}

function sideOf({ stars, text, photos, reply }: SeenReview): EventSide {
  return { stars, text, photo_count: photos, ...(reply != null && { reply }) };
}

function verdictSide(reason: string | null): EventSide {
  return reason === null ? {} : { visibility_reason: reason as VisibilityReason };
}
