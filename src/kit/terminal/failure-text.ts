import { isAppError, SettingsError } from '../../core/errors.js';
import { type Failure, RequestFailed } from '../../core/published/failure.js';
import type { Language } from '../../core/published/language.js';
import { failureText } from '../../core/texts/outcomes.js';
import { serviceText, translation } from '../../core/texts/service-text.js';
import { reasonOf } from '../client/api.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { plainLine } from './plain-text.js';
import type { Session } from './session.js';
import type { CliTexts } from './texts.js';

type Speaker = Pick<Session, 'language' | 't' | 'base' | 'polish'>;

/**
 * Says why a request failed: the message of the service if it exists in the user's language, otherwise a text for the
 * error code.
 * @param next what the command does about the failure
 */
export function requestFailureText(failure: Failure, speaker: Speaker, next: string | null = null): string {
  const { code, message, serviceCode, requestId, detail, brokeOff } = failure;
  const { language, t, polish } = speaker;
  const said = message === null ? null : translation(language, { ...failure, message }, polish);
  // The message of the service says how a program sends its key. The hint says how a user of this command sets it.
  const needsBoth = said === null || code === 'unauthorized';
  const details =
    serviceCode === null && detail !== null ? systemText(detail, t) : needsBoth ? (said ?? message) : null;
  const codes = [serviceCode, requestId].filter((part) => part !== null).join(', ');
  return [
    brokeOff && serviceCode !== null ? t('failures.cutByService') : null,
    needsBoth ? failureText(language, failure) : plainLine(said),
    hint(failure, speaker),
    next,
    details === null ? null : `${t('failures.details')}: ${plainLine(details)}`,
    codes === '' ? null : `${t('failures.code')}: ${plainLine(codes)}`,
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

const HINTS = ['review', 'place', 'unauthorized', 'offline', 'unexpected'] as const;

function hint({ code, reason = '' }: Failure, { t, base }: Speaker): string | null {
  const hinted = HINTS.find((name) => name === (HINT_OF[reason] ?? code));
  return hinted === undefined ? null : t(`failures.hints.${hinted}`, { base });
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
export function systemReason(error: unknown, t: CliTexts): string {
  return systemText(reasonOf(error), t);
}

/** Why a command that runs modules of the service in this process failed, in the user's language. */
export function operatorFailureText(
  error: unknown,
  { language, t, polish }: Pick<Session, 'language' | 't' | 'polish'>,
): string {
  if (error instanceof SettingsError) return settingsText(error, language, t);
  if (isAppError(error)) return serviceText(language, error, polish);
  return systemReason(error, t);
}

/** The message itself is in English. */
function settingsText({ settings, message }: SettingsError, language: Language, t: CliTexts): string {
  if (language === 'en') return plainLine(message);
  return [
    t('failures.settings', { settings: settings.join(', ') }),
    ...(settings.includes('CHROMIUM_PATH') ? [t('failures.chromiumPath')] : []),
  ].join(' ');
}

/** What the HTTP client calls its own failures. */
const PHRASES = [
  [/^other side closed$/, 'closed'],
  [/^no data for (?<seconds>\d+) s$/, 'noData'],
  [/^bad port$/, 'badPort'],
  [/^terminated$/, 'terminated'],
  [/^unexpected redirect$/, 'redirect'],
  [/^Unexpected (?:end of JSON input|token).*$/, 'notJson'],
  [/^.*\bcertificate\b.*$/is, 'certificate'],
  [/^.*(?:SSL routines|TLS).*$/is, 'tls'],
  [/^.*(?:Parse Error|Expected HTTP\/).*$/is, 'notHttp'],
  [/^.*\btimeout\b.*$/is, 'timeout'],
  [/^HTTP \d{3}$/, 'status'],
] as const;

/** Translates the message of a system error, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
function systemText(message: string, t: CliTexts): string {
  // A code without a text of its own comes back as the key.
  const code = `failures.system.codes.${/\bE[A-Z_]{3,}\b/.exec(message)?.[0]}`;
  const said = t(code as 'failures.system.codes.EIO', { message });
  if (said !== code) return said;
  for (const [english, phrase] of PHRASES) {
    const match = english.exec(message);
    const seconds = match?.groups?.seconds ?? '';
    if (match !== null) return t(`failures.system.phrases.${phrase}`, { message, seconds });
  }
  return t('failures.system.unknown', { message });
}
