import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { emptyPostgres, open } from '../support/both-databases.js';
import { bundled } from '../support/bundled.js';
import { needsPostgres } from '../support/postgres-server.js';
import { expect, test } from '../support/test.js';
import { addChannel, addEvent } from '../support/watch-rows.js';
import { addWatch, START } from '../support/watched.js';

needsPostgres();

const OWNERS = ['a', 'b', 'c'];
const WATCHES = 60;
const EVENTS = 90;

test('two processes on one PostgreSQL make one check of each due subject and one delivery of each event', async () => {
  const url = await emptyPostgres();
  const database = await open(url);
  const { db } = database;
  for (let index = 0; index < WATCHES; index += 1) {
    const owner = OWNERS[index % OWNERS.length] ?? '';
    await addWatch(database, { id: `w_${index}`, owner, subject: `${index}` });
  }
  for (const owner of OWNERS)
    await addChannel(db, { id: owner, owner, target: `https://${owner}.example/`, created_at: START });
  for (let seq = 1; seq <= EVENTS; seq += 1) {
    const owner = OWNERS[seq % OWNERS.length] ?? '';
    // Two watches of each owner have events.
    const watch_id = `w_${(seq % (2 * OWNERS.length)) % WATCHES}`;
    await addEvent(db, seq, [owner], { watch_id, owner, at: START });
  }
  const program = await bundled('watch-replica');
  const replicas: ChildProcess[] = [];
  const lines: string[] = [];
  try {
    const ended = [1, 2].map(async () => {
      const child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] });
      replicas.push(child);
      const exit = once(child, 'exit');
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (lines.filter((one) => one === 'ready').length === 2 && line === 'ready')
          for (const one of replicas) one.stdin?.write('go\n');
      }
      expect(await exit).toEqual([0, null]);
    });
    await Promise.all(ended);
  } finally {
    for (const one of replicas) one.kill('SIGKILL');
  }
  const made = (kind: string) =>
    lines.filter((line) => line.startsWith(kind)).map((line) => line.split(' ')[1]);
  expect(made('check').toSorted()).toEqual(
    Array.from({ length: WATCHES }, (_, index) => `w_${index}`).toSorted(),
  );
  expect(new Set(made('delivery')).size).toBe(EVENTS);
  expect(made('delivery')).toHaveLength(EVENTS);
  const checks = await db.selectFrom('watch_check').select('watch_id').execute();
  expect(checks).toHaveLength(WATCHES);
  const waiting = await db.selectFrom('delivery').select('id').where('outcome', 'is', null).execute();
  expect(waiting).toEqual([]);
  await database.close();
});
