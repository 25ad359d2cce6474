import { sql } from 'kysely';
import { expect, test } from '../../support/test.js';
import { PLACES } from '../../support/watching.js';
import { onWatching } from '../../support/watching-http.js';

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
