import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createLogger } from '../../../src/runtime/logger.js';
import { openDatabase } from '../../../src/watch/database.js';
import { MIGRATIONS } from '../../../src/watch/migrations.js';
import { needsPostgres, sharedPostgres } from '../../support/postgres-server.js';
import { expect, test } from '../../support/test.js';

const log = createLogger('silent');
const FIRST = Object.fromEntries(Object.entries(MIGRATIONS).slice(0, 1));
const NEWEST = Object.keys(MIGRATIONS).at(-1) ?? '';
const NEXT = `${Number(NEWEST) + 1}`.padStart(4, '0');

/** What both databases promise. `address`: an empty database. */
async function keepsItsVersion(address: string): Promise<void> {
  const first = await openDatabase({ url: address, log, migrations: FIRST });
  await first.db.insertInto('stored_value').values({ name: 'kept', value: 'ąć 🙂' }).execute();
  await first.db
    .insertInto('watch')
    .values({
      ...{ id: 'w_1', owner: 'o', kind: 'place', subject: 's', interval_minutes: 60, evidence: 'never' },
      ...{ legal_hold: 0, created_at: 1, due_at: 1 },
    })
    .execute();
  await first.close();
  const second = await openDatabase({
    url: address,
    log,
    migrations: { ...MIGRATIONS, [NEXT]: { up: async () => undefined } },
  });
  expect(await second.db.selectFrom('stored_value').selectAll().execute()).toEqual([
    { name: 'kept', value: 'ąć 🙂' },
  ]);
  const watch = await second.db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
  expect(watch).toMatchObject({ id: 'w_1', duplicate_of: null });
  await second.close();
  await expect(openDatabase({ url: address, log })).rejects.toThrow(
    `the database has version ${NEXT}, this service knows up to ${NEWEST}`,
  );
}

test('an SQLite database is made, kept, copied before a newer version, and refused by an older service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  try {
    const path = join(folder, 'data', 'place-lookup.db');
    await keepsItsVersion(`sqlite://${path}`);
    expect(existsSync(`${path}.before-${NEXT}`)).toBe(true);
    const copy = await openDatabase({ url: `sqlite:${path}.before-${NEXT}`, log });
    expect(await copy.db.selectFrom('stored_value').select('name').execute()).toEqual([{ name: 'kept' }]);
    await copy.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a copy that a killed start left, or an earlier start of the same version, does not stop the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  try {
    const path = join(folder, 'place-lookup.db');
    const first = await openDatabase({ url: `sqlite:${path}`, log, migrations: FIRST });
    await first.db.insertInto('stored_value').values({ name: 'kept', value: 'v' }).execute();
    await first.close();
    writeFileSync(`${path}.before-${NEWEST}`, 'half a copy');
    const second = await openDatabase({ url: `sqlite:${path}`, log });
    await second.close();
    const copy = await openDatabase({ url: `sqlite:${path}.before-${NEWEST}`, log, migrations: FIRST });
    expect(await copy.db.selectFrom('stored_value').select('name').execute()).toEqual([{ name: 'kept' }]);
    await copy.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('times of 64 bits stay numbers', async () => {
  const { db, close } = await openDatabase({ url: 'sqlite::memory:', log });
  const row = { owner: 'o', author_key: 'a', at: 4_102_444_800_000 };
  await db.insertInto('forgotten').values(row).execute();
  expect(await db.selectFrom('forgotten').selectAll().execute()).toEqual([row]);
  await close();
});

test('a database that cannot be opened is a failure of the start, and says why', async () => {
  await expect(openDatabase({ url: 'sqlite:///proc/none/x.db', log })).rejects.toThrow(/^DATABASE_URL: /);
  await expect(openDatabase({ url: 'postgres://test@/none?host=/nowhere', log })).rejects.toThrow(
    /^DATABASE_URL: /,
  );
});

test.describe('PostgreSQL', () => {
  needsPostgres();

  test('a database is made, kept, and refused by an older service; several replicas can start at once', async () => {
    const server = await sharedPostgres();
    await keepsItsVersion(await server.create());
    const url = await server.create();
    const replicas = await Promise.all([1, 2, 3].map(() => openDatabase({ url, log })));
    const row = { owner: 'o', author_key: 'a', at: 4_102_444_800_000 };
    await replicas[0]?.db.insertInto('forgotten').values(row).execute();
    expect(await replicas[2]?.db.selectFrom('forgotten').selectAll().execute()).toEqual([row]);
    await Promise.all(replicas.map(({ close }) => close()));
  });

  test('a connection that is lost between two statements fails the second one, and nothing else', async () => {
    const server = await sharedPostgres();
    const url = await server.create();
    const { db, close } = await openDatabase({ url, log });
    const work = db.transaction().execute(async (transaction) => {
      const found = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await server.run(url, `select pg_terminate_backend(${found.rows[0]?.pid}, 5000)`);
      await sql`select 1`.execute(transaction);
    });
    await expect(work).rejects.toThrow();
    await db.insertInto('stored_value').values({ name: 'kept', value: 'x' }).execute();
    await close();
  });
});
