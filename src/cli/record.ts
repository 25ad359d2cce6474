import type { Command } from 'commander';
import type { RecordOutcome } from '../operator/record-command.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { systemReason } from './failure-text.js';
import { operatorFailureText } from './operator-failure.js';
import type { Run } from './options.js';
import { wholeNumber } from './options.js';
import { anyQuery } from './query.js';
import type { Say, Session } from './session.js';
import { plainLine } from './text.js';
import type { CliTexts } from './texts/pl.js';

/** The options of `record`, as commander reads them. */
export interface RecordFlags {
  readonly out: string;
  readonly name?: string;
  readonly reviews?: true;
  readonly batches: number;
  readonly anonymous?: true;
}

/** Adds `record` to the program. */
export function addRecordCommand(program: Command, run: Run, say: Say, texts: CliTexts): void {
  program
    .command('record <link...>')
    .description(
      say(
        'nagraj stronę dostawcy map na tym komputerze, bez danych osób; do zgłoszenia błędu i testów',
        'record a page of the map provider on this machine, without data of people; for bug reports and tests',
      ),
    )
    .option('--out <dir>', say('katalog, w którym powstanie nagranie', 'folder to put the recording in'), '.')
    .option('--name <name>', say('nazwa nagrania', 'name of the recording'))
    .option('--reviews', say('nagraj też listę opinii miejsca', 'record the review list of a place, too'))
    .option(
      '--batches <n>',
      say('porcje listy po 10 opinii, 1–50', 'batches of the list of 10 reviews, 1–50'),
      wholeNumber('--batches <n>', 1, 50, texts),
      2,
    )
    .option('--anonymous', say('zastąp także dane miejsca', 'replace what names the place, too'))
    .action(run((session, link, flags: RecordFlags) => recordPage(session, link, flags)));
}

/** `record LINK`: the service's own modules run in this process; they are loaded only now. */
async function recordPage(session: Session, link: string, flags: RecordFlags): Promise<ExitCode> {
  const { say, note, print, signal } = session;
  const { runRecord } = await import('../operator/record-command.js');
  const steps = {
    resolving: say('Sprawdzanie linku…', 'Reading the link…'),
    opening: say('Otwieranie strony…', 'Opening the page…'),
    listing: say('Wczytywanie listy opinii…', 'Reading the review list…'),
  };
  const outcome = await runRecord({
    link: anyQuery(link),
    out: flags.out,
    name: flags.name ?? null,
    batches: flags.reviews ? flags.batches : 0,
    anonymous: flags.anonymous ?? false,
    signal,
    onStep: (step) => note(steps[step]),
  });
  if (signal.aborted) throw signal.reason;
  if (outcome.kind !== 'written') throw new ExitError(exitOf(outcome), failureText(outcome, session));
  await print(`${outcome.folder}\n`);
  if (outcome.isConsent)
    note(
      say(
        'Nagrano stronę zgody na pliki cookie: nie udało się na niej odmówić zgody, więc dalsze strony są niedostępne.',
        'The consent page was recorded: it could not be declined, so the pages behind it cannot be reached.',
      ),
    );
  note(
    say(
      `Zapisano nagranie, liczba odpowiedzi: ${outcome.parts}. Dane osób zastąpiono wymyślonymi. Przejrzyj pliki, zanim je komuś przekażesz.`,
      `The recording is written, number of answers: ${outcome.parts}. Data of people is replaced by invented data. Look through the files before you pass them on.`,
    ),
  );
  return EXIT.ok;
}

type Failure = Exclude<RecordOutcome, { readonly kind: 'written' }>;

function exitOf({ kind }: Failure): ExitCode {
  if (kind === 'no_results') return EXIT.notFound;
  return kind === 'blocked' || kind === 'unusable' ? EXIT.usage : EXIT.failure;
}

function failureText(failure: Failure, session: Session): string {
  const { say } = session;
  switch (failure.kind) {
    case 'blocked':
      return say(
        `Dostawca map blokuje teraz automatyczne wejścia z tego adresu. Niczego nie zapisano.${seenText(failure.seen, say)} Odczekaj i spróbuj ponownie.`,
        `The map provider blocks automatic visits from this address at the moment. Nothing was written.${seenText(failure.seen, say)} Wait, then try again.`,
      );
    case 'unwritable':
      return say(
        `Nie można zapisać nagrania w ${failure.folder}: ${systemReason(failure.error, session.texts)}`,
        `Cannot write the recording to ${failure.folder}: ${systemReason(failure.error, session.texts)}`,
      );
    case 'no_results':
      return say('Dostawca map nie pokazuje takiej strony.', 'The map provider shows no such page.');
    case 'unusable':
    case 'failed': {
      const { error, seen } = failure;
      const reason = operatorFailureText(error, session) + seenText(seen, say);
      return say(`Nie udało się nagrać strony. ${reason}`, `The page could not be recorded. ${reason}`);
    }
  }
}

/** What was seen is for the developers of the service, and in their language. */
function seenText(seen: string | null, say: Say): string {
  if (seen === null) return '';
  return say(` Szczegóły techniczne (po angielsku): ${plainLine(seen)}.`, ` Seen: ${plainLine(seen)}.`);
}
