import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { caveatText } from '../core/texts/outcomes.js';
import { MAX_BULK_LINKS } from '../kit/lists/list-limits.js';
import {
  type Add,
  type CommandKit,
  EXAMPLE_LINK,
  EXAMPLE_PLACE,
  headingsOption,
} from '../kit/terminal/commands.js';
import { EXIT, type ExitCode } from '../kit/terminal/exit.js';
import { exitErrorOf } from '../kit/terminal/failure-text.js';
import {
  collected,
  openSession,
  optionsIn,
  type SharedOptions,
  withSharedOptions,
} from '../kit/terminal/options.js';
import { lazily, type Session, type Terminal } from '../kit/terminal/session.js';
import type { CliTexts } from '../kit/terminal/texts.js';
import { callOperation, type Given } from './api.js';
import { addCompletion } from './completion.js';
import { COMMANDS } from './installed.js';
import type { Operation } from './operations.js';

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
  const adderTo =
    (parent: Command): Add =>
    (flags, meaning, load, examples) => {
      const added = parent
        .command(flags)
        .description(meaning)
        .action(async (...given) => {
          const [argument, options, command] = argumentsOf(given);
          const session = await openSession(command.optsWithGlobals<SharedOptions>(), terminal);
          try {
            const action = await load();
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
    group: (name, meaning, examples) => {
      const added = program.command(name).description(meaning).helpCommand(false);
      examplesOf.set(added, examples);
      return adderTo(added);
    },
    headings: () => headingsOption(t),
    caveats: (...names) => names.map((name) => `\n${caveatText(language, name)}`).join(''),
  };
  const { add, group } = kit;
  addLookups(kit);
  for (const addCommands of COMMANDS) addCommands(kit);
  const calls = group('api', t('commands.api'), [`details --placeid ${EXAMPLE_PLACE}`, 'listOwners']);
  for (const operation of operations) addOperation(calls, operation, program, t);
  add('backup <folder>', t('commands.backup'), machine('backup'), ['/backup/2026-11-27']);
  add('init <folder>', t('commands.init'), async () => (await import('./init-command.js')).init, [
    '/etc/place-lookup --operator admin --users anna,crm --set PORT=3100',
  ])
    .option('--users <names>', t('options.initUsers'))
    .option('--operator <name>', t('options.initOperator'))
    .option('--team <team>', t('options.initTeam'))
    .addOption(new Option('--set <setting>', t('options.initSet')).argParser(collected));
  const completion = addCompletion(program, t, async (text) => {
    await terminal.print(text);
    onEnd(EXIT.ok);
  });
  examplesOf.set(completion, ['bash', 'zsh', 'fish', 'powershell']);
  // After the other help texts of the commands.
  for (const [command, examples] of examplesOf) {
    const lines = examples.map((words) => `  ${pathOf(command)} ${words}`.trimEnd());
    command.addHelpText('after', `\n${t('help.examples')}\n${lines.join('\n')}`);
  }
  return program;
}

/** Adds the commands that look places and reviews up. */
function addLookups({ t, add, number, headings, caveats }: CommandKit): void {
  add('search <query...>', t('commands.search'), lookups('search'), [t('examples.name'), EXAMPLE_LINK]);
  add('details <place-id...>', t('commands.details'), lookups('details'), [
    EXAMPLE_PLACE,
    `${EXAMPLE_PLACE} --json`,
  ]);
  add('all <query...>', t('commands.all'), lookups('all'), [t('examples.name'), EXAMPLE_LINK]);
  add('convert <id>', t('commands.convert'), lookups('convert'), [EXAMPLE_PLACE, '4565666864068316694']);
  add(
    'reviews <place...>',
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
  add('check <file>', t('commands.check'), async () => (await import('./check-command.js')).check, [
    `${t('examples.links')}.xlsx --xlsx ${t('examples.results')}.xlsx`,
    `${t('examples.links')}.csv --csv > ${t('examples.results')}.csv`,
    `${t('examples.links')}.txt --out ${t('examples.results')}.ndjson --resume`,
  ])
    .addHelpText('after', t('help.lists'))
    .addHelpText('after', caveats('notShown'))
    .option('--column <column>', t('options.column'))
    .addOption(headings())
    .option('--out <file>', t('options.out'))
    .option('--resume', t('options.resumeCheck'))
    .addOption(number('--batch <n>', 1, MAX_BULK_LINKS, t('options.batch')).default(MAX_BULK_LINKS));
  add('places <file>', t('commands.places'), async () => (await import('./places-command.js')).places, [
    `${t('examples.places')}.csv --xlsx ${t('examples.results')}.xlsx`,
    `${t('examples.places')}.txt --out ${t('examples.results')}.ndjson --resume`,
  ])
    .option('--column <column>', t('options.column'))
    .addOption(headings())
    .option('--out <file>', t('options.out'))
    .option('--resume', t('options.resumePlaces'));
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
