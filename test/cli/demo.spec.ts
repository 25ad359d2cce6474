import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { translatedFile } from '../support/built.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { test } from './cli-test.js';

const ENTRY = `ola:${'0'.repeat(64)}`;

/** The documents of a text that holds one JSON document after the other, as `jq` reads it. */
const documentsOf = (output: string) => output.split(/^(?=\{)/m).map((part) => JSON.parse(part));

test('the demo prints its two answers as JSON and nothing else, with keys and a slow Chromium', async () => {
  // It starts when the service has said that it is starting.
  const slowChromium = test.info().outputPath('slow-chromium');
  const said = test.info().outputPath('said');
  // Without these words it fails after a minute, and so does the demo.
  const untilSaid = `for i in $(seq 600); do [ -e '${said}' ] && exec '${chromiumForTests()}' "$@"; sleep 0.1; done`;
  const program = `#!/bin/sh\n${untilSaid}\nexit 1\n`;
  writeFileSync(slowChromium, program, { mode: 0o755 });
  const demo = spawn(process.execPath, [translatedFile('fixtures/demo.js'), '--once'], {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ PORT: '0', CHROMIUM_PATH: slowChromium, CHROMIUM_SANDBOX: 'off' },
      ...{ API_KEYS: ENTRY, API_KEYS_FILE: '/nie/ma/takiego/pliku' },
    },
  });
  let stderr = '';
  demo.stderr.setEncoding('utf8').on('data', (words: string) => {
    stderr += words;
    if (stderr.includes('is starting and not ready yet')) writeFileSync(said, '');
  });
  const [stdout, [code]] = await Promise.all([text(demo.stdout), once(demo, 'close')]);
  expect(documentsOf(stdout)).toMatchObject([
    { status: 'success', data: { source: 'map_url' } },
    { status: 'success', data: { conversion_type: 'cid_to_place_id' } },
  ]);
  expect(stderr).toContain('API_KEYS is left out');
  expect(stderr).toContain("/api/convert'");
  expect(code).toBe(0);
});
