import { sql } from 'kysely';
import { mountSmallDisk } from '../../support/small-disk.js';
import { expect, test } from '../../support/test.js';
import { addWatch } from '../../support/watch-rows.js';
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

/** Adds a watch of a place, and one of a review by an author who can be forgotten. Returns the id of the first one. */
async function addTwo(ask: WatchingHttp['ask']): Promise<string> {
  expect((await ask('post', 'watches', { subject: BY_AUTHOR })).status).toBe(201);
  const { status, body } = await ask('post', 'watches', { subject: PLACES[0] });
  expect(status).toBe(201);
  return String(body.id);
}

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

test('on a small disk, watches are deleted and authors forgotten down to the last bytes of the reserve', async () => {
  const disk = mountSmallDisk(80_000);
  try {
    const settings = { DATABASE_URL: `sqlite:${disk.folder}/place-lookup.db`, DATA_DIR: 'none' };
    await onWatching({ watching: [settings] }, async ({ ask, watch }) => {
      const id = await addTwo(ask);
      disk.fill();
      disk.leave(2_000_000);
      expect(watch.health()).toBe('full');
      const refused = await ask('post', 'watches', { subject: PLACES[1] });
      expect(refused).toMatchObject({ status: 503, body: { reason: 'watch_disk_full' } });
      const forgotten = await ask('post', 'forget-author', { author: BY_AUTHOR });
      expect([forgotten.status, (await ask('delete', `watches/${id}`)).status]).toEqual([200, 200]);
      expect((await ask('get', 'watches')).body.total).toBe(0);
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
