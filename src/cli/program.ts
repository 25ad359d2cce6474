import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { BLURS } from '../capabilities/evidence/values.js';
import type { JobType } from '../core/published/lines.js';
import { PLACE_FIELDS } from '../core/published/place-fields.js';
import { caveatText } from '../core/texts/outcomes.js';
import { MAX_LINKS } from '../kit/client/check-links.js';
import { EXIT, type ExitCode } from '../kit/terminal/exit.js';
import { exitErrorOf } from '../kit/terminal/failure-text.js';
import {
  collected,
  openSession,
  optionsIn,
  type SharedOptions,
  withSharedOptions,
} from '../kit/terminal/options.js';
import { lazily, type Session, type Terminal, textsIn } from '../kit/terminal/session.js';
import type { CliTexts } from '../kit/terminal/texts/pl.js';
import { callOperation, type Given } from './api.js';
import { addCompletion } from './completion.js';
import type { Operation } from './operations.js';

// The module of a command is loaded when the command runs.
const lookups = lazily(() => import('./lookup-commands.js'));
const jobs = lazily(() => import('../capabilities/jobs/cli/commands.js'));
const watch = lazily(() => import('../capabilities/watch/cli/commands.js'));
const operator = lazily(() => import('../capabilities/recordings/cli/commands.js'));

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const JOB = '5f0c6e2a9b7d4c1e8a3f2b60';
const WATCH = 'w_Jq1cXo0uS2mYV9dTz4hNfA';

/** `argument`: all arguments of the user as one text; empty for a command without arguments. */
type Action<Options> = (session: Session, argument: string, options: Options) => Promise<ExitCode>;

/** Adds a command. `load` loads its action when the command runs. `examples` of its arguments are in its help. */
type Add = <Options extends object>(
  flags: string,
  meaning: string,
  load: () => Promise<Action<Options>>,
  examples: readonly string[],
) => Command;

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
  const { language } = terminal.environment;
  const texts = textsIn(language);
  const examplesOf = new Map<Command, readonly string[]>();
  const adderTo =
    (parent: Command): Add =>
    (flags, meaning, load, examples) => {
      const added = parent
        .command(flags)
        .description(meaning)
        .action(async (...given) => {
          const [argument, options, command] = argumentsOf(given);
          const session = openSession(command.optsWithGlobals<SharedOptions>(), terminal);
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
  /** Adds a command that only has commands. */
  const group = (parent: Command, name: string, meaning: string, examples: readonly string[]) => {
    const added = parent.command(name).description(meaning).helpCommand(false);
    examplesOf.set(added, examples);
    return added;
  };
  const program = withSharedOptions(new Command('place-lookup'), terminal, packageVersion(), texts);
  const { links, results, report, reviews, places, evidence, name } = texts.examples;
  examplesOf.set(program, [`all ${name}`, `check ${links}.xlsx --xlsx ${results}.xlsx`]);
  const caveats = (...names: Parameters<typeof caveatText>[1][]) =>
    names.map((name) => `\n${caveatText(language, name)}`).join('');
  const { choice, number } = optionsIn(texts);
  const add = adderTo(program);

  add('search <query...>', texts.commands.search, lookups('search'), [name, LINK]);
  add('details <place-id...>', texts.commands.details, lookups('details'), [PLACE, `${PLACE} --json`]);
  add('all <query...>', texts.commands.all, lookups('all'), [name, LINK]);
  add('convert <id>', texts.commands.convert, lookups('convert'), [PLACE, '4565666864068316694']);
  add(
    'reviews <place...>',
    texts.commands.reviews,
    async () => (await import('./reviews-command.js')).reviews,
    [`${PLACE} --max-stars 2`, `${PLACE} --xlsx ${reviews}.xlsx`],
  )
    .addHelpText('after', caveats('reply', 'author'))
    .option('--max-pages <n>', texts.options.maxPages)
    .option('--min-stars <n>', texts.options.minStars)
    .option('--max-stars <n>', texts.options.maxStars);
  add('review <url...>', texts.commands.review, lookups('review'), [LINK]).addHelpText(
    'after',
    caveats('notShown', 'author'),
  );
  add('check <file>', texts.commands.check, async () => (await import('./check-command.js')).check, [
    `${links}.xlsx --xlsx ${results}.xlsx`,
    `${links}.xlsx --report ${report}.xlsx`,
    `${links}.csv --csv > ${results}.csv`,
    `${links}.txt --out ${results}.ndjson --resume`,
  ])
    .addHelpText('after', texts.help.lists)
    .addHelpText('after', caveats('notShown'))
    .option('--column <column>', texts.options.column)
    .addOption(headingsOption(texts))
    .option('--out <file>', texts.options.out)
    .option('--resume', texts.options.resumeCheck)
    .option('--report <file>', texts.options.report)
    .addOption(number('--batch <n>', 1, MAX_LINKS, texts.options.batch).default(MAX_LINKS));
  add(
    'evidence <links...>',
    texts.commands.evidence,
    async () => (await import('../capabilities/evidence/cli/save-packs.js')).evidence,
    [`${LINK} --out ${evidence}`, `${links}.xlsx --out ${evidence}`],
  )
    .addHelpText('after', caveats('notShown'))
    .option('--out <dir>', texts.options.evidenceOut, '.')
    .addOption(choice('--blur <who>', BLURS, texts.options.blur).default('others'));
  add('places <file>', texts.commands.places, async () => (await import('./places-command.js')).places, [
    `${places}.csv --xlsx ${results}.xlsx`,
    `${places}.txt --out ${results}.ndjson --resume`,
  ])
    .option('--column <column>', texts.options.column)
    .addOption(headingsOption(texts))
    .option('--out <file>', texts.options.out)
    .option('--resume', texts.options.resumePlaces);
  const jobGroup = [`submit ${links}.csv`, `results ${JOB} --follow`];
  addJobCommands(adderTo(group(program, 'jobs', texts.commands.jobs, jobGroup)), texts);
  const watchGroup = [`add ${PLACE}`, 'log --follow'];
  addWatchCommands(adderTo(group(program, 'watch', texts.commands.watch, watchGroup)), texts);
  const calls = adderTo(
    group(program, 'api', texts.commands.api, [`details --placeid ${PLACE}`, 'listOwners']),
  );
  for (const operation of operations) addOperation(calls, operation, program, texts);
  const ruleGroup = ['print rules.json', 'check rules.json'];
  const addRules = adderTo(group(program, 'rules', texts.commands.rules, ruleGroup));
  addRules('print [file]', texts.commands.rulesPrint, operator('printRules'), ['', 'rules.json']);
  addRules('check <file>', texts.commands.rulesCheck, operator('checkRules'), ['rules.json']);
  add(
    'mcp',
    texts.commands.mcp,
    async () => {
      const { mcp } = await import('../capabilities/mcp/cli/commands.js');
      return (session) => mcp(session, packageVersion());
    },
    ['', '--api https://place-lookup.example'],
  );
  add(
    'doctor',
    texts.commands.doctor,
    async () => (await import('../capabilities/doctor/cli/examine.js')).doctor,
    ['--quick', '--bundle report.zip'],
  )
    .addHelpText('after', texts.help.doctor)
    .option('--quick', texts.options.quick)
    .addOption(new Option('--place <place>', texts.options.place).argParser(collected))
    .option('--bundle <file>', texts.options.bundle)
    .option('--yes', texts.options.yes);
  add('record <link...>', texts.commands.record, operator('record'), [
    `${LINK} --out /tmp`,
    `${PLACE} --reviews --out /tmp`,
  ])
    .option('--out <dir>', texts.options.recordOut, '.')
    .option('--name <name>', texts.options.recordName)
    .option('--reviews', texts.options.recordReviews)
    .addOption(number('--batches <n>', 1, 50, texts.options.recordBatches).default(2))
    .option('--anonymous', texts.options.anonymous);
  add('explain <recording>', texts.commands.explain, operator('explain'), [
    `recorded--place --want ${PLACE_FIELDS.reviewCount}=8713`,
  ]).addOption(new Option('--want <field=value>', texts.options.want).argParser(collected));
  add('backup <folder>', texts.commands.backup, operator('backup'), ['/backup/2026-11-27']);
  add('restore <folder>', texts.commands.restore, operator('restore'), ['/backup/2026-11-27']);
  add('verify-evidence <file>', texts.commands.verifyEvidence, operator('verifyEvidence'), [
    `${evidence}.zip --public-key evidence-key.pem`,
  ])
    .option('--public-key <file>', texts.options.publicKey)
    .option('--ca <file>', texts.options.ca);
  const completion = addCompletion(program, texts, async (text) => {
    await terminal.print(text);
    onEnd(EXIT.ok);
  });
  examplesOf.set(completion, ['bash', 'zsh', 'fish']);
  // After the other help texts of the commands.
  for (const [command, examples] of examplesOf) {
    const lines = examples.map((words) => `  ${pathOf(command)} ${words}`.trimEnd());
    command.addHelpText('after', `\n${texts.help.examples}\n${lines.join('\n')}`);
  }
  return program;
}

/** The words that call a command, such as `place-lookup jobs list`. */
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

const JOB_TYPES: readonly JobType[] = ['review-visibility', 'place-details', 'place-reviews'];

const MAX_HEADINGS_ROW = 1000;

function headingsOption(texts: CliTexts): Option {
  return optionsIn(texts).number('--headings <n>', 0, MAX_HEADINGS_ROW, texts.options.headings);
}

/** Adds the commands of `jobs`. */
function addJobCommands(add: Add, texts: CliTexts): void {
  const { links, results, places } = texts.examples;
  const { choice, number } = optionsIn(texts);
  add('submit <file>', texts.commands.jobsSubmit, jobs('submitJob'), [
    `${links}.csv`,
    `${places}.txt --type place-reviews --max-stars 2`,
  ])
    .addOption(choice('--type <type>', JOB_TYPES, texts.options.jobType).default('review-visibility'))
    .addOption(number('--max-pages <n>', 1, 50, texts.options.jobMaxPages))
    .addOption(number('--min-stars <n>', 1, 5, texts.options.jobMinStars))
    .addOption(number('--max-stars <n>', 1, 5, texts.options.jobMaxStars))
    .option('--column <column>', texts.options.column)
    .addOption(headingsOption(texts))
    .option('--idempotency-key <key>', texts.options.idempotencyKey);
  add('status <id>', texts.commands.jobsStatus, jobs('jobStatus'), [JOB]);
  add('list', texts.commands.jobsList, jobs('listJobs'), ['', '--json']);
  add('results <id>', texts.commands.jobsResults, jobs('jobResults'), [
    `${JOB} --follow --out ${results}.ndjson`,
    `${JOB} --xlsx ${results}.xlsx`,
  ])
    .option('--follow', texts.options.follow)
    .option('--partial', texts.options.partial)
    .option('--out <file>', texts.options.jobOut);
  add('finish <id>', texts.commands.jobsFinish, jobs('finishJob'), [JOB]);
  add('cancel <id>', texts.commands.jobsCancel, jobs('cancelJob'), [JOB]);
  add('delete <id>', texts.commands.jobsDelete, jobs('deleteJob'), [JOB]);
}

const EVIDENCE = ['on_loss', 'always', 'never'] as const;
const STATES = [
  ...['new', 'watching', 'visible', 'not_visible', 'never_visible', 'trouble', 'paused', 'attention'],
] as const;
const KINDS = ['place', 'review'] as const;
const FORMATS = ['pdf', 'xlsx', 'json'] as const;
const AUTHORS = ['pseudonyms', 'names'] as const;
const MAX_INTERVAL_HOURS = 8_760;
const MAX_LAST_EVENTS = 1_000;

/** Adds the commands of `watch`. */
function addWatchCommands(add: Add, texts: CliTexts): void {
  const { links, report, places, name } = texts.examples;
  const { choice, number } = optionsIn(texts);
  const withWatchOptions = (command: Command) =>
    command
      .addOption(number('--interval <hours>', 1, MAX_INTERVAL_HOURS, texts.options.watchInterval))
      .option('--note <text>', texts.options.watchNote)
      .addOption(choice('--evidence <when>', EVIDENCE, texts.options.watchEvidence));
  withWatchOptions(
    add('add <subject...>', texts.commands.watchAdd, watch('addWatch'), [
      `${PLACE} --label ${name}`,
      `${LINK} --interval 12`,
    ]),
  ).option('--label <name>', texts.options.watchLabel);
  add('list', texts.commands.watchList, watch('listWatches'), ['', '--state trouble --json'])
    .addOption(choice('--state <state>', STATES, texts.options.watchState))
    .option('--find <text>', texts.options.watchFind);
  withWatchOptions(
    add('import <file>', texts.commands.watchImport, watch('importWatches'), [
      `${places}.xlsx`,
      `${links}.csv --kind review`,
    ]),
  )
    .addOption(choice('--kind <kind>', KINDS, texts.options.watchKind).default('place'))
    .option('--labels <column>', texts.options.watchLabels)
    .option('--column <column>', texts.options.column)
    .addOption(headingsOption(texts));
  add('log [id]', texts.commands.watchLog, watch('logEvents'), [
    '--last 20',
    '--follow',
    `${WATCH} --types review.not_visible --ndjson`,
  ])
    .option('--follow', texts.options.watchFollow)
    .addOption(number('--since <n>', 0, Number.MAX_SAFE_INTEGER, texts.options.watchSince))
    .addOption(number('--last <n>', 1, MAX_LAST_EVENTS, texts.options.watchLast))
    .option('--types <types>', texts.options.watchTypes);
  add('export [ids...]', texts.commands.watchExport, watch('exportWatches'), [
    `${WATCH} --from 2026-11-01 --to 2026-11-30 --out ${report}.pdf`,
    `--all --format xlsx --out ${report}`,
  ])
    .addOption(choice('--format <format>', FORMATS, texts.options.exportFormat).default('pdf'))
    .option('--all', texts.options.exportAll)
    .option('--from <day>', texts.options.exportFrom)
    .option('--to <day>', texts.options.exportTo)
    .addOption(choice('--authors <how>', AUTHORS, texts.options.exportAuthors))
    .option('--out <file>', texts.options.exportOut);
}

/** Adds a command of `api`: the fields of its endpoint are options, unless every command has the option. */
function addOperation(add: Add, operation: Operation, program: Command, texts: CliTexts): void {
  const { id, summary, description, fields, hasBody } = operation;
  const own = fields.filter(({ name }) => program.options.every(({ long }) => long !== `--${name}`));
  const needed = own.filter(({ required }) => required).map(({ name }) => `--${name} …`);
  const call = async () => (session: Session, _argument: string, given: Given) =>
    callOperation(session, operation, given);
  const command = add(id, summary, call, [needed.join(' ')]).addHelpText('after', `\n${description}`);
  for (const { name, description: meaning, required, place, choices, isList } of own) {
    const flags = `--${name} <value>`;
    const option =
      choices === null ? new Option(flags, meaning) : optionsIn(texts).choice(flags, choices, meaning);
    if (isList) option.argParser(collected);
    command.addOption(option.makeOptionMandatory(required && place !== 'body'));
  }
  if (hasBody) command.option('--body <json>', texts.options.body);
}
