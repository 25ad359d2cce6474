import { sql } from 'kysely';
import { authorKey, hashKeyOf } from '../../../src/capabilities/watch/authors.js';
import { mountSmallDisk } from '../../support/small-disk.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord } from '../../support/watch-record.js';
import { addChannel, addWatch } from '../../support/watch-rows.js';
import { PLACES } from '../../support/watching.js';
import { onWatching, type WatchingHttp } from '../../support/watching-http.js';

const BY_AUTHOR =
  'https://www.google.com/maps/contrib/110483770106878901976/place/ChIJJz6dChxbFkcRFk6Qq9KBXD8';

test(
  'checks that are due for over an hour are counted, unless their watch is paused or their owner has no usable key',
  onWatching({}, async ({ db, watch, tick }) => {
    const hour = 3_600_000;
    const late = {
      claimed_by: 'another',
      claimed_until: Date.now() + 60_000,
      due_at: Date.now() - 1.1 * hour,
    };
    const owner = watch.ownerOf('everybody');
    await addWatch(db, { id: 'w_1', owner, subject: PLACES[0] ?? '', ...late });
    await addWatch(db, { id: 'w_2', owner, subject: PLACES[1] ?? '', ...late, paused_at: 1 });
    await addWatch(db, {
      id: 'w_3',
      owner,
      subject: PLACES[2] ?? '',
      ...late,
      due_at: Date.now() - 0.9 * hour,
    });
    await addWatch(db, { id: 'w_4', subject: 'ChIJ4', ...late, owner: watch.ownerOf('key gone') });
    await tick();
    expect(watch.figures().overdue).toBe(1);
  }),
);

const authorOf = (number: number) => `11048377010687890${1_000 + number}`;

/** Adds a watch of a place, and one of a review by an author who can be forgotten. Returns the id of the first one. */
async function addTwo(ask: WatchingHttp['ask']): Promise<string> {
  expect((await ask('post', 'watches', { subject: BY_AUTHOR })).status).toBe(201);
  const { status, body } = await ask('post', 'watches', { subject: PLACES[0] });
  expect(status).toBe(201);
  return String(body.id);
}

const isAway = () => {
  throw new Error('ENOENT: no such file or directory, statfs');
};
test(
  'health says that the folder of the data is gone, before a check finds it out',
  onWatching({ watching: [{}, undefined, { hasRoom: isAway }] }, async ({ watch }) => {
    expect(watch.health()).toBe('unavailable');
  }),
);

let hasRoom = true;
test(
  'with only the reserve of the disk left, watches and checks wait in words, and deleting and forgetting go on',
  onWatching({ watching: [{}, undefined, { hasRoom: () => hasRoom }] }, async ({ ask, db, watch, tick }) => {
    const checks = async () => (await db.selectFrom('watch_check').selectAll().execute()).length;
    const id = await addTwo(ask);
    const waits = { checked_at: null, due_at: Date.now() - 1_000 };
    await db.updateTable('watch').set(waits).execute();
    hasRoom = false;
    for (const [path, body] of [
      ['watches', { subject: PLACES[1] }],
      [`watches/${id}/check`, undefined],
    ] as const) {
      const refused = await ask('post', path, body);
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'watch_unavailable', reason: 'watch_disk_full' },
      });
    }
    const before = await checks();
    await tick();
    expect([await checks(), watch.health()]).toEqual([before, 'full']);
    const forgotten = await ask('post', 'forget-author', { author: BY_AUTHOR });
    expect([forgotten.status, (await ask('delete', `watches/${id}`)).status]).toEqual([200, 200]);
    hasRoom = true;
    expect(watch.health()).toBe('ok');
    expect((await ask('post', 'watches', { subject: PLACES[1] })).status).toBe(201);
  }),
);

test('on a small disk, watches are deleted and authors forgotten down to the last byte', async () => {
  const disk = mountSmallDisk(120_000);
  try {
    const settings = { DATABASE_URL: `sqlite:${disk.folder}/place-lookup.db`, DATA_DIR: 'none' };
    await onWatching({ watching: [settings] }, async ({ ask, db, watch }) => {
      const place = await addTwo(ask);
      const owner = watch.ownerOf('everybody');
      const hashKey = await hashKeyOf(db);
      const ids = await db.transaction().execute(async (transaction) => {
        const made = inventedRecord(transaction);
        const all: string[] = [];
        for (let watches = 0; watches < 6; watches += 1) {
          const id = await made.watch({ owner, due_at: Date.now() + 86_400_000 });
          for (let number = 0; number < 200; number += 1) {
            const author_key = authorKey(hashKey, authorOf(number));
            const review_id = await made.review(id, { author_key, text: 'x'.repeat(500) });
            await made.event(id, { owner, review_id, before: 'x'.repeat(500) });
          }
          all.push(id);
        }
        return all;
      });
      disk.fill();
      expect(watch.health()).toBe('full');
      const refused = await ask('post', 'watches', { subject: PLACES[1] });
      expect(refused).toMatchObject({ status: 503, body: { reason: 'watch_disk_full' } });
      for (const [at, id] of ids.entries()) {
        // Other programs take what the last deletion gave back.
        disk.fill();
        const forgotten = await ask('post', 'forget-author', { author: authorOf(at) });
        expect([forgotten.status, forgotten.body.reviews]).toEqual([200, ids.length - at]);
        expect((await ask('delete', `watches/${id}`)).status).toBe(200);
      }
      const last = await ask('post', 'forget-author', { author: BY_AUTHOR });
      expect([last.status, (await ask('delete', `watches/${place}`)).status]).toEqual([200, 200]);
      expect((await ask('get', 'watches')).body.total).toBe(0);
    })();
  } finally {
    disk.close();
  }
});

test('on a small disk, a deletion that changes more pages than the reserve has goes on in parts', {
  tag: '@gate',
}, async () => {
  const disk = mountSmallDisk(260_000);
  try {
    const settings = { DATABASE_URL: `sqlite:${disk.folder}/place-lookup.db`, DATA_DIR: 'none' };
    await onWatching({ watching: [settings] }, async ({ ask, db, watch }) => {
      const owner = watch.ownerOf('everybody');
      const author_key = authorKey(await hashKeyOf(db), authorOf(0));
      const made = inventedRecord(db);
      const due_at = Date.now() + 86_400_000;
      const other = await made.watch({ owner, due_at });
      await addChannel(db, { owner });
      const waits = { channel_id: 'ch_1', created_at: 0, due_at, attempts: 0 };
      for (let part = 0; part < 25; part += 1)
        await db.transaction().execute(async (own) => {
          const record = inventedRecord(own, part * 10_000 + 10);
          const ofAuthor = await record.watch({ owner, due_at });
          for (let number = 0; number < 100; number += 1) {
            const text = 'x'.repeat(8_000);
            const review_id = await record.review(ofAuthor, { author_key, text });
            await record.event(ofAuthor, { owner, review_id, before: text });
            await record.event(other, { owner, before: text, after: text });
            const delivery = { id: `d_${part}_${number}`, job: text, ...waits };
            await own.insertInto('delivery').values(delivery).execute();
          }
        });
      for (const deletion of [
        () => ask('post', 'forget-author', { author: authorOf(0) }),
        () => ask('delete', `watches/${other}`),
        () => ask('delete', 'channels/ch_1'),
      ]) {
        // Other programs take what the last deletion gave back.
        disk.fill();
        expect((await deletion()).status).toBe(200);
      }
      for (const table of ['review', 'event', 'delivery'] as const)
        expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    })();
  } finally {
    disk.close();
  }
});

test(
  'a database that can only be read is unavailable until a write succeeds',
  onWatching({}, async ({ ask, db, watch, tick }) => {
    const add = async (subject = '') => (await ask('post', 'watches', { subject })).status;
    expect(await add(PLACES[0])).toBe(201);
    expect(watch.health()).toBe('ok');
    // Writing ends with an error, as on a full disk.
    for (const table of ['watch', 'stored_value'])
      for (const change of ['insert', 'update'])
        await sql
          .raw(`create trigger ${table}_${change} before ${change} on ${table}
            begin select raise(abort, 'database or disk is full'); end`)
          .execute(db);
    expect(await add(PLACES[1])).toBe(503);
    expect(watch.health()).toBe('unavailable');
    expect((await ask('get', 'watches')).body.total).toBe(1);
    expect(watch.health(), 'after a successful read').toBe('unavailable');
    await tick();
    expect(watch.health(), 'after a look at the database').toBe('unavailable');

    for (const table of ['watch', 'stored_value'])
      for (const change of ['insert', 'update']) await sql.raw(`drop trigger ${table}_${change}`).execute(db);
    await tick();
    expect(watch.health()).toBe('ok');
    expect(await add(PLACES[1])).toBe(201);
  }),
);
