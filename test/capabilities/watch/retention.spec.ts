import { recordCheck } from '../../../src/capabilities/watch/ledger.js';
import { createRetention } from '../../../src/capabilities/watch/retention.js';
import type { Database } from '../../../src/capabilities/watch/schema.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { testsOnBothDatabases } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord } from '../../support/watch-record.js';
import { addWatch, look, START, seen } from '../../support/watched.js';

const log = createLogger('silent');
const erase = <T>(work: () => Promise<T>) => work();
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23);
const DAYS = { events: 20, reviews: 30 };
const daysAgo = (days: number) => NOW - days * DAY;

/** A store that only notes what is removed; `fails` = the disk refuses it. */
function inventedStore(fails: () => boolean = () => false) {
  const removed: string[] = [];
  const remove = async (name: string) => {
    if (fails()) throw new Error('EIO');
    removed.push(name);
  };
  return { store: { remove }, removed };
}

/** Retention whose clock has been steady for days. */
function retentionOf(db: Database, store = inventedStore().store, days = DAYS) {
  const retention = createRetention({ db, store, erase, days, log, now: () => NOW });
  const value = `${NOW - 3 * DAY} ${NOW - DAY}`;
  const tick = async () => {
    await db
      .insertInto('stored_value')
      .values({ name: 'retention_clock', value })
      .onConflict((one) => one.column('name').doUpdateSet({ value }))
      .execute();
    return retention.tick();
  };
  return { ...retention, tick };
}

async function idsOf(db: Database) {
  const [checks, events, reviews] = await Promise.all([
    db.selectFrom('watch_check').select('id').orderBy('id').execute(),
    db.selectFrom('event').select('id').orderBy('id').execute(),
    db.selectFrom('review').select('review_id as id').orderBy('review_id').execute(),
  ]);
  return [checks, events, reviews].map((rows) => rows.map(({ id }) => id).join(' '));
}

const onBoth = testsOnBothDatabases({
  'old events and reviews are deleted, and their packs; others and all checks stay': async (db) => {
    const record = inventedRecord(db);
    const watch = await record.watch();
    await record.check(watch, { id: 'old', at: daysAgo(99) });
    await record.event(watch, { id: 'kept', at: daysAgo(19) });
    await record.event(watch, { id: 'gone', at: daysAgo(21), evidence: 'gone.zip' });
    const hidden = { status: 'not_visible', last_seen_at: daysAgo(31) } as const;
    await record.review(watch, { review_id: 'hidden', ...hidden });
    const never = { last_seen_at: null, status_at: daysAgo(31) };
    await record.review(watch, { review_id: 'never-seen', ...hidden, ...never });
    await record.review(watch, { review_id: 'young', ...hidden, last_seen_at: daysAgo(29) });
    await record.review(watch, { review_id: 'visible', last_seen_at: daysAgo(99) });
    await record.review(watch, { review_id: 'with-event', ...hidden });
    await record.event(watch, { id: 'later', at: daysAgo(1), review_id: 'with-event' });
    const { store, removed } = inventedStore();
    await retentionOf(db, store).tick();
    expect(await idsOf(db)).toEqual(['old', 'kept later', 'visible with-event young']);
    expect(removed).toEqual(['gone.zip']);
  },

  '0 days keep everything': async (db) => {
    const record = inventedRecord(db);
    const watch = await record.watch();
    await record.check(watch, { id: 'check' });
    await record.event(watch, { id: 'event' });
    await record.review(watch, { review_id: 'review', status: 'not_visible' });
    const before = await idsOf(db);
    await retentionOf(db, undefined, { events: 0, reviews: 0 }).tick();
    expect(await idsOf(db)).toEqual(before);
    await retentionOf(db).tick();
    expect(await idsOf(db)).toEqual(['check', '', '']);
  },

  'a review whose record retention deleted is told as shown again, not as new': async (db) => {
    await addWatch({ db });
    const check = async (day: number, found: Parameters<typeof look>[1]) => {
      const watch = await db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
      const events = await recordCheck({ db }, watch, look(day, found), () => 0.5);
      return events.map(({ type, review_id }) => [type, review_id]);
    };
    const place = { reviewCount: 2 };
    const [a, b] = [seen('A'), seen('B')];
    expect(await check(0, { reviews: [a, b], place })).toEqual([]);
    const lost = { reviews: [b], place, verdicts: { A: 'no_rating_section' } } as const;
    expect(await check(1, lost)).toEqual([['review.not_visible', 'A']]);
    const clock = { now: START + 60 * DAY };
    const retention = createRetention({ db, store: null, erase, days: DAYS, log, now: () => clock.now });
    for (let day = 0; day < 2; day += 1) {
      await retention.tick();
      clock.now += DAY;
    }
    expect((await idsOf(db)).slice(1)).toEqual(['', 'B']);
    const { counts } = await db.selectFrom('watch').select('counts').executeTakeFirstOrThrow();
    expect(JSON.parse(counts ?? '[]')).toMatchObject([{ status: 'visible', count: 1 }]);
    const c = seen('C', { publishedAt: (START + 61 * DAY) / 1_000 });
    expect(await check(62, { reviews: [a, b, c], place })).toEqual([
      ['review.visible_again', 'A'],
      ['review.appeared', 'C'],
    ]);
  },

  'a single watched review loses its texts, and stays known': async (db) => {
    const record = inventedRecord(db);
    const watch = await record.watch({ kind: 'review' });
    await record.review(watch, { review_id: 'r', status: 'not_visible', text: 'Zimne' });
    const { store } = inventedStore();
    await retentionOf(db, store).tick();
    await retentionOf(db, store).tick();
    const left = await db.selectFrom('review').select(['review_id', 'version', 'text']).execute();
    expect(left).toEqual([{ review_id: 'r', version: 0, text: null }]);
  },

  'many rows are deleted in steps, and a disk that fails loses no row without its file': async (db) => {
    const record = inventedRecord(db);
    const watch = await record.watch();
    for (let count = 0; count < 1_201; count += 1) await record.event(watch, { evidence: `${count}.zip` });
    const [, before] = await idsOf(db);
    let isBroken = true;
    const retention = retentionOf(db, inventedStore(() => isBroken).store);
    await expect(retention.tick()).rejects.toThrow('EIO');
    expect((await idsOf(db))[1]).toBe(before);
    isBroken = false;
    await retention.tick();
    expect(await idsOf(db)).toEqual(['', '', '']);
  },

  'a clock that jumps by years deletes nothing before it was steady for a day': async (db) => {
    const record = inventedRecord(db);
    await record.event(await record.watch(), { id: 'e', at: NOW });
    const clock = { at: NOW };
    const retention = createRetention({ db, store: null, erase, days: DAYS, log, now: () => clock.at });
    const deletesAfter = async (ms: number) => {
      clock.at += ms;
      await retention.tick();
      return (await idsOf(db))[1] === '';
    };
    for (const hours of [0, 24, 24]) expect(await deletesAfter(hours * 3_600_000)).toBe(false);
    for (const hours of [5 * 365 * 24, 1, 22]) expect(await deletesAfter(hours * 3_600_000)).toBe(false);
    // The clock is set right again.
    expect(await deletesAfter(-5 * 365 * DAY)).toBe(false);
    expect(await deletesAfter(25 * DAY)).toBe(true);
  },

  'other capabilities delete what is older than events may be, in steps': async (db) => {
    const asked: number[][] = [];
    const clean = async (...given: [number, number]) => {
      asked.push(given);
      return asked.length === 1 ? 500 : 1;
    };
    const retention = createRetention({ db, store: null, erase, days: DAYS, clean, log, now: () => NOW });
    await db
      .insertInto('stored_value')
      .values({ name: 'retention_clock', value: `${daysAgo(2)} ${daysAgo(1)}` })
      .execute();
    await retention.tick();
    expect(asked).toEqual(Array(2).fill([daysAgo(20), 500]));
  },
});
test.describe(onBoth);
