import { randomBytes } from 'node:crypto';
import type { JobStatus } from '../../../src/capabilities/jobs/job.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import {
  type LocalJobsOptions,
  onBothJobDatabases,
  openJobs,
  REQUEST,
  startJobs,
} from '../../support/job-databases.js';
import { message } from '../../support/messages.js';
import { mountSmallDisk } from '../../support/small-disk.js';
import { expect, test } from '../../support/test.js';

// Jobs with workers in this process.

/** The owners that have a usable key, for tests in which keys change. */
const KEYS: { list: readonly string[] } = { list: [] };

type Started = Awaited<ReturnType<typeof startJobs>>;

const listOf = (texts: readonly string[]) => [texts.map((text) => ({ text, line: null, problem: null }))];
const entries = (count: number) => listOf(Array.from({ length: count }, (_, at) => `${at}`));
const submit = ({ jobs }: Started, client: string, list: number | string): Promise<JobStatus> =>
  jobs.submit({ ...REQUEST, client, entries: typeof list === 'number' ? entries(list) : listOf([list]) });
/** Waits for the end of a job. */
const ended = ({ jobs }: Started, client: string, { id }: JobStatus) =>
  expect.poll(async () => (await jobs.get(client, id)).state).toBe('finished');
const VISIBLE = { outcome: 'visible', data: {}, rows: 1 } as const;

/** All results of a job, in the order of completion. */
async function resultsOf({ jobs }: Started, job: JobStatus) {
  const found = [];
  for (;;) {
    const some = await jobs.completed(job, found.length);
    if (some.length === 0) return found;
    found.push(...some);
  }
}

onBothJobDatabases((create) => {
  const onJobs = (title: string, options: LocalJobsOptions, body: (made: Started) => Promise<void>) =>
    test(title, async () => {
      const database = await openJobs(await create());
      const made = await startJobs(database, options);
      try {
        await body(made);
      } finally {
        await made.worker.close();
        await database.close();
      }
    });

  onJobs(
    'every link of a list is asked once, and its result is stored once',
    { concurrency: 4 },
    async (made) => {
      const job = await submit(made, 'north', 100);
      const get = () => made.jobs.get('north', job.id);
      await ended(made, 'north', job);
      const results = await resultsOf(made, await get());
      expect(results.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, at) => at),
      );
      expect(made.asked()).toBe(100);
      const since = Number((await get()).ended_at);
      const none = { not_visible: 0, unclear: 0, without_link: 0, failed: 0, failures: {} };
      const counts = { total: 100, done: 100, visible: 100, ...none };
      const told = { id: job.id, type: 'review-visibility', endedAt: since, ...counts };
      expect(await made.jobs.finished('north', since - 1)).toEqual([told]);
      expect(await made.jobs.finished('north', since)).toEqual([]);
      expect(await made.jobs.finished('south', since - 1)).toEqual([]);
    },
  );

  const both = [deferred<void>(), deferred<void>()];
  const served: string[] = [];
  onJobs(
    'a client that comes later is served next, however long the list of another client is',
    {
      concurrency: 1,
      runner: async ({ input }) => {
        served.push(input.length > 3 ? 'south' : 'north');
        if (served.length === 1) both[0]?.resolve();
        await both[1]?.promise;
        return VISIBLE;
      },
    },
    async (made) => {
      await submit(made, 'north', 100);
      await both[0]?.promise;
      const long = listOf(Array.from({ length: 30 }, (_, at) => `south ${at}`));
      const job = await made.jobs.submit({ ...REQUEST, client: 'south', entries: long });
      both[1]?.resolve();
      await ended(made, 'south', job);
      expect(served.slice(0, 6)).toEqual(['north', 'south', 'north', 'south', 'north', 'south']);
    },
  );

  const held = deferred<void>();
  const inputs: string[] = [];
  onJobs(
    'a short list begins while the links of long lists are at work, also of the same client',
    {
      concurrency: 40,
      runner: async ({ input }) => {
        inputs.push(input);
        if (!input.startsWith('short')) await held.promise;
        return VISIBLE;
      },
    },
    async (made) => {
      inputs.length = 0;
      await submit(made, 'north', 100);
      await expect.poll(() => inputs.length).toBe(20);
      for (const client of ['north', 'south']) await ended(made, client, await submit(made, client, 'short'));
      // No further link of the long list was asked meanwhile.
      expect(inputs.slice(20)).toEqual(['short', 'short']);
      held.resolve();
    },
  );

  const open = new Map<string, () => void>();
  onJobs(
    'two lists of reviews are read at once, and other jobs go on beside them',
    {
      concurrency: 4,
      runner: async ({ input, type }) => {
        inputs.push(input);
        if (type === 'place-reviews') await new Promise<void>((resolve) => open.set(input, resolve));
        open.delete(input);
        return VISIBLE;
      },
    },
    async (made) => {
      inputs.length = 0;
      for (const client of ['north', 'south', 'shop', 'x']) {
        const places = listOf([1, 2, 3].map((at) => `${client} ${at}`));
        await made.jobs.submit({ ...REQUEST, type: 'place-reviews', client, entries: places });
      }
      await expect.poll(() => inputs.length).toBe(2);
      await ended(made, 'north', await submit(made, 'north', 'short'));
      expect(inputs.slice(2)).toEqual(['short']);
      for (let read = 3; read < 13; read += 1) {
        open.values().next().value?.();
        await expect.poll(() => [inputs.length, open.size]).toEqual([read + 1, 2]);
      }
    },
  );

  onJobs(
    'jobs of an owner without a key wait until the key is back, and are deleted',
    { concurrency: 1, keys: KEYS },
    async (made) => {
      KEYS.list = ['key north'];
      const { jobs, owners, asked } = made;
      await ended(made, 'key north', await submit(made, 'key north', 1));
      KEYS.list = ['key south'];
      const waiting = await submit(made, 'key north', 3);
      await submit(made, 'key south', 1);
      await expect.poll(asked).toBe(2);
      expect((await jobs.get('key north', waiting.id)).done).toBe(0);
      // The job that has ended counts, too: its results would be deleted.
      expect([...(await owners.counts(['key north', 'key south', 'key east']))].sort()).toEqual(
        Object.entries({ 'key east': 0, 'key north': 2, 'key south': 1 }),
      );
      KEYS.list = ['key north', 'key south'];
      // Each list that is sent makes the worker look; else it looks every five seconds.
      await submit(made, 'key south', 1);
      await ended(made, 'key north', waiting);
      await owners.remove('key south');
      expect(await jobs.list('key south')).toEqual([]);
    },
  );

  onJobs(
    'an upload of an owner whose jobs are deleted meanwhile makes no job',
    { concurrency: 0 },
    async ({ jobs, owners }) => {
      async function* uploaded() {
        yield* entries(1);
        await owners.remove('north');
        yield* entries(1);
      }
      const upload = jobs.submit({ ...REQUEST, client: 'north', entries: uploaded() });
      await expect(upload).rejects.toMatchObject({ code: 'jobs_unavailable' });
      expect(await jobs.list('north')).toEqual([]);
    },
  );

  test('results of a job that is being deleted have no gap', async () => {
    const database = await openJobs(await create());
    const made = await startJobs(database);
    const sent = await submit(made, 'north', 3);
    await ended(made, 'north', sent);
    const job = await made.jobs.get('north', sent.id);
    await database.db.deleteFrom('job_link').where('position', '=', 2).execute();
    expect(await made.jobs.completed(job, 2)).toHaveLength(1);
    await expect(made.jobs.completed(job, 0)).rejects.toMatchObject({ code: 'job_not_found' });
    await made.worker.close();
    await database.close();
  });

  onJobs(
    'a request that is repeated with its key makes no second job',
    { concurrency: 0 },
    async ({ jobs }) => {
      const send = async (client: string, requestKey: string, hash: string) =>
        (await jobs.submit({ ...REQUEST, client, requestKey, entries: entries(1), hash: () => hash })).id;
      const first = await send('north', 'key', 'content');
      expect(await send('north', 'key', 'content')).toBe(first);
      await expect(send('north', 'key', 'other content')).rejects.toMatchObject({ code: 'invalid_request' });
      const others = [await send('south', 'key', 'content'), await send('north', 'other key', 'content')];
      expect(new Set([first, ...others]).size).toBe(3);
      const [one, other] = await Promise.all([1, 2].map(() => send('north', 'third key', 'content')));
      expect(one).toBe(other);
      expect(await jobs.list('north')).toHaveLength(3);
    },
  );

  onJobs(
    'too many open links are refused with what the client may do',
    { concurrency: 0, maxOpenLinks: 500 },
    async ({ jobs }) => {
      const send = (requestKey: string, count = 1) =>
        jobs.submit({ ...REQUEST, client: 'north', requestKey, entries: entries(count) });
      const { id } = await send('key', 400);
      await expect(send('more', 200)).rejects.toMatchObject({
        ...{ code: 'rate_limited', retryAfterSeconds: 3_600 },
        message: expect.stringMatching(/at most 500 open links .* have 400\. .*cancel a job/),
      });
      for (let at = 0; at < 12; at += 1) await send(`small ${at}`);
      expect((await send('key', 400)).id).toBe(id);
      await jobs.cancel('north', id, false);
      await send('more', 400);
    },
  );

  onJobs(
    'an upload that breaks off leaves nothing behind',
    { concurrency: 0, maxOpenLinks: 500 },
    async (made) => {
      async function* broken() {
        yield* entries(400);
        throw new Error('the client left');
      }
      const upload = made.jobs.submit({ ...REQUEST, client: 'north', entries: broken() });
      await expect(upload).rejects.toMatchObject({ code: 'jobs_unavailable' });
      expect(await submit(made, 'north', 400)).toMatchObject({ total: 400 });
      expect(await made.jobs.list('north')).toHaveLength(1);
    },
  );

  onJobs('an upload with many short lines is stored as it comes', { concurrency: 0 }, async ({ jobs }) => {
    // More values than one statement of either database may have.
    const wrong = Array.from({ length: 8_000 }, (_, at) => ({
      ...{ text: '', line: at + 1, problem: message('lineEmpty') },
    }));
    const job = await jobs.submit({ ...REQUEST, client: 'north', entries: [wrong] });
    expect(job).toMatchObject({ state: 'finished', done: 8_000, outcomes: { malformed: 8_000 } });
    expect((await jobs.inOrder(job, 7_964)).results).toHaveLength(36);
  });

  test('a worker that stops gives its links back, and the next worker asks them', async () => {
    const database = await openJobs(await create());
    const begun = deferred<void>();
    const first = await startJobs(database, {
      runner: (_, { signal }) => {
        begun.resolve();
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
      },
    });
    const job = await submit(first, 'north', 15);
    await begun.promise;
    await first.worker.close();
    const next = await startJobs(database);
    await ended(next, 'north', job);
    await next.worker.close();
    await database.close();
  });
});

test('on a full disk a job of large lists is deleted one list after the other', async () => {
  const disk = mountSmallDisk(120_000);
  try {
    const database = await openJobs(`sqlite:${disk.folder}/jobs.db`, false);
    const made = await startJobs(database);
    const lists = { ...REQUEST, type: 'place-reviews', entries: entries(24) } as const;
    const job = await made.jobs.submit({ ...lists, client: 'north' });
    await ended(made, 'north', job);
    for (let number = 0; number < 24; number += 1)
      await database.db
        .updateTable('job_link')
        .set({ data: randomBytes(1_000_000) })
        .where('number', '=', number)
        .execute();
    disk.fill();
    expect(await made.jobs.cancel('north', job.id, true)).toMatchObject({ state: 'deleted' });
    const links = () => database.db.selectFrom('job_link').select('number').execute();
    await expect.poll(links).toEqual([]);
    disk.empty();
    await made.worker.close();
    await database.close();
  } finally {
    disk.close();
  }
});

test('on a full disk no list is taken, and jobs are read, cancelled and deleted', async () => {
  const disk = mountSmallDisk(100_000);
  try {
    const database = await openJobs(`sqlite:${disk.folder}/jobs.db`, false);
    const made = await startJobs(database, { concurrency: 0 });
    const { id } = await submit(made, 'north', 100);
    disk.fill();
    await expect(submit(made, 'north', 1)).rejects.toMatchObject({
      ...{ code: 'jobs_unavailable', message: expect.stringContaining('nearly full') },
    });
    expect(await made.jobs.list('north')).toHaveLength(1);
    expect(await made.jobs.cancel('north', id, false)).toMatchObject({ state: 'cancelled' });
    expect(await made.jobs.cancel('north', id, true)).toMatchObject({ state: 'deleted' });
    const links = () => database.db.selectFrom('job_link').selectAll().execute();
    await expect.poll(links).toEqual([]);
    disk.empty();
    await submit(made, 'north', 1);
    await made.worker.close();
    await database.close();
  } finally {
    disk.close();
  }
});
