import { writeDeliveries } from '../../../src/capabilities/notify/rules.js';
import type { SubjectChecker } from '../../../src/capabilities/watch/check-subject.js';
import { ClaimLost, readKnown, recordCheck } from '../../../src/capabilities/watch/ledger.js';
import { createScheduler, type PauseReason } from '../../../src/capabilities/watch/scheduler.js';
import type { WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { AppError, INTERNAL_ERROR } from '../../../src/core/errors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { chunksOf } from '../../../src/kit/store/rows.js';
import { emptyPostgres, onBothDatabases, open, testsOnBothDatabases } from '../../support/both-databases.js';
import { message } from '../../support/messages.js';
import { needsPostgres } from '../../support/postgres-server.js';
import { expect, test } from '../../support/test.js';
import { addChannel } from '../../support/watch-rows.js';
import { addWatch, DAY_MS, look, memoryDatabase, START, seen, usable } from '../../support/watched.js';

const log = createLogger('silent');
const MINUTE_MS = 60_000;

function setUp(
  database: WatchDatabase,
  replica: string,
  check: SubjectChecker,
  now: () => number,
  atOnce = 100,
) {
  let pauseReason: PauseReason | null = null;
  const scheduler = createScheduler({
    ...{ database, usable, replica, check, log, now, atOnce, random: () => 0 },
    pauseReason: () => pauseReason,
  });
  const put = (next: PauseReason | null) => {
    pauseReason = next;
  };
  return Object.assign(scheduler, { put });
}

const quiet: SubjectChecker = async () => look(0, { reviews: [seen('A')] });
/** A tick, and the end of the checks that it began; how many they were. */
const ended = async ({ tick, idle }: ReturnType<typeof setUp>) => {
  const begun = await tick();
  await idle();
  return begun;
};

const rowOf = ({ db }: WatchDatabase) => db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();

onBothDatabases((create) => {
  /** The same database, opened for each of three replicas; SQLite in memory has one connection. */
  let databases: readonly [WatchDatabase, WatchDatabase, WatchDatabase];
  let database: WatchDatabase;
  test.beforeEach(async () => {
    const url = await create();
    database = await open(url);
    databases =
      database.kind === 'sqlite'
        ? [database, database, database]
        : [database, await open(url), await open(url)];
  });
  test.afterEach(async () => {
    for (const one of new Set(databases)) await one.close();
  });

  test('checks wait while the folder of the data is gone, and the search for them goes on', async () => {
    await addWatch(database);
    let isGone = true;
    const hasRoom = () => {
      if (isGone) throw new Error('ENOENT: no such file or directory, statfs');
      return true;
    };
    const scheduler = setUp({ ...database, hasRoom }, 'a', quiet, () => START + DAY_MS);
    expect(await scheduler.tick()).toBe(0);
    isGone = false;
    expect(await ended(scheduler)).toBe(1);
  });

  test('a check is written whole: check, reviews, versions, events in the order of their numbers, deliveries', async () => {
    const { db } = database;
    for (const row of [
      { id: 'ch_all', owner: 'o' },
      { id: 'ch_some', owner: 'o', types: '["review.edited"]' },
      { id: 'ch_ended', owner: 'o', ended_at: 5 },
      { id: 'ch_other', owner: 'somebody else' },
    ])
      await addChannel(db, row);
    const watch = await addWatch(database);
    const reviews = [seen('A'), seen('B', { publishedAt: null })];
    await recordCheck(database, watch, look(0, { reviews }), () => 0);
    const found = { reviews: [seen('A', { stars: 1 }), seen('N')], verdicts: { B: 'no_rating' } } as const;
    const events = await recordCheck(database, watch, look(1, found), () => 0, writeDeliveries);
    expect(events.map(({ seq, type, review_id }) => [seq, type, review_id])).toEqual([
      [1, 'review.edited', 'A'],
      [2, 'review.appeared', 'N'],
      [3, 'review.not_visible', 'B'],
    ]);
    expect(await db.selectFrom('event').selectAll().orderBy('seq').execute()).toEqual(events);
    const deliveries = db.selectFrom('delivery').select(['channel_id', 'event_seq']);
    expect(await deliveries.orderBy('channel_id').orderBy('event_seq').execute()).toEqual([
      ...[1, 2, 3].map((seq) => ({ channel_id: 'ch_all', event_seq: seq })),
      { channel_id: 'ch_some', event_seq: 1 },
    ]);
    const after = await rowOf(database);
    expect(after).toMatchObject({
      ...{ checked_at: START + DAY_MS, proven_at: START + DAY_MS, whole_at: START + DAY_MS, failures: 0 },
      ...{ trouble: null, claimed_by: null, due_at: START + 2 * DAY_MS },
    });
    const known = await readKnown(db, after);
    const told = [...known.reviews.values()].map((one) => [
      ...[one.review_id, one.status, one.reason, one.version, one.stars],
      ((one.last_seen_at ?? 0) - START) / DAY_MS,
    ]);
    expect(told.sort()).toEqual([
      ['A', 'visible', null, 2, 1, 1],
      ['B', 'not_visible', 'no_rating', 1, 5, 0],
      ['N', 'visible', null, 1, 5, 1],
    ]);
    const checks = db.selectFrom('watch_check').select(['trouble', 'complete', 'read', 'rating']);
    const proven = { trouble: null, complete: 1, read: 2, rating: 4.5 };
    expect(await checks.execute()).toEqual([proven, proven]);
  });

  test('a long list is written and read again; a forgotten author never comes back', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => seen(`R${index}`));
    const watch = await addWatch(database);
    await database.db.insertInto('forgotten').values({ owner: 'o', author_key: 'gone', at: START }).execute();
    await recordCheck(database, watch, look(0, { reviews: [...many, seen('F', { authorKey: 'gone' })] }));
    const after = await rowOf(database);
    expect(await recordCheck(database, after, look(1, { reviews: many }))).toEqual([]);
    const known = await readKnown(database.db, after);
    expect(known.reviews.size).toBe(2_500);
    expect(known.reviews.get('R2499')?.read_at).toBe(START + DAY_MS);
  });

  test('three schedulers on one database check each due watch once', async () => {
    for (let index = 0; index < 60; index += 1)
      await addWatch(database, { id: `w_${index}`, subject: `${index}`, due_at: START + index });
    await addWatch(database, { id: 'w_paused', subject: 'paused', paused_at: START });
    await addWatch(database, { id: 'w_later', subject: 'later', due_at: START + DAY_MS });
    const checked: string[] = [];
    const check: SubjectChecker = async ({ id }) => {
      checked.push(id);
      return look(0, { reviews: [seen('A')] });
    };
    // A pool has five connections, and a check that waits too long for one of them fails.
    const now = () => START + MINUTE_MS;
    const schedulers = databases.map((one, index) => setUp(one, `r${index}`, check, now, 4));
    for (let begun = 1; begun > 0; ) {
      const counts = await Promise.all(schedulers.map((scheduler) => scheduler.tick()));
      begun = counts.reduce((sum, count) => sum + count, 0);
      await Promise.all(schedulers.map((scheduler) => scheduler.idle()));
    }
    expect(checked).toHaveLength(60);
    expect(new Set(checked).size).toBe(60);
    expect(await database.db.selectFrom('watch_check').selectAll().execute()).toHaveLength(60);
    await Promise.all(schedulers.map((scheduler) => scheduler.close()));
  });

  test('checks whose claims ended by themselves begin one at a time, fail once and recover', async () => {
    const gone = { claimed_by: 'gone', claimed_until: START };
    await addWatch(database, { id: 'w_bad', subject: 'bad', ...gone, ended: 2 });
    for (const id of ['w_new', 'w_once', 'w_twice'])
      await addWatch(database, { id, subject: id, ...(id === 'w_new' ? {} : gone) });
    let [gate, atWork, most, day] = [deferred<void>(), 0, 0, 1];
    const check: SubjectChecker = async ({ ended }) => {
      atWork += Number(ended > 0);
      most = Math.max(most, atWork);
      await gate.promise;
      atWork -= Number(ended > 0);
      return look(day, { reviews: [seen('A')] });
    };
    const scheduler = setUp(database, 'a', check, () => START + day * DAY_MS);
    const pass = async () => {
      while ((await scheduler.tick()) > 0) {
        gate.resolve();
        await scheduler.idle();
        gate = deferred<void>();
      }
    };
    await pass();
    expect(most).toBe(1);
    const rows = database.db.selectFrom('watch').select(['id', 'trouble', 'ended', 'claimed_by']);
    expect(await rows.orderBy('id').execute()).toEqual([
      { id: 'w_bad', trouble: 'internal_error', ended: 2, claimed_by: null },
      ...['w_new', 'w_once', 'w_twice'].map((id) => ({ id, trouble: null, ended: 0, claimed_by: null })),
    ]);
    day = 3;
    await pass();
    const well = { trouble: null, ended: 0, claimed_by: null };
    expect(await rows.where('id', '=', 'w_bad').execute()).toEqual([{ id: 'w_bad', ...well }]);
  });

  test('the claim of a frozen replica comes back, and its late result is refused', async () => {
    const [one, other] = databases;
    await addWatch(one);
    let time = START;
    const thaw = deferred<void>();
    const signals: AbortSignal[] = [];
    const late: SubjectChecker = async (_watch, { signal }) => {
      signals.push(signal);
      await thaw.promise;
      return look(0, { reviews: [seen('A'), seen('B')] });
    };
    const frozen = setUp(one, 'frozen', late, () => time);
    expect(await frozen.tick()).toBe(1);
    const second = setUp(other, 'second', quiet, () => time);
    expect(await second.tick()).toBe(0);
    time += 5 * MINUTE_MS;
    expect(await ended(second)).toBe(1);
    thaw.resolve();
    await frozen.idle();
    expect(signals[0]?.aborted).toBe(false);
    expect(await one.db.selectFrom('watch_check').selectAll().execute()).toHaveLength(1);
    expect(await one.db.selectFrom('review').select('review_id').execute()).toEqual([{ review_id: 'A' }]);
    const row = await rowOf(one);
    await expect(recordCheck(one, { ...row, claimed_by: 'frozen' }, look(1))).rejects.toThrow(ClaimLost);
    await Promise.all([frozen.close(), second.close()]);
  });

  test('a check that fails after it lost its claim leaves the claim of the next replica alone', async () => {
    const [one, other] = databases;
    await addWatch(one);
    let time = START;
    const thaw = deferred<void>();
    const fails = () => thaw.promise.then(() => Promise.reject(new Error('Made up for the test.')));
    const frozen = setUp(one, 'frozen', fails, () => time);
    expect(await frozen.tick()).toBe(1);
    time += 5 * MINUTE_MS;
    const end = deferred<void>();
    const second = setUp(
      other,
      'second',
      () => end.promise.then(() => look(0)),
      () => time,
    );
    expect(await second.tick()).toBe(1);
    thaw.resolve();
    await frozen.idle();
    expect((await rowOf(one)).claimed_by).toMatch(/^second:/);
    end.resolve();
    await second.idle();
    expect((await rowOf(one)).claimed_by).toBeNull();
    await Promise.all([frozen.close(), second.close()]);
  });

  test('a long check keeps its claim; one that lost it ends; closing gives claims back', async () => {
    await addWatch(database);
    let time = START;
    const reasons: unknown[] = [];
    const endless: SubjectChecker = (_watch, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        });
      });
    const scheduler = setUp(database, 'r', endless, () => time);
    await scheduler.tick();
    for (let minute = 0; minute < 10; minute += 1) {
      time += MINUTE_MS;
      expect(await scheduler.tick()).toBe(0);
    }
    expect(reasons).toEqual([]);
    await database.db.updateTable('watch').set({ claimed_by: 'another' }).execute();
    await scheduler.tick();
    await scheduler.idle();
    expect(reasons).toHaveLength(1);
    await database.db.updateTable('watch').set({ claimed_by: null, claimed_until: null }).execute();
    expect(await scheduler.tick()).toBe(1);
    await scheduler.close();
    expect(reasons[1]).toMatchObject({ code: 'shutting_down' });
    const row = await rowOf(database);
    expect([row.claimed_by, row.due_at, row.checked_at]).toEqual([null, START, null]);
  });
});

/** Checks that take 17 s and 5 loads each, and what they find: nothing. */
const noPlace = (at: number) => ({
  ...look(0, { stop: null, place: null, trouble: 'no_results' }),
  at,
  loads: 5,
});

const onBoth = testsOnBothDatabases({
  'a flood of 3,598 hourly subjects of one owner delays no first check of another owner by a minute': async (
    db,
    database,
  ) => {
    const rows = Array.from({ length: 3_598 }, (_, index) => ({
      ...{ id: `m_${index}`, owner: 'mallory', kind: 'place' as const, subject: `ChIJ${index}` },
      ...{ interval_minutes: 60, evidence: 'never' as const, created_at: START, due_at: START },
    }));
    for (const some of chunksOf(rows)) await db.insertInto('watch').values(some).execute();
    let time = START;
    const began: { owner: string; at: number }[] = [];
    const ends: { at: number; end: () => void }[] = [];
    const scheduler = createScheduler({
      ...{ database, usable, replica: 'r', log, now: () => time, random: () => 0 },
      check: async ({ owner }) => {
        began.push({ owner, at: time });
        await new Promise<void>((resolve) => ends.push({ at: time + 17_000, end: resolve }));
        return noPlace(time);
      },
    });
    /** Lets seconds pass; the scheduler looks every five seconds. */
    const pass = async (seconds: number) => {
      for (const until = time + seconds * 1_000; time < until; time += 5_000) {
        for (const one of ends.filter(({ at }) => at <= time)) {
          ends.splice(ends.indexOf(one), 1);
          one.end();
        }
        await new Promise((resolve) => setImmediate(resolve));
        await scheduler.tick();
      }
    };
    await pass(60);
    expect(began.length).toBeGreaterThan(4);
    for (const owner of ['bob', 'alice']) {
      const since = time;
      await addWatch(database, { id: `w_${owner}`, owner, subject: owner, due_at: time });
      await pass(60);
      const first = began.find((one) => one.owner === owner);
      expect((first?.at ?? Number.POSITIVE_INFINITY) - since, owner).toBeLessThan(60_000);
    }
    for (const { end } of ends) end();
    await scheduler.idle();
    await scheduler.close();
  },

  'the owner whose checks took the fewest loads is next, and nobody saves up turns': async (
    _db,
    database,
  ) => {
    for (const owner of ['a', 'b', 'late'])
      for (let index = 0; index < 30; index += 1) {
        const due_at = owner === 'late' ? START + DAY_MS : START;
        await addWatch(database, { id: `${owner}_${index}`, owner, subject: `${owner} ${index}`, due_at });
      }
    let time = START;
    const loads = new Map<string, number>();
    const check: SubjectChecker = async ({ owner }) => {
      const cost = owner === 'a' ? 6 : 2;
      loads.set(owner, (loads.get(owner) ?? 0) + cost);
      return { ...look(0), at: time, loads: cost };
    };
    const scheduler = setUp(database, 'r', check, () => time, 1);
    const make = async (count: number) => {
      loads.clear();
      for (let made = 0; made < count; made += 1) expect(await ended(scheduler)).toBe(1);
      return Object.fromEntries(loads);
    };
    const first = await make(20);
    expect(Math.abs((first.a ?? 0) - (first.b ?? 0))).toBeLessThanOrEqual(6);
    // The late owner has had no loads so far, and gets no more than the others from now on.
    time += DAY_MS;
    const second = await make(21);
    expect(Math.max(...Object.values(second)) - Math.min(...Object.values(second))).toBeLessThanOrEqual(6);
    await scheduler.close();
  },

  'a subject of which nothing was ever read is checked after 1, 6 and 24 hours, and then its watch pauses':
    async (db, database) => {
      await addWatch(database, { interval_minutes: 60 });
      let at = START;
      const fail = async () => {
        const before = at;
        const events = await recordCheck(database, await rowOf(database), noPlace(at), () => 0);
        const { due_at, paused_at } = await rowOf(database);
        at = due_at;
        return [(due_at - before) / 3_600_000, paused_at === before, events.map(({ type }) => type).join()];
      };
      expect(await fail()).toEqual([1, false, '']);
      expect(await fail()).toEqual([6, false, '']);
      expect(await fail()).toEqual([24, false, '']);
      expect(await fail()).toEqual([24, true, 'watch.trouble']);
      // Resumed, and still not there.
      await db.updateTable('watch').set({ paused_at: null }).execute();
      expect(await fail()).toEqual([24, true, 'watch.trouble']);
      await db.updateTable('watch').set({ paused_at: null }).execute();
      const found = await recordCheck(database, await rowOf(database), { ...look(0), at }, () => 0);
      expect(found.map(({ type }) => type)).toEqual(['watch.recovered']);
      expect(await rowOf(database)).toMatchObject({ paused_at: null, failures: 0, due_at: at + 3_600_000 });
      // Whoever was read once never pauses.
      for (let count = 0; count < 6; count += 1) await fail();
      expect((await rowOf(database)).paused_at).toBeNull();
    },

  'a place whose list is never complete goes on with its interval': async (_db, database) => {
    await addWatch(database);
    let at = START;
    for (let count = 0; count < 6; count += 1) {
      const partly = { ...look(0, { stop: 'interrupted' }), at };
      await recordCheck(database, await rowOf(database), partly, () => 0);
      at = (await rowOf(database)).due_at;
    }
    expect(await rowOf(database)).toMatchObject({ paused_at: null, failures: 6, due_at: at });
    expect(at - START).toBe(4.5 * DAY_MS);
  },
});
test.describe(onBoth);

test.describe('several replicas on PostgreSQL', () => {
  needsPostgres();

  test('a watch that another replica is claiming at this moment is passed over, not waited for', async () => {
    const url = await emptyPostgres();
    const [one, other] = [await open(url), await open(url)];
    const checked: string[] = [];
    const check: SubjectChecker = async ({ id }) => {
      checked.push(id);
      return look(0);
    };
    const scheduler = setUp(other, 'other', check, () => START + MINUTE_MS, 1);
    try {
      await addWatch(one, { id: 'w_first', subject: 'first', due_at: START });
      await addWatch(one, { id: 'w_second', subject: 'second', due_at: START + 1 });
      await one.db.transaction().execute(async (transaction) => {
        const first = transaction.updateTable('watch').where('id', '=', 'w_first');
        await first.set({ claimed_by: 'one' }).execute();
        expect(await ended(scheduler)).toBe(1);
      });
      expect(checked).toEqual(['w_second']);
    } finally {
      await scheduler.close();
      await Promise.all([one.close(), other.close()]);
    }
  });
});

test('nothing begins while the provider blocks, and one check a minute while verdicts are suspended', async () => {
  await using database = await memoryDatabase();
  for (let index = 0; index < 5; index += 1)
    await addWatch(database, { id: `w_${index}`, subject: `${index}` });
  let time = START;
  const scheduler = setUp(database, 'r', quiet, () => time);
  const begun = () => ended(scheduler);
  scheduler.put('provider_blocked');
  expect(await begun()).toBe(0);
  expect(scheduler.paused()).toBe('provider_blocked');
  scheduler.put('verdicts_suspended');
  expect([await begun(), await begun()]).toEqual([1, 0]);
  time += MINUTE_MS;
  expect([await begun(), await begun()]).toEqual([1, 0]);
  scheduler.put(null);
  expect(await begun()).toBe(3);
  expect(scheduler.paused()).toBeNull();
});

test('a clock that was set back holds up no check for longer than an interval', async () => {
  await using database = await memoryDatabase();
  const claimed = { claimed_by: 'r', claimed_until: START + 80 * DAY_MS };
  await addWatch(database, { due_at: START + 90 * DAY_MS, ...claimed });
  let time = START;
  const scheduler = setUp(database, 'r', quiet, () => time);
  expect(await scheduler.tick()).toBe(0);
  time += DAY_MS;
  expect(await ended(scheduler)).toBe(1);
});

test('a check that fails in the service waits, and those of others go on', async () => {
  await using database = await memoryDatabase();
  await addWatch(database, { id: 'w_bad', subject: 'bad' });
  await addWatch(database);
  let time = START;
  const check: SubjectChecker = async (watch, scope) => {
    if (watch.id === 'w_bad') throw new AppError(INTERNAL_ERROR, message('unexpectedFailure'));
    return quiet(watch, scope);
  };
  const scheduler = setUp(database, 'r', check, () => time);
  expect(await ended(scheduler)).toBe(2);
  expect(await scheduler.tick()).toBe(0);
  time += 10 * MINUTE_MS;
  expect(await ended(scheduler)).toBe(1);
  const checked = database.db.selectFrom('watch_check').select('watch_id');
  expect(await checked.execute()).toEqual([{ watch_id: 'w_1' }]);
});

test('a failed check is made again after a quarter of the interval, twice; then after the whole one', async () => {
  await using database = await memoryDatabase();
  await addWatch(database);
  let at = START;
  const waits: number[] = [];
  for (let failures = 0; failures < 4; failures += 1) {
    const row = await rowOf(database);
    const failed = look(0, { stop: null, trouble: 'provider_unavailable' });
    await recordCheck(database, row, { ...failed, at }, () => 0.5);
    const { due_at } = await rowOf(database);
    waits.push((due_at - at) / DAY_MS);
    at = due_at;
  }
  expect(waits).toEqual([0.25, 0.25, 1.05, 1.05]);
});
