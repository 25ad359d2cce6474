import { type KyselyPlugin, SqliteQueryCompiler, sql } from 'kysely';
import type { JobEntry, JobStatus } from '../../../src/capabilities/jobs/job.js';
import {
  cancelJob,
  endWaiting,
  readCompleted,
  readInOrder,
  readJob,
  readJobs,
} from '../../../src/capabilities/jobs/job-store.js';
import type { JobDatabase } from '../../../src/capabilities/jobs/job-tables.js';
import { type ClaimedLink, LinkWork } from '../../../src/capabilities/jobs/link-work.js';
import { packFailure } from '../../../src/capabilities/jobs/packed-result.js';
import { ReceivingJob, requestBefore } from '../../../src/capabilities/jobs/receive-job.js';
import type { AppError } from '../../../src/core/errors.js';
import { onBothJobDatabases, openJobs } from '../../support/job-databases.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

// What the stored jobs promise, on both databases.

const OWNER = 'owner-1';
const OTHER = 'owner-2';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAX_OPEN_LINKS = 3_000;

const links = (count: number): JobEntry[] =>
  Array.from({ length: count }, (_, at) => ({ text: `link ${at}`, line: at + 1, problem: null }));
/** Links of which `many` after one another are equal: one claim takes them. */
const equal = (count: number, many = 100) =>
  links(count).map((entry, at) => ({ ...entry, text: `${'x'.repeat(190)}${Math.floor(at / many)}` }));
const wrong = (count: number) => links(count).map((entry) => ({ ...entry, problem: madeUp('Wrong.') }));
const VISIBLE = { data: Buffer.from('{"ok":true}'), outcome: 'visible', rows: 1 };
const UNAVAILABLE = packFailure(
  { code: 'provider_unavailable', message: 'It failed.', reason: 'other', values: {} },
  1_789_000_000_000,
);

const earlierRequest = ({ database }: { readonly database: JobDatabase }, owner: string) =>
  requestBefore(database.db, owner, 'k');

/** The database, which calls `look` with the text of each statement: before it runs, or `after` it. */
function onStatements(
  database: JobDatabase,
  look: (text: string) => void | Promise<void>,
  when: 'before' | 'after' = 'before',
): JobDatabase {
  const texts = new WeakMap<object, string>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const text = new SqliteQueryCompiler().compileQuery(node, queryId).sql;
      texts.set(queryId, text);
      if (when === 'before') void look(text);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (when === 'after') await look(texts.get(queryId) ?? '');
      return result;
    },
  };
  return { ...database, db: database.db.withPlugin(plugin) };
}

/** The stores over one database, with what tests do again and again. */
function storesOf(database: JobDatabase, retentionMs = HOUR) {
  const stored = { database, retentionMs, maxOpenLinks: MAX_OPEN_LINKS };
  const work = new LinkWork(stored, () => [OWNER, OTHER]);
  const open = async (owner = OWNER): Promise<ReceivingJob> => {
    const job = new ReceivingJob(stored, owner);
    await job.begin('place-details', {});
    return job;
  };
  const submit = async (entries: readonly JobEntry[], owner = OWNER): Promise<string> => {
    const job = await open(owner);
    for (let at = 0; at < entries.length; at += 700) await job.append(entries.slice(at, at + 700));
    expect(await job.commit(null)).toBeNull();
    return job.id;
  };
  const claim = async (): Promise<ClaimedLink> => {
    const claimed = await work.claim([]);
    if (claimed === null) throw new Error('nothing is due');
    return claimed;
  };
  /** Claims links one after the other, by default all that are due. */
  const claims = async (count = Number.POSITIVE_INFINITY): Promise<ClaimedLink[]> => {
    const claimed: ClaimedLink[] = [];
    while (claimed.length < count) {
      const one = await work.claim([]);
      if (one === null) break;
      claimed.push(one);
    }
    return claimed;
  };
  return {
    ...{ database, stored, work, open, submit, claim, claims },
    /** The open links of an owner, as a refusal names them. */
    openOf: (owner: string): Promise<unknown> =>
      new ReceivingJob({ ...stored, maxOpenLinks: 0 }, owner)
        .begin('place-details', {})
        .catch((error: AppError) => error.values.open),
    statusOf: async (id: string, owner = OWNER): Promise<JobStatus> => {
      const job = await readJob(stored, owner, id);
      if (job === null) throw new Error('no such job');
      return job;
    },
    /** Answers links, by default the next one. */
    answer: async (...claimed: readonly ClaimedLink[]) => {
      for (const one of claimed.length === 0 ? [await claim()] : claimed)
        await work.record(one, { ...VISIBLE, data: Buffer.from(JSON.stringify({ of: one.input })) });
    },
    /** The rows that are left, of jobs and of links. */
    rows: async () => {
      const { rows } = await sql<{ jobs: number; links: number; turns: number }>`select
        (select count(*) from job) as jobs, (select count(*) from job_link) as links,
        (select count(*) from queue_turn) as turns`.execute(database.db);
      return rows[0];
    },
  };
}
type Stores = ReturnType<typeof storesOf>;

onBothJobDatabases((create, kind) => {
  const promise = (title: string, body: (stores: Stores) => Promise<void>) =>
    test(title, async () => {
      const database = await openJobs(await create());
      try {
        await body(storesOf(database));
      } finally {
        await database.close();
      }
    });

  promise(
    'every link has one result, in the order of completion and in the order of the list',
    async (on) => {
      const id = await on.submit(links(25));
      const claims = await on.claims();
      expect(claims.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, at) => at));
      await on.answer(...claims.toReversed());
      const job = await on.statusOf(id);
      expect(job).toMatchObject({
        state: 'finished',
        total: 25,
        done: 25,
        outcomes: { visible: 25 },
        rows: 25,
      });
      const all = await readCompleted(on.stored, job, 0, 100);
      const order = links(25).map(({ text }) => text);
      expect(all.map(({ input }) => input)).toEqual(order.toReversed());
      expect((await readCompleted(on.stored, job, 23, 100)).map(({ index }) => index)).toEqual([1, 0]);
      expect(await readInOrder(on.stored, job, 5, 2)).toEqual(
        [5, 6].map((index) => ({
          ...{ index, line: index + 1, input: `link ${index}`, data: { of: `link ${index}` } },
          position: 25 - index,
        })),
      );
    },
  );

  promise('a second result of a link is dropped, also that of a worker that lost its claim', async (on) => {
    const id = await on.submit(links(2));
    const [first, other] = [await on.claim(), await on.claim()];
    const { db, now } = on.database;
    await db.updateTable('job_link').set({ due_at: now }).where('number', '=', 0).execute();
    const second = await on.claim();
    expect(second.number).toBe(first.number);
    expect(await on.work.renew([first, second, other])).toEqual([first]);
    expect(await on.work.record(first, VISIBLE)).toBe(1);
    expect(await on.work.record(second, VISIBLE)).toBe(0);
    await on.work.release(first);
    expect(await on.work.record(other, VISIBLE)).toBe(1);
    expect(await on.work.record(first, VISIBLE)).toBe(0);
    expect(await on.statusOf(id)).toMatchObject({ state: 'finished', done: 2, outcomes: { visible: 2 } });
    expect(await readCompleted(on.stored, await on.statusOf(id), 0, 9)).toHaveLength(2);
  });

  promise('equal links of a list are asked once, wait together, and get the same result', async (on) => {
    const texts = ['a', 'b', 'a', 'c', 'a'];
    const id = await on.submit(texts.map((text, at) => ({ text, line: at + 1, problem: null })));
    const claims = await on.claims();
    expect(claims.map(({ input, numbers }) => [input, numbers])).toEqual([
      ['a', [0, 2, 4]],
      ['b', [1]],
      ['c', [3]],
    ]);
    const [first] = claims as [ClaimedLink];
    await on.work.postpone(first, 0, UNAVAILABLE, true);
    expect(await on.statusOf(id)).toMatchObject({ done: 0, retrying: 3 });
    const again = await on.claim();
    expect(again).toMatchObject({ number: 0, numbers: [0, 2, 4], attempts: 1, bugs: 1 });
    expect(await on.work.renew([again])).toEqual([]);
    await on.work.release(again);
    expect(await on.work.record(await on.claim(), { ...VISIBLE, rows: 2 })).toBe(3);
    expect(await on.statusOf(id)).toMatchObject({ done: 3, rows: 6, outcomes: { visible: 3 } });
    expect((await readCompleted(on.stored, await on.statusOf(id), 0, 9)).map(({ index }) => index)).toEqual([
      ...[0, 2, 4],
    ]);
    await on.answer(...claims.slice(1));
    expect(await on.statusOf(id)).toMatchObject({ state: 'finished', done: 5, rows: 8 });
  });

  promise('a malformed entry is a result at once; a job of nothing else is finished', async (on) => {
    const mixed = links(3).map((entry, at) =>
      at === 1 ? { text: '{', line: 5, problem: madeUp('No JSON.'), own: ['a', null] } : entry,
    );
    const id = await on.submit(mixed);
    const job = await on.statusOf(id);
    expect(job).toMatchObject({ state: 'waiting', done: 1, outcomes: { malformed: 1 } });
    const named = { reason: 'other', values: {} };
    const data = { error: { code: 'invalid_request', message: 'No JSON.', ...named } };
    expect(await readCompleted(on.stored, job, 0, 9)).toEqual([
      { index: 1, line: 5, input: '{', own: ['a', null], position: 1, data },
    ]);
    expect((await on.claims()).map(({ number }) => number)).toEqual([0, 2]);
    const other = await on.submit(wrong(12));
    expect(await on.statusOf(other)).toMatchObject({
      ...{ state: 'finished', done: 12, rows: 12, outcomes: { malformed: 12 } },
    });
  });

  promise('a long run of malformed lines is passed over', async (on) => {
    await on.submit([...wrong(1_700), ...links(1), ...wrong(600), ...links(2).slice(1)]);
    expect((await on.claims()).map(({ number }) => number)).toEqual([1_700, 2_301]);
  });

  promise('owners take turns, jobs of one owner take turns, and a later owner begins at once', async (on) => {
    const [one, two] = [await on.submit(links(500)), await on.submit(links(500))];
    await on.claims(8);
    const other = await on.submit(links(500), OTHER);
    const served: string[] = [];
    for (const { job } of await on.claims(12)) served.push(job);
    const countOf = (id: string) => served.filter((job) => job === id).length;
    expect([countOf(other), countOf(one), countOf(two)]).toEqual([6, 3, 3]);
    expect(served[0]).toBe(other);
  });

  promise(
    'owners with their share of the workers come last, and are served when nobody else waits',
    async (on) => {
      await on.submit(links(100));
      const other = await on.submit(links(2), OTHER);
      expect((await on.work.claim([OWNER]))?.job).toBe(other);
      expect((await on.work.claim([OWNER]))?.job).toBe(other);
      expect((await on.work.claim([OWNER]))?.owner).toBe(OWNER);
    },
  );

  promise('a link that failed waits for its next attempt, and the other links do not', async (on) => {
    const id = await on.submit(links(5));
    const [first, ...others] = await on.claims(4);
    await on.work.postpone(first as ClaimedLink, 60_000, UNAVAILABLE);
    await on.answer(...others);
    const job = await on.statusOf(id);
    expect(job).toMatchObject({ state: 'running', done: 3, retrying: 1 });
    expect(Math.abs((job.next_attempt_at ?? 0) - job.read_at - 60_000)).toBeLessThan(30_000);
    expect(await readJobs(on.stored, OWNER)).toMatchObject([
      { retrying: 1, next_attempt_at: job.next_attempt_at },
    ]);
    const all = await readInOrder(on.stored, job, 0, 5);
    for (const at of [0, 4]) expect(all[at]).toMatchObject({ position: null, data: {} });
    expect(all.filter(({ position }) => position !== null)).toHaveLength(3);
    expect((await on.claims()).map(({ number }) => number)).toEqual([4]);
    const { db, now } = on.database;
    await db.updateTable('job_link').set({ due_at: now }).where('number', '=', 0).execute();
    expect(await on.statusOf(id)).toMatchObject({ retrying: 1, next_attempt_at: null });
    const again = await on.claim();
    expect(again).toMatchObject({ number: 0, attempts: 1, forMs: expect.any(Number) });
    await on.answer(again);
    expect(await on.statusOf(id)).toMatchObject({ done: 4, outcomes: { visible: 4 }, retrying: 0 });
  });

  promise('the state of a job counts no links, however many wait', async (on) => {
    const id = await on.submit(links(3));
    // A link that fails again is counted once.
    for (const claim of await on.claims(2)) await on.work.postpone(claim, 0, UNAVAILABLE);
    for (const claim of await on.claims(2)) await on.work.postpone(claim, 60_000, UNAVAILABLE);
    const texts: string[] = [];
    const stored = { ...on.stored, database: onStatements(on.database, (text) => void texts.push(text)) };
    expect(await readJob(stored, OWNER, id)).toMatchObject({ retrying: 2, state: 'running' });
    expect(await readJobs(stored, OWNER)).toMatchObject([{ retrying: 2 }]);
    expect(texts.filter((text) => /\b(?:count|min|max|sum)\(/.test(text))).toEqual([]);
    const [late] = await on.claims(1);
    await cancelJob(on.stored, OWNER, id, false);
    if (late !== undefined) await on.work.postpone(late, 60_000, UNAVAILABLE);
    expect(await on.statusOf(id)).toMatchObject({ state: 'cancelled', retrying: 0, next_attempt_at: null });
  });

  promise('when the waiting is ended, the failure of the last attempt is the result', async (on) => {
    // More than one step ends.
    const id = await on.submit([...equal(250), ...links(10)]);
    for (const claim of await on.claims(3)) await on.work.postpone(claim, 60_000, UNAVAILABLE);
    expect(await endWaiting(on.stored, OTHER, id)).toBeNull();
    expect(await on.statusOf(id)).toMatchObject({ retrying: 250 });
    expect(await endWaiting(on.stored, OWNER, id)).not.toBeNull();
    const job = await on.statusOf(id);
    expect(job).toMatchObject({ state: 'running', done: 250, retrying: 0 });
    expect(job.outcomes).toEqual({ provider_unavailable: 250 });
    expect(await readCompleted(on.stored, job, 249, 9)).toMatchObject([
      { data: JSON.parse(UNAVAILABLE.toString()) },
    ]);
    await on.answer(...(await on.claims()));
    expect(await on.statusOf(id)).toMatchObject({ state: 'finished', done: 260 });
    expect(await endWaiting(on.stored, OWNER, id)).not.toBeNull();
  });

  promise('links that begin to wait while the waiting is ended go on waiting', async (on) => {
    const id = await on.submit([...equal(210), ...links(190)]);
    for (const claim of await on.claims(3)) await on.work.postpone(claim, 60_000, UNAVAILABLE);
    const failing: Promise<void>[] = [];
    const busy = onStatements(on.database, (text) => {
      // Every attempt fails at once, as without a way to the provider.
      if (/update job_link set position/.test(text))
        failing.push(on.claim().then((claim) => on.work.postpone(claim, 60_000, UNAVAILABLE)));
    });
    await endWaiting({ ...on.stored, database: busy }, OWNER, id);
    await Promise.all(failing);
    expect((await on.statusOf(id)).done).toBeLessThan(300);
    expect(failing.length).toBeLessThan(5);
  });

  /** As if the process that had the claims was killed, and their time is over. */
  const endClaims = ({ database: { db, now } }: Stores) =>
    db.updateTable('job_link').set({ due_at: now }).where('claimed_by', 'is not', null).execute();

  promise(
    'a link whose claims end by themselves comes after all others, alone, and is counted',
    async (on) => {
      await on.submit(links(6));
      await on.claims(3);
      await endClaims(on);
      const fresh = await on.claims(3);
      expect(fresh.map(({ number, bugs }) => [number, bugs])).toEqual([
        [3, 0],
        [4, 0],
        [5, 0],
      ]);
      const alone = await on.work.claim([], fresh);
      expect(alone).toMatchObject({ number: 0, bugs: 1, attempts: 0 });
      expect(await on.work.claim([], [...fresh, alone as ClaimedLink])).toBeNull();
      await on.answer(...fresh);
      await endClaims(on);
      // The others were only beside it.
      const [first, second] = [await on.claim(), await on.claim()];
      expect([first.number, second.number]).toEqual([1, 2]);
      await on.answer(first, second);
      expect(await on.claim()).toMatchObject({ number: 0, bugs: 2 });
      await endClaims(on);
      expect(await on.claim()).toMatchObject({ number: 0, bugs: 3 });
    },
  );

  promise('a process never claims what it is asking, however long it could not renew', async (on) => {
    await on.submit(links(2));
    const running = await on.claims(2);
    await endClaims(on);
    expect(await on.work.claim([], running)).toBeNull();
    expect(await on.work.renew(running)).toEqual([]);
  });

  // A transaction of SQLite has the file for itself.
  const onPostgres = kind === 'postgres' ? promise : () => undefined;

  onPostgres('a claim that is renewed while another process takes it stays where it is', async (on) => {
    await on.submit(links(1));
    const first = await on.claim();
    await endClaims(on);
    const renewing = onStatements(
      on.database,
      async (text) => {
        if (text.includes('order by "bugs"')) await on.work.renew([first]);
      },
      'after',
    );
    const other = new LinkWork({ ...on.stored, database: renewing }, () => [OWNER]);
    expect(await other.claim()).toBeNull();
    expect(await on.work.renew([first])).toEqual([]);
  });

  onPostgres('two processes that delete the same job at once do not disturb each other', async (on) => {
    const id = await on.submit(links(1_500));
    await cancelJob(on.stored, OWNER, id, false);
    await cancelJob(on.stored, OWNER, id, true);
    await Promise.all([on.work.sweep(), on.work.sweep()]);
    expect(await on.rows()).toEqual({ jobs: 0, links: 0, turns: 0 });
  });

  onPostgres('a job that another process has locked is waited for', async (on) => {
    const id = await on.submit(links(3));
    const { db } = on.database;
    const locked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let claiming: Promise<ClaimedLink | null> | undefined;
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('job').set({ next: 1 }).where('id', '=', id).execute();
      claiming = on.work.claim();
      await expect.poll(async () => (await locked.execute(db)).rows).toHaveLength(1);
    });
    expect((await claiming)?.number).toBe(1);
  });

  promise('without a usable key of its owner a claim is not renewed', async (on) => {
    await on.submit(links(1));
    const claim = await on.claim();
    const without = new LinkWork(on.stored, () => [OTHER]);
    expect(await without.renew([claim])).toEqual([claim]);
  });

  promise('a cancelled job hands nothing out and takes no more results', async (on) => {
    const id = await on.submit(links(100));
    const [first, second] = await on.claims(2);
    await on.answer(first as ClaimedLink);
    expect(await cancelJob(on.stored, OTHER, id, false)).toBeNull();
    // An open job is only cancelled, whatever is asked, and stays as it is when that is repeated.
    expect(await cancelJob(on.stored, OWNER, id, true)).toMatchObject({ state: 'cancelled', done: 1 });
    expect(await cancelJob(on.stored, OWNER, id, false)).toMatchObject({ state: 'cancelled', done: 1 });
    // The link that is being asked ends with the next renewal.
    expect(await on.work.renew([second as ClaimedLink])).toEqual([second]);
    expect(await on.work.record(second as ClaimedLink, VISIBLE)).toBe(0);
    expect(await on.work.claim([])).toBeNull();
    expect(await readCompleted(on.stored, await on.statusOf(id), 0, 9)).toHaveLength(1);
  });

  promise('a deleted job is gone at once, and its rows with the next sweep', async (on) => {
    const id = await on.submit(links(1_200));
    await on.claim();
    await cancelJob(on.stored, OWNER, id, false);
    expect(await cancelJob(on.stored, OWNER, id, true)).toMatchObject({ state: 'deleted' });
    expect(await readJob(on.stored, OWNER, id)).toBeNull();
    expect(await readJobs(on.stored, OWNER)).toEqual([]);
    await on.work.sweep();
    expect(await on.rows()).toEqual({ jobs: 0, links: 0, turns: 0 });
  });

  promise('a job that has ended is kept for the retention', async (on) => {
    const cancelled = await on.submit(links(3));
    await cancelJob(on.stored, OWNER, cancelled, false);
    const mixed = await on.submit([...wrong(3), ...links(1)]);
    await on.answer();
    for (const id of [cancelled, mixed, await on.submit(wrong(3))]) {
      const { ended_at, expires_at } = await on.statusOf(id);
      expect((expires_at ?? 0) - (ended_at ?? 0)).toBe(HOUR);
    }
    await on.work.sweep();
    const { db, now } = on.database;
    await db.updateTable('job').set({ expires_at: now }).where('id', '=', mixed).execute();
    await on.work.sweep();
    expect(await readJob(on.stored, OWNER, mixed)).toBeNull();
    expect((await on.rows())?.jobs).toBe(2);
  });

  promise('a clock that was set back holds up no link and no deletion', async (on) => {
    const id = await on.submit(links(5));
    const [claim] = await on.claims();
    await on.work.postpone(claim as ClaimedLink, 900_000, UNAVAILABLE);
    const { db, now } = on.database;
    const inAYear = sql<number>`${now} + 31536000000`;
    await db.updateTable('job_link').set({ due_at: inAYear }).where('number', '>', 0).execute();
    await on.work.sweep();
    expect((await on.claims()).map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4]);
    await cancelJob(on.stored, OWNER, id, false);
    await db.updateTable('job').set({ expires_at: inAYear }).execute();
    await on.work.sweep();
    const { expires_at, read_at } = await on.statusOf(id);
    expect((expires_at ?? 0) - read_at).toBeLessThanOrEqual(HOUR);
  });

  promise('what was written while the clock was a year ahead lasts no longer than the rest', async (on) => {
    const { db, now } = on.database;
    const ahead = storesOf({ ...on.database, now: sql<number>`(${now} + 31536000000)` });
    await ahead.submit(links(2));
    for (const claim of await ahead.claims()) await ahead.work.postpone(claim, 30_000, UNAVAILABLE);
    const upload = await ahead.open();
    await upload.append(links(1));
    await on.work.sweep();
    expect((await on.claims()).map(({ attempts, forMs }) => [attempts, forMs >= 0])).toEqual([
      [1, true],
      [1, true],
    ]);
    const longest = sql<number>`max(expires_at - ${now})`.as('longest');
    const { longest: left } = await db
      .selectFrom('job')
      .select(longest)
      .where('state', '=', 'receiving')
      .executeTakeFirstOrThrow();
    expect(left).toBeLessThanOrEqual(HOUR);
  });

  promise('a clock that is four days ahead for a while ends no attempts', async (on) => {
    const { now, db } = on.database;
    await on.work.sweep();
    await on.submit(links(1));
    await on.work.postpone(await on.claim(), 0, UNAVAILABLE);
    const ahead = storesOf({ ...on.database, now: sql<number>`(${now} + 345600000)` });
    // Before and after the process has seen that the clock jumped, and when it is set back.
    for (const [stores, isSwept] of [
      [ahead, false],
      [ahead, true],
      [on, true],
    ] as const) {
      if (isSwept) await stores.work.sweep();
      const claim = await stores.claim();
      expect(Math.abs(claim.forMs)).toBeLessThan(HOUR);
      await stores.work.postpone(claim, 0, UNAVAILABLE);
    }
    const since = await db
      .selectFrom('job_link')
      .select(sql<number>`failing_since - ${now}`.as('ahead'))
      .execute();
    expect(since[0]?.ahead).toBeLessThanOrEqual(0);
  });

  promise('a clock that is four days ahead for a while deletes and hides no result of a job', async (on) => {
    const { now } = on.database;
    const ahead = storesOf({ ...on.database, now: sql<number>`(${now} + 345600000)` }, 3 * DAY);
    const right = storesOf(on.database, 3 * DAY);
    for (const isSwept of [true, false]) {
      const id = await right.submit([...links(3), ...wrong(2)]);
      await right.answer(...(await right.claims()));
      const malformed = await right.submit(wrong(3));
      // Not swept: the clock is wrong when the process starts.
      if (isSwept) await right.work.sweep();
      for (let sweep = 0; sweep < 3; sweep += 1) await ahead.work.sweep();
      const later = await ahead.submit(wrong(1));
      for (const one of [id, malformed, later])
        expect(await readJob(ahead.stored, OWNER, one)).not.toBeNull();
      await right.work.sweep();
      for (const one of [id, malformed, later]) {
        const { expires_at, read_at } = await right.statusOf(one);
        expect((expires_at ?? 0) - read_at).toBeLessThanOrEqual(3 * DAY);
        expect((expires_at ?? 0) - read_at).toBeGreaterThan(0);
      }
      const job = await right.statusOf(id);
      expect(await readCompleted(right.stored, job, 0, 9)).toHaveLength(5);
      expect((job.expires_at ?? 0) - job.read_at).toBeGreaterThan(3 * DAY - HOUR);
    }
    expect((await on.rows())?.jobs).toBe(6);
  });

  promise('sweep by sweep, a job comes to its end', async (on) => {
    const { now } = on.database;
    await on.submit(wrong(1));
    await on.work.sweep();
    // Seven sweeps that are ten minutes apart.
    for (let sweep = 1; sweep <= 7; sweep += 1) {
      expect((await on.rows())?.jobs, `${sweep}`).toBe(1);
      const later = sql<number>`(${now} + cast(${sweep * 599_000} as bigint))`;
      await storesOf({ ...on.database, now: later }).work.sweep();
    }
    expect((await on.rows())?.jobs).toBe(0);
  });

  promise('only its owner sees a job, and lists are read page by page', async (on) => {
    const submit = async (created_at: number) => {
      const id = await on.submit(links(1));
      await on.database.db.updateTable('job').set({ created_at }).where('id', '=', id).execute();
      return id;
    };
    const [newest, oldest, middle] = [await submit(3), await submit(1), await submit(2)];
    const ids = async (owner: string, limit?: number, before?: string) =>
      (await readJobs(on.stored, owner, limit, before))?.map(({ id }) => id) ?? null;
    expect(await ids(OWNER)).toEqual([newest, middle, oldest]);
    expect(await ids(OWNER, 1, newest)).toEqual([middle]);
    expect(await ids(OWNER, 5, newest)).toEqual([middle, oldest]);
    expect(await ids(OTHER)).toEqual([]);
    expect(await ids(OTHER, 5, newest)).toBeNull();
    expect(await readJob(on.stored, OTHER, newest)).toBeNull();
  });

  promise('an upload is seen by nobody, is discarded whole, and expires by itself', async (on) => {
    const job = await on.open();
    await job.append(links(30));
    expect(await readJob(on.stored, OWNER, job.id)).toBeNull();
    expect(await readJobs(on.stored, OWNER)).toEqual([]);
    expect(await cancelJob(on.stored, OWNER, job.id, true)).toBeNull();
    expect(await on.work.claim([])).toBeNull();
    await job.discard();
    await on.work.sweep();
    expect((await on.rows())?.links).toBe(0);
    const late = await on.open();
    await late.append(links(30));
    await on.database.db.updateTable('job').set({ expires_at: on.database.now }).execute();
    await on.work.sweep();
    await expect(late.append(links(1))).rejects.toMatchObject({ code: 'jobs_unavailable' });
    await expect(late.commit(null)).rejects.toMatchObject({ code: 'jobs_unavailable' });
    expect(await on.rows()).toMatchObject({ jobs: 0, links: 0 });
  });

  promise('the open links of an owner are limited as they come in, ended jobs not included', async (on) => {
    const first = await on.submit(links(2_000));
    await on.submit(wrong(5_000));
    const upload = await on.open();
    await upload.append(links(1_000));
    await expect(on.open()).rejects.toThrow('without this list you have 3000.');
    await expect(upload.append(links(10_000))).rejects.toThrow('without this list you have 2000.');
    await upload.discard();
    expect(await on.openOf(OWNER)).toBe('2000');
    await on.answer(...(await on.claims(10)));
    expect(await on.openOf(OWNER)).toBe('1990');
    const uploads = [await on.open(), await on.open(), await on.open(), await on.open()];
    const appended = await Promise.allSettled(uploads.map((one) => one.append(links(330))));
    expect(appended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await on.openOf(OTHER)).toBe('0');
    await on.submit(links(2_000), OTHER);
    await cancelJob(on.stored, OWNER, first, false);
    expect(await on.openOf(OWNER)).toBe('990');
    await on.submit(links(2_000));
  });

  promise('without room on the disk no list is taken and no link is handed out', async (on) => {
    await on.submit(links(20));
    const upload = await on.open();
    await upload.append(links(20));
    const full = storesOf({ ...on.database, hasRoom: () => false });
    await expect(full.open()).rejects.toMatchObject({ code: 'jobs_unavailable', reason: 'jobs_disk_full' });
    expect(await full.work.claim([])).toBeNull();
    await upload.commit(null);
    await on.answer();
    const job = await full.statusOf(upload.id);
    expect(await readInOrder(full.stored, job, 0, 20)).toHaveLength(20);
    expect(await endWaiting(full.stored, OWNER, upload.id)).not.toBeNull();
    expect(await cancelJob(full.stored, OWNER, upload.id, false)).toMatchObject({ state: 'cancelled' });
    expect(await cancelJob(full.stored, OWNER, upload.id, true)).toMatchObject({ state: 'deleted' });
    await full.work.sweep();
    expect((await on.rows())?.jobs).toBe(1);
  });

  promise('a request key leads to the first job until that job is deleted or has expired', async (on) => {
    const request = { key: 'k', hash: 'content' };
    const commit = async (key = request) => {
      const job = await on.open();
      await job.append(wrong(1));
      return { id: job.id, answer: await job.commit(key) };
    };
    const [one, two] = await Promise.all([commit(), commit()]);
    const [first, second] = one?.answer === null ? [one, two] : [two, one];
    expect(first?.answer).toBeNull();
    expect(second?.answer).toEqual({ id: first?.id, hash: 'content' });
    expect(await earlierRequest(on, OWNER)).toEqual({
      id: first?.id,
      hash: 'content',
    });
    expect(await earlierRequest(on, OTHER)).toBeNull();
    await cancelJob(on.stored, OWNER, first?.id ?? '', true);
    expect(await earlierRequest(on, OWNER)).toBeNull();
    const third = await commit();
    expect(third.answer).toBeNull();
    await on.work.sweep();
    await on.database.db.updateTable('job').set({ expires_at: on.database.now }).execute();
    await on.work.sweep();
    expect(await earlierRequest(on, OWNER)).toBeNull();
    expect((await commit()).answer).toBeNull();
  });

  promise('own columns stay with the job', async (on) => {
    const columns = { headings: ['klient', 'link'], width: 2, isLinkInCell: true };
    const job = await on.open();
    await job.append([{ text: 'a', line: 2, problem: null, own: ['A', null] }]);
    await job.commit(null, columns);
    expect(await on.statusOf(job.id)).toMatchObject({ columns });
  });

  promise('the time a job was read is that of the database', async (on) => {
    const id = await on.submit(links(1));
    const { now } = Date;
    Date.now = () => now() + 300_000;
    try {
      const { created_at, read_at } = await on.statusOf(id);
      expect(read_at).toBeGreaterThanOrEqual(created_at);
      expect(read_at).toBeLessThan(now() + 60_000);
    } finally {
      Date.now = now;
    }
  });

  promise('a link takes little more than its texts', async (on) => {
    const id = await on.submit(equal(500, 5));
    const result = { ...VISIBLE, data: Buffer.from(JSON.stringify({ text: 'ł'.repeat(300) })) };
    for (const claim of await on.claims()) await on.work.record(claim, result);
    expect(await on.statusOf(id)).toMatchObject({ state: 'finished', done: 500 });
    const size =
      kind === 'sqlite'
        ? sql<{
            bytes: number;
          }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
        : sql<{ bytes: number }>`select pg_total_relation_size('job_link') as bytes`;
    const { rows } = await size.execute(on.database.db);
    const whole = Number(rows[0]?.bytes) / 500;
    test.info().annotations.push({ type: 'bytes a link', description: String(whole) });
    expect(whole).toBeLessThan(1_700);
  });
});
