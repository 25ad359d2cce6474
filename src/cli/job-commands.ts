import { type Command, Option } from 'commander';
import type { JobType } from '../contract/lines.js';
import type { ExitCode } from './exit.js';
import { jobResults, type ResultsOptions } from './job-results.js';
import { cancelJob, deleteJob, jobStatus, listJobs, type SubmitOptions, submitJob } from './jobs.js';
import { columnText } from './links.js';
import type { Say, Session } from './session.js';
import { oneOf, wholeNumber } from './shared-options.js';

/** Makes what commander calls from an action of a command. */
export type Run = <O extends object>(
  action: (session: Session, argument: string, options: O) => Promise<ExitCode>,
) => (argument: string | string[], options: O, command: Command) => Promise<void>;

const TYPES: readonly JobType[] = ['review-visibility', 'place-details', 'place-reviews'];

/** Adds `jobs` and its commands to the program. */
export function addJobCommands(program: Command, run: Run, say: Say): void {
  const jobs = program
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
  jobs
    .command('submit <file>')
    .description(
      say(
        'zleć listę (jak w check; - oznacza standardowe wejście) i wypisz id zlecenia',
        'begin a job with a list (as for check; - is standard input) and print its id',
      ),
    )
    .addOption(
      new Option('--type <type>', say('co zrobić z listą', 'what to do with the list'))
        .choices(TYPES)
        .default('review-visibility')
        .argParser(oneOf('--type <type>', TYPES, say)),
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
    .option('--column <column>', columnText(say))
    .option(
      '--idempotency-key <key>',
      say(
        'klucz powtórzenia: ta sama lista z tym samym kluczem nie tworzy drugiego zlecenia',
        'the same list with the same key makes no second job',
      ),
    )
    .action(run((session, file, options: SubmitOptions) => submitJob(session, file, options)));
  jobs
    .command('status <id>')
    .description(say('pokaż stan zlecenia', 'show how far a job is'))
    .action(run(jobStatus));
  const listing = run((session: Session) => listJobs(session));
  jobs
    .command('list')
    .description(say('pokaż własne zlecenia', 'list your jobs'))
    .action((options: object, command: Command) => listing('', options, command));
  jobs
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
    .action(run((session, id, options: ResultsOptions) => jobResults(session, id, options)));
  jobs
    .command('cancel <id>')
    .description(
      say('anuluj zlecenie; dotychczasowe wyniki zostają', 'cancel a job; its results so far stay'),
    )
    .action(run(cancelJob));
  jobs
    .command('delete <id>')
    .description(
      say('usuń zakończone zlecenie razem z wynikami', 'delete a job that has ended, with its results'),
    )
    .action(run(deleteJob));
}
