import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { caveatText } from '../core/texts/outcomes.js';
import { type Add, type CommandKit, EXAMPLE_LINK, EXAMPLE_PLACE } from '../kit/terminal/commands.js';
import { EXIT, type ExitCode, ExitError } from '../kit/terminal/exit.js';
import { exitErrorOf } from '../kit/terminal/failure-text.js';
import { isFile } from '../kit/terminal/files.js';
import { optionsIn } from '../kit/terminal/options.js';
import { lazily, type Session, type Terminal } from '../kit/terminal/session.js';
import type { CliTexts } from '../kit/terminal/texts.js';
import { callOperation, type Given } from './api.js';
import { COMMANDS } from './installed.js';
import type { Operation } from './operations.js';
import { collected, openSession, type SharedOptions, withSharedOptions } from './options.js';

// The module of a command is loaded when the command runs.
const lookups = lazily(() => import('./lookup-commands.js'));
const machine = lazily(() => import('./machine-commands.js'));

/**
 * The command line: commands, options, help. A usage error throws a CommanderError or an ExitError.
 * @param operations the commands of `api`; empty unless it is called, because they load the service
 * @param onEnd receives the exit code of a command
 */
export function createProgram(
  terminal: Terminal,
  operations: readonly Operation[],
  onEnd: (exitCode: ExitCode) => void,
): Command {
  const { t } = terminal;
  const { language } = terminal.environment;
  const examplesOf = new Map<Command, readonly string[]>();
  const lists = new Map<string, Parameters<CommandKit['alsoLists']>[1]>();
  const adderTo =
    (parent: Command): Add =>
    (flags, meaning, load, examples) => {
      const added = parent
        .command(flags)
        .description(meaning)
        .action(async (...given) => {
          const [argument, options, command] = argumentsOf(given);
          const [wanted] = command.registeredArguments;
          if (argument === '' && wanted?.required === false && !('job' in options))
            throw new ExitError(
              EXIT.usage,
              `${t('misuse.error')}: ${t('misuse.missingArgument', { name: wanted.name() })}`,
            );
          const ofLists = 'job' in options || isList(argument) ? lists.get(command.name()) : undefined;
          const unused = ['out', 'column', 'headings'].find((name) => name in options);
          if (ofLists === undefined && lists.has(command.name()) && unused !== undefined)
            throw new ExitError(EXIT.usage, t('misuse.onlyForLists', { option: `--${unused}`, argument }));
          const session = await openSession(command.optsWithGlobals<SharedOptions>(), terminal);
          try {
            const action = await (ofLists ?? load)();
            onEnd(await action(session, argument, options as Parameters<typeof action>[2]));
          } catch (error) {
            throw exitErrorOf(error, session);
          }
        });
      examplesOf.set(added, examples);
      return added;
    };
  const program = withSharedOptions(new Command('place-lookup'), terminal, packageVersion(), t);
  examplesOf.set(program, [
    `all ${t('examples.name')}`,
    `check ${t('examples.links')}.xlsx --xlsx ${t('examples.results')}.xlsx`,
  ]);
  const kit: CommandKit = {
    ...{ t, language, add: adderTo(program), version: packageVersion() },
    ...optionsIn(t),
    alsoLists: (name, load) => {
      const command = program.commands.find((one) => one.name() === name);
      if (command === undefined) throw new Error(`there is no command ${name}`);
      lists.set(name, load as Parameters<CommandKit['alsoLists']>[1]);
      return command;
    },
    caveats: (...names) => names.map((name) => `\n${caveatText(language, name)}`).join(''),
  };
  const { add } = kit;
  addLookups(kit);
  for (const addCommands of COMMANDS) addCommands(kit);
  const calls = program.command('api').description(t('commands.api')).helpCommand(false);
  examplesOf.set(calls, [`details --placeid ${EXAMPLE_PLACE}`, 'listOwners']);
  for (const operation of operations) addOperation(adderTo(calls), operation, program, t);
  add('backup <folder>', t('commands.backup'), machine('backup'), ['/backup/2026-11-27']);
  add('init <folder>', t('commands.init'), async () => (await import('./init-command.js')).init, [
    '/etc/place-lookup --operator admin --users anna,crm --set PORT=3100',
  ])
    .option('--users <names>', t('options.initUsers'))
    .option('--operator <name>', t('options.initOperator'))
    .option('--team <team>', t('options.initTeam'))
    .addOption(new Option('--set <setting>', t('options.initSet')).argParser(collected));
  // After the other help texts of the commands.
  for (const [command, examples] of examplesOf) {
    const lines = examples.map((words) => `  ${pathOf(command)} ${words}`.trimEnd());
    command.addHelpText('after', `\n${t('help.examples')}\n${lines.join('\n')}`);
  }
  return program;
}

/** Adds the commands that look places and reviews up. */
function addLookups({ t, add, caveats }: CommandKit): void {
  add('search <query...>', t('commands.search'), lookups('search'), [t('examples.name'), EXAMPLE_LINK]);
  add('details <place-id...>', t('commands.details'), lookups('details'), [
    EXAMPLE_PLACE,
    `${EXAMPLE_PLACE} --json`,
  ]);
  add('all <query...>', t('commands.all'), lookups('all'), [t('examples.name'), EXAMPLE_LINK]);
  add('convert <id>', t('commands.convert'), lookups('convert'), [EXAMPLE_PLACE, '4565666864068316694']);
  add(
    'reviews [place...]',
    t('commands.reviews'),
    async () => (await import('./reviews-command.js')).reviews,
    [`${EXAMPLE_PLACE} --max-stars 2`, `${EXAMPLE_PLACE} --xlsx ${t('examples.reviews')}.xlsx`],
  )
    .addHelpText('after', caveats('reply', 'author'))
    .option('--max-pages <n>', t('options.maxPages'))
    .option('--min-stars <n>', t('options.minStars'))
    .option('--max-stars <n>', t('options.maxStars'))
    .option('--since <day>', t('options.since'));
  add('review <url...>', t('commands.review'), lookups('review'), [EXAMPLE_LINK]).addHelpText(
    'after',
    caveats('notShown', 'author'),
  );
}

/** True for standard input, a file, and a name that only a list has. */
function isList(argument: string): boolean {
  return argument === '-' || isFile(argument) || /^[^?*]+\.(?:csv|json|ndjson|txt|xlsx)$/i.test(argument);
}

/** The words that call a command, such as `place-lookup api listOwners`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** Commander passes the arguments of a command, then its options, then the command. */
function argumentsOf(given: readonly unknown[]): [argument: string, options: object, command: Command] {
  const [options, command] = given.slice(-2) as [object, Command];
  const argument = given.length > 2 ? given[0] : undefined;
  return [Array.isArray(argument) ? argument.join(' ') : String(argument ?? ''), options, command];
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Adds a command of `api`: the fields of its endpoint are options, unless every command has the option. */
function addOperation(add: Add, operation: Operation, program: Command, t: CliTexts): void {
  const { id, summary, description, fields, hasBody } = operation;
  const own = fields.filter(({ name }) => program.options.every(({ long }) => long !== `--${name}`));
  const needed = own.filter(({ required }) => required).map(({ name }) => `--${name} …`);
  const call = async () => (session: Session, _argument: string, given: Given) =>
    callOperation(session, operation, given);
  const command = add(id, summary, call, [needed.join(' ')]).addHelpText('after', `\n${description}`);
  for (const { name, description: meaning, required, place, choices, isList } of own) {
    const flags = `--${name} <value>`;
    const option =
      choices === null ? new Option(flags, meaning) : optionsIn(t).choice(flags, choices, meaning);
    if (isList) option.argParser(collected);
    command.addOption(option.makeOptionMandatory(required && place !== 'body'));
  }
  if (hasBody) command.option('--body <json>', t('options.body'));
}
