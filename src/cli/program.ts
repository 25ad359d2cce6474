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
import { lazily, type Session, type Terminal } from '../kit/terminal/session.js';
import type { CliTexts } from '../kit/terminal/texts.js';
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
  /** Adds a command that only has commands. */
  const group = (parent: Command, name: string, meaning: string, examples: readonly string[]) => {
    const added = parent.command(name).description(meaning).helpCommand(false);
    examplesOf.set(added, examples);
    return added;
  };
  const program = withSharedOptions(new Command('place-lookup'), terminal, packageVersion(), t);
  examplesOf.set(program, [
    `all ${t('examples.name')}`,
    `check ${t('examples.links')}.xlsx --xlsx ${t('examples.results')}.xlsx`,
  ]);
  const caveats = (...names: Parameters<typeof caveatText>[1][]) =>
    names.map((name) => `\n${caveatText(language, name)}`).join('');
  const { choice, number } = optionsIn(t);
  const add = adderTo(program);

  add('search <query...>', t('commands.search'), lookups('search'), [t('examples.name'), LINK]);
  add('details <place-id...>', t('commands.details'), lookups('details'), [PLACE, `${PLACE} --json`]);
  add('all <query...>', t('commands.all'), lookups('all'), [t('examples.name'), LINK]);
  add('convert <id>', t('commands.convert'), lookups('convert'), [PLACE, '4565666864068316694']);
  add(
    'reviews <place...>',
    t('commands.reviews'),
    async () => (await import('./reviews-command.js')).reviews,
    [`${PLACE} --max-stars 2`, `${PLACE} --xlsx ${t('examples.reviews')}.xlsx`],
  )
    .addHelpText('after', caveats('reply', 'author'))
    .option('--max-pages <n>', t('options.maxPages'))
    .option('--min-stars <n>', t('options.minStars'))
    .option('--max-stars <n>', t('options.maxStars'));
  add('review <url...>', t('commands.review'), lookups('review'), [LINK]).addHelpText(
    'after',
    caveats('notShown', 'author'),
  );
  add('check <file>', t('commands.check'), async () => (await import('./check-command.js')).check, [
    `${t('examples.links')}.xlsx --xlsx ${t('examples.results')}.xlsx`,
    `${t('examples.links')}.xlsx --report ${t('examples.report')}.xlsx`,
    `${t('examples.links')}.csv --csv > ${t('examples.results')}.csv`,
    `${t('examples.links')}.txt --out ${t('examples.results')}.ndjson --resume`,
  ])
    .addHelpText('after', t('help.lists'))
    .addHelpText('after', caveats('notShown'))
    .option('--column <column>', t('options.column'))
    .addOption(headingsOption(t))
    .option('--out <file>', t('options.out'))
    .option('--resume', t('options.resumeCheck'))
    .option('--report <file>', t('options.report'))
    .addOption(number('--batch <n>', 1, MAX_LINKS, t('options.batch')).default(MAX_LINKS));
  add(
    'evidence <links...>',
    t('commands.evidence'),
    async () => (await import('../capabilities/evidence/cli/save-packs.js')).evidence,
    [
      `${LINK} --out ${t('examples.evidence')}`,
      `${t('examples.links')}.xlsx --out ${t('examples.evidence')}`,
    ],
  )
    .addHelpText('after', caveats('notShown'))
    .option('--out <dir>', t('options.evidenceOut'), '.')
    .addOption(choice('--blur <who>', BLURS, t('options.blur')).default('others'));
  add('places <file>', t('commands.places'), async () => (await import('./places-command.js')).places, [
    `${t('examples.places')}.csv --xlsx ${t('examples.results')}.xlsx`,
    `${t('examples.places')}.txt --out ${t('examples.results')}.ndjson --resume`,
  ])
    .option('--column <column>', t('options.column'))
    .addOption(headingsOption(t))
    .option('--out <file>', t('options.out'))
    .option('--resume', t('options.resumePlaces'));
  const jobGroup = [`submit ${t('examples.links')}.csv`, `results ${JOB} --follow`];
  addJobCommands(adderTo(group(program, 'jobs', t('commands.jobs'), jobGroup)), t);
  const watchGroup = [`add ${PLACE}`, 'log --follow'];
  addWatchCommands(adderTo(group(program, 'watch', t('commands.watch'), watchGroup)), t);
  const calls = adderTo(
    group(program, 'api', t('commands.api'), [`details --placeid ${PLACE}`, 'listOwners']),
  );
  for (const operation of operations) addOperation(calls, operation, program, t);
  const ruleGroup = ['print rules.json', 'check rules.json'];
  const addRules = adderTo(group(program, 'rules', t('commands.rules'), ruleGroup));
  addRules('print [file]', t('commands.rulesPrint'), operator('printRules'), ['', 'rules.json']);
  addRules('check <file>', t('commands.rulesCheck'), operator('checkRules'), ['rules.json']);
  add(
    'mcp',
    t('commands.mcp'),
    async () => {
      const { mcp } = await import('../capabilities/mcp/cli/commands.js');
      return (session) => mcp(session, packageVersion());
    },
    ['', '--api https://place-lookup.example'],
  );
  add(
    'doctor',
    t('commands.doctor'),
    async () => (await import('../capabilities/doctor/cli/examine.js')).doctor,
    ['--quick', '--bundle report.zip'],
  )
    .addHelpText('after', t('help.doctor'))
    .option('--quick', t('options.quick'))
    .addOption(new Option('--place <place>', t('options.place')).argParser(collected))
    .option('--bundle <file>', t('options.bundle'))
    .option('--yes', t('options.yes'));
  add('record <link...>', t('commands.record'), operator('record'), [
    `${LINK} --out /tmp`,
    `${PLACE} --reviews --out /tmp`,
  ])
    .option('--out <dir>', t('options.recordOut'), '.')
    .option('--name <name>', t('options.recordName'))
    .option('--reviews', t('options.recordReviews'))
    .addOption(number('--batches <n>', 1, 50, t('options.recordBatches')).default(2))
    .option('--anonymous', t('options.anonymous'));
  add('explain <recording>', t('commands.explain'), operator('explain'), [
    `recorded--place --want ${PLACE_FIELDS.reviewCount}=8713`,
  ]).addOption(new Option('--want <field=value>', t('options.want')).argParser(collected));
  add('backup <folder>', t('commands.backup'), operator('backup'), ['/backup/2026-11-27']);
  add('restore <folder>', t('commands.restore'), operator('restore'), ['/backup/2026-11-27']);
  add('verify-evidence <file>', t('commands.verifyEvidence'), operator('verifyEvidence'), [
    `${t('examples.evidence')}.zip --public-key evidence-key.pem`,
  ])
    .option('--public-key <file>', t('options.publicKey'))
    .option('--ca <file>', t('options.ca'));
  const completion = addCompletion(program, t, async (text) => {
    await terminal.print(text);
    onEnd(EXIT.ok);
  });
  examplesOf.set(completion, ['bash', 'zsh', 'fish']);
  // After the other help texts of the commands.
  for (const [command, examples] of examplesOf) {
    const lines = examples.map((words) => `  ${pathOf(command)} ${words}`.trimEnd());
    command.addHelpText('after', `\n${t('help.examples')}\n${lines.join('\n')}`);
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

function headingsOption(t: CliTexts): Option {
  return optionsIn(t).number('--headings <n>', 0, MAX_HEADINGS_ROW, t('options.headings'));
}

/** Adds the commands of `jobs`. */
function addJobCommands(add: Add, t: CliTexts): void {
  const { choice, number } = optionsIn(t);
  add('submit <file>', t('commands.jobsSubmit'), jobs('submitJob'), [
    `${t('examples.links')}.csv`,
    `${t('examples.places')}.txt --type place-reviews --max-stars 2`,
  ])
    .addOption(choice('--type <type>', JOB_TYPES, t('options.jobType')).default('review-visibility'))
    .addOption(number('--max-pages <n>', 1, 50, t('options.jobMaxPages')))
    .addOption(number('--min-stars <n>', 1, 5, t('options.jobMinStars')))
    .addOption(number('--max-stars <n>', 1, 5, t('options.jobMaxStars')))
    .option('--column <column>', t('options.column'))
    .addOption(headingsOption(t))
    .option('--idempotency-key <key>', t('options.idempotencyKey'));
  add('status <id>', t('commands.jobsStatus'), jobs('jobStatus'), [JOB]);
  add('list', t('commands.jobsList'), jobs('listJobs'), ['', '--json']);
  add('results <id>', t('commands.jobsResults'), jobs('jobResults'), [
    `${JOB} --follow --out ${t('examples.results')}.ndjson`,
    `${JOB} --xlsx ${t('examples.results')}.xlsx`,
  ])
    .option('--follow', t('options.follow'))
    .option('--partial', t('options.partial'))
    .option('--out <file>', t('options.jobOut'));
  add('finish <id>', t('commands.jobsFinish'), jobs('finishJob'), [JOB]);
  add('cancel <id>', t('commands.jobsCancel'), jobs('cancelJob'), [JOB]);
  add('delete <id>', t('commands.jobsDelete'), jobs('deleteJob'), [JOB]);
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
function addWatchCommands(add: Add, t: CliTexts): void {
  const { choice, number } = optionsIn(t);
  const withWatchOptions = (command: Command) =>
    command
      .addOption(number('--interval <hours>', 1, MAX_INTERVAL_HOURS, t('options.watchInterval')))
      .option('--note <text>', t('options.watchNote'))
      .addOption(choice('--evidence <when>', EVIDENCE, t('options.watchEvidence')));
  withWatchOptions(
    add('add <subject...>', t('commands.watchAdd'), watch('addWatch'), [
      `${PLACE} --label ${t('examples.name')}`,
      `${LINK} --interval 12`,
    ]),
  ).option('--label <name>', t('options.watchLabel'));
  add('list', t('commands.watchList'), watch('listWatches'), ['', '--state trouble --json'])
    .addOption(choice('--state <state>', STATES, t('options.watchState')))
    .option('--find <text>', t('options.watchFind'));
  withWatchOptions(
    add('import <file>', t('commands.watchImport'), watch('importWatches'), [
      `${t('examples.places')}.xlsx`,
      `${t('examples.links')}.csv --kind review`,
    ]),
  )
    .addOption(choice('--kind <kind>', KINDS, t('options.watchKind')).default('place'))
    .option('--labels <column>', t('options.watchLabels'))
    .option('--column <column>', t('options.column'))
    .addOption(headingsOption(t));
  add('log [id]', t('commands.watchLog'), watch('logEvents'), [
    '--last 20',
    '--follow',
    `${WATCH} --types review.not_visible --ndjson`,
  ])
    .option('--follow', t('options.watchFollow'))
    .addOption(number('--since <n>', 0, Number.MAX_SAFE_INTEGER, t('options.watchSince')))
    .addOption(number('--last <n>', 1, MAX_LAST_EVENTS, t('options.watchLast')))
    .option('--types <types>', t('options.watchTypes'));
  add('export [ids...]', t('commands.watchExport'), watch('exportWatches'), [
    `${WATCH} --from 2026-11-01 --to 2026-11-30 --out ${t('examples.report')}.pdf`,
    `--all --format xlsx --out ${t('examples.report')}`,
  ])
    .addOption(choice('--format <format>', FORMATS, t('options.exportFormat')).default('pdf'))
    .option('--all', t('options.exportAll'))
    .option('--from <day>', t('options.exportFrom'))
    .option('--to <day>', t('options.exportTo'))
    .addOption(choice('--authors <how>', AUTHORS, t('options.exportAuthors')))
    .option('--out <file>', t('options.exportOut'));
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
