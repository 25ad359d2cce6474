import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFile, tunedMain } from '../support/built.js';
import { makeDataFolder } from '../support/data-folder.js';
import { freePort } from '../support/free-port.js';

/** A request to a server. */
export interface Ask {
  /** Below the `http://…/api` base. */
  readonly path: string;
  /** Sent as JSON by POST; without it, the request is a GET. */
  readonly body?: unknown;
  readonly accept?: string;
}

export function requestOf({ body, accept }: Ask) {
  const headers = {
    ...(accept && { accept }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return body === undefined
    ? ({ method: 'GET', headers } as const)
    : ({ method: 'POST', headers, body: JSON.stringify(body) } as const);
}

/** The body of an answer. Throws on any status but 200. */
export async function answerTo({ address }: Pick<Served, 'address'>, ask: Ask): Promise<string> {
  const response = await fetch(address + ask.path, requestOf(ask));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${ask.path} answered ${response.status}: ${text}`);
  return text;
}

/** The `data` of an answer; `value` is the last part of the path. */
export async function dataOf(server: Pick<Served, 'address'>, path: string, value = '') {
  return JSON.parse(await answerTo(server, { path: path + encodeURIComponent(value) })).data;
}

/** The details of a place, which the service and every peer answer. */
export async function lookUp(server: Pick<Served, 'address'>, placeId: string): Promise<object> {
  return (await dataOf(server, '/details?placeid=', placeId)).details;
}

/** A server in a process of its own: the built service, a peer, or what the bench needs beside them. */
export interface Served {
  /** Its `http://…/api` base. */
  readonly address: string;
  /** This process, with everything below it, is measured. */
  readonly pid: number;
}

/** The stand-in, which also answers when it was asked for batches of reviews. */
export interface StandIn extends Served {
  /** Where it is the provider, `127.0.0.1:<port>`. */
  readonly provider: string;
}

/** Where contestants are started. */
export interface Arena {
  /** Path of the program. */
  readonly chromium: string;
  readonly standIn: StandIn;
}

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;
const ASK_AGAIN_MS = 5;

/** What ends everything that was started, the last at the end. */
const endings: (() => unknown)[] = [];

/** Registers what the current `endingAll` has to do at its end. */
export function atEnd(ending: () => unknown): void {
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

/** Forks a script that tells its port by peers/serve.mjs. */
export function startScript(name: string, args: readonly string[] = [], options: ForkOptions = {}) {
  const child = fork(new URL(name, import.meta.url), args, options);
  return served(
    child,
    name,
    once(child, 'message').then(([port]) => port),
  );
}

/** Without delays, the stand-in answers at once. */
export async function startStandIn(delays: object = {}): Promise<StandIn> {
  const port = await freePort();
  const started = await startScript('stand-in.ts', [JSON.stringify({ ...delays, port })]);
  return { ...started, provider: `127.0.0.1:${port}` };
}

/**
 * Starts the built service, or `program`, without limits, pauses and caches. Resolves with its first
 * answer, to `first`. The log is written to /dev/null: writing it is part of the measured work.
 */
export async function startService(
  { standIn, chromium }: Arena,
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
      EGRESS_OVERRIDE: standIn.provider,
      // The peers run without the sandbox.
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

async function untilAnswered(port: number, ask: Ask): Promise<number> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    // The connection is refused until the service listens.
    const answer = await fetch(`http://127.0.0.1:${port}/api${ask.path}`, requestOf(ask)).catch(() => null);
    const text = await answer?.text();
    if (answer?.status === 200) return port;
    if (answer !== null) throw new Error(`${ask.path} answered ${answer.status} first: ${text}`);
    await sleep(ASK_AGAIN_MS);
  }
  throw new Error(`the service was not ready within ${READY_WITHIN_MS / 1000} s`);
}
