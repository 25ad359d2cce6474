import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { startServiceProcess } from '../support/service-process.js';
import { test as base, expect } from '../support/test.js';

// SIGHUP of the built service, as a process of its own: it reads API_KEYS_FILE again.

const test = base.extend<{ readonly standIn: StandIn; readonly keys: string }>({
  standIn: async ({}, use) => {
    const standIn = await startStandIn();
    await use(standIn);
    await standIn.close();
  },
  keys: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'place-lookup-keys-'));
    await use(join(folder, 'keys'));
    rmSync(folder, { recursive: true });
  },
});

test('SIGHUP reads the file of keys again; a broken file of keys changes nothing', async ({
  standIn,
  keys,
}) => {
  const [first, second] = [createApiKey('first'), createApiKey('second')];
  writeFileSync(keys, first.entry);
  const service = await startServiceProcess(standIn, {
    ...{ API_KEYS_FILE: keys, LOG_LEVEL: 'info' },
  });
  const get = (path: string, key: string) => fetch(service.url + path, { headers: { 'X-API-Key': key } });
  const statusWith = async (key: string) => (await get('/api/info', key)).status;
  const errors = () => service.log.filter(({ level }) => level === 50);
  try {
    expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([200, 401]);

    writeFileSync(keys, second.entry);
    service.signal('SIGHUP');
    await expect.poll(() => statusWith(second.key)).toBe(200);
    expect(await statusWith(first.key)).toBe(401);
    expect(errors()).toEqual([]);

    writeFileSync(keys, second.key);
    service.signal('SIGHUP');
    await expect
      .poll(errors)
      .toContainEqual(expect.objectContaining({ problem: expect.stringContaining('entry 1 (line 1)') }));
    expect(await statusWith(second.key)).toBe(200);
    expect(JSON.stringify(service.log)).not.toContain('plk_');
  } finally {
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
  }
});

test('SIGHUP ends a service without a file of keys in order, as SIGTERM does', async ({ standIn }) => {
  const service = await startServiceProcess(standIn);
  service.signal('SIGHUP');
  service.signal('SIGHUP');
  expect(await service.ended).toBe(0);
  expect(service.log.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['shutting down', 'ended in order']),
  );
});
