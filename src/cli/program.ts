import { Command, Option } from 'commander';
import { MOST_LINKS } from '../clients/check-links.js';
import { RequestFailed } from '../contract/failure.js';
import type { JobType } from '../contract/lines.js';
import { PLACE_FIELDS } from '../contract/place-fields.js';
import { caveatText } from '../contract/texts/outcomes.js';
import type { CheckOptions } from './check.js';
import { addCompletion } from './completion.js';
import type { DoctorOptions } from './doctor.js';
import type { Question } from './doctor-bundle.js';
import type { Environment } from './environment.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { addExplainCommand } from './explain.js';
import { exitCodeOf, requestFailureText } from './failure-text.js';
import type { ResultsOptions, SubmitOptions } from './jobs.js';
import type { ResumeOptions } from './list-run.js';
import { oneOf, type Run, type SharedOptions, wholeNumber, withSharedOptions } from './options.js';
import { addRecordCommand } from './record.js';
import type { ReviewsOptions } from './reviews.js';
import { addRulesCommands } from './rules-commands.js';
import { type Say, type Session, sayIn } from './session.js';

// The modules of a command are loaded when it runs, so that the others start without them.
const lookups = () => import('./lookups.js');
const jobs = () => import('./jobs.js');

export interface ProgramOptions {
  readonly environment: Environment;
  readonly version: string;
  /** Makes the session of a command from its options. @throws ExitError when an option has a wrong value */
  readonly open: (options: SharedOptions) => Session;
  /** Writes to standard output. */
  readonly print: (text: string) => Promise<void>;
  /** Asks the person at the terminal; null = there is no terminal. */
  readonly ask: Question;
  /** Receives the exit code of a command. */
  readonly onEnd: (exitCode: ExitCode) => void;
}

/** The command line: commands, options, help. A usage error throws a CommanderError or a ExitError. */
export function createProgram({ environment, version, open, print, ask, onEnd }: ProgramOptions): Command {
  const { language } = environment;
  const say = sayIn(language);
  const run: Run = (action) => async (argument, options, command) => {
    const session = open(command.optsWithGlobals<SharedOptions>());
    const text = Array.isArray(argument) ? argument.join(' ') : argument;
    try {
      onEnd(await action(session, text, options));
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      throw new ExitError(exitCodeOf(error.failure), requestFailureText(error.failure, session));
    }
  };
  const out = say(
    'dopisuj wyniki na bieżąco do pliku NDJSON',
    'add each result to this NDJSON file as it arrives',
  );
  const program = withSharedOptions(new Command('place-lookup'), environment, version, say);

  program
    .command('search <query...>')
    .description(
      say(
        'znajdź Place ID na podstawie nazwy, linku, Place ID lub CID',
        'find the Place ID of a name, link, Place ID or CID',
      ),
    )
    .action(run(async (session, text) => (await lookups()).search(session, text)));
  program
    .command('details <place-id...>')
    .description(say('pokaż dane miejsca', 'show the details of a place'))
    .action(run(async (session, text) => (await lookups()).details(session, text)));
  program
    .command('all <query...>')
    .description(say('znajdź miejsce i pokaż jego dane', 'find a place and show its details'))
    .action(run(async (session, text) => (await lookups()).all(session, text)));
  program
    .command('convert <id>')
    .description(
      say(
        'zamień Place ID na CID (bez usługi) albo CID na Place ID',
        'convert a Place ID to a CID (computed without the service), or a CID to a Place ID',
      ),
    )
    .action(run(async (session, text) => (await lookups()).convert(session, text)));
  program
    .command('reviews <place...>')
    .description(
      say(
        'wczytaj opinie o miejscu: Place ID, link, CID lub nazwa',
        'list the reviews of a place: Place ID, link, CID or name',
      ),
    )
    .addHelpText('after', `\n${caveatText(language, 'reply')}\n${caveatText(language, 'author')}`)
    .option(
      '--max-pages <n>',
      say(
        'najwięcej stron po 200 opinii, 1–50 (domyślnie: 10)',
        'maximum number of pages of 200 reviews, 1–50 (default: 10)',
      ),
    )
    .option('--min-stars <n>', say('najmniejsza liczba gwiazdek, 1–5', 'minimum number of stars, 1–5'))
    .option('--max-stars <n>', say('największa liczba gwiazdek, 1–5', 'maximum number of stars, 1–5'))
    .action(
      run(async (session, place, options: ReviewsOptions) =>
        (await import('./reviews.js')).reviews(session, place, options),
      ),
    );
  program
    .command('review <url...>')
    .description(say('pokaż dane jednej opinii', 'show the details of one review'))
    .addHelpText('after', `\n${caveatText(language, 'notShown')}\n${caveatText(language, 'author')}`)
    .action(run(async (session, text) => (await lookups()).review(session, text)));
  program
    .command('check <file>')
    .description(
      say(
        'sprawdź widoczność opinii z listy linków; - oznacza standardowe wejście',
        'check the visibility of the reviews in a list of links; - is standard input',
      ),
    )
    .addHelpText(
      'after',
      say(
        '\nLista to skoroszyt XLSX, CSV albo tekst. Polecenie samo znajduje kolumnę z linkami, a w tekście linki w każdym wierszu.\nWłasne kolumny listy zostają w CSV i XLSX po lewej stronie wyników, w kolejności listy. Wiersze zaczynające się od #\nsą pomijane, wiersze bez linku też, ale polecenie podaje ich numery.',
        '\nThe list is an XLSX workbook, a CSV or a text. The command finds the column with the links, or in a text the links of\nevery line. The own columns of the list stay in CSV and XLSX to the left of the results, in the order of the list.\nLines that begin with # are ignored. Lines without a link are skipped, and their numbers are reported.',
      ),
    )
    .addHelpText('after', `\n${caveatText(language, 'notShown')}`)
    .option('--out <file>', out)
    .option(
      '--resume',
      say(
        'dokończ: sprawdź tylko linki bez wyniku w pliku --out',
        'finish: check only the links without a result in --out',
      ),
    )
    .addOption(
      new Option('--batch <n>', say('liczba linków w jednym zapytaniu', 'links in one request'))
        .default(MOST_LINKS)
        .argParser(wholeNumber('--batch <n>', 1, MOST_LINKS, say)),
    )
    .action(
      run(async (session, file, options: CheckOptions) =>
        (await import('./check.js')).check(session, file, options),
      ),
    );
  program
    .command('places <file>')
    .description(
      say(
        'pokaż dane wielu miejsc z listy nazw, linków, CID i Place ID; - oznacza standardowe wejście',
        'show the details of many places, from a list of names, links, CIDs and Place IDs; - is standard input',
      ),
    )
    .option('--out <file>', out)
    .option(
      '--resume',
      say(
        'dokończ: wyszukaj tylko miejsca bez wyniku w pliku --out',
        'finish: look up only the places without a result in --out',
      ),
    )
    .action(
      run(async (session, file, options: ResumeOptions) =>
        (await import('./places.js')).places(session, file, options),
      ),
    );
  addJobCommands(program, run, say);
  addRulesCommands(program, run, say, environment.providerRules);
  program
    .command('doctor')
    .description(
      say(
        'sprawdź z tego komputera, czy usługa nadal odczytuje dane od dostawcy map',
        'check from this machine whether the service still reads the map provider',
      ),
    )
    .addHelpText(
      'after',
      say(
        '\nDziała we własnym procesie z ustawieniami usługi (zmienne środowiskowe); działająca usługa nie jest pytana.\nKody wyjścia: 0 wszystko działa, 1 coś nie jest w porządku, 2 usługa nie może działać.',
        '\nRuns in a process of its own with the settings of the service (environment); the running service is not asked.\nExit codes: 0 all is well, 1 something is not as it should be, 2 the service cannot work.',
      ),
    )
    .option('--quick', say('jedno miejsce, bez listy opinii', 'one place, no list of reviews'))
    .addOption(
      new Option(
        '--place <place>',
        say(
          'Place ID, CID lub link miejsca do odczytania; można podać kilka razy',
          'Place ID, CID or link of a place to read; may be repeated',
        ),
      ).argParser((place: string, before: readonly string[] | undefined) => [...(before ?? []), place]),
    )
    .option(
      '--bundle <file>',
      say(
        'zapisz w pliku ZIP dane do zgłoszenia błędu; najpierw je pokazuje',
        'write what a bug report needs to a ZIP file; shows it first',
      ),
    )
    .option('--yes', say('zapisz --bundle bez pytania', 'write --bundle without a question'))
    .action((options: DoctorOptions, command: Command) =>
      run(async (session) => (await import('./doctor.js')).doctor(session, options, ask))('', {}, command),
    );
  addRecordCommand(program, run, say);
  addExplainCommand(program, run, say, environment.providerRules);
  addCompletion(program, say, async (text) => {
    await print(text);
    onEnd(EXIT.ok);
  });
  addExamples(program, say);
  return program;
}

const JOB_TYPES: readonly JobType[] = ['review-visibility', 'place-details', 'place-reviews'];

/** Adds `jobs` and its commands to the program. */
function addJobCommands(program: Command, run: Run, say: Say): void {
  const commands = program
    .command('jobs')
    .description(
      say(
        'zlecenia: długie listy, które usługa sprawdza bez otwartego połączenia',
        'jobs: long lists that the service works on without an open connection',
      ),
    )
    .helpCommand(false);
  const number = (flags: string, most: number, meaning: string) =>
    new Option(flags, meaning).argParser(wholeNumber(flags, 1, most, say));
  commands
    .command('submit <file>')
    .description(
      say(
        'zleć listę (jak w check; - oznacza standardowe wejście) i wypisz id zlecenia',
        'begin a job with a list (as for check; - is standard input) and print its id',
      ),
    )
    .addOption(
      new Option('--type <type>', say('co zrobić z listą', 'what to do with the list'))
        .choices(JOB_TYPES)
        .default('review-visibility')
        .argParser(oneOf('--type <type>', JOB_TYPES, say)),
    )
    .addOption(
      number(
        '--max-pages <n>',
        50,
        say(
          'place-reviews: najwięcej stron po 200 opinii',
          'place-reviews: maximum number of pages of 200 reviews',
        ),
      ),
    )
    .addOption(
      number(
        '--min-stars <n>',
        5,
        say('place-reviews: najmniejsza liczba gwiazdek', 'place-reviews: minimum number of stars'),
      ),
    )
    .addOption(
      number(
        '--max-stars <n>',
        5,
        say('place-reviews: największa liczba gwiazdek', 'place-reviews: maximum number of stars'),
      ),
    )
    .option(
      '--idempotency-key <key>',
      say(
        'klucz powtórzenia: ta sama lista z tym samym kluczem nie tworzy drugiego zlecenia',
        'the same list with the same key makes no second job',
      ),
    )
    .action(
      run(async (session, file, options: SubmitOptions) => (await jobs()).submitJob(session, file, options)),
    );
  commands
    .command('status <id>')
    .description(say('pokaż stan zlecenia', 'show how far a job is'))
    .action(run(async (session, id) => (await jobs()).jobStatus(session, id)));
  const listing = run(async (session: Session) => (await jobs()).listJobs(session));
  commands
    .command('list')
    .description(say('pokaż własne zlecenia', 'list your jobs'))
    .action((options: object, command: Command) => listing('', options, command));
  commands
    .command('results <id>')
    .description(
      say(
        'pokaż dotychczasowe wyniki zlecenia, od najwcześniejszego; CSV i XLSX po jego zakończeniu, w kolejności listy',
        'show the results of a job so far, earliest first; CSV and XLSX when it has ended, in the order of the list',
      ),
    )
    .option('--follow', say('czekaj na wyniki do końca zlecenia', 'wait for results until the job ends'))
    .option(
      '--out <file>',
      say(
        'dopisuj wyniki do pliku NDJSON, a przerwany plik dokończ',
        'add the results to this NDJSON file, and continue it where it was cut',
      ),
    )
    .action(
      run(async (session, id, options: ResultsOptions) => (await jobs()).jobResults(session, id, options)),
    );
  commands
    .command('cancel <id>')
    .description(
      say('anuluj zlecenie; dotychczasowe wyniki zostają', 'cancel a job; its results so far stay'),
    )
    .action(run(async (session, id) => (await jobs()).cancelJob(session, id)));
  commands
    .command('delete <id>')
    .description(
      say('usuń zakończone zlecenie razem z wynikami', 'delete a job that has ended, with its results'),
    )
    .action(run(async (session, id) => (await jobs()).deleteJob(session, id)));
}

const NAME = ['"Pierogarnia, Kraków"', '"Pierogi, Cracow"'] as const;
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const JOB = '5f0c6e2a9b7d4c1e8a3f2b60';

/** Arguments of each command, as a person would write them. File names are in the user's language. */
function examplesOf(say: Say): Readonly<Record<string, readonly string[]>> {
  const [links, results, reviews, names] = [
    say('linki', 'links'),
    say('wyniki', 'results'),
    say('opinie', 'reviews'),
    say('miejsca', 'places'),
  ];
  return {
    'place-lookup': [`all ${say(...NAME)}`, `check ${links}.xlsx --xlsx ${results}.xlsx`],
    search: [say(...NAME), LINK],
    details: [PLACE, `${PLACE} --json`],
    all: [say(...NAME), LINK],
    places: [`${names}.csv --xlsx ${results}.xlsx`, `${names}.txt --out ${results}.ndjson --resume`],
    convert: [PLACE, '4565666864068316694'],
    reviews: [`${PLACE} --max-stars 2`, `${PLACE} --xlsx ${reviews}.xlsx`],
    review: [LINK],
    check: [
      `${links}.xlsx --xlsx ${results}.xlsx`,
      `${links}.csv --csv > ${results}.csv`,
      `${links}.txt --out ${results}.ndjson --resume`,
    ],
    rules: [`print rules.json`, 'check rules.json'],
    'rules print': ['', 'rules.json'],
    'rules check': ['rules.json'],
    doctor: ['--quick', '--bundle report.zip'],
    record: [`${LINK} --out /tmp`, `${PLACE} --reviews --out /tmp`],
    explain: [`recorded--place --want ${PLACE_FIELDS.reviewCount}=8713`],
    completion: ['bash', 'zsh', 'fish'],
    jobs: [`submit ${links}.csv`, `results ${JOB} --follow`],
    'jobs submit': [`${links}.csv`, `${names}.txt --type place-reviews --max-stars 2`],
    'jobs status': [JOB],
    'jobs list': ['', '--json'],
    'jobs results': [`${JOB} --follow --out ${results}.ndjson`, `${JOB} --xlsx ${results}.xlsx`],
    'jobs cancel': [JOB],
    'jobs delete': [JOB],
  };
}

/** Adds examples to the help of every command. */
function addExamples(program: Command, say: Say): void {
  const examples = examplesOf(say);
  const add = (command: Command, path: string): void => {
    const lines = (examples[path.replace(`${program.name()} `, '')] ?? []).map((words) =>
      `  ${path} ${words}`.trimEnd(),
    );
    if (lines.length > 0) {
      command.addHelpText('after', `\n${say('Przykłady:', 'Examples:')}\n${lines.join('\n')}`);
    }
    for (const child of command.commands) add(child, `${path} ${child.name()}`);
  };
  add(program, program.name());
}
