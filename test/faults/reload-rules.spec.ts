import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { startStandIn } from '../../fixtures/provider/server.js';
import { spawnMain, startServiceProcess } from '../support/service-process.js';

// PROVIDER_RULES at the start and on SIGHUP, to the built service as a process of its own.

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

test('SIGHUP swaps the rules of a running service; a bad file is refused as a whole', async ({ file }) => {
  const standIn = await startStandIn();
  writeFileSync(file, '{}');
  const service = await startServiceProcess(standIn, {
    PROVIDER_RULES: file,
    DETAILS_CACHE_SECONDS: '0',
    IDENTIFIER_CACHE_SECONDS: '0',
    LOG_LEVEL: 'info',
  });
  const nameOf = async () => {
    const answer = await fetch(`${service.url}/api/details?placeid=${place.place.featureId}`);
    return (await answer.json()).data?.details?.nazwa_wizytowki;
  };
  const sets = async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const lines = text.matchAll(
      /^place_lookup_provider_rules_info\{set="([\w-]+)",fingerprint="(\w+)"\} 1$/gm,
    );
    return Object.fromEntries([...lines].map(([, set = '', fingerprint = '']) => [set, fingerprint]));
  };
  try {
    const before = await sets();
    expect(Object.keys(before).sort()).toEqual(['built-in', 'operator']);
    expect(await nameOf()).toBe(place.place.name);

    writeFileSync(file, MOVED_NAME);
    service.signal('SIGHUP');
    await expect.poll(nameOf).toBe(place.place.address);
    const after = await sets();
    expect(after['built-in']).toBe(before['built-in']);
    expect(after.operator).not.toBe(before.operator);

    writeFileSync(file, '{"paths": {"placePayload": {"name": [[11]]}},\n"selectors": {"ratng": []}}');
    service.signal('SIGHUP');
    await expect
      .poll(() => service.log.filter(({ level }) => level === 50))
      .toMatchObject([
        { problem: expect.stringContaining(`${file}:2: selectors.ratng is unknown: did you mean rating?`) },
      ]);
    expect(await sets()).toEqual(after);
    expect(await nameOf()).toBe(place.place.address);
  } finally {
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    await standIn.close();
  }
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
