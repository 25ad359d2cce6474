import { type KyselyPlugin, sql } from 'kysely';
import {
  authorIdIn,
  authorKey,
  forgottenAuthors,
  hashKeyOf,
  reviewOfAuthor,
} from '../../../src/capabilities/watch/authors.js';
import { deleteRest, deleteWatch } from '../../../src/capabilities/watch/delete-record.js';
import { dataOfAuthor, forget } from '../../../src/capabilities/watch/forget.js';
import { recordCheck } from '../../../src/capabilities/watch/ledger.js';
import { authorData, forgottenData } from '../../../src/capabilities/watch/published.js';
import type { Database } from '../../../src/capabilities/watch/schema.js';
import { emptyPostgres, open, testsOnBothDatabases } from '../../support/both-databases.js';
import { needsPostgres } from '../../support/postgres-server.js';
import { readPlans, recordStatements } from '../../support/query-plans.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord, versionBefore } from '../../support/watch-record.js';
import { look, memoryDatabase, PLACES, seen } from '../../support/watched.js';

const NOW = Date.UTC(2026, 10, 23);
const ID = '110483770106878901976';
const LINK = `https://www.google.com/maps/contrib/${ID}/place/${PLACES.here}`;
const PROFILE = `https://www.google.com/maps/contrib/${ID}?hl=pl`;
const localTime = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

function partsOf(db: Database) {
  const removed: string[] = [];
  const store = { remove: async (name: string) => void removed.push(name) };
  return { parts: { db, store, localTime, now: NOW }, removed };
}

/** A place with two reviews of the author and one of another person, a single review, and the same of another owner. */
async function inventedAuthor(db: Database) {
  const record = inventedRecord(db);
  const key = authorKey(await hashKeyOf(db), ID);
  const place = await record.watch({ label: 'Lokal' });
  const own = { review_id: 'own', author_key: key, author: 'Jan' };
  await record.review(place, { ...own, text: 'Dobre', stars: 5, version: 2 });
  await record.review(place, { review_id: 'other', author_key: 'another', author: 'Ewa' });
  const was = versionBefore({ author: 'Jan', text: 'Słabe', stars: 1 });
  const edited = { id: 'e_own', review_id: 'own', type: 'review.edited', evidence: 'e_own.zip' };
  await record.event(place, { ...edited, was });
  await record.event(place, { id: 'e_other', review_id: 'other' });
  const single = await record.watch({ kind: 'review', subject: LINK });
  await record.review(single, { review_id: reviewOfAuthor(key), author_key: key, url: LINK });
  const foreign = await record.watch({ owner: 'p' });
  await record.review(foreign, { review_id: 'own', author_key: key });
  return { key, place, single, foreign };
}

const onBoth = testsOnBothDatabases({
  'forgetting removes reviews, versions, events, packs and the watch of a single review': async (db) => {
    const { key, place, single, foreign } = await inventedAuthor(db);
    const { parts, removed } = partsOf(db);
    const result = forgottenData.parse(await forget(parts, 'o', PROFILE));
    expect(result).toEqual({ reviews: 2, events: 1, packs: 1, watches: [single] });
    // The order of the deletions is not defined.
    expect(removed).toEqual(['e_own.zip']);
    const left = await db
      .selectFrom('review')
      .select(['watch_id', 'review_id'])
      .orderBy('watch_id')
      .execute();
    expect(left).toEqual([
      { watch_id: place, review_id: 'other' },
      { watch_id: foreign, review_id: 'own' },
    ]);
    expect(await db.selectFrom('event').select('id').execute()).toEqual([{ id: 'e_other' }]);
    expect([...(await forgottenAuthors(db, 'o'))]).toEqual([key]);
    expect([...(await forgottenAuthors(db, 'p'))]).toEqual([]);
    const again = await forget(parts, 'o', ID);
    expect(again).toEqual({ reviews: 0, events: 0, packs: 0, watches: [] });
  },

  'no table holds the id or the name of a forgotten author': async (db) => {
    await inventedAuthor(db);
    await db.deleteFrom('watch').where('owner', '=', 'p').execute();
    await forget(partsOf(db).parts, 'o', ID);
    const tables = ['watch', 'review', 'event', 'forgotten', 'stored_value'] as const;
    for (const table of tables) {
      const text = JSON.stringify(await db.selectFrom(table).selectAll().execute());
      for (const secret of [ID, 'Jan', 'Słabe']) expect(text, table).not.toContain(secret);
    }
  },

  'a watch whose link names the author is removed also before a check has seen the review': async (db) => {
    const data = `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${ID}!2s0x0:0x3f5c81d2ab904e16`;
    for (const subject of [LINK, data]) {
      const id = await inventedRecord(db).watch({ kind: 'review', subject });
      const { watches } = await dataOfAuthor(partsOf(db).parts, 'o', ID);
      expect(watches).toEqual([{ watch_id: id, label: null, subject }]);
      expect((await forget(partsOf(db).parts, 'o', ID)).watches, subject).toEqual([id]);
    }
  },

  'a watch whose link names only the review is removed when a check has seen that the author wrote it':
    async (db) => {
      const record = inventedRecord(db);
      const key = authorKey(await hashKeyOf(db), ID);
      const [own, other] = [await record.watch({ kind: 'review' }), await record.watch({ kind: 'review' })];
      await record.review(own, { author_key: key });
      await record.review(other, { author_key: 'another' });
      const { reviews, watches } = await forget(partsOf(db).parts, 'o', ID);
      expect({ reviews, watches }).toEqual({ reviews: 1, watches: [own] });
      expect(await db.selectFrom('watch').select('id').execute()).toEqual([{ id: other }]);
    },

  'a watch is deleted with the packs of its events and reviews': async (db) => {
    const record = inventedRecord(db);
    const [place, other] = [await record.watch(), await record.watch()];
    await record.event(place, { id: 'e_1' });
    await record.review(place);
    await record.event(other, { id: 'e_2' });
    const { parts, removed } = partsOf(db);
    await deleteWatch(db, parts.store, place);
    expect(removed).toEqual(['e_1.zip']);
    expect(await db.selectFrom('event').select('id').execute()).toEqual([{ id: 'e_2' }]);
  },

  'nobody sees a watch whose deletion failed, and the next look deletes the rest': async (db) => {
    const record = inventedRecord(db);
    const place = await record.watch();
    for (let number = 0; number < 150; number += 1) await record.event(place);
    await record.review(place);
    await record.check(place);
    let left = 120;
    const remove = async () => {
      left -= 1;
      if (left === 0) throw new Error('EIO');
    };
    await expect(deleteWatch(db, { remove }, place)).rejects.toThrow('EIO');
    expect(await db.selectFrom('event').select('id').execute()).toHaveLength(50);
    const seenBy = db.selectFrom('watch').select('id').where('owner', '=', 'o');
    expect(await seenBy.execute()).toEqual([]);
    await deleteRest(db, { remove });
    for (const table of ['watch', 'review', 'event', 'watch_check'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  },

  'a check between two parts of forgetting says nothing about the author': async (db) => {
    const subject = PLACES.here;
    const place = await inventedRecord(db).watch({ proven_at: 1, whole_at: 1, subject });
    const author_key = authorKey(await hashKeyOf(db), ID);
    await inventedRecord(db).review(place, { review_id: 'own', author_key });
    await db.insertInto('forgotten').values({ owner: 'o', author_key, at: NOW }).execute();
    const row = await db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
    const whole = look(0, { reviews: [seen('other', { authorKey: 'another' })] });
    const events = await recordCheck({ db }, row, whole);
    expect(events.filter(({ review_id }) => review_id === 'own')).toEqual([]);
    const status = db.selectFrom('review').select('status').where('review_id', '=', 'own');
    expect(await status.executeTakeFirst()).toEqual({ status: 'visible' });
  },

  'all that is stored about an author can be read': async (db) => {
    const { key, place, single } = await inventedAuthor(db);
    const { parts } = partsOf(db);
    const data = authorData.parse(await dataOfAuthor(parts, 'o', PROFILE));
    expect(data).toMatchObject({ author_id: ID, forgotten_at: null });
    const ids = data.reviews.map(({ watch_id, review_id }) => [watch_id, review_id]);
    expect(ids.sort()).toEqual(
      [
        [place, 'own'],
        [single, reviewOfAuthor(key)],
      ].sort(),
    );
    expect(data.watches).toEqual([{ watch_id: single, label: null, subject: LINK }]);
    const own = data.reviews.find(({ review_id }) => review_id === 'own');
    expect(own?.versions.map(({ text }) => text)).toEqual(['Słabe', 'Dobre']);
    expect(data.events).toMatchObject([{ id: 'e_own', label: 'Lokal', evidence: 'e_own.zip' }]);
    await forget(parts, 'o', ID);
    expect(await dataOfAuthor(parts, 'o', ID)).toEqual({
      ...{ author_id: ID, reviews: [], events: [], watches: [] },
      ...{ forgotten_at: '2026-11-23 00:00:00', forgotten_at_utc: '2026-11-23T00:00:00Z' },
    });
  },

  'a text that names no author is refused, and changes nothing': async (db) => {
    for (const text of ['Jan Kowalski', '', '%', 'https://www.google.com/maps/contrib/%25/']) {
      const refused = { code: 'invalid_request', field: 'author' };
      await expect(forget(partsOf(db).parts, 'o', text)).rejects.toMatchObject(refused);
      await expect(dataOfAuthor(partsOf(db).parts, 'o', text)).rejects.toMatchObject(refused);
    }
    expect(await db.selectFrom('forgotten').selectAll().execute()).toEqual([]);
  },
});
test.describe(onBoth);

test('ten deletions at once begin one by one, and leave time for other requests between them', async () => {
  await using database = await memoryDatabase();
  const { db } = database;
  const { parts } = partsOf(db);
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const turns = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      await forget(parts, 'o', `${ID.slice(0, -1)}${index}`);
      return turn;
    }),
  );
  isOver = true;
  expect(new Set(turns).size).toBe(turns.length);
});

test('forgetting many reviews of one place takes few statements, and each finds its events by their review', async () => {
  await using database = await memoryDatabase();
  const { db } = database;
  const author_key = authorKey(await hashKeyOf(db), ID);
  const counted: number[] = [];
  const used: string[] = [];
  for (const count of [50, 250]) {
    const record = inventedRecord(db, count * 10);
    const place = await record.watch();
    for (let number = 0; number < count; number += 1) {
      const review_id = await record.review(place, { author_key });
      await record.event(place, { review_id });
    }
    let statements = 0;
    const { statements: texts, plugin } = recordStatements();
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const watched = db.withPlugin(plugin).withPlugin(counting);
    const { reviews, events } = await forget({ ...partsOf(db).parts, db: watched }, 'o', ID);
    expect({ reviews, events }).toEqual({ reviews: count, events: count });
    counted.push(statements);
    const ofReviews = [...texts].filter((text) => /from "event" where.*review_id in/.test(text));
    used.push(...(await readPlans(db, ofReviews)).indexes);
  }
  const [few = 0, many = 0] = counted;
  expect(many - few).toBeLessThanOrEqual(10 * ((250 - 50) / 50));
  expect(used).toEqual(['event_of_review', 'event_of_review']);
});

test('an author is named by its id, or by a link to its profile', () => {
  const profile = `https://www.google.com/maps/contrib/${ID}`;
  for (const text of [` ${ID}\n`, `${profile}?hl=pl`, `${profile}/place/ChIJabc/`])
    expect(authorIdIn(text), text).toBe(ID);
  for (const text of [`${ID} ${ID}`, '1'.repeat(31), 'https://maps.app.goo.gl/x'])
    expect(authorIdIn(text), text).toBeNull();
});

test('the key of an author depends on the secret, which a database makes once', async () => {
  const [one, other] = [await memoryDatabase(), await memoryDatabase()];
  const [secret, again, foreign] = [one, one, other].map(({ db }) => hashKeyOf(db));
  expect(await again).toBe(await secret);
  expect(authorKey((await foreign) ?? '', ID)).not.toBe(authorKey((await secret) ?? '', ID));
  expect(authorKey((await secret) ?? '', ID)).not.toContain(ID);
  for (const { close } of [one, other]) await close();
});

test.describe('PostgreSQL', () => {
  needsPostgres();

  test('a check that is recorded while an author is forgotten writes nothing about the author', async () => {
    const database = await open(await emptyPostgres());
    const { db } = database;
    const record = inventedRecord(db);
    const watch = await record.watch({ proven_at: 1, whole_at: 1, subject: PLACES.here });
    const author_key = authorKey(await hashKeyOf(db), ID);
    await record.review(watch, { review_id: 'own', author_key });
    await record.review(watch, { review_id: 'other', author_key: 'another' });
    const row = await db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
    const isWaiting = async () => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_locks where not granted`.execute(db);
      return rows.length > 0;
    };
    let recording: Promise<unknown> | null = null;
    const remove = async () => {
      // A complete list without the review of the author.
      recording ??= recordCheck(
        database,
        row,
        look(0, { reviews: [seen('other', { authorKey: 'another' })] }),
      );
      await expect.poll(isWaiting).toBe(true);
    };
    await db.connection().execute(async (other) => {
      // The check has to wait here at the latest, after it has read what is known.
      await sql`begin`.execute(other);
      await sql`select * from review where review_id = 'other' for update`.execute(other);
      expect(await forget({ db, store: { remove }, now: NOW }, 'o', ID)).toMatchObject({ reviews: 1 });
      await sql`rollback`.execute(other);
    });
    await recording;
    const left = await db.selectFrom('review').select('review_id').execute();
    expect(left).toEqual([{ review_id: 'other' }]);
    await database.close();
  });
});
