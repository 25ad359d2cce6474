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
      expect(held.at(-1)).toEqual([['key farm']]);
      const { owners } = await watch.owners.list();
      expect(owners).toMatchObject([
        { name: 'key farm', keys: ['farm'], state: 'active', watches: 1, channels: 1, deliveries_waiting: 0 },
        {
          ...{ name: 'key shop', keys: [], state: 'gone', watches: 1, channels: 1, deliveries_waiting: 1 },
          ...{ gone_at_utc: '2026-09-14T10:00:00Z' },
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
