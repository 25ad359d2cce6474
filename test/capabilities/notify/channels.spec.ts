import { createChannels, type WantedChannel } from '../../../src/capabilities/notify/channels.js';
import { createDelivery } from '../../../src/capabilities/notify/deliver.js';
import { createMail } from '../../../src/capabilities/notify/email.js';
import { createWebhooks } from '../../../src/capabilities/notify/webhook.js';
import { channelData, type EventType, testData } from '../../../src/capabilities/watch/published.js';
import type { WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { onBothDatabases, open } from '../../support/both-databases.js';
import { message } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';
import { addChannel, addEvent, addWatch, NOON } from '../../support/watch-rows.js';
import { usable } from '../../support/watched.js';
import { hostsOf } from '../../support/webhook-hosts.js';

const localTime = createLocalTime('Europe/Warsaw');
const DAY = 24 * 60 * 60 * 1000;

const wanted = (target: string, more: Partial<WantedChannel> = {}): WantedChannel => ({
  ...{ kind: 'webhook', target, pace: 'at_once', lang: 'pl' },
  ...{ types: null, max_stars: null, clients: null },
  ...more,
});

/** Channels, and the worker behind them, with the clock given. */
function channelsOf(database: WatchDatabase, clock = { now: NOON }) {
  const now = () => clock.now;
  const webhook = createWebhooks({ hosts: hostsOf('hook.example'), now });
  const carriers = {
    webhook,
    chat: webhook.chat,
    email: createMail({ url: 'smtp://127.0.0.1:1', from: 'place-lookup@example.com' }),
  };
  const log = createLogger('silent');
  const deliveries = createDelivery({ database, usable, replica: 'one', carriers, localTime, log, now });
  const channels = createChannels({ database, carriers, deliveries, localTime, now });
  return { channels, deliveries, clock };
}

onBothDatabases((create) => {
  let database: WatchDatabase;
  test.beforeEach(async () => {
    database = await open(await create());
    await addWatch(database.db);
  });
  test.afterEach(() => database.close());

  test('a channel is added with its secret, listed without it, and removed with its deliveries', async () => {
    const { channels, clock } = channelsOf(database);
    const types: EventType[] = ['review.not_visible', 'review.visible_again'];
    const added = await channels.add('me', wanted('https://hook.example/a', { types }));
    expect(channelData.parse(added)).toEqual({
      ...{ id: expect.stringMatching(/^ch_[\w-]{22}$/), kind: 'webhook', target: 'https://hook.example/a' },
      ...{ pace: 'at_once', lang: 'pl', types, max_stars: null, clients: null, waiting: 0 },
      ...{ created_at: '2026-09-14 12:00:00', created_at_utc: '2026-09-14T10:00:00Z' },
      ...{ ended_at: null, ended_at_utc: null, ended_because: null },
      ...{ last_error: null, last_error_at: null, last_error_at_utc: null },
      secret: expect.stringMatching(/^whsec_[A-Za-z\d+/]{58}==$/),
    });
    // Tools such as n8n take the key of a signature only as text.
    const key = Buffer.from(added.secret?.replace('whsec_', '') ?? '', 'base64');
    expect(key.toString('latin1')).toMatch(/^[\w-]{43}$/);
    clock.now += 1;
    const email = wanted('anna@example.com', { kind: 'email', pace: 'daily', lang: 'en' });
    const mail = await channels.add('me', email);
    expect(mail).not.toHaveProperty('secret');
    await addEvent(database.db, 1, [added.id]);
    const { secret: _, ...shown } = added;
    expect(await channels.list('me')).toEqual([{ ...shown, waiting: 1 }, mail]);
    expect(await channels.list('you')).toEqual([]);
    expect(await channels.remove('me', added.id)).toEqual({ ...shown, waiting: 1 });
    expect(await channels.list('me')).toEqual([mail]);
    expect(await database.db.selectFrom('delivery').selectAll().execute()).toEqual([]);
  });

  test('a change leaves the other fields; a webhook has no pace; rules count for later events', async () => {
    const { channels } = channelsOf(database);
    await database.db.updateTable('watch').set({ client: 'Klient A' }).execute();
    const { id, secret: _, ...before } = await channels.add('me', wanted('https://hook.example/a'));
    const unknown = { reason: 'client_unknown', field: 'clients' };
    await expect(channels.change('me', id, { clients: ['Klient B'] })).rejects.toMatchObject(unknown);
    const changed = await channels.change('me', id, { max_stars: 2, clients: ['Klient A'] });
    expect(changed).toEqual({ id, ...before, max_stars: 2, clients: ['Klient A'] });
    const other: Parameters<typeof channels.change>[2] = { clients: null, types: ['place.gone'], lang: 'en' };
    expect(await channels.change('me', id, other)).toEqual({ id, ...before, max_stars: 2, ...other });
    await expect(channels.change('me', id, { pace: 'daily' })).rejects.toMatchObject({ field: 'pace' });
    const foreign = channels.change('you', id, { lang: 'pl' });
    await expect(foreign).rejects.toMatchObject({ code: 'watch_not_found' });
  });

  test('the digest of a week is one delivery on the next Monday at 7', async () => {
    const clock = { now: NOON };
    const { deliveries } = channelsOf(database, clock);
    await addChannel(database.db, { kind: 'chat', pace: 'weekly', target: 'https://hook.example/chat' });
    await addEvent(database.db, 1, ['ch_1']);
    await addEvent(database.db, 2, ['ch_1'], { at: NOON + DAY });
    for (const day of [14, 15, 20]) {
      clock.now = Date.UTC(2026, 8, day, 12);
      expect(await deliveries.tick()).toBe(0);
    }
    clock.now = Date.UTC(2026, 8, 21, 4, 59);
    expect(await deliveries.tick()).toBe(0);
    clock.now = Date.UTC(2026, 8, 21, 5);
    expect(await deliveries.tick()).toBe(1);
  });

  test('a channel that becomes weekly, or starts again, within a week gets its first message on the next Monday', async () => {
    const clock = { now: Date.UTC(2026, 8, 23, 10) };
    const { channels, deliveries } = channelsOf(database, clock);
    const ended = { pace: 'weekly', ended_at: NOON, ended_because: 'given_up' } as const;
    await addChannel(database.db, { kind: 'chat', target: 'https://hook.example/chat' });
    await addChannel(database.db, { id: 'ch_2', kind: 'chat', target: 'https://hook.example/b', ...ended });
    await channels.change('me', 'ch_1', { pace: 'weekly' });
    await channels.change('me', 'ch_2', { ended: false });
    for (const [at, sent] of [
      [clock.now, 0],
      [Date.UTC(2026, 8, 28, 5), 2],
    ] as const) {
      clock.now = at;
      await deliveries.writeWeek();
      expect(await deliveries.tick()).toBe(sent);
    }
  });

  test('what waits for a digest is sent at once when the pace changes to at once', async () => {
    const { channels, deliveries } = channelsOf(database);
    await addChannel(database.db, { kind: 'chat', pace: 'weekly', target: 'https://hook.example/chat' });
    await addEvent(database.db, 1, ['ch_1']);
    expect(await deliveries.tick()).toBe(0);
    await channels.change('me', 'ch_1', { pace: 'at_once' });
    expect(await deliveries.tick()).toBe(1);
  });

  test('a channel that has ended starts again with the events that are found from then on', async () => {
    const { channels, deliveries, clock } = channelsOf(database);
    const { db } = database;
    const ended = { ended_at: clock.now, ended_because: 'given_up' } as const;
    await addChannel(db, ended);
    await addEvent(db, 1, ['ch_1']);
    await db.updateTable('delivery').set({ outcome: 'given_up', ended_at: clock.now }).execute();
    expect((await channels.change('me', 'ch_1', { lang: 'en' })).ended_at).not.toBe(null);
    // Nothing is sent to a channel that has ended.
    const refusal = { code: 'invalid_request', field: 'id', message: message('channelEnded').text };
    await expect(channels.test('me', 'ch_1')).rejects.toMatchObject(refusal);
    const again = await channels.change('me', 'ch_1', { ended: false });
    expect(again).toMatchObject({ ended_at: null, ended_because: null, waiting: 0 });
    await addEvent(db, 2, ['ch_1']);
    expect(await deliveries.tick()).toBe(1);
  });

  test('a bad target, a second channel to it, and one channel too many are refused', async () => {
    const { channels } = channelsOf(database);
    const { id } = await channels.add('me', wanted('https://hook.example/'));
    for (const [request, text] of [
      [wanted('http://hook.example/'), message('webhookInvalid')],
      [wanted('anna', { kind: 'email' }), message('mailboxInvalid')],
      [wanted('https://hook.example/'), message('channelExists', { id })],
    ] as const) {
      const refusal = { code: 'invalid_request', field: 'target', message: text.text };
      await expect(channels.add('me', request), text.text).rejects.toMatchObject(refusal);
    }
    await channels.add('you', wanted('https://hook.example/'));
    for (let index = 1; index < 20; index += 1)
      await channels.add('me', wanted(`https://hook.example/${index}`));
    const full = { message: message('tooManyChannels', { most: 20 }).text };
    await expect(channels.add('me', wanted('https://hook.example/more'))).rejects.toMatchObject(full);
  });

  test('a channel shows how the last attempt of a delivery that waits failed; a test is one attempt', async () => {
    const { channels, deliveries } = channelsOf(database);
    const { id } = await channels.add('me', wanted('anna@example.com', { kind: 'email' }));
    expect(await channels.list('me')).toMatchObject([{ waiting: 0, last_error: null }]);
    await addEvent(database.db, 1, [id]);
    expect(await channels.list('me')).toMatchObject([{ waiting: 1, last_error: null }]);
    await deliveries.tick();
    const [{ last_error: error } = { last_error: null }] = await channels.list('me');
    expect(error).toEqual(expect.any(String));
    const tested = testData.parse(await channels.test('me', id));
    const at = { at: '2026-09-14 12:00:00', at_utc: '2026-09-14T10:00:00Z' };
    expect(tested).toEqual({ ...at, status: null, error });
    expect(await channels.list('me')).toMatchObject([{ waiting: 1 }]);
    // A delivery that was given up leaves its reason; one that arrived at last leaves none.
    for (const outcome of ['given_up', 'gone'] as const) {
      await database.db.updateTable('delivery').set({ outcome }).execute();
      const shown = { waiting: 0, last_error: error, last_error_at: '2026-09-14 12:00:00' };
      expect(await channels.list('me')).toMatchObject([shown]);
    }
  });
});
