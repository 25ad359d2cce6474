import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { JobDatabase } from '../../src/capabilities/jobs/job-tables.js';
import { authorKey, hashKeyOf } from '../../src/capabilities/watch/authors.js';
import { ALL_CLIENTS } from '../../src/core/api/state.js';
import { makeDataFolder } from '../support/data-folder.js';
import { openJobs, REQUEST, startJobs } from '../support/job-databases.js';
import { expect, test } from '../support/test.js';
import { skipTimers } from '../support/virtual-time.js';
import { inventedRecord } from '../support/watch-record.js';
import { addChannel } from '../support/watch-rows.js';
import { onWatching, type WatchingHttp } from '../support/watching-http.js';

// What was deleted is in no file of DATA_DIR any more: not in the databases, not in their write-ahead logs, not in packs.
// The deleted rows stand among others that stay, and a reader holds the log back meanwhile, as a backup does.

const AUTHOR = '110483770106878901976';
const DELETED = 'Gburowata obsługa, nie polecam';
const KEPT = 'Bardzo smaczne pierogi';
const DAY_MS = 86_400_000;
const ROWS = 300;

const textOf = (begin: string, number: number) => `${begin} ${number} ${'x'.repeat((number * 37) % 700)}`;

/** The files of the folder that have the text anywhere. */
const filesWith = (text: string, folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name);

/**
 * Deletes while a reader holds the log back: the texts are there until the reader ends, and then nowhere.
 * `rows`: a query for a deleted row; `later`: writes the other rows again, on the pages that had the texts.
 */
async function expectNowhere(
  path: string,
  rows: string,
  act: () => Promise<unknown>,
  later: () => Promise<unknown>,
) {
  const folder = dirname(path);
  const reader = new DatabaseSync(path);
  reader.exec('begin');
  const isThere = (file: InstanceType<typeof DatabaseSync>) =>
    file.prepare(rows).get(`${DELETED}%`) !== undefined;
  expect(isThere(reader)).toBe(true);
  const acting = act();
  const watcher = new DatabaseSync(path);
  await expect.poll(() => isThere(watcher)).toBe(false);
  watcher.close();
  expect(filesWith(DELETED, folder)).not.toEqual([]);
  reader.exec('commit');
  await acting;
  await expect.poll(() => filesWith(DELETED, folder)).toEqual([]);
  await later();
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(filesWith(DELETED, folder)).toEqual([]);
  expect(filesWith(KEPT, folder)).not.toEqual([]);
  expect(reader.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  reader.close();
}

/** Writes two watches side by side. The reviews, events and packs of the first one have the texts that are deleted. */
async function writeRecord({ db: database, watch, folder }: WatchingHttp): Promise<string> {
  const owner = watch.ownerOf(ALL_CLIENTS.name);
  const author_key = authorKey(await hashKeyOf(database), AUTHOR);
  mkdirSync(join(folder, 'evidence'));
  return database.transaction().execute(async (db) => {
    const made = inventedRecord(db);
    const due_at = Date.now() + DAY_MS;
    const id = await made.watch({ owner, due_at });
    const parts = [
      { id, owner, author_key, begin: DELETED, at: 0 },
      { id: await made.watch({ owner: 'other', due_at }), owner: 'other', begin: KEPT, at: Date.now() },
    ];
    for (let number = 0; number < ROWS; number += 1)
      for (const part of parts) {
        const text = textOf(part.begin, number);
        const review = { author_key: part.author_key ?? null, status: 'not_visible' } as const;
        const review_id = await made.review(part.id, { ...review, author: 'Jan', text, reply: text });
        const of = { owner: part.owner, at: part.at, review_id, before: text };
        const event = await made.event(part.id, { ...of, after: text });
        const evidence = `${event}.zip`;
        if (number === 0) writeFileSync(join(folder, 'evidence', evidence), text);
        // Rows that grow move to other pages.
        await db.updateTable('event').set({ done_by: 'Anna', evidence }).where('id', '=', event).execute();
      }
    return id;
  });
}

const OF_RECORD: Record<string, (service: WatchingHttp, id: string) => Promise<unknown>> = {
  'an author is forgotten': async ({ ask }) => {
    const { status, body } = await ask('POST', 'forget-author', { author: AUTHOR });
    expect([status, body.reviews, body.events, body.packs]).toEqual([200, ROWS, ROWS, ROWS]);
  },
  'a watch is removed': async ({ ask }, id) =>
    expect((await ask('DELETE', `watches/${id}`)).status).toBe(200),
  'an owner is deleted': ({ watch }) => watch.owners.remove(watch.ownerOf(ALL_CLIENTS.name)),
  'retention has run': async ({ db, start }) => {
    const steady = `${Date.now() - 3 * DAY_MS} ${Date.now() - DAY_MS}`;
    await db.insertInto('stored_value').values({ name: 'retention_clock', value: steady }).execute();
    start();
  },
};

for (const [what, act] of Object.entries(OF_RECORD))
  test(
    `after ${what}, no file of the record has a deleted text`,
    onWatching({}, async (service) => {
      const id = await writeRecord(service);
      await expectNowhere(
        join(service.folder, 'watch.db'),
        'select 1 from review where text like ?',
        () => act(service, id),
        () => service.db.updateTable('review').set({ author: 'Ewa' }).execute(),
      );
    }),
  );

/** Writes two channels with messages by turns. The address, the secret and the messages of the first one are deleted. */
async function writeChannels({ db, watch }: WatchingHttp) {
  const owner = watch.ownerOf(ALL_CLIENTS.name);
  await db.transaction().execute(async (own) => {
    for (const [id, text] of Object.entries({ ch_deleted: DELETED, ch_kept: KEPT }))
      await addChannel(own, { id, owner, target: `https://hook.example/${text}`, secret: text });
    const waits = { created_at: 0, due_at: Date.now() + DAY_MS, attempts: 0 };
    for (let number = 0; number < ROWS; number += 1)
      for (const [channel_id, text] of Object.entries({ ch_deleted: DELETED, ch_kept: KEPT })) {
        const row = { id: `${channel_id}_${number}`, channel_id, job: textOf(text, number), ...waits };
        await own.insertInto('delivery').values(row).execute();
      }
  });
}

test(
  'after a channel is removed, no file has its address, its secret or its messages',
  onWatching({}, async (service) => {
    await writeChannels(service);
    await expectNowhere(
      join(service.folder, 'watch.db'),
      'select 1 from delivery where job like ?',
      async () => expect((await service.ask('DELETE', 'channels/ch_deleted')).status).toBe(200),
      () => service.db.updateTable('delivery').set({ error: 'x' }).execute(),
    );
  }),
);

test(
  'labels, notes and names of clients that were overwritten are in no file soon afterwards',
  onWatching({}, async ({ ask, db, watch, folder }) => {
    const owner = watch.ownerOf(ALL_CLIENTS.name);
    const texts = ['label', 'note', 'client'].map((name) => [name, `${DELETED} ${name}`]);
    const due_at = Date.now() + DAY_MS;
    const id = await inventedRecord(db).watch({ owner, due_at, ...Object.fromEntries(texts) });
    const rules = JSON.stringify({ max_stars: null, clients: [`${DELETED} client`] });
    await addChannel(db, { owner, rules });
    expect(filesWith(DELETED, folder)).not.toEqual([]);
    const changed = Object.fromEntries(texts.map(([name]) => [name, KEPT]));
    {
      // Overwritten texts are wiped ten seconds later.
      using _skipped = skipTimers(10_000);
      expect((await ask('PATCH', `watches/${id}`, changed)).status).toBe(200);
    }
    await expect.poll(() => filesWith(DELETED, folder)).toEqual([]);
    expect(filesWith(KEPT, folder)).not.toEqual([]);
  }),
);

test(
  'after an end in order, no file has a text whose deletion was cut off before the files were overwritten',
  onWatching({}, async (service) => {
    const id = await writeRecord(service);
    await service.db.deleteFrom('watch').where('id', '=', id).execute();
    await service.database.close();
    expect(filesWith(DELETED, service.folder).filter((name) => !name.endsWith('.zip'))).toEqual([]);
    expect(filesWith(KEPT, service.folder)).toContain('watch.db');
  }),
);

type Jobs = Awaited<ReturnType<typeof startJobs>>['jobs'];
type Act = (jobs: Jobs, id: string, database: JobDatabase, folder: string) => Promise<unknown>;
const OF_JOBS: Record<string, Act> = {
  'its owner deleted a job': async (jobs, id, _database, folder) => {
    await jobs.cancel('north', id, true);
    // The answer waits for it.
    expect(filesWith(DELETED, folder)).toEqual([]);
  },
  'the 72 hours of a job are over': (_jobs, id, { db, now }) =>
    db.updateTable('job').set({ expires_at: now }).where('id', '=', id).execute(),
};

for (const [what, act] of Object.entries(OF_JOBS))
  test(`after ${what}, no file of jobs has a deleted text`, async () => {
    const folder = makeDataFolder();
    const database = await openJobs(`sqlite:${join(folder, 'jobs.db')}`, false);
    const { jobs, worker } = await startJobs(database, {
      runner: async ({ input }) => ({ outcome: 'visible', data: { text: input }, rows: 1 }),
    });
    /** The links of two jobs are stored by turns. */
    const submit = (client: string, begin: string) => {
      const entry = (at: number) => ({ text: textOf(begin, at), line: null, problem: null });
      const all = Array.from({ length: ROWS }, (_, at) => ({ ...entry(at), own: [begin] }));
      const entries = Array.from({ length: ROWS / 30 }, (_, at) => all.slice(at * 30, at * 30 + 30));
      return jobs.submit({ ...REQUEST, client, entries });
    };
    const [deleted, kept] = await Promise.all([submit('north', DELETED), submit('south', KEPT)]);
    for (const [client, { id }] of [
      ['north', deleted],
      ['south', kept],
    ] as const)
      await expect.poll(async () => (await jobs.get(client, id)).state).toBe('finished');
    await expectNowhere(
      join(folder, 'jobs.db'),
      'select 1 from job_link where input like ?',
      () => act(jobs, deleted.id, database, folder),
      () => database.db.updateTable('job_link').set({ attempts: 2 }).execute(),
    );
    await worker.close();
    await database.close();
    expect(filesWith(DELETED, folder)).toEqual([]);
  });
