import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { StandIn } from '../../fixtures/provider/server.js';
import { tunedMain } from '../support/built.js';
import { ownBrowsers, pssOf, withHelpers } from '../support/chromium-processes.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';

/** What the service still holds, counted in its own process after a forced collection (probe.mjs). */
const held = z.object({
  /** Megabytes. */
  heap: z.number(),
  processListeners: z.number(),
  /** Live event emitters and abort signals, and all their listeners. */
  objects: z.number(),
  listeners: z.number(),
  /** Live browser contexts. */
  contexts: z.number(),
  /** Calls that Playwright has not answered. */
  unanswered: z.number(),
});
export type Held = z.infer<typeof held>;

export interface SoakedService {
  readonly url: string;
  readonly log: ServiceProcess['log'];
  held(): Promise<Held>;
  /** Number of pages in its pool, in use or idle. */
  poolSize(): Promise<number>;
  /** Open file handles. */
  handles(): { readonly sockets: number; readonly others: number };
  /** Megabytes of the process and everything it started (PSS). */
  memory(): number;
  /** Entries of its folder for temporary files. */
  temporaryFiles(): readonly string[];
  /** Number of its Chromium processes, with helpers. */
  chromium(): number;
  killBrowser(): void;
  /** Ends it by SIGTERM. */
  stop(): Promise<Ending>;
}

export interface Ending {
  readonly exit: number | string;
  readonly orphans: number;
  readonly temporaryFiles: readonly string[];
}

const PROBE = new URL('probe.mjs', import.meta.url).href;
const STOP_WITHIN_MS = 30_000;

/** Starts the built service in a process of its own, with a folder of its own for temporary files. */
export async function startSoakedService(
  standIn: StandIn,
  env: Readonly<Record<string, string>>,
): Promise<SoakedService> {
  const folder = await mkdtemp(join(tmpdir(), 'place-lookup-soak-'));
  const planted = { SOAK_LEAK_MB: process.env.SOAK_LEAK_MB ?? '0' };
  const variables = { TMPDIR: folder, TUNING: '{}', ...planted, ...env };
  const nodeArgs = ['--expose-gc', '--import', PROBE];
  const service = await startServiceProcess(standIn, variables, nodeArgs, undefined, tunedMain());
  const { url, log, ended } = service;
  const [pid = 0] = service.processes();
  const probe = `http://127.0.0.1:${log.find(({ msg }) => msg === 'soak probe')?.port}`;
  const textOf = async (address: string) =>
    (await fetch(address, { headers: { connection: 'close' } })).text();
  return {
    url,
    log,
    held: async () => held.parse(JSON.parse(await textOf(probe))),
    poolSize: async () => Number(/^place_lookup_pool_size (\d+)$/m.exec(await textOf(`${url}/metrics`))?.[1]),
    handles: () => handlesOf(pid),
    memory: () => pssOf(service.processes()),
    temporaryFiles: () => readdirSync(folder),
    chromium: () => service.processes().length - 1,
    killBrowser: () => {
      for (const browser of ownBrowsers(pid)) endProcess(browser.pid);
    },
    stop: async () => {
      const family = service.processes().slice(1);
      service.signal('SIGTERM');
      const exit = await Promise.race([ended, sleep(STOP_WITHIN_MS, 'timeout', { ref: false })]);
      await service.kill();
      // A killed process needs a moment.
      for (let attempt = 0; attempt < 20 && withHelpers(family).length > 0; attempt += 1) await sleep(100);
      const left = withHelpers(family);
      left.forEach(endProcess);
      const temporaryFiles = readdirSync(folder);
      await rm(folder, { recursive: true, force: true });
      return { exit, orphans: left.length, temporaryFiles };
    },
  };
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

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
