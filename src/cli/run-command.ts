#!/usr/bin/env node
import { accessSync, constants, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CommanderError } from 'commander';
import { createApi } from '../clients/api.js';
import type { Language } from '../contract/language.js';
import { withoutEscapes } from '../lists/write-csv.js';
import type { Question } from './doctor.js';
import { type Environment, readEnvironment } from './environment.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { requestFailureText, systemReason } from './failure-text.js';
import { realPath } from './files.js';
import { misuseLines, type SharedOptions } from './options.js';
import { createProgram } from './program.js';
import { createProgress, type Progress } from './progress.js';
import { type Format, type Session, textsIn } from './session.js';
import { plainLine } from './text.js';
import type { CliTexts } from './texts/pl.js';

const argv = process.argv.slice(2);
const given = readEnvironment();
const environment: Environment = { ...given, language: languageIn(argv) ?? given.language };
const terminal = await openTerminal();

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
      misuseLines(error, program, argv, textsIn(environment.language)).forEach(terminal.note);
      return EXIT.usage;
    }
    if (!(error instanceof ExitError)) throw error;
    if (error.message !== '') terminal.note(error.message);
    return error.exitCode;
  }
}

async function openTerminal(): Promise<Terminal> {
  const { stdout, stderr } = process;
  const progress = await createProgress(stderr);
  const controller = new AbortController();
  const texts = textsIn(environment.language);
  const endOn = (signal: NodeJS.Signals, exitCode: ExitCode) =>
    // Once: a second Ctrl-C ends the process at once.
    process.once(signal, () => controller.abort(new ExitError(exitCode, texts.interrupted)));
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
        // A table of a job is printed as the service sent it, so that escapes are removed here.
        stdout.write(withoutEscapes(text), (error) => {
          if (error == null) resolve();
          else reject(outputFailure(error, environment.language));
        });
      });
    },
  };
}

/** Null when nobody can read the question and answer it. */
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
  const texts = textsIn(language);
  const what = texts.files.outputFailed;
  return new ExitError(EXIT.failure, `${what}: ${systemReason(error, texts)}`);
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

/** The output of a command, and the signal that ends it. */
interface Terminal {
  readonly progress: Progress;
  readonly signal: AbortSignal;
  print(text: string): Promise<void>;
  note(text: string): void;
}

/** Makes the session of a command from its options. @throws ExitError when an option has a wrong value */
function openSession(options: SharedOptions, { key }: Environment, terminal: Terminal): Session {
  const texts = textsIn(options.lang);
  const { retries, lang: language } = options;
  const base = baseOf(options.api, texts);
  const apiKey = keyOf(options.key ?? key, texts);
  const speaker = { language, texts, base };
  const api = createApi({
    base,
    key: () => apiKey,
    retries,
    onRetry: (failure, seconds, attempt) => {
      const next = texts.retry(seconds, attempt, retries);
      terminal.note(requestFailureText(failure, speaker, next));
    },
  });
  return { ...terminal, ...speaker, api, retries, format: formatOf(options, texts) };
}

/** The address without a final slash or `/api`, which users often copy with it. */
function baseOf(api: string, texts: CliTexts): string {
  const base = api
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api$/, '');
  if (/^https?:\/\//i.test(base) && URL.canParse(base)) return base;
  throw new ExitError(EXIT.usage, texts.misuse.address(api));
}

function keyOf(key: string | null, texts: CliTexts): string | null {
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return key;
  throw new ExitError(EXIT.usage, texts.misuse.key);
}

/** Checks that a workbook can be written: the command writes it only at the end. */
function formatOf({ json, ndjson, csv, xlsx }: SharedOptions, texts: CliTexts): Format {
  if (xlsx === undefined) return { kind: json ? 'json' : ndjson ? 'ndjson' : csv ? 'csv' : 'text' };
  try {
    accessSync(dirname(realPath(xlsx)), constants.W_OK);
  } catch (error) {
    const reason = systemReason(error, texts);
    throw new ExitError(EXIT.usage, texts.files.cannotWrite(xlsx, reason));
  }
  return { kind: 'xlsx', file: xlsx };
}
