import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { startStandIn } from '../../fixtures/provider/server.js';
import { createApiKey } from '../../src/config/api-keys.js';
import { spawnMain, startServiceProcess } from '../support/service-process.js';

// PROVIDER_RULES, to the built service as a process of its own.

const test = base.extend<{ readonly file: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  file: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'place-lookup-rules-'));
    await use(join(folder, 'rules.json'));
    rmSync(folder, { recursive: true });
  },
});

const place = loadPlaceCase('place--full-polish');

/** Names that only an entry of the operator leads to: the address stands there. */
const MOVED_NAME = JSON.stringify({ paths: { placePayload: { name: [[39]] } } });

test('the rules are those of the start; SIGHUP reads the file of keys anew, and no rules', async ({
  file,
}) => {
  const standIn = await startStandIn();
  const [first, second] = [createApiKey('first'), createApiKey('second')];
  const keys = `${file}.keys`;
  writeFileSync(file, MOVED_NAME);
  writeFileSync(keys, first.entry);
  const service = await startServiceProcess(standIn, {
    ...{ PROVIDER_RULES: file, API_KEYS_FILE: keys },
    ...{ DETAILS_CACHE_SECONDS: '0', IDENTIFIER_CACHE_SECONDS: '0', LOG_LEVEL: 'info' },
  });
  const detailsWith = async (key: string) => {
    const path = `/api/details?placeid=${place.place.featureId}`;
    const answer = await fetch(service.url + path, { headers: { 'X-API-Key': key } });
    return { status: answer.status, name: (await answer.json()).data?.details?.nazwa_wizytowki };
  };
  const sets = async (key: string) => {
    const answer = await fetch(`${service.url}/metrics`, { headers: { 'X-API-Key': key } });
    const text = await answer.text();
    const lines = text.matchAll(
      /^place_lookup_provider_rules_info\{set="([\w-]+)",fingerprint="(\w+)"\} 1$/gm,
    );
    return Object.fromEntries([...lines].map(([, set = '', fingerprint = '']) => [set, fingerprint]));
  };
  try {
    const before = await sets(first.key);
    expect(Object.keys(before).sort()).toEqual(['built-in', 'operator']);
    expect(await detailsWith(first.key)).toEqual({ status: 200, name: place.place.address });

    writeFileSync(file, '{"selectors": {"ratng": []}}');
    writeFileSync(keys, second.entry);
    service.signal('SIGHUP');
    await expect.poll(async () => (await detailsWith(second.key)).status).toBe(200);
    expect(await sets(second.key)).toEqual(before);
    expect(await detailsWith(second.key)).toEqual({ status: 200, name: place.place.address });
    expect(service.log.filter(({ level }) => level === 50)).toEqual([]);
  } finally {
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    await standIn.close();
  }
});

test('a service with rules and without a file of keys ends at SIGHUP, as without both', async ({ file }) => {
  const standIn = await startStandIn();
  writeFileSync(file, '{}');
  const service = await startServiceProcess(standIn, { PROVIDER_RULES: file });
  service.signal('SIGHUP');
  expect(await service.ended).toBe(0);
  await standIn.close();
});

test('a bad file at the start: the service does not start, and names file, line and fault', async ({
  file,
}) => {
  writeFileSync(file, '{\n"words": {"notFound": ["nie"]}}');
  const main = spawnMain({ PROVIDER_RULES: file, LOG_LEVEL: 'error' });
  expect(await main.ended).toBe(1);
  expect(main.stderr().trim().split('\n')).toHaveLength(1);
  expect(main.stderr()).toContain(`PROVIDER_RULES ${file}:2: words.notFound.0: words are expected`);
});
