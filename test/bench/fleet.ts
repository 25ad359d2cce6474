import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../support/redis-server.js';
import { OPTIONS, STOPPED } from './options.js';
import { type Arena, answerTo, requestOf, type Served, startService, withCleanup } from './processes.js';
import { markdownTable } from './report.js';
import { at, numberText } from './statistics.js';
import { manyVisibleReviews } from './workload.js';

/** Page loads a minute of each process: what one address may do with care, and more than two cores can. */
const LIMITS = [240, 1_500] as const;
const GOAL = 0.9;

/**
 * How checks grow with processes that share one Redis and have a provider limit each, as text. For each limit and
 * 1, 2 and 4 processes: checks of visible reviews a minute, by one job, and how busy the machine was, the stand-in
 * and the bench included.
 */
export async function measureFleet(arena: Arena): Promise<string> {
  const measuredMs = OPTIONS.quick ? 8_000 : 30_000;
  const parts = [];
  for (const limit of LIMITS) {
    const rows = [];
    for (const processes of [1, 2, 4])
      rows.push({ processes, ...(await measureGrowth(arena, processes, limit, measuredMs)) });
    const one = at(rows, 0).perMinute;
    const table = rows.map(({ processes, perMinute, busy }) => [
      String(processes),
      numberText(perMinute),
      numberText(perMinute / (processes * one), 2),
      `${numberText(busy * 100)} %`,
    ]);
    parts.push(
      `A job of visible reviews, ${limit} page loads a minute for each process (goal: at least ${GOAL} × linear until the processor is full)`,
      markdownTable([['processes', 'checks a minute', '÷ linear', 'processor in use'], ...table]),
    );
  }
  return parts.join('\n\n');
}

function measureGrowth(
  arena: Arena,
  processes: number,
  limit: number,
  measuredMs: number,
): Promise<{ readonly perMinute: number; readonly busy: number }> {
  return withCleanup(async (keep) => {
    const redis = await startRedis();
    await keep(Promise.resolve({ stop: redis.close }));
    const services: Served[] = [];
    for (let index = 0; index < processes; index += 1) {
      const env = { EGRESS_GROUP: `g${index}`, PROVIDER_LOADS_PER_MINUTE: String(limit) };
      services.push(
        await keep(startService(arena, { REDIS_URL: redis.url, WORKER_CONCURRENCY: '4', ...env })),
      );
    }
    const base = at(services, 0).address;
    const minutes = (measuredMs + 10_000) / 60_000;
    const id = await submit(base, Math.ceil(processes * limit * minutes) + 100);
    const done = async (): Promise<number> =>
      JSON.parse(await answerTo(base, { path: `/jobs/${id}` })).data.done;
    // Unmeasured: connections, just-in-time compilers.
    await sleep(5_000, undefined, { signal: STOPPED });
    const [before, work, since] = [await done(), cpuTimes(), performance.now()];
    await sleep(measuredMs, undefined, { signal: STOPPED });
    const [after, worked] = [await done(), cpuTimes()];
    const perMinute = ((after - before) / (performance.now() - since)) * 60_000;
    await fetch(`${base}/jobs/${id}`, { method: 'DELETE' });
    return { perMinute, busy: (worked.busy - work.busy) / (worked.all - work.all) };
  });
}

/** Submits a job about so many links; its id. */
async function submit(base: string, count: number): Promise<string> {
  const links = manyVisibleReviews();
  const urls = Array.from({ length: count }, (_, index) => at(links, index));
  const response = await fetch(
    `${base}/jobs`,
    requestOf({ path: '', body: { type: 'review-visibility', urls } }),
  );
  const body = await response.json();
  if (response.status !== 202)
    throw new Error(`a job was answered ${response.status}: ${JSON.stringify(body)}`);
  return body.data.id;
}

/** Milliseconds of all processors since the machine started. */
function cpuTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((one) => Object.values(one)).reduce((sum, value) => sum + value, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}
