import { readFileSync, readlinkSync } from 'node:fs';
import { ChromiumSupervisor } from '../../src/core/browser/chromium.js';
import type { SandboxMode } from '../../src/core/browser/sandbox.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { ownBrowsers, withHelpers } from './chromium-processes.js';
import { chromiumForTests } from './stand-in-browser.js';

/** What /proc says of one of Chromium's processes. */
export interface ProbedProcess {
  readonly command: string;
  /** The user namespace it lives in. */
  readonly userNamespace: string;
  /** 2 = under a filter of system calls. */
  readonly seccomp: string | undefined;
}

export interface ProbeReport {
  readonly failed: boolean;
  readonly browser?: ProbedProcess;
  readonly renderers?: readonly ProbedProcess[];
}

/*
 * A program of its own, so that a test can run it as another user: launches Chromium as the service does, shows
 * a page, and prints a ProbeReport as one of its lines; the others are the log.
 * node sandbox-probe.mjs auto|on|off
 */
async function probe(sandbox: SandboxMode): Promise<ProbeReport> {
  const chromium = new ChromiumSupervisor({
    executablePath: chromiumForTests(),
    proxyUrl: 'http://127.0.0.1:9',
    log: createLogger('info'),
    sandbox,
  });
  try {
    const page = await (await chromium.acquire()).newPage();
    await page.setContent('<p>something to render');
    const processes = withHelpers(ownBrowsers().map(({ pid }) => pid)).map(describe);
    const renderers = processes.filter(({ command }) => command.includes('--type=renderer'));
    const browser = processes.find(({ command }) => !command.includes('--type='));
    return browser === undefined ? { failed: true } : { failed: false, browser, renderers };
  } catch {
    return { failed: true };
  } finally {
    await chromium.close();
  }
}

function describe(pid: number): ProbedProcess {
  return {
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    userNamespace: readlinkSync(`/proc/${pid}/ns/user`),
    seccomp: /^Seccomp:\s+(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
  };
}

const mode = process.argv[2];
if (mode === 'auto' || mode === 'on' || mode === 'off') console.log(JSON.stringify(await probe(mode)));
