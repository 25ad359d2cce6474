import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { loadRecording } from '../../fixtures/provider/recorded.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { readRecorded } from '../../fixtures/recorded-reading.js';
import { bundled } from '../support/bundled.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { test } from '../support/stand-in-test.js';
import { expect } from '../support/test.js';

async function record(standIn: StandIn, out: string, ...args: readonly string[]) {
  const program = await bundled('record', 'fixtures/record');
  const child = spawn(process.execPath, [program, ...args, '--out', out], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...{ EGRESS_OVERRIDE: standIn.address, CHROMIUM_PATH: chromiumForTests(), CHROMIUM_SANDBOX: 'off' },
    },
  });
  const [[code], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  return { code, errors };
}

test('records a place with its list, and nothing at a block page', async ({ standIn }, info) => {
  const out = info.outputPath('recordings');
  mkdirSync(out, { recursive: true });
  const place = ['ChIJ0Ne3fj76vEcRw0roWQNFjN0', '--batches', '1', '--name', 'list'];
  expect(await record(standIn, out, ...place)).toEqual({ code: 0, errors: '' });
  const recording = loadRecording('recorded--list', out);
  expect(recording.about.parts.map(({ kind }) => kind)).toEqual(
    loadRecording('recorded--reviews').about.parts.map(({ kind }) => kind),
  );
  const { data } = readRecorded(recording) as { data: { reviews: unknown[] } };
  expect(data.reviews.length).toBeGreaterThan(5);

  standIn.fault({ kind: 'block_page', match: (_, path) => path.startsWith('/maps/place/') });
  const blocked = await record(standIn, out, 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', '--name', 'blocked');
  expect(blocked).toEqual({ code: 1, errors: expect.stringContaining('block page at /sorry/index') });
  expect(readdirSync(out)).toEqual(['recorded--list']);
});
