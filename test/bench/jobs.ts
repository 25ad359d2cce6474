import { setTimeout as sleep } from 'node:timers/promises';
import { shuttingDown } from '../../src/contract/errors.js';
import { createJobs } from '../../src/jobs/jobs.js';
import { createLogger } from '../../src/runtime/logger.js';
import { connectSharedState } from '../../src/shared-state/connection.js';
import { parseRedisUrl } from '../../src/shared-state/redis-url.js';
import { startRedis } from '../support/redis-server.js';

// What a job adds to each of its links: links that take no time at all, one worker that takes one chunk at a time.
// node --import tsx test/bench/jobs.ts [links]

const LINKS = Number(process.argv[2] ?? 5_000);
const TIMEOUT_MS = 10_000;

const server = await startRedis();
const address = parseRedisUrl(server.url);
if (address === null) throw new Error('not a URL of Redis');
const log = createLogger('silent');
const shared = await connectSharedState({ address, egressGroup: 'default', log });
const { jobs, worker } = await createJobs({
  shared,
  address,
  runner: async () => ({ outcome: 'visible', data: { is_visible: true }, rows: 1 }),
  concurrency: 1,
  retentionHours: 1,
  retryHours: 1,
  limits: { open: 0, links: 0, bytes: 0, allBytes: 0 },
  timeouts: { 'review-visibility': TIMEOUT_MS, 'place-details': TIMEOUT_MS, 'place-reviews': TIMEOUT_MS },
  metrics: { jobLink: () => undefined },
  log,
});
const entries = Array.from({ length: LINKS }, (_, at) => ({ text: `link ${at}`, line: null, problem: null }));
const since = performance.now();
const { id } = await jobs.submit({
  client: 'bench',
  type: 'review-visibility',
  parameters: {},
  requestKey: null,
  entries: [entries],
  hash: () => '',
});
const submittedMs = performance.now() - since;
let state = '';
while (state !== 'finished') {
  await sleep(50);
  ({ state } = await jobs.get('bench', id));
}
const { begunAt, endedAt } = await jobs.get('bench', id);
const ms = (endedAt ?? 0) - (begunAt ?? 0);
console.log(
  `${LINKS} links: submitted in ${Math.round(submittedMs)} ms, ${(ms / LINKS).toFixed(2)} ms a link`,
);
worker.stop();
await worker.close(shuttingDown());
shared.close();
await server.close();
