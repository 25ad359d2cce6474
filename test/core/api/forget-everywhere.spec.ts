import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { authorKey, hashKeyOf, reviewOfAuthor } from '../../../src/capabilities/watch/authors.js';
import { createCandidateMemory, forgetCandidates } from '../../../src/core/reviews/control-candidates.js';
import { startHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord } from '../../support/watch-record.js';
import { startWatching } from '../../support/watching.js';

// One author in every store that forgetting reaches: database, folder of packs, memory of controls.

const CLIENT = 'everybody';
const AUTHOR = '110483770106878901976';
const OTHER = '104111222333444555666';
/** Every text by which the author could be found. */
const TRACES = [AUTHOR, 'Zmyślimir Nikt', 'Zupa była zimna', 'ReviewOfNikt'];
const BY_AUTHOR = `https://www.google.com/maps/contrib/${AUTHOR}/place/ChIJJz6dChxbFkcRFk6Qq9KBXD8`;
const BY_REVIEW =
  'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sReviewOfNikt!2m1!1s0x0:0x3f5c';
const SHARED = 'https://maps.app.goo.gl/Wymyslony1';
const OF_OTHER = `https://www.google.com/maps/contrib/${OTHER}/place/ChIJJz6dChxbFkcRFk6Qq9KBXD8`;

async function databaseText<Tables>(db: Kysely<Tables>): Promise<string> {
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  const rows = tables.rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db));
  const found = (await Promise.all(rows)).flatMap((one) => one.rows as Record<string, unknown>[]);
  return JSON.stringify(
    found.map((row) =>
      Object.values(row).map((value) => (value instanceof Uint8Array ? String(Buffer.from(value)) : value)),
    ),
  );
}

const filesText = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zip'))
    .map((name) => `${name} ${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n');

test('forgetting an author reaches the record, its packs and the controls, and nothing else', async () => {
  await using watching = await startWatching();
  const memory = createCandidateMemory();
  const skipped = new LRUCache<string, true>({ max: 10 });
  await using http = await startHttp({
    watch: watching.watch,
    forgetControls: (author) => forgetCandidates(memory, skipped, author),
  });
  const { db, watch, folder } = watching;
  const owner = watch.ownerOf(CLIENT);
  const key = authorKey(await hashKeyOf(db), AUTHOR);
  const stored = inventedRecord(db);
  const place = await stored.watch({ owner });
  await stored.review(place, {
    ...{ review_id: 'ReviewOfNikt', author_key: key },
    ...{ author: 'Zmyślimir Nikt', text: 'Zupa była zimna', stars: 1 },
  });
  await stored.event(place, { owner, id: 'e_1', review_id: 'ReviewOfNikt', evidence: 'e_1.zip' });
  await stored.review(place, { review_id: 'other', author_key: 'other', author: 'Ewa Inna' });
  const single = await stored.watch({ owner, kind: 'review', subject: BY_AUTHOR });
  await stored.review(single, { review_id: reviewOfAuthor(key), author_key: key, url: BY_AUTHOR });
  mkdirSync(join(folder, 'evidence'));
  writeFileSync(join(folder, 'evidence', 'e_1.zip'), 'Zmyślimir Nikt');

  const control = { reviewId: 'ReviewOfNikt', authorId: AUTHOR, cid: '1', featureId: null, link: BY_REVIEW };
  memory.remembered.set('ReviewOfNikt', control);
  memory.remembered.set('other', { ...control, reviewId: 'other', authorId: OTHER, link: OF_OTHER });
  // The author of a share link of CONTROL_REVIEWS was read from its page.
  memory.identities.set(SHARED, { ...control, reviewId: 'another', link: SHARED });
  for (const link of [BY_AUTHOR, BY_REVIEW, SHARED, OF_OTHER]) skipped.set(link, true);

  const forgotten = await http.ask('/api/forget-author', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ author: `https://www.google.com/maps/contrib/${AUTHOR}` }),
  });
  expect(JSON.parse(forgotten.text).data).toEqual({
    ...{ reviews: 2, events: 1, packs: 1, watches: [single] },
  });

  const stores = {
    database: await databaseText(db),
    packs: filesText(folder),
    controls: JSON.stringify([[...memory.remembered.values(), ...memory.identities], [...skipped.keys()]]),
  };
  for (const [store, text] of Object.entries(stores))
    for (const trace of TRACES) expect(text, store).not.toContain(trace);

  expect([...skipped.keys()]).toEqual([OF_OTHER]);
  expect([...memory.remembered.keys()]).toEqual(['other']);
  expect(await db.selectFrom('review').select('review_id').execute()).toEqual([{ review_id: 'other' }]);
});
