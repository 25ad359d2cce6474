import { type Message, message, reasonOf } from './texts/messages.js';

/** A kind of failure. These objects are the closed set: every thrown error has one of them. */
export interface ErrorKind {
  readonly code: string;
  readonly status: 400 | 401 | 404 | 409 | 429 | 500 | 503;
  /** For a client, and what to do. Markdown, without a full stop. */
  readonly meaning: string;
  /** The message in the example of the OpenAPI document; absent = the document has no example. */
  readonly example?: Message;
  /**
   * Whether the same request may succeed later: `wait` = at the moment the service answers no request of this kind,
   * `later` = only this request failed.
   */
  readonly retry: 'never' | 'later' | 'wait';
}

/** An error answer in the OpenAPI document. Its kinds have one status. */
export interface FailureAnswer {
  readonly name: string;
  readonly kinds: readonly [ErrorKind, ...ErrorKind[]];
}

export const INVALID_REQUEST: ErrorKind = {
  code: 'invalid_request',
  status: 400,
  meaning:
    'A parameter, a link or the body is missing or not valid, or the request came under a foreign host name or from another web site; the message says which and why. Correct the request',
  example: message('foreignHost', { host: 'example.com' }),
  retry: 'never',
};
export const UNKNOWN_PARAMETER: ErrorKind = {
  code: 'unknown_parameter',
  status: 400,
  meaning:
    'The query has a parameter that this endpoint does not have; the message names the parameters that it has. Correct the name, or leave the parameter out',
  example: message('unknownParameter', {
    name: 'max_reviews',
    all: 'placeid, max_pages, min_stars, max_stars, since',
  }),
  retry: 'never',
};
export const UNAUTHORIZED: ErrorKind = {
  code: 'unauthorized',
  status: 401,
  meaning:
    'The service is configured with API keys, and this request has no key, two different keys, a wrong or expired key, or a key that is not valid for this endpoint',
  example: message('keyMissing'),
  retry: 'never',
};
export const UNKNOWN_ENDPOINT: ErrorKind = {
  code: 'unknown_endpoint',
  status: 404,
  meaning: 'There is no such path, or it does not accept this method',
  retry: 'never',
};
export const NO_RESULTS: ErrorKind = {
  code: 'no_results',
  status: 404,
  meaning: 'The map provider shows no such place, or the share link leads nowhere',
  example: message('noPlaceForQuery'),
  retry: 'never',
};
export const RATE_LIMITED: ErrorKind = {
  code: 'rate_limited',
  status: 429,
  meaning:
    'The points of this minute are used up, or too many lists or other long requests of this client are open, or it keeps too many links. Wait for `Retry-After` seconds; a refused request costs no points',
  example: message('pointsUsedUp', { cost: 1, most: 60, left: 0, seconds: 31 }),
  retry: 'wait',
};
export const INTERNAL_ERROR: ErrorKind = {
  code: 'internal_error',
  status: 500,
  meaning: 'A bug of this service. Report it with the request id',
  example: message('unexpectedFailureWithId'),
  retry: 'later',
};
export const API_DISABLED: ErrorKind = {
  code: 'api_disabled',
  status: 503,
  meaning: 'The API is switched off',
  example: message('apiSwitchedOff'),
  retry: 'wait',
};
export const SHUTTING_DOWN: ErrorKind = {
  code: 'shutting_down',
  status: 503,
  meaning: 'The service is shutting down. Try again shortly',
  example: message('shuttingDown'),
  retry: 'wait',
};
export const OVERLOADED: ErrorKind = {
  code: 'overloaded',
  status: 503,
  meaning: 'Too many requests are waiting for a browser page, or too many lists are running',
  example: message('tooManyWaiting'),
  retry: 'wait',
};
export const DEADLINE_EXCEEDED: ErrorKind = {
  code: 'deadline_exceeded',
  status: 503,
  meaning: 'The answer was not ready before the deadline',
  retry: 'later',
};
export const CLIENT_GONE: ErrorKind = {
  code: 'client_gone',
  status: 503,
  meaning: 'The client disconnected before the answer was ready; only in logs and metrics',
  retry: 'never',
};
export const BROWSER_UNAVAILABLE: ErrorKind = {
  code: 'browser_unavailable',
  status: 503,
  meaning: 'Chromium cannot be started, or crashed twice',
  retry: 'wait',
};
export const PROVIDER_BLOCKED: ErrorKind = {
  code: 'provider_blocked',
  status: 503,
  meaning: 'The map provider refuses automatic visits at the moment. Wait for `Retry-After` seconds',
  retry: 'wait',
};
export const PROVIDER_UNAVAILABLE: ErrorKind = {
  code: 'provider_unavailable',
  status: 503,
  meaning: 'The map provider does not answer, or its answer cannot be used',
  example: message('providerUnreachable'),
  retry: 'later',
};

/** The kinds of the core, in the order of the OpenAPI document. */
export const CORE_ERRORS = [
  INVALID_REQUEST,
  UNKNOWN_PARAMETER,
  UNAUTHORIZED,
  UNKNOWN_ENDPOINT,
  NO_RESULTS,
  RATE_LIMITED,
  INTERNAL_ERROR,
  API_DISABLED,
  SHUTTING_DOWN,
  OVERLOADED,
  DEADLINE_EXCEEDED,
  CLIENT_GONE,
  BROWSER_UNAVAILABLE,
  PROVIDER_BLOCKED,
  PROVIDER_UNAVAILABLE,
] as const satisfies readonly ErrorKind[];

interface AppErrorDetails {
  /** The technical reason: logged, never sent to the client. A string cause is safe to log: this code wrote it. */
  readonly cause?: unknown;
  /** Seconds after which the client may try again. */
  readonly retryAfterSeconds?: number;
  /** The parameter, or the path in the body, that is at fault. */
  readonly field?: string | undefined;
  readonly existingId?: string;
}

/**
 * The error thrown for every known failure. `message` is a sentence for the client: what failed, why, and what to do.
 * It never holds a stack, HTML of the provider or a secret. Only client errors (400, 404) repeat part of the request,
 * as an `excerpt`.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  /** What failed; several messages for several faults of one input. `message` has their English texts. */
  readonly said: readonly [Message, ...Message[]];
  readonly retryAfterSeconds: number | null;
  /** Null = no single field of the request is at fault. */
  readonly field: string | null;
  /** Only where something exists already; otherwise null. */
  readonly existingId: string | null;

  constructor(
    kind: ErrorKind,
    said: Message | readonly [Message, ...Message[]],
    details: AppErrorDetails = {},
  ) {
    const all = 'text' in said ? ([said] as const) : said;
    super(all.map(({ text }) => text).join(' '), { cause: details.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.said = all;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.field = details.field ?? null;
    this.existingId = details.existingId ?? null;
  }

  get code(): string {
    return this.kind.code;
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

/** True for an AppError, optionally of one of the given kinds. */
export function isAppError(error: unknown, ...kinds: ErrorKind[]): error is AppError {
  return error instanceof AppError && (kinds.length === 0 || kinds.includes(error.kind));
}

/** The refusal of an input. */
export const invalid = (reason: Message): AppError => new AppError(INVALID_REQUEST, reason);

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
  if (field === undefined || !isAppError(error, INVALID_REQUEST) || error.field !== null) return error;
  return new AppError(error.kind, error.said, { cause: error.cause, field });
}

/**
 * Chromium's name for the end of every connection when an address of this machine changes, as when a container joins a
 * network. It stands in the cause of such an error, and says nothing about the provider.
 */
export const NETWORK_CHANGED = 'net::ERR_NETWORK_CHANGED';

const BLOCKED_RETRY_SECONDS = 60;

/** The error for a block page of the provider, and for loads that are paused after a block page. */
export function providerBlocked({
  cause,
  retryAfterSeconds = BLOCKED_RETRY_SECONDS,
}: AppErrorDetails = {}): AppError {
  return new AppError(PROVIDER_BLOCKED, message('providerBlocks'), { cause, retryAfterSeconds });
}

/** The error for requests that arrive, or are still running, while the service shuts down. */
export function shuttingDown(): AppError {
  return new AppError(SHUTTING_DOWN, message('shuttingDown'), { retryAfterSeconds: 5 });
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
