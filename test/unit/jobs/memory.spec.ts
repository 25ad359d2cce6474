import { Redis } from 'ioredis';
import { createLocalTime } from '../../../src/http/local-time.js';
import { presentCheck } from '../../../src/http/presenters/review.js';
import type { JobEntry } from '../../../src/jobs/job.js';
import { createJobStore } from '../../../src/jobs/job-store.js';
import { createWorkStore } from '../../../src/jobs/work-store.js';
import type { Inspection } from '../../../src/reviews/inspect-review.js';
import { createKeys } from '../../../src/shared-state/keys.js';
import { READ_REVIEW } from '../../support/read-review.js';
import { needsRedis, startRedis } from '../../support/redis-server.js';
import { expect, test } from '../../support/test.js';

// What a link costs in Redis, its result included. JOB_MEMORY_LINKS=1000000 measures a longer list.

needsRedis();

const LINKS = Number(process.env.JOB_MEMORY_LINKS ?? 10_000);
const LONGEST = 1_024;

/** A full link to a review, of usual length. */
const link = (at: number) =>
  `https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sChdDSUhNMG9nS0VJQ0FnSUR${String(at).padStart(9, '0')}RRAB!2m1!1s0x0:0x3f5c81d2ab904e16!3m1!1s2@1:CIHM0ogKEICAgIDh${at}%7CCgwI`;

/** With a text that is longer than what is kept of it. */
const VISIBLE: Inspection = {
  reason: 'visible',
  review: { ...READ_REVIEW, text: 'Zażółć gęślą jaźń, było zimno. '.repeat(10) },
  shown: null,
  placeName: 'Żurkownia „Zażółć” – restauracja w Wymyślonym Mieście',
  featureId: '0x47bcfa3e7eb7d7d0:0xdd8c450359e84ac3',
  notices: [],
  controls: [],
};

/** Cells beside the link, as somebody's list may have them. */
const OWN = ['Kancelaria Zmyślona sp. z o.o.', null, 'sprawdzić do piątku', '2026-11-20'];

for (const [what, own, most] of [
  ['a link takes at most 1 KB of Redis, its result included', undefined, LONGEST],
  ['own columns take little more than their texts', OWN, LONGEST + 100],
] as const)
  test(what, async () => {
    test.setTimeout(180_000 + LINKS * 2);
    const server = await startRedis();
    const redis = new Redis(server.port, '127.0.0.1');
    try {
      const keys = createKeys(null, 'default');
      const run = <T>(commands: (connection: Redis) => Promise<T>) => commands(redis);
      const limits = { open: 0, links: 0, bytes: 0, allBytes: 0 };
      const store = createJobStore({ run, keys, retentionSeconds: 3_600, limits });
      const work = createWorkStore({ run, keys, retentionSeconds: 3_600, limits });
      const before = await usedMemory(redis);
      const job = await store.open({ owner: 'o', type: 'review-visibility', parameters: {} }, null);
      if (typeof job === 'string') throw new Error(`too many ${job}`);
      for (let at = 0; at < LINKS; at += 500) {
        const some = Array.from({ length: 500 }, (_, next): JobEntry => {
          return { text: link(at + next), line: at + next + 1, problem: null, ...(own && { own }) };
        });
        await job.append(some);
      }
      await job.complete();
      await job.commit('');
      const uploaded = ((await usedMemory(redis)) - before) / LINKS;

      const moment = { at: Date.now(), localTime: createLocalTime('Europe/Warsaw') };
      const { review_url, checked_at, ...verdict } = presentCheck('', VISIBLE, moment);
      const packed = JSON.stringify(verdict);
      const counters = { visible: 1, rows: 1 };
      for (let entries = await work.issue('o'); entries.length > 0; entries = await work.issue('o')) {
        await Promise.all(
          entries.map(async (entry) => {
            const chunk = await work.start(entry);
            if (chunk === null) throw new Error('the chunk is over');
            await work.record(
              entry,
              chunk.links.map(({ index }) => ({ index, packed, counters })),
            );
            await work.settle(entry, chunk);
          }),
        );
      }
      expect(await store.get('o', job.id)).toMatchObject({ state: 'finished', done: LINKS });
      const whole = ((await usedMemory(redis)) - before) / LINKS;
      test.info().annotations.push({
        type: 'bytes a link',
        description: `${Math.round(uploaded)} uploaded, ${Math.round(whole)} with its result`,
      });
      console.log(
        `bytes a link in Redis: ${Math.round(uploaded)} uploaded, ${Math.round(whole)} with its result`,
      );
      expect(whole).toBeLessThanOrEqual(most);
      // What counts for the limits of bytes is about as much.
      const counted = (await store.kept('o')).bytes / LINKS;
      expect(counted / whole).toBeGreaterThan(0.9);
      expect(counted / whole).toBeLessThan(1.2);
    } finally {
      redis.disconnect();
      await server.close();
    }
  });

async function usedMemory(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}
