import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { builtFile, tunedMain } from '../support/built.js';
import { makeDataFolder } from '../support/data-folder.js';
import { freePort } from '../support/free-port.js';

/** The arguments of `npm run bench`. */
export const { values: OPTIONS } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stopping.abort(new Error(`ended by ${name}`)));
/** Aborted by SIGINT and SIGTERM: the section ends with an error, which stops every process that it started. */
export const { signal: STOPPED } = stopping;

/** A request to a server. */
export interface Ask {
  /** Below the `http://…/api` base. */
  readonly path: string;
  /** Sent as JSON by POST; without it, the request is a GET. */
  readonly body?: unknown;
  readonly accept?: string;
  readonly key?: string;
}

/** Asks a server. Throws on any status but 200 and 202. */
export async function ask(
  { address }: Pick<Served, 'address'>,
  { path, body, accept, key }: Ask,
  signal = STOPPED,
): Promise<Response> {
  const headers = {
    ...(accept && { accept }),
    ...(key && { 'x-api-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(address + path, { ...sent, headers, signal });
  if (response.status !== 200 && response.status !== 202)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** The `data` of an answer; `value` is the last part of the path. */
export async function dataOf(server: Pick<Served, 'address'>, path: string, value = '') {
  const answer = await ask(server, { path: path + encodeURIComponent(value) });
  return JSON.parse(await answer.text()).data;
}

/** The details of a place, which every contestant answers. */
export async function lookUp(server: Pick<Served, 'address'>, placeId: string): Promise<object> {
  return (await dataOf(server, '/details?placeid=', placeId)).details;
}

/** A server in a process of its own: the built service, bare Playwright, the stand-in. */
export interface Served {
  /** Its `http://…/api` base. */
  readonly address: string;
  /** This process, with everything below it, is measured. */
  readonly pid: number;
}

/** Where contestants are started. */
export interface Arena {
  /** Path of the program. */
  readonly chromium: string;
  /** Where the stand-in is the provider, `127.0.0.1:<port>`. */
  readonly provider: string;
}

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;
const ASK_AGAIN_MS = 5;

/** What ends everything that was started, the last at the end. */
const endings: (() => unknown)[] = [];

/** Registers what the current `endingAll` has to do at its end. */
function atEnd(ending: () => unknown): void {
  endings.push(ending);
}

/** Ends everything that `work` has started, even when it fails. */
export async function endingAll<T>(work: () => Promise<T>): Promise<T> {
  const before = endings.length;
  try {
    return await work();
  } finally {
    await Promise.all(endings.splice(before).map((end) => end()));
  }
}

/** Forks a script that tells its port. */
function startScript(name: string, args: readonly string[] = [], options: ForkOptions = {}): Promise<Served> {
  const child = fork(new URL(name, import.meta.url), args, options);
  const port = once(child, 'message').then(([told]) => Number(told));
  return served(child, name, port);
}

/** Starts the stand-in and returns its `127.0.0.1:<port>`. Without delays, it answers at once. */
export async function startStandIn(delays: object = {}): Promise<string> {
  const { address } = await startScript('stand-in.ts', [JSON.stringify(delays)]);
  return new URL(address).host;
}

/** Everyone who looks places up. */
export const CONTESTANTS = {
  fastPath: {
    title: 'place-lookup',
    what: 'the built service over HTTP: plain requests where they give the whole answer',
  },
  rendered: { title: 'place-lookup, rendered pages', what: 'the same, every lookup rendered' },
  bare: {
    title: 'bare Playwright',
    what: 'one browser, a fresh context for every lookup, unneeded requests aborted',
  },
} as const;
export type ContestantName = keyof typeof CONTESTANTS;
export const EVERYONE = Object.keys(CONTESTANTS) as readonly ContestantName[];

/** Starts a contestant; the browser of bare Playwright runs. */
export function startContestant(name: ContestantName, arena: Arena): Promise<Served> {
  if (name === 'fastPath') return startService(arena, { BROWSER_IDLE_MINUTES: '1' });
  // Its Chromium is kept, so that its memory at rest is measured, too.
  if (name === 'rendered') return startRendered(arena, { BROWSER_IDLE_MINUTES: '0' });
  const env = { ...process.env, CHROMIUM: arena.chromium, PROVIDER: arena.provider };
  return startScript('peers/playwright.mjs', [], { execArgv: [], env });
}

/**
 * Starts the built service, or `program`, without limits, pauses and caches. Resolves with its first
 * answer, to `first`. The log is written to /dev/null: writing it is part of the measured work.
 */
export async function startService(
  { provider, chromium }: Arena,
  env: Readonly<Record<string, string>> = {},
  first: Ask = { path: '/info' },
  program = builtFile('main.js'),
): Promise<Served> {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      CHROMIUM_PATH: chromium,
      EGRESS_OVERRIDE: provider,
      // Bare Playwright runs without the sandbox.
      CHROMIUM_SANDBOX: 'off',
      IDENTIFIER_CACHE_SECONDS: '0',
      DETAILS_CACHE_SECONDS: '0',
      REVIEWS_PAGE_DELAY_MS: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      PROVIDER_LOADS_PER_MINUTE: '0',
      DATA_DIR: makeDataFolder(),
      ...env,
    },
  });
  return served(child, 'the service', untilAnswered(port, first));
}

/** As `startService`, but the service renders every page. */
export function startRendered(arena: Arena, env: Readonly<Record<string, string>> = {}, first?: Ask) {
  const tuning = { TUNING: JSON.stringify({ usesFastPath: false }) };
  return startService(arena, { ...env, ...tuning }, first, tunedMain());
}

/** Waits until a child listens on the port. The child is ended by `endingAll`. */
async function served(child: ChildProcess, name: string, listening: Promise<number>): Promise<Served> {
  const exit = once(child, 'exit');
  atEnd(async () => {
    if (child.connected) child.disconnect();
    else child.kill('SIGTERM');
    const inTime = await Promise.race([exit.then(() => true), sleep(STOP_WITHIN_MS, false, { ref: false })]);
    if (!inTime) child.kill('SIGKILL');
  });
  const early = exit.then((): never => {
    throw new Error(`${name} ended before it answered`);
  });
  const port = await Promise.race([listening, early]);
  return { address: `http://127.0.0.1:${port}/api`, pid: child.pid ?? 0 };
}

async function untilAnswered(port: number, first: Ask): Promise<number> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  const server = { address: `http://127.0.0.1:${port}/api` };
  for (;;) {
    try {
      await (await ask(server, first)).text();
      return port;
    } catch (error) {
      // The connection is refused until the service listens.
      if (!(error instanceof TypeError) || performance.now() > giveUpAt) throw error;
    }
    await sleep(ASK_AGAIN_MS);
  }
}
