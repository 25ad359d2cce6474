import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKnown, recordCheck } from '../../../src/capabilities/watch/ledger.js';
import type { Schema } from '../../../src/capabilities/watch/schema.js';
import { MIGRATIONS, WATCH_TABLES } from '../../../src/capabilities/watch/watch-tables.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { openDatabase } from '../../../src/kit/store/open-database.js';
import { open } from '../../support/both-databases.js';
import { needsPostgres, sharedPostgres } from '../../support/postgres-server.js';
import { expect, test } from '../../support/test.js';
import { addWatch, DAY_MS, look, START, seen, seenPlace } from '../../support/watched.js';

const log = createLogger('silent');
/** The version before the ledger knew since when a review is missing. */
const EARLIER = { ...WATCH_TABLES, migrations: Object.fromEntries(Object.entries(MIGRATIONS).slice(0, 3)) };

/** Brings a database of the earlier version to the newest one. `url`: an empty database. */
async function upgrades(url: string): Promise<void> {
  const before = await openDatabase<Schema>({ tables: EARLIER, url, log });
  const { placeId, name, address, rating } = seenPlace();
  const place = { placeId, name, address, rating, reviewCount: 3, highestCount: 5, notices: [] };
  await addWatch(before, {
    ...{ proven_at: START + DAY_MS, whole_at: START, checked_at: START + DAY_MS },
    place: JSON.stringify({ ...place, since: START, lacking: ['text A'] }),
  });
  const review = { watch_id: 'w_1', url: null, first_seen_at: START, last_seen_at: START };
  for (const [id, status] of [
    ['A', 'visible'],
    ['B', 'missing'],
    ['C', 'not_visible'],
  ] as const)
    await before.db
      .insertInto('review')
      .values({ ...review, review_id: id, status, status_at: START + DAY_MS })
      .execute();
  const check = { watch_id: 'w_1', took_ms: 1, loads: 1, left_over: 0, review_count: 3, rating: 4.5 };
  await before.db
    .insertInto('watch_check')
    .values([
      { ...check, id: 'c_1', at: START, trouble: null },
      { ...check, id: 'c_2', at: START + DAY_MS, trouble: 'provider_limit' },
      { ...check, id: 'c_3', at: START + DAY_MS, trouble: 'provider_blocked' },
    ])
    .execute();
  await before.close();

  const database = await open(url);
  try {
    const { db } = database;
    const watch = await db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
    const known = await readKnown(db, watch);
    expect(known.place).toMatchObject({
      ...{ toldCount: 5, reviewCount: 3, gone: null, looks: [], list: null },
      lacking: { 'text A': START + DAY_MS },
    });
    const missed = (id: string) => known.reviews.get(id)?.first_missed_at;
    expect(['A', 'B', 'C'].map(missed)).toEqual([null, START + DAY_MS, START + DAY_MS]);
    const readings = await db
      .selectFrom('reading')
      .select(['at', 'result', 'visible'])
      .orderBy('at')
      .execute();
    expect(readings).toMatchObject([{ at: START, result: 'whole', visible: null }, { at: START + DAY_MS }]);
    // The count that was hidden behind the highest count is told by the next reading that shows it, too.
    const found = look(2, { reviews: ['A', 'B', 'C'].map((id) => seen(id)) });
    expect((await recordCheck(database, watch, found)).map(({ type, review_id: id }) => [type, id])).toEqual([
      ['place.rating_changed', null],
      ['review.visible_again', 'C'],
    ]);
  } finally {
    await database.close();
  }
}

test('an SQLite database of an earlier version keeps what it knows, and says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  try {
    await upgrades(`sqlite://${join(folder, 'watch.db')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.describe('PostgreSQL', () => {
  needsPostgres();
  test('a database of an earlier version keeps what it knows, and says so', async () => {
    await upgrades(await (await sharedPostgres()).create());
  });
});
