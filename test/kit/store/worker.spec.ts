import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { Worker } from '../../../src/kit/store/worker.js';
import { expect, test } from '../../support/test.js';

type DueWork<Item> = ConstructorParameters<typeof Worker<Item>>[0];

interface Piece {
  readonly owner: string;
  readonly end: ReturnType<typeof deferred<void>>;
}

/** A queue in memory: pieces by owner, and those at work. */
function queueOf(owners: readonly string[], more: Partial<DueWork<Piece>> = {}) {
  const waiting = owners.map((owner): Piece => ({ owner, end: deferred<void>() }));
  const begun: Piece[] = [];
  const due: DueWork<Piece> = {
    name: 'pieces of a test',
    claim: async (busy, isKept) => {
      const isBusy = ({ owner }: Piece) => busy.includes(owner);
      const next = waiting.find((one) => !isBusy(one)) ?? (isKept ? undefined : waiting[0]);
      if (next === undefined) return null;
      waiting.splice(waiting.indexOf(next), 1);
      return next;
    },
    ownerOf: ({ owner }) => owner,
    work: (piece) => {
      begun.push(piece);
      return piece.end.promise;
    },
    ...more,
  };
  const add = (owner: string) => waiting.push({ owner, end: deferred<void>() });
  return { due, add, begun: () => begun.map(({ owner }) => owner).join(''), pieces: begun };
}

const OPTIONS = { atOnce: 8, pollMs: 60_000, log: createLogger('silent') };

test('an owner takes all workers but the kept ones, and a quarter of them while others wait', async () => {
  const queue = queueOf([...'aaaaaaaaaa']);
  const worker = new Worker(queue.due, { ...OPTIONS, kept: 2 });
  expect(await worker.tick()).toBe(6);
  for (const owner of 'abcb') queue.add(owner);
  expect(await worker.tick()).toBe(2);
  expect(queue.begun()).toBe('aaaaaabc');
  for (const piece of queue.pieces) piece.end.resolve();
  await worker.idle();
  const others = queueOf([...'aaaaabbb']);
  const second = new Worker(others.due, OPTIONS);
  expect(await second.tick()).toBe(8);
  // Two of a, then those who have less than a quarter, then whoever waits.
  expect(others.begun()).toBe('aabbaaab');
  for (const piece of others.pieces) piece.end.resolve();
  await second.idle();
});

test('a free worker takes the next piece at once, while others are at work', async () => {
  const queue = queueOf([...'ab']);
  const worker = new Worker(queue.due, { ...OPTIONS, atOnce: 2 });
  worker.start();
  await expect.poll(() => queue.begun()).toBe('ab');
  queue.add('c');
  queue.pieces[1]?.end.resolve();
  await expect.poll(() => queue.begun()).toBe('abc');
  for (const piece of queue.pieces) piece.end.resolve();
  await worker.close();
});

test('a piece that ends while the queue is asked makes the queue be asked again', async () => {
  const asked = [deferred<void>(), deferred<void>()];
  let claims = 0;
  const first: Piece = { owner: 'a', end: deferred<void>() };
  const worker = new Worker<Piece>(
    {
      ...queueOf([]).due,
      claim: async () => {
        claims += 1;
        if (claims === 1) return first;
        if (claims === 2) {
          // Nothing is due as long as the first piece is at work.
          asked[0]?.resolve();
          await asked[1]?.promise;
        }
        return null;
      },
      work: ({ end }) => end.promise,
    },
    OPTIONS,
  );
  worker.start();
  await asked[0]?.promise;
  first.end.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  asked[1]?.resolve();
  await expect.poll(() => claims).toBe(3);
  await worker.close();
});

test('a sweep that failed is repeated with the next look, and the worker fails until it succeeds', async () => {
  let isBroken = true;
  const sweep = async () => {
    if (isBroken) throw new Error('database or disk is full');
  };
  const queue = queueOf([], { sweep });
  const worker = new Worker(queue.due, OPTIONS);
  await worker.tick();
  expect(worker.isFailing()).toBe(true);
  worker.start();
  isBroken = false;
  worker.wake();
  await expect.poll(() => worker.isFailing()).toBe(false);
  await worker.close();
});

test('claims are renewed as long as their pieces are at work, also after the order to finish', async () => {
  let renewals = 0;
  const renew = async () => {
    renewals += 1;
    return [];
  };
  const queue = queueOf(['a'], { renew });
  const worker = new Worker(queue.due, { ...OPTIONS, renewMs: 1 });
  worker.start();
  await expect.poll(() => queue.begun()).toBe('a');
  await worker.finish(0);
  const before = renewals;
  await expect.poll(() => renewals).toBeGreaterThan(before);
  queue.pieces[0]?.end.resolve();
  await worker.close();
});
