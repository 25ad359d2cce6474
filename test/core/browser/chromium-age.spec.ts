import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { coreGauges } from '../../../src/app/core-gauges.js';
import { ChromiumSupervisor } from '../../../src/core/browser/chromium.js';
import { chromiumAge } from '../../../src/core/browser/chromium-age.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { createMetrics } from '../../../src/core/runtime/metrics.js';
import { fakeBrowser } from '../../support/fake-browser.js';
import { measuredCore } from '../../support/measured-core.js';
import { expect, test } from '../../support/test.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);

/** A program file of that age in the test's own folder. */
function program(ageDays: number, { content = '\x7fELF', now = NOW } = {}): string {
  const path = test.info().outputPath('chromium');
  const time = new Date(now - ageDays * DAY_MS);
  writeFileSync(path, content);
  utimesSync(path, time, time);
  return path;
}

const daysOf = (path: string) => chromiumAge(path, () => NOW)();

test('the age is that of the program file, in whole days', () => {
  expect(daysOf(program(19.9))).toBe(19);
});

for (const [what, path] of [
  ['a script', () => program(19, { content: '#!/bin/sh\nexec /opt/chromium "$@"\n' })],
  ['a file from the future', () => program(-1)],
  ['a placeholder time', () => program((NOW - Date.UTC(1980, 0, 1)) / DAY_MS)],
  ['a file that is not there', () => test.info().outputPath('none')],
] as const)
  test(`a file whose time does not tell the build time has no age: ${what}`, () => {
    expect(daysOf(path())).toBeNull();
  });

test('the age of a browser that runs for months grows, whatever becomes of its program', async () => {
  let now = NOW;
  const path = program(60.5);
  const days = chromiumAge(path, () => now);
  rmSync(path);
  now += DAY_MS;
  expect(days()).toBe(61);
});

test('version and age are those of the browser that was launched', async () => {
  const { browser } = fakeBrowser();
  const chromium = new ChromiumSupervisor({
    executablePath: program(100, { now: Date.now() }),
    proxyUrl: 'http://127.0.0.1:9',
    log: createLogger('silent'),
    launch: async () => browser,
  });
  expect(chromium.info()).toEqual({ version: null, ageDays: 100 });
  await chromium.acquire();
  expect(chromium.info()).toEqual({ version: browser.version(), ageDays: 100 });
  await chromium.close();
});

test('the metrics name version and age only while they are known', async () => {
  const metrics = createMetrics();
  let info: { version: string | null; ageDays: number | null } = { version: null, ageDays: null };
  coreGauges(measuredCore(metrics, () => info));
  const samples = async () =>
    (await metrics.render()).text.split('\n').filter((line) => line.startsWith('place_lookup_chromium'));
  expect(await samples()).toEqual([]);
  info = { version: '156.0.8078.79', ageDays: null };
  expect(await samples()).toEqual(['place_lookup_chromium_info{version="156.0.8078.79"} 1']);
  info = { version: '157.0.1.2', ageDays: 3 };
  expect(await samples()).toEqual([
    'place_lookup_chromium_info{version="157.0.1.2"} 1',
    'place_lookup_chromium_age_days{version="157.0.1.2"} 3',
  ]);
});
