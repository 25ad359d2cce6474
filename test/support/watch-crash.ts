import { createInterface } from 'node:readline';
import { writeDeliveries } from '../../src/capabilities/notify/rules.js';
import { createScheduler } from '../../src/capabilities/watch/scheduler.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { open } from './both-databases.js';
import { look, START, seen, usable } from './watched.js';

// A process that checks watches until it is killed: DATABASE_URL. Review N appears with check N of its watch. The
// process reports each recorded check on a line.

const database = await open(process.env.DATABASE_URL ?? '');
const { db } = database;
const last = await db
  .selectFrom('watch')
  .select(({ fn }) => fn.max('checked_at').as('at'))
  .executeTakeFirst();
let time = last?.at ?? START;
const scheduler = createScheduler({
  ...{ database, replica: `crash ${process.pid}`, usable, log: createLogger('silent') },
  ...{ now: () => time, atOnce: 3 },
  check: async ({ id }) => {
    const { count } = await db
      .selectFrom('watch_check')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('watch_id', '=', id)
      .where('trouble', 'is', null)
      .executeTakeFirstOrThrow();
    const reviews = Array.from({ length: Number(count) + 1 }, (_, index) => seen(`R${index}`));
    return { ...look(0, { reviews }), at: time };
  },
  write: writeDeliveries,
  recorded: async (watch) => {
    process.stdout.write(`${watch.id}\n`);
  },
});
createInterface({ input: process.stdin }).on('close', () => process.exit());
for (;;) {
  // More than a claim, and more than an interval: everything is due again.
  time += 3_600_000;
  await scheduler.tick();
  await scheduler.idle();
}
