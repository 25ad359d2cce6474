import { signal } from '@preact/signals';
import { createJobBoard } from '../../../src/capabilities/jobs/console/jobs-store.js';
import type { Jobs } from '../../../src/capabilities/jobs/job-client.js';
import type { Job } from '../../../src/capabilities/jobs/published.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import type { Api } from '../../../src/kit/client/api.js';
import { createKeys } from '../../../src/kit/ui/state/keys.js';
import { createOffers } from '../../../src/kit/ui/state/offers.js';
import { expect, test } from '../../support/test.js';
import { JOB_ID, sampleJob } from '../samples.js';

// The list of jobs when answers come in another order than the requests.

const RUNNING = sampleJob();
const CANCELLED = sampleJob({ state: 'cancelled', ended_at: '2026-09-14 09:00:00' });
const FINISHED = sampleJob({ state: 'finished', done: 20_000, ended_at: '2026-09-14 09:00:01' });

/** A board that has read one running job; the test answers all further requests. */
async function boardWithJob() {
  const lists: ReturnType<typeof deferred<readonly Job[]>>[] = [];
  const action = deferred<Job>();
  const service = {
    list: () => {
      const list = deferred<readonly Job[]>();
      lists.push(list);
      return list.promise;
    },
    ...{ cancel: () => action.promise, remove: () => action.promise },
  } as unknown as Jobs;
  const api = { data: async () => ({ jobs: true }) } as unknown as Api;
  const keys = createKeys(signal(null), signal(null));
  const board = createJobBoard({ api, offers: createOffers(api), keys }, service, service);
  const stop = board.watch();
  await expect.poll(() => lists.length).toBeGreaterThan(0);
  lists.at(-1)?.resolve([RUNNING]);
  await expect.poll(() => board.jobs.value).toEqual([RUNNING]);
  const answerList = async (jobs: readonly Job[]) => {
    lists.at(-1)?.resolve(jobs);
    await new Promise(setImmediate);
  };
  /** Asks for the jobs once more. Returns how the test answers. */
  const askAgain = async () => {
    const before = lists.length;
    await board.refresh();
    await expect.poll(() => lists.length).toBe(before + 1);
    return lists.at(-1);
  };
  return { board, stop, action, askAgain, answerList };
}

test('a list that was asked for before an action does not replace the answer of the action', async () => {
  const { board, stop, action, askAgain, answerList } = await boardWithJob();
  const older = await askAgain();
  const cancelling = board.cancel(JOB_ID);
  action.resolve(CANCELLED);
  await cancelling;
  older?.resolve([RUNNING]);
  await new Promise(setImmediate);
  expect(board.jobs.value).toEqual([CANCELLED]);
  await answerList([FINISHED]);
  expect(board.jobs.value, 'the list that was asked for after the action').toEqual([FINISHED]);
  stop();
});

test('an answer that comes after a newer list does not replace the list', async () => {
  const { board, stop, action, askAgain, answerList } = await boardWithJob();
  const cancelling = board.cancel(JOB_ID);
  await askAgain();
  await answerList([FINISHED]);
  action.resolve(CANCELLED);
  await cancelling;
  expect(board.jobs.value).toEqual([FINISHED]);
  stop();
});

test('a deleted job does not come back with a list that was asked for before', async () => {
  const { board, stop, action, askAgain } = await boardWithJob();
  const removing = board.remove(JOB_ID, () => undefined);
  const older = await askAgain();
  action.resolve(CANCELLED);
  await removing;
  older?.resolve([RUNNING]);
  await new Promise(setImmediate);
  expect(board.jobs.value).toEqual([]);
  stop();
});
