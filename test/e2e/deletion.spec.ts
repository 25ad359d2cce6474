import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test } from '../support/service.js';
import { startServiceProcess } from '../support/service-process.js';

// A capability is a folder that can be deleted, with its lines in three lists: the rest compiles, the console is built,
// and the service answers the endpoints of the core.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const CAPABILITIES = join(PROJECT, 'src', 'capabilities');
const LISTS = ['src/installed.ts', 'src/console/installed.ts', 'src/cli/installed.ts'];
const NAMES = readdirSync(CAPABILITIES);
const BUILD = [
  ['node_modules/typescript-native/bin/tsc', '-p', 'src'],
  ['src/console/build.mjs'],
  ['src/core/api/docs-page/build.mjs'],
];

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const REVIEW =
  'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sCi9DQUlRQUNvZENodHljRjlvT2xVU1FXdE5WRlZWTTFKd1NWRjBOREo2ZFRneVpESRAB!2m1!1s0x0:0x3f5c81d2ab904e16';
const ENDPOINTS = [
  '/api/info',
  `/api/search?query=${PLACE}`,
  `/api/details?placeid=${PLACE}`,
  `/api/all?url=${PLACE}`,
  `/api/place-reviews?placeid=${PLACE}&max_pages=1`,
  `/api/review-visibility?url=${encodeURIComponent(REVIEW)}`,
  `/api/review-details?url=${encodeURIComponent(REVIEW)}`,
  '/api/capabilities',
  '/api/openapi.json',
  '/healthz',
  '/readyz',
];

/** The capabilities that cannot be without these, and these. */
function withNeeding(names: readonly string[]): readonly string[] {
  const needing = NAMES.filter((name) => {
    const needs = /needs: \{([^}]*)\}/.exec(declarationOf(name))?.[1] ?? '';
    return names.some((needed) => new RegExp(`\\b${needed}\\b`).test(needs));
  });
  const all = new Set([...names, ...needing]);
  return all.size === names.length ? names : withNeeding([...all]);
}

function declarationOf(name: string): string {
  try {
    return readFileSync(join(CAPABILITIES, name, `${name}.ts`), 'utf8');
  } catch {
    // Only commands.
    return '';
  }
}

/** A copy of the project without these capabilities. */
function copyWithout(names: readonly string[], folder: string): void {
  const gone = names.map((name) => join(CAPABILITIES, name));
  const isGone = (path: string) => gone.some((one) => path === one || path.startsWith(`${one}${sep}`));
  cpSync(join(PROJECT, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !isGone(path) });
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(PROJECT, name), join(folder, name));
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const deleted = new RegExp(`/capabilities/(?:${names.join('|')})/`);
  for (const list of LISTS) {
    const lines = readFileSync(join(folder, list), 'utf8').split('\n');
    const imported = lines
      .filter((line) => deleted.test(line))
      .flatMap((line) => /\{ (\w+) \}/.exec(line)?.[1] ?? []);
    const kept = lines.filter(
      (line) => !deleted.test(line) && !imported.includes(/^ {2}(\w+),$/.exec(line)?.[1] ?? ''),
    );
    writeFileSync(join(folder, list), kept.join('\n'));
  }
}

function build(folder: string): void {
  for (const args of BUILD) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  }
}

const EACH = NAMES.map((name) => withNeeding([name]));
const SETS = process.env.LONG_RUN === '1' ? [NAMES, ...EACH] : [NAMES];

for (const names of SETS) {
  test(`without ${names.length === NAMES.length ? 'any capability' : names.join(', ')}, the rest is built and answers`, async ({
    standIn,
  }, info) => {
    const folder = info.outputPath('project');
    copyWithout(names, folder);
    build(folder);
    const help = spawnSync(process.execPath, [join(folder, 'dist/cli/main.js'), '--help'], {
      encoding: 'utf8',
    });
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('  reviews [')]);
    const program = join(folder, 'dist/main.js');
    await using service = await startServiceProcess(standIn, {}, [], undefined, program);
    const convert = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const body = JSON.stringify({ place_id: PLACE });
    expect((await fetch(new URL('/api/convert', service.url), { ...convert, body })).status).toBe(200);
    for (const path of ENDPOINTS) expect((await fetch(new URL(path, service.url))).status, path).toBe(200);
    if (names === NAMES) expect((await fetch(new URL('/api/jobs', service.url))).status).toBe(404);
    expect((await fetch(service.url)).status).toBe(200);
  });
}
