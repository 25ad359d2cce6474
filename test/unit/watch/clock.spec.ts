import { createLocalTime } from '../../../src/http/local-time.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { createDelivery } from '../../../src/watch/deliver.js';
import { exportOf } from '../../../src/watch/export.js';
import { createScheduler } from '../../../src/watch/scheduler.js';
import { onBothDatabases, open } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addChannel } from '../../support/watch-rows.js';
import { addWatch, look, seen } from '../../support/watched.js';

// Two replicas, one watch and one daily e-mail, while the clock is set back or changes to summer or winter time.

const HOUR = 3_600_000;
const ZONE = 'Europe/Warsaw';
const log = createLogger('silent');
const localTime = createLocalTime(ZONE);

interface Course {
  /** What the clock shows at first, in milliseconds since 1970. */
  readonly start: number;
  readonly hours: number;
  readonly intervalMinutes: number;
  /** After how many hours the clock is set back by one hour; by default never. */
  readonly setBackAfter?: number;
}

/** Lets hours pass. Each check but the first one shows a new review, which is an event of the daily e-mail. */
async function live(url: string, course: Course) {
  const { start, hours, intervalMinutes, setBackAfter = Number.POSITIVE_INFINITY } = course;
  const database = await open(url);
  const { db } = database;
  await addWatch(database, { interval_minutes: intervalMinutes, created_at: start, due_at: start });
  await addChannel(db, { owner: 'o', kind: 'email', pace: 'daily', target: 'a@example.com', secret: null });
  let passed = 0;
  const now = () => start + passed - (passed >= setBackAfter * HOUR ? HOUR : 0);
  /** Hours after the start, by a clock that is never set. */
  const checkedAt: number[] = [];
  const mails: { readonly at: string; readonly events: readonly string[] }[] = [];
  const mail = {
    refusalOf: () => null,
    close: async () => undefined,
    send: async (_channel: unknown, { events }: { readonly events: readonly { readonly id: string }[] }) => {
      mails.push({ at: localTime(now()), events: events.map(({ id }) => id) });
      return { status: null, error: null };
    },
  };
  const replicas = ['one', 'two'].map((replica) => ({
    scheduler: createScheduler({
      ...{ database, replica, log, now, random: () => 0 },
      check: async () => {
        checkedAt.push(passed / HOUR);
        return { ...look(0, { reviews: checkedAt.map((_, index) => seen(`R${index}`)) }), at: now() };
      },
    }),
    delivery: createDelivery({
      ...{ database, replica, localTime, log, now, carriers: { webhook: mail, email: mail } },
    }),
  }));
  const isDone = () => passed >= (hours + 24) * HOUR;
  for (; !isDone(); passed += HOUR) {
    for (const { scheduler, delivery } of replicas) {
      // The last day only brings the last e-mail.
      if (passed < hours * HOUR) await scheduler.tick();
      await scheduler.idle();
      await delivery.tick();
    }
  }
  const events = await db.selectFrom('event').select('id').orderBy('seq').execute();
  const recordOf = (day: string) =>
    exportOf({ db, localTime, timeZone: ZONE, now: now() }, 'o', 'w_1', {
      ...{ from: day, to: day, authors: 'pseudonyms', lang: 'pl' },
    });
  return {
    checkedAt,
    mails,
    events: events.map(({ id }) => id),
    recorded: (await db.selectFrom('watch_check').select('id').execute()).length,
    recordOf,
    close: database.close,
  };
}

onBothDatabases((create) => {
  for (const [title, setBackAfter] of [
    ['between two checks', 30.5],
    ['a moment after a check', 24.25],
    // In winter, 55 hours after midnight is the time of the third e-mail.
    ['a moment after the daily e-mail', 55.25],
  ] as const)
    test(`a clock that is set back by an hour ${title} doubles and drops no check and no event`, async () => {
      const start = Date.UTC(2025, 11, 31, 23);
      const given = { start, hours: 120, intervalMinutes: 1_440, setBackAfter };
      const { checkedAt, mails, events, recorded, close } = await live(await create(), given);
      const waits = checkedAt.slice(1).map((at, index) => at - (checkedAt[index] ?? 0));
      expect(waits.toSorted()).toEqual([24, 24, 24, 25]);
      expect(recorded).toBe(5);
      expect(mails.flatMap((one) => one.events)).toEqual(events);
      expect(events).toHaveLength(4);
      expect(mails.map(({ at }) => at.slice(11))).toEqual(mails.map(() => '07:00:00'));
      await close();
    });

  for (const [title, start, days, checks] of [
    ['winter', Date.UTC(2026, 9, 23, 22), ['2026-10-24', '2026-10-25', '2026-10-26'], [24, 25, 24]],
    ['summer', Date.UTC(2027, 2, 26, 23), ['2027-03-27', '2027-03-28', '2027-03-29'], [24, 23, 24]],
  ] as const)
    test(`the change to ${title} time doubles and drops no check, no e-mail and no event of a day`, async () => {
      const hours = checks.reduce<number>((sum, one) => sum + one, 0);
      const found = await live(await create(), { start, hours, intervalMinutes: 60 });
      expect(found.checkedAt).toEqual(Array.from({ length: hours }, (_, hour) => hour));
      const records = await Promise.all(days.map(found.recordOf));
      expect(records.map((one) => one.checks)).toEqual(checks);
      expect(records.map(({ course }) => course.map(({ day }) => day))).toEqual(days.map((day) => [day]));
      expect(records.flatMap((one) => one.events.map(({ id }) => id))).toEqual(found.events);
      // The first check makes no event.
      expect(records.map((one) => one.events.length)).toEqual([checks[0] - 1, checks[1], checks[2]]);
      expect(found.mails.flatMap((one) => one.events)).toEqual(found.events);
      expect(found.mails.slice(0, 3).map(({ at }) => at)).toEqual(days.map((day) => `${day} 07:00:00`));
      await found.close();
    });

  test('a daily watch is checked every 24 hours across both changes of the clock', async () => {
    for (const start of [Date.UTC(2026, 9, 23, 22), Date.UTC(2027, 2, 26, 23)]) {
      const { checkedAt, recorded, mails, events, close } = await live(await create(), {
        ...{ start, hours: 96, intervalMinutes: 1_440 },
      });
      expect(checkedAt).toEqual([0, 24, 48, 72]);
      expect(recorded).toBe(4);
      expect(mails.map((one) => one.events)).toEqual(events.map((id) => [id]));
      await close();
    }
  });
});
