import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';

/** A request to the service. */
export interface Ask {
  /** Below the `http://…/api` base. */
  readonly path: string;
  /** Sent as JSON by POST; without it, the request is a GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const NDJSON = { accept: 'application/x-ndjson' };

/** The same for `fetch` and for autocannon. */
export function requestOf({ body, headers }: Ask) {
  if (body === undefined) return { method: 'GET', headers: { ...headers } } as const;
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  } as const;
}

/** The body of an answer. Throws on any status but 200. */
export async function answerTo(base: string, ask: Ask): Promise<string> {
  const response = await fetch(base + ask.path, requestOf(ask));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${ask.path} answered ${response.status}: ${text}`);
  return text;
}

/** Of an answer about one thing: its `data`. */
export async function dataOf(base: string, path: string, value: string) {
  return JSON.parse(await answerTo(base, { path: path + encodeURIComponent(value) })).data;
}

/** Where contestants are started. */
export interface Arena {
  /** The built service: dist/main.js. */
  readonly main: string;
  /** Path of the program. */
  readonly chromium: string;
  /** The stand-in, `127.0.0.1:<port>`. */
  readonly provider: string;
}

export interface Stoppable {
  stop(): Promise<void>;
}

/** A child process that serves at `address`; of the service, the `http://…/api` base. */
export interface Served extends Stoppable {
  readonly address: string;
  readonly pid: number;
}

/**
 * Milliseconds the stand-in waits before a document, a data answer, from the data to the panel, and before a
 * batch of reviews.
 */
export interface Delays {
  readonly document: number;
  readonly data: number;
  readonly render: number;
  readonly reviews: number;
}

export interface Provider extends Served {
  /** When batches of reviews were requested since the last call, in milliseconds of the stand-in's clock. */
  batchTimes(): Promise<readonly number[]>;
}

/** Waits for something to start and stops it when the work is over. */
export type Keep = <S extends Stoppable>(starting: Promise<S>) => Promise<S>;

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;
const ASK_AGAIN_MS = 5;

/** Stops everything `work` has kept, even when it fails. */
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

/**
 * Forks a script, which must send a message when it is ready, the `first` one, and end when its parent disconnects.
 * `ask` sends it a message and returns the answer.
 */
export async function forkScript(script: URL, args: readonly string[] = [], options: ForkOptions = {}) {
  const child = fork(script, args, options);
  const name = script.pathname.split('/').at(-1) ?? '';
  const nextMessage = async (): Promise<unknown> =>
    (await unlessEnded(child, once(child, 'message'), name))[0];
  return {
    first: await nextMessage(),
    child,
    pid: child.pid ?? 0,
    ask: (message: string | object): Promise<unknown> => {
      const answer = nextMessage();
      child.send(message);
      return answer;
    },
    stop: () => ended(child, () => child.disconnect()),
  };
}

/** Starts the stand-in provider; `address` is `127.0.0.1:<port>`. */
export async function startProvider(delays: Delays): Promise<Provider> {
  const forked = await forkScript(new URL('stand-in.ts', import.meta.url), [JSON.stringify(delays)]);
  return {
    ...forked,
    address: String(forked.first),
    batchTimes: () => forked.ask('batches') as Promise<readonly number[]>,
  };
}

/** Starts the built service without limits, pauses and caches; resolves with its first answer, to `first`. */
export async function startService(
  { main, provider, chromium }: Arena,
  env: Readonly<Record<string, string>> = {},
  first: Ask = { path: '/info' },
): Promise<Served> {
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
    // Writing the log is part of what is measured; nobody reads it.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      CHROMIUM_PATH: chromium,
      EGRESS_OVERRIDE: provider,
      // As the peers, which run without.
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
    await unlessEnded(child, untilAnswered(child, address, first), 'the service');
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, pid: child.pid ?? 0, stop };
}

async function untilAnswered(child: ChildProcess, base: string, ask: Ask): Promise<void> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (performance.now() < giveUpAt && child.exitCode === null) {
    // Nobody listens until it has started.
    const answer = await fetch(base + ask.path, requestOf(ask)).catch(() => null);
    const text = await answer?.text();
    if (answer?.status === 200) return;
    if (answer !== null) throw new Error(`${ask.path} answered ${answer.status} first: ${text}`);
    await sleep(ASK_AGAIN_MS);
  }
  throw new Error(`the service was not ready within ${READY_WITHIN_MS / 1000} s`);
}

/** Waits for something a child does; throws when the child ends before. */
async function unlessEnded<T>(child: ChildProcess, done: Promise<T>, name: string): Promise<T> {
  const over = new AbortController();
  const early = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error(`${name} ended before it answered`);
  });
  early.catch(() => undefined);
  return Promise.race([done, early]).finally(() => over.abort());
}

/** Asks a child to end and waits for it; ends it by force when it does not. */
async function ended(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit').then(() => true);
  ask();
  const inTime = await Promise.race([exit, sleep(STOP_WITHIN_MS, false, { ref: false })]);
  if (!inTime) child.kill('SIGKILL');
}
