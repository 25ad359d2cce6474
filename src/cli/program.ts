import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { MAX_LINKS } from '../clients/check-links.js';
import { BLURS } from '../contract/evidence-limits.js';
import type { JobType } from '../contract/lines.js';
import { PLACE_FIELDS } from '../contract/place-fields.js';
import { caveatText } from '../contract/texts/outcomes.js';
import { addCompletion } from './completion.js';
import { EXIT, type ExitCode } from './exit.js';
import { exitErrorOf } from './failure-text.js';
import { collected, openSession, optionsIn, type SharedOptions, withSharedOptions } from './options.js';
import { type Session, type Terminal, textsIn } from './session.js';
import type { CliTexts } from './texts/pl.js';

// The modules of a command are loaded when it runs, so that the other commands start without them.
const lookups = () => import('./lookups.js');
const jobs = () => import('./jobs.js');
const watch = () => import('./watch.js');
const operator = () => import('./operator-commands.js');

/** What the user typed is one text (`argument`), empty for a command without arguments. */
type Action<Options> = (session: Session, argument: string, options: Options) => Promise<ExitCode>;

/** Adds a command. `load` loads its action when the command runs. */
type Add = <Options extends object>(
  flags: string,
  meaning: string,
  load: () => Promise<Action<Options>>,
) => Command;

/**
 * The command line: commands, options, help. A usage error throws a CommanderError or an ExitError.
 * @param onEnd receives the exit code of a command
 */
export function createProgram(terminal: Terminal, onEnd: (exitCode: ExitCode) => void): Command {
  const { language } = terminal.environment;
  const texts = textsIn(language);
  const adderTo =
    (parent: Command): Add =>
    (flags, meaning, load) =>
      parent
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
  const program = withSharedOptions(new Command('place-lookup'), terminal, packageVersion(), texts);
  const caveats = (...names: Parameters<typeof caveatText>[1][]) =>
    names.map((name) => `\n${caveatText(language, name)}`).join('');
  const { choice, number } = optionsIn(texts);
  const add = adderTo(program);

  add('search <query...>', texts.commands.search, async () => (await lookups()).search);
  add('details <place-id...>', texts.commands.details, async () => (await lookups()).details);
  add('all <query...>', texts.commands.all, async () => (await lookups()).all);
  add('convert <id>', texts.commands.convert, async () => (await lookups()).convert);
  add('reviews <place...>', texts.commands.reviews, async () => (await import('./reviews.js')).reviews)
    .addHelpText('after', caveats('reply', 'author'))
    .option('--max-pages <n>', texts.options.maxPages)
    .option('--min-stars <n>', texts.options.minStars)
    .option('--max-stars <n>', texts.options.maxStars);
  add('review <url...>', texts.commands.review, async () => (await lookups()).review).addHelpText(
    'after',
    caveats('notShown', 'author'),
  );
  add('check <file>', texts.commands.check, async () => (await import('./check.js')).check)
    .addHelpText('after', texts.help.lists)
    .addHelpText('after', caveats('notShown'))
    .option('--column <column>', texts.options.column)
    .addOption(headingsOption(texts))
    .option('--out <file>', texts.options.out)
    .option('--resume', texts.options.resumeCheck)
    .option('--report <file>', texts.options.report)
    .addOption(number('--batch <n>', 1, MAX_LINKS, texts.options.batch).default(MAX_LINKS));
  add('evidence <links...>', texts.commands.evidence, async () => (await import('./evidence.js')).evidence)
    .addHelpText('after', caveats('notShown'))
    .option('--out <dir>', texts.options.evidenceOut, '.')
    .addOption(choice('--blur <who>', BLURS, texts.options.blur).default('others'));
  add('places <file>', texts.commands.places, async () => (await import('./places.js')).places)
    .option('--column <column>', texts.options.column)
    .addOption(headingsOption(texts))
    .option('--out <file>', texts.options.out)
    .option('--resume', texts.options.resumePlaces);
  const parent = (name: string, meaning: string) =>
    adderTo(program.command(name).description(meaning).helpCommand(false));
  addJobCommands(parent('jobs', texts.commands.jobs), texts);
  const watching = program.command('watch').description(texts.commands.watch).helpCommand(false);
  addWatchCommands(adderTo(watching), texts);
  const channel = watching.command('channel').description(texts.commands.watchChannel).helpCommand(false);
  addChannelCommands(adderTo(channel), texts);
  const addRules = parent('rules', texts.commands.rules);
  addRules('print [file]', texts.commands.rulesPrint, async () => (await operator()).printRules);
  addRules('check <file>', texts.commands.rulesCheck, async () => (await operator()).checkRules);
  add('mcp', texts.commands.mcp, async () => {
    const { mcp } = await import('./mcp.js');
    return (session) => mcp(session, packageVersion());
  });
  add('doctor', texts.commands.doctor, async () => (await import('./doctor.js')).doctor)
    .addHelpText('after', texts.help.doctor)
    .option('--quick', texts.options.quick)
    .addOption(new Option('--place <place>', texts.options.place).argParser(collected))
    .option('--bundle <file>', texts.options.bundle)
    .option('--yes', texts.options.yes);
  add('record <link...>', texts.commands.record, async () => (await operator()).record)
    .option('--out <dir>', texts.options.recordOut, '.')
    .option('--name <name>', texts.options.recordName)
    .option('--reviews', texts.options.recordReviews)
    .addOption(number('--batches <n>', 1, 50, texts.options.recordBatches).default(2))
    .option('--anonymous', texts.options.anonymous);
  add('explain <recording>', texts.commands.explain, async () => (await operator()).explain).addOption(
    new Option('--want <field=value>', texts.options.want).argParser(collected),
  );
  add('verify-evidence <file>', texts.commands.verifyEvidence, async () => (await operator()).verifyEvidence)
    .option('--public-key <file>', texts.options.publicKey)
    .option('--ca <file>', texts.options.ca);
  addCompletion(program, texts, async (text) => {
    await terminal.print(text);
    onEnd(EXIT.ok);
  });
  addExamples(program, texts);
  return program;
}

/** Commander hands on the arguments of a command, then its options, then the command. */
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
  const { choice, number } = optionsIn(texts);
  add('submit <file>', texts.commands.jobsSubmit, async () => (await jobs()).submitJob)
    .addOption(choice('--type <type>', JOB_TYPES, texts.options.jobType).default('review-visibility'))
    .addOption(number('--max-pages <n>', 1, 50, texts.options.jobMaxPages))
    .addOption(number('--min-stars <n>', 1, 5, texts.options.jobMinStars))
    .addOption(number('--max-stars <n>', 1, 5, texts.options.jobMaxStars))
    .option('--column <column>', texts.options.column)
    .addOption(headingsOption(texts))
    .option('--idempotency-key <key>', texts.options.idempotencyKey);
  add('status <id>', texts.commands.jobsStatus, async () => (await jobs()).jobStatus);
  add('list', texts.commands.jobsList, async () => (await jobs()).listJobs);
  add('results <id>', texts.commands.jobsResults, async () => (await jobs()).jobResults)
    .option('--follow', texts.options.follow)
    .option('--partial', texts.options.partial)
    .option('--out <file>', texts.options.jobOut);
  add('finish <id>', texts.commands.jobsFinish, async () => (await jobs()).finishJob);
  add('cancel <id>', texts.commands.jobsCancel, async () => (await jobs()).cancelJob);
  add('delete <id>', texts.commands.jobsDelete, async () => (await jobs()).deleteJob);
}

const EVIDENCE = ['on_loss', 'always', 'never'] as const;
const STATES = ['new', 'watching', 'trouble', 'paused'] as const;
const KINDS = ['place', 'review'] as const;
const FORMATS = ['pdf', 'xlsx', 'json'] as const;
const AUTHORS = ['pseudonyms', 'names'] as const;
const PACES = ['at_once', 'daily'] as const;
const MAX_INTERVAL_HOURS = 8_760;
const MAX_LAST_EVENTS = 1_000;

/** Adds the commands of `watch`. */
function addWatchCommands(add: Add, texts: CliTexts): void {
  const { choice, number } = optionsIn(texts);
  const withWishes = (command: Command) =>
    command
      .addOption(number('--interval <hours>', 1, MAX_INTERVAL_HOURS, texts.options.watchInterval))
      .option('--note <text>', texts.options.watchNote)
      .addOption(choice('--evidence <when>', EVIDENCE, texts.options.watchEvidence));
  withWishes(add('add <subject...>', texts.commands.watchAdd, async () => (await watch()).addWatch)).option(
    '--label <name>',
    texts.options.watchLabel,
  );
  add('list', texts.commands.watchList, async () => (await watch()).listWatches)
    .addOption(choice('--state <state>', STATES, texts.options.watchState))
    .option('--find <text>', texts.options.watchFind);
  add('show <id>', texts.commands.watchShow, async () => (await watch()).showWatch);
  withWishes(add('import <file>', texts.commands.watchImport, async () => (await watch()).importWatches))
    .addOption(choice('--kind <kind>', KINDS, texts.options.watchKind).default('place'))
    .option('--labels <column>', texts.options.watchLabels)
    .option('--column <column>', texts.options.column)
    .addOption(headingsOption(texts));
  add('pause <id>', texts.commands.watchPause, async () => (await watch()).pauseWatch);
  add('resume <id>', texts.commands.watchResume, async () => (await watch()).resumeWatch);
  add('check <id>', texts.commands.watchCheck, async () => (await watch()).checkWatch);
  add('remove <id>', texts.commands.watchRemove, async () => (await watch()).removeWatch);
  add('log [id]', texts.commands.watchLog, async () => (await watch()).logEvents)
    .option('--follow', texts.options.watchFollow)
    .addOption(number('--since <n>', 0, Number.MAX_SAFE_INTEGER, texts.options.watchSince))
    .addOption(number('--last <n>', 1, MAX_LAST_EVENTS, texts.options.watchLast))
    .option('--types <types>', texts.options.watchTypes);
  add('export [ids...]', texts.commands.watchExport, async () => (await watch()).exportWatches)
    .addOption(choice('--format <format>', FORMATS, texts.options.exportFormat).default('pdf'))
    .option('--all', texts.options.exportAll)
    .option('--from <day>', texts.options.exportFrom)
    .option('--to <day>', texts.options.exportTo)
    .addOption(choice('--authors <how>', AUTHORS, texts.options.exportAuthors))
    .option('--out <file>', texts.options.exportOut);
}

/** Adds the commands of `watch channel`. */
function addChannelCommands(add: Add, texts: CliTexts): void {
  add('add <target>', texts.commands.channelAdd, async () => (await watch()).addChannel)
    .addOption(optionsIn(texts).choice('--pace <pace>', PACES, texts.options.channelPace))
    .option('--types <types>', texts.options.watchTypes);
  add('list', texts.commands.channelList, async () => (await watch()).listChannels);
  add('test <id>', texts.commands.channelTest, async () => (await watch()).testChannel);
  add('rotate <id>', texts.commands.channelRotate, async () => (await watch()).rotateChannel);
  add('deliveries <id>', texts.commands.channelDeliveries, async () => (await watch()).listDeliveries);
  add('remove <id>', texts.commands.channelRemove, async () => (await watch()).removeChannel);
}

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const JOB = '5f0c6e2a9b7d4c1e8a3f2b60';
const WATCH = 'w_Jq1cXo0uS2mYV9dTz4hNfA';
const CHANNEL = 'ch_9sUo2VfY6c1Qx0kLmN3b7A';

/** Examples of the arguments of each command. File names are in the user's language. */
function examplesOf(texts: CliTexts): Readonly<Record<string, readonly string[]>> {
  const { links, results, report, reviews, places: names, name } = texts.examples;
  return {
    'place-lookup': [`all ${name}`, `check ${links}.xlsx --xlsx ${results}.xlsx`],
    search: [name, LINK],
    details: [PLACE, `${PLACE} --json`],
    all: [name, LINK],
    places: [`${names}.csv --xlsx ${results}.xlsx`, `${names}.txt --out ${results}.ndjson --resume`],
    convert: [PLACE, '4565666864068316694'],
    reviews: [`${PLACE} --max-stars 2`, `${PLACE} --xlsx ${reviews}.xlsx`],
    review: [LINK],
    check: [
      `${links}.xlsx --xlsx ${results}.xlsx`,
      `${links}.xlsx --report ${report}.xlsx`,
      `${links}.csv --csv > ${results}.csv`,
      `${links}.txt --out ${results}.ndjson --resume`,
    ],
    evidence: [`${LINK} --out ${texts.examples.evidence}`, `${links}.xlsx --out ${texts.examples.evidence}`],
    rules: [`print rules.json`, 'check rules.json'],
    'rules print': ['', 'rules.json'],
    'rules check': ['rules.json'],
    mcp: ['', '--api https://place-lookup.example'],
    doctor: ['--quick', '--bundle report.zip'],
    record: [`${LINK} --out /tmp`, `${PLACE} --reviews --out /tmp`],
    explain: [`recorded--place --want ${PLACE_FIELDS.reviewCount}=8713`],
    'verify-evidence': [`${texts.examples.evidence}.zip --public-key evidence-key.pem`],
    completion: ['bash', 'zsh', 'fish'],
    jobs: [`submit ${links}.csv`, `results ${JOB} --follow`],
    'jobs submit': [`${links}.csv`, `${names}.txt --type place-reviews --max-stars 2`],
    'jobs status': [JOB],
    'jobs list': ['', '--json'],
    'jobs results': [`${JOB} --follow --out ${results}.ndjson`, `${JOB} --xlsx ${results}.xlsx`],
    'jobs finish': [JOB],
    'jobs cancel': [JOB],
    'jobs delete': [JOB],
    watch: [`add ${PLACE}`, 'log --follow'],
    'watch add': [`${PLACE} --label ${name}`, `${LINK} --interval 12`],
    'watch list': ['', '--state trouble --json'],
    'watch show': [WATCH],
    'watch import': [`${names}.xlsx`, `${links}.csv --kind review`],
    'watch pause': [WATCH],
    'watch resume': [WATCH],
    'watch check': [WATCH],
    'watch remove': [WATCH],
    'watch log': ['--last 20', '--follow', `${WATCH} --types review.not_visible --ndjson`],
    'watch export': [
      `${WATCH} --from 2026-11-01 --to 2026-11-30 --out ${report}.pdf`,
      `--all --format xlsx --out ${report}`,
    ],
    'watch channel': ['add https://hooks.example.com/place-lookup', 'list'],
    'watch channel add': ['https://hooks.example.com/place-lookup', 'ola@example.com --pace daily'],
    'watch channel list': [''],
    'watch channel test': [CHANNEL],
    'watch channel rotate': [CHANNEL],
    'watch channel deliveries': [CHANNEL],
    'watch channel remove': [CHANNEL],
  };
}

/** Adds examples to the help of every command. */
function addExamples(program: Command, texts: CliTexts): void {
  const examples = examplesOf(texts);
  const add = (command: Command, path: string): void => {
    const lines = (examples[path.replace(`${program.name()} `, '')] ?? []).map((words) =>
      `  ${path} ${words}`.trimEnd(),
    );
    if (lines.length > 0) command.addHelpText('after', `\n${texts.help.examples}\n${lines.join('\n')}`);
    for (const child of command.commands) add(child, `${path} ${child.name()}`);
  };
  add(program, program.name());
}
