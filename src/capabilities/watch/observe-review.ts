import type { VisibilityReason } from '../../core/published/lines.js';
import { authorOfReview } from './authors.js';
import type { Known, SeenReview } from './known.js';
import type { Nominated } from './nominate.js';
import type { FoundEvent, PlaceState } from './place-state.js';
import type { EventSide } from './published.js';
import { RULES, read, type Waiting } from './rules.js';
import { type Row, VERSION, type Version } from './schema.js';

// What a check makes of one review of its subject.

type Review = Row<'review'>;

/** What a check has in common for all reviews. */
export interface Look extends Pick<Known, 'watch' | 'deletedUntil'> {
  readonly at: number;
  /** The place after the check; its `looks` are the lists before it. */
  readonly place: PlaceState;
  /** When the third last list was read, before the check and with it. */
  readonly thirdLook: { readonly before: number; readonly now: number };
  /** The list has records that could not be read: each may be a review that it seems to lack. */
  readonly hasUnread: boolean;
  /** An earlier check read the whole list. */
  readonly isWholeKnown: boolean;
  /** The reviews that the check saw, and the ids of those whose own page shows them. */
  readonly shown: readonly SeenReview[];
  readonly alone: ReadonlySet<string>;
  /** Fields that the reviews of the list do not have any more, and whether most replies vanished at once. */
  readonly unread: readonly Emptied[];
  readonly areRepliesLost: boolean;
  readonly notices: NonNullable<EventSide['notices']>;
}

/** Fields that may be empty. A field that all reviews lack at once is not read. */
export const EMPTIED = ['text', 'photos', 'reply'] as const;
export type Emptied = (typeof EMPTIED)[number];

/** The reply of a review whose reply was never read: it is published as null. */
export const UNREAD = '';

/** A review that was seen, but whose data were not read. */
export function sighting(id: string): SeenReview {
  const unknown = { url: null, authorKey: null, stars: null, text: null, photos: null, reply: undefined };
  return { id, isOwn: true, ...unknown, author: null, dateText: null, publishedAt: null, editedAt: null };
}

function newRow(watchId: string, reviewId: string, at: number): Review {
  return {
    ...{ watch_id: watchId, review_id: reviewId, author_key: authorOfReview(reviewId), url: null },
    ...{ status: 'visible', reason: null, status_at: at, first_seen_at: null, last_seen_at: null },
    ...{ first_missed_at: null, last_proof_at: null, proofs: 0, ...NO_CONTENT },
  };
}

/** The columns of a review whose content was never read. */
export const NO_CONTENT = {
  ...{ version: 0, version_at: null, read_at: null, waiting: null, stars: null, photos: null, author: null },
  ...{ date_text: null, published_at: null, edited_at: null, text: null, reply: UNREAD },
};

/** The columns of a proof: `proofs` counts proofs in a row with the same answer. */
function proofAfter(old: Review | null, isVisible: boolean, at: number) {
  const isSame = old !== null && (old.status !== 'not_visible') === isVisible;
  return { last_proof_at: at, proofs: isSame ? old.proofs + 1 : 1 };
}

/** The times of a loss. A sighting after it was written before the clock was set back. */
const timesOf = (seen: number | null, missed: number) =>
  ({ lastSeenAt: (seen ?? 0) > missed ? null : seen, firstMissedAt: missed }) as const;

/** Whether the owner was told that the review is missing without a verdict. */
function isMissingTold({ status, first_missed_at: missed }: Review, { thirdLook }: Look): boolean {
  return status === 'missing' && missed !== null && missed <= thirdLook.before;
}

/** A review that the check saw. */
export function observeShown(seen: SeenReview, old: Review | null, look: Look) {
  const { at, watch, place } = look;
  const content = contentAfter(old, seen, look);
  const base = old ?? newRow(watch.id, seen.id, at);
  const row: Review = {
    ...base,
    ...content.columns,
    ...{ status: 'visible', reason: null, status_at: old?.status === 'visible' ? old.status_at : at },
    ...{ url: seen.url ?? base.url, author_key: seen.authorKey ?? base.author_key },
    ...{ first_seen_at: base.first_seen_at ?? at, last_seen_at: at, first_missed_at: null },
    ...(look.alone.has(seen.id) ? proofAfter(old, true, at) : { proofs: 0 }),
  };
  const published = seen.publishedAt === null ? null : seen.publishedAt * 1_000;
  const isNew = (seen.isOwn && look.isWholeKnown) || (published ?? 0) > place.since;
  // A review that is older than a part of the record that retention deleted was most likely in that part.
  const wasDeleted = published !== null && published <= (look.deletedUntil ?? 0);
  const after = verdictSide('visible');
  if (old === null) {
    if (watch.kind === 'review' || !isNew) return { row, events: [] };
    const type = wasDeleted ? ('review.visible_again' as const) : ('review.appeared' as const);
    return { row, events: [{ type, before: null, after: wasDeleted ? after : sideOf(seen) }] };
  }
  const isBack = old.status === 'not_visible' || isMissingTold(old, look);
  const before = old.status === 'not_visible' ? verdictSide(old.reason) : null;
  const back = isBack ? [{ type: 'review.visible_again' as const, before, after }] : [];
  return { row, events: [...back, ...content.events] };
}

/** A review that a list should have shown, without a verdict. `verdict` null = its proof was tried. */
export function observeMissed({ review: old, isPassed }: Nominated, verdict: null | undefined, look: Look) {
  const { at, notices, thirdLook, hasUnread } = look;
  // A list that lacks a review that its own page shows does not date its loss.
  const isShownAlone = old.proofs > 0 && verdict === undefined;
  // A time in the future was written before the clock was set back.
  const before = old.first_missed_at === null ? null : Math.min(old.first_missed_at, at);
  const missed = before ?? (isPassed && !isShownAlone && !hasUnread ? at : null);
  const isMissing = missed !== null && old.status !== 'not_visible';
  const since = old.status === 'missing' ? old.status_at : at;
  const row: Review = {
    ...old,
    ...(isMissing && { status: 'missing', status_at: since, first_missed_at: missed }),
    last_proof_at: verdict === null ? at : old.last_proof_at,
  };
  if (hasUnread || !isMissing || missed > thirdLook.now || isMissingTold(old, look))
    return { row, events: [] };
  const after = notices.length > 0 ? { notices } : null;
  return {
    row,
    events: [{ type: 'review.missing' as const, before: null, after, ...timesOf(old.last_seen_at, missed) }],
  };
}

/** A review whose own page does not show it. */
export function observeLoss(
  id: string,
  reason: VisibilityReason,
  old: Review | null,
  { at, watch, shown, notices }: Look,
) {
  const missed = Math.min(old?.first_missed_at ?? at, at);
  const row: Review = {
    ...(old ?? newRow(watch.id, id, at)),
    ...proofAfter(old, false, at),
    ...{ status: 'not_visible', reason, first_missed_at: missed },
    status_at: old?.status === 'not_visible' ? old.status_at : at,
  };
  if (old === null || old.status === 'not_visible') return { row, events: [] };
  const key = old.author_key;
  const other = key === null ? undefined : shown.find((one) => one.id !== id && one.authorKey === key);
  const event = {
    type: 'review.not_visible' as const,
    before: verdictSide('visible'),
    after: { ...verdictSide(reason), ...(notices.length > 0 && { notices }) },
    ...{ ...timesOf(old.last_seen_at, missed), sameAuthorReviewId: other?.id ?? null },
  };
  return { row, events: [event] };
}

/** What the review says now, and the events of the difference. The first content does not count as a difference. */
function contentAfter(old: Review | null, seen: SeenReview, look: Look) {
  const { at, watch, alone, unread, areRepliesLost } = look;
  const waiting = JSON.parse(old?.waiting ?? '{}') as Readonly<Record<string, Waiting>>;
  const fact = <Value>(field: string, value: Value | null | undefined) => ({
    value: value ?? undefined,
    waiting: waiting[field],
  });
  // The page of one review may lack a field that the list has: only a field that was empty before stays empty.
  const isPart = watch.kind === 'place' && alone.has(seen.id);
  const isLost = (field: Emptied) => isPart && !seen[field] && seen[field] !== old?.[field];
  const shown = <Field extends Emptied>(field: Field) =>
    unread.includes(field) || isLost(field) ? undefined : seen[field];
  const known = old === null || old.version === 0 || old.reply === UNREAD ? undefined : old.reply;
  const reply = { value: known, waiting: waiting.reply };
  const readings = {
    stars: read(RULES.stars, fact('stars', old?.stars), seen.stars ?? undefined, at),
    text: read(RULES.text, fact('text', old?.text), shown('text') ?? undefined, at),
    photos: read(RULES.photos, fact('photos', old?.photos), shown('photos') ?? undefined, at),
    reply: read(RULES.reply, reply, shown('reply'), at, areRepliesLost),
  };
  const all = Object.values(readings);
  if (all.every(({ fact: { value } }) => value === undefined)) return { columns: {}, events: [] };
  const { stars, text, photos } = readings;
  const edited = Object.entries({ stars, text, photo_count: photos }).filter(([, { change }]) => change);
  const side = (end: 'from' | 'to'): EventSide =>
    Object.fromEntries(edited.map(([name, { change }]) => [name, change?.[end]]));
  const events: Omit<FoundEvent, 'reviewId' | 'review'>[] = [];
  if (edited.length > 0) events.push({ type: 'review.edited', before: side('from'), after: side('to') });
  if (readings.reply.change) {
    const { from, to } = readings.reply.change;
    const type = from === null ? 'reply.appeared' : to === null ? 'reply.withdrawn' : 'reply.edited';
    events.push({ type, before: { reply: from }, after: { reply: to } });
  }
  const version = old?.version ?? 0;
  const isNext = version === 0 || events.length > 0;
  const [first, ...others] = events;
  const waits = Object.entries(readings).flatMap(([field, { fact }]) =>
    fact.waiting === undefined ? [] : [[field, fact.waiting] as const],
  );
  const columns: Partial<Review> = {
    version: isNext ? version + 1 : version,
    version_at: isNext ? at : (old?.version_at ?? null),
    read_at: isNext || all.every(({ isRead }) => isRead) ? at : (old?.read_at ?? null),
    waiting: waits.length > 0 ? JSON.stringify(Object.fromEntries(waits)) : null,
    ...{ stars: stars.fact.value ?? null, text: text.fact.value ?? null, photos: photos.fact.value ?? null },
    reply: readings.reply.fact.value === undefined ? UNREAD : readings.reply.fact.value,
    author: seen.author ?? old?.author ?? null,
    date_text: isNext ? seen.dateText : (old?.date_text ?? null),
    published_at: old?.published_at ?? seen.publishedAt,
    edited_at: seen.editedAt ?? old?.edited_at ?? null,
  };
  const was = old === null || version === 0 ? undefined : JSON.stringify(versionOf(old));
  return { columns, events: first === undefined ? [] : [{ ...first, was }, ...others] };
}

function versionOf(row: Review): Version {
  return Object.fromEntries(VERSION.map((name) => [name, row[name]])) as Version;
}

function sideOf({ stars, text, photos, reply }: SeenReview): EventSide {
  return { stars, text, photo_count: photos, ...(reply != null && { reply }) };
}

function verdictSide(reason: string | null): EventSide {
  return reason === null ? {} : { visibility_reason: reason as VisibilityReason };
}
