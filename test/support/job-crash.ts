import { createInterface } from 'node:readline';
import { openJobs, startJobs } from './job-databases.js';

// A process that works on jobs until it is killed: DATABASE_URL. It reports each link that it asks on a line. AT_MOST:
// after so many links it waits for its end.

const { AT_MOST = 'Infinity' } = process.env;
let asked = 0;
const database = await openJobs(process.env.DATABASE_URL ?? '');
await startJobs(database, {
  runner: async ({ input }) => {
    asked += 1;
    if (asked > Number(AT_MOST)) return new Promise(() => undefined);
    process.stdout.write(`${input}\n`);
    return { outcome: 'visible', data: { of: input }, rows: 1 };
  },
});
createInterface({ input: process.stdin }).on('close', () => process.exit());
