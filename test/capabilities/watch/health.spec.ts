import { sql } from 'kysely';
import { expect, test } from '../../support/test.js';
import { addWatch } from '../../support/watch-rows.js';
import { PLACES } from '../../support/watching.js';
import { onWatching } from '../../support/watching-http.js';

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
