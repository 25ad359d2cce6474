import type { Command } from 'commander';
import { isAppError, SettingsError } from '../contract/errors.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { systemReason } from './failure-text.js';
import { operatorFailureText } from './operator-failure.js';
import { type Run, wholeNumber } from './options.js';
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
    .action(run((session, link, flags: RecordFlags) => record(session, link, flags)));
}

/** `record LINK`: the service's own modules run in this process; they are loaded only now. */
async function record(session: Session, link: string, flags: RecordFlags): Promise<ExitCode> {
  const { texts, note, print, signal } = session;
  const { recordPage, folderOf, keepRecording } = await import('../operator/record.js');
  const recording = await recordPage({
    link: anyQuery(link),
    batches: flags.reviews ? flags.batches : 0,
    signal,
    onStep: (step) => note(texts.record.steps[step]),
  }).catch((error: unknown): never => {
    signal.throwIfAborted();
    throw failureOf(error, session);
  });
  const folder = folderOf(recording, flags.out, flags.name ?? null);
  await keepRecording(folder, recording, flags.anonymous ?? false).catch((error: unknown): never => {
    signal.throwIfAborted();
    throw new ExitError(EXIT.failure, texts.record.unwritable(folder, systemReason(error, texts)));
  });
  signal.throwIfAborted();
  const { kind, parts } = recording.about;
  await print(`${folder}\n`);
  if (kind === 'consent') note(texts.record.consent);
  note(texts.record.written(parts.length));
  return EXIT.ok;
}

function failureOf(error: unknown, session: Session): ExitError {
  const { texts } = session;
  const cause = isAppError(error) ? seenIn(error) : null;
  // What was seen is for the developers of the service, and in their language.
  const seen = cause === null ? '' : texts.record.seen(plainLine(cause));
  if (isAppError(error, 'no_results')) return new ExitError(EXIT.notFound, texts.record.noPage);
  if (isAppError(error, 'provider_blocked')) return new ExitError(EXIT.usage, texts.record.blocked(seen));
  const isUnusable = error instanceof SettingsError || isAppError(error, 'invalid_request');
  const reason = operatorFailureText(error, session) + seen;
  return new ExitError(isUnusable ? EXIT.usage : EXIT.failure, texts.record.failed(reason));
}

/**
 * The first line of the innermost message. The breaker wraps errors in errors of its own, and Playwright adds its log
 * after the first line.
 */
function seenIn(cause: unknown): string | null {
  if (isAppError(cause)) return seenIn(cause.cause);
  const text = cause instanceof Error ? cause.message : cause;
  return typeof text === 'string' ? (text.split('\n')[0] ?? null) : null;
}
