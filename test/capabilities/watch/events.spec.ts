import { recordCheck } from '../../../src/capabilities/watch/ledger.js';
import type { EventData } from '../../../src/capabilities/watch/published.js';
import { createApiKey, parseApiKeys } from '../../../src/core/config/api-keys.js';
import { onBothDatabases } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addEvent } from '../../support/watch-rows.js';
import { addWatch, look, seen } from '../../support/watched.js';
import { startWatching } from '../../support/watching.js';
import { onWatching } from '../../support/watching-http.js';

// Which events a client reads, what they say about their review, and who has dealt with them.

const EVERYBODY = { since: 0, limit: 100, order: 'newest' } as const;
/** Midnight in Warsaw, the time zone of the service, of a day with summer time. */
const MIDNIGHT = Date.UTC(2026, 6, 10, 22);

onBothDatabases((create) => {
  test('each filter lets through the events that fit all filters, and the number is of these', async () => {
    await using watching = await startWatching({ DATABASE_URL: await create('file') });
    const { db, watch } = watching;
    for (const [id, client] of [
      ['w_1', 'A'],
      ['w_2', 'B'],
    ] as const)
      await addWatch({ db }, { id, owner: 'me', subject: id, client });
    const rows = [
      { at: MIDNIGHT - 1, watch_id: 'w_1', type: 'review.appeared', stars: 1 },
      { at: MIDNIGHT, watch_id: 'w_1', type: 'review.appeared', stars: 5 },
      { at: MIDNIGHT + 3_600_000, watch_id: 'w_2', type: 'review.edited', stars: 2 },
      { at: MIDNIGHT + 86_400_000 - 1, watch_id: 'w_2', type: 'place.gone', stars: null },
      { at: MIDNIGHT + 86_400_000, watch_id: 'w_1', type: 'review.edited', stars: 2 },
      { at: MIDNIGHT + 86_400_001, watch_id: 'w_1', type: 'review.edited', stars: null, review_id: 'r' },
    ] as const;
    for (const [at, row] of rows.entries()) await addEvent(db, at + 1, [], row);
    await watch.markEvents('me', ['e_3', 'e_4'], true, 'anna');
    const found = async (filter: object) => {
      const { events, total } = await watch.events('me', { ...EVERYBODY, ...filter });
      expect(total).toBe(events.length);
      expect((await watch.events('me', { ...EVERYBODY, ...filter, limit: 1 })).total).toBe(total);
      return events.map(({ seq }) => seq).toReversed();
    };
    expect(await found({})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await found({ client: 'B' })).toEqual([3, 4]);
    expect(await found({ from: '2026-07-11', to: '2026-07-11' })).toEqual([2, 3, 4]);
    expect(await found({ to: '2026-07-10' })).toEqual([1]);
    expect(await found({ from: '2026-07-12' })).toEqual([5, 6]);
    // A review whose stars are not known may have few.
    expect(await found({ max_stars: 2 })).toEqual([1, 3, 5, 6]);
    expect(await found({ done: 'true' })).toEqual([3, 4]);
    expect(await found({ done: 'false', types: ['review.edited'], max_stars: 2 })).toEqual([5, 6]);
    expect(await found({ client: 'A', from: '2026-07-11', max_stars: 4 })).toEqual([5, 6]);
  });

  test('the ledger of a period has the reviews that were known, and seen or changed, in it', async () => {
    await using watching = await startWatching({ DATABASE_URL: await create('file') });
    const { db, watch } = watching;
    await addWatch({ db }, { id: 'w_1', owner: 'me' });
    const [day, hour] = [86_400_000, 3_600_000];
    // Each with its first and last sighting, and the time of its status.
    for (const [id, status, first, last, at] of [
      ['lost_before', 'not_visible', MIDNIGHT - 9 * day, MIDNIGHT - 3 * day, MIDNIGHT - 1],
      ['lost_within', 'not_visible', MIDNIGHT - 9 * day, MIDNIGHT - 3 * day, MIDNIGHT],
      ['never_seen', 'not_visible', null, null, MIDNIGHT + hour],
      ['shown', 'visible', MIDNIGHT - 9 * day, MIDNIGHT + 9 * day, MIDNIGHT - 9 * day],
      ['new_after', 'visible', MIDNIGHT + day, MIDNIGHT + 9 * day, MIDNIGHT + day],
    ] as const)
      await db
        .insertInto('review')
        .values({
          ...{ watch_id: 'w_1', review_id: id, url: null, author_key: null, status, reason: null },
          ...{ status_at: at, first_seen_at: first, last_seen_at: last, first_missed_at: null },
          last_proof_at: null,
        })
        .execute();
    const found = async (days: object) => {
      const { reviews, total } = await watch.reviews('me', 'w_1', undefined, { limit: 9, ...days });
      expect(total).toBe(reviews.length);
      return reviews.map(({ review_id: id }) => id).sort();
    };
    expect(await found({})).toHaveLength(5);
    expect(await found({ from: '2026-07-11', to: '2026-07-11' })).toEqual([
      'lost_within',
      'never_seen',
      'shown',
    ]);
    expect(await found({ to: '2026-07-10' })).toEqual(['lost_before', 'lost_within', 'shown']);
    expect(await found({ from: '2026-07-12' })).toEqual(['new_after', 'shown']);
    await expect(found({ from: '2026-07-12', to: '2026-07-11' })).rejects.toThrow('must not come after');
  });

  test('an event has its review as it was after the event, and its dates', async () => {
    await using watching = await startWatching({ DATABASE_URL: await create('file') });
    const { db, watch } = watching;
    await addWatch({ db }, { owner: 'me', client: 'Hotel' });
    const day = 86_400;
    const published = Date.UTC(2026, 0, 1, 12) / 1_000;
    const texts = ['Dobrze.', 'Źle.'] as const;
    const checks = [
      look(0, { reviews: [seen('a')] }),
      look(1, { reviews: [seen('a'), seen('b', { text: texts[0], publishedAt: published, stars: 4 })] }),
      look(2, {
        reviews: [
          seen('a'),
          seen('b', { text: texts[1], publishedAt: published, stars: 1, editedAt: published + day }),
        ],
      }),
      look(3, { reviews: [seen('a')], verdicts: { b: 'no_rating' } }),
    ];
    for (const check of checks) {
      const row = await db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
      await recordCheck({ db }, row, check);
    }
    const { events } = await watch.events('me', { ...EVERYBODY, order: 'oldest' });
    const told = events
      .filter(({ review_id: id }) => id === 'b')
      .map(({ type, stars, text, published_at_utc: at, edited_at_utc: edited, client }) => ({
        ...{ type, stars, text, at, edited, client },
      }));
    const at = '2026-01-01T12:00:00Z';
    const after = { stars: 1, text: texts[1], at, edited: '2026-01-02T12:00:00Z', client: 'Hotel' };
    expect(told).toEqual([
      { type: 'review.appeared', stars: 4, text: texts[0], at, edited: null, client: 'Hotel' },
      { type: 'review.edited', ...after },
      { type: 'review.not_visible', ...after },
    ]);
    const low = await watch.events('me', { ...EVERYBODY, max_stars: 1 });
    expect(low.events.map(({ type }) => type)).toEqual(['review.not_visible', 'review.edited']);
  });
});

const KEYS = ['anna', 'jan'].map((name) => createApiKey(name, { team: 'agencja' }));

test(
  'an event is marked by a key of the team for the whole team, and the mark is taken back',
  onWatching(
    {
      watching: [],
      http: {
        apiKeys: parseApiKeys([{ name: 'API_KEYS', text: KEYS.map(({ entry }) => entry).join('\n') }]),
      },
    },
    async ({ ask, db, watch }) => {
      const [anna, jan] = KEYS.map(({ key }) => ({ 'X-API-Key': key }));
      await addWatch({ db }, { owner: watch.ownerOf('team agencja') });
      await addWatch({ db }, { id: 'w_other', owner: 'other', subject: 'x' });
      for (const seq of [1, 2]) await addEvent(db, seq, [], { owner: watch.ownerOf('team agencja') });
      await addEvent(db, 3, [], { owner: 'other', watch_id: 'w_other' });
      const marks = async () => {
        const { body } = await ask('get', 'events', undefined, jan);
        return (body.events as EventData[]).map(({ done_by: by, done_at: at }) => [by, at !== null]);
      };
      const mark = (body: object) => ask('post', 'events/done', body, anna);
      expect((await mark({ ids: ['e_1', 'e_1'] })).body).toEqual({ marked: 1 });
      expect(await marks()).toEqual([
        ['anna', true],
        [null, false],
      ]);
      const [first] = await db.selectFrom('event').select('done_at').where('id', '=', 'e_1').execute();
      // Who marked it first stays.
      await ask('post', 'events/done', { ids: ['e_1', 'e_2'] }, jan);
      expect(await marks()).toEqual([
        ['anna', true],
        ['jan', true],
      ]);
      expect(await db.selectFrom('event').select('done_at').where('id', '=', 'e_1').execute()).toEqual([
        first,
      ]);
      // An event of another owner does not exist, and then nothing is marked.
      expect((await mark({ ids: ['e_1', 'e_3'], done: false })).status).toBe(404);
      expect(await marks()).toEqual([
        ['anna', true],
        ['jan', true],
      ]);
      await mark({ ids: ['e_1'], done: false });
      expect(await marks()).toEqual([
        [null, false],
        ['jan', true],
      ]);
      for (const wrong of [{}, { ids: [] }, { ids: [''] }, { ids: ['e_1'], done: 'yes' }])
        expect((await mark(wrong)).status).toBe(400);
    },
  ),
);

test(
  'an unknown value of a filter is a 400 that names the filter; without keys nobody is named',
  onWatching({}, async ({ ask, db, watch }) => {
    const owner = watch.ownerOf('everybody');
    await addWatch({ db }, { owner });
    await addEvent(db, 1, [], { owner });
    for (const [query, field] of [
      ['client=Nikt', 'client'],
      ['types=review.gone', 'types'],
      ['max_stars=6', 'max_stars'],
      ['done=maybe', 'done'],
      ['from=2026-02-30', 'from'],
      ['from=2026-02-02&to=2026-02-01', 'from'],
    ] as const) {
      const { status, body } = await ask('get', `events?${query}`);
      expect([query, status, body.field]).toEqual([query, 400, field]);
    }
    await ask('post', 'events/done', { ids: ['e_1'] });
    expect((await ask('get', 'events?done=true')).body.events).toMatchObject([
      { done_by: null, done_at: expect.any(String) },
    ]);
  }),
);
