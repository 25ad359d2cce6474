import type { Command } from 'commander';
import type { RecordOutcome } from '../operator/record.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { systemReason } from './failure-text.js';
import { operatorFailureText } from './operator-failure.js';
import type { Run } from './options.js';
import { wholeNumber } from './options.js';
import { anyQuery } from './query.js';
import type { Session } from './session.js';
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
export function addRecordCommand(program: Command, run: Run, texts: CliTexts): void {
  program
    .command('record <link...>')
    .description(texts.commands.record)
    .option('--out <dir>', texts.options.recordOut, '.')
    .option('--name <name>', texts.options.recordName)
    .option('--reviews', texts.options.recordReviews)
    .option('--batches <n>', texts.options.recordBatches, wholeNumber('--batches <n>', 1, 50, texts), 2)
    .option('--anonymous', texts.options.anonymous)
    .action(run((session, link, flags: RecordFlags) => recordPage(session, link, flags)));
}

/** `record LINK`: the service's own modules run in this process; they are loaded only now. */
async function recordPage(session: Session, link: string, flags: RecordFlags): Promise<ExitCode> {
  const { texts, note, print, signal } = session;
  const { runRecord } = await import('../operator/record.js');
  const steps = {
    resolving: texts.record.resolving,
    opening: texts.record.opening,
    listing: texts.record.listing,
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
  if (outcome.isConsent) note(texts.record.consent);
  note(texts.record.written(outcome.parts));
  return EXIT.ok;
}

type Failure = Exclude<RecordOutcome, { readonly kind: 'written' }>;

function exitOf({ kind }: Failure): ExitCode {
  if (kind === 'no_results') return EXIT.notFound;
  return kind === 'blocked' || kind === 'unusable' ? EXIT.usage : EXIT.failure;
}

function failureText(failure: Failure, session: Session): string {
  const { texts } = session;
  switch (failure.kind) {
    case 'blocked':
      return texts.record.blocked(seenText(failure.seen, texts));
    case 'unwritable':
      return texts.record.unwritable(failure.folder, systemReason(failure.error, session.texts));
    case 'no_results':
      return texts.record.noPage;
    case 'unusable':
    case 'failed': {
      const { error, seen } = failure;
      const reason = operatorFailureText(error, session) + seenText(seen, texts);
      return texts.record.failed(reason);
    }
  }
}

/** What was seen is for the developers of the service, and in their language. */
function seenText(seen: string | null, texts: CliTexts): string {
  if (seen === null) return '';
  return texts.record.seen(plainLine(seen));
}
