import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the peers live, with packages of their own. */
export const PEERS_FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/** Installs the peers' packages where they are not there yet, browsers left out. Throws when that fails. */
export function installPeers(): void {
  if (isInstalled()) return;
  console.error('bench: installing what the service is measured against (npm ci --prefix test/bench/peers)');
  const skipped = { PUPPETEER_SKIP_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const { status } = spawnSync(
    'npm',
    ['ci', '--prefix', PEERS_FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...skipped } },
  );
  if (status !== 0)
    throw new Error(
      'npm ci failed in test/bench/peers; is the npm registry reachable? Its messages stand above',
    );
}

/** The versions of what is measured, as installed. */
export function peerVersions(): Readonly<Record<string, string>> {
  const { dependencies } = readJson('package.json');
  return Object.fromEntries(
    Object.keys(dependencies).map((name) => {
      const installed = readJson(join('node_modules', name, 'package.json'));
      return [installed.name, installed.version];
    }),
  );
}

/** Compares the lock file with npm's own record of what it installed, written when it has finished. */
function isInstalled(): boolean {
  const record = join('node_modules', '.package-lock.json');
  if (!existsSync(join(PEERS_FOLDER, record))) return false;
  const installed = readJson(record).packages;
  return Object.entries<Locked>(readJson('package-lock.json').packages).every(
    ([name, { optional, version }]) =>
      name === '' || (optional === true && !(name in installed)) || installed[name]?.version === version,
  );
}

interface Locked {
  readonly version?: string;
  readonly optional?: boolean;
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(PEERS_FOLDER, path), 'utf8'));
}
