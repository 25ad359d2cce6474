import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { onBothDatabases, open } from '../support/both-databases.js';
import { bundled } from '../support/bundled.js';
import { onBothJobDatabases, openJobs, REQUEST, startJobs } from '../support/job-databases.js';
import { spawnMain } from '../support/service-process.js';
import { expect, test } from '../support/test.js';
import { addChannel, addEvent, addWatch as watchRow } from '../support/watch-rows.js';
import { addWatch } from '../support/watched.js';

// Processes that are killed at random moments (kill -9). After each start nothing that a reader has seen is missing,
// nothing is there twice, and SQLite finds no damage. `npm run test:kills` runs these tests; KILL_SEED repeats the
// moments of a run, and KILL_COUNT makes it shorter.

const KILLS = Number(process.env.KILL_COUNT ?? 50);
/** Made and printed by playwright.config.mjs. */
const SEED = process.env.KILL_SEED ?? '';

let folder: string;
test.beforeEach(() => {
  test.setTimeout(200_000 + KILLS * 20_000);
  folder = mkdtempSync(join(tmpdir(), 'kills-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that says nothing for so long has nothing to do, or hangs. */
const SILENT_MS = 120_000;
/** Links that a process asks before it waits for its end. Some 500 are asked within the longest time before a kill. */
const LINKS_OF_ONE = 500;
/** Links that are asked at once, and so when a process is killed. */
const AT_WORK = 2;
/** Packs that a process makes before it waits for its end: they take 75 ms. */
const PACKS_OF_ONE = 5;

/**
 * Starts a program, and kills it `ms` after its first line, or a later one. Returns its lines; the program may end by
 * itself before. @throws Error if it says nothing
 */
async function killed(program: string, env: Record<string, string>, ms: number, line = 1): Promise<string[]> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  let end = setTimeout(() => child.kill('SIGKILL'), SILENT_MS);
  for await (const said of createInterface({ input: child.stdout })) {
    lines.push(said);
    if (lines.length !== line) continue;
    clearTimeout(end);
    end = setTimeout(() => child.kill('SIGKILL'), ms);
  }
  const [code] = await ended;
  clearTimeout(end);
  expect([0, null]).toContain(code);
  expect(lines, 'the process said nothing: it had nothing to do, or hung').not.toEqual([]);
  return lines;
}

/** SQLite finds no damage; PostgreSQL looks after itself. */
function expectIntact(url: string): void {
  if (url.startsWith('postgres')) return;
  const path = url.replace(/^sqlite:(?:\/\/)?/, '');
  const file = new DatabaseSync(path, { readOnly: true });
  const found = file.prepare('PRAGMA integrity_check').all();
  file.close();
  expect(found, path).toEqual([{ integrity_check: 'ok' }]);
}

/** Checks that everything seen before is still there as it was, and adds what is new. */
function expectKept(seen: Map<string, unknown>, now: ReadonlyMap<string, unknown>): void {
  // One `expect` for each row would take most of the test's time.
  expect([...seen].filter(([key, value]) => !isDeepStrictEqual(now.get(key), value))).toEqual([]);
  for (const [key, value] of now) seen.set(key, value);
}

onBothJobDatabases((create) => {
  test('jobs have exactly one result for each link', async () => {
    const url = await create();
    const database = await openJobs(url);
    const { db } = database;
    const idle = await startJobs(database, { concurrency: 0 });
    const entries = Array.from({ length: 2 * LINKS_OF_ONE }, (_, index) => ({
      ...{ text: `link ${index}`, line: index + 1, problem: null },
    }));
    const program = await bundled('job-crash');
    const roll = dice(`${SEED} job`);
    const seen = new Map<string, unknown>();
    const rows = () =>
      db
        .selectFrom('job_link')
        .select(['job_id', 'number', 'position', 'input'])
        .where('position', 'is not', null)
        .orderBy('job_id')
        .orderBy('position')
        .execute();
    let [total, asked] = [0, 0];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // There is always more than a process asks.
      if (total - seen.size <= LINKS_OF_ONE) {
        await idle.jobs.submit({ ...REQUEST, client: 'north', entries: [entries] });
        total += entries.length;
      }
      const env = { DATABASE_URL: url, AT_MOST: `${LINKS_OF_ONE}` };
      asked += (await killed(program, env, roll.next() * 60, 1 + roll.below(20))).length;
      expectIntact(url);
      const results = await rows();
      const before = new Map<string, number>();
      const gaps = results.filter(({ job_id: job, position }) => {
        const expected = (before.get(job) ?? 0) + 1;
        before.set(job, expected);
        return position !== expected;
      });
      expect(gaps).toEqual([]);
      const found = new Map(results.map((row) => [`${row.job_id} ${row.number}`, row]));
      expect(found.size).toBe(results.length);
      expectKept(seen, found);
      // As if the claims of the killed process had ended, which takes 20 s.
      await sql`update job_link set due_at = ${database.now} where due_at is not null and position is null`.execute(
        db,
      );
    }
    expect(seen.size).toBeGreaterThan(KILLS / 2);
    expect(asked, 'a kill costs the links at work').toBeLessThanOrEqual(seen.size + KILLS * AT_WORK);
    const next = await startJobs(database);
    await expect.poll(async () => (await rows()).length, { timeout: 110_000 }).toBe(total);
    await next.worker.close();
    const states = (await next.jobs.list('north')).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['finished']));
    await idle.worker.close();
    await database.close();
  });
});

onBothDatabases((create) => {
  test('a check is whole: its reviews, events and deliveries are there once', async () => {
    const url = await create('file');
    const database = await open(url);
    const { db } = database;
    await addChannel(db, { owner: 'o' });
    const watches = ['w_0', 'w_1', 'w_2'];
    for (const [index, id] of watches.entries())
      await addWatch(database, { id, subject: `${index}`, interval_minutes: 30 });
    const program = await bundled('watch-crash');
    const roll = dice(`${SEED} check`);
    const seen = new Map<string, unknown>();
    const reported = new Map<string, number>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (const id of await killed(program, { DATABASE_URL: url }, roll.next() * 60))
        reported.set(id, (reported.get(id) ?? 0) + 1);
      expectIntact(url);
      const events = await db.selectFrom('event').selectAll().orderBy('seq').execute();
      const deliveries = await db.selectFrom('delivery').select('event_seq').orderBy('event_seq').execute();
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(deliveries.map(({ event_seq }) => event_seq)).toEqual(events.map(({ seq }) => seq));
      expectKept(seen, new Map(events.map((event) => [event.id, event])));
      const reviews = await db.selectFrom('review').select(['watch_id', 'review_id']).execute();
      const checks = await db.selectFrom('watch_check').select(['watch_id', 'trouble']).execute();
      for (const id of watches) {
        const all = checks.filter(({ watch_id }) => watch_id === id);
        // After three claims in a row that were killed, a check fails without asking anybody.
        const own = all.filter(({ trouble }) => trouble !== 'internal_error');
        // Each check showed one more review, and made one event of it.
        const shown = own.map((_, number) => `R${number}`);
        expect(all.length).toBeGreaterThanOrEqual(reported.get(id) ?? 0);
        const known = reviews.filter(({ watch_id }) => watch_id === id).map(({ review_id }) => review_id);
        expect(known.toSorted()).toEqual(shown.toSorted());
        const told = events.filter(({ watch_id }) => watch_id === id).map(({ review_id }) => review_id);
        expect(told).toEqual(shown.slice(1));
      }
    }
    expect(seen.size).toBeGreaterThan(KILLS / 2);
    await database.close();
  });
});

test('a pack is whole, and each loss has one', async () => {
  const path = join(folder, 'watch.db');
  const url = `sqlite:${path}`;
  const packs = join(folder, 'evidence');
  const { db, close } = await open(url);
  const begin = Date.now();
  const losses = (KILLS + 1) * PACKS_OF_ONE;
  await watchRow(db, { evidence: 'on_loss', kind: 'review', subject: 'https://example.com/review' });
  await db.transaction().execute(async (all) => {
    for (let seq = 1; seq <= losses; seq += 1)
      await addEvent(all, seq, [], { type: 'review.not_visible', review_id: `r_${seq}`, at: begin });
  });
  const program = await bundled('pack-crash');
  const roll = dice(`${SEED} pack`);
  const seen = new Map<string, unknown>();
  const whole = Buffer.concat(
    Array.from({ length: 3 }, () => Buffer.alloc(10_000, 'https://example.com/review')),
  );
  const filesOf = () => (existsSync(packs) ? readdirSync(packs) : []).filter((name) => name.endsWith('.zip'));
  for (let kill = 0; kill <= KILLS; kill += 1) {
    // The last start ends by itself.
    const isLast = kill === KILLS;
    // An hour later: files that a kill left are old then, and the store removes them.
    const NOW = `${begin + (isLast ? 3_600_000 : kill)}`;
    const ms = isLast ? 1_000_000 : roll.next() * 60;
    const AT_MOST = `${isLast ? losses : PACKS_OF_ONE}`;
    await killed(program, { DATABASE_URL: url, FOLDER: packs, NOW, AT_MOST }, ms);
    expectIntact(path);
    for (const name of filesOf()) expect(readFileSync(join(packs, name)).equals(whole), name).toBe(true);
    const noted = await db
      .selectFrom('event')
      .select(['id', 'evidence'])
      .where('evidence', 'is not', null)
      .execute();
    expectKept(seen, new Map(noted.map(({ id, evidence }) => [id, evidence])));
    const files = new Set(filesOf());
    for (const { id, evidence } of noted) expect(files.has(evidence ?? ''), id).toBe(true);
    // As if the claims of the killed process had ended, and the waits after them.
    await db.updateTable('pack').set({ due_at: begin, claimed_until: begin }).execute();
  }
  expect(seen.size).toBe(losses);
  expect(readdirSync(packs)).toHaveLength(losses);
  await close();
});

test('a backup is whole, or there is none', async () => {
  const data = join(folder, 'data');
  const jobs = await openJobs(`sqlite:${join(data, 'jobs.db')}`);
  const idle = await startJobs(jobs, { concurrency: 0 });
  const entries = Array.from({ length: 5_000 }, (_, index) => ({
    ...{ text: `link ${index}`, line: index + 1, problem: null },
  }));
  await idle.jobs.submit({ ...REQUEST, client: 'north', entries: [entries] });
  const { db, close } = await open(`sqlite:${join(data, 'place-lookup.db')}`);
  await watchRow(db);
  mkdirSync(join(data, 'evidence'), { recursive: true });
  for (let pack = 0; pack < 10; pack += 1)
    writeFileSync(join(data, 'evidence', `e_${pack}.zip`), Buffer.alloc(500_000, 'pack'));
  const program = await bundled('backup-crash');
  const env = { DATA_DIR: data, TARGET: join(folder, 'copy') };
  const since = performance.now();
  expect(await killed(program, env, 60_000)).toEqual(['begins', 'done']);
  // A kill that came after the end moves the next ones nearer to the beginning, so that some strike in the middle on
  // every machine.
  let withinMs = performance.now() - since;
  const roll = dice(`${SEED} backup`);
  let broken = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    rmSync(env.TARGET, { recursive: true, force: true });
    // The rest of a backup that was broken off is deleted by hand: docs/operation.md.
    rmSync(`${env.TARGET}.part`, { recursive: true, force: true });
    await addEvent(db, kill + 1, []);
    const lines = await killed(program, env, roll.next() * withinMs);
    if (lines.includes('done')) expect(existsSync(env.TARGET)).toBe(true);
    else broken += 1;
    withinMs *= lines.includes('done') ? 0.7 : 1.2;
    for (const name of ['place-lookup.db', 'jobs.db']) expectIntact(join(data, name));
    if (!existsSync(env.TARGET)) continue;
    expect(readdirSync(join(env.TARGET, 'evidence'))).toHaveLength(10);
    for (const [name, query, rows] of [
      ['place-lookup.db', 'select count(*) as rows from event', kill + 1],
      ['jobs.db', 'select count(*) as rows from job_link', entries.length],
    ] as const) {
      expectIntact(join(env.TARGET, name));
      const copy = new DatabaseSync(join(env.TARGET, name), { readOnly: true });
      expect(copy.prepare(query).get()).toEqual({ rows });
      copy.close();
    }
  }
  expect(broken).toBeGreaterThan(0);
  await idle.worker.close();
  await Promise.all([close(), jobs.close()]);
});

test('a service that was killed at its first start starts again in the same folder', async () => {
  const roll = dice(`${SEED} tables`);
  /** Starts the service without a browser: it serves when its tables are made. */
  const start = (DATA_DIR: string) => {
    const { child, log, ended, stderr } = spawnMain({ DATA_DIR, CHROMIUM_PATH: '/bin/false' });
    const serves = () => log.some(({ msg }) => msg?.startsWith('place-lookup serves on'));
    return { child, log, ended, stderr, serves };
  };
  const ends = async ({ child, ended }: { child: ChildProcess; ended: Promise<unknown> }) => {
    child.kill('SIGKILL');
    await ended;
  };
  const since = performance.now();
  const whole = start(join(folder, 'whole'));
  await expect.poll(whole.serves).toBe(true);
  await ends(whole);
  const wholeMs = performance.now() - since;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const data = join(folder, `${kill}`);
    const first = start(data);
    // The tables are made in the last part of the start.
    await Promise.race([
      first.ended,
      new Promise((done) => setTimeout(done, wholeMs * (0.4 + 0.6 * roll.next()))),
    ]);
    await ends(first);
    const second = start(data);
    // A start that is refused ends the process.
    await Promise.race([second.ended, expect.poll(second.serves, { timeout: 180_000 }).toBe(true)]);
    expect(second.serves(), second.stderr() + JSON.stringify(second.log)).toBe(true);
    await ends(second);
    for (const name of ['place-lookup.db', 'jobs.db']) expectIntact(join(data, name));
    rmSync(data, { recursive: true });
  }
});
