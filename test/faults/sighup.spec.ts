import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { startServiceProcess } from '../support/service-process.js';
import { test as base, expect } from '../support/test.js';

// SIGHUP of the built service, as a process of its own: it reads API_KEYS_FILE again, and PROVIDER_RULES only at the
// start.

const test = base.extend<{ readonly standIn: StandIn; readonly rules: string; readonly keys: string }>({
  standIn: async ({}, use) => {
    const standIn = await startStandIn();
    await use(standIn);
    await standIn.close();
  },
  rules: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'place-lookup-rules-'));
    await use(join(folder, 'rules.json'));
    rmSync(folder, { recursive: true });
  },
  keys: async ({ rules }, use) => use(`${rules}.keys`),
});

const place = loadPlaceCase('place--full-polish');

/** With this rule of the operator, the name of a place is read from the slot of its address. */
const MOVED_NAME = JSON.stringify({ paths: { placePayload: { name: [[39]] } } });

test('SIGHUP reads the file of keys again, but not the rules; a broken file of keys changes nothing', async ({
  standIn,
  rules,
  keys,
}) => {
  const [first, second] = [createApiKey('first'), createApiKey('second')];
  writeFileSync(rules, MOVED_NAME);
  writeFileSync(keys, first.entry);
  const service = await startServiceProcess(standIn, {
    ...{ PROVIDER_RULES: rules, API_KEYS_FILE: keys },
    ...{ DETAILS_CACHE_SECONDS: '0', IDENTIFIER_CACHE_SECONDS: '0', LOG_LEVEL: 'info' },
  });
  const get = (path: string, key: string) => fetch(service.url + path, { headers: { 'X-API-Key': key } });
  const statusWith = async (key: string) => (await get('/api/info', key)).status;
  const nameWith = async (key: string) => {
    const answer = await get(`/api/details?placeid=${place.place.featureId}`, key);
    return (await answer.json()).data?.details?.nazwa_wizytowki;
  };
  const sets = async (key: string) => {
    const text = await (await get('/metrics', key)).text();
    const lines = text.matchAll(
      /^place_lookup_provider_rules_info\{set="([\w-]+)",fingerprint="(\w+)"\} 1$/gm,
    );
    return Object.fromEntries([...lines].map(([, set = '', fingerprint = '']) => [set, fingerprint]));
  };
  const errors = () => service.log.filter(({ level }) => level === 50);
  try {
    const before = await sets(first.key);
    expect(Object.keys(before).sort()).toEqual(['built-in', 'operator']);
    expect(await nameWith(first.key)).toBe(place.place.address);
    expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([200, 401]);

    writeFileSync(rules, '{"selectors": {"ratng": []}}');
    writeFileSync(keys, second.entry);
    service.signal('SIGHUP');
    await expect.poll(() => statusWith(second.key)).toBe(200);
    expect(await statusWith(first.key)).toBe(401);
    expect(await sets(second.key)).toEqual(before);
    expect(await nameWith(second.key)).toBe(place.place.address);
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

test('SIGHUP ends a service without a file of keys in order, as SIGTERM does', async ({ standIn, rules }) => {
  writeFileSync(rules, '{}');
  const service = await startServiceProcess(standIn, { PROVIDER_RULES: rules });
  service.signal('SIGHUP');
  service.signal('SIGHUP');
  expect(await service.ended).toBe(0);
  expect(service.log.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['shutting down', 'ended in order']),
  );
});
