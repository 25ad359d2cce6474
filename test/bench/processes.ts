import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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

/** A child process that serves at `address`. */
export interface Served {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface Provider extends Served {
  /** When batches of reviews were asked for since the last call, in milliseconds of the stand-in's clock. */
  batchTimes(): Promise<readonly number[]>;
}

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;

/** Starts the stand-in provider; `address` is `127.0.0.1:<port>`. */
export async function startProvider(delays: Delays): Promise<Provider> {
  const script = fileURLToPath(new URL('stand-in.ts', import.meta.url));
  const { document, data, render, reviews } = delays;
  const child = fork(script, [document, data, render, reviews].map(String));
  const [address] = await firstOf(child, once(child, 'message'), 'the stand-in');
  return {
    address: String(address),
    pid: child.pid ?? 0,
    batchTimes: async () => {
      const answered = once(child, 'message');
      child.send('batches');
      const [times] = await firstOf(child, answered, 'the stand-in');
      return times;
    },
    stop: () => ended(child, () => child.disconnect()),
  };
}

/** Variables of the service's environment that differ from those of the bench. */
export type ServiceEnv = Readonly<Record<string, string>>;

/** The built service, just spawned: it serves at `address` some time later. */
export interface Spawned {
  readonly address: string;
  readonly child: ChildProcess;
}

/** Spawns the built service without limits, pauses and caches; `address` will be its `http://…/api` base. */
export async function spawnService(main: string, provider: string, env: ServiceEnv = {}): Promise<Spawned> {
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
    // Its log costs it what it costs, and is of no use here.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
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
  return { address: `http://127.0.0.1:${port}/api`, child };
}

/** The same, waited for. */
export async function startBuiltService(main: string, provider: string, env?: ServiceEnv): Promise<Served> {
  const { address, child } = await spawnService(main, provider, env);
  await firstOf(child, untilReady(child, `${address}/info`), 'the service');
  return { address, pid: child.pid ?? 0, stop: () => endService(child) };
}

export function endService(child: ChildProcess): Promise<void> {
  return ended(child, () => child.kill('SIGTERM'));
}

/** Waits for a child to be ready; throws when it ends before. */
export async function firstOf<T>(child: ChildProcess, ready: Promise<T>, name: string): Promise<T> {
  const over = new AbortController();
  const early = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error(`${name} ended before it was ready`);
  });
  early.catch(() => undefined);
  return Promise.race([ready, early]).finally(() => over.abort());
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (performance.now() < giveUpAt && child.exitCode === null) {
    const answered = await fetch(url).then(
      // 401 where keys are configured.
      (response) => response.arrayBuffer().then(() => response.status < 500),
      () => false,
    );
    if (answered) return;
    await sleep(50);
  }
  throw new Error(`the service was not ready within ${READY_WITHIN_MS / 1000} s`);
}

/** Asks a child to end and waits for it; ends it by force when it does not. */
export async function ended(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit').then(() => true);
  ask();
  const inTime = await Promise.race([exit, sleep(STOP_WITHIN_MS, false, { ref: false })]);
  if (!inTime) child.kill('SIGKILL');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
