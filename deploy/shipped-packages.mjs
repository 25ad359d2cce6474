import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Reads a JSON file of the project. */
export function json(...parts) {
  return JSON.parse(readFileSync(join(PROJECT, ...parts), 'utf8'));
}

/** Folders of the packages `npm ci --omit=dev` installs; those made for other systems are left out. */
export function runtimePackages() {
  return Object.entries(json('package-lock.json').packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => existsSync(join(PROJECT, path)));
}

/** Folders of the packages whose code is in dist/console and dist/docs. Needs a built dist/. */
export function bundledPackages() {
  return [...json('dist', 'console-packages.json'), 'swagger-ui-dist'].map((name) => `node_modules/${name}`);
}
