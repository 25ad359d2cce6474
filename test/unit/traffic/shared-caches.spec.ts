import { expect, test } from '@playwright/test';
import type { RememberedPlace } from '../../../src/places/find-place.js';
import type { DatedReading } from '../../../src/places/known-notices.js';
import { rememberedPlace, rememberedReading } from '../../../src/places/remembered-schemas.js';
import type { SharedState } from '../../../src/shared-state/connection.js';
import { createSharedCache } from '../../../src/shared-state/shared-cache.js';
import { createTimedCache } from '../../../src/traffic/timed-cache.js';
import { placeWith } from '../../support/place-reading.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { replicaOf } from '../../support/shared-states.js';

needsRedis();

const PLACE: RememberedPlace = {
  featureId: '0x47165b1c0a9d3e27:0x3f5c81d2abd14e16',
  placeId: 'ChIJJz6dChxbFkcRFk7Rq9KBXD8',
  byNameAlone: false,
  candidates: [],
};
const READING: DatedReading = {
  place: placeWith({
    featureId: PLACE.featureId,
    name: 'Teatr',
    category: 'Teatr',
    rating: 4.5,
    reviewCount: 15,
    stars: [1, 2, 3, 4, 5],
  }),
  missing: ['address'],
  degraded: false,
  notices: [
    { kind: 'reviews_removed_defamation', text: 'Über 250', min: 251, max: null, seenAt: 1_795_000_000_000 },
  ],
  fromPayload: true,
  marks: { mid: '/g/11abc', at: { lat: 52.2, lng: 21 } },
  limitedView: false,
  foreignPayloads: 0,
  origins: {},
};

let redis: RedisServer;
let states: SharedState[];
test.beforeAll(async () => {
  redis = await startRedis();
});
test.beforeEach(async () => {
  await redis.command('FLUSHALL');
  states = await Promise.all([replicaOf(redis.url), replicaOf(redis.url)]);
});
test.afterEach(() => {
  for (const state of states) state.close();
});
test.afterAll(() => redis?.close());

/** The caches of two replicas. */
const identifiers = (ttlSeconds = 60) =>
  states.map((state) =>
    createTimedCache(ttlSeconds, {
      cache: createSharedCache(state, 'identifiers', ttlSeconds * 1000),
      schema: rememberedPlace,
    }),
  );
const storedKey = async () =>
  /place-lookup:v1:identifiers:\S+/.exec(await redis.command('KEYS', '*'))?.[0] ?? '';

test('what one replica found another finds, with its age, and then remembers by itself', async () => {
  const [one, other] = identifiers();
  one?.set('name:teatr', PLACE);
  await expect.poll(async () => (await other?.get('name:teatr'))?.value).toEqual(PLACE);
  await redis.command('FLUSHALL');
  expect(await other?.get('name:teatr')).toMatchObject({ value: PLACE, ageSeconds: 0 });
  expect(await one?.get('name:kino')).toBeNull();
});

test('its age is the time since it was stored, at every replica', async () => {
  const [one, other] = identifiers();
  one?.set('name:teatr', PLACE);
  await expect.poll(storedKey).not.toBe('');
  await redis.command('PEXPIRE', await storedKey(), '20000');
  expect(await other?.get('name:teatr')).toMatchObject({ ageSeconds: 40 });
});

test('an entry older than this replica keeps its own is none', async () => {
  const [one] = identifiers(60);
  const [, strict] = identifiers(30);
  one?.set('name:teatr', PLACE);
  await expect.poll(storedKey).not.toBe('');
  await redis.command('PEXPIRE', await storedKey(), '20000');
  expect(await strict?.get('name:teatr')).toBeNull();
});

test('an entry of another form, or of two places, is none', async () => {
  const [one, other] = identifiers();
  one?.set('name:teatr', PLACE);
  await expect.poll(storedKey).not.toBe('');
  const key = await storedKey();
  for (const value of [
    { ...PLACE, placeId: 'ChIJ0Ne3fj76vEcRw0roWQNFjN0' },
    { ...PLACE, byNameAlone: 'no' },
    { ...PLACE, more: 1 },
    null,
  ]) {
    await redis.command('SET', key, JSON.stringify({ ttlMs: 60_000, value }), 'PX', '60000');
    expect(await other?.get('name:teatr'), JSON.stringify(value)).toBeNull();
  }
  for (const text of ['', '{', '[]', '{"ttlMs":-1,"value":1}']) {
    await redis.command('SET', key, text, 'PX', '60000');
    expect(await other?.get('name:teatr'), text).toBeNull();
  }
  await redis.command('DEL', key);
  await redis.command('LPUSH', key, 'a list');
  expect(await other?.get('name:teatr')).toBeNull();
  expect(states[1]?.health()).toBe('ok');
});

test('a reading survives the way to Redis and back', async () => {
  const [one, other] = states.map((state) =>
    createTimedCache(60, { cache: createSharedCache(state, 'details', 60_000), schema: rememberedReading }),
  );
  one?.set(PLACE.placeId, READING);
  await expect.poll(async () => (await other?.get(PLACE.placeId))?.value).toEqual(READING);
});

test('a reading with notices of another form, or with none at all, is read again', () => {
  const [notice] = READING.notices;
  expect(rememberedReading.safeParse(READING).success).toBe(true);
  for (const notices of [
    undefined,
    [{ ...notice, kind: 'kind_of_tomorrow' }],
    [{ ...notice, text: 'x'.repeat(1_000) }],
    [{ ...notice, seenAt: 'yesterday' }],
    [{ ...notice, more: 1 }],
    Array.from({ length: 100 }, () => notice),
  ]) {
    expect(rememberedReading.safeParse({ ...READING, notices }).success, JSON.stringify(notices)).toBe(false);
  }
});

test('no query can be read in Redis, and every entry expires', async () => {
  const [one] = identifiers();
  one?.set('name:gabinet tajny', PLACE);
  await expect.poll(storedKey).not.toBe('');
  expect(await redis.command('KEYS', '*')).not.toContain('tajny');
  expect(await redis.command('PTTL', await storedKey())).toMatch(/^:[1-9]/);
});

test('a frozen Redis costs a lookup one time limit, and storing costs nothing', async () => {
  const [one] = identifiers();
  redis.freeze();
  try {
    const since = performance.now();
    one?.set('name:teatr', PLACE);
    expect(await one?.get('name:kino')).toBeNull();
    for (let times = 0; times < 10; times += 1) expect(await one?.get('name:kino')).toBeNull();
    expect(performance.now() - since).toBeLessThan(500);
    expect((await one?.get('name:teatr'))?.value).toEqual(PLACE);
  } finally {
    redis.thaw();
  }
});

test('0 seconds: nothing is kept anywhere', async () => {
  const [one] = identifiers(0);
  one?.set('name:teatr', PLACE);
  expect(await one?.get('name:teatr')).toBeNull();
  expect(await redis.command('KEYS', 'place-lookup:v1:identifiers:*')).not.toContain('place-lookup');
});
