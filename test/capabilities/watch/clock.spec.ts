import { createDelivery } from '../../../src/capabilities/notify/deliver.js';
import { writeDeliveries } from '../../../src/capabilities/notify/rules.js';
import { recordAt } from '../../../src/capabilities/reports/record-at.js';
import { createScheduler } from '../../../src/capabilities/watch/scheduler.js';
import type { WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { testsOnBothDatabases } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addChannel } from '../../support/watch-rows.js';
import { addWatch, look, seen, usable } from '../../support/watched.js';

// Two replicas, one watch and one daily e-mail, while the clock is set back or changes to summer or winter time.

const HOUR = 3_600_000;
const ZONE = 'Europe/Warsaw';
const log = createLogger('silent');
const localTime = createLocalTime(ZONE);

interface Course {
  /** The time that the clock shows first, in milliseconds since 1970: midnight in Warsaw. */
  readonly start: number;
  readonly hours: number;
  readonly intervalMinutes: number;
  /** After how many hours the clock is set back by one hour; by default never. */
  readonly setBackAfter?: number;
}

/** Lets hours pass. Each check but the first one shows a new review, which is an event of the daily e-mail. */
async function live(database: WatchDatabase, course: Course) {
  const { start, hours, intervalMinutes, setBackAfter = Number.POSITIVE_INFINITY } = course;
  const { db } = database;
  for (const table of ['watch', 'channel', 'stored_value'] as const) await db.deleteFrom(table).execute();
  await addWatch(database, { interval_minutes: intervalMinutes, created_at: start, due_at: start });
  await addChannel(db, { owner: 'o', kind: 'email', pace: 'daily', target: 'a@example.com', secret: null });
  let passed = 0;
  const now = () => start + passed - (passed >= setBackAfter * HOUR ? HOUR : 0);
  /** Hours after the start, by a clock that is never set. */
  const checkedAt: number[] = [];
  const mails: { readonly at: string; readonly events: readonly string[] }[] = [];
  const mail = {
    refusalOf: () => null,
    send: async (_channel: unknown, { events }: { readonly events: readonly { readonly id: string }[] }) => {
      mails.push({ at: localTime(now()), events: events.map(({ id }) => id) });
      return { status: null, error: null };
    },
  };
  const replicas = ['one', 'two'].map((replica) => ({
    scheduler: createScheduler({
      ...{ database, usable, replica, log, now, random: () => 0, write: writeDeliveries },
      check: async () => {
        checkedAt.push(passed / HOUR);
        return { ...look(0, { reviews: checkedAt.map((_, index) => seen(`R${index}`)) }), at: now() };
      },
    }),
    delivery: createDelivery({
      ...{
        database,
        usable,
        replica,
        localTime,
        log,
        now,
        carriers: { webhook: mail, email: mail, chat: mail },
      },
    }),
  }));
  // The last hours only bring the last e-mail, at 7:00.
  for (; passed <= (hours + 8) * HOUR; passed += HOUR)
    for (const { scheduler, delivery } of replicas) {
      if (passed < hours * HOUR) await scheduler.tick();
      await scheduler.idle();
      await delivery.tick();
    }
  const events = await db.selectFrom('event').select('id').orderBy('seq').execute();
  const recordOf = (day: string) =>
    recordAt({ db, localTime, timeZone: ZONE, now: now() }, 'o', 'w_1', {
      ...{ from: day, to: day, authors: 'pseudonyms', lang: 'pl' },
    });
  const recorded = await db.selectFrom('watch_check').select('id').execute();
  return { checkedAt, mails, events: events.map(({ id }) => id), recorded: recorded.length, recordOf };
}

/** SQLite lives through all courses, PostgreSQL through the first one: only the arithmetic of the clock differs. */
const coursesFor = <T>({ kind }: WatchDatabase, courses: readonly T[]) =>
  kind === 'sqlite' ? courses : courses.slice(0, 1);

const WINTER = { start: Date.UTC(2026, 9, 24, 22), days: ['2026-10-25', '2026-10-26'], hours: [25, 24] };
const SUMMER = { start: Date.UTC(2027, 2, 27, 23), days: ['2027-03-28', '2027-03-29'], hours: [23, 24] };

const onBoth = testsOnBothDatabases({
  'a clock that is set back by an hour doubles and drops no check and no event': async (_db, database) => {
    // Between two checks, a moment after a check, and a moment after the third daily e-mail.
    for (const setBackAfter of coursesFor(database, [30.5, 24.25, 55.25])) {
      const given = { start: Date.UTC(2025, 11, 31, 23), hours: 96, intervalMinutes: 1_440, setBackAfter };
      const { checkedAt, mails, events, recorded } = await live(database, given);
      const waits = checkedAt.slice(1).map((at, index) => at - (checkedAt[index] ?? 0));
      expect(waits.toSorted(), `${setBackAfter} h`).toEqual([24, 24, 25]);
      expect(recorded).toBe(4);
      expect(events).toHaveLength(3);
      expect(mails.flatMap((one) => one.events)).toEqual(events);
      expect(mails.map(({ at }) => at.slice(11))).toEqual(mails.map(() => '07:00:00'));
    }
  },

  'summer and winter time double and drop no hourly check, no e-mail and no event of a day': async (
    _db,
    database,
  ) => {
    for (const { start, days, hours } of coursesFor(database, [WINTER, SUMMER])) {
      const all = hours.reduce((sum, one) => sum + one, 0);
      const found = await live(database, { start, hours: all, intervalMinutes: 60 });
      expect(found.checkedAt).toEqual(Array.from({ length: all }, (_, hour) => hour));
      const records = await Promise.all(days.map(found.recordOf));
      expect(records.map((one) => one.checks)).toEqual(hours);
      expect(records.map(({ course }) => course.map(({ day }) => day))).toEqual(days.map((day) => [day]));
      expect(records.flatMap((one) => one.events.map(({ id }) => id))).toEqual(found.events);
      // The first check makes no event.
      expect(records.map((one) => one.events.length)).toEqual([(hours[0] ?? 0) - 1, hours[1]]);
      expect(found.mails.flatMap((one) => one.events)).toEqual(found.events);
      expect(found.mails.slice(0, 2).map(({ at }) => at)).toEqual(days.map((day) => `${day} 07:00:00`));
    }
  },
});
test.describe(onBoth);
