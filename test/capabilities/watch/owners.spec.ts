import type { UsableKey } from '../../../src/core/config/api-keys.js';
import { AppError, NO_RESULTS } from '../../../src/core/errors.js';
import { onBothDatabases } from '../../support/both-databases.js';
import { hookReceiver } from '../../support/hook-receiver.js';
import { message } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';
import { addChannel, addEvent, addWatch, NOON } from '../../support/watch-rows.js';
import { PLACES, startWatching } from '../../support/watching.js';

// Owners whose keys change while checks are due and deliveries wait.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The Place IDs of three places. */
const subjectOf = (name: string) => PLACES[['shop', 'farm', 'one', 'two'].indexOf(name) % 3] ?? '';
const key = (name: string, digest = name, owner = `key ${name}`): UsableKey => ({ name, owner, digest });

onBothDatabases((create) => {
  type Given = Awaited<ReturnType<typeof begin>>;
  const begin = async (usable: UsableKey[] | null) => {
    const receiver = await hookReceiver();
    const clock = { now: NOON };
    const held: unknown[] = [];
    /** The subjects of checks that began. */
    const asked: string[] = [];
    const keys = { list: usable ?? [], usable: () => keys.list };
    const jobs = {
      hold: async (...given: unknown[]) => void held.push(given),
      move: async (...given: unknown[]) => void held.push(given),
      remove: async (...given: unknown[]) => void held.push(given),
      counts: async () => new Map(),
    };
    const url = await create('file');
    const watching = await startWatching({ DATABASE_URL: url, WEBHOOK_HOSTS: receiver.host }, undefined, {
      ...{ keys: usable === null ? null : keys, jobs, now: () => clock.now },
      findDetails: (subject) => {
        asked.push(subject);
        return Promise.reject(new AppError(NO_RESULTS, message('noSuchPlace')));
      },
    });
    return { receiver, clock, keys, held, asked, watching };
  };
  const onOwners = (
    title: string,
    usable: UsableKey[] | null,
    body: (given: Given & Given['watching']) => Promise<void>,
  ) =>
    test(title, async () => {
      const given = await begin(usable);
      try {
        await body({ ...given, ...given.watching });
      } finally {
        await given.watching.close();
        given.receiver.close();
      }
    });

  /** A watch `w_<name>` whose check is due, and a channel `ch_<name>` to which a delivery waits. */
  const addThings = async (
    { db, receiver }: Pick<Given, 'receiver'> & Given['watching'],
    owner: string,
    name: string,
    seq: number,
  ) => {
    await addWatch(db, { id: `w_${name}`, owner, subject: subjectOf(name), checked_at: null });
    await addChannel(db, { id: `ch_${name}`, owner, target: `${receiver.url}${name}` });
    await addEvent(db, seq, [`ch_${name}`], { owner, watch_id: `w_${name}` });
  };
  const checked = ({ asked }: Given, name: string) => asked.includes(subjectOf(name));

  onOwners(
    'a revoked key: its due check does not begin and its waiting delivery is not sent until the key is back',
    [key('shop'), key('farm')],
    async (given) => {
      const { watch, keys, keysChanged, tick, receiver, clock, held } = given;
      await addThings(given, watch.ownerOf('key shop'), 'shop', 1);
      await addThings(given, watch.ownerOf('key farm'), 'farm', 2);
      await keysChanged();
      keys.list = [key('farm')];
      await keysChanged();
      clock.now += HOUR;
      await tick();
      expect(receiver.ids).toEqual(['d_2_ch_farm']);
      expect([checked(given, 'shop'), checked(given, 'farm')]).toEqual([false, true]);
      expect(held.at(-1)).toEqual([['key farm'], null]);
      const { owners } = await watch.owners.list();
      expect(owners).toMatchObject([
        { name: 'key farm', keys: ['farm'], state: 'active', watches: 1, channels: 1, deliveries_waiting: 0 },
        {
          ...{ name: 'key shop', keys: [], state: 'gone', watches: 1, channels: 1, deliveries_waiting: 1 },
          ...{ gone_at_utc: '2026-09-14T10:00:00Z', ends_at_utc: '2026-10-14T10:00:00Z' },
        },
      ]);

      keys.list = [key('farm'), key('shop')];
      await keysChanged();
      await tick();
      expect(receiver.ids).toEqual(['d_2_ch_farm', 'd_1_ch_shop']);
      expect(checked(given, 'shop')).toBe(true);
    },
  );

  onOwners('a new key of the same name has the watches and the channels', [key('shop')], async (given) => {
    const { watch, keys, keysChanged, tick, receiver } = given;
    await addThings(given, watch.ownerOf('key shop'), 'shop', 1);
    await keysChanged();
    keys.list = [key('shop', 'new')];
    await keysChanged();
    await tick();
    expect(checked(given, 'shop')).toBe(true);
    expect(receiver.ids).toEqual(['d_1_ch_shop']);
  });

  onOwners(
    'everything of an owner is deleted after 30 days without a key; a clock that jumps deletes nothing',
    [key('shop')],
    async (given) => {
      const { watch, keys, keysChanged, clock, db, held, syncOwners } = given;
      const owner = watch.ownerOf('key shop');
      await addThings(given, owner, 'shop', 1);
      keys.list = [];
      await keysChanged();
      const left = async () => [
        (await db.selectFrom('watch').select('id').orderBy('id').execute()).map(({ id }) => id),
        (await db.selectFrom('channel').selectAll().execute()).length,
      ];
      // The clock is a year ahead for an hour.
      for (const at of [NOON + 365 * DAY, NOON + 365 * DAY + HOUR, NOON + DAY]) {
        clock.now = at;
        await syncOwners();
        expect(await left()).toEqual([['w_shop'], 1]);
      }
      clock.now = NOON + 30 * DAY;
      await syncOwners();
      expect(await left()).toEqual([['w_shop'], 1]);
      clock.now += DAY;
      await syncOwners();
      expect(held).toContainEqual(['key shop']);
      expect(await left()).toEqual([[], 0]);
      expect((await watch.owners.list()).owners).toEqual([]);
    },
  );

  onOwners(
    'without keys, what an earlier version kept for each address belongs to everybody',
    null,
    async (given) => {
      const { watch, db, keysChanged } = given;
      const everybody = watch.ownerOf('everybody');
      await addThings(given, watch.ownerOf('address 192.0.2.1'), 'one', 1);
      await addThings(given, watch.ownerOf('address 192.0.2.2'), 'two', 2);
      // Both addresses watch this place.
      for (const address of ['192.0.2.1', '192.0.2.2'])
        await addWatch(db, {
          id: `w_${address}`,
          owner: watch.ownerOf(`address ${address}`),
          subject: 'ChIJboth',
        });
      const forgotten = { owner: watch.ownerOf('address 192.0.2.1'), author_key: 'a', at: 1 };
      await db.insertInto('forgotten').values(forgotten).execute();
      await keysChanged();
      await keysChanged();
      const { watches, total } = await watch.list(everybody, {}, { limit: 100 });
      expect(total).toBe(3);
      expect(watches.map(({ id }) => id)).toEqual(expect.arrayContaining(['w_one', 'w_two']));
      const events = await watch.events(everybody, { since: 0, limit: 10, order: 'oldest' });
      expect(events.events.map(({ id }) => id)).toEqual(['e_1', 'e_2']);
      expect(await watch.channels.list(everybody)).toMatchObject([{ id: 'ch_one' }, { id: 'ch_two' }]);
      expect(await db.selectFrom('forgotten').select(['owner', 'author_key']).execute()).toContainEqual({
        ...{ owner: everybody, author_key: 'a' },
      });
      const { owners } = await watch.owners.list();
      expect(owners).toMatchObject([
        { name: 'everybody', keys: [], state: 'active', watches: 3 },
        { name: null, state: 'gone', watches: 1, channels: 0 },
      ]);
    },
  );

  onOwners(
    'with keys, things of unknown owners pause, and the operator hands them over',
    [key('ola', 'ola', 'team agencja'), key('jan', 'jan', 'team agencja')],
    async (given) => {
      const { watch, db, keysChanged, tick, receiver, held } = given;
      await addThings(given, watch.ownerOf('address 192.0.2.1'), 'one', 1);
      await keysChanged();
      await tick();
      expect([receiver.ids, checked(given, 'one')]).toEqual([[], false]);
      const { owners } = await watch.owners.list();
      const unknown = owners.find(({ name }) => name === null);
      expect(unknown).toMatchObject({ state: 'gone', watches: 1 });
      const id = unknown?.id ?? '';
      for (const to of ['key ola', 'team other'])
        await expect(watch.owners.handOver(id, to)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await watch.owners.handOver(id, 'team agencja')).toMatchObject({ watches: 0, channels: 0 });
      const team = watch.ownerOf('team agencja');
      expect((await watch.list(team, {}, { limit: 10 })).total).toBe(1);
      expect(await watch.channels.list(team)).toMatchObject([{ waiting: 1 }]);
      await tick();
      expect([receiver.ids, checked(given, 'one')]).toEqual([['d_1_ch_one'], true]);
      // Not for a name that nobody knows.
      expect(held.filter((call) => (call as string[])[1] === 'team agencja')).toEqual([]);
      expect((await db.selectFrom('event').select('owner').execute()).map(({ owner }) => owner)).toEqual([
        team,
      ]);
    },
  );

  onOwners('the operator pauses an owner and lets it go on', [key('shop')], async (given) => {
    const { watch, keysChanged, tick, receiver, held } = given;
    await addThings(given, watch.ownerOf('key shop'), 'shop', 1);
    await keysChanged();
    const id = watch.ownerOf('key shop');
    expect(await watch.owners.pause(id, true)).toMatchObject({ state: 'paused', name: 'key shop' });
    expect(held.at(-1)).toEqual([[], null]);
    await tick();
    expect([receiver.ids, checked(given, 'shop')]).toEqual([[], false]);
    expect(await watch.owners.pause(id, false)).toMatchObject({ state: 'active', paused_at: null });
    await tick();
    expect([receiver.ids, checked(given, 'shop')]).toEqual([['d_1_ch_shop'], true]);
    await expect(watch.owners.pause('nobody', true)).rejects.toMatchObject({ code: 'watch_not_found' });
  });

  onOwners('the operator deletes everything of an owner', [key('shop')], async (given) => {
    const { watch, keysChanged, db } = given;
    const id = watch.ownerOf('key shop');
    await addThings(given, id, 'shop', 1);
    await keysChanged();
    expect(await watch.owners.remove(id)).toMatchObject({ watches: 1, channels: 1, deliveries_waiting: 1 });
    for (const table of ['watch', 'channel', 'event', 'delivery'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await watch.owners.list()).owners).toMatchObject([{ name: 'key shop', watches: 0 }]);
  });
});
