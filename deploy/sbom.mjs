// Prints the software bill of materials (CycloneDX, JSON) of what is shipped: the packages the service runs with, and
// those that are bundled into its web pages. `npm run --silent sbom > sbom.json`.
//
// `npm sbom --omit=dev` alone leaves out every package that a development tool needs too (npm 11.19: Playwright, undici
// and others), so npm is given a project that has no development packages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledPackages, json, runtimePackages } from './shipped-packages.mjs';

const { devDependencies, ...manifest } = json('package.json');
const { packages, ...lock } = json('package-lock.json');

const bundled = bundledPackages().map((path) => [path, packages[path]]);
const dependencies = {
  ...manifest.dependencies,
  ...Object.fromEntries(bundled.map(([path, { version }]) => [path.replace('node_modules/', ''), version])),
};
const shipped = {
  '': { ...packages[''], dependencies, devDependencies: {} },
  ...Object.fromEntries(runtimePackages().map((path) => [path, packages[path]])),
  // A bundle holds what it needs; the rest of its dependencies is not shipped.
  ...Object.fromEntries(
    bundled
      .filter(([, { dev }]) => dev)
      .map(([path, { dev, dependencies: _, peerDependencies: __, ...rest }]) => [path, rest]),
  ),
};

const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  // npm names the product after the folder.
  const project = join(folder, manifest.name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ ...lock, packages: shipped }));
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const result = spawnSync('npm', [...args, '--loglevel=notice'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.exitCode = result.status ?? 1;
  if (process.exitCode === 0) {
    // npm adds a random number and the time, both optional: the same packages give the same bytes.
    const { serialNumber: _, ...document } = JSON.parse(result.stdout);
    delete document.metadata.timestamp;
    console.log(JSON.stringify(document, null, 2));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
