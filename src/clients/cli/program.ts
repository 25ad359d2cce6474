import { Command, Option } from 'commander';
import { MOST_LINKS } from './ask-links.js';
import { check } from './check.js';
import type { Environment } from './environment.js';
import type { ExitCode } from './failure.js';
import { all, convert, details, review, search } from './lookups.js';
import { type ReviewsOptions, reviews } from './reviews.js';
import { type Session, sayIn } from './session.js';
import { type SharedOptions, wholeNumber, withSharedOptions } from './shared-options.js';

/** What the program is started with. */
export interface ProgramOptions {
  readonly environment: Environment;
  readonly version: string;
  /** Makes what a command needs, once its options are known. @throws Failure when one is no use */
  readonly open: (options: SharedOptions) => Session;
  /** Receives the exit code of a command. */
  readonly onEnd: (exitCode: ExitCode) => void;
}

interface CheckFlags {
  readonly out?: string;
  readonly resume?: true;
  readonly batch: number;
}

/** The command line: commands, options, help. A wrong use throws a CommanderError. */
export function createProgram({ environment, version, open, onEnd }: ProgramOptions): Command {
  const say = sayIn(environment.language);
  const run =
    <O extends object>(action: (session: Session, argument: string, options: O) => Promise<ExitCode>) =>
    async (argument: string | string[], options: O, command: Command): Promise<void> => {
      const session = open(command.optsWithGlobals<SharedOptions>());
      const text = Array.isArray(argument) ? argument.join(' ') : argument;
      onEnd(await action(session, text, options));
    };
  const program = withSharedOptions(new Command('place-lookup'), environment, version, say);

  program
    .command('search <query...>')
    .description(
      say('Place ID dla nazwy, linku, Place ID lub CID', 'Place ID of a name, link, Place ID or CID'),
    )
    .action(run(search));
  program
    .command('details <place-id>')
    .description(say('wizytówka miejsca', 'the card of a place'))
    .action(run(details));
  program
    .command('all <query...>')
    .description(say('wyszukanie i wizytówka naraz', 'search and card in one'))
    .action(run(all));
  program
    .command('convert <id>')
    .description(
      say(
        'Place ID → CID (liczone na miejscu, bez usługi) albo CID → Place ID',
        'Place ID → CID (computed here, without the service) or CID → Place ID',
      ),
    )
    .action(run(convert));
  program
    .command('reviews <place-id>')
    .description(say('opinie o miejscu', 'the reviews of a place'))
    .option(
      '--max-pages <n>',
      say(
        'najwięcej stron po 200 opinii, 1–50 (bez tej opcji 10)',
        'most pages of 200 reviews, 1–50 (10 without it)',
      ),
    )
    .option('--min-stars <n>', say('najmniej gwiazdek, 1–5', 'fewest stars, 1–5'))
    .option('--max-stars <n>', say('najwięcej gwiazdek, 1–5', 'most stars, 1–5'))
    .action(run((session, id, options: ReviewsOptions) => reviews(session, id, options)));
  program
    .command('review <url>')
    .description(say('wszystko o jednej opinii', 'everything about one review'))
    .action(run(review));
  program
    .command('check <file>')
    .description(
      say(
        'widoczność opinii z listy linków: plik (link w wierszu albo pierwsza kolumna CSV), - to wejście',
        'visibility of a list of review links: a file (a link a line, or the first column of a CSV), - is standard input',
      ),
    )
    .addHelpText(
      'after',
      say(
        '\nPlik jest CSV, gdy ma nagłówki albo równe kolumny, albo nazywa się .csv, albo gdy w każdym wierszu przecinek stoi za całym linkiem\ndo opinii; pojedynczy ; lub , w linku nic nie zmienia.',
        '\nA file is a CSV when it has headings or even columns, or is named .csv, or when a comma follows a whole review link in\nevery row; a single ; or , in a link changes nothing.',
      ),
    )
    .option(
      '--out <file>',
      say('dopisuj wyniki do pliku NDJSON', 'add the results to this NDJSON file as they come'),
    )
    .option(
      '--resume',
      say('dokończ: pytaj tylko o to, czego brak w --out', 'finish: ask only what --out lacks'),
    )
    .addOption(
      new Option('--batch <n>', say('linków w jednym zapytaniu', 'links in one request'))
        .default(MOST_LINKS)
        .argParser(wholeNumber(1, MOST_LINKS)),
    )
    .action(
      run((session, file, { out, resume, batch }: CheckFlags) =>
        check(session, file, { out: out ?? null, resume: resume ?? false, batchSize: batch }),
      ),
    );
  return program;
}
