import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { createApiKey } from '../../src/config/api-keys.js';
import { type ServiceProcess, spawnMain, startServiceProcess } from '../support/service-process.js';

// SIGHUP, to the built service as a process of its own.

const SHOP = createApiKey('shop');
const FARM = createApiKey('farm');

interface Fixtures {
  readonly standIn: StandIn;
  readonly file: string;
  readonly start: (env?: Record<string, string>) => Promise<ServiceProcess>;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  standIn: async ({}, use) => {
    const standIn = await startStandIn();
    await use(standIn);
    await standIn.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  file: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'place-lookup-keys-'));
    await use(join(folder, 'keys'));
    rmSync(folder, { recursive: true });
  },
  start: async ({ standIn }, use) => {
    const started: ServiceProcess[] = [];
    await use(async (env) => {
      const service = await startServiceProcess(standIn, env);
      started.push(service);
      return service;
    });
    await Promise.all(started.map((service) => service.kill()));
  },
});

const statusWith = async ({ url }: ServiceProcess, key: string) =>
  (await fetch(`${url}/api/info`, { headers: { 'X-API-Key': key } })).status;

test('SIGHUP reads the file of keys anew; a broken one changes nothing', async ({ start, file }) => {
  writeFileSync(file, SHOP.entry);
  const service = await start({ API_KEYS_FILE: file, LOG_LEVEL: 'info' });
  expect([await statusWith(service, SHOP.key), await statusWith(service, FARM.key)]).toEqual([200, 401]);
  writeFileSync(file, FARM.entry);
  service.signal('SIGHUP');
  await expect.poll(() => statusWith(service, FARM.key)).toBe(200);
  expect(await statusWith(service, SHOP.key)).toBe(401);
  writeFileSync(file, FARM.key);
  service.signal('SIGHUP');
  await expect
    .poll(() => service.log.filter(({ level }) => level === 50))
    .toContainEqual(expect.objectContaining({ problem: expect.stringContaining('entry 1 (line 1)') }));
  expect(await statusWith(service, FARM.key)).toBe(200);
  expect(JSON.stringify(service.log)).not.toContain('plk_');
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('SIGHUP of a service without a file of keys ends it in order, as SIGTERM does', async ({ start }) => {
  const service = await start();
  service.signal('SIGHUP');
  service.signal('SIGHUP');
  expect(await service.ended).toBe(0);
  expect(service.log.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['shutting down', 'ended in order']),
  );
});

test('REQUIRE_KEYS without keys: the service does not start, and says why', async () => {
  const main = spawnMain({ REQUIRE_KEYS: 'true', LOG_LEVEL: 'error' });
  expect(await main.ended).toBe(1);
  expect(main.stderr()).toContain('REQUIRE_KEYS is true, but no keys are configured');
  expect(main.stderr()).not.toMatch(/^ +at /m);
});
