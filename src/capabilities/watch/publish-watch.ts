import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { inBothZones, utcTime } from '../../core/published/times.js';
import { WATCH_NOT_FOUND } from './errors.js';
import { message } from './messages.js';
import { UNREAD } from './observe-review.js';
import { readPlaceState } from './place-state.js';
import { type EventData, eventSide, eventType, type LedgerData } from './published.js';
import type { Database, Row, Version } from './schema.js';

/** Writes milliseconds since 1970 as `YYYY-MM-DD HH:MM:SS` in the time zone of the service. */
export type LocalTime = (at: number) => string;

/** The watch of an owner. @throws AppError `watch_not_found` */
export async function ownWatch(db: Database, owner: string, id: string): Promise<Row<'watch'>> {
  const row = await db
    .selectFrom('watch')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError(WATCH_NOT_FOUND, message('watchNotFound'));
  return row;
}

/** @throws AppError `invalid_request` if no watch of the owner has this client */
export async function knownClient(db: Database, owner: string, client?: string, field = 'client') {
  if (client === undefined) return;
  const watches = db.selectFrom('watch').select('id').where('owner', '=', owner);
  const row = await watches.where('client', '=', client).limit(1).executeTakeFirst();
  if (row === undefined) throw new AppError(INVALID_REQUEST, message('clientUnknown', { client }), { field });
}

/** A watch had the client `from` and has `to`. */
export interface RenamedClient {
  readonly from: string;
  readonly to: string;
  /** Whether another watch of the owner has the client `from`, or `to`. */
  readonly others: { readonly from: boolean; readonly to: boolean };
}

/** Events with the columns of their watch and review that are published with them. */
export function selectEvents(db: Database) {
  return db
    .selectFrom('event')
    .innerJoin('watch', 'watch.id', 'event.watch_id')
    .leftJoin('review', (join) =>
      join.onRef('review.watch_id', '=', 'event.watch_id').onRef('review.review_id', '=', 'event.review_id'),
    )
    .selectAll('event')
    .select(['watch.kind', 'watch.subject', 'watch.label', 'watch.client', 'watch.place'])
    .select('review.url as review_url');
}

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

type LedgerReview = LedgerData['reviews'][number];

const millis = (seconds: number | null) => (seconds === null ? null : seconds * 1_000);

/** An event as it is published. */
export function publishEvent(row: EventRow, localTime: LocalTime): EventData {
  const { seq, id, at, watch_id, label, client, review_id, author, stars, text, check_id, done_by } = row;
  const { last_seen_at, first_missed_at, done_at, same_author_review_id } = row;
  const [published_at, edited_at] = [millis(row.published_at), millis(row.edited_at)];
  const review_url = row.review_url ?? (row.kind === 'review' ? row.subject : null);
  // Spread syntax with this many fields takes fifty times as long.
  return Object.assign(
    { seq, id, type: eventType.parse(row.type), at: localTime(at), at_utc: utcTime(at), watch_id, label },
    { client, place_name: placeName(row.place), review_id, review_url, author, stars, text },
    {
      ...{ before: sideOf(row.before), after: sideOf(row.after), check_id, evidence: row.evidence !== null },
      ...{ same_author_review_id, done_by },
    },
    maybeTimes({ published_at, edited_at, last_seen_at, first_missed_at, done_at }, localTime),
  );
}

/** A review of the ledger with its versions, as it is published. */
export function ledgerReview(
  { review_id, url, status, reason, status_at, ...row }: Row<'review'>,
  versions: readonly Version[],
  localTime: LocalTime,
) {
  const { first_seen_at, last_seen_at, first_missed_at, last_proof_at } = row;
  return {
    ...{ review_id, review_url: url, status },
    visibility_reason: reason as LedgerReview['visibility_reason'],
    ...inBothZones('status_at', status_at, localTime),
    ...maybeTimes({ first_seen_at, last_seen_at, first_missed_at, last_proof_at }, localTime),
    versions: versions.map((seen) => {
      const { version: number, stars, text, photos, reply, author, date_text: date } = seen;
      const [published_at, edited_at] = [millis(seen.published_at), millis(seen.edited_at)];
      const read = { reply: reply === UNREAD ? null : reply, reply_read: reply !== UNREAD, author, date };
      return Object.assign(
        { number, stars, text, photo_count: photos, ...read },
        maybeTimes({ published_at, edited_at }, localTime),
        inBothZones('first_seen_at', seen.version_at ?? 0, localTime),
        inBothZones('last_seen_at', seen.read_at ?? 0, localTime),
      );
    }),
  };
}

/** Times as they are published, each under its name and in UTC. */
export function maybeTimes<Name extends string>(
  times: Readonly<Record<Name, number | null>>,
  local: LocalTime,
) {
  const both: Record<string, string | null> = {};
  for (const [name, at] of Object.entries<number | null>(times)) {
    both[name] = at === null ? null : local(at);
    both[`${name}_utc`] = at === null ? null : utcTime(at);
  }
  return both as Record<Name | `${Name}_utc`, string | null>;
}

/** The name in the column `place` of a watch. */
export const placeName = (place: string | null): string | null => readPlaceState(place)?.name ?? null;

function sideOf(json: string | null): EventData['before'] {
  return json === null ? null : eventSide.parse(JSON.parse(json));
}
