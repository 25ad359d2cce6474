import { mock } from 'node:test';
import { type ApiKeys, createApiKey, parseApiKeys } from '../../../src/core/config/api-keys.js';
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
type UsableKey = ReturnType<ApiKeys['usable']>[number];
const key = (name: string, digest = name, owner = `key ${name}`): UsableKey => ({ name, owner, digest });

onBothDatabases((create) => {
  type Given = Awaited<ReturnType<typeof begin>>;
  const begin = async (keys: Pick<ApiKeys, 'usable'>) => {
    const receiver = await hookReceiver();
    const clock = { now: NOON };
    /** The owners whose jobs were deleted. */
    const removed: string[] = [];
    /** The subjects of checks that began. */
    const asked: string[] = [];
    const jobs = {
      remove: async (name: string) => void removed.push(name),
      counts: async () => new Map([['key shop', 2]]),
    };
    const url = await create('file');
    const watching = await startWatching({ DATABASE_URL: url, WEBHOOK_HOSTS: receiver.host }, undefined, {
      ...{ keys, jobs, now: () => clock.now },
      findDetails: (subject) => {
        asked.push(subject);
        return Promise.reject(new AppError(NO_RESULTS, message('noSuchPlace')));
      },
    });
    return { receiver, clock, removed, asked, watching };
  };
  const onOwners = (
    title: string,
    usable: UsableKey[],
    body: (given: Given & Given['watching'] & { keys: { list: UsableKey[] } }) => Promise<void>,
  ) =>
    test(title, async () => {
      const keys = { list: usable, usable: () => keys.list };
      const given = await begin(keys);
      try {
        await body({ ...given, ...given.watching, keys });
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
      const { watch, keys, tick, receiver, clock } = given;
      await addThings(given, watch.ownerOf('key shop'), 'shop', 1);
      await addThings(given, watch.ownerOf('key farm'), 'farm', 2);
      keys.list = [key('farm')];
      clock.now += HOUR;
      await tick();
      expect(receiver.ids).toEqual(['d_2_ch_farm']);
      expect([checked(given, 'shop'), checked(given, 'farm')]).toEqual([false, true]);
      const { owners } = await watch.owners.list();
      expect(owners).toMatchObject([
        { name: 'key farm', keys: ['farm'], state: 'active', watches: 1, jobs: 0 },
        { name: 'key shop', keys: [], state: 'gone', watches: 1, jobs: 2 },
      ]);

      keys.list = [key('farm'), key('shop')];
      await tick();
      expect(receiver.ids).toEqual(['d_2_ch_farm', 'd_1_ch_shop']);
      expect(checked(given, 'shop')).toBe(true);
    },
  );

  test('the last day of a key ends: its due check and its waiting delivery wait from midnight on', async () => {
    const entry = createApiKey('shop').entry.concat(':2026-09-14');
    const midnight = Date.UTC(2026, 8, 15);
    const given = await begin(parseApiKeys([{ name: 'API_KEYS', text: entry }]));
    const { watching, receiver, clock } = given;
    mock.timers.enable({ apis: ['Date'] });
    try {
      const owner = watching.watch.ownerOf('key shop');
      await addThings({ ...given, ...watching }, owner, 'shop', 1);
      for (const at of [midnight, midnight - 1]) {
        expect(receiver.ids).toEqual([]);
        expect(checked(given, 'shop')).toBe(false);
        clock.now = at;
        mock.timers.setTime(at);
        await watching.tick();
      }
      expect(receiver.ids).toEqual(['d_1_ch_shop']);
      expect(checked(given, 'shop')).toBe(true);
    } finally {
      mock.timers.reset();
      await watching.close();
      receiver.close();
    }
  });

  onOwners('a new key of the same name has the watches and the channels', [key('shop')], async (given) => {
    const { watch, keys, tick, receiver } = given;
    await addThings(given, watch.ownerOf('key shop'), 'shop', 1);
    keys.list = [key('shop', 'new')];
    await tick();
    expect(checked(given, 'shop')).toBe(true);
    expect(receiver.ids).toEqual(['d_1_ch_shop']);
  });

  onOwners('the operator deletes everything of an owner', [key('shop')], async (given) => {
    const { watch, db, removed } = given;
    const id = watch.ownerOf('key shop');
    await addThings(given, id, 'shop', 1);
    expect(await watch.owners.remove(id)).toMatchObject({ watches: 1 });
    expect(removed).toEqual(['key shop']);
    for (const table of ['watch', 'channel', 'event', 'delivery'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await watch.owners.list()).owners).toMatchObject([{ name: 'key shop', watches: 0 }]);
  });
});
