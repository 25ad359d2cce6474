import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Schema } from '../../../src/capabilities/watch/schema.js';
import { MIGRATIONS, WATCH_TABLES } from '../../../src/capabilities/watch/watch-tables.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { type Migrations, runs, type TableSet } from '../../../src/kit/store/migrate-tables.js';
import { openDatabase, withTables } from '../../../src/kit/store/open-database.js';
import { builtFile } from '../../support/built.js';
import { needsPostgres, sharedPostgres } from '../../support/postgres-server.js';
import { mountSmallDisk } from '../../support/small-disk.js';
import { expect, test } from '../../support/test.js';

const log = createLogger('silent');
const versions = (migrations: Migrations): TableSet => ({ ...WATCH_TABLES, migrations });
const FIRST = versions(Object.fromEntries(Object.entries(MIGRATIONS).slice(0, 1)));
const NEWEST = Object.keys(MIGRATIONS).at(-1) ?? '';
const NEXT = `${Number(NEWEST) + 1}`.padStart(4, '0');

/** What both databases promise. `address`: an empty database. */
async function keepsItsVersion(address: string): Promise<void> {
  const first = await openDatabase<Schema>({ tables: FIRST, url: address, log });
  await first.db.insertInto('stored_value').values({ name: 'kept', value: 'ąć 🙂' }).execute();
  await first.db
    .insertInto('watch')
    .values({
      ...{ id: 'w_1', owner: 'o', kind: 'place', subject: 's', interval_minutes: 60, evidence: 'never' },
      ...{ created_at: 1, due_at: 1 },
    })
    .execute();
  await first.close();
  const second = await openDatabase<Schema>({
    url: address,
    log,
    tables: versions({ ...MIGRATIONS, [NEXT]: runs() }),
  });
  expect(await second.db.selectFrom('stored_value').selectAll().execute()).toEqual([
    { name: 'kept', value: 'ąć 🙂' },
  ]);
  const watch = await second.db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
  expect(watch).toMatchObject({ id: 'w_1', identity: 'place s', searched: '\n\ns\n' });
  await second.close();
  await expect(openDatabase<Schema>({ tables: WATCH_TABLES, url: address, log })).rejects.toThrow(
    `the database has version ${NEXT}, this service knows up to ${NEWEST}`,
  );
}

test('only the user of the service can open the files of a new database, whatever the umask', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  const before = process.umask(0o022);
  try {
    const path = join(folder, 'data', 'place-lookup.db');
    const lines: string[] = [];
    const warnings = createLogger('warn', { write: (line: string) => void lines.push(line) });
    const open = (tables: TableSet) => openDatabase<Schema>({ tables, url: `sqlite:${path}`, log: warnings });
    await (await open(FIRST)).close();
    const second = await open(versions({ ...MIGRATIONS, [NEXT]: runs() }));
    const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
    expect(modeOf(join(folder, 'data'))).toBe('700');
    for (const end of ['', '-wal', '-shm', '.lock', `.before-${NEXT}`])
      expect([end, modeOf(path + end)]).toEqual([end, '600']);
    await second.close();
    expect(lines).toEqual([]);

    chmodSync(path, 0o644);
    chmodSync(join(folder, 'data'), 0o755);
    await (await open(versions({ ...MIGRATIONS, [NEXT]: runs() }))).close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, path: join(folder, 'data'), mode: '755', msg: expect.stringContaining('chmod 700') },
      { level: 40, path, mode: '644', msg: expect.stringContaining('chmod 600') },
    ]);
  } finally {
    process.umask(before);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an SQLite database is made, kept, copied before a newer version, and refused by an older service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  try {
    const path = join(folder, 'data', 'place-lookup.db');
    await keepsItsVersion(`sqlite://${path}`);
    expect(existsSync(`${path}.before-${NEXT}`)).toBe(true);
    const copy = await openDatabase<Schema>({
      tables: WATCH_TABLES,
      url: `sqlite:${path}.before-${NEXT}`,
      log,
    });
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
    const first = await openDatabase<Schema>({ tables: FIRST, url: `sqlite:${path}`, log });
    await first.db.insertInto('stored_value').values({ name: 'kept', value: 'v' }).execute();
    await first.close();
    writeFileSync(`${path}.before-${NEWEST}`, 'half a copy');
    const second = await openDatabase<Schema>({ tables: WATCH_TABLES, url: `sqlite:${path}`, log });
    // 2 = FULL: what was answered outlasts a power failure.
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(second.db);
    expect(rows).toEqual([{ synchronous: 2 }]);
    await second.close();
    const copy = await openDatabase<Schema>({ tables: FIRST, url: `sqlite:${path}.before-${NEWEST}`, log });
    expect(await copy.db.selectFrom('stored_value').select('name').execute()).toEqual([{ name: 'kept' }]);
    await copy.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const open = (url: string) => openDatabase<Schema>({ url, tables: WATCH_TABLES, log });

/** A process that opens the database of its first argument and keeps it. */
const HOLDER = `
  const { openDatabase } = await import('${builtFile('kit/store/open-database.js')}');
  const { WATCH_TABLES: tables } = await import('${builtFile('capabilities/watch/watch-tables.js')}');
  const log = { warn: () => undefined };
  await openDatabase({ url: process.argv[1], tables, log }).then(
    () => console.log('open'),
    (error) => console.log(error.message),
  );
  process.stdin.on('end', () => process.exit()).resume();`;

test('a second process is refused and names both; it may follow when the first was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  const url = `sqlite:${join(folder, 'place-lookup.db')}`;
  const args = ['--input-type=module', '--eval', HOLDER, url];
  const first = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    expect(String((await once(first.stdout, 'data'))[0])).toBe('open\n');
    const second = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const [words] = await once(second.stdout, 'data');
    expect(String(words)).toContain(`the process ${first.pid} uses ${join(folder, 'place-lookup.db')}`);
    expect(String(words)).toContain(`this is the process ${second.pid}`);
    second.stdin.end();
    const ended = once(first, 'exit');
    first.kill('SIGKILL');
    await ended;
    const { close } = await open(url);
    await expect(open(url)).rejects.toThrow('this process has already opened');
    await close();
    await (await open(url)).close();
  } finally {
    first.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a migration that is broken off leaves nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  try {
    const url = `sqlite:${join(folder, 'place-lookup.db')}`;
    const broken = versions({
      ...MIGRATIONS,
      [NEXT]: runs('create table "half" ("id" text)', 'no statement'),
    });
    await expect(openDatabase<Schema>({ url, tables: broken, log })).rejects.toThrow('syntax error');
    const whole = versions({ ...MIGRATIONS, [NEXT]: runs('create table "half" ("id" text)') });
    await (await openDatabase<Schema>({ url, tables: whole, log })).close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a transaction that finds the disk full says so, and leaves nothing', async () => {
  const disk = mountSmallDisk(2_048);
  try {
    const { db, close } = await open(`sqlite:${join(disk.folder, 'place-lookup.db')}`);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    disk.fill();
    const insert = (name: string) =>
      db.transaction().execute(async (transaction) => {
        const value = 'x'.repeat(100_000);
        for (let number = 0; number < 20; number += 1)
          await transaction
            .insertInto('stored_value')
            .values({ name: `${name}${number}`, value })
            .execute();
      });
    await expect(insert('full')).rejects.toThrow('database or disk is full');
    disk.empty();
    await db.insertInto('stored_value').values({ name: 'after', value: 'x' }).execute();
    expect(await db.selectFrom('stored_value').select('name').execute()).toEqual([{ name: 'after' }]);
    await close();
  } finally {
    disk.close();
  }
});

test('times of 64 bits stay numbers', async () => {
  const { db, close } = await openDatabase<Schema>({ tables: WATCH_TABLES, url: 'sqlite::memory:', log });
  const row = { owner: 'o', author_key: 'a', at: 4_102_444_800_000 };
  await db.insertInto('forgotten').values(row).execute();
  expect(await db.selectFrom('forgotten').selectAll().execute()).toEqual([row]);
  await close();
});

test('a database that cannot be opened is a failure of the start, and says why', async () => {
  await expect(
    openDatabase<Schema>({ tables: WATCH_TABLES, url: 'sqlite:///proc/none/x.db', log }),
  ).rejects.toThrow(/^DATABASE_URL: /);
  await expect(
    openDatabase<Schema>({ tables: WATCH_TABLES, url: 'postgres://test@/none?host=/nowhere', log }),
  ).rejects.toThrow(/^DATABASE_URL: /);
});

test.describe('PostgreSQL', () => {
  needsPostgres();

  test('a database is made, kept, and refused by an older service; several replicas can start at once', async () => {
    const server = await sharedPostgres();
    await keepsItsVersion(await server.create());
    const url = await server.create();
    const replicas = await Promise.all(
      [1, 2, 3].map(() => openDatabase<Schema>({ tables: WATCH_TABLES, url, log })),
    );
    const row = { owner: 'o', author_key: 'a', at: 4_102_444_800_000 };
    await replicas[0]?.db.insertInto('forgotten').values(row).execute();
    expect(await replicas[2]?.db.selectFrom('forgotten').selectAll().execute()).toEqual([row]);
    await Promise.all(replicas.map(({ close }) => close()));
  });

  test('two parts of the service share one database, and its clock', async () => {
    const watch = await open(await (await sharedPostgres()).create());
    const other = await withTables<{ part: { id: string } }, Schema>(watch, {
      name: 'other',
      migrations: { '0001': runs('create table "part" ("id" text)') },
    });
    await other.db.insertInto('part').values({ id: 'x' }).execute();
    const { rows } = await sql<{ at: number }>`select ${watch.now} as at`.execute(watch.db);
    expect(Math.abs((rows[0]?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    await watch.close();
  });

  test('a connection that is lost between two statements fails the second one, and nothing else', async () => {
    const server = await sharedPostgres();
    const url = await server.create();
    const { db, close } = await openDatabase<Schema>({ tables: WATCH_TABLES, url, log });
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
