import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findChromium } from '../../../src/core/browser/executable.js';
import { expect, test } from '../../support/test.js';

/** A machine in the test's own folder: `put` adds a file to it, `find` looks for a Chromium there. */
function newMachine() {
  const root = test.info().outputPath('machine');
  return {
    root,
    put: (path: string, content = '\x7fELF', mode = 0o755) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
      chmodSync(join(root, path), mode);
    },
    find: (search: Omit<NonNullable<Parameters<typeof findChromium>[0]>, 'root'> = {}) => {
      const found = findChromium({ playwrightChromium: join(root, 'none'), ...search, root });
      return found?.slice(root.length) ?? null;
    },
  };
}

const CACHE = '/home/ola/.cache/ms-playwright';
const SHELL = 'chrome-headless-shell-linux64/chrome-headless-shell';
const DEBIAN_SHELL = '/usr/lib/chromium/chromium-headless-shell';

test('returns null when there is no Chromium', () => {
  const machine = newMachine();
  expect(machine.find()).toBeNull();
});

test('CHROMIUM_PATH goes before everything', () => {
  const machine = newMachine();
  machine.put(DEBIAN_SHELL);
  machine.put('/opt/mine');
  expect(machine.find({ chromiumPath: '/opt/mine' })).toBe('/opt/mine');
});

test('a CHROMIUM_PATH that cannot be executed is an error, whatever else is there', () => {
  const machine = newMachine();
  machine.put(DEBIAN_SHELL);
  for (const [title, path, mode] of [
    ['absent', '/opt/other', 0o755],
    ['not executable', '/opt/mine', 0o644],
    ['a folder', '/opt', 0o755],
  ] as const) {
    machine.put('/opt/mine', 'x', mode);
    expect(() => machine.find({ chromiumPath: path }), title).toThrow(
      `CHROMIUM_PATH is "${path}", which is not an executable file.`,
    );
  }
});

test("Debian's wrapper gives way to the binary of the same name", () => {
  const machine = newMachine();
  machine.put('/usr/bin/chromium-headless-shell', `#!/bin/sh -e\n\n${DEBIAN_SHELL} "$@"\n`);
  machine.put('/usr/bin/chromium', '#!/bin/sh\nLIBDIR=/usr/lib/chromium\nexec $LIBDIR/chromium "$@"\n');
  machine.put(DEBIAN_SHELL);
  machine.put('/usr/lib/chromium/chromium');
  expect(machine.find({ chromiumPath: '/usr/bin/chromium-headless-shell' })).toBe(`${DEBIAN_SHELL}`);
  expect(machine.find({ chromiumPath: '/usr/bin/chromium' })).toBe('/usr/lib/chromium/chromium');
});

test('another script, or a wrapper without its binary, is used itself', () => {
  const machine = newMachine();
  machine.put('/opt/with-flags', '#!/bin/sh\nexec /usr/lib/chromium/chromium --my-flag "$@"\n');
  machine.put('/usr/lib/chromium/chromium');
  machine.put('/usr/bin/chromium-browser', '#!/bin/sh\nexec /usr/lib/chromium-browser/chromium-browser\n');
  expect(machine.find({ chromiumPath: '/opt/with-flags' })).toBe('/opt/with-flags');
  expect(machine.find({ chromiumPath: '/usr/bin/chromium-browser' })).toBe('/usr/bin/chromium-browser');
});

test("Playwright's headless-shell goes before its full browser and the system's", () => {
  const machine = newMachine();
  const full = 'chromium-1255/chrome-linux64/chrome';
  const playwrightChromium = join(machine.root, CACHE, full);
  machine.put(DEBIAN_SHELL);
  expect(machine.find({ playwrightChromium })).toBe(DEBIAN_SHELL);
  machine.put(`${CACHE}/${full}`);
  expect(machine.find({ playwrightChromium })).toBe(`${CACHE}/${full}`);
  machine.put(`${CACHE}/chromium_headless_shell-1255/${SHELL}`);
  expect(machine.find({ playwrightChromium })).toBe(`${CACHE}/chromium_headless_shell-1255/${SHELL}`);
});

test("the system's headless-shell, else its full browser, else the snap", () => {
  const machine = newMachine();
  machine.put('/snap/bin/chromium');
  expect(machine.find()).toBe('/snap/bin/chromium');
  machine.put('/opt/google/chrome/chrome');
  expect(machine.find()).toBe('/opt/google/chrome/chrome');
  machine.put('/usr/lib/chromium/chromium');
  expect(machine.find()).toBe('/usr/lib/chromium/chromium');
  machine.put(DEBIAN_SHELL);
  expect(machine.find()).toBe(`${DEBIAN_SHELL}`);
});
