import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createDelivery } from '../../src/capabilities/notify/deliver.js';
import { createMail } from '../../src/capabilities/notify/email.js';
import { createWebhooks } from '../../src/capabilities/notify/webhook.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { onBothDatabases, open } from '../support/both-databases.js';
import { bundled } from '../support/bundled.js';
import { expect, test } from '../support/test.js';
import { addChannel, addEvent, deliveryRow, addWatch as watchRow } from '../support/watch-rows.js';
import { addWatch, usable } from '../support/watched.js';

// Processes of the watch that are killed at each of their statements: what they wrote is whole, and another process goes
// on. test/kills kills them at random moments.

/**
 * A check takes some 25 statements, with its claim and its turn. The points are before and between all of them, of
 * several checks.
 */
const POINTS = 5;
const FIRST_STATEMENT = 10;
const STATEMENTS_BETWEEN = 19;
const WATCHES = 3;

/**
 * Kills a process that checks watches, again and again, each time before another statement. Returns how many checks it
 * reported, by watch.
 */
async function killAgainAndAgain(url: string): Promise<Map<string, number>> {
  const program = await bundled('watch-crash');
  const reported = new Map<string, number>();
  for (let point = 0; point < POINTS; point += 1) {
    const killAt = String(FIRST_STATEMENT + point * STATEMENTS_BETWEEN);
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, DATABASE_URL: url, KILL_AT: killAt },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout }))
      reported.set(line, (reported.get(line) ?? 0) + 1);
    expect(await ended).toEqual([null, 'SIGKILL']);
  }
  return reported;
}

onBothDatabases((create) => {
  test(`a process that is killed at ${POINTS} points loses no check and reports no event twice`, async () => {
    test.setTimeout(120_000 + POINTS * 30_000);
    const url = await create('file');
    const database = await open(url);
    const { db } = database;
    await addChannel(db, { owner: 'o' });
    for (let index = 0; index < WATCHES; index += 1)
      await addWatch(database, { id: `w_${index}`, subject: `${index}`, interval_minutes: 30 });

    const reported = await killAgainAndAgain(url);

    const checks = await db
      .selectFrom('watch_check')
      .select(['watch_id', 'at', 'trouble'])
      .orderBy('at')
      .execute();
    const reviews = await db.selectFrom('review').select(['watch_id', 'review_id']).execute();
    const versions = await db.selectFrom('review').select('review_id').where('version', '=', 1).execute();
    const events = await db.selectFrom('event').selectAll().orderBy('seq').execute();
    const deliveries = await db.selectFrom('delivery').select('event_seq').orderBy('event_seq').execute();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(deliveries.map(({ event_seq }) => event_seq)).toEqual(events.map(({ seq }) => seq));
    expect(versions).toHaveLength(reviews.length);
    for (let index = 0; index < WATCHES; index += 1) {
      const id = `w_${index}`;
      const isOwn = ({ watch_id }: { readonly watch_id: string }) => watch_id === id;
      const all = checks.filter(isOwn);
      // After three claims in a row that were killed, a check fails without asking anybody.
      const own = all.filter(({ trouble }) => trouble !== 'internal_error');
      // Each other check showed one more review, and made one event of it.
      const shown = own.map((_, number) => `R${number}`);
      const known = reviews.filter(isOwn).map(({ review_id }) => review_id);
      expect(known.toSorted()).toEqual(shown.toSorted());
      expect(events.filter(isOwn).map(({ review_id }) => review_id)).toEqual(shown.slice(1));
      expect(all.length).toBeGreaterThanOrEqual(reported.get(id) ?? 0);
      const watch = db.selectFrom('watch').select('checked_at').where('id', '=', id);
      expect((await watch.executeTakeFirstOrThrow()).checked_at).toBe(all.at(-1)?.at);
    }
    expect(events.length).toBeGreaterThan(POINTS / 2);
    await database.close();
  });
});

test('a delivery whose worker was killed before it noted the answer is sent again with the same id', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-kills-'));
  const url = `sqlite:${join(folder, 'watch.db')}`;
  const database = await open(url);
  const { db } = database;
  const ids: unknown[] = [];
  const server = createServer((request, response) => {
    ids.push(request.headers['webhook-id']);
    if (ids.length === 1) worker.kill('SIGKILL');
    else response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const worker = spawn(process.execPath, [await bundled('delivery-worker'), url, `${port}`], {
    stdio: 'inherit',
  });
  const ended = once(worker, 'exit');
  try {
    const clock = { now: Date.now() };
    const webhook = createWebhooks({ hosts: [{ host: '127.0.0.1', port }], now: () => clock.now });
    const deliveries = createDelivery({
      ...{ database, usable, replica: 'next', localTime: String, log: createLogger('silent') },
      carriers: {
        webhook,
        chat: webhook.chat,
        email: createMail({ url: undefined, from: undefined }),
      },
      now: () => clock.now,
    });
    await watchRow(db);
    await addChannel(db, { target: `http://127.0.0.1:${port}/` });
    await addEvent(db, 1, ['ch_1'], { at: clock.now });
    await ended;
    clock.now = Date.now();
    expect(await deliveries.tick()).toBe(0);
    clock.now += 3 * 60_000;
    expect(await deliveries.tick()).toBe(1);
    expect(ids).toEqual(['d_1_ch_1', 'd_1_ch_1']);
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({ outcome: 'delivered', attempts: 1 });
  } finally {
    worker.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
