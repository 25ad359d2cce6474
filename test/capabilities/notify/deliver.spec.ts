import { sql } from 'kysely';
import type { Attempt, Letter, Parcel } from '../../../src/capabilities/notify/carrier.js';
import { createDelivery } from '../../../src/capabilities/notify/deliver.js';
import { rulesAsRow, TROUBLES } from '../../../src/capabilities/notify/rules.js';
import type { Database, NewRow, Row, WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { afterEvents, once } from '../../support/after-events.js';
import { emptyPostgres, onBothDatabases, open } from '../../support/both-databases.js';
import { needsPostgres } from '../../support/postgres-server.js';
import { expect, test } from '../../support/test.js';
import { addChannel, addEvent, addWatch, channelRow, deliveryRow, NOON } from '../../support/watch-rows.js';
import { usable } from '../../support/watched.js';

const localTime = createLocalTime('Europe/Warsaw');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OK: Attempt = { status: 200, error: null };
const DAILY = { kind: 'email', pace: 'daily', target: 'a@example.com', secret: null } as const;
const WEEKLY = { ...DAILY, pace: 'weekly' } as const;
/** 2026-09-21, 7:00 in Warsaw: the first Monday morning after `NOON`. */
const MONDAY = Date.UTC(2026, 8, 21, 5);
const BROKEN: Attempt = { status: 500, error: 'HTTP 500' };

type Answer = (channel: Row<'channel'>, parcel: Parcel, signal: AbortSignal) => Promise<Attempt>;

/** A worker whose carriers answer as `answer` says, with a clock of its own. */
function workerOn(database: WatchDatabase, answer: Answer, replica = 'one') {
  const clock = { now: NOON };
  const warnings: { readonly channel: string; readonly reason: string }[] = [];
  const sent: { id: string; events: string[]; channel: string; at: number; cover: Letter | undefined }[] = [];
  const carrier = {
    refusalOf: () => null,
    send: (channel: Row<'channel'>, parcel: Parcel, signal: AbortSignal) => {
      const events = parcel.events.map(({ id }) => id);
      sent.push({ id: parcel.id, events, channel: channel.id, at: clock.now, cover: parcel.cover });
      return answer(channel, parcel, signal);
    },
  };
  const delivery = createDelivery({
    database,
    usable,
    replica,
    carriers: { webhook: carrier, email: carrier, chat: carrier },
    localTime,
    log: createLogger('warn', { write: (line) => void warnings.push(JSON.parse(line)) }),
    now: () => clock.now,
  });
  return { ...delivery, clock, sent, warnings };
}

onBothDatabases((create) => {
  let url: string;
  let database: WatchDatabase;
  let db: Database;
  test.beforeEach(async () => {
    url = await create();
    database = await open(url);
    db = database.db;
    await addWatch(db);
  });
  test.afterEach(() => database.close());
  /** A channel `ch_1` and an event with the delivery `d_1_ch_1`. */
  const addDelivery = async (channel: Partial<Row<'channel'>> = {}, event: Partial<Row<'event'>> = {}) => {
    await addChannel(db, channel);
    await addEvent(db, 1, ['ch_1'], event);
  };

  test('a delivery is sent once, and its attempt is noted', async () => {
    await addDelivery();
    const worker = workerOn(database, async () => OK);
    expect(await worker.tick()).toBe(1);
    expect(await worker.tick()).toBe(0);
    expect(worker.sent).toEqual([{ id: 'd_1_ch_1', events: ['e_1'], channel: 'ch_1', at: NOON }]);
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({
      ...{ outcome: 'delivered', attempts: 1, ended_at: NOON, claimed_by: null, claimed_until: null },
      ...{ error: null, tried_at: NOON },
    });
  });

  test('the figures tell for how long a due delivery has waited, and how many failed and wait', async () => {
    await addDelivery();
    const worker = workerOn(database, async () => BROKEN);
    worker.clock.now = NOON + 90 * SECOND;
    expect(await worker.figures()).toEqual({ lateness: 90, failing: 0 });
    await worker.tick();
    expect(await worker.figures()).toEqual({ lateness: 0, failing: 1 });
    await db.updateTable('delivery').set({ outcome: 'delivered' }).execute();
    expect(await worker.figures()).toEqual({ lateness: 0, failing: 0 });
  });

  test('two workers on one database send each delivery once', async () => {
    // Two connections of one process to one SQLite file would wait for each other.
    const other = database.kind === 'sqlite' ? null : await open(url);
    try {
      const channels = ['ch_1', 'ch_2', 'ch_3', 'ch_4', 'ch_5'];
      for (const id of channels) await addChannel(db, { id, target: `https://${id}.example/` });
      for (let seq = 1; seq <= 12; seq += 1) await addEvent(db, seq, channels);
      const workers = [
        workerOn(database, async () => OK, 'one'),
        workerOn(other ?? database, async () => OK, 'two'),
      ];
      while ((await Promise.all(workers.map(({ tick }) => tick()))).some((count) => count > 0));
      const sent = workers.flatMap((worker) => worker.sent.map(({ id }) => id));
      expect(sent).toHaveLength(60);
      expect(new Set(sent).size).toBe(60);
    } finally {
      await other?.close();
    }
  });

  test('a delivery that a worker sent and did not note is sent again with its id, and the late note is refused', async () => {
    await addDelivery();
    const answer = deferred<Attempt>();
    const begun = deferred<void>();
    const frozen = workerOn(database, async () => {
      begun.resolve();
      return answer.promise;
    });
    const late = frozen.tick();
    await begun.promise;
    const worker = workerOn(database, async () => BROKEN, 'two');
    worker.clock.now += MINUTE;
    expect(await worker.tick()).toBe(0);
    worker.clock.now += 2 * MINUTE;
    // The attempt without an end failed: the next one follows 5 s later.
    expect(await worker.tick()).toBe(0);
    worker.clock.now += 5 * SECOND;
    expect(await worker.tick()).toBe(1);
    expect(worker.sent[0]?.id).toBe(frozen.sent[0]?.id);
    answer.resolve(OK);
    await late;
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({ outcome: null, attempts: 2 });
  });

  for (const pace of ['at_once', 'daily'] as const)
    test(`a delivery that ends its process is tried ten times in three days, and no other one with it: ${pace}`, async () => {
      await addChannel(db, { ...DAILY, pace });
      await addEvent(db, 1, ['ch_1'], { at: NOON - 2 * DAY });
      if (pace === 'daily') await addEvent(db, 2, ['ch_1'], { at: NOON - 2 * DAY });
      const begun: number[] = [];
      // For an hour every three minutes, then every hour.
      for (let minutes = 0; minutes <= 5 * 24 * 60; minutes += minutes < 60 ? 3 : 60) {
        const started = deferred<void>();
        // As after a restart of a process that was killed while it sent.
        const worker = workerOn(database, () => {
          begun.push(minutes);
          started.resolve();
          return new Promise<never>(() => undefined);
        });
        worker.clock.now = NOON + minutes * MINUTE;
        await Promise.race([worker.tick(), started.promise]);
      }
      expect(begun).toHaveLength(10);
      expect((begun.at(-1) ?? 0) / 24 / 60).toBeGreaterThan(3);
      const rows = await db.selectFrom('delivery').select(['outcome', 'attempts', 'error']).execute();
      const last = { outcome: 'given_up', attempts: 10, error: 'internal error' };
      expect(rows).toEqual(rows.map(() => last));
    });

  test('deliveries that failed in this service begin one at a time, and others beside them', async () => {
    const channels = ['ch_1', 'ch_2', 'ch_3'];
    for (const id of channels) await addChannel(db, { id, target: `https://${id}.example/` });
    await addEvent(db, 1, channels);
    const failed = { attempts: 1, error: 'internal error' };
    await db.updateTable('delivery').set(failed).where('channel_id', '<>', 'ch_3').execute();
    const [answer, third] = [deferred<Attempt>(), deferred<void>()];
    const worker = workerOn(database, async ({ id }) => {
      if (id !== 'ch_3') return answer.promise;
      third.resolve();
      return OK;
    });
    const ended = worker.tick();
    await third.promise;
    await expect.poll(async () => (await deliveryRow(db, 'd_1_ch_3')).outcome).toBe('delivered');
    expect(worker.sent).toHaveLength(2);
    answer.resolve(OK);
    expect(await ended).toBe(3);
  });

  test('ten attempts over about three days, then the delivery is given up and the channel ends', async () => {
    await addDelivery();
    const worker = workerOn(database, async () => BROKEN);
    await worker.tick();
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      const { due_at: due } = await deliveryRow(db, 'd_1_ch_1');
      worker.clock.now = due - 1;
      expect(await worker.tick()).toBe(0);
      worker.clock.now = due;
      expect(await worker.tick()).toBe(1);
    }
    const waits = worker.sent.map(({ at }, index) => at - (worker.sent[index - 1]?.at ?? at));
    expect(waits).toEqual([
      ...[0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
      ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    ]);
    expect(worker.clock.now - NOON).toBeGreaterThan(3 * DAY);
    const row = await deliveryRow(db, 'd_1_ch_1');
    expect(row).toMatchObject({ outcome: 'given_up', attempts: 10, ended_at: worker.clock.now });
    expect(row).toMatchObject({ error: 'HTTP 500', tried_at: worker.clock.now });
    expect(worker.warnings).toMatchObject([{ channel: 'ch_1', reason: 'given_up' }]);
    expect((await channelRow(db, 'ch_1')).ended_at).toBe(worker.clock.now);
    await addEvent(db, 2, ['ch_1'], { at: worker.clock.now });
    await worker.tick();
    expect(worker.sent).toHaveLength(10);
    expect((await deliveryRow(db, 'd_2_ch_1')).outcome).toBe('given_up');
  });

  test('a delivery that is given up does not end a channel that took another one meanwhile', async () => {
    await addDelivery();
    await addWatch(db, { id: 'w_2', subject: 'ChIJother' });
    await addEvent(db, 2, ['ch_1'], { watch_id: 'w_2' });
    const worker = workerOn(database, async (_, { id }) => (id === 'd_1_ch_1' ? BROKEN : OK));
    for (let attempts = 0; attempts < 10; ) {
      await worker.tick();
      const row = await deliveryRow(db, 'd_1_ch_1');
      attempts = row.attempts;
      worker.clock.now = Math.max(row.due_at, worker.clock.now + MINUTE);
    }
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({ outcome: 'given_up', attempts: 10 });
    expect(await deliveryRow(db, 'd_2_ch_1')).toMatchObject({ outcome: 'delivered' });
    expect((await channelRow(db, 'ch_1')).ended_at).toBe(null);
    expect(worker.warnings).toMatchObject([{ channel: 'ch_1', reason: 'given_up' }]);
  });

  test('410 ends the channel with everything that waits for it', async () => {
    await addChannel(db);
    await addChannel(db, { id: 'ch_2' });
    await addEvent(db, 1, ['ch_1', 'ch_2']);
    await addEvent(db, 2, ['ch_1', 'ch_2']);
    const worker = workerOn(database, async ({ id }) =>
      id === 'ch_1' ? { status: 410, error: 'HTTP 410' } : OK,
    );
    await worker.tick();
    expect(worker.sent.filter(({ channel }) => channel === 'ch_1')).toHaveLength(1);
    const rows = await db.selectFrom('delivery').select(['id', 'outcome']).orderBy('id').execute();
    expect(rows.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      ...['d_1_ch_1 gone', 'd_1_ch_2 delivered', 'd_2_ch_1 gone', 'd_2_ch_2 delivered'],
    ]);
    expect((await channelRow(db, 'ch_1')).ended_at).toBe(NOON);
    expect((await channelRow(db, 'ch_2')).ended_at).toBe(null);
  });

  test('a receiver that hangs holds up only its own channel', async () => {
    await addChannel(db);
    await addChannel(db, { id: 'ch_2' });
    for (let seq = 1; seq <= 5; seq += 1) await addEvent(db, seq, ['ch_1']);
    for (let seq = 6; seq <= 8; seq += 1) await addEvent(db, seq, ['ch_2']);
    const hanging = deferred<Attempt>();
    const arrived = deferred<void>();
    const worker = workerOn(database, async (channel, { id }) => {
      if (channel.id === 'ch_1') return hanging.promise;
      if (id === 'd_8_ch_2') arrived.resolve();
      return OK;
    });
    const ticking = worker.tick();
    await arrived.promise;
    expect(worker.sent.filter(({ channel }) => channel === 'ch_1')).toHaveLength(1);
    hanging.resolve({ status: null, error: 'no answer in time' });
    await ticking;
    // The others wait for a minute, and are not counted as tried.
    expect(worker.sent.filter(({ channel }) => channel === 'ch_1')).toHaveLength(1);
    expect(await deliveryRow(db, 'd_2_ch_1')).toMatchObject({ attempts: 0, due_at: NOON + MINUTE });
  });

  test('a channel gets the events of a watch in their order, also while the oldest of them fails', async () => {
    await addWatch(db, { id: 'w_2', subject: 'ChIJother' });
    await addChannel(db);
    for (const [index, watch_id] of ['w_1', 'w_1', 'w_2', 'w_1'].entries())
      await addEvent(db, index + 1, ['ch_1'], { watch_id });
    let isBroken = true;
    const worker = workerOn(database, async (_, { id }) => (isBroken && id === 'd_1_ch_1' ? BROKEN : OK));
    const pass = async (ms: number) => {
      worker.clock.now += ms;
      await worker.tick();
      return worker.sent.splice(0).map(({ id }) => id);
    };
    expect(await pass(0)).toEqual(['d_1_ch_1']);
    // After a minute, the events of the other watch are tried. Newer events of this watch wait for the older one.
    expect(await pass(MINUTE)).toEqual(['d_1_ch_1']);
    await addEvent(db, 5, ['ch_1'], { at: worker.clock.now });
    expect(await pass(MINUTE)).toEqual(['d_3_ch_1']);
    expect(await pass(MINUTE)).toEqual([]);
    isBroken = false;
    expect(await pass(HOUR)).toEqual(['d_1_ch_1', 'd_2_ch_1', 'd_4_ch_1', 'd_5_ch_1']);
  });

  /** Events of an owner who has a channel of this name. */
  const addOwner = async (owner: string, channels: readonly string[], count: number, first: number) => {
    await addWatch(db, { id: `w_${owner}`, owner, subject: `ChIJ${owner}` });
    for (const id of channels) await addChannel(db, { id, owner, target: `https://${id}.example/` });
    for (let seq = first; seq < first + count; seq += 1)
      await addEvent(db, seq, channels, { watch_id: `w_${owner}`, owner });
  };

  test('a receiver that answers after 14 s delays no delivery of another owner', async () => {
    await addOwner('mallory', ['slow'], 8, 1);
    const slow: (() => void)[] = [];
    const worker = workerOn(database, async ({ id }) => {
      if (id === 'slow') await new Promise<void>((resolve) => slow.push(resolve));
      return OK;
    });
    worker.start();
    const sentTo = (channel: string) => worker.sent.filter((one) => one.channel === channel);
    await expect.poll(() => slow.length).toBe(1);
    await addOwner('bob', ['fast'], 0, 0);
    for (let event = 1; event <= 7; event += 1) {
      // The slow receiver answers to every third event.
      if (event % 3 === 0) slow.pop()?.();
      await addEvent(db, 100 + event, ['fast'], { watch_id: 'w_bob', owner: 'bob', at: worker.clock.now });
      worker.wake();
      await expect.poll(() => sentTo('fast').length).toBe(event);
      expect(sentTo('fast').at(-1)?.at).toBe(worker.clock.now);
      worker.clock.now += 14 * SECOND;
    }
    expect(sentTo('slow').length).toBeGreaterThan(1);
    await worker.close();
  });

  test('while others wait, two of eight workers send for one owner; two stay free for others', async () => {
    const channels = Array.from({ length: 20 }, (_, index) => `m_${index}`);
    await addOwner('mallory', channels, 2, 1);
    const hanging: (() => void)[] = [];
    const worker = workerOn(database, async ({ owner }) => {
      if (owner === 'mallory') await new Promise<void>((resolve) => hanging.push(resolve));
      return OK;
    });
    worker.start();
    await expect.poll(() => hanging.length).toBe(6);
    await addOwner('bob', ['b_1', 'b_2'], 3, 100);
    worker.wake();
    const sentFor = (prefix: string) => worker.sent.filter(({ channel }) => channel.startsWith(prefix));
    await expect.poll(() => sentFor('b_').length).toBe(6);
    expect(hanging).toHaveLength(6);
    for (const end of hanging.splice(0)) end();
    await expect.poll(() => hanging.length).toBe(6);
    for (const end of hanging.splice(0)) end();
    await worker.close();
  });

  test('owners take turns, and so do the channels of an owner', async () => {
    await addOwner('a', ['a_1', 'a_2', 'a_3'], 2, 1);
    await addOwner('b', ['b_1'], 4, 10);
    let atOnce = 0;
    const worker = workerOn(database, async () => {
      atOnce += 1;
      expect(atOnce).toBeLessThanOrEqual(8);
      atOnce -= 1;
      return OK;
    });
    await worker.tick();
    const order = worker.sent.map(({ channel }) => channel);
    // Claims take turns; their sends begin at once, in any order.
    expect(order.slice(0, 6).filter((id) => id.startsWith('b')).length).toBeGreaterThanOrEqual(2);
    expect(new Set(order.slice(0, 6).filter((id) => id.startsWith('a'))).size).toBe(3);
    expect(worker.sent).toHaveLength(10);
  });

  test('a delivery that is given back leaves the other claims of its replica as they are', async () => {
    await addChannel(db);
    await addChannel(db, { ...DAILY, id: 'ch_2' });
    await addEvent(db, 1, ['ch_1', 'ch_2']);
    await db
      .updateTable('delivery')
      .set({ due_at: NOON - 1 })
      .where('id', '=', 'd_1_ch_1')
      .execute();
    const answer = deferred<Attempt>();
    const worker = workerOn(database, () => answer.promise);
    const ended = worker.tick();
    // A claim moves the due time, too.
    const givenBack = async () => {
      const { due_at, claimed_by } = await deliveryRow(db, 'd_1_ch_2');
      return claimed_by === null && (due_at ?? 0) > NOON;
    };
    await expect.poll(givenBack).toBe(true);
    await expect.poll(async () => (await deliveryRow(db, 'd_1_ch_1')).claimed_by).not.toBeNull();
    answer.resolve(OK);
    expect(await ended).toBe(1);
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({ outcome: 'delivered', attempts: 1 });
  });

  test('a clock that is set back holds up no delivery for longer than it was set back', async () => {
    await addDelivery();
    const worker = workerOn(database, async () => OK);
    worker.clock.now = NOON - HOUR;
    expect(await worker.tick()).toBe(0);
    worker.clock.now = NOON;
    expect(await worker.tick()).toBe(1);
    // Written in a year that the clock showed by mistake: due and claimed far in the future.
    await addEvent(db, 2, ['ch_1'], { at: NOON + 300 * DAY });
    await db
      .updateTable('delivery')
      .set({ claimed_by: 'gone', claimed_until: NOON + 300 * DAY })
      .where('id', '=', 'd_2_ch_1')
      .execute();
    expect(await worker.tick()).toBe(0);
    worker.clock.now += 5 * SECOND;
    expect(await worker.tick()).toBe(1);
    expect(await deliveryRow(db, 'd_2_ch_1')).toMatchObject({ outcome: 'delivered' });
  });

  test('a daily channel gets one e-mail at 7 in the morning, also on the day the clocks change', async () => {
    const saturday = Date.UTC(2026, 9, 24, 8);
    await addDelivery(DAILY, { at: saturday });
    await addEvent(db, 2, ['ch_1'], { at: saturday + 5 * HOUR });
    const worker = workerOn(database, async () => OK);
    for (let at = saturday; at <= saturday + 2 * DAY; at += HOUR) {
      worker.clock.now = at;
      await worker.tick();
    }
    // 25 October: winter time, so 7:00 is 6:00 in UTC.
    const sunday = Date.UTC(2026, 9, 25, 6);
    expect(worker.sent).toEqual([{ id: 'd_1_ch_1.2', events: ['e_1', 'e_2'], channel: 'ch_1', at: sunday }]);
    expect(await deliveryRow(db, 'd_2_ch_1')).toMatchObject({ outcome: 'delivered', attempts: 1 });
  });

  /** An event about the checks of a watch, as a mailbox and a chat get it. */
  const addTrouble = async (seq: number, channel: string, row: Partial<Row<'event'>> = {}) => {
    await addEvent(db, seq, [channel], { type: 'watch.trouble', after: '{"trouble":"timeout"}', ...row });
    await db.updateTable('delivery').set({ queue: TROUBLES }).where('event_seq', '=', seq).execute();
  };

  test('the troubles of five watches are one e-mail, and no loss waits for it', async () => {
    await addChannel(db, { ...DAILY, pace: 'at_once' });
    for (const seq of [1, 2, 3, 4, 5]) {
      await addWatch(db, { id: `w_${seq}0`, subject: `ChIJ${seq}` });
      await addTrouble(seq, 'ch_1', { watch_id: `w_${seq}0`, at: NOON + seq * MINUTE });
    }
    const worker = workerOn(database, async () => OK);
    worker.clock.now = NOON + HOUR;
    await worker.tick();
    expect(worker.sent).toEqual([]);
    await addEvent(db, 6, ['ch_1'], { watch_id: 'w_10', at: worker.clock.now });
    await worker.tick();
    expect(worker.sent.map(({ events }) => events)).toEqual([['e_6']]);
    worker.clock.now = Date.UTC(2026, 8, 15, 5);
    await addEvent(db, 7, ['ch_1'], { at: worker.clock.now });
    await worker.tick();
    const others = worker.sent.slice(1).map(({ events }) => events.join(' '));
    expect(others.toSorted()).toEqual(['e_1 e_2 e_3 e_4 e_5', 'e_7']);
  });

  test('a digest has at most 500 events, and the others follow', async () => {
    await addChannel(db, DAILY);
    await db.transaction().execute(async (own) => {
      for (let seq = 1; seq <= 510; seq += 1) await addEvent(own, seq, ['ch_1']);
    });
    // A plan of PostgreSQL that asks for the oldest deliveries again for each row.
    if (database.kind === 'postgres')
      for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'sort', 'material', 'memoize'])
        await sql`select set_config('enable_' || ${way}, 'off', false)`.execute(db);
    const worker = workerOn(database, async () => OK);
    worker.clock.now = NOON + DAY;
    expect(await worker.tick()).toBe(2);
    expect(worker.sent.map(({ events }) => events.length)).toEqual([500, 10]);
  });

  /** What a worker sends at these times. */
  const sentAt = async (worker: ReturnType<typeof workerOn>, times: readonly number[]) => {
    for (const at of times) {
      worker.clock.now = at;
      await worker.writeWeek();
      await worker.tick();
    }
    return worker.sent.splice(0).map(({ at, channel, events }) => ({ at, channel, events }));
  };

  test('a weekly channel gets one message each Monday at 7 in the morning, also without events', async () => {
    await addChannel(db, WEEKLY);
    await addChannel(db, { ...DAILY, id: 'ch_2' });
    await addChannel(db, { ...WEEKLY, id: 'ended', ended_at: NOON });
    await addChannel(db, { ...WEEKLY, id: 'jobs', types: '["job.finished"]' });
    await addChannel(db, { ...WEEKLY, id: 'young', created_at: MONDAY + 1 });
    const worker = workerOn(database, async () => OK);
    const times = [NOON, MONDAY - 1, MONDAY, MONDAY + MINUTE, MONDAY + DAY, MONDAY + 7 * DAY];
    expect(await sentAt(worker, times)).toEqual([
      { at: MONDAY, channel: 'ch_1', events: [] },
      { at: MONDAY + 7 * DAY, channel: 'young', events: [] },
      { at: MONDAY + 7 * DAY, channel: 'ch_1', events: [] },
    ]);
  });

  test('the events of a week and what was read in it are one message', async () => {
    await addChannel(db, WEEKLY);
    await addEvent(db, 1, ['ch_1'], { at: NOON + DAY });
    await addEvent(db, 2, ['ch_1'], { type: 'watch.trouble', after: '{"trouble":"timeout"}' });
    const worker = workerOn(database, async () => (worker.sent.length === 1 ? BROKEN : OK));
    worker.clock.now = MONDAY;
    // The look that writes the message of the week may come after the look at what is due.
    await worker.tick();
    worker.clock.now += MINUTE;
    await worker.tick();
    expect(worker.sent.map(({ events }) => events)).toEqual([
      ['e_1', 'e_2'],
      ['e_1', 'e_2'],
    ]);
    expect(worker.sent.map(({ cover }) => cover?.subject)).toEqual(
      Array(2).fill('Brak nowych powiadomień; obserwacje bez pewności co do zmian: 1 z 1'),
    );
    worker.sent.splice(0);
    expect(await sentAt(worker, [MONDAY + HOUR, MONDAY + DAY])).toEqual([]);
  });

  test('a service that was down on Monday morning sends the message once when it is back, and no older one', async () => {
    await addChannel(db, WEEKLY);
    const worker = workerOn(database, async () => OK);
    const back = MONDAY + 23 * DAY;
    expect(await sentAt(worker, [back, back + MINUTE])).toEqual([{ at: back, channel: 'ch_1', events: [] }]);
    // Deliveries are deleted with old events, but not while they would be written again.
    expect(await worker.clean(back, 10)).toBe(0);
    expect(await sentAt(worker, [back + HOUR])).toEqual([]);
    worker.clock.now = back + 8 * DAY;
    expect(await worker.clean(back, 10)).toBe(1);
  });

  test('a weekly message names the watches that were not read in full, and when the others were read', async () => {
    const rules = rulesAsRow({ types: null, max_stars: null, clients: ['A'] });
    await addChannel(db, { ...WEEKLY, ...rules, created_at: NOON - DAY });
    await db.updateTable('watch').set({ client: 'B' }).execute();
    const checked = async (name: string, checks: Partial<NewRow<'watch_check'>>[], row = {}) => {
      await addWatch(db, { id: name, subject: `ChIJ${name}`, label: name, client: 'A', ...row });
      for (const check of checks) {
        const id = `c_${name}_${check.at}`;
        await db
          .insertInto('watch_check')
          .values({ id, watch_id: name, at: MONDAY - HOUR, ...check })
          .execute();
      }
    };
    const begin = { at: NOON + HOUR, complete: 1, read: 9, rating: 4.5, review_count: 9 };
    const end = { at: MONDAY - HOUR, complete: 1, read: 9, rating: 4.5, review_count: 9 };
    await checked('Cała', [begin, end]);
    await checked('Część', [begin, { ...end, complete: 0, read: 10, review_count: 300 }]);
    // Only the last list of the week was read whole.
    await checked('Raz', [{ ...begin, complete: 0, read: 10, review_count: 300 }, end]);
    await checked('Strona', [begin, { ...end, review_count: null }]);
    await checked('Błąd', [
      { ...begin, at: NOON - 9 * DAY },
      { ...end, trouble: 'timeout' },
    ]);
    await checked('Dawno', [begin]);
    await checked('Stoi', [begin, end], { paused_at: NOON });
    await checked('Nowa', [{ ...end, at: MONDAY - 2 * HOUR }], { created_at: MONDAY - 3 * HOUR });
    // A check that proves that a place is gone reads no list.
    const gone = { complete: null, read: null, review_count: null };
    await checked('Brak', [
      { ...begin, ...gone },
      { ...end, ...gone },
    ]);
    await checked('Zniknęło', [begin, { ...end, ...gone }]);
    const worker = workerOn(database, async () => OK);
    worker.clock.now = MONDAY;
    await worker.writeWeek();
    await worker.tick();
    const [{ cover }] = worker.sent as [(typeof worker.sent)[number]];
    expect(cover?.subject).toBe('Brak nowych powiadomień; obserwacje bez pewności co do zmian: 9 z 10');
    const [first, ...lines] = cover?.paragraphs.join('\n').split('\n') ?? [];
    expect(first).toBe('Obserwacje, o których wiadomo, co się zmieniło od 2026-09-14 07:00:00: 1 z 10.');
    expect(lines.toSorted()).toEqual([
      'Brak: Mapy Google nie pokazują takiego miejsca, ostatnio 2026-09-21 06:00:00',
      'Błąd: żadne sprawdzenie nie dało wyniku',
      'Część: odczytane opinie: 10 z 300, ostatnio 2026-09-21 06:00:00',
      'Dawno: odczytana w całości tylko raz: 2026-09-14 13:00:00',
      // A single result is compared with nothing.
      'Nowa: odczytana w całości tylko raz: 2026-09-21 05:00:00',
      'Obserwacje, o których to wiadomo, mają wyniki między 2026-09-14 13:00:00 a 2026-09-21 06:00:00.',
      'Raz: odczytana w całości tylko raz: 2026-09-21 06:00:00',
      'Stoi: wstrzymana',
      'Strona: odczytana w całości tylko raz: 2026-09-14 13:00:00',
      'Zniknęło: odczytana w całości tylko raz: 2026-09-14 13:00:00',
    ]);
  });

  test('what happens while a weekly message is made does not make it say too much', async () => {
    await addChannel(db, { ...WEEKLY, created_at: NOON - DAY });
    const row = { watch_id: 'w_1', complete: 1, read: 9, rating: 4.5, review_count: 9 };
    const checked = (at: number) => db.insertInto('watch_check').values({ id: `c_${at}`, at, ...row });
    const deleted = { cause: 'retention', events: 1, reviews: 0, since: NOON, until: MONDAY } as const;
    const forgotten = db.insertInto('deletion').values({ watch_id: 'w_1', day: 1, ...deleted });
    await checked(NOON + HOUR).execute();
    const first = async (seq: number, then: () => Promise<unknown>) => {
      await addEvent(db, seq, ['ch_1'], { at: NOON + DAY });
      const worker = workerOn({ ...database, db: afterEvents(db, once(then)) }, async () => OK);
      worker.clock.now = MONDAY;
      await worker.tick();
      await db.deleteFrom('delivery').execute();
      return worker.sent[0]?.cover?.paragraphs[0]?.split('\n')[0]?.slice(-6);
    };
    expect(await first(1, () => checked(MONDAY - HOUR).execute())).toBe('0 z 1.');
    expect(await first(2, async () => undefined)).toBe('1 z 1.');
    expect(await first(3, () => forgotten.execute())).toBe('0 z 1.');
  });

  test('a digest that claims the message of a week, which another replica wrote meanwhile, has its cover', async () => {
    await addChannel(db, WEEKLY);
    await addEvent(db, 1, ['ch_1'], { at: NOON + DAY });
    await db.updateTable('delivery').set({ attempts: 1 }).execute();
    const other = workerOn(database, async () => OK, 'two');
    other.clock.now = MONDAY;
    const write = once(() => other.writeWeek());
    const late = afterEvents(db, write, 'select "created_at" from "delivery"');
    const worker = workerOn({ ...database, db: late }, async () => OK);
    worker.clock.now = MONDAY - 1;
    await worker.tick();
    expect(worker.sent).toMatchObject([{ events: ['e_1'], cover: { subject: expect.any(String) } }]);
  });

  test('a database that fails while a digest is made is an attempt of all its deliveries', async () => {
    await addChannel(db, DAILY);
    for (const seq of [1, 2]) await addEvent(db, seq, ['ch_1'], { at: NOON - DAY });
    const fail = afterEvents(db, () => Promise.reject(new Error('the database fails')));
    const worker = workerOn({ ...database, db: fail }, async () => OK);
    await worker.tick();
    const failed = { attempts: 1, outcome: null, claimed_by: null, error: 'internal error' };
    for (const id of ['d_1_ch_1', 'd_2_ch_1']) expect(await deliveryRow(db, id)).toMatchObject(failed);
  });

  test('a weekly message of a channel that is younger than the week covers the time since then', async () => {
    await addChannel(db, { ...WEEKLY, created_at: MONDAY - DAY, paced_at: MONDAY - HOUR });
    for (const at of [NOON, MONDAY - 2 * HOUR]) {
      const check = {
        id: `c_${at}`,
        watch_id: 'w_1',
        at,
        complete: 1,
        read: 9,
        rating: 4.5,
        review_count: 9,
      };
      await db.insertInto('watch_check').values(check).execute();
    }
    const worker = workerOn(database, async () => OK);
    worker.clock.now = MONDAY;
    await worker.writeWeek();
    await worker.tick();
    expect(worker.sent[0]?.cover?.paragraphs.join()).toContain('od 2026-09-21 06:00:00: 0 z 1');
  });

  test('a digest that fails is sent again with the events since, under another id', async () => {
    await addDelivery(DAILY);
    const worker = workerOn(database, async () => (worker.sent.length === 1 ? BROKEN : OK));
    worker.clock.now = Date.UTC(2026, 8, 15, 5);
    await worker.tick();
    await addEvent(db, 2, ['ch_1'], { at: worker.clock.now });
    worker.clock.now += MINUTE;
    await worker.tick();
    expect(worker.sent.map(({ id, events }) => ({ id, events }))).toEqual([
      { id: 'd_1_ch_1', events: ['e_1'] },
      { id: 'd_1_ch_1.2', events: ['e_1', 'e_2'] },
    ]);
    const waiting = db.selectFrom('delivery').selectAll().where('outcome', 'is', null);
    expect(await waiting.execute()).toEqual([]);
  });

  test('a test delivery is one attempt, made at once', async () => {
    const channel = await addChannel(db);
    const soon = NOON + 10 * SECOND;
    await addEvent(db, 1, ['ch_1'], { at: soon });
    const worker = workerOn(database, async () => BROKEN);
    expect(await worker.sendTest(channel)).toEqual(BROKEN);
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({ due_at: soon, attempts: 0 });
    expect(worker.sent).toMatchObject([{ events: [], channel: 'ch_1', at: NOON }]);
    expect((await channelRow(db, 'ch_1')).ended_at).toBe(null);
    expect(await worker.tick()).toBe(0);
  });

  test('old deliveries that belong to no event are deleted, a step at a time', async () => {
    await addChannel(db);
    await addEvent(db, 1, ['ch_1'], { at: NOON - 3 });
    const ended = { due_at: 0, attempts: 1, outcome: 'delivered', ended_at: 0 } as const;
    const rows = [3, 2, 1].map((ago) => ({ id: `d_${ago}`, created_at: NOON - ago }));
    await db
      .insertInto('delivery')
      .values(rows.map((row) => ({ channel_id: 'ch_1', event_seq: null, ...ended, ...row })))
      .execute();
    const worker = workerOn(database, async () => BROKEN);
    for (const count of [1, 1, 0]) expect(await worker.clean(NOON - 1, 1)).toBe(count);
    const left = await db.selectFrom('delivery').select('id').orderBy('id').execute();
    expect(left).toEqual([{ id: 'd_1' }, { id: 'd_1_ch_1' }]);
  });

  test('a service that stops gives its deliveries back at once', async () => {
    await addDelivery();
    const begun = deferred<void>();
    const stopping = workerOn(database, async (_, __, signal) => {
      begun.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    stopping.start();
    await begun.promise;
    await stopping.close();
    const worker = workerOn(database, async () => OK, 'two');
    expect(await worker.tick()).toBe(1);
    expect(worker.sent[0]?.id).toBe('d_1_ch_1');
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({ outcome: 'delivered', attempts: 1 });
  });

  test('a channel that is removed while its delivery is under way leaves nothing', async () => {
    await addDelivery();
    const worker = workerOn(database, async () => {
      await db.deleteFrom('channel').execute();
      return OK;
    });
    await worker.tick();
    expect(await db.selectFrom('delivery').selectAll().execute()).toEqual([]);
  });

  test('a failure of the code is an attempt that failed', async () => {
    await addDelivery({}, { type: 'of.a.newer.version' });
    const worker = workerOn(database, async () => OK);
    expect(await worker.tick()).toBe(1);
    const failed = { attempts: 1, outcome: null, error: 'internal error' };
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject(failed);
  });

  test('a delivery that cannot be made for a channel that has ended is given up', async () => {
    const [ended_at, reason] = [NOON - HOUR, 'HTTP 500'];
    await addDelivery({ ended_at, ended_because: 'given_up' }, { type: 'of.a.newer.version' });
    const failed = { error: reason, tried_at: ended_at, attempts: 3 };
    await db.updateTable('delivery').set(failed).execute();
    const worker = workerOn(database, async () => OK);
    expect(await worker.tick()).toBe(0);
    // The reason before and the end of the channel stay.
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({ ...failed, outcome: 'given_up' });
    const channel = await db.selectFrom('channel').select('ended_at').executeTakeFirstOrThrow();
    expect(channel.ended_at).toBe(ended_at);
  });

  test('a delivery that another replica sent meanwhile stays delivered, though its channel has ended', async () => {
    await addDelivery({ ended_at: NOON - HOUR, ended_because: 'given_up' });
    const delivered = {
      ended_at: NOON,
      outcome: 'delivered',
      claimed_by: null,
      claimed_until: null,
    } as const;
    // The claim lapses at once: the other replica has sent the delivery before this one looks at it.
    const transaction = () => ({
      execute: async (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
        const due = await db.transaction().execute(work);
        if (due !== null) await db.updateTable('delivery').set(delivered).execute();
        return due;
      },
    });
    const late = new Proxy(db, {
      get: (target, name) => {
        const value: unknown = name === 'transaction' ? transaction : Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const worker = workerOn({ ...database, db: late }, async () => OK);
    expect(await worker.tick()).toBe(0);
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject(delivered);
  });
});

test.describe('several replicas on PostgreSQL', () => {
  needsPostgres();

  test('a delivery that another replica is claiming at this moment is passed over, not waited for', async () => {
    const url = await emptyPostgres();
    const [one, other] = [await open(url), await open(url)];
    try {
      await addWatch(one.db);
      const channels = ['ch_1', 'ch_2'];
      for (const id of channels) await addChannel(one.db, { id, target: `https://${id}.example/` });
      await addEvent(one.db, 1, channels);
      await one.db
        .updateTable('delivery')
        .set({ due_at: NOON - 1 })
        .where('id', '=', 'd_1_ch_1')
        .execute();
      const worker = workerOn(other, async () => OK);
      await one.db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('delivery')
          .set({ claimed_by: 'one' })
          .where('id', '=', 'd_1_ch_1')
          .execute();
        expect(await worker.tick()).toBe(1);
      });
      expect(worker.sent.map(({ id }) => id)).toEqual(['d_1_ch_2']);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});
