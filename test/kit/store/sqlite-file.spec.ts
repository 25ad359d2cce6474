import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { asSqliteDatabase, openSqlite } from '../../../src/kit/store/sqlite-file.js';
import { makeDataFolder } from '../../support/data-folder.js';
import { expect, test } from '../../support/test.js';

// The files of an SQLite database: after an end in order, after a deletion, and when they were emptied.

const SECRET = 'Gburowata obsługa, nie polecam.';

let folder: string;
let path: string;

test.beforeEach(() => {
  folder = makeDataFolder();
  path = join(folder, 'record.db');
});

function open() {
  const file = openSqlite(path, createLogger('silent'));
  file.ready();
  return file;
}

/** Opens a file and makes its table where it is missing, as each start does. */
async function make() {
  const { db, ready } = openSqlite(path, createLogger('silent'));
  await sql`create table if not exists kept (value text)`.execute(db);
  ready();
  await db.destroy();
}

/** A start that is killed before the tables are there. */
async function killedStart() {
  const { db } = openSqlite(path, createLogger('silent'));
  await sql`select 1`.execute(db);
  await db.destroy();
}

/** Files of the folder that have the text anywhere. */
const filesWith = (text: string) =>
  readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));

test('after an end in order the file alone has every row, although statements were prepared', async () => {
  const { db } = open();
  await sql`create table kept (value text)`.execute(db);
  for (const value of ['a', 'b', 'c']) await sql`insert into kept values (${value})`.execute(db);
  await db.destroy();
  const wal = `${path}-wal`;
  expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);
  rmSync(wal, { force: true });
  rmSync(`${path}-shm`, { force: true });
  const copy = new DatabaseSync(path);
  expect(copy.prepare('select value from kept order by value').all()).toEqual([
    { value: 'a' },
    { value: 'b' },
    { value: 'c' },
  ]);
  copy.close();
});

test('the columns of a statement are asked for once, however often it runs', () => {
  let asked = 0;
  const columns = () => {
    asked += 1;
    return [{}];
  };
  const prepare = () => ({ columns, all: () => ['row'] }) as never;
  const database = asSqliteDatabase({ prepare, exec: () => undefined, close: () => undefined });
  for (let run = 0; run < 3; run += 1) {
    const { reader, all } = database.prepare('select 1');
    expect([reader, all([])]).toEqual([true, ['row']]);
  }
  expect(asked).toBe(1);
});

test('no file has a deleted text after the log was emptied, also when a reader held the log back', async () => {
  const { db, erase } = open();
  await sql`create table review (text text)`.execute(db);
  await sql`insert into review values (${SECRET})`.execute(db);
  const reader = new DatabaseSync(path);
  reader.exec('begin');
  reader.prepare('select text from review').all();
  await sql`delete from review`.execute(db);
  expect(filesWith(SECRET)).toEqual(['record.db-wal']);
  let isEmptied = false;
  const emptying = erase(async () => undefined).then(() => {
    isEmptied = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isEmptied).toBe(false);
  reader.exec('commit');
  await emptying;
  expect(filesWith(SECRET)).toEqual([]);
  reader.close();
  await db.destroy();
});

test('the next start empties the log of a process that was killed after a deletion', async () => {
  const { db } = open();
  await sql`create table review (text text)`.execute(db);
  await sql`insert into review values (${SECRET})`.execute(db);
  await sql`delete from review`.execute(db);
  const copy = join(folder, 'copy');
  for (const end of ['', '-wal']) cpSync(path + end, join(copy, `record.db${end}`));
  await db.destroy();
  path = join(copy, 'record.db');
  expect(readFileSync(`${path}-wal`).includes(SECRET)).toBe(true);
  const second = open();
  await expect.poll(() => readFileSync(`${path}-wal`).length).toBe(0);
  expect(readFileSync(path).includes(SECRET)).toBe(false);
  await second.db.destroy();
});

for (const [end, isWiped, change] of [
  ['an end in order', false, () => undefined],
  ['the file was written since', true, () => utimesSync(path, 0, 0)],
  ['another file of the same time took its place', true, () => appendFileSync(path, Buffer.alloc(4_096))],
  ['a log was put beside it', true, () => writeFileSync(`${path}-wal`, 'frames')],
  ['the mark was lost', true, () => rmSync(`${path}.made`)],
  ['a start was killed that had written nothing', true, killedStart],
] as const)
  test(`a start overwrites unused space ${isWiped ? 'when' : 'not after'} ${end}`, async () => {
    const first = open();
    await sql`create table review (text text)`.execute(first.db);
    await first.close();
    // `touch` keeps the nanoseconds of a time.
    const touch = (from: string, to: string) => execFileSync('touch', ['-r', from, to]);
    const ended = join(folder, 'ended');
    writeFileSync(ended, '');
    touch(path, ended);
    // Between the header and the rows of the first page.
    const file = openSync(path, 'r+');
    writeSync(file, SECRET, 1_000);
    closeSync(file);
    touch(ended, path);
    await change();
    if (end.includes('same time')) touch(ended, path);
    const { db, close } = open();
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await sql`select 1`.execute(db);
    }
    expect(filesWith(SECRET)).toEqual(isWiped ? [] : ['record.db']);
    // No mark while the file is open.
    expect(statSync(`${path}.made`).size).toBe(0);
    await close();
  });

test('an end leaves no mark if somebody wrote while it wiped', async () => {
  const { db, close } = open();
  await sql`create table review (text text)`.execute(db);
  // More pages than one step wipes.
  for (let row = 0; row < 20; row += 1)
    await sql`insert into review values (${'x'.repeat(90_000)})`.execute(db);
  const closing = close();
  await new Promise((resolve) => setImmediate(resolve));
  await sql`insert into review values ('late')`.execute(db);
  await closing;
  expect(statSync(`${path}.made`).size).toBe(0);
});

test('the log is emptied after a transaction that is under way', async () => {
  const { db, erase } = open();
  await sql`create table review (text text)`.execute(db);
  await sql`insert into review values (${SECRET})`.execute(db);
  const emptied = await db.transaction().execute(async (transaction) => {
    await sql`delete from review`.execute(transaction);
    const emptying = erase(async () => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    return { emptying };
  });
  await emptied.emptying;
  expect(filesWith(SECRET)).toEqual([]);
  await db.destroy();
});

for (const [what, damage] of Object.entries({
  'a missing file': () => rmSync(path),
  // A new file: this process still has locks on the old one until its statements are collected.
  'a file of 0 bytes': () => {
    rmSync(path);
    writeFileSync(path, '');
  },
  'a file without a table': () => {
    rmSync(path);
    const empty = new DatabaseSync(path);
    empty.exec('pragma journal_mode = wal; create table t (x); drop table t');
    empty.close();
  },
}))
  test(`${what} beside the mark of its data is refused, and a new folder begins anew`, async () => {
    await make();
    await make();
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    damage();
    expect(open).toThrow(`${path} is empty or missing, but ${path}.made shows that there was one`);
    expect(open).toThrow('put back a backup of the whole folder, or begin anew in a new folder');
    rmSync(`${path}.made`);
    expect(open).toThrow(`${path}.reserve shows that there was one`);
    rmSync(`${path}.reserve`);
    await make();
  });

for (const [sign, make] of Object.entries({
  'evidence-key.pem': (at: string) => writeFileSync(at, 'key'),
  evidence: (at: string) => {
    mkdirSync(at);
    writeFileSync(join(at, 'e_1.zip'), 'pack');
  },
}))
  test(`a missing record beside ${sign} is refused; jobs are not`, async () => {
    make(join(folder, sign));
    path = join(folder, 'place-lookup.db');
    expect(open).toThrow(join(folder, sign));
    path = join(folder, 'jobs.db');
    await open().db.destroy();
  });
