import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../support/data-folder.js';
import { expect, test } from '../support/test.js';

const UNIT = readFileSync(new URL('../../deploy/place-lookup.service', import.meta.url), 'utf8');

/** What systemd says of a unit; empty = nothing is wrong. */
function verify(unit: string): string {
  const file = join(makeDataFolder(), 'place-lookup.service');
  // The program has to exist on the machine of the test.
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
  const options = ['verify', '--man=no', '--recursive-errors=no', file];
  return spawnSync('systemd-analyze', options, { encoding: 'utf8' }).stderr;
}

test('systemd accepts the unit, and says what is wrong in another one', () => {
  const { error } = spawnSync('systemd-analyze', ['--version']);
  test.skip(error !== undefined, 'systemd is not installed');
  expect(verify(UNIT)).toBe('');
  expect(verify(UNIT.replace('KillMode=mixed', 'KillMode=mixd'))).toContain('kill mode');
});

test('the unit keeps what Chromium and the end in order need', () => {
  // The namespaces of Chromium's sandbox, and a JavaScript engine that makes code.
  expect(UNIT).toMatch(/^RestrictNamespaces=user pid net$/m);
  expect(UNIT).not.toMatch(/^MemoryDenyWriteExecute=(?:yes|true)/m);
  // With "control-group", Chromium would end before the requests that use it.
  expect(UNIT).toMatch(/^KillMode=mixed$/m);
  expect(UNIT).toMatch(/^OOMPolicy=continue$/m);
});
