import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { CommanderError } from 'commander';
import type { Language } from '../core/published/language.js';
import { withoutEscapes } from '../kit/lists/write-csv.js';
import { EXIT, type ExitCode, ExitError } from '../kit/terminal/exit.js';
import { systemReason } from '../kit/terminal/failure-text.js';
import { jsonText, plainLine } from '../kit/terminal/plain-text.js';
import type { Environment, Host, Terminal } from '../kit/terminal/session.js';
import { type CliTexts, loadTexts } from '../kit/terminal/texts.js';
import { loadMessages } from './installed.js';
import { misuseLine } from './options.js';
import { createProgram } from './program.js';
import { createProgress } from './progress.js';

/**
 * Runs one command. Reports all failures, except errors of the program itself: on standard error, or with `--json` on
 * standard output in the shape that the API has.
 */
export async function runCommand(argv: readonly string[], host: Host): Promise<ExitCode> {
  const environment = readEnvironment(host, argv);
  const { language } = environment;
  const [t, polish] = await Promise.all([loadTexts(language), language === 'pl' ? loadMessages() : {}]);
  const terminal = await openTerminal(host, environment, { t, polish });
  let ended: ExitCode = EXIT.usage;
  const operations = argv.includes('api') ? (await import('./operations.js')).OPERATIONS : [];
  const onEnd = (exitCode: ExitCode) => {
    ended = exitCode;
  };
  const program = createProgram(terminal, operations, onEnd);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return ended;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander also throws after it has shown help or the version.
      if (error.code === 'commander.help' || error.exitCode === 0)
        return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      const misuse = new ExitError(EXIT.usage, misuseLine(error, program, argv, t));
      return await report(misuse, argv, terminal);
    }
    if (!(error instanceof ExitError)) throw error;
    return await report(error, argv, terminal);
  } finally {
    terminal.progress.stop();
  }
}

async function report(
  { exitCode, lines, fault }: ExitError,
  argv: readonly string[],
  { print, note }: Terminal,
): Promise<ExitCode> {
  const isPrinted =
    fault !== null &&
    asksForJson(argv) &&
    (await print(`${jsonText({ status: 'error', error: fault }, 2)}\n`).then(
      () => true,
      () => false,
    ));
  if (!isPrinted) lines.forEach(note);
  return exitCode;
}

/** Read from the arguments, because commander may refuse the other options. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

async function openTerminal(
  host: Host,
  environment: Environment,
  { t, polish }: Pick<Terminal, 't' | 'polish'>,
): Promise<Terminal> {
  const { stdin, stdout, stderr } = host;
  const progress = await createProgress(stderr);
  const controller = new AbortController();
  const endOn = (signal: NodeJS.Signals, exitCode: ExitCode) =>
    // Once: a second Ctrl-C ends the process at once.
    host.once(signal, () => controller.abort(new ExitError(exitCode, t('interrupted'))));
  endOn('SIGINT', EXIT.interrupted);
  endOn('SIGTERM', EXIT.terminated);
  // Every write reports its own failure.
  stdout.on('error', () => undefined);
  stderr.on('error', () => undefined);
  return {
    environment,
    t,
    polish,
    stdin,
    stdout,
    stderr,
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
        stdout.write(typeof text === 'string' ? withoutEscapes(text) : text, (error) => {
          if (error == null) resolve();
          else reject(outputFailure(error, t));
        });
      });
    },
  };
}

function outputFailure(error: Error & { code?: string }, t: CliTexts): ExitError {
  if (error.code === 'EPIPE') return new ExitError(EXIT.readerGone, '');
  return new ExitError(EXIT.failure, `${t('files.outputFailed')}: ${systemReason(error, t)}`);
}

/** The variables of the user's `place-lookup/config.env`, in the folder that XDG or Windows names for settings. */
function readConfigFile({ env, stderr }: Host): Host['env'] {
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || (env.HOME && join(env.HOME, '.config'));
  if (!folder) return {};
  const file = join(folder, 'place-lookup', 'config.env');
  try {
    return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  } catch (error) {
    stderr.write(`${file}: ${error instanceof Error && 'code' in error ? error.code : error}\n`);
    return {};
  }
}

/**
 * Reads `PLACE_LOOKUP_API`, `PLACE_LOOKUP_API_KEY` and the locale. An empty variable counts as not
 * set: the first two may then stand in the user's file.
 */
function readEnvironment(host: Host, argv: readonly string[]): Environment {
  const { env } = host;
  const file = readConfigFile(host);
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  // A locale without a language is Polish as well.
  const isPolish = /^(pl|c|posix)?([._@-]|$)/i.test(locale);
  return {
    api: env.PLACE_LOOKUP_API || file.PLACE_LOOKUP_API || 'http://127.0.0.1:3000',
    key: env.PLACE_LOOKUP_API_KEY || file.PLACE_LOOKUP_API_KEY || null,
    language: languageIn(argv) ?? (isPolish ? 'pl' : 'en'),
  };
}

/** Read before commander runs, because help and usage errors are in this language too. */
function languageIn(args: readonly string[]): Language | null {
  const text = args.join('\0').match(/(?:^|\0)--lang[=\0](pl|en)(?:\0|$)/)?.[1];
  return text === 'pl' || text === 'en' ? text : null;
}
