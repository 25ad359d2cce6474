import { Buffer } from 'node:buffer';
import { accessSync, closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { SettingsError } from '../errors.js';

/** Where to look for a Chromium. The user sets only `chromiumPath`; the rest describes the machine. */
export interface ChromiumSearch {
  /** CHROMIUM_PATH. If it is set, no other Chromium is used. */
  readonly chromiumPath?: string | undefined;
  /** PLAYWRIGHT_BROWSERS_PATH; Playwright's default cache when absent. */
  readonly playwrightBrowsersPath?: string | undefined;
  /** Prefix of every absolute path, so that a test can build a machine in a folder. Default `/`. */
  readonly root?: string;
  readonly home?: string;
}

const SHEBANG = '#!';

const PLAYWRIGHT_CACHES = ['.cache/ms-playwright', 'Library/Caches/ms-playwright'];

/** Sources: table EXECUTABLE_PATHS of playwright-core, and the names before Chrome for Testing. */
const IN_PLAYWRIGHT_SHELL = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-headless-shell-linux-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-mac/headless_shell',
];
const CHROME_FOR_TESTING = 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing';
const IN_PLAYWRIGHT_CHROMIUM = [
  'chrome-linux64/chrome',
  'chrome-linux-arm64/chrome',
  `chrome-mac-x64/${CHROME_FOR_TESTING}`,
  `chrome-mac-arm64/${CHROME_FOR_TESTING}`,
  'chrome-linux/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
];

/** In order of preference. snapd confines the last program, which sees neither /tmp nor hidden folders. */
const SYSTEM = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium-browser/headless_shell',
  '/usr/lib64/chromium-browser/headless_shell',
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
];

/**
 * Finds the Chromium to launch: the user's own (`chromiumPath`), else Playwright's newest, else the system's. The
 * headless-shell goes before the full browser: it launches three times faster and takes half the memory (measured,
 * issue 2). Only reads the file system. Null = no Chromium was found.
 * @throws SettingsError when `chromiumPath` is given and is not an executable file
 */
export function findChromium(search: ChromiumSearch = {}): string | null {
  if (search.chromiumPath) return chosenByUser(search.chromiumPath, search.root ?? '/');
  return ofPlaywright(search) ?? ofSystem(search.root ?? '/');
}

function chosenByUser(given: string, root: string): string {
  const path = isAbsolute(given) ? join(root, given) : resolve(given);
  if (!isExecutableFile(path)) {
    throw new SettingsError(
      ['CHROMIUM_PATH'],
      `CHROMIUM_PATH is "${given}", which is not an executable file. Correct it or unset it.`,
    );
  }
  return binaryBehindWrapper(path, root);
}

/**
 * Debian's /usr/bin/chromium* are shell scripts that do not `exec`: killing their pid leaves Chromium alive. Returns
 * the program of the same name in the folder from which the script starts it.
 */
function binaryBehindWrapper(path: string, root: string): string {
  const script = beginningOf(path);
  if (!script.startsWith(SHEBANG)) return path;
  const folder = /\/usr\/lib\/chromium(?:-browser)?(?![\w-])/.exec(script)?.[0];
  if (folder === undefined) return path;
  const binary = join(root, folder, basename(path));
  return isExecutableFile(binary) && !isScript(binary) ? binary : path;
}

/** True for a script, which starts a program at another path. */
export function isScript(path: string): boolean {
  return beginningOf(path).startsWith(SHEBANG);
}

function ofPlaywright({ playwrightBrowsersPath, root = '/', home = homedir() }: ChromiumSearch) {
  const caches = playwrightBrowsersPath
    ? [resolve(playwrightBrowsersPath)]
    : PLAYWRIGHT_CACHES.map((cache) => join(root, home, cache));
  return (
    newestIn(caches, /^chromium_headless_shell-(\d+)$/, IN_PLAYWRIGHT_SHELL) ??
    newestIn(caches, /^chromium-(\d+)$/, IN_PLAYWRIGHT_CHROMIUM)
  );
}

function newestIn(caches: readonly string[], name: RegExp, inside: readonly string[]): string | null {
  const folders = caches
    .flatMap((cache) => entriesOf(cache).map((entry) => ({ cache, entry, match: name.exec(entry) })))
    .filter(({ match }) => match !== null)
    .sort((a, b) => Number(b.match?.[1]) - Number(a.match?.[1]))
    .map(({ cache, entry }) => join(cache, entry))
    // Playwright marks a finished download with this file.
    .filter((folder) => entriesOf(folder).includes('INSTALLATION_COMPLETE'));
  return folders.flatMap((folder) => inside.map((file) => join(folder, file))).find(isExecutableFile) ?? null;
}

function ofSystem(root: string): string | null {
  return SYSTEM.map((file) => join(root, file)).find(isExecutableFile) ?? null;
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The first 16 KiB: enough for a wrapper script, little of a 200 MB binary. Empty when unreadable. */
function beginningOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(16_384);
      return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
