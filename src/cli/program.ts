import { Command, Option } from 'commander';
import { MOST_LINKS } from '../clients/check-links.js';
import { RequestFailed } from '../contract/failure.js';
import { caveatText } from '../contract/texts/outcomes.js';
import { check } from './check.js';
import { addCompletion } from './completion.js';
import { type DoctorOptions, doctor } from './doctor.js';
import type { Question } from './doctor-bundle.js';
import type { Environment } from './environment.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { addExplainCommand } from './explain.js';
import { addJobCommands } from './job-commands.js';
import { columnText } from './links.js';
import { all, convert, details, review, search } from './lookups.js';
import { places } from './places.js';
import { addRecordCommand } from './record.js';
import { exitCodeOf, requestFailureText } from './request-failure.js';
import { type ReviewsOptions, reviews } from './reviews.js';
import { addRulesCommands } from './rules-commands.js';
import { type Session, sayIn } from './session.js';
import { type SharedOptions, wholeNumber, withSharedOptions } from './shared-options.js';

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

interface ResumeFlags {
  readonly out?: string;
  readonly resume?: true;
  readonly column?: string;
}

interface CheckFlags extends ResumeFlags {
  readonly batch: number;
}

/** The command line: commands, options, help. A usage error throws a CommanderError or a ExitError. */
export function createProgram({ environment, version, open, print, ask, onEnd }: ProgramOptions): Command {
  const { language } = environment;
  const say = sayIn(language);
  const run =
    <O extends object>(action: (session: Session, argument: string, options: O) => Promise<ExitCode>) =>
    async (argument: string | string[], options: O, command: Command): Promise<void> => {
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
    .action(run(search));
  program
    .command('details <place-id...>')
    .description(say('pokaż dane miejsca', 'show the details of a place'))
    .action(run(details));
  program
    .command('all <query...>')
    .description(say('znajdź miejsce i pokaż jego dane', 'find a place and show its details'))
    .action(run(all));
  program
    .command('convert <id>')
    .description(
      say(
        'zamień Place ID na CID (bez usługi) albo CID na Place ID',
        'convert a Place ID to a CID (computed without the service), or a CID to a Place ID',
      ),
    )
    .action(run(convert));
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
    .action(run((session, id, options: ReviewsOptions) => reviews(session, id, options)));
  program
    .command('review <url...>')
    .description(say('pokaż dane jednej opinii', 'show the details of one review'))
    .addHelpText('after', `\n${caveatText(language, 'notShown')}\n${caveatText(language, 'author')}`)
    .action(run(review));
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
    .option('--column <column>', columnText(say))
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
      run((session, file, { out, resume, batch, column }: CheckFlags) =>
        check(session, file, { out: out ?? null, resume: resume ?? false, batchSize: batch, column }),
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
    .option('--column <column>', columnText(say))
    .option('--out <file>', out)
    .option(
      '--resume',
      say(
        'dokończ: wyszukaj tylko miejsca bez wyniku w pliku --out',
        'finish: look up only the places without a result in --out',
      ),
    )
    .action(
      run((session, file, { out, resume, column }: ResumeFlags) =>
        places(session, file, { out: out ?? null, resume: resume ?? false, column }),
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
      run((session) => doctor(session, options, ask))('', {}, command),
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
