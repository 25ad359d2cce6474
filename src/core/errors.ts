import { type Message, message, reasonOf } from './texts/messages.js';

/** All error codes of the service. `http/error-answer.ts` has the HTTP status of each code. */
export const ERROR_CODES = [
  'invalid_request',
  'unknown_parameter',
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
  'evidence_unavailable',
  'watch_unavailable',
  'watch_not_found',
  'watch_exists',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

interface AppErrorDetails {
  /** The technical reason: logged, never sent to the client. A string cause is safe to log: this code wrote it. */
  readonly cause?: unknown;
  /** Seconds after which the client may try again. */
  readonly retryAfterSeconds?: number;
  /** The parameter, or the path in the body, that is at fault. */
  readonly field?: string | undefined;
  /** The id of the watch that already has the subject. */
  readonly existingId?: string;
}

/**
 * The error thrown for every known failure. `message` is a sentence for the client: what failed, why, and what to do.
 * It never holds a stack, HTML of the provider or a secret. Only client errors (400, 404) repeat part of the request,
 * as an `excerpt`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What failed; several messages for several faults of one input. `message` has their English texts. */
  readonly said: readonly [Message, ...Message[]];
  readonly retryAfterSeconds: number | null;
  /** Null = no single field of the request is at fault. */
  readonly field: string | null;
  /** Only with `watch_exists`; otherwise null. */
  readonly existingId: string | null;

  constructor(
    code: ErrorCode,
    said: Message | readonly [Message, ...Message[]],
    details: AppErrorDetails = {},
  ) {
    const all = 'text' in said ? ([said] as const) : said;
    super(all.map(({ text }) => text).join(' '), { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.said = all;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.field = details.field ?? null;
    this.existingId = details.existingId ?? null;
  }

  /** The stable name of the first fault, as it is published. */
  get reason(): string {
    return reasonOf(this.said[0].id);
  }

  /** The values in the message of the first fault. */
  get values(): Message['values'] {
    return this.said[0].values;
  }
}

/** True for an AppError, optionally of one of the given codes. */
export function isAppError(error: unknown, ...codes: ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
}

/** The error with which `run` refuses its input; null if it accepts the input. Rethrows every other error. */
export function refusalOf(run: () => unknown): AppError | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Adds `field` to an `invalid_request` that has no field yet. Returns every other error unchanged. */
export function aboutField<T>(error: T, field: string | undefined): T | AppError {
  if (field === undefined || !isAppError(error, 'invalid_request') || error.field !== null) return error;
  return new AppError(error.code, error.said, { cause: error.cause, field });
}

const BLOCKED_RETRY_SECONDS = 60;

/** The error for a block page of the provider, and for loads that are paused after a block page. */
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

const MAX_EXCERPT_CHARACTERS = 80;

/**
 * Makes a text of the client or provider safe to repeat in a message: at most 80 characters, so that the answer does
 * not grow with the input, and without characters that control a terminal or the writing direction.
 */
export function excerpt(text: string): string {
  const characters = [...text];
  const kept = characters.slice(0, MAX_EXCERPT_CHARACTERS).join('');
  const end = characters.length > MAX_EXCERPT_CHARACTERS ? '…' : '';
  return kept.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ') + end;
}

/** An error that is safe to log whole: its message never quotes a request or an answer of the provider. */
export class DiagnosticError extends Error {
  override readonly name: string = 'DiagnosticError';
}

/** The reason why the service cannot start. The operator can fix it, so it is printed without a stack. */
export class StartupError extends DiagnosticError {
  override readonly name = 'StartupError';
}

/** A `StartupError` for invalid settings; `settings` are their names. */
export class SettingsError extends StartupError {
  readonly settings: readonly string[];

  constructor(settings: readonly string[], message: string) {
    super(message);
    this.settings = settings;
  }
}
