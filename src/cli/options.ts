import { type Command, type CommanderError, Option } from 'commander';
import type { Language } from '../core/published/language.js';
import { createApi } from '../kit/client/api.js';
import { EXIT, ExitError } from '../kit/terminal/exit.js';
import { requestFailureText } from '../kit/terminal/failure-text.js';
import { optionsIn, refuseUnwritable } from '../kit/terminal/options.js';
import { FORMATS, type Format, type Session, type Terminal } from '../kit/terminal/session.js';
import { type CliTexts, loadTexts } from '../kit/terminal/texts.js';

/** The options of every command, as commander reads them. */
export interface SharedOptions {
  readonly api: string;
  readonly key?: string;
  readonly lang: Language;
  readonly retries: number;
  readonly json?: true;
  readonly ndjson?: true;
  readonly csv?: true;
  readonly xlsx?: string;
}

/** Makes the session of a command from its options. @throws ExitError when an option has a wrong value */
export async function openSession(options: SharedOptions, terminal: Terminal): Promise<Session> {
  const { retries, lang: language } = options;
  const t = language === terminal.environment.language ? terminal.t : await loadTexts(language);
  const base = baseOf(options.api, t);
  const key = keyOf(options.key ?? terminal.environment.key, t);
  const { polish } = terminal;
  const speaker = { language, t, base, polish };
  const api = createApi({
    base,
    key: () => key,
    retries,
    onRetry: (failure, seconds, attempt) => {
      const next = t('retry', { seconds, attempt, attempts: retries });
      terminal.note(requestFailureText(failure, speaker, next));
    },
  });
  return { ...terminal, ...speaker, api, retries, format: formatOf(options, t) };
}

/** The address without a final slash or `/api`, which users often copy with it. */
function baseOf(api: string, t: CliTexts): string {
  const base = api.trim().replace(/(?<!\/)(?:\/api)?\/*$/, '');
  if (/^https?:\/\//i.test(base) && URL.canParse(base)) return base;
  throw new ExitError(EXIT.usage, t('misuse.address', { api }));
}

function keyOf(key: string | null, t: CliTexts): string | null {
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return key;
  throw new ExitError(EXIT.usage, t('misuse.key'));
}

/** Checks that a workbook can be written: the command writes it only at the end. */
function formatOf({ json, ndjson, csv, xlsx }: SharedOptions, t: CliTexts): Format {
  if (xlsx === undefined) return { kind: json ? 'json' : ndjson ? 'ndjson' : csv ? 'csv' : 'text' };
  refuseUnwritable(xlsx, t);
  return { kind: 'xlsx', file: xlsx };
}

const HELP_WORDS = [
  '[options]',
  '[command]',
  'Usage:',
  'Arguments:',
  'Options:',
  'Global Options:',
  'Commands:',
] as const;

/** Adds the options of every command, the help texts and the handling of usage errors to the program. */
export function withSharedOptions(
  program: Command,
  { environment: { api, language }, stdout, stderr }: Terminal,
  version: string,
  t: CliTexts,
): Command {
  const { choice, number } = optionsIn(t);
  const word = (text: string) => {
    const known = HELP_WORDS.find((name) => name === text);
    return known === undefined ? text : t(`help.words.${known}`);
  };
  const format = (flags: string, name: string, meaning: string) =>
    new Option(flags, meaning).conflicts(FORMATS.filter((other) => other !== name));
  return (
    program
      // Set before the commands are added: they inherit these settings.
      .exitOverride()
      .configureOutput({
        writeOut: (text) => stdout.write(text),
        writeErr: (text) => stderr.write(text),
        // run-command.ts writes usage errors, in the user's language.
        outputError: () => undefined,
      })
      .configureHelp({
        showGlobalOptions: true,
        styleTitle: word,
        styleOptionText: word,
        styleSubcommandText: word,
        optionDescription: (option) => optionDescription(option, t),
      })
      .helpCommand(false)
      .helpOption('-h, --help', t('options.help'))
      .version(version, '-V, --version', t('options.version'))
      .description(t('commands.program'))
      .option('--api <url>', t('options.api'), api)
      .option('--key <key>', t('options.key'))
      .addOption(choice('--lang <language>', ['pl', 'en'], t('options.language')).default(language))
      .addOption(number('--retries <n>', 0, 100, t('options.retries')).default(5))
      .addOption(format('--json', 'json', t('options.json')))
      .addOption(format('--ndjson', 'ndjson', t('options.ndjson')))
      .addOption(format('--csv', 'csv', t('options.csv')))
      .addOption(format('--xlsx <file>', 'xlsx', t('options.xlsx')))
      .addHelpText('afterAll', `\n${t('help.exitCodes')}`)
  );
}

/** Collects the values of an option that may be repeated, for commander. */
export function collected(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function optionDescription({ description, argChoices, defaultValue }: Option, t: CliTexts): string {
  const notes = [
    argChoices === undefined ? null : `${t('help.oneOf')}: ${argChoices.join(', ')}`,
    defaultValue === undefined ? null : `${t('help.default')}: ${defaultValue}`,
  ].filter((note) => note !== null);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

/**
 * Describes a usage error that commander found, by its code: commander's own messages are in English only.
 * @param argv the arguments of the program
 */
export function misuseLine(
  { code, message }: CommanderError,
  program: Command,
  argv: readonly string[],
  t: CliTexts,
): string {
  return `${t('misuse.error')}: ${messageOf(code, program, argv, t) ?? message}`;
}

function messageOf(code: string, program: Command, argv: readonly string[], t: CliTexts): string | null {
  const command = calledCommand(program);
  const { args, registeredArguments } = command;
  switch (code) {
    case 'commander.unknownCommand':
      return t('misuse.unknownCommand', { name: args[0] ?? '' });
    case 'commander.unknownOption':
      return t('misuse.unknownOption', { flag: args.find((arg) => /^-\D/.test(arg)) ?? '' });
    case 'commander.missingArgument':
      return t('misuse.missingArgument', { name: registeredArguments[args.length]?.name() ?? '' });
    case 'commander.excessArguments':
      return t('misuse.excessArguments', {
        name: command.name(),
        expected: registeredArguments.length,
        given: args.length,
      });
    case 'commander.missingMandatoryOptionValue': {
      const isMissing = (option: Option) => command.getOptionValue(option.attributeName()) === undefined;
      const missing = command.options.find((option) => option.mandatory && isMissing(option));
      return t('misuse.missingArgument', { name: missing?.long ?? '' });
    }
    case 'commander.optionMissingArgument': {
      const last = argv.at(-1) ?? '';
      const options = [...command.options, ...program.options];
      return t('misuse.missingValue', {
        flags: options.find(({ short, long }) => last === short || last === long)?.flags ?? '',
      });
    }
    case 'commander.conflictingOption': {
      const [first = '', second = ''] = program.options
        .filter((option) => FORMATS.some((name) => name === option.attributeName()))
        .filter((option) => program.getOptionValueSource(option.attributeName()) === 'cli')
        .map(({ flags }) => flags);
      return t('misuse.conflict', { first, second });
    }
    default:
      return null;
  }
}

/** The command that was called, such as `listOwners` of `api listOwners`; the program itself for an unknown command. */
function calledCommand(command: Command): Command {
  const called = command.commands.find((child) => child.name() === command.args[0]);
  return called === undefined ? command : calledCommand(called);
}
