import { message, type ServiceMessage } from './messages.js';

/** The closed set of failures this service knows. `http/error-answer.ts` has the HTTP status of each. */
export const ERROR_CODES = [
  'invalid_request',
  'unauthorized',
  'unknown_endpoint',
  'no_results',
  'rate_limited',
  'internal_error',
  'api_disabled',
  'shutting_down',
  'overloaded',
  'deadline_exceeded',
  'client_gone',
  'browser_unavailable',
  'provider_blocked',
  'provider_unavailable',
  'jobs_unavailable',
  'job_not_found',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

interface AppErrorDetails {
  /** The technical reason: logged, never sent to the client. A text is in our own words and quotes nothing. */
  readonly cause?: unknown;
  /** When asking again makes sense, in seconds. */
  readonly retryAfterSeconds?: number;
}

/**
 * The only error thrown on purpose. `message` is one sentence for the client: what failed, why, and what
 * to do; it holds no stack, no provider HTML and nothing secret. Only a failure of the client's (400, 404) repeats
 * some of the request, as an `excerpt`.
 */
export class AppError extends Error {
  declare readonly message: ServiceMessage;
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, message: ServiceMessage, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** True for an AppError, optionally of one of the given codes. */
export function isAppError(error: unknown, ...codes: ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
}

const BLOCKED_RETRY_SECONDS = 60;

/** The error for a provider that refuses automatic visits, and for loads that are paused because it did. */
export function providerBlocked({
  cause,
  retryAfterSeconds = BLOCKED_RETRY_SECONDS,
}: AppErrorDetails = {}): AppError {
  return new AppError('provider_blocked', message('providerBlocks'), { cause, retryAfterSeconds });
}

/** The error for requests that arrive, or are still running, while the service shuts down. */
export function shuttingDown(): AppError {
  return new AppError('shutting_down', message('shuttingDown'), {
    retryAfterSeconds: 5,
  });
}

const LONGEST_EXCERPT = 80;

/**
 * What somebody else wrote, as a message may repeat it: at most 80 characters, so that no answer grows with what
 * was sent, and none that steers a terminal or turns the text around.
 */
export function excerpt(text: string): string {
  const characters = [...text];
  const kept = characters.slice(0, LONGEST_EXCERPT).join('');
  const end = characters.length > LONGEST_EXCERPT ? '…' : '';
  return kept.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ') + end;
}

/** An error whose message quotes nothing of a request or of the provider's answer: the log shows it whole. */
export class DiagnosticError extends Error {
  override readonly name: string = 'DiagnosticError';
}

/** Why the service cannot start. The operator can fix it, so it is printed without a stack. */
export class StartupError extends DiagnosticError {
  override readonly name = 'StartupError';
}

/** The same for settings that the service cannot use; `settings` are their names. */
export class SettingsError extends StartupError {
  readonly settings: readonly string[];

  constructor(settings: readonly string[], message: string) {
    super(message);
    this.settings = settings;
  }
}
