import { z } from 'zod';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { inBothZones, utcTime } from '../../core/published/times.js';
import { UNREAD } from './compare.js';
import { WATCH_NOT_FOUND } from './errors.js';
import { message } from './messages.js';
import { type EventData, eventSide, eventType, type LedgerData } from './published.js';
import type { Database, Row } from './schema.js';

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

/** Events with the columns of their watch and review that are published with them. */
export function selectEvents(db: Database) {
  return (
    db
      .selectFrom('event')
      .innerJoin('watch', 'watch.id', 'event.watch_id')
      .leftJoin('review', (join) =>
        join
          .onRef('review.watch_id', '=', 'event.watch_id')
          .onRef('review.review_id', '=', 'event.review_id'),
      )
      .selectAll('event')
      // The review as it was after the event.
      .leftJoin('review_version as version', (join) =>
        join
          .onRef('version.watch_id', '=', 'event.watch_id')
          .onRef('version.review_id', '=', 'event.review_id')
          .on('version.number', '=', ({ selectFrom }) =>
            selectFrom('review_version as other')
              .select(({ fn }) => fn.max('other.number').as('last'))
              .whereRef('other.watch_id', '=', 'event.watch_id')
              .whereRef('other.review_id', '=', 'event.review_id')
              .whereRef('other.first_seen_at', '<=', 'event.at'),
          ),
      )
      .select([
        'watch.kind',
        'watch.subject',
        'watch.label',
        'watch.client',
        'watch.place',
        'review.url as review_url',
      ])
      .select(['version.author', 'version.text', 'version.published_at', 'version.edited_at'])
  );
}

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

type LedgerReview = LedgerData['reviews'][number];

const millis = (seconds: number | null) => (seconds === null ? null : seconds * 1_000);
const named = z.object({ name: z.string().nullable() });

/** An event as it is published. */
export function publishEvent(row: EventRow, localTime: LocalTime): EventData {
  const { seq, id, at, watch_id, label, client, review_id, author, stars, text, check_id, done_by } = row;
  const { last_seen_at, first_missed_at, done_at, same_author_review_id } = row;
  const [published_at, edited_at] = [millis(row.published_at), millis(row.edited_at)];
  return {
    ...{ seq, id, type: eventType.parse(row.type), at: localTime(at), at_utc: utcTime(at) },
    ...{ watch_id, label, client, place_name: placeName(row.place), review_id },
    review_url: row.review_url ?? (row.kind === 'review' ? row.subject : null),
    ...{ author, stars, text, before: sideOf(row.before), after: sideOf(row.after), check_id },
    ...{ evidence: row.evidence !== null, same_author_review_id, done_by },
    ...maybeTimes({ published_at, edited_at, last_seen_at, first_missed_at, done_at }, localTime),
  };
}

/** A review of the ledger with its versions, as it is published. */
export function ledgerReview(
  { review_id, url, status, reason, status_at, ...row }: Row<'review'>,
  versions: readonly Row<'review_version'>[],
  localTime: LocalTime,
) {
  const { first_seen_at, last_seen_at, first_missed_at, last_proof_at } = row;
  return {
    ...{ review_id, review_url: url, status },
    visibility_reason: reason as LedgerReview['visibility_reason'],
    ...inBothZones('status_at', status_at, localTime),
    ...maybeTimes({ first_seen_at, last_seen_at, first_missed_at, last_proof_at }, localTime),
    versions: versions.map(({ number, stars, text, photos, reply, author, date_text, ...seen }) => ({
      ...{ number, stars, text, photo_count: photos },
      ...{ reply: reply === UNREAD ? null : reply, reply_read: reply !== UNREAD, author, date: date_text },
      ...inBothZones('published_at', millis(seen.published_at), localTime),
      ...inBothZones('edited_at', millis(seen.edited_at), localTime),
      ...inBothZones('first_seen_at', seen.first_seen_at, localTime),
      ...inBothZones('last_seen_at', seen.last_seen_at, localTime),
    })),
  };
}

/** Times as they are published, each under its name and in UTC. */
export function maybeTimes<Name extends string>(
  times: Readonly<Record<Name, number | null>>,
  local: LocalTime,
) {
  const both = Object.entries<number | null>(times).map(([name, at]) => inBothZones(name, at, local));
  return Object.assign({}, ...both) as Record<Name | `${Name}_utc`, string | null>;
}

/** The name in the column `place` of a watch. */
export function placeName(place: string | null): string | null {
  return place === null ? null : named.parse(JSON.parse(place)).name;
}

function sideOf(json: string | null): EventData['before'] {
  return json === null ? null : eventSide.parse(JSON.parse(json));
}
