import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDelivery } from '../../../src/capabilities/notify/deliver.js';
import type { Schema } from '../../../src/capabilities/watch/schema.js';
import { MIGRATIONS, WATCH_TABLES } from '../../../src/capabilities/watch/watch-tables.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { openDatabase } from '../../../src/kit/store/open-database.js';
import { open } from '../../support/both-databases.js';
import { needsPostgres, sharedPostgres } from '../../support/postgres-server.js';
import { expect, test } from '../../support/test.js';
import { inventedChannel, NOON } from '../../support/watch-rows.js';
import { addWatch } from '../../support/watched.js';

const log = createLogger('silent');
/** The tables before owners took turns. */
const BEFORE = Object.fromEntries(Object.entries(MIGRATIONS).filter(([version]) => version < '0004'));

/** An older service leaves deliveries that wait; this service sends them in their order. */
async function sendsWhatWaited(url: string): Promise<void> {
  const tables = { ...WATCH_TABLES, migrations: BEFORE };
  const older = await openDatabase<Schema>({ url, tables, log });
  for (const id of ['w_1', 'w_2']) await addWatch(older, { id, owner: 'me', subject: id });
  const { rules, jobs_at, ended_because, ...channel } = inventedChannel();
  await older.db.insertInto('channel').values(channel).execute();
  const kinds = [
    { watch_id: 'w_1', outcome: 'delivered' },
    { watch_id: 'w_1', outcome: null },
    { watch_id: 'w_2', outcome: null },
    { watch_id: 'w_1', outcome: null },
  ] as const;
  for (const [index, { watch_id, outcome }] of kinds.entries()) {
    const seq = index + 1;
    const event = { seq, id: `e_${seq}`, watch_id, owner: 'me', at: NOON, type: 'place.rating_changed' };
    await older.db
      .insertInto('event')
      .values({ ...event, check_id: 'c' })
      .execute();
    const times = { created_at: NOON, due_at: NOON, attempts: 0, log: '[]', outcome };
    await older.db
      .insertInto('delivery')
      .values({ id: `d_${seq}`, channel_id: 'ch_1', event_seq: seq, ...times })
      .execute();
  }
  await older.close();

  const database = await open(url);
  const queues = database.db.selectFrom('delivery').select(['id', 'queue']).orderBy('event_seq');
  expect((await queues.execute()).slice(1)).toEqual([
    { id: 'd_2', queue: 'w_1' },
    { id: 'd_3', queue: 'w_2' },
    { id: 'd_4', queue: 'w_1' },
  ]);
  const sent: string[] = [];
  const carrier = {
    refusalOf: () => null,
    close: async () => undefined,
    send: async (_channel: unknown, { id }: { readonly id: string }) => {
      sent.push(id);
      return { status: 200, error: null };
    },
  };
  const carriers = { webhook: carrier, email: carrier, chat: carrier };
  const deliveries = createDelivery({
    ...{ database, replica: 'r', carriers, localTime: String, log, now: () => NOON },
  });
  expect(await deliveries.tick()).toBe(3);
  expect(sent).toEqual(['d_2', 'd_3', 'd_4']);
  await database.close();
}

test('SQLite: deliveries that wait in a database of the version before are sent in their order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  try {
    await sendsWhatWaited(`sqlite:${join(folder, 'watch.db')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.describe('PostgreSQL', () => {
  needsPostgres();

  test('deliveries that wait in a database of the version before are sent in their order', async () => {
    await sendsWhatWaited(await (await sharedPostgres()).create());
  });
});
