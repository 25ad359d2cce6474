import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { readRecording } from '../../src/operator/recording.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { serviceTest as base } from './cli-test.js';
import { runProcess } from './command.js';

const { place } = loadPlaceCase('place--full-polish');

const test = base.extend<{ folder: string }>({
  folder: async ({}, use, info) => {
    await mkdir(info.outputPath(), { recursive: true });
    await use(info.outputPath());
  },
});
test.beforeEach(({ standIn }) => standIn.set({ consent: 'script' }));

const record = (standIn: StandIn, folder: string, ...args: readonly string[]) =>
  runProcess(['record', placeIdOf(place.featureId), '--out', folder, '--name', 'x', ...args], {
    env: {
      EGRESS_OVERRIDE: standIn.address,
      CHROMIUM_PATH: chromiumForTests(),
      CHROMIUM_SANDBOX: 'off',
    },
  });

test('records a place behind a consent page and names the folder', async ({ standIn, folder }) => {
  const { code, stdout, stderr } = await record(standIn, folder);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${join(folder, 'recorded--x')}\n` });
  expect(stderr).toContain('Zapisano nagranie');
  const { about, state } = await readRecording(join(folder, 'recorded--x'));
  expect(about).toMatchObject({ kind: 'place', consent: true, anonymous: false, reviewed: false });
  expect(about.parts.map(({ kind }) => kind)).toContain('payload');
  expect(state?.panel?.name).toBe(place.name);
  const expected = await readFile(join(folder, 'recorded--x', 'expected.json'), 'utf8');
  expect(expected).toContain(placeIdOf(place.featureId));
});

test('writes nothing at a block page, says so and ends with exit code 2', async ({ standIn, folder }) => {
  standIn.fault({ kind: 'block_page', match: (_, path) => path.startsWith('/maps/place/') });
  const { code, stdout, stderr } = await record(standIn, folder, '--lang', 'en', '--json');
  const message = expect.stringContaining('Nothing was written. Seen: block page at /sorry/index.');
  expect(JSON.parse(stdout)).toEqual({ status: 'error', error: { code: 'provider_blocked', message } });
  expect([code, stderr]).toEqual([2, expect.not.stringContaining('Nothing was written')]);
  expect(await readdir(folder)).toEqual([]);
});
