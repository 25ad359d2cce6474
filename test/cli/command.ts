import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../src/cli/run-command.js';
import type { Language } from '../../src/core/published/language.js';
import { builtFile } from '../support/built.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcessWithoutNullStreams;
  readonly outcome: Promise<Outcome>;
}

interface CommandOptions {
  /** Standard error is a terminal. */
  readonly isTTY?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
}

/** Runs a command in this process. Its environment has a Polish locale and the variables in `env`. */
export async function run(
  args: readonly string[],
  { env = {}, stdin = '', isTTY = false }: CommandOptions = {},
): Promise<Outcome> {
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), isTTY && { isTTY, columns: 120 });
  const ended = runCommand(args, {
    env: { LANG: 'pl_PL.UTF-8', ...env },
    ...{ stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr },
    once: () => undefined,
  }).finally(() => [stdout, stderr].forEach((stream) => void stream.end()));
  const [code, said, noted] = await Promise.all([ended, read(stdout), read(stderr)]);
  return { code, stdout: said, stderr: noted };
}

/** Runs a command in this process against the service at `api`. */
export function runAt(api: string, args: readonly string[], language: Language = 'pl'): Promise<Outcome> {
  return run(args, { env: { PLACE_LOOKUP_API: api, LANG: language } });
}

/** Runs `work` with settings of the service, which doctor and record read from the environment of the process. */
export async function withSettings<T>(
  settings: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, settings);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(settings)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

interface ProcessOptions extends CommandOptions {
  /** A file to read standard input from, in place of `stdin`. */
  readonly stdinFile?: string;
  /** The words of the command as a shell reads them, in place of `args`. */
  readonly shell?: string;
}

let checked: string | null = null;

/** Looked up at the first start, not when the file is read: the build may come in between. */
function mainFile(): string {
  checked ??= builtFile('cli/main.js');
  return checked;
}

/**
 * Starts `place-lookup` as a person's shell would, Polish and in Warsaw: for signals, standard input that is a file,
 * workbooks that are read in a thread, and modules that read the settings of the service.
 */
export function spawnCommand(
  args: readonly string[],
  { env = {}, stdin = '', stdinFile, shell }: ProcessOptions = {},
): ChildProcessWithoutNullStreams {
  const command = [process.execPath, mainFile(), ...args];
  // A shell opens the file: then it is standard input itself, as a person has it.
  const [program = '', ...words] =
    shell !== undefined
      ? ['sh', '-c', `exec "$0" "$@" ${shell}`, ...command]
      : stdinFile === undefined
        ? command
        : ['sh', '-c', 'exec "$@" < "$0"', stdinFile, ...command];
  const child = spawn(program, words, {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, LANG: 'pl_PL.UTF-8', TZ: 'Europe/Warsaw', ...env },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  return child;
}

/** Starts `place-lookup` as `spawnCommand` does, and collects its output. */
export function start(args: readonly string[], options: ProcessOptions = {}): Running {
  const child = spawnCommand(args, options);
  const outcome = Promise.all([read(child.stdout), read(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [code]]): Outcome => ({ code: code as number | null, stdout, stderr }),
  );
  return { process: child, outcome };
}

/** Runs `place-lookup` as a process, and returns its output. */
export function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Outcome> {
  return start(args, options).outcome;
}

/** A decoder would drop the byte order mark. */
const read = async (stream: Readable) => (await buffer(stream)).toString('utf8');

/** The objects of NDJSON output. */
export function linesOf(output: string): Record<string, unknown>[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
