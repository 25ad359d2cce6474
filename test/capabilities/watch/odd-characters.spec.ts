import { recordCheck } from '../../../src/capabilities/watch/ledger.js';
import type { WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { onBothDatabases, open } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addWatch, look, seen } from '../../support/watched.js';
import { startWatching } from '../../support/watching.js';

// Characters that a database cannot hold, or gives back as others.

const ODD = 'Dobre\u0000 pierogi \ud83d';

onBothDatabases((create) => {
  test('a review with odd characters is recorded, and is the same at the next check', async () => {
    const database: WatchDatabase = await open(await create());
    try {
      await addWatch(database);
      const reviews = [seen('A', { text: ODD, author: ODD, reply: ODD, dateText: ODD })];
      const list = { reviews, place: { name: ODD } };
      const page = { pages: reviews, verdicts: { A: 'visible' } } as const;
      const events = [];
      for (const [day, found] of [list, list, page, list].entries()) {
        const watch = await database.db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
        events.push(...(await recordCheck(database, watch, look(day, found))));
      }
      expect(events).toEqual([]);
    } finally {
      await database.close();
    }
  });

  test('a request with odd characters or numbers does not make the database unavailable', async () => {
    await using watching = await startWatching({ DATABASE_URL: await create('file') });
    const { db, watch } = watching;
    const notFound = { code: expect.stringMatching(/^(watch_not_found|invalid_request)$/) };
    await expect(watch.get('o', ODD)).rejects.toMatchObject(notFound);
    const { id } = await addWatch({ db });
    const after = Buffer.from(JSON.stringify([1.5, 1e300, ODD])).toString('base64url');
    await watch
      .reviews('o', id, undefined, { limit: 1, after })
      .catch((error) => expect(error).toMatchObject({ code: 'invalid_request' }));
    expect(watch.health()).toBe('ok');
  });
});
