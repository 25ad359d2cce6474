import type { Database } from '../../src/watch/database.js';
import type { NewRow, Row } from '../../src/watch/schema.js';
import { addWatch as addNewWatch } from './watched.js';

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

export async function addChannel(
  db: Database,
  row: Partial<NewRow<'channel'>> = {},
): Promise<Row<'channel'>> {
  const given: NewRow<'channel'> = {
    ...{
      id: 'ch_1',
      owner: 'me',
      kind: 'webhook',
      target: 'https://hook.example/',
      secret: 'whsec_c2VjcmV0',
    },
    ...{ old_secret: null, old_secret_until: null, pace: 'at_once', language: 'pl', types: null },
    ...{ created_at: NOON, ended_at: null },
    ...row,
  };
  return db.insertInto('channel').values(given).returningAll().executeTakeFirstOrThrow();
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
      ...{
        id: `d_${seq}_${channel}`,
        channel_id: channel,
        event_seq: seq,
        created_at: event.at,
        due_at: event.at,
      },
      ...{ claimed_by: null, claimed_until: null, attempts: 0, outcome: null, ended_at: null, log: '[]' },
    };
    await db.insertInto('delivery').values(delivery).execute();
  }
}

export const deliveryRow = (db: Database, id: string): Promise<Row<'delivery'>> =>
  db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const channelRow = (db: Database, id: string): Promise<Row<'channel'>> =>
  db.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
