import { spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import packages from '../../package.json' with { type: 'json' };
import { peerVersions } from './peer-packages.js';

/** Where and with what something was measured. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  /** Load average of the minute before the bench began. */
  readonly load: number;
  /** Name → version. */
  readonly versions: Readonly<Record<string, string>>;
  /** Of this repository; "-dirty" with changes that are not committed. */
  readonly commit: string;
}

export function describeMachine(chromiumPath: string): Machine {
  const [first] = cpus();
  return {
    processor: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    load: loadavg()[0] ?? Number.NaN,
    versions: {
      'Node.js': process.version,
      Chromium: outputOf(chromiumPath, '--version').replace(/^Chromium /, ''),
      autocannon: packages.devDependencies.autocannon,
      ...peerVersions(),
    },
    commit: outputOf(
      'git',
      '-C',
      fileURLToPath(new URL('.', import.meta.url)),
      'describe',
      '--always',
      '--dirty',
    ),
  };
}

function outputOf(command: string, ...args: string[]): string {
  const { stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 });
  return stdout?.trim() || 'unknown';
}
