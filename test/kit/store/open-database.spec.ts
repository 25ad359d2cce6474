import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Core } from '../../../src/core/capability.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { writingFault } from '../../../src/kit/store/data-folder.js';
import { makeTables, type TableSet } from '../../../src/kit/store/make-tables.js';
import { openDatabase } from '../../../src/kit/store/open-database.js';
import { openPart } from '../../../src/kit/store/part-database.js';
import { storageOf } from '../../../src/kit/store/storage.js';
import { builtFile } from '../../support/built.js';
import { makeDataFolder } from '../../support/data-folder.js';
import { needsPostgres, sharedPostgres } from '../../support/postgres-server.js';
import { mountSmallDisk } from '../../support/small-disk.js';
import { expect, test } from '../../support/test.js';

const log = createLogger('silent');
/** The tables of an invented part of the service. */
const TABLES: TableSet = {
  name: 'part',
  version: 1,
  statements: [
    'create table "stored_value" ("name" text, "value" text)',
    'create table "moment" ("at" bigint)',
  ],
};
interface Schema {
  readonly stored_value: { readonly name: string; readonly value: string };
  readonly moment: { readonly at: number };
}
const NEXT: TableSet = { ...TABLES, version: 2 };
const REFUSAL =
  'its tables "part" are of version 2, this service needs version 1: start the service that made them, or take an empty database';

/** What both databases promise. `url`: an empty database. */
async function keepsItsVersion(url: string): Promise<void> {
  const row = { name: 'kept', value: 'ąć 🙂' };
  const first = await openDatabase<Schema>({ tables: NEXT, url, log });
  await first.db.insertInto('stored_value').values(row).execute();
  await first.close();
  await expect(openDatabase<Schema>({ tables: TABLES, url, log })).rejects.toThrow(REFUSAL);
  const again = await openDatabase<Schema>({ tables: NEXT, url, log });
  expect(await again.db.selectFrom('stored_value').selectAll().execute()).toEqual([row]);
  await again.close();
}

test('only the user of the service can open the files of a new database, whatever the umask', async () => {
  const folder = makeDataFolder();
  const before = process.umask(0o022);
  try {
    const path = join(folder, 'data', 'place-lookup.db');
    const lines: string[] = [];
    const warnings = createLogger('warn', { write: (line: string) => void lines.push(line) });
    const open = () => openDatabase<Schema>({ tables: TABLES, url: `sqlite:${path}`, log: warnings });
    await (await open()).close();
    const second = await open();
    const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
    expect(modeOf(join(folder, 'data'))).toBe('700');
    for (const end of ['', '-wal', '-shm', '.lock']) expect([end, modeOf(path + end)]).toEqual([end, '600']);
    await second.close();
    expect(lines).toEqual([]);

    chmodSync(path, 0o644);
    chmodSync(join(folder, 'data'), 0o755);
    await (await open()).close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, path: join(folder, 'data'), mode: '755', msg: expect.stringContaining('chmod 700') },
      { level: 40, path, mode: '644', msg: expect.stringContaining('chmod 600') },
    ]);
  } finally {
    process.umask(before);
  }
});

test('an SQLite database is made, kept, and refused by a service of another version', async () => {
  const folder = makeDataFolder();
  await keepsItsVersion(`sqlite://${join(folder, 'data', 'place-lookup.db')}`);
});

test('a change that was answered outlasts a power failure', async () => {
  const folder = makeDataFolder();
  const { db, close } = await open(`sqlite:${join(folder, 'place-lookup.db')}`);
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  // 2 = FULL.
  expect(rows).toEqual([{ synchronous: 2 }]);
  await close();
});

const open = (url: string) => openDatabase<Schema>({ url, tables: TABLES, log });

/** A process that opens the database of its first argument and keeps it: a garbage collection would close it. */
const HOLDER = `
  const { openDatabase } = await import('${builtFile('kit/store/open-database.js')}');
  const log = { warn: () => undefined };
  globalThis.kept = await openDatabase({ url: process.argv[1], tables: ${JSON.stringify(TABLES)}, log });
  console.log('open');
  process.stdin.on('end', () => process.exit()).resume();`;

for (const removed of [false, true])
  test(`a second process is refused${removed ? ', also when the lock file was removed' : ' and names both'}; it may follow when the first was killed`, {
    tag: removed ? '@gate' : [],
  }, async () => {
    const folder = makeDataFolder();
    const path = join(folder, 'place-lookup.db');
    const args = ['--input-type=module', '--eval', HOLDER, `sqlite:${path}`];
    const first = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      expect(String((await once(first.stdout, 'data'))[0])).toBe('open\n');
      if (removed) rmSync(`${path}.lock`);
      const user = removed ? 'another process' : `the process ${first.pid}`;
      const refusal = `${user} uses ${path}; this is the process ${process.pid}`;
      // The lock file that the first attempt makes anew does not let the second attempt in.
      for (const _attempt of removed ? [1, 2] : [1])
        await expect(open(`sqlite:${path}`)).rejects.toThrow(refusal);
      const ended = once(first, 'exit');
      first.kill('SIGKILL');
      await ended;
      const { close } = await open(`sqlite:${path}`);
      await expect(open(`sqlite:${path}`)).rejects.toThrow('this process has already opened');
      await close();
      await (await open(`sqlite:${path}`)).close();
    } finally {
      first.kill('SIGKILL');
    }
  });

test('a later part with tables of another version ends the start in words, too', async () => {
  const url = `sqlite:${join(makeDataFolder(), 'place-lookup.db')}`;
  const kept = new Map<string, unknown>();
  const together: Core['together'] = async (name, make) => {
    if (!kept.has(name)) kept.set(name, await make());
    return kept.get(name) as Awaited<ReturnType<typeof make>>;
  };
  const storage = storageOf({ DATABASE_URL: url, DATA_DIR: undefined, EVIDENCE_KEY_FILE: undefined });
  const part = (tables: TableSet) =>
    openPart<Schema>({ storage, storageFault: null }, { together, log }, 'record', tables);
  const first = await part(TABLES);
  const second = await part({ name: 'other', version: 1, statements: ['create table "other" ("id" text)'] });
  await expect(part(NEXT)).rejects.toMatchObject({
    ...{ name: 'StartupError', message: expect.stringMatching(/^DATABASE_URL: .*are of version 1/) },
  });
  await first?.close();
  await second?.close();
});

test('tables whose making breaks off leave nothing', async () => {
  const folder = makeDataFolder();
  const url = `sqlite:${join(folder, 'place-lookup.db')}`;
  const statements = [...TABLES.statements, 'create table "half" ("id" text)'];
  const broken = { ...TABLES, statements: [...statements, 'no statement'] };
  await expect(openDatabase<Schema>({ url, tables: broken, log })).rejects.toThrow('syntax error');
  await (await openDatabase<Schema>({ url, tables: { ...TABLES, statements }, log })).close();
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

test('a disk that became full while nobody ran: the start opens the database with the reserve, and rows can be deleted', async () => {
  const disk = mountSmallDisk(98_304);
  try {
    const url = `sqlite:${join(disk.folder, 'place-lookup.db')}`;
    const first = await open(url);
    const rows = Array.from({ length: 50 }, (_, number) => ({ name: `${number}`, value: 'x'.repeat(9_000) }));
    await first.db.insertInto('stored_value').values(rows).execute();
    await first.close();
    for (const left of [49, 48]) {
      disk.fill();
      expect(writingFault(disk.folder)).toBeNull();
      const { db, erase, close } = await open(url);
      const { numDeletedRows } = await erase(() =>
        db.deleteFrom('stored_value').where('name', '=', `${left}`).executeTakeFirst(),
      );
      expect(numDeletedRows).toBe(1n);
      expect(await db.selectFrom('stored_value').select('name').execute()).toHaveLength(left);
      await close();
    }
  } finally {
    disk.close();
  }
});

test('times of 64 bits stay numbers', async () => {
  const { db, close } = await openDatabase<Schema>({ tables: TABLES, url: 'sqlite::memory:', log });
  const row = { at: 4_102_444_800_000 };
  await db.insertInto('moment').values(row).execute();
  expect(await db.selectFrom('moment').selectAll().execute()).toEqual([row]);
  await close();
});

test('a database that cannot be opened is a failure of the start, and says why', async () => {
  await expect(
    openDatabase<Schema>({ tables: TABLES, url: 'sqlite:///proc/none/x.db', log }),
  ).rejects.toThrow(/^DATABASE_URL: /);
  await expect(
    openDatabase<Schema>({ tables: TABLES, url: 'postgres://test@/none?host=/nowhere', log }),
  ).rejects.toThrow(/^DATABASE_URL: /);
});

test.describe('PostgreSQL', () => {
  needsPostgres();

  test('a database is made, kept, and refused by a service of another version; several replicas can start at once', async () => {
    const server = await sharedPostgres();
    await keepsItsVersion(await server.create());
    const url = await server.create();
    const replicas = await Promise.all(
      [1, 2, 3].map(() => openDatabase<Schema>({ tables: TABLES, url, log })),
    );
    const row = { at: 4_102_444_800_000 };
    await replicas[0]?.db.insertInto('moment').values(row).execute();
    expect(await replicas[2]?.db.selectFrom('moment').selectAll().execute()).toEqual([row]);
    await Promise.all(replicas.map(({ close }) => close()));
  });

  test('a process that stands still within a transaction loses its locks after ten seconds', async () => {
    const { db, close } = await open(await (await sharedPostgres()).create());
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(db);
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
    await close();
  });

  test('two parts of the service share one database, and its clock', async () => {
    const watch = await open(await (await sharedPostgres()).create());
    const statements = ['create table "part" ("id" text)'];
    const db = watch.db as unknown as Kysely<{ part: { id: string } }>;
    await makeTables({ db, kind: 'postgres' }, { name: 'other', version: 1, statements });
    await db.insertInto('part').values({ id: 'x' }).execute();
    const { rows } = await sql<{ at: number }>`select ${watch.now} as at`.execute(watch.db);
    expect(Math.abs((rows[0]?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    await watch.close();
  });

  test('a connection that is lost between two statements fails the second one, and nothing else', async () => {
    const server = await sharedPostgres();
    const url = await server.create();
    const { db, close } = await openDatabase<Schema>({ tables: TABLES, url, log });
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
