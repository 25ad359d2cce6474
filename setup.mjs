// Brings a checkout to the state where it can be started: packages, build, Chromium, a font with emoji.
// Does only what is missing, and says each command before it runs it. `--no-browser` leaves Chromium out. `--no-install`
// installs nothing and calls neither sudo nor apt: it builds, and says what is missing. `--for-tests` also
// installs the programs that tests need; where one is missing, its tests are skipped.
// Prints on standard error only: standard output belongs to the command that follows.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROJECT = dirname(fileURLToPath(import.meta.url));
const BUILD_STAMP = join(PROJECT, 'dist', '.built-from');
const MINUTE = 60_000;

// Packages of Debian and Ubuntu: no others are ever installed with apt. Alternatives are tried in this order.
/** What tests need, and where it is when it is installed. */
const FOR_TESTS = {
  postgresql: '/usr/lib/postgresql',
  prometheus: '/usr/bin/promtool',
  'php-cli': '/usr/bin/php',
  'php-curl': '/var/lib/dpkg/info/php-curl.list',
  caddy: '/usr/bin/caddy',
};
/** As in the image. */
const EMOJI_FONT = [['fonts-noto-color-emoji']];
const CHROMIUM = [['chromium-headless-shell'], ['chromium']];
/** The ending "t64" came with Debian 13 and Ubuntu 24.04. */
const LIBRARIES = ['t64', ''].map((ending) => [
  ...['libasound2', 'libatk-bridge2.0-0', 'libatk1.0-0', 'libatspi2.0-0', 'libcups2', 'libglib2.0-0'].map(
    (name) => name + ending,
  ),
  ...['libcairo2', 'libdbus-1-3', 'libdrm2', 'libexpat1', 'libgbm1', 'libnspr4', 'libnss3', 'libpango-1.0-0'],
  ...['libudev1', 'libx11-6', 'libxcb1', 'libxcomposite1', 'libxdamage1', 'libxext6', 'libxfixes3'],
  ...['libxkbcommon0', 'libxrandr2', 'fonts-liberation'],
]);

const mayInstall = !process.argv.includes('--no-install');
const say = (text) => console.error(`setup: ${text}`);
const path = (...parts) => join(PROJECT, ...parts);

class SetupError extends Error {}

/** Says the command and runs it, its output shown on standard error. True when it ended with exit code 0 in time. */
function run(command, args, { minutes, env = {} }) {
  say(`running: ${[command, ...args].join(' ')}`);
  const result = spawnSync(command, args, {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', process.stderr.fd, 'inherit'],
    timeout: minutes * MINUTE,
  });
  if (result.error) say(`${command}: ${result.error.message}`);
  return result.status === 0;
}

/** Runs npm. Its own messages are shown too: `npm run --silent` hands its silence on to every npm below it. */
function npm(args, limits) {
  return run('npm', [...args, '--loglevel=notice'], limits);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(
    `Node.js 20.19 or newer is needed, this is ${process.version}. Install a newer one from https://nodejs.org.`,
  );
}

/** Compares the lock file with npm's own record of what it installed, written when it has finished. */
function packagesMatchLock() {
  const record = path('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(path('package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([name, { optional, version, integrity }]) =>
      name === '' ||
      (optional && !installed[name]) ||
      (installed[name]?.version === version && installed[name]?.integrity === integrity),
  );
}

function installPackages() {
  if (packagesMatchLock()) return;
  if (!mayInstall) {
    throw new SetupError(
      'The packages of package-lock.json are not installed, or not in these versions.' +
        '\n  Run "npm run setup": it installs them.',
    );
  }
  say('installing the packages of package-lock.json');
  // No package needs its install script: esbuild's program comes in a package of its own for each system.
  if (!npm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], { minutes: 10 })) {
    throw new SetupError('npm ci failed. Its messages stand above; is the npm registry reachable?');
  }
}

function sourceHash() {
  const sources = readdirSync(path('src'), { recursive: true })
    .filter((name) => /\.(tsx?|json|mjs|js|css|html|svg|bash|zsh|fish|powershell)$/.test(name))
    .sort()
    .map((name) => join('src', name));
  const hash = createHash('sha256');
  for (const file of ['tsconfig.json', 'package.json', 'package-lock.json', ...sources]) {
    hash.update(`${file}\n`).update(readFileSync(path(file)));
  }
  return hash.digest('hex');
}

function build() {
  const source = sourceHash();
  if (existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === source) return;
  say('building dist/');
  if (!npm(['run', 'build'], { minutes: 5 })) {
    throw new SetupError('The build failed; the compiler says above where.');
  }
  writeFileSync(BUILD_STAMP, source);
}

/** How to run a program as root without being asked for a password; null when that cannot be done. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

/** Downloads Playwright's Chromium. Nothing of it runs as root: its libraries come from apt. */
function downloadChromium() {
  say("no Chromium found; trying Playwright's");
  const playwright = path('node_modules', 'playwright', 'cli.js');
  const args = [playwright, 'install', '--only-shell', 'chromium'];
  return run(process.execPath, args, { minutes: 5, env: { XDG_CACHE_HOME: '' } });
}

/** Installs the packages of the first list that apt can install. */
function installWithApt(root, lists) {
  if (root === null || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return false;
  const apt = (...args) => {
    // Run level 1: what is installed is not started as a service.
    const settings = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
    const [command, ...rest] = [...root, 'env', ...settings, 'apt-get', ...args];
    return run(command, rest, { minutes: 10 });
  };
  apt('update', '-q');
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  return lists.some((names) => apt('install', ...options, '--', ...names));
}

/** The path of the Chromium to launch, installed if it was missing. */
async function provideChromium() {
  const { findChromium } = await import(pathToFileURL(path('dist', 'core', 'browser', 'executable.js')).href);
  const find = () => findChromium({ chromiumPath: process.env.CHROMIUM_PATH });
  const present = find();
  if (present) return present;
  if (!mayInstall) {
    throw new SetupError(
      'No Chromium was found.' +
        '\n  Run "npm run setup": it installs one (with apt or sudo where that is needed).' +
        '\n  Or set CHROMIUM_PATH to the Chromium binary you have.',
    );
  }
  const root = asRoot();
  const starts = (chromium) => run(chromium, ['--version'], { minutes: 1 });
  // The download comes first: it fails within seconds where there is no internet, apt takes minutes.
  const downloaded = downloadChromium() ? find() : null;
  if (downloaded && !starts(downloaded)) {
    say('it does not start; installing the libraries it needs');
    installWithApt(root, LIBRARIES);
  }
  const found = downloaded || (installWithApt(root, CHROMIUM) && find());
  if (!found) {
    throw new SetupError(
      'No Chromium was found and none could be installed' +
        (root === null ? ' (installing one needs root or sudo without a password).' : '.') +
        '\n  Install one yourself, for example: sudo apt-get install chromium-headless-shell' +
        '\n  or set CHROMIUM_PATH to the Chromium binary you have, and run this again.',
    );
  }
  if (!starts(found)) {
    throw new SetupError(
      `Chromium is at ${found} but does not start; the reason stands above.` +
        '\n  Missing libraries: sudo npx playwright install-deps chromium',
    );
  }
  return found;
}

/** True if Chromium finds a font with emoji. */
function hasEmojiFont() {
  const listed = spawnSync('fc-list', [':lang=und-zsye', 'family'], { encoding: 'utf8' });
  if (listed.error === undefined && listed.status === 0) return listed.stdout.trim() !== '';
  const home = process.env.HOME ?? '/';
  const folders = [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(home, '.fonts'),
    join(home, '.local/share/fonts'),
  ];
  return folders
    .filter((folder) => existsSync(folder))
    .some((folder) =>
      readdirSync(folder, { recursive: true }).some((name) => /emoji.*\.(?:ttf|otf)$/i.test(name)),
    );
}

/** Without it, pictures of pages show boxes in place of emoji, and reports write emoji as numbers. No error. */
function provideEmojiFont() {
  if (process.platform !== 'linux' || hasEmojiFont()) return;
  if (mayInstall && installWithApt(asRoot(), EMOJI_FONT) && hasEmojiFont()) return;
  say('no colour emoji font: reports write emoji as numbers (sudo apt-get install fonts-noto-color-emoji)');
}

/** Only tests need these programs, so that their absence is no error. Tests start them themselves, on loopback. */
function provideForTests() {
  for (const [name, path] of Object.entries(FOR_TESTS)) {
    if (existsSync(path) || (mayInstall && installWithApt(asRoot(), [[name]]) && existsSync(path))) continue;
    say(`no ${path}: the tests that need it are skipped (sudo apt-get install ${name})`);
  }
}

/**
 * Only one set-up of a checkout works at a time. The lock is a link that names its owner's process. It is in the
 * checkout: in a shared temporary folder anybody could place it beforehand.
 */
async function holdLock() {
  const lock = path('.setup-lock');
  const giveUpAt = Date.now() + 20 * MINUTE;
  for (let owner = takeLock(lock), told = null; owner !== null; owner = takeLock(lock)) {
    if (owner === 'nobody') return;
    if (Date.now() > giveUpAt) {
      throw new SetupError(`Process ${owner} still holds ${lock}. Delete it and run this again.`);
    }
    if (told !== owner) say(`waiting for the set-up of process ${owner}`);
    told = owner;
    await sleep(100);
  }
  process.on('exit', () => rmSync(lock, { force: true }));
}

/**
 * Null when the lock is taken, else the process that holds it, or "nobody" where this user may write nothing and so
 * needs no lock. Removes the lock of a process that died.
 */
function takeLock(lock) {
  try {
    symlinkSync(String(process.pid), lock);
    return null;
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') return 'nobody';
    if (error.code !== 'EEXIST') throw error;
  }
  let owner = null;
  try {
    owner = Number(readlinkSync(lock));
    process.kill(owner, 0);
  } catch (error) {
    if (error.code === 'ESRCH') rmSync(lock, { force: true });
  }
  return owner ?? 'unknown';
}

try {
  checkNode();
  await holdLock();
  installPackages();
  build();
  if (process.argv.includes('--for-tests')) provideForTests();
  if (process.argv.includes('--no-browser')) {
    say('ready (without a browser)');
  } else {
    const chromium = await provideChromium();
    provideEmojiFont();
    say(`ready (Chromium: ${chromium})`);
  }
} catch (error) {
  if (!(error instanceof SetupError) && !/CHROMIUM_PATH/.test(error.message)) throw error;
  console.error(`setup: ${error.message}`);
  process.exitCode = 1;
}
