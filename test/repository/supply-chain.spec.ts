import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../support/test.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const locked: Record<string, { dev?: true; version: string }> = JSON.parse(
  read('package-lock.json'),
).packages;

/** Standard output of a program that runs in the project. */
async function output(file: string, args: readonly string[]): Promise<string> {
  const options = { cwd: PROJECT, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)(file, args, options)).stdout;
}

/** Folders of the packages the service runs with, as far as they are installed on this system. */
const runtime = Object.entries(locked)
  .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(PROJECT, path)))
  .map(([path]) => path);

/** Packages for development whose code is bundled into the web pages. */
const IN_PAGES = ['preact', '@preact/signals', '@preact/signals-core', 'swagger-ui-dist'].map(
  (name) => `node_modules/${name}`,
);

test('licenses.txt names every package of the service and holds its licence', async () => {
  const licenses = await output(process.execPath, ['deploy/licenses.mjs']);
  expect(runtime.length).toBeGreaterThan(100);
  for (const path of [...runtime, ...IN_PAGES]) {
    const { name, version } = JSON.parse(read(join(path, 'package.json')));
    expect(licenses).toContain(`${name} ${version} (`);
    for (const file of readdirSync(join(PROJECT, path)).filter((entry) =>
      /^(licen[cs]e|notice)/i.test(entry),
    )) {
      expect(licenses, `${path}/${file}`).toContain(read(join(path, file)).trim());
    }
  }
  // Bundled by Playwright and by Swagger UI in files of their own.
  expect(licenses).toContain(read('node_modules/playwright-core/lib/utilsBundle.js.LICENSE').trim());
  expect(licenses).toContain(read('dist/docs/swagger-ui-bundle.js.LICENSE.txt').trim());
});

test('the SBOM is CycloneDX and lists what is shipped, whole, and no tool that only builds or tests', async () => {
  const sbom = JSON.parse(await output(process.execPath, ['deploy/sbom.mjs']));
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: manifest.name, version: manifest.version, type: 'application' } },
  });
  // Two runs give the same bytes.
  expect(sbom).not.toHaveProperty('serialNumber');
  expect(sbom.metadata).not.toHaveProperty('timestamp');
  const listed = sbom.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl));
  const expected = [...runtime, ...IN_PAGES].map((path) => {
    const { name, version } = JSON.parse(read(join(path, 'package.json')));
    return `pkg:npm/${name}@${version}`;
  });
  expect(listed.toSorted()).toEqual([...new Set(expected)].toSorted());
});

test('no package that is installed reports home', () => {
  expect(manifest.scarfSettings).toEqual({ enabled: false });
  for (const [file, times] of [
    ['Dockerfile', 2],
    ['setup.mjs', 1],
  ] as const) {
    expect(read(file).match(/--ignore-scripts/g), file).toHaveLength(times);
  }
});

test('the container that is published on loopback answers to no other host name', () => {
  expect(read('deploy/compose.yaml')).toMatch(/^ +- 127\.0\.0\.1:3000:3000$/m);
  expect(read('deploy/compose.yaml')).toContain(' --set ALLOWED_HOSTS=localhost ');
  const byHand = /docker run -d(?:[^`]|\\\n)+/.exec(read('docs/deployment.md'))?.[0];
  expect(byHand).toContain('-p 127.0.0.1:3000:3000 ');
  expect(byHand).toContain('-e ALLOWED_HOSTS=localhost');
});

test('the documentation pins the image that is taken from a registry', () => {
  const image = /^ARG BASE=(\S+)$/m.exec(read('Dockerfile'))?.[1];
  // A digest that stands behind the tag is the pin itself.
  expect(read('docs/deployment.md')).toContain(` ${image?.replace(/@sha256:.*$/, '')}\n`);
});

test('the container of compose.yaml runs Chromium only in its sandbox', () => {
  expect(read('deploy/compose.yaml')).toMatch(
    /^ {4}environment:\n(?: {6}.*\n)*? {6}CHROMIUM_SANDBOX: "on"$/m,
  );
});
