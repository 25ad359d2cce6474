import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ownBrowsers, withHelpers } from '../support/chromium-processes.js';

/** What the service holds on to, counted in its own process after a forced collection. */
export interface Held {
  /** Bytes. */
  readonly heapUsed: number;
  readonly processListeners: Readonly<Record<string, number>>;
  /** Live event emitters, Node's and Playwright's, and the listeners they have. */
  readonly emitters: number;
  readonly listeners: number;
  readonly byClass: Readonly<Record<string, number>>;
  readonly listenersByClass: Readonly<Record<string, number>>;
  /** Calls Playwright has never answered, by method. */
  readonly unanswered: Readonly<Record<string, number>>;
  readonly abortSignals: number;
  readonly abortListeners: number;
}

/**
 * The built service in a process of its own: its heap, handles and listeners are not mixed with those of the
 * clients and the stand-in, and it is the program that is installed.
 */
export interface SoakedService {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly pid: number;
  held(): Promise<Held>;
  /** How many pages its pool has, in use or idle. */
  poolSize(): Promise<number>;
  /** Open file handles, by what they are. */
  handles(): { readonly sockets: number; readonly others: number };
  /** Entries of its folder for temporary files. */
  temporaryFiles(): readonly string[];
  /** Ids of its Chromium processes, helpers included. */
  chromium(): readonly number[];
  killBrowser(): void;
  /** How often each message of level error or above was logged. */
  readonly errors: ReadonlyMap<string, number>;
  /** Ends it by SIGTERM and tells what stayed behind. */
  stop(): Promise<Ending>;
}

export interface Ending {
  readonly exit: number | string | null;
  readonly orphans: number;
  readonly temporaryFiles: readonly string[];
}

export interface ServiceOptions {
  /** dist/main.js */
  readonly main: string;
  readonly env: Readonly<Record<string, string>>;
}

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));
const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 30_000;

const held = z.object({
  heapUsed: z.number(),
  processListeners: z.record(z.string(), z.number()),
  emitters: z.number(),
  listeners: z.number(),
  byClass: z.record(z.string(), z.number()),
  listenersByClass: z.record(z.string(), z.number()),
  unanswered: z.record(z.string(), z.number()),
  abortSignals: z.number(),
  abortListeners: z.number(),
});
const logLine = z.object({ level: z.number(), msg: z.string() });

export async function startSoakedService({ main, env }: ServiceOptions): Promise<SoakedService> {
  const folder = await mkdtemp(join(tmpdir(), 'place-lookup-soak-'));
  const { PATH, HOME, CHROMIUM_PATH, PLAYWRIGHT_BROWSERS_PATH } = process.env;
  const found = {
    ...(CHROMIUM_PATH && { CHROMIUM_PATH }),
    ...(PLAYWRIGHT_BROWSERS_PATH && { PLAYWRIGHT_BROWSERS_PATH }),
  };
  const child = spawn(process.execPath, ['--expose-gc', '--import', PROBE, main], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { PATH, HOME, ...found, TMPDIR: folder, PORT: '0', ...env },
  });
  const errors = new Map<string, number>();
  const { pid = 0 } = child;
  const url = await servesOn(child, errors).catch(async (error) => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
    throw error;
  });

  return {
    url,
    pid,
    errors,
    held: async () => {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(READY_WITHIN_MS) });
      child.send('measure');
      return held.parse((await answer)[0]);
    },
    poolSize: async () => {
      const metrics = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
      return Number(/^place_lookup_pool_size (\d+)$/m.exec(metrics)?.[1]);
    },
    handles: () => handlesOf(pid),
    temporaryFiles: () => readdirSync(folder),
    chromium: () => withHelpers([pid]).filter((id) => id !== pid),
    killBrowser: () => {
      for (const browser of ownBrowsers(pid)) endProcess(browser.pid);
    },
    stop: async () => {
      const family = withHelpers([pid]).filter((id) => id !== pid);
      const exit = await endOf(child);
      const orphans = await leftOf(family);
      const temporaryFiles = readdirSync(folder);
      await rm(folder, { recursive: true, force: true });
      return { exit, orphans, temporaryFiles };
    },
  };
}

/** Reads its log: where it serves, and what went wrong. */
function servesOn(child: ChildProcess, errors: Map<string, number>): Promise<string> {
  return new Promise((resolve, reject) => {
    child
      .once('error', reject)
      .once('exit', () => reject(new Error('the service ended before it was ready')));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (text) => {
      const { level, msg } = logLine.parse(JSON.parse(text));
      if (level >= 50) errors.set(msg, (errors.get(msg) ?? 0) + 1);
      const base = /place-lookup serves on (http:\/\/[^/]+)/.exec(msg)?.[1];
      if (base !== undefined) resolve(base);
    });
  });
}

function handlesOf(pid: number) {
  const targets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
  const sockets = targets.filter((target) => target.startsWith('socket:')).length;
  return { sockets, others: targets.length - sockets };
}

async function endOf(child: ChildProcess): Promise<Ending['exit']> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const inTime = await Promise.race([exit, sleep(STOP_WITHIN_MS, null, { ref: false })]);
    if (inTime === null) {
      child.kill('SIGKILL');
      await exit;
    }
  }
  return child.exitCode ?? child.signalCode;
}

/** Processes that outlive the service; a killed one needs a moment. */
async function leftOf(family: readonly number[]): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (withHelpers(family).length === 0) return 0;
    await sleep(100);
  }
  const left = withHelpers(family);
  for (const pid of left) endProcess(pid);
  return left.length;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
