import { Buffer } from 'node:buffer';
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { SettingsError } from '../errors.js';

/** Where to look for a Chromium. The user sets only `chromiumPath`; the rest describes the machine. */
interface ChromiumSearch {
  /** CHROMIUM_PATH. If it is set, no other Chromium is used. */
  readonly chromiumPath?: string | undefined;
  /** Where Playwright keeps its full Chromium. By default Playwright says it. */
  readonly playwrightChromium?: string;
  /** Prefix of the absolute paths, so that a test can build a machine in a folder. Default `/`. */
  readonly root?: string;
}

const SHEBANG = '#!';

/** In order of preference. snapd confines the last program, which sees neither /tmp nor hidden folders. */
const SYSTEM = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
];

/**
 * Finds the Chromium to launch: the user's own (`chromiumPath`), else Playwright's, else the system's. The
 * headless-shell goes before the full browser: it launches three times faster and takes half the memory (measured,
 * issue 2). Only reads the file system. Null = no Chromium was found.
 * @throws SettingsError when `chromiumPath` is given and is not an executable file
 */
export function findChromium(search: ChromiumSearch = {}): string | null {
  const { chromiumPath, root = '/' } = search;
  if (chromiumPath) return chosenByUser(chromiumPath, root);
  return ofPlaywright(search) ?? SYSTEM.map((file) => join(root, file)).find(isExecutableFile) ?? null;
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

/** Playwright names its full Chromium; its headless-shell of the same revision is in a folder beside it. */
function ofPlaywright({ playwrightChromium = pathByPlaywright() }: ChromiumSearch): string | null {
  const shell = playwrightChromium.replace(
    /chromium-(\d+)([/\\])chrome-([\w-]+)[/\\].*$/,
    'chromium_headless_shell-$1$2chrome-headless-shell-$3$2chrome-headless-shell',
  );
  return [shell, playwrightChromium].find(isExecutableFile) ?? null;
}

/** Loads Playwright only where no Chromium is chosen: loading it takes a while. */
function pathByPlaywright(): string {
  const playwright = createRequire(import.meta.url)('playwright') as typeof import('playwright');
  return playwright.chromium.executablePath();
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
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
