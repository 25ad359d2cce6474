#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { CommanderError } from 'commander';
import type { Language } from '../contract/language.js';
import { withoutEscapes } from '../lists/write-csv.js';
import type { Question } from './doctor-bundle.js';
import { type Environment, readEnvironment } from './environment.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { misuseLines } from './misuse.js';
import { openSession, type Terminal } from './open-session.js';
import { createProgram } from './program.js';
import { createProgress } from './progress.js';
import { sayIn } from './session.js';
import { systemReason } from './system-reason.js';
import { plainLine } from './text.js';

const argv = process.argv.slice(2);
const given = readEnvironment();
const environment: Environment = { ...given, language: languageIn(argv) ?? given.language };
const terminal = openTerminal();

// process.exit would lose output that is still on its way to a pipe.
process.exitCode = await run().finally(terminal.progress.stop);

async function run(): Promise<ExitCode> {
  let ended: ExitCode = EXIT.usage;
  const program = createProgram({
    environment,
    version: packageVersion(),
    ask: question(),
    open: (options) => openSession(options, environment, terminal),
    print: terminal.print,
    onEnd: (exitCode) => {
      ended = exitCode;
    },
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return ended;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander also throws after it has shown help or the version.
      if (error.code === 'commander.help' || error.exitCode === 0)
        return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      misuseLines(error, program, argv, sayIn(environment.language)).forEach(terminal.note);
      return EXIT.usage;
    }
    if (!(error instanceof ExitError)) throw error;
    if (error.message !== '') terminal.note(error.message);
    return error.exitCode;
  }
}

function openTerminal(): Terminal {
  const { stdout, stderr } = process;
  const progress = createProgress(stderr);
  const controller = new AbortController();
  const say = sayIn(environment.language);
  const endOn = (signal: NodeJS.Signals, exitCode: ExitCode) =>
    // Only once: a second Ctrl-C ends the process at once.
    process.once(signal, () => controller.abort(new ExitError(exitCode, say('Przerwano.', 'Interrupted.'))));
  endOn('SIGINT', EXIT.interrupted);
  endOn('SIGTERM', EXIT.terminated);
  // Every write reports its own failure.
  stdout.on('error', () => undefined);
  stderr.on('error', () => undefined);
  return {
    progress,
    signal: controller.signal,
    note: (text) => {
      progress.aside();
      stderr.write(`${plainLine(text)}\n`);
    },
    print: (text) => {
      if (stdout.isTTY) progress.aside();
      return new Promise((resolve, reject) => {
        // A last resort: a table comes from the service as it is, and may be of any service.
        stdout.write(withoutEscapes(text), (error) => {
          if (error == null) resolve();
          else reject(outputFailure(error, environment.language));
        });
      });
    },
  };
}

/** Null unless a person can read the question and answer it. */
function question(): Question {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return null;
  return async (text) => {
    const lines = createInterface({ input: stdin, output: stderr });
    try {
      return /^(?:t|y|tak|yes)$/i.test((await lines.question(text, { signal: terminal.signal })).trim());
    } finally {
      lines.close();
    }
  };
}

function outputFailure(error: Error & { code?: string }, language: Language): ExitError {
  if (error.code === 'EPIPE') return new ExitError(EXIT.readerGone, '');
  const say = sayIn(language);
  const what = say('Nie można zapisać wyjścia', 'Cannot write the output');
  return new ExitError(EXIT.failure, `${what}: ${systemReason(error, say)}`);
}

/** Read before commander runs, because help and usage errors are in this language too. */
function languageIn(args: readonly string[]): Language | null {
  const text = args.join('\0').match(/(?:^|\0)--lang[=\0](pl|en)(?:\0|$)/)?.[1];
  return text === 'pl' || text === 'en' ? text : null;
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
