// A process that makes all due checks and deliveries of the database in its first argument once a line arrives, and
// prints a line for each of them.
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDelivery } from '../../src/capabilities/notify/deliver.js';
import { createScheduler } from '../../src/capabilities/watch/scheduler.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { open } from './both-databases.js';
import { look, START, seen, usable } from './watched.js';

const print = (line: string) => process.stdout.write(`${line}\n`);
const database = await open(process.argv[2] ?? '');
const shared = {
  database,
  usable,
  replica: `replica ${process.pid}`,
  log: createLogger('silent'),
  now: () => START,
};
const scheduler = createScheduler({
  ...shared,
  check: async ({ id }) => {
    print(`check ${id}`);
    await nextTurn();
    return { ...look(0, { reviews: [seen('A')] }), at: START };
  },
});
const carrier = {
  refusalOf: () => null,
  send: async (_channel: unknown, { id }: { readonly id: string }) => {
    print(`delivery ${id}`);
    await nextTurn();
    return { status: 200, error: null };
  },
};
const carriers = { webhook: carrier, email: carrier, chat: carrier };
const deliveries = createDelivery({ ...shared, carriers, localTime: String });

print('ready');
await once(process.stdin, 'data');
for (let count = 1; count > 0; ) {
  count = await scheduler.tick();
  count += await deliveries.tick();
  await scheduler.idle();
}
await database.close();
process.exit();
