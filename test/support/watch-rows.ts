import type { EventData } from '../../src/capabilities/watch/published.js';
import type { Database, NewRow, Row } from '../../src/capabilities/watch/schema.js';
import { addWatch as addNewWatch } from './watched.js';
import { withUtc } from './with-utc.js';

/** 2026-09-14, 12:00 in Warsaw. */
export const NOON = Date.UTC(2026, 8, 14, 10);

/** A watch with one check, to which events can be added. */
export async function addWatch(db: Database, row: Partial<NewRow<'watch'>> = {}): Promise<void> {
  await addNewWatch(
    { db },
    {
      ...{ owner: 'me', subject: 'ChIJplace', label: 'Hotel', evidence: 'never', created_at: NOON },
      ...{ due_at: NOON, checked_at: NOON, proven_at: NOON, whole_at: NOON },
      place: '{"name":"Hotel Pod Lipą"}',
      ...row,
    },
  );
}

/** A webhook, with the values that a test gives. */
export function inventedChannel(row: Partial<Row<'channel'>> = {}): Row<'channel'> {
  return {
    ...{ id: 'ch_1', owner: 'me', kind: 'webhook', target: 'https://hook.example/' },
    ...{
      secret: 'whsec_c2VjcmV0',
      pace: 'at_once',
      paced_at: row.created_at ?? NOON,
      language: 'pl',
      types: null,
      rules: null,
      created_at: NOON,
      ended_at: null,
    },
    ended_because: null,
    jobs_at: null,
    ...row,
  };
}

export async function addChannel(db: Database, row: Partial<Row<'channel'>> = {}): Promise<Row<'channel'>> {
  const channel = inventedChannel(row);
  await db.insertInto('channel').values(channel).execute();
  return channel;
}

/** An event as it is published: a review that is not shown any more. */
export function inventedEvent(event: Partial<EventData> = {}): EventData {
  return withUtc({
    ...{ seq: 7, id: 'e_7', type: 'review.not_visible', check_id: 'c_1', evidence: false },
    ...{ at: '2026-09-14 12:00:00', at_utc: '2026-09-14T10:00:00Z' },
    ...{
      watch_id: 'w_1',
      label: 'Hotel „Pod Lipą” 🙂',
      client: null,
      place_name: null,
      review_id: 'r_1',
      author: 'Łucja',
    },
    review_url: 'https://www.google.com/maps/reviews/x',
    ...{ before: null, after: { visibility_reason: 'no_rating' } },
    ...{ last_seen_at: null, first_missed_at: null, same_author_review_id: null },
    ...{
      stars: null,
      text: null,
      published_at: null,
      edited_at: null,
      done_at: null,
      done_by: null,
    },
    ...event,
  });
}

/** An event and its deliveries to these channels, as the check writes them. The delivery is `d_<seq>_<channel>`. */
export async function addEvent(
  db: Database,
  seq: number,
  channels: readonly string[],
  row: Partial<NewRow<'event'>> = {},
): Promise<void> {
  const event: NewRow<'event'> = {
    ...{ seq, id: `e_${seq}`, watch_id: 'w_1', owner: 'me', at: NOON, type: 'place.rating_changed' },
    ...{
      review_id: null,
      before: '{"rating":4.5}',
      after: '{"rating":4.4}',
      check_id: 'c_1',
      evidence: null,
    },
    ...row,
  };
  await db.insertInto('event').values(event).execute();
  for (const channel of channels) {
    const delivery = {
      ...{ id: `d_${seq}_${channel}`, channel_id: channel, event_seq: seq, attempts: 0 },
      ...{ queue: event.watch_id, created_at: event.at, due_at: event.at },
    };
    await db.insertInto('delivery').values(delivery).execute();
  }
}

export const deliveryRow = (db: Database, id: string): Promise<Row<'delivery'>> =>
  db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const channelRow = (db: Database, id: string): Promise<Row<'channel'>> =>
  db.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
