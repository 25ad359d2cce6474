import { letterOf } from '../../../src/capabilities/notify/letters.js';
import { rulesAsRow, writeDeliveries } from '../../../src/capabilities/notify/rules.js';
import type { Database, Row, WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { formatRoute, watchOf } from '../../../src/kit/ui/state/route.js';
import { onBothDatabases, open } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addChannel, addEvent, addWatch, inventedChannel, inventedEvent } from '../../support/watch-rows.js';

const rules = (max_stars: number | null, clients: string[] | null = null) =>
  rulesAsRow({ types: null, max_stars, clients });

/** The numbers of the events that each channel gets. */
async function written(db: Database): Promise<Readonly<Record<string, number[]>>> {
  const events: Row<'event'>[] = await db.selectFrom('event').selectAll().orderBy('seq').execute();
  await writeDeliveries(db, events);
  const rows = await db
    .selectFrom('delivery')
    .select(['channel_id', 'event_seq'])
    .orderBy('event_seq')
    .execute();
  const channels = await db.selectFrom('channel').select('id').execute();
  return Object.fromEntries(
    channels.map(({ id }) => [
      id,
      rows.flatMap((row) => (row.channel_id === id ? Number(row.event_seq) : [])),
    ]),
  );
}

onBothDatabases((create) => {
  let database: WatchDatabase;
  let db: Database;
  test.beforeEach(async () => {
    database = await open(await create());
    db = database.db;
    await addWatch(db);
  });
  test.afterEach(() => database.close());

  test('a rule about stars is one of new and changed reviews: unknown stars, losses and all other events pass', async () => {
    await addChannel(db, { id: 'all' });
    await addChannel(db, { id: 'low', ...rules(2) });
    await addChannel(db, { id: 'ended', ended_at: 1 });
    await addChannel(db, { id: 'foreign', owner: 'you' });
    const of = (seq: number, stars: number | null) =>
      addEvent(db, seq, [], {
        type: 'review.appeared',
        review_id: `r${seq}`,
        before: null,
        after: JSON.stringify({ stars }),
        stars,
      });
    await of(1, 2);
    await of(2, 3);
    await of(3, null);
    await addEvent(db, 4, [], {});
    const reply = { type: 'reply.appeared', before: '{"reply":null}', after: '{"reply":"Thanks"}' };
    await addEvent(db, 5, [], { ...reply, review_id: 'known', stars: 5 });
    await addEvent(db, 6, [], { type: 'review.not_visible', after: null, review_id: 'r2', stars: 5 });
    // The stars before and after the change count: who knows of a bad review hears that it became a good one.
    const edited = { type: 'review.edited', before: '{"stars":5}', after: '{"stars":1}', stars: 1 };
    await addEvent(db, 7, [], { ...edited, review_id: 'r7' });
    await addEvent(db, 8, [], { ...edited, after: '{"stars":4}', stars: 4, review_id: 'r8' });
    const better = { before: '{"stars":1}', after: '{"stars":5}', stars: 5 };
    await addEvent(db, 9, [], { ...edited, ...better, review_id: 'r9' });
    expect(await written(db)).toEqual({
      all: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      low: [1, 3, 4, 5, 6, 7, 9],
      ended: [],
      foreign: [],
    });
  });

  test('types and clients are rules, too; an event must fit all of them', async () => {
    await addChannel(db, { id: 'closed', types: '["place.closed"]' });
    await addChannel(db, { id: 'client', ...rules(null, ['Klient A']) });
    await addEvent(db, 1, [], { type: 'place.closed', before: null, after: '{"closed":"temporarily"}' });
    await addEvent(db, 2, []);
    // The watch has no client, so no event is one of Klient A.
    expect(await written(db)).toEqual({ closed: [1], client: [] });
  });

  test('the troubles of all watches share one queue of a mailbox and of a chat, not of a webhook', async () => {
    await addChannel(db, { id: 'hook' });
    await addChannel(db, { id: 'mail', kind: 'email', target: 'a@example.com' });
    await addEvent(db, 1, [], { type: 'watch.trouble', before: null, after: '{"trouble":"timeout"}' });
    await addEvent(db, 2, [], { type: 'place.closed', before: null, after: '{"closed":"temporarily"}' });
    await written(db);
    const rows = await db.selectFrom('delivery').select(['channel_id', 'event_seq', 'queue']).execute();
    const queues = rows.map((row) => `${row.channel_id} ${row.event_seq} ${row.queue}`);
    expect(queues.toSorted()).toEqual(['hook 1 w_1', 'hook 2 w_1', 'mail 1 troubles', 'mail 2 w_1']);
  });
});

const letter = (
  event: Parameters<typeof inventedEvent>[0],
  row: Partial<Row<'channel'>> = {},
  base?: string,
) =>
  letterOf(inventedChannel({ kind: 'email', ...row }), { id: 'd_1', events: [inventedEvent(event)] }, base);

test('the subject says stars, whose review it is, and its first words, on one line', () => {
  const seen = {
    type: 'review.appeared',
    before: null,
    after: { stars: 1, text: 'Zimne\npierogi.' },
    stars: 1,
  } as const;
  // Two places of one client have two subjects.
  for (const label of ['Praga', 'Wola'])
    expect(letter({ ...seen, client: 'Klient A', label }).subject).toBe(
      `1★ Klient A, ${label}: „Zimne pierogi.”`,
    );
  const alike = { ...seen, client: 'Klient A', label: 'Klient A' };
  expect(letter(alike).subject).toBe('1★ Klient A: „Zimne pierogi.”');
  expect(letter({ ...seen, label: 'Filia\r\nPraga' }).subject).toBe('1★ Filia Praga: „Zimne pierogi.”');
  expect(
    letter({ ...seen, type: 'review.not_visible', before: seen.after, after: null, label: 'Praga' }).subject,
  ).toBe('Opinii już nie widać: 1★ Praga: „Zimne pierogi.”');
  const long = letter({
    ...seen,
    label: 'Ł'.repeat(500),
    after: { stars: 1, text: '🙂'.repeat(500) },
  }).subject;
  expect(Array.from(long).length).toBeLessThan(160);
  expect(long).toMatch(/^1★ Ł+…: „🙂+…”$/u);
});

test('a letter says that stars are not known where a rule asks for them, and leads back to the console', () => {
  const unknown = { type: 'review.edited', stars: null } as const;
  const said = 'Liczba gwiazdek tej opinii nie jest znana';
  expect(letter(unknown, rules(2)).paragraphs.join()).toContain(said);
  expect(letter(unknown).paragraphs.join()).not.toContain(said);
  expect(letter({ ...unknown, stars: 2 }, rules(2)).paragraphs.join()).not.toContain(said);
  expect(letter({ type: 'reply.edited', stars: null }, rules(2)).paragraphs.join()).not.toContain(said);
  const { paragraphs } = letter({}, {}, 'https://lookup.example.com/');
  expect(paragraphs.join()).toContain(`https://lookup.example.com/${formatRoute(watchOf('w_1'))}`);
});
