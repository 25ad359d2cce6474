import { placeIdOf } from '../../../fixtures/provider/ids.js';
import { storeCounts } from '../../../src/capabilities/watch/present-watches.js';
import { createApiKey, parseApiKeys } from '../../../src/core/config/api-keys.js';
import { published } from '../../../src/core/texts/messages.js';
import { type HttpSetup, startHttp } from '../../support/http-only.js';
import { message } from '../../support/messages.js';
import { needsPostgres, type PostgresServer, startPostgres } from '../../support/postgres-server.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord, versionBefore } from '../../support/watch-record.js';
import { addEvent } from '../../support/watch-rows.js';
import { PLACES, REVIEW, startWatching } from '../../support/watching.js';
import { type CheckedAnswer, onWatching, type WatchingHttp } from '../../support/watching-http.js';

// The endpoints of the watch over HTTP, with an SQLite file. Checks and deliveries have tests of their own.

type Json = Readonly<Record<string, unknown>>;

interface Setup {
  readonly settings?: Record<string, string>;
  readonly http?: HttpSetup;
}

const withWatch = (run: (given: WatchingHttp) => Promise<void>, { settings = {}, http = {} }: Setup = {}) =>
  onWatching({ watching: [settings], http }, run);

/** The tests that also run on PostgreSQL. */
const BOTH: [title: string, run: (given: WatchingHttp) => Promise<void>][] = [];

function onBoth(title: string, run: (given: WatchingHttp) => Promise<void>): void {
  test(title, withWatch(run));
  BOTH.push([title, run]);
}

const idOf = ({ body }: CheckedAnswer) => String(body.id);

test(
  'a place and a whole review link are watched while the provider is out of reach',
  withWatch(async ({ ask }) => {
    const place = await ask('post', 'watches', { subject: PLACES[0], label: 'Kraków', interval_hours: 12 });
    expect(place.status).toBe(201);
    expect(place.body).toMatchObject({
      ...{ kind: 'place', subject: PLACES[0], label: 'Kraków', interval_hours: 12, state: 'new' },
      ...{ evidence: 'on_loss', place_name: null, counts: null, figures: null, coverage: null },
    });
    const review = await ask('post', 'watches', { subject: `${REVIEW}?hl=pl` });
    expect(review.body).toMatchObject({ kind: 'review', subject: REVIEW, interval_hours: 6 });
    const { body } = await ask('get', 'watches');
    expect(body).toMatchObject({ total: 2, next: null });
    expect((await ask('get', `watches/${idOf(place)}`)).body).toEqual(place.body);
  }),
);

onBoth('a duplicate returns 409 and names the existing watch', async ({ ask }) => {
  const first = await ask('post', 'watches', { subject: PLACES[0] });
  const again = await ask('post', 'watches', { subject: `place_id:${PLACES[0]}` });
  expect([again.status, again.body.code, again.body.existing_id]).toEqual([
    ...[409, 'watch_exists', idOf(first)],
  ]);
  expect(again.body.message).toContain(idOf(first));
});

test(
  'a subject that cannot be watched is refused with its field and reason',
  withWatch(async ({ ask }) => {
    for (const [subject, reason] of [
      ['https://example.com/', 'place_link_not_to_maps'],
      [REVIEW.slice(0, 90), 'link_cut_at_review'],
      ['Kilka', 'several_places'],
      [undefined, 'parameter_missing'],
    ] as const) {
      const { status, body } = await ask('post', 'watches', { subject });
      expect([status, body.code, body.field, body.reason]).toEqual([
        ...[400, 'invalid_request', 'subject', reason],
      ]);
    }
    // A CID, while the provider is out of reach.
    const { status, body } = await ask('post', 'watches', { subject: '4565666864068316694' });
    expect([status, body.code, body.reason]).toEqual([503, 'provider_unavailable', 'other']);
    expect((await ask('get', 'watches')).body).toMatchObject({ total: 0 });
  }),
);

test(
  'an interval outside the limits and a further watch than allowed are refused',
  withWatch(
    async ({ ask }) => {
      for (const interval_hours of [0.9, 9_000]) {
        const { status, body } = await ask('post', 'watches', { subject: PLACES[0], interval_hours });
        expect([status, body.reason, body.field]).toEqual([400, 'interval_invalid', 'interval_hours']);
      }
      await ask('post', 'watches', { subject: PLACES[0] });
      const { status, body } = await ask('post', 'watches', { subject: PLACES[1] });
      expect([status, body.reason]).toEqual([400, 'too_many_watches']);
      // What is watched already is no further watch.
      expect((await ask('post', 'watches', { subject: PLACES[0] })).status).toBe(409);
    },
    { settings: { WATCH_LIMIT: '1' } },
  ),
);

/** The names of two keys, and the header of each. */
function twoKeys() {
  const made = ['ola', 'jan'].map((name) => createApiKey(name));
  const keys = parseApiKeys([{ name: 'API_KEYS', text: made.map(({ entry }) => entry).join('\n') }]);
  const [ola = {}, jan = {}] = made.map(({ key }) => ({ 'X-API-Key': key }));
  return { keys, ola, jan };
}

test('a subject is checked on demand once in ten minutes, also by pause and resumption', async () => {
  let time = Date.UTC(2026, 0, 1);
  await onWatching({ watching: [{}, undefined, { now: () => time }] }, async ({ ask, db }) => {
    const id = idOf(await ask('post', 'watches', { subject: PLACES[0] }));
    expect((await ask('post', `watches/${id}/check`)).status).toBe(202);
    await db
      .updateTable('watch')
      .set({ checked_at: time, due_at: time + 86_400_000 })
      .execute();
    time += 9 * 60_000;
    const refused = await ask('post', `watches/${id}/check`);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      ...[429, 'rate_limited', '60'],
    ]);
    await ask('patch', `watches/${id}`, { paused: true });
    await ask('patch', `watches/${id}`, { paused: false });
    const { due_at } = await db.selectFrom('watch').select('due_at').executeTakeFirstOrThrow();
    expect(due_at).toBe(time + 60_000);
    time += 60_000;
    expect((await ask('post', `watches/${id}/check`)).status).toBe(202);
    // The clock was set back.
    await db
      .updateTable('watch')
      .set({ checked_at: time + 86_400_000 })
      .execute();
    expect((await ask('post', `watches/${id}/check`)).status).toBe(202);
  })();
});

test('an import costs a point for every ten subjects', async () => {
  const watches = Array.from({ length: 201 }, (_, index) => ({ subject: `https://example.com/${index}` }));
  await withWatch(
    async ({ ask }) => {
      const left = async (count: number) => {
        const { status, headers } = await ask('post', 'watches/import', { watches: watches.slice(0, count) });
        return [status, Number(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1])];
      };
      expect(await left(3)).toEqual([200, 50]);
      expect(await left(201)).toEqual([200, 29]);
      expect((await left(201))[0]).toBe(200);
      expect((await left(100))[0]).toBe(429);
    },
    { http: { RATE_LIMIT_PER_MINUTE: 60 } },
  )();
});

test('two keys do not see each other; an unknown id is a 404 everywhere', async () => {
  const { keys, ola, jan } = twoKeys();
  await withWatch(
    async ({ ask }) => {
      const hers = await ask('post', 'watches', { subject: PLACES[0] }, ola);
      const his = await ask('post', 'watches', { subject: PLACES[0] }, jan);
      expect([hers.status, his.status]).toEqual([201, 201]);
      expect((await ask('get', 'watches', undefined, jan)).body).toMatchObject({ total: 1 });
      for (const [method, path, body] of [
        ['get', ''],
        ['delete', ''],
        ['patch', '', { paused: true }],
        ['post', '/check'],
        ['get', '/reviews'],
        ['get', '/events'],
      ] as const) {
        const refused = await ask(method, `watches/${idOf(hers)}${path}`, body, jan);
        expect([path, refused.status, refused.body.code]).toEqual([path, 404, 'watch_not_found']);
      }
      expect((await ask('get', `watches/${idOf(hers)}`, undefined, ola)).body.state).toBe('new');
    },
    { http: { apiKeys: keys } },
  )();
});

onBoth('an import adds valid subjects and names the refused ones', async ({ ask }) => {
  await ask('post', 'watches', { subject: PLACES[0] });
  const watches = [
    { subject: PLACES[0] },
    { subject: PLACES[1], label: 'B', note: 'umowa' },
    { subject: REVIEW, evidence: 'never' },
    { subject: REVIEW },
    { subject: 'https://example.com/' },
    { subject: 'Kilka' },
  ];
  const { status, body } = await ask('post', 'watches/import', { watches });
  expect([status, body.added, body.existing]).toEqual([200, 2, 2]);
  const code = 'invalid_request';
  expect(body.refused).toEqual([
    { index: 4, subject: 'https://example.com/', code, ...published(message('placeLinkNotToMaps')) },
    { index: 5, subject: 'Kilka', code, ...published(message('severalPlaces', { count: 2 })) },
  ]);
  expect((await ask('get', 'watches?query=UMOWA')).body).toMatchObject({ total: 1 });
  for (const wrong of [[], [{ subject: 1 }], Array(1_001).fill({ subject: PLACES[0] })])
    expect((await ask('post', 'watches/import', { watches: wrong })).status).toBe(400);
});

test(
  'a map link whose place was found by its name alone is refused, with name and address of that place',
  withWatch(async ({ ask }) => {
    const subject = 'https://www.google.com/maps/place/Pierogarnia/@50.0614,19.9366,17z';
    const { status, body } = await ask('post', 'watches', { subject });
    expect([status, body.code, body.reason, body.field]).toEqual([
      ...[400, 'invalid_request', 'place_by_name', 'subject'],
    ]);
    expect(body.message).toContain(PLACES[2]);
    expect(body.values).toEqual({ place: 'Pierogarnia, ul. Zmyślona 1', id: PLACES[2] });
    // A name asks for the first result.
    expect((await ask('post', 'watches', { subject: 'Pierogarnia' })).status).toBe(201);
  }),
);

onBoth('ids and links of another form are duplicates of the same subject', async ({ ask }) => {
  const place = idOf(await ask('post', 'watches', { subject: PLACES[0] }));
  const review = idOf(await ask('post', 'watches', { subject: REVIEW }));
  const renumbered = placeIdOf('0x1:0x3f5c81d2ab904e16');
  expect(renumbered).not.toBe(PLACES[0]);
  const shorter = REVIEW.replace(/!3m1.*$/, '').replace('!4m8!14m7!1m6!2m5', '!4m6!14m5!1m4!2m3');
  for (const [subject, existing_id] of [
    [renumbered, place],
    [shorter, review],
  ]) {
    const again = await ask('post', 'watches', { subject });
    expect([again.status, again.body]).toEqual([409, expect.objectContaining({ existing_id })]);
  }
  const watches = [renumbered, shorter, PLACES[1], PLACES[1]].map((subject) => ({ subject }));
  expect((await ask('post', 'watches/import', { watches })).body).toMatchObject({ added: 1, existing: 3 });
});

onBoth('a watch is changed, paused, checked at once and removed', async ({ ask }) => {
  const id = idOf(await ask('post', 'watches', { subject: PLACES[0], label: 'A' }));
  const changed = await ask('patch', `watches/${id}`, { label: null, note: 'n', evidence: 'never' });
  expect(changed.body).toMatchObject({ label: null, note: 'n', evidence: 'never', interval_hours: 24 });
  const paused = await ask('patch', `watches/${id}`, { paused: true });
  expect(paused.body).toMatchObject({ state: 'paused', next_check_at: null });
  expect((await ask('post', `watches/${id}/check`)).body.reason).toBe('watch_paused');
  await ask('patch', `watches/${id}`, { paused: false });
  const checked = await ask('post', `watches/${id}/check`);
  expect([checked.status, checked.body.state]).toEqual([202, 'new']);
  for (const wrong of [{}, { id: 'x' }, { paused: 'yes' }, { label: 'x'.repeat(201) }])
    expect((await ask('patch', `watches/${id}`, wrong)).status).toBe(400);
  expect((await ask('delete', `watches/${id}`)).status).toBe(200);
  expect((await ask('get', `watches/${id}`)).status).toBe(404);
});

onBoth(
  'watches, events and exports are read by client; a client that no watch has is a 400',
  async ({ ask, db }) => {
    const [here, there, third] = PLACES;
    const own = idOf(await ask('post', 'watches', { subject: here, client: '  Hotel\n „Ż”  ' }));
    const watches = [
      { subject: there, client: 'Bar' },
      { subject: third, client: '' },
    ];
    expect((await ask('post', 'watches/import', { watches })).body).toMatchObject({ added: 2 });
    const { owner } = await db.selectFrom('watch').select('owner').executeTakeFirstOrThrow();
    for (const [seq, { id }] of (await db.selectFrom('watch').select('id').execute()).entries())
      await addEvent(db, seq + 1, [], { owner, watch_id: id });
    const listed = (await ask('get', 'watches')).body;
    expect(listed.clients).toEqual(['Bar', 'Hotel „Ż”']);
    const of = async (client: string) => {
      const query = `client=${encodeURIComponent(client)}`;
      const { body } = await ask('get', `watches?${query}`);
      const events = (await ask('get', `events?${query}`)).body.events as Json[];
      return [
        (body.watches as Json[]).map(({ id }) => id),
        events.map(({ client, watch_id }) => [client, watch_id]),
      ];
    };
    expect(await of('Hotel „Ż”')).toEqual([[own], [['Hotel „Ż”', own]]]);
    const changed = await ask('patch', `watches/${own}`, { client: 'Bar' });
    expect(changed.body.client).toBe('Bar');
    expect((await of('Bar'))[0]).toHaveLength(2);
    for (const path of ['watches', 'events', `watches/${own}/events`]) {
      const { status, body } = await ask('get', `${path}?client=Nikt`);
      expect([status, body.field, body.reason]).toEqual([400, 'client', 'client_unknown']);
      expect(body.message).toContain('Nikt');
    }
    expect((await ask('patch', `watches/${own}`, { client: 'x'.repeat(201) })).status).toBe(400);
  },
);

onBoth('a paused watch keeps its record, is not checked and needs no attention', async ({ ask, db }) => {
  const id = idOf(await ask('post', 'watches', { subject: PLACES[0] }));
  await db.updateTable('watch').set({ trouble: 'provider_unavailable', trouble_since: 1 }).execute();
  expect((await ask('get', 'watches?state=attention')).body.total).toBe(1);
  await ask('patch', `watches/${id}`, { paused: true });
  expect((await ask('get', 'watches?state=attention')).body.total).toBe(0);
  expect((await ask('get', 'watches?state=paused')).body).toMatchObject({ total: 1, watches: [{ id }] });
  expect((await ask('get', `watches/${id}/reviews`)).status).toBe(200);
  expect((await ask('post', 'watches', { subject: PLACES[0] })).body.existing_id).toBe(id);
});

onBoth('the list has trouble first, then the newest events, page by page', async ({ ask, db }) => {
  const ids: string[] = [];
  for (const subject of PLACES) ids.push(idOf(await ask('post', 'watches', { subject })));
  const [quiet = '', eventful = '', troubled = ''] = ids;
  const { owner } = await db.selectFrom('watch').select('owner').executeTakeFirstOrThrow();
  const event = { owner, watch_id: eventful, at: 1_789_000_000_000, check_id: 'c_1' };
  await db
    .insertInto('event')
    .values([
      { ...event, seq: 1, id: 'e_1', type: 'place.closed', after: '{"closed":"temporarily"}' },
      { ...event, seq: 2, id: 'e_2', type: 'place.reopened', before: '{"closed":"temporarily"}' },
    ])
    .execute();
  const blocked = { trouble_since: 1, trouble: 'provider_blocked' };
  await db.updateTable('watch').set(blocked).where('id', '=', troubled).execute();
  const listed = async (query: string) => {
    const { body } = await ask('get', `watches?${query}`);
    return { ids: (body.watches as Json[]).map(({ id }) => id), next: body.next, total: body.total };
  };
  expect((await listed('')).ids).toEqual([troubled, eventful, quiet]);
  const first = await listed('limit=2');
  expect(first).toMatchObject({ ids: [troubled, eventful], total: 3, next: expect.any(String) });
  expect(await listed(`limit=2&after=${first.next}`)).toEqual({ ids: [quiet], total: 3, next: null });
  expect((await listed('state=trouble')).ids).toEqual([troubled]);
  expect((await listed('kind=review')).total).toBe(0);
  expect((await ask('get', 'watches?after=x')).body.reason).toBe('cursor_invalid');
  expect((await ask('get', 'watches?state=x')).body.reason).toBe('not_one_of');
  // Events: from the first, behind a number, of one type, of one watch.
  const events = async (path: string) => {
    const { body } = await ask('get', path);
    return [(body.events as Json[]).map(({ id }) => id), body.next];
  };
  expect(await events('events')).toEqual([['e_1', 'e_2'], 2]);
  expect(await events('events?since=1')).toEqual([['e_2'], 2]);
  expect(await events('events?since=2')).toEqual([[], 2]);
  expect(await events('events?limit=1')).toEqual([['e_1'], 1]);
  expect(await events('events?types=place.reopened,review.edited')).toEqual([['e_2'], 2]);
  expect(await events(`watches/${quiet}/events`)).toEqual([[], 0]);
  // The newest first: `next` goes on behind the newest event, and `total` counts those beyond the limit.
  const newest = async (path: string) => [...(await events(path)), (await ask('get', path)).body.total];
  expect(await newest('events?order=newest')).toEqual([['e_2', 'e_1'], 2, 2]);
  expect(await newest('events?order=newest&limit=1')).toEqual([['e_2'], 2, 2]);
  expect(await newest('events?order=newest&since=1')).toEqual([['e_2'], 2, 1]);
  expect(await newest('events?order=newest&since=2')).toEqual([[], 2, 0]);
  expect(await newest('events?order=newest&types=place.closed')).toEqual([['e_1'], 1, 1]);
  expect(await newest(`watches/${quiet}/events?order=newest`)).toEqual([[], 0, 0]);
  expect((await ask('get', 'events')).body).not.toHaveProperty('total');
  expect((await ask('get', 'events?order=x')).body.reason).toBe('not_one_of');
  expect((await ask('get', 'events?types=x')).status).toBe(400);
  expect((await ask('get', 'events?since=-1')).status).toBe(400);
});

onBoth('the ledger has its versions, not visible first, page by page', async ({ ask, db }) => {
  const id = idOf(await ask('post', 'watches', { subject: PLACES[0] }));
  const seen = { first_seen_at: 1_789_000_000_000, last_seen_at: 1_789_000_000_000 };
  const statuses = ['visible', 'not_visible', 'missing', 'visible'] as const;
  for (const [at, status] of statuses.entries()) {
    const review = { watch_id: id, review_id: `r${at}`, ...seen };
    const reason = status === 'not_visible' ? 'no_rating' : null;
    await db
      .insertInto('review')
      .values({ ...review, status, reason, status_at: at, version: 2, version_at: 2, read_at: 2, stars: 2 })
      .execute();
    const edit = { type: 'review.edited', review_id: review.review_id, was: versionBefore({ stars: 1 }) };
    await inventedRecord(db).event(id, { id: `e${at}`, seq: 900 + at, ...edit });
  }
  const { body: all } = await ask('get', `watches/${id}/reviews`);
  expect((all.reviews as Json[]).map(({ review_id }) => review_id)).toEqual(['r1', 'r2', 'r3', 'r0']);
  expect(all).toMatchObject({ total: 4, next: null });
  const versions = [{ stars: 1 }, { stars: 2 }];
  const lost = { visibility_reason: 'no_rating', versions };
  expect(all.reviews).toMatchObject([lost, ...Array(3).fill({ versions })]);
  for (const limit of [1, 2, 3, 4]) {
    const found: unknown[] = [];
    let next: unknown = null;
    do {
      const after = next === null ? '' : `&after=${next}`;
      const { body } = await ask('get', `watches/${id}/reviews?limit=${limit}${after}`);
      found.push(...(body.reviews as Json[]).map(({ review_id }) => review_id));
      ({ next } = body);
    } while (next !== null);
    expect(found, `pages of ${limit}`).toEqual(['r1', 'r2', 'r3', 'r0']);
  }
  expect((await ask('get', `watches/${id}/reviews?status=visible`)).body.total).toBe(2);
  // Before the first result no number is known.
  const numbers = async () => (await ask('get', `watches/${id}`)).body.counts as Json | null;
  expect(await numbers()).toBeNull();
  const proven = async (at: number) => {
    const place = JSON.stringify({ list: { at, read: 2, unread: 0, total: 4, isComplete: false } });
    await db.updateTable('watch').set({ proven_at: at, place }).where('id', '=', id).execute();
    await storeCounts(db, id as string);
  };
  await proven(seen.last_seen_at);
  const of = { not_visible: 1, unconfirmed: 1 };
  expect(await numbers()).toMatchObject({ ...of, visible: 2, not_seen_lately: 0, oldest_sighting_at: null });
  // The next check does not see the reviews.
  await proven(seen.last_seen_at + 1);
  expect(await numbers()).toMatchObject({
    ...{ ...of, visible: 0, not_seen_lately: 2, oldest_sighting_at_utc: '2026-09-10T00:26:40Z' },
  });
});

onBoth('a text with U+0000 is refused, never cut', async ({ ask }) => {
  const refused = { status: 400, body: { code: 'invalid_request', reason: 'value_refused' } };
  for (const text of [{ note: 'a\0b' }, { label: 'a\0b' }])
    expect(await ask('post', 'watches', { subject: PLACES[0], ...text })).toMatchObject(refused);
});

onBoth('changes at the same moment all count', async ({ ask, watch, db }) => {
  const id = idOf(await ask('post', 'watches', { subject: PLACES[0] }));
  const { owner } = await db.selectFrom('watch').select('owner').executeTakeFirstOrThrow();
  await Promise.all([
    watch.change(owner, id, { paused: true }),
    watch.change(owner, id, { interval_hours: 12 }),
    watch.change(owner, id, { label: 'Kraków' }),
  ]);
  const { body } = await ask('get', `watches/${id}`);
  expect(body).toMatchObject({ state: 'paused', label: 'Kraków', interval_hours: 12 });
});

onBoth('a link that names a forgotten author is not watched again', async ({ ask }) => {
  const author = '100000000000000000001';
  const subject = `https://www.google.com/maps/contrib/${author}/place/${PLACES[0]}`;
  const id = idOf(await ask('post', 'watches', { subject }));
  expect((await ask('post', 'forget-author', { author })).body.watches).toEqual([id]);
  const { status, body } = await ask('post', 'watches', { subject });
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'subject']);
  const { body: list } = await ask('post', 'watches/import', { watches: [{ subject }, { subject: REVIEW }] });
  expect(list).toMatchObject({ added: 1, refused: [{ index: 0, subject }] });
});

test('without a database the watch is a 503, and without keys it serves this machine only', async () => {
  await using plain = await startHttp();
  const { status, text } = await plain.ask('/api/watches');
  expect([status, JSON.parse(text).error]).toEqual([
    ...[503, expect.objectContaining({ code: 'watch_unavailable' })],
  ]);
  expect(text).toContain('DATABASE_URL');
  expect(JSON.parse((await plain.ask('/api/capabilities')).text).data.watch).toBe(false);
  await withWatch(async ({ ask }) => {
    const { body } = await ask('get', 'watches', undefined, { 'X-Forwarded-For': '192.0.2.7' });
    expect([body.code, body.message]).toEqual(['watch_unavailable', expect.stringContaining('machine')]);
    expect((await ask('get', 'capabilities')).body).toMatchObject({ watch: true, watch_refusal: null });
  })();
});

test('returns 503 with Retry-After when the database fails, and readiness names the database', async () => {
  const watching = await startWatching();
  await using http = await startHttp({ watch: watching.watch });
  const checksOf = async () => JSON.parse((await http.ask('/readyz')).text).checks;
  expect(await checksOf()).toMatchObject({ watch: 'ok' });
  await watching.close();
  const { status, headers, text } = await http.ask('/api/watches');
  expect([status, JSON.parse(text).error.code]).toEqual([503, 'watch_unavailable']);
  expect(headers['retry-after']).toBe('10');
  expect(await checksOf()).toMatchObject({ watch: 'unavailable' });
});

test.describe('PostgreSQL', () => {
  needsPostgres();
  let server: PostgresServer;
  test.beforeAll(async () => {
    server = await startPostgres();
  });
  test.afterAll(() => server.close());

  for (const [title, run] of BOTH)
    test(title, async () => withWatch(run, { settings: { DATABASE_URL: await server.create() } })());
});
