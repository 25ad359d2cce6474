import { isAppError, SettingsError } from '../../core/errors.js';
import { type Failure, RequestFailed } from '../../core/published/failure.js';
import { failureText, isKnownCode } from '../../core/texts/outcomes.js';
import { serviceText, translation } from '../../core/texts/service-text.js';
import { reasonOf } from '../client/api.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { plainLine } from './plain-text.js';
import type { Session } from './session.js';
import type { CliTexts } from './texts/pl.js';

type Speaker = Pick<Session, 'language' | 'texts' | 'base'>;

/**
 * Says why a request failed: the message of the service if it exists in the user's language, otherwise a text for the
 * error code.
 * @param next what the command does about the failure
 */
export function requestFailureText(failure: Failure, speaker: Speaker, next: string | null = null): string {
  const { code, message, serviceCode, requestId, detail, brokeOff } = failure;
  const { language, texts } = speaker;
  const said = message === null ? null : translation(language, { ...failure, message });
  // The message of the service says how a program sends its key. The hint says how a user of this command sets it.
  const needsBoth = said === null || code === 'unauthorized' || !isKnownCode(code);
  const details =
    serviceCode === null && detail !== null
      ? systemText(detail, texts)
      : needsBoth
        ? (said ?? message)
        : null;
  const codes = [serviceCode, requestId].filter((part) => part !== null).join(', ');
  return [
    brokeOff && serviceCode !== null ? texts.failures.cutByService : null,
    needsBoth ? failureText(language, failure) : plainLine(said),
    hint(failure, speaker),
    next,
    details === null ? null : `${texts.failures.details}: ${plainLine(details)}`,
    codes === '' ? null : `${texts.failures.code}: ${plainLine(codes)}`,
  ]
    .filter((part) => part !== null)
    .join(' ');
}

/** The hint on the command for the link that the service refused, by the reason. */
const HINT_OF: Readonly<Record<string, string>> = {
  link_to_review: 'review',
  link_to_place: 'place',
  share_link_without_review: 'place',
};

function hint({ code, reason = '' }: Failure, { texts, base }: Speaker): string | null {
  const hints: Readonly<Record<string, string | ((base: string) => string)>> = texts.failures.hints;
  const found = hints[HINT_OF[reason] ?? code] ?? null;
  return typeof found === 'function' ? found(base) : found;
}

/**
 * The exit code and message for a request or command that failed.
 * @throws `error` itself if it is neither a failed request nor a failed command
 */
export function exitErrorOf(error: unknown, speaker: Speaker): ExitError {
  if (error instanceof ExitError) return error;
  if (!(error instanceof RequestFailed)) throw error;
  const { failure } = error;
  const { code, serviceCode, message, requestId, field, reason, values } = failure;
  const exitCode = exitCodeOf(failure);
  return new ExitError(exitCode, requestFailureText(failure, speaker), {
    code: serviceCode ?? code,
    ...(message !== null && { message }),
    ...(exitCode === EXIT.usage && { field: field ?? null }),
    ...(reason !== undefined && { reason, values }),
    ...(requestId !== null && { request_id: requestId }),
  });
}

/** The exit code of a command whose request failed, by the status: codes of later versions have one, too. */
function exitCodeOf({ code, serviceCode, status }: Failure): ExitCode {
  if (serviceCode === null || code === 'unknown_endpoint') return EXIT.failure;
  return status === 404 ? EXIT.notFound : status === 400 ? EXIT.usage : EXIT.failure;
}

/** Says why the operating system refused, in the user's language if the reason is known. */
export function systemReason(error: unknown, texts: CliTexts): string {
  return systemText(reasonOf(error), texts);
}

/** Why a command that runs modules of the service in this process failed, in the user's language. */
export function operatorFailureText(
  error: unknown,
  { language, texts }: Pick<Session, 'language' | 'texts'>,
): string {
  if (error instanceof SettingsError)
    return texts.failures.settings(error.settings, plainLine(error.message));
  if (isAppError(error)) return serviceText(language, error);
  return systemReason(error, texts);
}

/** Translates the message of a system error, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
function systemText(message: string, texts: CliTexts): string {
  const { codes, phrases, unknown } = texts.failures.system;
  const code = /\bE[A-Z_]{3,}\b/.exec(message)?.[0] ?? '';
  const named = codes[code];
  if (named !== undefined) return `${named} (${code})`;
  const phrase = phrases.find(([english]) => english.test(message));
  return phrase === undefined ? unknown(message) : message.replace(...phrase);
}
