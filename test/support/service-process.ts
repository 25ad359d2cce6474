import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import type { StandIn } from '../../fixtures/provider/server.js';
import { builtFile } from './built.js';
import { withHelpers } from './chromium-processes.js';
import { dataOf } from './data-folder.js';
import { chromiumForTests } from './stand-in-browser.js';

/** Chromium starts slowly on a busy machine. */
const START_WITHIN_MS = 60_000;

/** One line of the service's log. */
export interface LogLine {
  readonly msg?: string;
  readonly [field: string]: unknown;
}

/** The built service as a process of its own, its provider being the stand-in. */
export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  readonly log: readonly LogLine[];
  readonly pid: number;
  /** Ids of the process and of everything it started, in the order of the operating system. */
  processes(): number[];
  signal(signal: NodeJS.Signals): void;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Ends it and waits until it is gone. */
  kill(): Promise<void>;
}

/** dist/main.js as a child on a free port, its standard output read line by line. */
export interface MainProcess {
  readonly child: ChildProcess;
  readonly log: readonly LogLine[];
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** What it wrote on standard error; whole when it has ended. */
  stderr(): string;
}

/**
 * Spawns dist/main.js, or another `program`. `env` as in docs/configuration.md; `nodeArgs` go to Node.js. `cwd`: the folder in which it runs,
 * where it keeps its data unless `env` says otherwise.
 */
export function spawnMain(
  env: Record<string, string>,
  nodeArgs: readonly string[] = [],
  cwd?: string,
  program = builtFile('main.js'),
): MainProcess {
  const child = spawn(process.execPath, [...nodeArgs, program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      CHROMIUM_PATH: chromiumForTests(),
      CHROMIUM_SANDBOX: 'off',
      ...(cwd === undefined && dataOf(env)),
      ...env,
    },
  });
  const log: LogLine[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => log.push(JSON.parse(line)));
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  return { child, log, ended: endOf(child), stderr: () => complaints };
}

/**
 * Starts dist/main.js on a free port and waits until its Chromium runs. Parameters as of `spawnMain`.
 */
export async function startServiceProcess(
  standIn: StandIn,
  env: Record<string, string> = {},
  nodeArgs: readonly string[] = [],
  cwd?: string,
  program?: string,
): Promise<ServiceProcess> {
  const { child, log, ended } = spawnMain(
    {
      EGRESS_OVERRIDE: standIn.address,
      RATE_LIMIT_PER_MINUTE: '0',
      PROVIDER_LOADS_PER_MINUTE: '0',
      REVIEWS_PAGE_DELAY_MS: '10',
      REQUEST_TIMEOUT_MS: '120000',
      ...env,
    },
    nodeArgs,
    cwd,
    program,
  );
  child.stderr?.pipe(process.stderr);
  const said = (text: string) => log.find(({ msg }) => msg?.startsWith(text))?.msg;
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    // Chromium starts beside the rest, which may wait for the database.
    for (const line of ['chromium started', 'place-lookup serves on'])
      await expect.poll(() => said(line), { timeout: START_WITHIN_MS }).toBeDefined();
  } catch (error) {
    await kill();
    throw error;
  }
  const url = /http:\/\/[^/]+/.exec(said('place-lookup serves on') ?? '')?.[0];
  if (url === undefined || child.pid === undefined) throw new Error('the service does not say where it is');
  const { pid } = child;
  return {
    url,
    log,
    pid,
    processes: () => withHelpers([pid]),
    signal: (signal) => void child.kill(signal),
    ended,
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

function endOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve(code ?? signal ?? 0));
  });
}
