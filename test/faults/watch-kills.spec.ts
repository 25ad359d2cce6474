import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDelivery } from '../../src/capabilities/notify/deliver.js';
import { createMail } from '../../src/capabilities/notify/email.js';
import { createWebhooks } from '../../src/capabilities/notify/webhook.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { open } from '../support/both-databases.js';
import { bundled } from '../support/bundled.js';
import { localServer } from '../support/local-server.js';
import { expect, test } from '../support/test.js';
import { addChannel, addEvent, deliveryRow, addWatch as watchRow } from '../support/watch-rows.js';
import { usable } from '../support/watched.js';

// The worker of deliveries is killed. Checks and jobs whose processes are killed: test/kills.

test('a delivery whose worker was killed before it noted the answer is sent again with the same id', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-kills-'));
  const url = `sqlite:${join(folder, 'watch.db')}`;
  const database = await open(url);
  const { db } = database;
  const ids: unknown[] = [];
  const {
    port,
    url: target,
    close,
  } = await localServer((request, response) => {
    ids.push(request.headers['webhook-id']);
    if (ids.length === 1) worker.kill('SIGKILL');
    else response.end();
  });
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
    await addChannel(db, { target: `${target}/` });
    await addEvent(db, 1, ['ch_1'], { at: clock.now });
    await ended;
    clock.now = Date.now();
    expect(await deliveries.tick()).toBe(0);
    // The claim ends by itself, which is a failed attempt; the next attempt follows after five seconds.
    clock.now += 3 * 60_000;
    expect(await deliveries.tick()).toBe(0);
    clock.now += 6_000;
    expect(await deliveries.tick()).toBe(1);
    expect(ids).toEqual(['d_1_ch_1', 'd_1_ch_1']);
    expect(await deliveryRow(db, 'd_1_ch_1')).toMatchObject({ outcome: 'delivered', attempts: 2 });
  } finally {
    worker.kill('SIGKILL');
    await close();
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
