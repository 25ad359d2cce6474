import type { Parcel } from '../../../src/capabilities/notify/carrier.js';
import { createDelivery } from '../../../src/capabilities/notify/deliver.js';
import { writeFinishedJobs } from '../../../src/capabilities/notify/finished-jobs.js';
import { letterOf } from '../../../src/capabilities/notify/letters.js';
import type { Database, WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { formatRoute } from '../../../src/kit/ui/state/route.js';
import { onBothDatabases, open } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addChannel, inventedChannel, NOON } from '../../support/watch-rows.js';
import { usable } from '../../support/watched.js';

const SECOND = 1_000;
const HOUR = 3_600_000;
const JOB_TYPES = JSON.stringify(['review.not_visible', 'job.finished']);
const localTime = createLocalTime('Europe/Warsaw');
const owners = new Map([
  ['me', 'key ola'],
  ['you', 'key jan'],
]);
const job = (id: string, endedAt: number) => ({
  ...({ id, type: 'review-visibility', endedAt, total: 200, done: 200, failed: 3 } as const),
  ...{ visible: 187, not_visible: 7, unclear: 1, without_link: 2, failures: { provider_blocked: 3 } },
});

onBothDatabases((create) => {
  let database: WatchDatabase;
  let db: Database;
  test.beforeEach(async () => {
    database = await open(await create());
    db = database.db;
  });
  test.afterEach(() => database.close());

  /** The jobs that a worker tells in one look at `now`. `ended`: the finished jobs of Ola. */
  const looking = (ended: ReturnType<typeof job>[]) => {
    const jobs = {
      finished: async (name: string, since: number) =>
        name === 'key ola' ? ended.filter(({ endedAt }) => endedAt > since).slice(0, 100) : [],
    };
    return async (now: number) => {
      await writeFinishedJobs({ db, jobs, owners, now, localTime });
      const rows = await db
        .selectFrom('delivery')
        .select(['channel_id', 'job'])
        .orderBy('created_at')
        .execute();
      return rows.map((row) => `${row.channel_id} ${JSON.parse(String(row.job)).id}`);
    };
  };

  test('a channel that names job.finished is told once of each job that finishes from then on', async () => {
    await addChannel(db, { id: 'named', types: JOB_TYPES });
    await addChannel(db, { id: 'all', types: null });
    await addChannel(db, { id: 'ended', types: JOB_TYPES, ended_at: NOON });
    await addChannel(db, { id: 'foreign', types: JOB_TYPES, owner: 'you' });
    const ended = [job('before', NOON - SECOND)];
    const look = looking(ended);
    expect(await look(NOON)).toEqual([]);
    ended.push(job('first', NOON + SECOND));
    expect(await look(NOON + 2 * SECOND)).toEqual(['named first']);
    expect(await look(NOON + 3 * SECOND)).toEqual(['named first']);
    expect(await look(NOON + HOUR)).toEqual(['named first']);
    ended.push(job('second', NOON + HOUR - SECOND));
    expect(await look(NOON + 2 * HOUR)).toEqual(['named first', 'named second']);
    // A channel that names the type again later is not told of what finished meanwhile.
    await db.updateTable('channel').set({ types: null }).where('id', '=', 'named').execute();
    ended.push(job('meanwhile', NOON + 3 * HOUR));
    await look(NOON + 4 * HOUR);
    await db.updateTable('channel').set({ types: JOB_TYPES }).where('id', '=', 'named').execute();
    await look(NOON + 5 * HOUR);
    expect(await look(NOON + 6 * HOUR)).toEqual(['named first', 'named second']);
  });

  test('more jobs than one look returns are told by the next looks', async () => {
    await addChannel(db, { id: 'named', types: JOB_TYPES });
    const ended: ReturnType<typeof job>[] = [];
    const look = looking(ended);
    await look(NOON);
    for (let at = 1; at <= 230; at += 1) ended.push(job(`j_${at}`, NOON + at * SECOND));
    await look(NOON + 5 * HOUR);
    await look(NOON + 5 * HOUR);
    expect(new Set(await look(NOON + 5 * HOUR)).size).toBe(230);
  });

  test('a job is sent at once in every pace, and tried again like an event', async () => {
    const daily = { kind: 'email', pace: 'daily', target: 'a@example.com', secret: null } as const;
    await addChannel(db, { id: 'named', types: JOB_TYPES, ...daily });
    const ended: ReturnType<typeof job>[] = [];
    const look = looking(ended);
    await look(NOON);
    ended.push(job('first', NOON + SECOND));
    await look(NOON + 2 * SECOND);
    const clock = { now: NOON + 2 * SECOND };
    const sent: Parcel[] = [];
    const carrier = {
      refusalOf: () => null,
      send: async (_channel: unknown, parcel: Parcel) => {
        sent.push(parcel);
        return { status: 500, error: sent.length === 1 ? 'HTTP 500' : null };
      },
    };
    const carriers = { webhook: carrier, chat: carrier, email: carrier };
    const shared = { database, usable, replica: 'one', carriers, localTime, log: createLogger('silent') };
    const delivery = createDelivery({ ...shared, now: () => clock.now });
    expect(await delivery.tick()).toBe(1);
    clock.now += HOUR;
    expect(await delivery.tick()).toBe(1);
    expect(await delivery.tick()).toBe(0);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]).toMatchObject({
      events: [],
      job: { id: 'first', total: 200, not_visible: 7, ended_at: '2026-09-14 12:00:01' },
    });
  });
});

test('the letter of a job has its counts and the way back to the job', () => {
  const { endedAt: _, ...counts } = job('j_1', NOON);
  const parcel = { id: 'd_1', events: [], job: { ...counts, ended_at_utc: '2026-09-14T10:00:00Z' } };
  const base = 'https://lookup.example.com/';
  const { subject, paragraphs } = letterOf(inventedChannel(), parcel, base);
  expect(subject).toBe('Lista zakończona, liczba pozycji: 200');
  expect(paragraphs.join('\n')).toContain(
    'Pozycje: 200 · Widoczne: 187 · Niewidoczne: 7 · Sprawdź link: 1 · Bez wyniku: 3 · Bez linku: 2\n',
  );
  expect(paragraphs.join('\n')).toContain(`${base}${formatRoute({ view: 'lists', id: 'j_1' })}`);
  const { visible: _v, not_visible: _n, unclear: _u, ...job_ } = parcel.job;
  const places = { ...job_, found: 195 };
  const english = letterOf(inventedChannel({ language: 'en' }), { ...parcel, job: places }, undefined);
  expect(english.paragraphs).toEqual(['Entries: 200 · Found: 195 · No result: 3 · Without a link: 2']);
});
