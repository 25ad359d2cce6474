import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { deferred } from '../../src/runtime/deferred.js';
import { freePort } from '../support/free-port.js';
import { OPTIONS } from './options.js';

/** A request to the service. */
export interface Ask {
  /** Below the `http://…/api` base. */
  readonly path: string;
  /** Sent as JSON by POST; without it, the request is a GET. */
  readonly body?: unknown;
  readonly accept?: string;
}

/** The same for `fetch` and for autocannon. */
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
export async function answerTo(base: string, ask: Ask): Promise<string> {
  const response = await fetch(base + ask.path, requestOf(ask));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${ask.path} answered ${response.status}: ${text}`);
  return text;
}

/** The `data` of an answer about one place or review. */
export async function dataOf(base: string, path: string, value: string) {
  return JSON.parse(await answerTo(base, { path: path + encodeURIComponent(value) })).data;
}

/** Where contestants are started. */
export interface Arena {
  /** Path of the program. */
  readonly chromium: string;
  /** The stand-in, `127.0.0.1:<port>`. */
  readonly provider: string;
}

export interface Stoppable {
  stop(): Promise<void>;
}

/** The built service; `address` is its `http://…/api` base. */
export interface Served extends Stoppable {
  readonly address: string;
  readonly pid: number;
}

/** Waits for something to start and stops it when the work is over. */
export type Keep = <S extends Stoppable>(starting: Promise<S>) => Promise<S>;

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;
const ASK_AGAIN_MS = 5;

/** Stops everything that `work` has kept, even when it fails. */
export async function withCleanup<T>(work: (keep: Keep) => Promise<T>): Promise<T> {
  const kept: Stoppable[] = [];
  try {
    return await work(async (starting) => {
      const started = await starting;
      kept.push(started);
      return started;
    });
  } finally {
    await Promise.all(kept.map((one) => one.stop()));
  }
}

export type Script = Awaited<ReturnType<typeof forkScript>>;

/** Forks a script that answers by peers/answer.mjs. `first`: its first message, when it is ready. */
export async function forkScript(name: string, args: readonly string[] = [], options: ForkOptions = {}) {
  const child = fork(new URL(name, import.meta.url), args, options);
  const [first] = await unlessEnded(child, once(child, 'message'), name);
  const waiting = new Map<number, ReturnType<typeof deferred<unknown>>>();
  let asked = 0;
  child.on('message', ({ id, value, error }: { id: number; value: unknown; error?: string }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(value);
    else one?.reject(new Error(`${name}: ${error}`));
  });
  child.once('exit', () => {
    for (const one of waiting.values()) one.reject(new Error(`${name} ended`));
  });
  return {
    first: first as unknown,
    pid: child.pid ?? 0,
    ask: <T>(message: unknown): Promise<T> => {
      asked += 1;
      const one = deferred<unknown>();
      waiting.set(asked, one);
      child.send({ id: asked, message });
      return one.promise as Promise<T>;
    },
    stop: () => ended(child, () => child.disconnect()),
  };
}

/**
 * Starts the built service without limits, pauses and caches. Resolves with its first answer, to `first`. The log is
 * written to /dev/null: writing it is part of the measured work.
 */
export async function startService(
  { provider, chromium }: Arena,
  env: Readonly<Record<string, string>> = {},
  first: Ask = { path: '/info' },
): Promise<Served> {
  const port = await freePort();
  const child = spawn(process.execPath, [OPTIONS.main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      CHROMIUM_PATH: chromium,
      EGRESS_OVERRIDE: provider,
      // The peers run without the sandbox.
      CHROMIUM_SANDBOX: 'off',
      IDENTIFIER_CACHE_SECONDS: '0',
      DETAILS_CACHE_SECONDS: '0',
      REVIEWS_PAGE_DELAY_MS: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      PROVIDER_LOADS_PER_MINUTE: '0',
      ...env,
    },
  });
  const address = `http://127.0.0.1:${port}/api`;
  const stop = () => ended(child, () => child.kill('SIGTERM'));
  try {
    await unlessEnded(child, untilAnswered(address, first), 'the service');
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, pid: child.pid ?? 0, stop };
}

async function untilAnswered(base: string, ask: Ask): Promise<void> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    // The connection is refused until the service listens.
    const answer = await fetch(base + ask.path, requestOf(ask)).catch(() => null);
    const text = await answer?.text();
    if (answer?.status === 200) return;
    if (answer !== null) throw new Error(`${ask.path} answered ${answer.status} first: ${text}`);
    await sleep(ASK_AGAIN_MS);
  }
  throw new Error(`the service was not ready within ${READY_WITHIN_MS / 1000} s`);
}

/** Waits for `done`; throws when the child ends before. */
async function unlessEnded<T>(child: ChildProcess, done: Promise<T>, name: string): Promise<T> {
  const over = new AbortController();
  const early = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error(`${name} ended before it answered`);
  });
  early.catch(() => undefined);
  return Promise.race([done, early]).finally(() => over.abort());
}

/** Asks a child to end, and kills it when it does not end in time. */
async function ended(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit').then(() => true);
  ask();
  const inTime = await Promise.race([exit, sleep(STOP_WITHIN_MS, false, { ref: false })]);
  if (!inTime) child.kill('SIGKILL');
}
