import {
  INVALID_REQUEST,
  isAppError,
  NO_RESULTS,
  PROVIDER_BLOCKED,
  SettingsError,
} from '../../../core/errors.js';
import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { operatorFailureText, systemReason } from '../../../kit/terminal/failure-text.js';
import { plainLine } from '../../../kit/terminal/plain-text.js';
import { anyQuery } from '../../../kit/terminal/query.js';
import type { Session } from '../../../kit/terminal/session.js';

export interface RecordOptions {
  readonly out: string;
  readonly name?: string;
  readonly reviews?: true;
  readonly batches: number;
  readonly anonymous?: true;
}

/** `record LINK`: writes a recording of a page, without data of people. */
export async function record(session: Session, link: string, options: RecordOptions): Promise<ExitCode> {
  const { t, note, print, signal } = session;
  const { recordPage, folderOf, keepRecording } = await import('../record.js');
  const recording = await recordPage({
    link: anyQuery(link),
    batches: options.reviews ? options.batches : 0,
    signal,
    onStep: (step) => note(t(`record.steps.${step}`)),
  }).catch((error: unknown): never => {
    signal.throwIfAborted();
    throw recordFailure(error, session);
  });
  const folder = folderOf(recording, options.out, options.name ?? null);
  await keepRecording(folder, recording, options.anonymous ?? false).catch((error: unknown): never => {
    throw new ExitError(EXIT.failure, t('record.unwritable', { folder, reason: systemReason(error, t) }));
  });
  signal.throwIfAborted();
  const { kind, parts } = recording.about;
  await print(`${folder}\n`);
  if (kind === 'consent') note(t('record.consent'));
  note(t('record.written', { answers: parts.length }));
  return EXIT.ok;
}

function recordFailure(error: unknown, session: Session): ExitError {
  const { t } = session;
  const code = isAppError(error) ? { code: error.code } : {};
  // The technical cause is for developers, in English.
  const cause = isAppError(error) ? seenIn(error) : null;
  const seen = cause === null ? '' : t('record.seen', { seen: plainLine(cause) });
  if (isAppError(error, NO_RESULTS)) return new ExitError(EXIT.notFound, t('record.noPage'), code);
  if (isAppError(error, PROVIDER_BLOCKED))
    return new ExitError(EXIT.usage, t('record.blocked', { seen }), code);
  const isUnusable = error instanceof SettingsError || isAppError(error, INVALID_REQUEST);
  const reason = operatorFailureText(error, session) + seen;
  return new ExitError(isUnusable ? EXIT.usage : EXIT.failure, t('record.failed', { reason }), code);
}

/** The first line of the innermost message: the breaker wraps errors, and Playwright adds its log. */
function seenIn(cause: unknown): string | null {
  if (isAppError(cause)) return seenIn(cause.cause);
  const text = cause instanceof Error ? cause.message : cause;
  return typeof text === 'string' ? (text.split('\n')[0] ?? null) : null;
}
