import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { type Priority, type Scope, startInnerScope, startScope } from '../../../src/core/runtime/scope.js';
import { createSingleFlight } from '../../../src/core/traffic/single-flight.js';
import { newScope, queueOf } from '../../support/queued-loads.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

const scopeOf = (client: string, priority: Priority = 'single') => newScope(priority, 3_600_000, client);

test('clients take turns: 60 lookups of one keep another waiting for two loads at most', async () => {
  for (const [one, other] of [
    ['key a', 'key b'],
    ['address 192.0.2.1', 'address 192.0.2.2'],
  ] as const)
    await inVirtualTime(async ({ sleep }) => {
      const { load, begun } = queueOf({ pages: 1, queueLimit: 1_000 });
      const overs = [load('A', scopeOf(one))];
      for (let lookups = 1; lookups < 60; lookups += 1) overs.push(load('A', scopeOf(one)));
      for (let lookups = 0; lookups < 3; lookups += 1) overs.push(load('B', scopeOf(other)));
      for (const over of overs) over();
      await sleep(1);
      expect(begun.slice(0, 8).join(''), `${one}, ${other}`).toBe('ABABABAA');
    });
});

for (const [what, options] of [
  ['turns of the provider rate limiter', { perMinute: 60 }],
  ['uses of the one page', { pages: 1 }],
] as const) {
  test(`of ten ${what} one goes to lower classes in turn, however many single requests come`, async () => {
    await inVirtualTime(async ({ sleep }) => {
      const { load, begun } = queueOf({ ...options, queueLimit: 1_000 });
      const overs: (() => void)[] = [];
      const add = (name: string, priority: Priority) => overs.push(load(name, scopeOf(name, priority)));
      for (let count = 0; count < 20; count += 1) add('bulk', 'bulk');
      add('list', 'list');
      add('background', 'background');
      for (let count = 0; count < 200; count += 1) add('single', 'single');
      for (let second = 0; second < 120; second += 1) {
        for (const over of overs) over();
        add('single', 'single');
        await sleep(1_000);
      }
      const part = begun.slice(10, 110);
      const others = part.filter((name) => name !== 'single').length;
      expect(others).toBeGreaterThanOrEqual(10);
      expect(others).toBeLessThanOrEqual(12);
      expect(part).toContain('list');
      expect(part).toContain('background');
    });
  });
}

test('among clients with as many pages, the client served longest ago goes first', async () => {
  const { load, begun } = queueOf({ pages: 3 });
  const overs = [load('A', scopeOf('A')), load('A', scopeOf('A')), load('B', scopeOf('B'))];
  load('B next', scopeOf('B'));
  load('A next', scopeOf('A'));
  overs[0]?.();
  // Both hold one page now, and B was served last, whoever asked first.
  await expect.poll(() => begun.at(-1)).toBe('A next');
  overs[1]?.();
  await expect.poll(() => begun.at(-1)).toBe('B next');
});

test('lists hold at most half of the pages together, and bulk links all that are left', async () => {
  for (const [pages, most] of [
    [1, 1],
    [2, 1],
    [4, 2],
    [5, 2],
  ] as const) {
    const { load, begun } = queueOf({ pages });
    for (const client of ['A', 'B', 'C'])
      for (let lists = 0; lists < 4; lists += 1) load('list', scopeOf(client, 'list'));
    expect(begun, `${pages} pages`).toHaveLength(most);
    for (let links = 0; links < pages + 2; links += 1) load('bulk', scopeOf('D', 'bulk'));
    expect(begun.filter((name) => name === 'bulk')).toHaveLength(pages - most);
  }
});

for (const needs of ['page', 'plain'] as const) {
  const what = needs === 'page' ? 'page' : 'slot for plain requests';

  test(`one client holds at most all but one ${what}, whatever its class`, async () => {
    for (const priority of ['single', 'bulk'] as const)
      await inVirtualTime(async ({ sleep }) => {
        // Four pages, or the four slots for plain requests.
        const { load, begun } = queueOf({ pages: needs === 'page' ? 4 : 2 });
        const overs = Array.from({ length: 6 }, () => load('A', scopeOf('A', priority), needs));
        expect(begun.join('')).toBe('AAA');
        load('B', scopeOf('B'), needs);
        expect(begun.join(''), 'the other client does not wait').toBe('AAAB');
        overs[0]?.();
        await sleep(1);
        expect(begun.join('')).toBe('AAABA');
      });
  });

  test(`a single request takes the next ${what} that bulk links of its client give back`, async () => {
    await inVirtualTime(async ({ sleep }) => {
      const { load, begun } = queueOf({ pages: needs === 'page' ? 4 : 2 });
      const overs = Array.from({ length: 6 }, () => load('bulk', scopeOf('A', 'bulk'), needs));
      load('single', scopeOf('A'), needs);
      expect(begun).toEqual(['bulk', 'bulk', 'bulk']);
      overs[0]?.();
      await sleep(1);
      expect(begun.slice(3)).toEqual(['single']);
    });
  });
}

test('a full queue refuses loads of the client with the most waiting loads', async () => {
  const { load, failures, begun, queue } = queueOf({ pages: 1, queueLimit: 10 });
  const overs = [load('A', scopeOf('A'))];
  for (let lookups = 1; lookups <= 12; lookups += 1) overs.push(load('A', scopeOf('A')));
  await expect.poll(() => failures.length, 'its own that are too many').toBe(2);
  const scopes = Array.from({ length: 10 }, () => scopeOf('B'));
  for (const scope of scopes) load('B', scope);
  await expect.poll(() => failures.length, 'five of A, then five of B').toBe(12);
  for (const failure of failures) expect(failure).toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 });
  expect(queue.waiting()).toBe(10);
  overs[0]?.();
  await expect.poll(() => begun).toEqual(['A', 'B']);
});

test('the deadline of a load that is refused in favour of another load goes on', async () => {
  const { load, failures, queue } = queueOf({ pages: 1, queueLimit: 2 });
  load('A', scopeOf('A'));
  const refused = scopeOf('A', 'bulk');
  load('A', scopeOf('A', 'bulk'));
  load('A', refused);
  load('B', scopeOf('B', 'bulk'));
  await expect.poll(() => failures.length).toBe(1);
  expect(queue.waiting()).toBe(2);
  const before = refused.remaining();
  await expect.poll(() => refused.remaining()).toBeLessThan(before);
});

test('a page counts for its client until it is returned, also when the load fails', async () => {
  const { queue, load, begun } = queueOf({ pages: 4 });
  const failing = () => Promise.reject(new Error('made up'));
  for (let lists = 0; lists < 3; lists += 1)
    await expect(queue.enter(scopeOf('A', 'list'), 'page', failing)).rejects.toThrow('made up');
  load('list', scopeOf('A', 'list'));
  load('list', scopeOf('A', 'list'));
  load('list', scopeOf('A', 'list'));
  expect(begun).toEqual(['list', 'list']);
});

test('inner work has the client of its request, also when that becomes known later', () => {
  const request = startScope('test', createLogger('silent'), null);
  const inner = startInnerScope(startInnerScope(request, 1_000, 'list'), 1_000);
  expect([inner.client, inner.priority]).toEqual([null, 'list']);
  request.assignTo('A');
  expect(inner.client).toBe('A');
});

test('shared work belongs to the client of the highest priority among those who wait', async () => {
  const flights = createSingleFlight(60_000);
  const done = deferred<void>();
  const shared: Scope[] = [];
  const join = (scope: Scope) =>
    flights.run('key', scope, (inner) => {
      shared.push(inner);
      return done.promise;
    });
  const runs = [join(scopeOf('A', 'list'))];
  expect(shared[0]).toMatchObject({ client: 'A', priority: 'list' });
  runs.push(join(scopeOf('B', 'bulk')));
  expect(shared[0]).toMatchObject({ client: 'B', priority: 'bulk' });
  runs.push(join(scopeOf('C')), join(scopeOf('D')));
  expect(shared[0]).toMatchObject({ client: 'C', priority: 'single' });
  done.resolve();
  await Promise.all(runs);
  expect(shared).toHaveLength(1);
});
