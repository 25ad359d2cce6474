import { utimesSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright';
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

function loggedLines() {
  const lines: { level: number; msg: string; age_days?: number }[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, warnings: () => lines.filter(({ level }) => level === 40) };
}

function daysOf(executablePath: string): number | null {
  const { log } = loggedLines();
  return chromiumAge({ executablePath, log, now: () => NOW }).days();
}

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

test('an old Chromium is warned of from day 61 on, once a day', () => {
  const { log, warnings } = loggedLines();
  let now = NOW;
  const age = chromiumAge({ executablePath: program(60.5), log, now: () => now });
  age.warnIfOld();
  expect(warnings()).toEqual([]);
  now += DAY_MS;
  age.warnIfOld();
  age.warnIfOld();
  expect(warnings().map(({ age_days }) => age_days)).toEqual([61]);
  expect(warnings()[0]?.msg).toContain('more than 60 days old');
  now += DAY_MS;
  age.warnIfOld();
  expect(warnings().map(({ age_days }) => age_days)).toEqual([61, 62]);
});

/** A supervisor of a program that is 100 days old. */
function oldChromium(launch: () => Promise<Browser>) {
  const { log, warnings } = loggedLines();
  const executablePath = program(100, { now: Date.now() });
  const chromium = new ChromiumSupervisor({ executablePath, proxyUrl: 'http://127.0.0.1:9', log, launch });
  return { chromium, ages: () => warnings().map(({ age_days }) => age_days) };
}

test('logs a warning when an old browser starts, with its version and age', async () => {
  const { browser } = fakeBrowser();
  const { chromium, ages } = oldChromium(async () => browser);
  expect(chromium.info()).toEqual({ version: null, ageDays: 100 });
  expect(ages()).toEqual([]);
  await chromium.acquire();
  expect(ages()).toEqual([100]);
  expect(chromium.info()).toEqual({ version: browser.version(), ageDays: 100 });
  await chromium.close();
});

test('health checks warn of an old browser that runs for months', async () => {
  const { chromium, ages } = oldChromium(() => Promise.reject(new Error('not now')));
  await chromium.health();
  expect(ages()).toEqual([100]);
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
