import { createHash } from 'node:crypto';
import type { VisibilityReason } from '../../core/published/lines.js';
import { authorOfReview } from './authors.js';
import type { CheckResult, Known, KnownReview, SeenReview } from './known.js';
import { nominate } from './nominate.js';
import {
  comparePlace,
  type FoundEvent,
  isSamePlace,
  type Lacking,
  type PlaceState,
  unknownPlace,
  withGone,
} from './place-state.js';
import type { EventSide, EventType } from './published.js';
import type { NewRow, Row } from './schema.js';

// Compares what was known about a subject with what a check found. Pure: no database, no clock.

/** Checks in a row without a result after which the owner is told. */
const MAX_FAILURES = 3;
/** Checks in a row without a result after which a watch pauses, if nothing of its subject was ever read. */
const MAX_BLIND_FAILURES = 4;
/** Lists that lack a review before its owner is told that it is missing without a verdict. */
const MISSED_LISTS = 3;
/** How a list ends that is a result: the others were disturbed. A list below the place's count covers what it read. */
const RESULTS: readonly string[] = ['end', 'provider_limit', 'max_pages'];
/**
 * Most reviews that had a field lack it if at least this many lack it, and more than this share of the reviews that had
 * it.
 */
const MIN_EMPTIED = 3;
const MOSTLY = 0.9;
/** How long most replies of a place must be gone: the provider drops them for days at times. */
const REPLIES_MS = 86_400_000;

type Content = Pick<SeenReview, 'stars' | 'text' | 'photos' | 'reply'>;

/** Compares the result of a check with what was known. A value that had no earlier value makes no event. */
export function compare(known: Known, result: CheckResult) {
  const { watch } = known;
  const { at } = result;
  const events: FoundEvent[] = [];
  const lacked = new Map<string, number>();
  const lacking: Lacking = {
    note: (key, forMs = 0) => {
      const since = known.place?.lacking[key];
      if (since !== undefined && at - since >= forMs) return true;
      lacked.set(key, since ?? at);
      return false;
    },
  };
  let place = known.place ?? unknownPlace(at);
  if (result.place !== null) {
    const compared = comparePlace(known.place, result.place, at, lacking);
    place = compared.state;
    events.push(...compared.events);
  } else if (result.isGone === true) {
    const gone = withGone(place, at);
    place = gone.state;
    events.push(...gone.events);
  }
  const isMoved = !isSamePlace(known.place?.placeId ?? null, place.placeId);
  const whole = isMoved ? null : watch.whole_at;
  // A list of another place proves nothing while the page of that place has not been read.
  const list = isSamePlace(place.placeId, result.list?.placeId ?? null) ? result.list : null;
  const listed = watch.kind === 'place' && list === null ? [] : result.reviews;
  const confirmed = [...result.verdicts].flatMap(([id, reason]) =>
    reason === 'visible' && known.reviews.has(id) ? [sighting(id)] : [],
  );
  const alone = new Set(watch.kind === 'review' ? listed.map(({ id }) => id) : confirmed.map(({ id }) => id));
  const shown = [...listed, ...confirmed];
  const isLook = result.isGone === true || (list !== null && (list.complete || list.read > 0));
  const looks = isLook ? [...place.looks, at].slice(-MISSED_LISTS) : place.looks;
  const isMissingTold = ({ status, first_missed_at: missed }: KnownReview) =>
    status === 'missing' && missed !== null && missed <= thirdOf(place.looks);

  const reviews: NewRow<'review'>[] = [];
  const versions: NewRow<'review_version'>[] = [];
  const tell = (event: Omit<FoundEvent, 'before' | 'after'> & Partial<FoundEvent>) =>
    events.push({ before: null, after: null, ...event });
  const unread = unreadFields(known, listed);
  const waitMs = haveMostLost(known, listed, 'reply', ({ reply }) => reply === null) ? REPLIES_MS : 0;
  const content: string[] = [];
  for (const seen of shown) {
    const old = known.reviews.get(seen.id) ?? null;
    const row = { ...(old === null ? newRow(watch.id, seen.id, at) : rowOf(old)), ...visibleSince(old, at) };
    row.url = seen.url ?? row.url ?? null;
    row.author_key = seen.authorKey ?? row.author_key ?? null;
    row.first_seen_at ??= at;
    if (alone.has(seen.id)) Object.assign(row, proofAfter(old, 'visible', at));
    else row.proofs = 0;
    if (old === null || hasChanged(row, rowOf(old))) reviews.push({ ...row, last_seen_at: at });
    const isNew = seen.isOwn && whole !== null;
    const isLater = seen.publishedAt !== null && seen.publishedAt * 1_000 > place.since;
    // A review that is older than a part of the record that retention deleted was most likely in that part.
    const wasDeleted = seen.publishedAt !== null && seen.publishedAt * 1_000 <= (known.deletedUntil ?? 0);
    const isUnknown = old === null && watch.kind === 'place' && (isNew || isLater);
    if (isUnknown && !wasDeleted) tell({ type: 'review.appeared', reviewId: seen.id, after: sideOf(seen) });
    if (isUnknown ? wasDeleted : old?.status === 'not_visible' || (old !== null && isMissingTold(old)))
      tell({
        type: 'review.visible_again',
        reviewId: seen.id,
        before: old?.status === 'not_visible' ? verdictSide(old.reason) : null,
        after: verdictSide('visible'),
      });
    const masked = { ...seen, ...Object.fromEntries(unread.map((field) => [field, UNKNOWN[field]])) };
    const next = nextVersion(watch.id, old?.version ?? null, masked, at, (field) =>
      lacking.note(`${field} ${seen.id}`, field === 'reply' ? waitMs : 0),
    );
    if (next.isRead) content.push(seen.id);
    if (next.version !== null) versions.push(next.version);
    for (const event of next.events) tell({ ...event, reviewId: seen.id });
  }

  const notices = (result.notices ?? result.place?.notices ?? []).map(({ kind, text }) => ({ kind, text }));
  const seen = new Set(shown.map(({ id }) => id));
  const nominated =
    watch.kind === 'place' && !isMoved
      ? nominate(known, { at, list, reviews: listed, isGone: result.isGone === true })
      : [];
  for (const { review: old, isPassed } of nominated) {
    const id = old.review_id;
    const verdict = result.verdicts.get(id);
    if (verdict != null || seen.has(id)) continue;
    // A list that lacks a review that its own page shows does not date its loss.
    const missed = old.first_missed_at ?? (isPassed && old.proofs === 0 ? at : null);
    const isMissing = missed !== null && old.status !== 'not_visible';
    const tried = verdict === null ? at : old.last_proof_at;
    const since = old.status === 'missing' ? old.status_at : at;
    const status = isMissing ? { status: 'missing' as const, status_at: since, first_missed_at: missed } : {};
    const row = { ...rowOf(old), ...status, last_proof_at: tried };
    if (hasChanged(row, rowOf(old))) reviews.push(row);
    const isDue = isMissing && missed <= thirdOf(looks) && !isMissingTold(old);
    if (isDue)
      tell({
        type: 'review.missing',
        reviewId: id,
        after: notices.length > 0 ? { notices } : null,
        lastSeenAt: old.last_seen_at,
        firstMissedAt: missed,
      });
  }
  for (const [id, reason] of result.verdicts) {
    const old = known.reviews.get(id) ?? null;
    // The author may be forgotten while the review is checked.
    if (reason === null || seen.has(id) || (old === null && watch.kind === 'place')) continue;
    const row = old === null ? newRow(watch.id, id, at) : rowOf(old);
    const since = old?.status === 'not_visible' ? old.status_at : at;
    const missed = old?.first_missed_at ?? at;
    const proof = { ...proofAfter(old, 'not_visible', at), first_missed_at: missed };
    reviews.push({ ...row, ...proof, status: 'not_visible', reason, status_at: since });
    if (old === null || old.status === 'not_visible') continue;
    const key = old.author_key;
    const other = key === null ? undefined : shown.find((one) => one.id !== id && one.authorKey === key);
    tell({
      type: 'review.not_visible',
      reviewId: id,
      before: verdictSide('visible'),
      after: { ...verdictSide(reason), ...(notices.length > 0 && { notices }) },
      lastSeenAt: old.last_seen_at,
      firstMissedAt: missed,
      sameAuthorReviewId: other?.id ?? null,
    });
  }

  const isBlind = known.place === null && result.place === null && seen.size === 0 && result.isGone !== true;
  const unreadable = unreadableSince(place, listed.length === 0 ? null : unread, at, lacking);
  const {
    trouble,
    columns,
    events: troubleEvents,
  } = troubleAfter(watch, result, [place.unreadableSince, unreadable], isBlind);
  const read = new Map(shown.map((one) => [one.id, one]));
  const isUnread = (key: string) => {
    const [field, id = ''] = key.split(' ') as [Emptied | 'place' | 'unread', string?];
    if (field === 'place') return result.place?.isWhole !== true;
    if (field === 'unread') return listed.length === 0;
    return known.reviews.has(id) && (read.get(id)?.[field] === UNKNOWN[field] || !read.has(id));
  };
  const kept = isMoved ? [] : Object.entries(known.place?.lacking ?? {}).filter(([key]) => isUnread(key));
  const covered =
    trouble === null && list !== null
      ? { at, read: list.read, total: list.total, isComplete: list.complete }
      : isMoved
        ? null
        : place.list;
  const state: PlaceState = {
    ...place,
    looks,
    list: covered,
    unreadableSince: unreadable,
    lacking: Object.fromEntries([...kept, ...lacked]),
  };
  const stars = new Map(versions.map(({ review_id: id, stars }) => [id, stars ?? null]));
  const starsOf = (id: string) => stars.get(id) ?? known.reviews.get(id)?.version?.stars ?? null;
  const told = [...troubleEvents, ...events].map(
    (one): FoundEvent => (one.reviewId === null ? one : { ...one, stars: starsOf(one.reviewId) }),
  );
  return {
    events: told,
    watch: {
      ...columns,
      place: isBlind ? null : JSON.stringify(state),
      proven_at: trouble === null ? at : watch.proven_at,
      whole_at: list?.complete === true ? at : isMoved ? null : watch.whole_at,
    },
    /** Why the check has no result; null = it has a result. */
    trouble,
    /** Missing reviews that are left for the next check. */
    leftOver: nominated.filter(
      ({ review: { review_id: id, status }, isPassed }) =>
        (isPassed || status === 'missing') && !result.verdicts.has(id) && !seen.has(id),
    ).length,
    /** Reviews that are new or changed, and versions that are new or have more known fields. */
    reviews,
    versions,
    /** Reviews that were seen, also unchanged ones, and of these the reviews whose known content was read. */
    seen: [...seen],
    content,
    counts: trouble === null ? countsAfter(known, reviews, seen) : null,
  };
}

/** The time of the list before the last two; no time is before it while there are fewer lists. */
function thirdOf(looks: readonly number[]): number {
  return looks.at(-MISSED_LISTS) ?? Number.NEGATIVE_INFINITY;
}

/** The columns of a proof: `proofs` counts proofs in a row with the same answer. */
function proofAfter(old: KnownReview | null, status: 'visible' | 'not_visible', at: number) {
  const isSame = old !== null && (old.status === 'not_visible') === (status === 'not_visible');
  return { last_proof_at: at, proofs: isSame ? old.proofs + 1 : 1 };
}

/** How many reviews this check saw, how many are proven not visible, and of how many neither is known now. */
function countsAfter(known: Known, changed: readonly NewRow<'review'>[], seen: ReadonlySet<string>) {
  const statuses = new Map<string, string>();
  for (const [id, { status }] of known.reviews) statuses.set(id, status);
  for (const { review_id: id, status } of changed) statuses.set(id, status);
  const notVisible = [...statuses.values()].filter((status) => status === 'not_visible').length;
  return { visible: seen.size, not_visible: notVisible, unknown: statuses.size - seen.size - notVisible };
}

/** Since when two readings in a row had fields that cannot be read. `unread`: null = no review was read. */
function unreadableSince(
  { unreadableSince: since }: PlaceState,
  unread: readonly Emptied[] | null,
  at: number,
  lacking: Lacking,
): number | null {
  if (unread === null) return since;
  if (unread.length === 0) return null;
  const isAgain = unread.map((field) => lacking.note(`unread ${field}`)).includes(true);
  return since ?? (isAgain ? at : null);
}

/**
 * What the trouble of a check changes. `trouble`: why the check has no result; null = it has a result. `columns`: what
 * is written to the row of the watch. `events`: the beginning or the end of a trouble. `unreadable`: since when fields
 * cannot be read, before and after the check. `isBlind`: nothing of the subject was ever read.
 */
function troubleAfter(
  watch: Row<'watch'>,
  { at, list, ...result }: CheckResult,
  [wasUnreadable, unreadable]: readonly [before: number | null, after: number | null],
  isBlind: boolean,
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
  const pauses = isBlind && watch.proven_at === null && failures >= MAX_BLIND_FAILURES;
  const tell = (type: EventType, before: string | null, after: string | null) =>
    events.push({
      ...{ type, reviewId: null },
      before: before === null ? null : side(before),
      after: after === null ? null : side(after),
    });
  if (failures === MAX_FAILURES || pauses) tell('watch.trouble', null, trouble);
  if (trouble === null && watch.failures >= MAX_FAILURES)
    tell('watch.recovered', watch.trouble ?? 'unknown', null);
  if (wasUnreadable === null && unreadable !== null) tell('watch.trouble', null, UNREADABLE);
  if (wasUnreadable !== null && unreadable === null) tell('watch.recovered', UNREADABLE, null);
  const now = isShown ? trouble : trouble === null && unreadable !== null ? UNREADABLE : null;
  const columns = {
    trouble: now,
    trouble_since: now === null ? null : (watch.trouble_since ?? at),
    failures,
    ...(pauses && { paused_at: at }),
  };
  return { trouble, columns, events };
}

/** The trouble of reviews that are read, but for a field whose shape is not understood. */
const UNREADABLE = 'field_unreadable';

/** A review that was seen, but whose data were not read. */
export function sighting(id: string): SeenReview {
  const unknown = { url: null, authorKey: null, stars: null, text: null, photos: null, reply: undefined };
  return { id, isOwn: true, ...unknown, author: null, dateText: null, publishedAt: null, editedAt: null };
}

function newRow(watchId: string, reviewId: string, at: number): NewRow<'review'> {
  const unknown = { url: null, reason: null, first_seen_at: null, last_seen_at: null, first_missed_at: null };
  const ids = { watch_id: watchId, review_id: reviewId, author_key: authorOfReview(reviewId) };
  return { ...ids, ...unknown, last_proof_at: null, proofs: 0, status: 'visible', status_at: at };
}

/** The row of a review as a check writes it. */
function rowOf({ version, ...row }: KnownReview): NewRow<'review'> {
  return row;
}

function visibleSince(old: KnownReview | null, at: number) {
  const since = old?.status === 'visible' ? old.status_at : at;
  return { status: 'visible', reason: null, status_at: since, first_missed_at: null } as const;
}

function hasChanged(row: NewRow<'review'>, old: NewRow<'review'>): boolean {
  const names = Object.keys(row) as (keyof NewRow<'review'>)[];
  return names.some((name) => row[name] !== old[name]);
}

/** The reply of a version whose reply was never read: it is published as null. */
export const UNREAD = '';
const UNKNOWN = { text: null, photos: null, reply: undefined } as const;
type Emptied = keyof typeof UNKNOWN;

/** Whether most reviews of a list that had a field lost it at once. */
function haveMostLost(
  known: Known,
  listed: readonly SeenReview[],
  field: Emptied,
  isLost: (review: SeenReview) => boolean,
): boolean {
  const had = listed.filter(({ id }) => Boolean(known.reviews.get(id)?.version?.[field]));
  const lost = had.filter(isLost);
  return lost.length >= MIN_EMPTIED && lost.length > had.length * MOSTLY;
}

/** The fields that cannot be read any more. A reply that its record proves empty is read. */
function unreadFields(known: Known, listed: readonly SeenReview[]): Emptied[] {
  const fields = Object.keys(UNKNOWN) as Emptied[];
  return fields.filter((field) =>
    haveMostLost(known, listed, field, (one) =>
      field === 'reply' ? one.reply === undefined : isEmpty(one[field]),
    ),
  );
}

function isEmpty(value: string | number | null | undefined): boolean {
  return value === '' || value === 0 || value === null;
}

/**
 * The next version of a review and the events of the difference; an unknown value never differs from a known value.
 * `isRead`: every known value was read. `isGone`: whether a value that is empty now has been empty long enough.
 */
function nextVersion(
  watchId: string,
  old: Row<'review_version'> | null,
  seen: SeenReview,
  at: number,
  isGone: (field: Emptied) => boolean,
): { version: NewRow<'review_version'> | null; events: Omit<FoundEvent, 'reviewId'>[]; isRead: boolean } {
  const { author, dateText, publishedAt, editedAt } = seen;
  const facts = { author, date_text: dateText, published_at: publishedAt, edited_at: editedAt };
  if (old === null) {
    const isUnknown = [seen.stars, seen.text, seen.photos].every((value) => value === null);
    if (isUnknown && seen.reply === undefined) return { version: null, events: [], isRead: false };
    const first = { ...contentOf(seen), ...facts };
    const key = { watch_id: watchId, review_id: seen.id, number: 1 };
    const times = { first_seen_at: at, last_seen_at: at };
    return { version: { ...key, hash: hashOf(first), ...first, ...times }, events: [], isRead: true };
  }
  /** True if the known value stays: the field is unknown, or it is not empty for long enough. */
  const isKept = (field: Emptied) =>
    seen[field] === UNKNOWN[field] || (isEmpty(seen[field]) && Boolean(old[field]) && !isGone(field));
  const kept = { text: isKept('text'), photos: isKept('photos'), reply: isKept('reply') };
  const isRead =
    (seen.stars !== null || old.stars === null) &&
    (!kept.text || old.text === null) &&
    (!kept.photos || old.photos === null) &&
    (!kept.reply || old.reply === UNREAD);
  const stars = seen.stars ?? old.stars;
  const text = kept.text ? old.text : seen.text;
  const photos = kept.photos ? old.photos : seen.photos;
  const reply = kept.reply ? old.reply : (seen.reply ?? null);
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
  const named = {
    author: author ?? old.author,
    published_at: old.published_at ?? publishedAt,
    edited_at: editedAt ?? old.edited_at,
  };
  if (events.length > 0) {
    const next = { ...old, ...content, ...facts, ...named, number: old.number + 1, hash };
    return { version: { ...next, first_seen_at: at, last_seen_at: at }, events, isRead };
  }
  const isSame = named.author === old.author && named.edited_at === old.edited_at;
  if (hash === old.hash && isSame) return { version: null, events, isRead };
  // A field has become known, or author or date are others: the version stays the same.
  const seenAt = isRead ? at : old.last_seen_at;
  return { version: { ...old, ...content, ...named, hash, last_seen_at: seenAt }, events, isRead };
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
