import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { type Priority, type Scope, startInnerScope, startScope } from '../../../src/core/runtime/scope.js';
import { createSingleFlight } from '../../../src/core/traffic/single-flight.js';
import { newScope, queueOf } from '../../support/queued-loads.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

const scopeOf = (client: string, priority: Priority = 'single') => newScope(priority, 3_600_000, client);

test('a list that has waited for half a minute begins among bulk links', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun } = queueOf({ pages: 1 });
    let last = load('bulk', scopeOf('A', 'bulk'));
    load('list', scopeOf('B', 'list'));
    for (let second = 0; second < 40; second += 1) {
      const next = load('bulk', scopeOf('A', 'bulk'));
      await sleep(1_000);
      last();
      last = next;
    }
    const turn = begun.indexOf('list');
    expect(turn, 'bulk links go first for half a minute').toBeGreaterThanOrEqual(29);
    expect(turn, 'not after all of them').toBeLessThanOrEqual(32);
  });
});

test('clients take turns: 60 lookups of one keep another waiting for two loads at most', async () => {
  for (const [one, other] of [
    ['key a', 'key b'],
    ['address 192.0.2.1', 'address 198.51.100.1'],
    // Neighbours: two addresses of one site.
    ['address 192.0.2.1', 'address 192.0.2.2'],
    ['address 2001:db8:7:1::', 'address 2001:db8:7:2::'],
  ] as const)
    await inVirtualTime(async ({ sleep }) => {
      const { load, begun } = queueOf({ pages: 1, queueLimit: 1_000 });
      const overs = [load('A', scopeOf(one))];
      for (let lookups = 1; lookups < 60; lookups += 1) overs.push(load('A', scopeOf(one)));
      for (let lookups = 0; lookups < 3; lookups += 1) overs.push(load('B', scopeOf(other)));
      for (const over of overs) over();
      await sleep(1);
      expect(begun.slice(0, 8).join(''), `${one}, ${other}`).toBe('AABABABA');
    });
});

for (const [what, addressOf] of [
  ['/64 networks', (index: number) => `2001:db8:7:${index.toString(16)}::`],
  ['IPv4 addresses', (index: number) => `192.0.2.${index % 256}`],
] as const) {
  test(`a flood from ever new ${what} of one site halves the turns of another client, no more`, async () => {
    await inVirtualTime(async ({ sleep }) => {
      const { load, begun, failures } = queueOf({ perMinute: 60, queueLimit: 20 });
      for (let second = 0; second < 60; second += 1) {
        for (let fresh = 0; fresh < 4; fresh += 1)
          load('flood', scopeOf(`address ${addressOf(4 * second + fresh)}`));
        load('honest', scopeOf('address 198.51.100.7'));
        await sleep(1_000);
      }
      const honest = begun.filter((name) => name === 'honest').length;
      expect(begun.length).toBeGreaterThanOrEqual(60);
      expect(honest).toBeGreaterThanOrEqual(28);
      expect(failures.length).toBeGreaterThan(100);
    });
  });
}

test('a client that asks seldom does not wait for a turn beside clients that ask all the time', async () => {
  await inVirtualTime(async ({ now, sleep }) => {
    const { load, begun } = queueOf({ perMinute: 120, queueLimit: 1_000 });
    for (const flood of ['A', 'B', 'C'])
      for (let count = 0; count < 100; count += 1) load(flood, scopeOf(flood));
    await sleep(20_000);
    // All that the limit allows is used, but for the one that is kept.
    expect(begun.length).toBeGreaterThanOrEqual(48);
    for (let asked = 1; asked <= 5; asked += 1) {
      const since = now();
      load('seldom', scopeOf('D'));
      await sleep(1);
      expect(begun.filter((name) => name === 'seldom')).toHaveLength(asked);
      expect(now() - since).toBeLessThan(10);
      await sleep(3_000);
    }
  });
});

test('keys of one network are clients of their own', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun } = queueOf({ perMinute: 60 });
    for (let count = 0; count < 60; count += 1) load('a', scopeOf('key a'));
    for (let count = 0; count < 60; count += 1) load('b', scopeOf('key b'));
    await sleep(20_000);
    expect(begun.filter((name) => name === 'b').length).toBeGreaterThanOrEqual(9);
  });
});

for (const [what, options] of [
  ['turns of the provider rate limiter', { perMinute: 60 }],
  ['uses of the one page', { pages: 1 }],
] as const) {
  test(`of ten ${what} one goes to bulk links and lists, however many single requests come`, async () => {
    await inVirtualTime(async ({ sleep }) => {
      const { load, begun } = queueOf({ ...options, queueLimit: 1_000 });
      const overs: (() => void)[] = [];
      const add = (name: string, priority: Priority) => overs.push(load(name, scopeOf(name, priority)));
      for (let count = 0; count < 20; count += 1) add('bulk', 'bulk');
      add('list', 'list');
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
      expect(begun).toContain('list');
    });
  });
}

test('background work gets no turn while other loads wait, and at most a quarter of the pages', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun } = queueOf({ perMinute: 60, pages: 8, queueLimit: 1_000 });
    for (let count = 0; count < 5; count += 1) load('watch', scopeOf('watch', 'background'));
    await sleep(20_000);
    expect(begun).toEqual(['watch', 'watch']);
    const overs: (() => void)[] = [];
    const add = (name: string, priority: Priority) => overs.push(load(name, scopeOf(name, priority)));
    for (let count = 0; count < 20; count += 1) add('single', 'single');
    const watch = load('late watch', scopeOf('watch 2', 'background'), 'plain');
    for (let second = 0; second < 60; second += 1) {
      for (let count = 0; count < 2; count += 1) add('single', 'single');
      add('list', 'list');
      for (const over of overs) over();
      await sleep(1_000);
    }
    expect(begun).not.toContain('late watch');
    expect(begun).toContain('list');
    for (let second = 0; second < 300; second += 1) {
      for (const over of overs) over();
      await sleep(1_000);
    }
    expect(begun).toContain('late watch');
    watch();
  });
});

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
  test(`a single request takes the next ${needs === 'page' ? 'page' : 'slot'} that bulk links give back`, async () => {
    await inVirtualTime(async ({ sleep }) => {
      // Two pages, or the two slots for plain requests.
      const { load, begun } = queueOf({ pages: needs === 'page' ? 2 : 1 });
      // Another client has asked within the last minute.
      load('B', scopeOf('B'), needs)();
      await sleep(1);
      const overs = Array.from({ length: 6 }, () => load('bulk', scopeOf('A', 'bulk'), needs));
      expect(begun, 'bulk links use everything').toEqual(['B', 'bulk', 'bulk']);
      // Its own client's request, and the request of a client that has asked for nothing yet.
      load('own single', scopeOf('A'), needs);
      load('other single', scopeOf('C'), needs);
      overs[0]?.();
      await sleep(1);
      expect(begun).toHaveLength(4);
      overs[1]?.();
      await sleep(1);
      expect(begun.slice(3).sort()).toEqual(['other single', 'own single']);
    });
  });
}

test('plain requests of bulk links go before pages of the same client, not before those of others', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun } = queueOf({ perMinute: 60 });
    for (let count = 0; count < 5; count += 1) load('first', scopeOf('A', 'bulk'));
    await sleep(1);
    const asked = begun.length;
    for (let count = 0; count < 3; count += 1) load('proof', scopeOf('A', 'bulk'));
    for (let count = 0; count < 3; count += 1) load('fetch', scopeOf('A', 'bulk'), 'plain');
    await sleep(60_000);
    const order = begun.slice(asked).filter((name) => name !== 'first');
    expect(order).toEqual([...Array(3).fill('fetch'), ...Array(3).fill('proof')]);
    for (let count = 0; count < 4; count += 1) load('fetch', scopeOf('A', 'bulk'), 'plain');
    for (let count = 0; count < 2; count += 1) load('other proof', scopeOf('B', 'bulk'));
    await sleep(60_000);
    expect(begun.slice(-6).indexOf('other proof')).toBeLessThan(4);
  });
});

test('a client uses all pages while it is alone, and leaves one page for a minute after another client asked', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun } = queueOf({ pages: 4 });
    load('B', scopeOf('B'))();
    await sleep(1);
    const overs = Array.from({ length: 6 }, () => load('A', scopeOf('A')));
    expect(begun).toEqual(['B', 'A', 'A', 'A']);
    const over = load('B', scopeOf('B'));
    expect(begun.at(-1)).toBe('B');
    over();
    await sleep(60_100);
    overs[0]?.();
    await sleep(1);
    expect(begun.slice(5)).toEqual(['A', 'A']);
  });
});

test('a client leaves one of the pages for lists to other clients with lists', async () => {
  const { load, begun } = queueOf({ pages: 8 });
  const over = load('B', scopeOf('B', 'list'));
  for (let lists = 0; lists < 6; lists += 1) load('A', scopeOf('A', 'list'));
  expect(begun).toEqual(['B', 'A', 'A', 'A']);
  over();
  load('B', scopeOf('B', 'list'));
  await expect.poll(() => begun).toEqual(['B', 'A', 'A', 'A', 'B']);
});

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
  for (const over of overs.slice(0, 2)) over();
  await expect.poll(() => begun).toEqual(['A', 'A', 'B']);
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

test('a client leaves one slot for plain requests to other clients', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun } = queueOf({ pages: 1, queueLimit: 100 });
    const overs = Array.from({ length: 10 }, () => load('A', scopeOf('A'), 'plain'));
    await sleep(1);
    expect(begun.join(''), 'alone, a client has them all').toBe('AA');
    load('B', scopeOf('B'), 'plain');
    overs[0]?.();
    overs[1]?.();
    await sleep(1);
    expect(begun.join(''), 'beside another it has all but one').toBe('AABA');
  });
});
