import { expect, test } from '@playwright/test';
import { createLogger } from '../../../src/logger.js';
import { currentRules } from '../../../src/provider/rules/current.js';
import { startScope } from '../../../src/scope.js';
import { type ControlReading, type Controls, createControls } from '../../../src/services/controls.js';
import { createSingleFlight } from '../../../src/services/single-flight.js';
import type { SharedState } from '../../../src/shared-state/connection.js';
import { createSharedControls } from '../../../src/shared-state/shared-controls.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { replicaOf } from '../../support/shared-states.js';

needsRedis();

const KEY = 'place-lookup:v1:controls:default:pl-pl';
const SHAPE = { slots: 12, dataEchoes: ['9.0'], documentEchoes: [] };
const ASKED = { cid: '7', reviewId: 'asked' };
const GONE: ControlReading = { outcome: 'not_seen', why: 'no_rating_section' };
const seen = (reviewId: string): ControlReading => ({
  outcome: 'seen',
  sighting: { reviewId, shape: SHAPE, rules: currentRules() },
});
const log = createLogger('silent');
const scope = () => startScope('test', log, 60_000);

interface Replica {
  readonly controls: Controls;
  readonly state: SharedState;
  /** The controls it has loaded. */
  readonly read: string[];
}

let redis: RedisServer;
const replicas: Replica[] = [];
test.beforeAll(async () => {
  redis = await startRedis();
});
test.beforeEach(() => redis.command('FLUSHALL'));
test.afterEach(() => {
  for (const { state, controls } of replicas.splice(0)) {
    state.close();
    controls.close();
  }
});
test.afterAll(() => redis?.close());

/** A replica whose configured control is read as given; none = it knows no control. */
async function replica(
  reading: ControlReading | null = seen('named'),
  maxAgeMs = 60_000,
  variant = () => 'pl-pl',
): Promise<Replica> {
  const state = await replicaOf(redis.url);
  const read: string[] = [];
  const controls = createControls({
    configured: reading === null ? [] : [{ link: 'https://review/named', reviewId: 'named', cid: null }],
    maxAgeMs,
    shared: createSharedControls(state, { variant, maxAgeMs }),
    flights: createSingleFlight(60_000),
    load: async ({ link }) => {
      read.push(link);
      return reading ?? GONE;
    },
    discover: async () => [],
    metrics: { controlCheck: () => undefined },
    log,
  });
  const made = { controls, state, read };
  replicas.push(made);
  return made;
}
const field = (name: string) => redis.command('HGET', KEY, name);
const SUSPENDED = { code: 'provider_unavailable', message: expect.stringContaining('known to be visible') };

test('a control that one replica read serves the others', async () => {
  const [one, other] = [await replica(), await replica()];
  expect(await one.controls.ensure(ASKED, scope())).toEqual(SHAPE);
  await expect.poll(() => field('first')).toContain('"slots":12');
  expect(await other.controls.ensure(ASKED, scope())).toEqual(SHAPE);
  expect([one.read.length, other.read.length]).toEqual([1, 0]);
  expect(other.controls.state()).toBe('ok');
});

test('what a replica with other rules saw or did not see says nothing', async () => {
  const one = await replica();
  let rules = 'new';
  const other = await replica(seen('named'), 60_000, () => `pl-pl-${rules}`);
  await one.controls.ensure(ASKED, scope());
  await expect.poll(() => field('first')).toContain('"slots":12');
  await other.controls.ensure(ASKED, scope());
  expect(other.read.length).toBe(1);
  const third = await replica(seen('named'), 60_000, () => `pl-pl-${rules}`);
  rules = 'newest';
  await third.controls.ensure(ASKED, scope());
  expect(third.read.length).toBe(1);
});

test('so does a review that an ordinary request saw, but never for itself', async () => {
  const [one, other] = [await replica(null), await replica(null)];
  one.controls.seen(() => ({ reviewId: 'asked', shape: SHAPE, rules: currentRules() }));
  await expect.poll(() => field('first')).toContain('slots');
  expect(await other.controls.ensure(ASKED, scope())).toBeNull();
  expect(await other.controls.ensure({ cid: '7', reviewId: 'another' }, scope())).toEqual(SHAPE);
  one.controls.seen(() => ({ reviewId: 'second', shape: SHAPE, rules: currentRules() }));
  await expect.poll(() => field('second')).toContain('slots');
  expect(await other.controls.ensure(ASKED, scope())).toEqual(SHAPE);
});

test('a control that one replica does not see suspends all, also one that has seen a review before', async () => {
  const [one, other, bare] = [await replica(GONE), await replica(GONE), await replica(null)];
  other.controls.seen(() => ({ reviewId: 'earlier', shape: SHAPE, rules: currentRules() }));
  await expect.poll(() => field('first')).toContain('slots');
  await redis.command('DEL', KEY);
  await expect(one.controls.ensure(ASKED, scope())).rejects.toMatchObject(SUSPENDED);
  await expect.poll(() => field('suspended')).toMatch(/\d{13}/);
  await expect(other.controls.ensure(ASKED, scope())).rejects.toMatchObject(SUSPENDED);
  // Also one that has no control of its own to read: the words of the page are not enough then.
  await expect(bare.controls.ensure(ASKED, scope())).rejects.toMatchObject(SUSPENDED);
  expect([other.controls.state(), bare.controls.state()]).toEqual(['suspended', 'suspended']);
});

test('a sighting of any replica ends a suspension for all', async () => {
  const [one, other] = [await replica(GONE), await replica(null)];
  await expect(one.controls.ensure(ASKED, scope())).rejects.toMatchObject(SUSPENDED);
  await expect.poll(() => field('suspended')).toMatch(/\d{13}/);
  // Of a sighting in the same millisecond it is not known whether it is later: the suspension stays.
  await expect
    .poll(() => {
      other.controls.seen(() => ({ reviewId: 'any', shape: SHAPE, rules: currentRules() }));
      return field('suspended');
    })
    .toBe('$-1');
  expect(await one.controls.ensure(ASKED, scope())).toEqual(SHAPE);
  expect(one.controls.state()).toBe('ok');
});

test('a sighting is valid for its age, whoever reads it', async () => {
  const [one, other] = [await replica(), await replica(GONE, 1_000)];
  await one.controls.ensure(ASKED, scope());
  await expect.poll(() => field('first')).toContain('slots');
  expect(await other.controls.ensure(ASKED, scope())).toEqual(SHAPE);
  await expect.poll(other.controls.state).toBe('unproven');
  await expect(other.controls.ensure(ASKED, scope())).rejects.toMatchObject(SUSPENDED);
  expect(other.read).toHaveLength(1);
});

test('what cannot be read as a sighting of this version is none', async () => {
  const now = Date.now();
  for (const entry of [
    'text',
    `${now} key {`,
    `${now} key {"slots":0,"dataEchoes":[],"documentEchoes":[]}`,
    `${now} key {"slots":12,"dataEchoes":[],"documentEchoes":[],"more":1}`,
    `${now + 3_600_000} key ${JSON.stringify(SHAPE)}`,
  ]) {
    await redis.command('HSET', KEY, 'first', entry);
    const one = await replica(null);
    expect(await one.controls.ensure(ASKED, scope()), entry).toBeNull();
  }
  await redis.command('HSET', KEY, 'suspended', 'text');
  // In doubt there is a suspension; a sighting ends it all the same.
  const one = await replica(null);
  await expect(one.controls.ensure(ASKED, scope())).rejects.toMatchObject(SUSPENDED);
  one.controls.seen(() => ({ reviewId: 'any', shape: SHAPE, rules: currentRules() }));
  await expect.poll(() => field('suspended')).toBe('$-1');
});

test('while Redis is away each replica knows its own, and tells of a suspension when it is back', async () => {
  const one = await replica(GONE);
  redis.freeze();
  await expect(one.controls.ensure(ASKED, scope())).rejects.toMatchObject(SUSPENDED);
  redis.thaw();
  await expect.poll(one.state.health, { timeout: 5_000 }).toBe('ok');
  expect(await field('suspended')).toBe('$-1');
  await expect(one.controls.ensure(ASKED, scope())).rejects.toMatchObject(SUSPENDED);
  await expect.poll(() => field('suspended')).toMatch(/\d{13}/);
});

test('no id of a review can be read in Redis, and the key expires', async () => {
  const one = await replica(seen('ChdReviewIdOfSomebody'));
  await one.controls.ensure(ASKED, scope());
  await expect.poll(() => field('first')).toContain('slots');
  expect(await field('first')).not.toContain('ChdReview');
  expect(await redis.command('PTTL', KEY)).toMatch(/^:[1-9]/);
});
