import { AppError, CLIENT_GONE, DEADLINE_EXCEEDED, PROVIDER_UNAVAILABLE } from '../../../src/core/errors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import {
  type OwnedScope,
  race,
  type Scope,
  startInnerScope,
  startScope,
} from '../../../src/core/runtime/scope.js';
import { createSingleFlight } from '../../../src/core/traffic/single-flight.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

const log = createLogger('silent');
const scope = (): OwnedScope => startScope('test', log, null);
const gone = () => new AppError(CLIENT_GONE, madeUp('gone'));

test('work with the same key at the same time runs once, and other keys run separately', async () => {
  const flights = createSingleFlight(60_000);
  const gate = deferred<string>();
  let runs = 0;
  const work = () => {
    runs += 1;
    return gate.promise;
  };
  const answers = [
    flights.run('a', scope(), work),
    flights.run('a', scope(), work),
    flights.run('b', scope(), async () => 'other'),
  ];
  gate.resolve('value');
  expect(await Promise.all(answers)).toEqual(['value', 'value', 'other']);
  expect(runs).toBe(1);
  await flights.run('a', scope(), async () => {
    runs += 1;
    return 'again';
  });
  expect(runs).toBe(2);
});

test('a client that leaves does not end the work that another client waits for', async () => {
  const flights = createSingleFlight(60_000);
  const gate = deferred<string>();
  const leaver = scope();
  const left = flights.run('a', leaver, ({ signal }) => race(signal, gate.promise));
  const stays = flights.run('a', scope(), async () => 'not run');
  leaver.abort(gone());
  await expect(left).rejects.toMatchObject({ code: 'client_gone' });
  gate.resolve('value');
  expect(await stays).toBe('value');
});

test('the work is aborted when the last client has left', async () => {
  const flights = createSingleFlight(60_000);
  const aborted = deferred<unknown>();
  const first = scope();
  const second = scope();
  const work = (inner: { signal: AbortSignal }) => {
    inner.signal.addEventListener('abort', () => aborted.resolve(inner.signal.reason));
    return new Promise<never>(() => undefined);
  };
  const runs = [flights.run('a', first, work), flights.run('a', second, work)];
  first.abort(gone());
  second.abort(gone());
  await Promise.allSettled(runs);
  expect(await aborted.promise).toMatchObject({ code: 'client_gone' });
  expect(await flights.run('a', scope(), async () => 'fresh')).toBe('fresh');
});

test('a request that joined late starts the work again when the deadline of the work has passed', async () => {
  const flights = createSingleFlight(60_000);
  const gate = deferred<string>();
  const first = flights.run('a', scope(), () => gate.promise);
  const late = flights.run('a', scope(), async () => 'second try');
  gate.reject(new AppError(DEADLINE_EXCEEDED, madeUp('over')));
  await expect(first).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect(await late).toBe('second try');
});

test('a failure reaches all requests and is not kept', async () => {
  const flights = createSingleFlight(60_000);
  const fail = () => Promise.reject(new AppError(PROVIDER_UNAVAILABLE, madeUp('down')));
  const outcomes = await Promise.allSettled([
    flights.run('a', scope(), fail),
    flights.run('a', scope(), fail),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  expect(await flights.run('a', scope(), async () => 'up')).toBe('up');
});

test('a request that waited for several pieces of work reports their paths', async () => {
  for (const [paths, told] of [
    [['fast', null], 'fast'],
    [['rendered', 'rendered'], 'rendered'],
    [['fast', 'rendered'], 'mixed'],
    [['fast', 'rendered', 'rendered'], 'mixed'],
    [[null, null], null],
  ] as const) {
    const flights = createSingleFlight(60_000);
    const request = scope();
    for (const path of paths)
      await flights.run('a', request, async ({ timings }) => {
        timings.path = path;
      });
    expect(request.timings.path, paths.join()).toBe(told);
  }
});

test('shared work has the highest priority of the requests that wait for it', async () => {
  const flights = createSingleFlight(60_000);
  const gate = deferred<string>();
  const bulkScope = startInnerScope(scope(), 60_000, 'bulk');
  const seen: Scope[] = [];
  const first = flights.run('a', bulkScope, (inner) => {
    seen.push(inner);
    return gate.promise;
  });
  const priority = () => seen[0]?.priority;
  expect(priority()).toBe('bulk');
  const single = scope();
  const joined = flights.run('a', single, async () => 'not run');
  expect(priority()).toBe('single');
  single.abort(gone());
  await expect(joined).rejects.toMatchObject({ code: 'client_gone' });
  expect(priority()).toBe('bulk');
  gate.resolve('value');
  expect(await first).toBe('value');
});

test('while shared work waits in a queue, the deadlines of all its bulk links are paused', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const flights = createSingleFlight(10_000);
    const links: OwnedScope[] = [];
    const newLink = () => {
      const link = startInnerScope(scope(), 1_000, 'bulk');
      links.push(link);
      return link;
    };
    const queued = deferred<void>();
    const work = async (inner: Scope) => {
      const resume = inner.pauseDeadline();
      await queued.promise;
      resume();
      await race(inner.signal, sleep(900));
      return 'value';
    };
    const runs = [flights.run('a', newLink(), work)];
    await sleep(5_000);
    runs.push(flights.run('a', newLink(), work));
    await sleep(60_000);
    queued.resolve();
    expect(await Promise.all(runs)).toEqual(['value', 'value']);
    expect(links.map((link) => link.remaining())).toEqual([100, 100]);
  });
});

test('when shared work fails in a queue, the deadline of its request goes on', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const link = startInnerScope(scope(), 1_000, 'bulk');
    const queued = deferred<never>();
    const run = createSingleFlight(10_000).run('a', link, (inner) => {
      inner.pauseDeadline();
      return queued.promise;
    });
    await sleep(5_000);
    queued.reject(gone());
    await expect(run).rejects.toMatchObject({ code: 'client_gone' });
    await sleep(400);
    expect(link.remaining()).toBe(600);
  });
});
