import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arena, dataOf, forkScript, type Stoppable, startService } from './processes.js';

/** Everyone who looks places up. */
export const CONTESTANTS = {
  light: {
    title: 'place-lookup',
    what: 'the built service over HTTP, as it comes: plain requests where they give the whole answer',
  },
  rendered: { title: 'place-lookup, LIGHT_LANE=off', what: 'the same, every lookup rendered' },
  'bare-playwright': {
    title: 'bare Playwright',
    what: 'one browser, a fresh context for every lookup, unneeded requests aborted by `page.route`',
  },
  crawlee: {
    title: 'Crawlee',
    what: '`PlaywrightCrawler`, kept alive, memory storage, `blockRequests`, no fingerprints; all pages share one profile, as it comes: a warm cache, cookies not kept apart',
  },
  'puppeteer-cluster': {
    title: 'puppeteer-cluster',
    what: '`CONCURRENCY_CONTEXT`: one browser, a fresh context for every lookup, unneeded requests aborted by interception',
  },
  'browser-per-request': {
    title: 'browser per request',
    what: 'bare Playwright that launches and closes a browser for every lookup',
  },
} as const;
export type ContestantName = keyof typeof CONTESTANTS;

/** What the service is measured against. */
export const PEERS = ['bare-playwright', 'crawlee', 'puppeteer-cluster', 'browser-per-request'] as const;
export const EVERYONE = ['light', 'rendered', ...PEERS] as const;

/** A contestant that runs; its process with everything below it is what is measured. */
export interface Contestant extends Stoppable {
  readonly name: ContestantName;
  readonly pid: number;
  /** Of ours: the `http://…/api` base. */
  readonly address: string | null;
  /** The fields of a place, as /details answers them. */
  lookup(placeId: string): Promise<object>;
}

export async function startContestant(name: ContestantName, arena: Arena): Promise<Contestant> {
  if (name !== 'light' && name !== 'rendered') return startPeer(name, arena);
  // Chromium of the rendered service is kept, so that its memory at rest is measured, too.
  const env =
    name === 'light' ? { BROWSER_IDLE_MINUTES: '1' } : { LIGHT_LANE: 'off', BROWSER_IDLE_MINUTES: '0' };
  const served = await startService(arena, env);
  return { name, ...served, lookup: (placeId) => askDetails(served.address, placeId) };
}

/** What peers answer, out of an answer of /details. */
export async function askDetails(base: string, placeId: string): Promise<object> {
  const { place_id, details } = await dataOf(base, '/details?placeid=', placeId);
  return { place_id, details };
}

type Reply = { readonly id: number } & ({ readonly fields: object } | { readonly error: string });

interface Settle {
  readonly resolve: (fields: object) => void;
  readonly reject: (error: Error) => void;
}

/** Pages a peer must be able to hold at once: the highest concurrency of the bench. */
const MOST_AT_ONCE = 8;

/** A peer in a process of its own. It takes lookups when this resolves, its browser running if it keeps one. */
async function startPeer(name: (typeof PEERS)[number], { chromium, provider }: Arena): Promise<Contestant> {
  const env = {
    ...process.env,
    CHROMIUM: chromium,
    HEADLESS_SHELL: String(/headless[-_]shell/.test(basename(chromium))),
    PROVIDER: provider,
    MOST_AT_ONCE: String(MOST_AT_ONCE),
    KEEPS_BROWSER: String(name !== 'browser-per-request'),
  };
  const isPlaywright = name === 'bare-playwright' || name === 'browser-per-request';
  const script = new URL(`peers/${isPlaywright ? 'playwright' : name}.mjs`, import.meta.url);
  const { child, pid, stop } = await forkScript(script, [], { execArgv: [], env });
  const waiting = new Map<number, Settle>();
  let asked = 0;
  child.on('message', (reply: Reply) => {
    const one = waiting.get(reply.id);
    if ('fields' in reply) one?.resolve(reply.fields);
    else one?.reject(new Error(`${name}: ${reply.error}`));
    waiting.delete(reply.id);
  });
  child.once('exit', () => {
    for (const one of waiting.values()) one.reject(new Error(`${name} ended`));
  });
  const lookup = (placeId: string) =>
    new Promise<object>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      child.send({ id: asked, placeId });
    });
  return { name, pid, stop, address: null, lookup };
}

const PEERS_FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/** Installs the packages of test/bench/peers where they are not there yet, browsers left out. Throws when that fails. */
export function installPeers(): void {
  const lock = readFileSync(join(PEERS_FOLDER, 'package-lock.json'));
  const stamp = join(PEERS_FOLDER, 'node_modules', '.installed-from');
  if (existsSync(stamp) && readFileSync(stamp).equals(lock)) return;
  console.error('bench: installing what the bench alone needs (npm ci --prefix test/bench/peers)');
  const skipped = { PUPPETEER_SKIP_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['ci', '--prefix', PEERS_FOLDER, ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...skipped },
  });
  if (status !== 0)
    throw new Error(
      'npm ci failed in test/bench/peers; is the npm registry reachable? Its messages stand above',
    );
  writeFileSync(stamp, lock);
}

/** The versions of what the bench alone needs, as installed. */
export function installedVersions(): Readonly<Record<string, string>> {
  const packageOf = (...path: string[]) =>
    JSON.parse(readFileSync(join(PEERS_FOLDER, ...path, 'package.json'), 'utf8'));
  return Object.fromEntries(
    Object.keys(packageOf().dependencies).map((name) => {
      const installed = packageOf('node_modules', name);
      return [installed.name, installed.version];
    }),
  );
}
