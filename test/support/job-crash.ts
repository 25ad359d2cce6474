import { createInterface } from 'node:readline';
import { openJobs, startJobs } from './job-databases.js';

// A process that works on jobs until it is killed: DATABASE_URL. It reports each link that it asks on a line. KILL_AT:
// it kills itself before this statement; by default never. AT_MOST: after so many links it waits for its end.

const { KILL_AT, AT_MOST = 'Infinity' } = process.env;
const killAt = Number(KILL_AT);
let asked = 0;
const opened = await openJobs(process.env.DATABASE_URL ?? '');
let statements = 0;
const db = opened.db.withPlugin({
  transformQuery: ({ node }) => {
    statements += 1;
    if (statements === killAt) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
});
await startJobs(
  { ...opened, db },
  {
    runner: async ({ input }) => {
      asked += 1;
      if (asked > Number(AT_MOST)) return new Promise(() => undefined);
      process.stdout.write(`${input}\n`);
      return { outcome: 'visible', data: { of: input }, rows: 1 };
    },
  },
);
createInterface({ input: process.stdin }).on('close', () => process.exit());
