import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arena, dataOf, forkScript, type Stoppable, startService } from './processes.js';

/** Everyone who looks places up: title, explanation, and for a peer its script. */
export const CONTESTANTS = {
  light: {
    title: 'place-lookup',
    what: 'the built service over HTTP, as it comes: plain requests where they give the whole answer',
    script: null,
  },
  rendered: { title: 'place-lookup, LIGHT_LANE=off', what: 'the same, every lookup rendered', script: null },
  'bare-playwright': {
    title: 'bare Playwright',
    what: 'one browser, a fresh context for every lookup, unneeded requests aborted by `page.route`',
    script: 'playwright',
  },
  crawlee: {
    title: 'Crawlee',
    what: '`PlaywrightCrawler`, kept alive, memory storage, `blockRequests`, no fingerprints; all pages share one profile, as it comes: a warm cache, cookies not kept apart',
    script: 'crawlee',
  },
  'puppeteer-cluster': {
    title: 'puppeteer-cluster',
    what: '`CONCURRENCY_CONTEXT`: one browser, a fresh context for every lookup, unneeded requests aborted by interception',
    script: 'puppeteer-cluster',
  },
  'browser-per-request': {
    title: 'browser per request',
    what: 'bare Playwright that launches and closes a browser for every lookup',
    script: 'playwright',
  },
} as const;
export type ContestantName = keyof typeof CONTESTANTS;
export const EVERYONE = Object.keys(CONTESTANTS) as readonly ContestantName[];
/** What the service is measured against. */
export const PEERS = EVERYONE.filter((name) => CONTESTANTS[name].script !== null);

/** A contestant that runs. Its process, with everything below it, is measured. */
export interface Contestant extends Stoppable {
  readonly name: ContestantName;
  readonly pid: number;
  /** The `http://…/api` base of the service; null for a peer. */
  readonly address: string | null;
  /** The fields of a place, as /details answers them. */
  lookup(placeId: string): Promise<object>;
}

export async function startContestant(name: ContestantName, arena: Arena): Promise<Contestant> {
  if (CONTESTANTS[name].script !== null) {
    const peer = await startPeer(name, arena);
    const lookup = (argument: string) => peer.ask<object>({ operation: 'lookup', argument });
    return { ...peer, name, address: null, lookup };
  }
  // Chromium of the rendered service is kept, so that its memory at rest is measured, too.
  const env =
    name === 'light' ? { BROWSER_IDLE_MINUTES: '1' } : { LIGHT_LANE: 'off', BROWSER_IDLE_MINUTES: '0' };
  const served = await startService(arena, env);
  return { name, ...served, lookup: (placeId) => askDetails(served.address, placeId) };
}

/** Starts a peer in a process of its own; if it keeps a browser, the browser runs. */
export function startPeer(name: ContestantName, { chromium, provider }: Arena) {
  const env = {
    ...process.env,
    CHROMIUM: chromium,
    HEADLESS_SHELL: String(/headless[-_]shell/.test(basename(chromium))),
    PROVIDER: provider,
    KEEPS_BROWSER: String(name !== 'browser-per-request'),
  };
  return forkScript(`peers/${CONTESTANTS[name].script}.mjs`, [], { execArgv: [], env });
}

/** The part of an answer of /details that peers answer as well. */
export async function askDetails(base: string, placeId: string): Promise<object> {
  const { place_id, details } = await dataOf(base, '/details?placeid=', placeId);
  return { place_id, details };
}

const PEERS_FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/** Installs the packages of test/bench/peers, without browsers, if they are not installed yet. */
export function installPeers(): void {
  const lock = readFileSync(join(PEERS_FOLDER, 'package-lock.json'));
  const stamp = join(PEERS_FOLDER, 'node_modules', '.installed-from');
  if (existsSync(stamp) && readFileSync(stamp).equals(lock)) return;
  console.error('bench: installing what the bench alone needs (npm ci --prefix test/bench/peers)');
  const skipped = { PUPPETEER_SKIP_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const args = ['ci', '--prefix', PEERS_FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...skipped },
  });
  if (status !== 0) throw new Error('npm ci failed in test/bench/peers; its messages stand above');
  writeFileSync(stamp, lock);
}

/** The installed versions of the packages that only the bench needs. */
export function installedVersions(): Readonly<Record<string, string>> {
  const packageOf = (...path: string[]) =>
    JSON.parse(readFileSync(join(PEERS_FOLDER, ...path, 'package.json'), 'utf8'));
  const installed = Object.keys(packageOf().dependencies).map((name) => packageOf('node_modules', name));
  return Object.fromEntries(installed.map(({ name, version }) => [name, version]));
}
