import pg from 'pg';
import { cleanSharedPoints, createSharedPoints } from '../../../src/capabilities/fleet/shared-points.js';
import type { SharedState } from '../../../src/capabilities/fleet/shared-state.js';
import { createRateLimits, type Payer } from '../../../src/core/api/rate-limits.js';
import { SharedStateUnavailable } from '../../../src/core/traffic/shared.js';
import { needsPostgres } from '../../support/postgres-server.js';
import { replicaOf, type SharedDatabase, sharedDatabase } from '../../support/shared-states.js';
import { expect, test } from '../../support/test.js';

needsPostgres();

const someone: Payer = { client: 'address 192.0.2.7', isKey: false, network: null };

let database: SharedDatabase;
let states: SharedState[];
test.beforeAll(async () => {
  database = await sharedDatabase();
});
test.beforeEach(async () => {
  await database.empty();
  states = await Promise.all([replicaOf(database.url), replicaOf(database.url)]);
});
test.afterEach(() => {
  for (const state of states) state.close();
});

/** The limits of two replicas. */
const limitsOf = (perMinute: number) =>
  states.map((state) => {
    const limits = createRateLimits(perMinute, (window) => createSharedPoints(state, window));
    if (limits === null) throw new Error('there is no limit');
    return limits;
  });

test('a client has one allowance at all replicas, and a refused request costs nothing', async () => {
  const [one, two] = limitsOf(10);
  expect(await one?.take(someone, 6)).toMatchObject({ granted: true, remaining: 4 });
  expect(await two?.take(someone, 6)).toMatchObject({ granted: false, remaining: 4 });
  expect(await two?.take(someone, 4)).toMatchObject({ granted: true, remaining: 0 });
  expect(await one?.take(someone, 1)).toMatchObject({ granted: false, remaining: 0 });
});

test('concurrent requests get exactly the points there are', async () => {
  const stores = states.map((state) => createSharedPoints(state, { points: 30, seconds: 60 }));
  const asked = Array.from({ length: 60 }, (_, index) => stores[index % 2]?.take('someone', 1));
  const answers = await Promise.allSettled(asked);
  const granted = answers.filter((answer) => answer.status === 'fulfilled' && answer.value?.granted);
  // On a busy machine an answer may come too late; its point may be taken.
  if (answers.every(({ status }) => status === 'fulfilled')) expect(granted).toHaveLength(30);
  expect(granted.length).toBeLessThanOrEqual(30);
  expect(await database.rows('select points from shared_points')).toEqual([{ points: 30 }]);
});

test('a window that another replica began a moment later goes on', async () => {
  const [state] = states;
  if (state === undefined) throw new Error('no replica');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('begin');
    const window = { points: 30, seconds: 60 };
    const early = createSharedPoints(
      {
        hash: (text: string) => state.hash(text),
        query: (async (text, values) => (await client.query(text, [...values])).rows) as SharedState['query'],
      },
      window,
    );
    await createSharedPoints(state, window).take('someone', 7);
    expect(await early.take('someone', 1)).toMatchObject({ granted: true, taken: 8 });
    await client.query('commit');
    expect(await early.giveBack('someone', 3)).toMatchObject({ taken: 5 });
  } finally {
    await client.end();
  }
});

test('another replica can give points back, and never more than were taken', async () => {
  const [one, two] = limitsOf(10);
  await one?.take(someone, 6);
  expect(await two?.giveBack(someone, 4)).toMatchObject({ remaining: 8 });
  expect(await two?.giveBack(someone, 9)).toMatchObject({ remaining: 10 });
  expect(await one?.take(someone, 10)).toMatchObject({ granted: true });
  expect(await two?.take(someone, 1)).toMatchObject({ granted: false });
});

test('replicas share the allowance of a network', async () => {
  const [one, two] = limitsOf(10);
  const at = (index: number): Payer => ({
    client: `address ${index}`,
    isKey: false,
    network: '2001:db8::/48',
  });
  for (let index = 0; index < 4; index += 1)
    expect(await (index % 2 === 0 ? one : two)?.take(at(index), 10)).toMatchObject({ granted: true });
  expect(await one?.take(at(9), 1)).toMatchObject({ granted: false });
});

test('the tables hold neither addresses nor names of keys in plain text, and windows that are over go', async () => {
  const [one] = limitsOf(10);
  await one?.take({ ...someone, network: '192.0.2.0/24' }, 1);
  await one?.take({ client: 'key shop', isKey: true, network: null }, 1);
  const rows = await database.rows<{ name: string }>('select * from shared_points');
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows.map(({ name }) => name))).not.toMatch(/192\.|shop|address/);
  const [state] = states;
  if (state === undefined) throw new Error('no replica');
  const works: (() => Promise<void>)[] = [];
  cleanSharedPoints({ query: state.query.bind(state), repeat: (_, work) => void works.push(work) });
  const count = async () => {
    await works[0]?.();
    return (await database.rows('select name from shared_points')).length;
  };
  expect(await count()).toBe(3);
  await database.run("update shared_points set ends_at = now() - interval '1 s'");
  expect(await count()).toBe(0);
});

test('a window that is over, or further away than its length, begins anew', async () => {
  const [one] = limitsOf(10);
  for (const shift of ['- 1', '+ 86400']) {
    await one?.take(someone, 10);
    expect(await one?.take(someone, 1)).toMatchObject({ granted: false });
    await database.run(`update shared_points set ends_at = now() + interval '1 s' * (0 ${shift})`);
    expect(await one?.take(someone, 1), shift).toMatchObject({ granted: true, remaining: 9 });
    await database.empty();
  }
});

test('while the database cannot be reached, each replica counts points by itself', async () => {
  const [state] = states;
  if (state === undefined) throw new Error('no replica');
  let isCut = false;
  const cut = {
    hash: (text: string) => state.hash(text),
    query: (async (statement, values) => {
      if (isCut) throw new SharedStateUnavailable();
      return state.query(statement, values);
    }) as SharedState['query'],
  };
  const limits = createRateLimits(2, (window) => createSharedPoints(cut, window));
  await limits?.take(someone, 2);
  isCut = true;
  const decided = [];
  for (let times = 0; times < 3; times += 1) decided.push((await limits?.take(someone, 1))?.granted);
  expect(decided).toEqual([true, true, false]);
  expect(await limits?.giveBack(someone, 1)).toMatchObject({ remaining: 1 });
  isCut = false;
  expect(await limits?.take(someone, 1)).toMatchObject({ granted: false });
});
